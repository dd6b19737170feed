//! Random input for all that ox88 reads.
//!
//! Each target is a function of some bytes that panics where a promise is broken: no panic, no hang, no
//! more memory than [`Target::most_memory`], and what the file of the target says. The program changes the texts of
//! the suites, the pages and the tests by simple means, says what input broke a promise, and writes it to `found/`:
//!
//! ```sh
//! cargo run --release -p ox88-checks --bin fuzz -- --seconds 60 --seed 7
//! cargo run --release -p ox88-checks --bin fuzz -- --seconds 600 fen
//! cargo run --release -p ox88-checks --bin fuzz -- --input crates/checks/found/fen-0123456789abcdef fen
//! ```
//!
//! What breaks a promise becomes a test in `tests/`, as small as it can be made, beside its kin.
//!
//! Commands of the program are run here in this process, through its library, so that a run takes microseconds.

pub mod mutate;
mod program;
mod seeds;
mod targets {
    pub mod answers;
    pub mod divide;
    pub mod fen;
    pub mod hunt;
    pub mod moves;
    pub mod suite;
    pub mod uci;
    pub mod work;
}

/// Something that ox88 reads, with the promises about it.
pub struct Target {
    /// Its name.
    pub name: &'static str,
    /// What it reads.
    pub about: &'static str,
    /// Panics where a promise is broken.
    pub run: fn(&[u8]),
    /// Input as it is meant to be, which is changed.
    pub seeds: fn() -> Vec<String>,
    /// How many bytes a run may have in use at once, beside its input of this many bytes.
    pub most_memory: fn(usize) -> usize,
}

/// All targets.
pub const TARGETS: [Target; 8] = [
    Target {
        name: "fen",
        about: "a FEN, and what is counted from its position",
        run: targets::fen::run,
        seeds: seeds::fens,
        most_memory: |length| (1 << 20) + 64 * length,
    },
    Target {
        name: "moves",
        about: "a FEN, and the texts of moves below it",
        run: targets::moves::run,
        seeds: seeds::games,
        most_memory: |length| (1 << 20) + 64 * length,
    },
    Target {
        name: "suite",
        about: "a perft suite in any format",
        run: targets::suite::run,
        seeds: seeds::suites,
        // However long it is: an entry is all that is kept.
        most_memory: |_| 4 << 20,
    },
    Target {
        name: "uci",
        about: "the commands of `ox88 uci`",
        run: targets::uci::run,
        seeds: seeds::commands,
        // However long it is: a command is all that is kept.
        most_memory: |_| 4 << 20,
    },
    Target {
        name: "answers",
        about: "a FEN, and what an engine prints when it is asked for the divide there",
        run: targets::answers::run,
        seeds: seeds::answers,
        most_memory: |length| (4 << 20) + 64 * length,
    },
    Target {
        name: "hunt",
        about: "a FEN, and what is wrong in each of the answers of an engine that is hunted",
        run: targets::hunt::run,
        seeds: seeds::hunts,
        most_memory: |length| (64 << 20) + 64 * length,
    },
    Target {
        name: "divide",
        about: "a saved divide, for `ox88 hunt --divide`",
        run: targets::divide::run,
        seeds: seeds::answers,
        // Where the right answer is large, room to remember counts in is reserved: it costs nothing until used.
        most_memory: |_| (512 + 64) << 20,
    },
    Target {
        name: "work",
        about: "a file of work and a file of results, for `ox88 work count` and `ox88 work merge`",
        run: targets::work::run,
        seeds: seeds::works,
        most_memory: |length| (16 << 20) + 64 * length,
    },
];

/// The target of that name.
pub fn target(name: &str) -> Option<&'static Target> {
    const { &TARGETS }.iter().find(|target| target.name == name)
}
