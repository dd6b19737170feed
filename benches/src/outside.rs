//! Programs that are on no registry: they are run beside the others if the environment names a
//! built binary. Nothing of theirs is kept here.
//!
//! - `OX88_MPERFT`: <https://github.com/abulmo/MPerft>, built by `CC=clang make pgo`, which needs a
//!   compiler and a C library of C23.
//! - `OX88_QPERFT`: H.G. Muller's `perft.c` from <https://home.hccnet.nl/h.g.muller/dwnldpage.html>,
//!   built by `clang -std=gnu89 -O3 -march=native`. For its table to work on 64 bits, `(int)Hash` in
//!   it has to become `(long)Hash`.
//!
//! Each count is a run of its own, and its time is what the program prints: it is not charged for
//! being started, nor for clearing its table. What they print is not quite the same:
//!
//! - mperft prints the time in milliseconds, and all digits of the leaves in a second, from which the
//!   time is taken. It is the time that passed, as for the programs in Rust.
//! - qperft prints the time in milliseconds: half of one is a hundredth of the shortest count of
//!   `compare`. It is processor time, so waiting for a core does not count. It counts all smaller
//!   depths before, and its table holds what they left there: this saves it a few hundredths. Each
//!   number of plies to go has an eighth of its table, so not all of it is used.

use crate::positions::Usual;
use crate::programs::{Count, Counted, Program};
use std::env;
use std::fmt::Display;
use std::io::{self, Read};
use std::path::{self, Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::time::Duration;

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
    /// The arguments for a depth, a FEN, and the bytes of a table.
    arguments: fn(u32, &str, usize) -> Vec<String>,
    /// The depth that a line of the answer is about, and what was counted.
    answer: fn(&str) -> Option<(u32, Counted)>,
    /// What an answer looks like.
    example: &'static str,
}

/// Richard Delorme's mperft, counting the last ply.
pub const MPERFT: Kind = Kind {
    name: "mperft",
    variable: "OX88_MPERFT",
    arguments: |depth, fen, memory| {
        let mib = (memory >> 20).to_string();
        ["-b", "-d", &depth.to_string(), "-h", &mib, "-f", fen].map(str::to_owned).into()
    },
    answer: |line| {
        let (depth, rest) = line.strip_prefix("perft")?.split_once(':')?;
        let words: Vec<&str> = rest.split_whitespace().collect();
        let [leaves, "leaves", "in", _, "s", rate, "leaves/s"] = words[..] else { return None };
        let (leaves, rate): (u128, f64) = (leaves.parse().ok()?, rate.parse().ok()?);
        Some((depth.trim().parse().ok()?, counted(leaves, leaves as f64 / rate)))
    },
    example: "perft  6 :       119060324 leaves in      0.150 s    793735493 leaves/s",
};

/// H.G. Muller's qperft.
pub const QPERFT: Kind = Kind {
    name: "qperft",
    variable: "OX88_QPERFT",
    arguments: |depth, fen, memory| {
        // An entry has 32 bytes, and their number is given as a power of two.
        let table = (memory / 32).checked_ilog2().map(|power| format!("H{power}"));
        [depth.to_string()].into_iter().chain(table).chain([fen.to_owned()]).collect()
    },
    answer: |line| {
        let (depth, rest) = line.strip_prefix("perft(")?.split_once(")=")?;
        let (leaves, time) = rest.split_once('(')?;
        let seconds = time.trim().strip_suffix("sec)")?.trim().parse().ok()?;
        Some((depth.trim().parse().ok()?, counted(leaves.trim().parse().ok()?, seconds)))
    },
    example: "perft( 6)=    119060324 ( 0.240 sec)",
};

/// More than any of them prints.
const LONGEST_ANSWER: u64 = 1 << 16;

impl Kind {
    /// Why such a program is left out, if the environment names none.
    #[must_use]
    pub fn absence(&self) -> String {
        format!("{}: name a built binary in {}", self.name, self.variable)
    }

    fn complaint(&self, path: &Path, what: &dyn Display) -> String {
        let Kind { name, variable, .. } = self;
        let path = path.display();
        format!(
            "{variable}={path}: {what}: give the path of a built {name}, or unset {variable}; \
             benches/src/outside.rs says how to build one"
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

    /// The same program with a table of this many bytes.
    #[must_use]
    pub fn with_memory(&self, memory: usize) -> Outside {
        Outside { kind: self.kind, path: self.path.clone(), memory }
    }

    fn perft(&self, depth: u32, fen: &str) -> Result<Counted, String> {
        let Outside { kind, path, memory } = self;
        let arguments = (kind.arguments)(depth, fen, *memory);
        let failed = |what: &dyn Display| kind.complaint(path, what);
        let (printed, status) = run(path, &arguments).map_err(|error| failed(&error))?;
        let mut answers = printed.lines().filter_map(kind.answer);
        // How it ended is asked only if there is no answer: the `main` of qperft returns nothing in
        // particular.
        let answer = answers.find(|&(its_depth, _)| its_depth == depth);
        answer.map(|(_, counted)| counted).ok_or_else(|| {
            let printed = printed.lines().last().unwrap_or("nothing");
            let expected = kind.example;
            failed(&format_args!(
                "with the arguments {arguments:?} the last that it printed is `{printed}` \
                 ({status}), expected a line for depth {depth} like `{expected}`"
            ))
        })
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

    fn ready(&mut self, position: &Usual) -> Result<Count<'_>, String> {
        let fen = position.fen();
        Ok(Box::new(move |depth| self.perft(depth, fen)))
    }
}

/// What a program prints, and how it ends. qperft writes a log where it is started, so it is started
/// where such files go.
fn run(path: &Path, arguments: &[String]) -> io::Result<(String, ExitStatus)> {
    let mut process = Command::new(path)
        .args(arguments)
        .current_dir(env::temp_dir())
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

/// A time that is 0 in the digits that were printed is none.
fn counted(leaves: u128, seconds: f64) -> Counted {
    let own_time = Duration::try_from_secs_f64(seconds).ok().filter(|time| !time.is_zero());
    Counted { leaves, own_time }
}
