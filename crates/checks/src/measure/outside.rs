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
//! - `OX88_PERFT_CPU`: <https://github.com/ankan-ban/perft_cpu_2026>, built by `clang++ -std=c++20 -O3 -flto
//!   -march=native` with a profile. Its table trusts hashes, and is left out.
//! - `OX88_GIGANTUA`: <https://github.com/Gigantua/Gigantua>, its `Gigantua.cpp` built by `clang++ -std=c++20 -O3
//!   -march=native`, which takes minutes. It has no table.
//!
//! Each count is a run of its own. It takes the processor time of the whole run, as `bash` prints it, less that of a
//! run that only starts: to depth 1 or, for those that count all smaller depths before, to the depth before the last.
//! So neither the start nor other work of the machine is charged. The table of qperft holds what the smaller depths
//! left there, which saves it some hundredths; and as each number of plies to go has an eighth of the table, not all of
//! it is used.

use super::positions::Compared;
use super::programs::{Count, Counted, Program};
use std::env;
use std::fmt::Display;
use std::io::{self, Read};
use std::path::{self, Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::time::Duration;

/// A program that prints its count, and ends.
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
    /// The count in a line of what it prints.
    leaves: fn(&str) -> Option<u128>,
    counts_smaller_depths: bool,
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

/// Richard Delorme's mperft, counting the last ply.
pub const MPERFT: Kind = Kind {
    name: "mperft",
    variable: "OX88_MPERFT",
    start: Start::Anywhere,
    arguments: |depth, fen, memory| {
        let mib = (memory >> 20).to_string();
        ["-b", "-d", &depth.to_string(), "-h", &mib, "-f", fen].map(str::to_owned).into()
    },
    leaves: |line| number(line.strip_prefix("perft")?.split_once(':')?.1),
    counts_smaller_depths: false,
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
    leaves: |line| number(line.strip_prefix("perft(")?.split_once(")=")?.1),
    counts_smaller_depths: true,
    has_table: true,
    example: "perft( 6)=    119060324 ( 0.240 sec)",
};

/// Alex Jasson's templechess.
pub const TEMPLE: Kind = Kind {
    name: "templechess",
    variable: "OX88_TEMPLE",
    start: Start::AtHome,
    arguments: fen_and_depth,
    leaves: |line| number(line.strip_prefix("Nodes searched:")?),
    counts_smaller_depths: false,
    has_table: false,
    example: "Nodes searched: 119060324",
};

/// ellxor's perft.
pub const ELLXOR: Kind = Kind {
    name: "ellxor",
    variable: "OX88_ELLXOR",
    start: Start::Pinned,
    arguments: fen_and_depth,
    leaves: |line| number(line.strip_prefix("Result:")?),
    counts_smaller_depths: false,
    has_table: false,
    example: "Result:            119060324",
};

/// Ankan Banerjee's `perft_cpu_2026`.
pub const PERFT_CPU: Kind = Kind {
    name: "perft_cpu_2026",
    variable: "OX88_PERFT_CPU",
    start: Start::Anywhere,
    arguments: |depth, fen, _| [fen, &depth.to_string(), "-nott"].map(str::to_owned).into(),
    leaves: |line| number(line.strip_prefix("Perft(")?.split_once("):")?.1),
    counts_smaller_depths: true,
    has_table: false,
    example: "Perft(06): 119060324, time: 0.134 seconds, nps: 888509880",
};

/// Daniel Infuehr's Gigantua.
pub const GIGANTUA: Kind = Kind {
    name: "Gigantua",
    variable: "OX88_GIGANTUA",
    start: Start::Anywhere,
    arguments: fen_and_depth,
    leaves: |line| number(line.strip_prefix("Perft ")?.split_once(':')?.1),
    counts_smaller_depths: true,
    has_table: false,
    example: "Perft 6: 119060324 190ms 626.633 MNodes/s",
};

fn fen_and_depth(depth: u32, fen: &str, _: usize) -> Vec<String> {
    vec![fen.to_owned(), depth.to_string()]
}

/// The number with which a text begins.
fn number(text: &str) -> Option<u128> {
    let text = text.trim_start();
    let end = text.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(text.len());
    text.get(..end)?.parse().ok()
}

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

    /// The leaves that it counts, and the processor time of the run.
    fn ask(&self, depth: u32, fen: &str) -> Result<(u128, f64), String> {
        let Outside { kind, path, memory } = self;
        let arguments = (kind.arguments)(depth, fen, *memory);
        let failed = |what: &dyn Display| kind.complaint(path, what);
        let (printed, seconds, status) =
            run(path, kind.start, &arguments).map_err(|error| failed(&error))?;
        // How it ended is said only if there is no answer: the `main` of qperft returns nothing in particular.
        if let Some(leaves) = printed.lines().filter_map(kind.leaves).next_back() {
            return Ok((leaves, seconds));
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
        Ok(Box::new(move |depth| {
            let without = if self.kind.counts_smaller_depths { depth - 1 } else { 1 };
            let (_, to_start) = self.ask(without, fen)?;
            let (leaves, seconds) = self.ask(depth, fen)?;
            // What is shorter than the digits that are printed is no time.
            let own_time = Duration::try_from_secs_f64(seconds - to_start).ok();
            Ok(Counted { leaves, own_time: own_time.filter(|time| !time.is_zero()) })
        }))
    }
}

/// What a program prints, the seconds of processor time that it takes, and how it ends.
fn run(path: &Path, start: Start, arguments: &[String]) -> io::Result<(String, f64, ExitStatus)> {
    let mut command = Command::new("bash");
    command.args(["-c", r#"TIMEFORMAT="%3U %3S"; time "$@" 2> /dev/null"#, "bash"]);
    if let Start::Pinned = start {
        command.args(["taskset", "-c", "0"]);
    }
    let folder = match start {
        Start::AtHome => path.parent().map(Path::to_owned),
        Start::Anywhere | Start::Pinned => None,
    };
    let mut process = command
        .arg(path)
        .args(arguments)
        .current_dir(folder.unwrap_or_else(env::temp_dir))
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()?;
    let (mut printed, mut times) = (Vec::new(), String::new());
    if let Some(output) = process.stdout.take() {
        // A program that prints without end is ended by the pipe that is closed here.
        output.take(LONGEST_ANSWER).read_to_end(&mut printed)?;
    }
    if let Some(mut output) = process.stderr.take() {
        output.read_to_string(&mut times)?;
    }
    let times = times.split_whitespace().map(|time| time.replace(',', ".").parse::<f64>());
    let seconds = times.sum::<Result<f64, _>>().map_err(io::Error::other)?;
    Ok((String::from_utf8_lossy(&printed).into_owned(), seconds, process.wait()?))
}
