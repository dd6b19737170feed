//! Programs that are on no registry: they are run beside the others if the environment names a
//! built binary. Nothing of theirs is kept here.
//!
//! - `OX88_MPERFT`: <https://github.com/abulmo/MPerft>, built by `CC=clang make pgo`, which needs a
//!   compiler and a C library of C23.
//! - `OX88_QPERFT`: H.G. Muller's `perft.c` from <https://home.hccnet.nl/h.g.muller/dwnldpage.html>,
//!   built by `clang -std=gnu89 -O3 -march=native`. For its table to work on 64 bits, `(int)Hash` in
//!   it has to become `(long)Hash`.
//! - `OX88_TEMPLE`: <https://github.com/alexjasson/templechess>, built by `make perft`. It reads tables from the folder
//!   in which it is built, so it is started there. It has no table of its own, and looks up the last two plies, as ox88
//!   does.
//! - `OX88_ELLXOR`: <https://github.com/ellxor/perft>, its `src/unity_build.cc` built by `clang++ -O3 -flto
//!   -fno-exceptions -fno-rtti -march=native`. It takes all cores, so `taskset` keeps it on one. It has no table.
//!
//! Each count is a run of its own, and its time is what the program prints, as neither its start nor
//! the clearing of its table is to be charged. What they print is not quite the same:
//!
//! - mperft prints the time that passed in milliseconds, and the leaves in a second in full, from which
//!   the time is taken.
//! - qperft prints processor time, in which waiting for a core does not count, as it does for all
//!   others. It counts the smaller depths before, and prints a time for each. So of the time that
//!   passes while it runs, less that of a run to depth 1, it is charged the share that the last depth
//!   has in the times that it prints. Its table holds what the smaller depths left there, which saves
//!   it some hundredths; and as each number of plies to go has an eighth of the table, not all of it
//!   is used.
//! - templechess prints no time. Of the time that passes while it runs, that of a run to depth 1 is taken off.
//! - ellxor prints the time that passed.

use super::positions::Compared;
use super::programs::{Count, Counted, Program};
use std::env;
use std::fmt::Display;
use std::io::{self, Read};
use std::path::{self, Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

/// A program that prints its count and its time, and ends.
pub struct Outside {
    kind: &'static Kind,
    path: PathBuf,
    /// The bytes of its table, or 0 for none.
    memory: usize,
}

/// What kind of program it is: how it is asked, and how it answers.
pub struct Kind {
    name: &'static str,
    /// The environment variable that names the binary.
    variable: &'static str,
    start: Start,
    /// The arguments for a depth, a FEN, and the bytes of a table.
    arguments: fn(u32, &str, usize) -> Vec<String>,
    /// What it has printed says.
    answers: fn(&str) -> Vec<Answer>,
    clock: Clock,
    has_table: bool,
    /// What an answer looks like.
    example: &'static str,
}

/// How a program is started.
#[derive(Clone, Copy)]
enum Start {
    /// Where temporary files go: qperft writes a log where it is started.
    Anywhere,
    /// In its own folder, where its tables are.
    AtHome,
    /// On one core.
    Pinned,
}

/// What the seconds mean that a program prints.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Clock {
    /// They have passed.
    Passed,
    /// Those in which it waited for a core are left out.
    Processor,
    /// It prints none.
    None,
}

/// The leaves that a program has counted, and the time that it prints for them.
pub struct Answer {
    /// If it prints one.
    depth: Option<u32>,
    leaves: u128,
    seconds: f64,
}

/// What a program has printed in one run, and how long it ran.
struct Run {
    answer: Answer,
    /// The seconds that it prints for this depth and for smaller ones.
    of_all_depths: f64,
    elapsed: Duration,
}

/// Richard Delorme's mperft, counting the last ply.
pub const MPERFT: Kind = Kind {
    name: "mperft",
    variable: "OX88_MPERFT",
    start: Start::Anywhere,
    arguments: |depth, fen, memory| {
        let mib = (memory >> 20).to_string();
        ["-b", "-d", &depth.to_string(), "-h", &mib, "-f", fen].map(str::to_owned).into()
    },
    answers: |printed| {
        let answer = |line: &str| {
            let (depth, rest) = line.strip_prefix("perft")?.split_once(':')?;
            let words: Vec<&str> = rest.split_whitespace().collect();
            let [leaves, "leaves", "in", _, "s", rate, "leaves/s"] = words[..] else { return None };
            let (leaves, rate): (u128, f64) = (leaves.parse().ok()?, rate.parse().ok()?);
            let depth = depth.trim().parse().ok();
            Some(Answer { depth, leaves, seconds: leaves as f64 / rate })
        };
        printed.lines().filter_map(answer).collect()
    },
    clock: Clock::Passed,
    has_table: true,
    example: "perft  6 :       119060324 leaves in      0.150 s    793735493 leaves/s",
};

/// H.G. Muller's qperft.
pub const QPERFT: Kind = Kind {
    name: "qperft",
    variable: "OX88_QPERFT",
    start: Start::Anywhere,
    arguments: |depth, fen, memory| {
        // An entry has 32 bytes, and their number is given as a power of two.
        let table = (memory / 32).checked_ilog2().map(|power| format!("H{power}"));
        [depth.to_string()].into_iter().chain(table).chain([fen.to_owned()]).collect()
    },
    answers: |printed| {
        let answer = |line: &str| {
            let (depth, rest) = line.strip_prefix("perft(")?.split_once(")=")?;
            let (leaves, time) = rest.split_once('(')?;
            let seconds = time.trim().strip_suffix("sec)")?.trim().parse().ok()?;
            let (depth, leaves) = (depth.trim().parse().ok(), leaves.trim().parse().ok()?);
            Some(Answer { depth, leaves, seconds })
        };
        printed.lines().filter_map(answer).collect()
    },
    clock: Clock::Processor,
    has_table: true,
    example: "perft( 6)=    119060324 ( 0.240 sec)",
};

/// Alex Jasson's templechess.
pub const TEMPLE: Kind = Kind {
    name: "templechess",
    variable: "OX88_TEMPLE",
    start: Start::AtHome,
    arguments: |depth, fen, _| vec![fen.to_owned(), depth.to_string()],
    answers: |printed| {
        let total = |line: &str| line.strip_prefix("Nodes searched: ")?.trim().parse().ok();
        let answer = |leaves| Answer { depth: None, leaves, seconds: 0.0 };
        printed.lines().filter_map(total).map(answer).collect()
    },
    clock: Clock::None,
    has_table: false,
    example: "Nodes searched: 119060324",
};

/// ellxor's perft.
pub const ELLXOR: Kind = Kind {
    name: "ellxor",
    variable: "OX88_ELLXOR",
    start: Start::Pinned,
    arguments: |depth, fen, _| vec![fen.to_owned(), depth.to_string()],
    answers: |printed| {
        let after = |name| printed.lines().find_map(|line| line.strip_prefix(name)).map(str::trim);
        let leaves = after("Result:").and_then(|text| text.parse().ok());
        let time = after("Time taken:").and_then(|text| text.strip_suffix("seconds."));
        let seconds = time.and_then(|text| text.trim().parse().ok());
        let answer = |(leaves, seconds)| Answer { depth: None, leaves, seconds };
        leaves.zip(seconds).map(answer).into_iter().collect()
    },
    clock: Clock::Passed,
    has_table: false,
    example: "Result:            119060324",
};

/// More than any of them prints.
const LONGEST_ANSWER: u64 = 1 << 16;

impl Kind {
    /// Why such a program is left out, if the environment names none.
    pub fn absence(&self) -> String {
        format!("{}: name a built binary in {}", self.name, self.variable)
    }

    /// Whether such a program can remember positions in a table.
    pub fn has_table(&self) -> bool {
        self.has_table
    }

    fn complaint(&self, path: &Path, what: &dyn Display) -> String {
        let Kind { name, variable, .. } = self;
        let path = path.display();
        format!(
            "{variable}={path}: {what}: give the path of a built {name}, or unset {variable}; \
             crates/checks/src/measure/outside.rs says how to build one"
        )
    }
}

impl Outside {
    /// The program of this kind that the environment names, without a table.
    ///
    /// # Errors
    /// If what it names is no path.
    pub fn find(kind: &'static Kind) -> Result<Option<Outside>, String> {
        let Some(path) = env::var_os(kind.variable) else { return Ok(None) };
        // It is started in another directory, where a relative path would lead elsewhere.
        match path::absolute(&path) {
            Ok(path) => Ok(Some(Outside { kind, path, memory: 0 })),
            Err(error) => Err(kind.complaint(Path::new(&path), &error)),
        }
    }

    /// The same program with a table of this many bytes, if it can have one.
    pub fn with_memory(&self, memory: usize) -> Option<Outside> {
        let Outside { kind, ref path, .. } = *self;
        kind.has_table().then(|| Outside { kind, path: path.clone(), memory })
    }

    fn ask(&self, depth: u32, fen: &str) -> Result<Run, String> {
        let Outside { kind, path, memory } = self;
        let arguments = (kind.arguments)(depth, fen, *memory);
        let failed = |what: &dyn Display| kind.complaint(path, what);
        let start = Instant::now();
        let (printed, status) =
            run(path, kind.start, &arguments).map_err(|error| failed(&error))?;
        let elapsed = start.elapsed();
        let mut answers = (kind.answers)(&printed);
        let of_all_depths = answers.iter().map(|answer| answer.seconds).sum();
        // How it ended is said only if there is no answer: the `main` of qperft returns nothing in
        // particular.
        let is_asked_for = |answer: &Answer| answer.depth.is_none_or(|found| found == depth);
        if let Some(answer) = answers.pop().filter(is_asked_for) {
            return Ok(Run { answer, of_all_depths, elapsed });
        }
        let printed = printed.lines().last().unwrap_or("nothing");
        let expected = kind.example;
        Err(failed(&format_args!(
            "with the arguments {arguments:?} the last that it printed is `{printed}` ({status}), \
             expected a line for depth {depth} like `{expected}`"
        )))
    }
}

impl Program for Outside {
    fn name(&self) -> String {
        let Outside { kind, memory, .. } = self;
        match memory {
            0 => kind.name.to_owned(),
            _ => format!("{}, {} MiB, 1 thread", kind.name, memory >> 20),
        }
    }

    fn ready(&mut self, position: &Compared) -> Result<Count<'_>, String> {
        let fen = position.fen();
        let clock = self.kind.clock;
        let to_start = match clock {
            Clock::Passed => Duration::ZERO,
            Clock::Processor | Clock::None => self.ask(1, fen)?.elapsed,
        };
        Ok(Box::new(move |depth| {
            let Run { answer, of_all_depths, elapsed } = self.ask(depth, fen)?;
            let counting = elapsed.saturating_sub(to_start).as_secs_f64();
            let seconds = match clock {
                Clock::Passed => answer.seconds,
                Clock::Processor => counting * answer.seconds / of_all_depths,
                Clock::None => counting,
            };
            // A time that is 0 in the digits that were printed is none.
            let own_time = Duration::try_from_secs_f64(seconds).ok().filter(|time| !time.is_zero());
            Ok(Counted { leaves: answer.leaves, own_time })
        }))
    }
}

/// What a program prints, and how it ends.
fn run(path: &Path, start: Start, arguments: &[String]) -> io::Result<(String, ExitStatus)> {
    let mut command = match start {
        Start::Pinned => {
            let mut command = Command::new("taskset");
            command.args(["-c", "0"]).arg(path);
            command
        }
        Start::Anywhere | Start::AtHome => Command::new(path),
    };
    let folder = match start {
        Start::AtHome => path.parent().map(Path::to_owned),
        Start::Anywhere | Start::Pinned => None,
    };
    let mut process = command
        .args(arguments)
        .current_dir(folder.unwrap_or_else(env::temp_dir))
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .spawn()?;
    let mut printed = Vec::new();
    if let Some(output) = process.stdout.take() {
        // A program that prints without end is ended by the pipe that is closed here.
        output.take(LONGEST_ANSWER).read_to_end(&mut printed)?;
    }
    Ok((String::from_utf8_lossy(&printed).into_owned(), process.wait()?))
}
