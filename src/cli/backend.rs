//! The walk by which a command counts: the quick one with threads and memory, or the reference.

use super::bar::{self, HowFar, Otherwise};
use super::outcome::Stop;
use ox88::{CountOverflow, Counter, Divide, Position, divide_by, perft};
use ox88::{Progress, SharedProgress, share_per_move};
use std::num::NonZero;
use std::thread;

/// Enough for depth 7 of the start position, and little enough for a small machine.
const DEFAULT_MEMORY: usize = 256 << 20;

/// No machine has more, and a mistyped size would fill all the memory there is.
const MOST_MEMORY: u64 = 16 << 40;

/// More threads than this are of no use, and a system might not start them.
const MOST_THREADS: usize = 1024;

/// With this many plies behind a root move the reference takes a while. Then it reports its
/// progress after each move that follows the root move, and not only after the root move.
const REPORTED_BY_THE_SECOND_MOVE: u32 = 5;

/// What counts the leaves.
pub enum Backend {
    /// The quick walk.
    Quick(Counter),
    /// The reference: each leaf made and tested.
    Reference(SharedProgress),
}

impl Backend {
    /// The backend that the options of a command ask for.
    pub fn new(
        threads: Option<usize>,
        memory: Option<usize>,
        is_reference: bool,
    ) -> Result<Backend, Stop> {
        if is_reference {
            if threads.is_some() || memory.is_some() {
                return Err(Stop::Refused(
                    "--reference walks on one thread without memory: leave out --threads and \
                     --memory, or --reference"
                        .to_owned(),
                ));
            }
            return Ok(Backend::Reference(SharedProgress::default()));
        }
        let cores = || thread::available_parallelism().map_or(1, NonZero::get);
        let threads = threads.unwrap_or_else(cores);
        let counter = Counter::new(memory.unwrap_or(DEFAULT_MEMORY), threads);
        let counter = counter.map_err(|error| {
            format!("{threads} threads: {error}: take fewer, as in --threads 2")
        })?;
        Ok(Backend::Quick(counter))
    }

    /// The divide of a position. If it takes long, a bar on the terminal shows how far it is.
    pub fn divide(&self, position: &Position, depth: u32) -> Result<Divide, Stop> {
        self.watched(depth, || self.divide_unwatched(position, depth))
    }

    /// The number of leaves of a position, likewise.
    pub fn perft(&self, position: &Position, depth: u32) -> Result<u128, Stop> {
        self.watched(depth, || self.perft_unwatched(position, depth))
    }

    /// The number of leaves of a position, without a bar.
    pub fn perft_unwatched(&self, position: &Position, depth: u32) -> Result<u128, Stop> {
        match self {
            Backend::Quick(counter) => counter.perft(position, depth).map_err(refuse),
            Backend::Reference(_) => Ok(self.divide_unwatched(position, depth)?.total()),
        }
    }

    /// The divide of a position, without a bar.
    pub fn divide_unwatched(&self, position: &Position, depth: u32) -> Result<Divide, Stop> {
        let progress = match self {
            Backend::Quick(counter) => return counter.divide(position, depth).map_err(refuse),
            Backend::Reference(progress) => progress,
        };
        let count = |position: &Position, depth, share| {
            let leaves = perft(position, depth);
            progress.add(share, leaves);
            leaves
        };
        progress.begin();
        let share = share_per_move(1.0, position.legal_moves().len());
        Ok(divide_by(position, depth, |position, depth| {
            if depth < REPORTED_BY_THE_SECOND_MOVE {
                return count(position, depth, share);
            }
            let share = share_per_move(share, position.legal_moves().len());
            divide_by(position, depth, |position, depth| count(position, depth, share)).total()
        }))
    }

    /// How far the present count has come.
    pub fn progress(&self) -> Progress {
        match self {
            Backend::Quick(counter) => counter.progress(),
            Backend::Reference(progress) => progress.now(),
        }
    }

    fn watched<T>(&self, depth: u32, work: impl FnOnce() -> T) -> T {
        bar::watched(
            || format!("depth {depth}"),
            |time| HowFar::of_count(self.progress(), time),
            Otherwise::Nothing,
            |_| work(),
        )
    }
}

fn refuse(error: CountOverflow) -> Stop {
    Stop::Refused(error.to_string())
}

/// Reads a number of threads.
pub fn threads(text: &str) -> Result<usize, String> {
    let threads = text.trim().parse().ok().filter(|threads| (1..=MOST_THREADS).contains(threads));
    threads.ok_or_else(|| {
        format!("expected a number of threads from 1 to {MOST_THREADS}, as in --threads 2")
    })
}

/// Reads a size of memory: `512MiB`, `2GiB`, `0`.
pub fn memory(text: &str) -> Result<usize, String> {
    let text = text.trim();
    let digits = text.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(text.len());
    let (number, unit) = text.split_at(digits);
    let shift = match unit.trim().to_ascii_lowercase().as_str() {
        "" | "b" => 0,
        "k" | "kb" | "kib" => 10,
        "m" | "mb" | "mib" => 20,
        "g" | "gb" | "gib" => 30,
        "t" | "tb" | "tib" => 40,
        _ => 64,
    };
    let bytes = number
        .parse::<usize>()
        .ok()
        .and_then(|number| number.checked_mul(1usize.checked_shl(shift)?));
    bytes
        .filter(|&bytes| bytes as u64 <= MOST_MEMORY)
        .ok_or_else(|| "expected a size, as in --memory 512MiB, or --memory 0 for none".to_owned())
}
