//! The counter of a command, with the threads and the memory that its options ask for.

use super::bar::{self, WithoutTerminal};
use super::card::{self, OnCard};
use super::outcome::{Result, Stop};
use ox88::Position;
use ox88_count::{
    CountOverflow, Counted, Counter, Progress, Rows, Stats, ThreadsUnavailable, checked,
};
use std::num::NonZero;
use std::thread;

/// Enough for depth 7 of the start position, and little enough for a small machine.
const DEFAULT_MEMORY: usize = 256 << 20;

/// No machine has more, and a mistyped size would fill all the memory there is.
const MOST_MEMORY: u64 = 16 << 40;

/// More threads than this are of no use, and a system might not start them.
const MOST_THREADS: usize = 1024;

/// The counter of a command, and with `--gpu` the card that counts most.
pub struct Backend<T: Counted = u128> {
    counter: Counter<T>,
    card: Option<Box<dyn OnCard<T>>>,
}

impl Backend {
    /// The backend that the options of a command ask for. The reference makes and tests each leaf, on one thread and with
    /// nothing remembered, unless an option says otherwise. On a graphics card, the memory is that of the card.
    ///
    /// # Errors
    /// The system does not give the threads or the memory that were asked for, or there is no card, or it fails.
    pub fn new(
        threads: Option<usize>,
        memory: Option<usize>,
        is_reference: bool,
        is_gpu: bool,
    ) -> Result<Backend> {
        if is_gpu && is_reference {
            let why =
                "--reference counts on the processor, and --gpu on a graphics card: leave one out";
            return Err(why.into());
        }
        let threads = threads.unwrap_or_else(|| if is_reference { 1 } else { cores() });
        let usual = if is_reference || is_gpu { 0 } else { DEFAULT_MEMORY };
        let bytes = memory.filter(|_| !is_gpu).unwrap_or(usual);
        let counter = if is_reference { Counter::by_definition } else { Counter::new };
        let counter = counter(bytes, threads).map_err(|error| no_threads(threads, &error))?;
        // If nobody asked for a size, a smaller memory is as good: the counts are the same.
        if memory.is_some() && !counter.has_requested_memory() {
            let most = bytes >> 20;
            let why = format!(
                "cannot allocate {most} MiB for counts already made: try a smaller --memory, like 64MiB, or 0 for none"
            );
            return Err(why.into());
        }
        let card = if is_gpu { Some(card::open(memory)?) } else { None };
        Ok(Backend { counter, card })
    }

    /// The same for leaves by their kinds, which no card counts.
    pub fn by_kind(self) -> Backend<Stats> {
        Backend { counter: self.counter.by_kind(), card: None }
    }
}

impl<T: Counted> Backend<T> {
    /// The divide of a position. If it takes long, a bar on the terminal shows how far it is.
    pub(crate) fn divide(&self, position: &Position, depth: u32) -> Result<Rows<T>> {
        self.show_while(depth, || self.divide_unless_interrupted(position, depth))
    }

    /// The leaves of a position, likewise.
    pub(crate) fn perft(&self, position: &Position, depth: u32) -> Result<T> {
        self.show_while(depth, || {
            self.perft_until(position, depth, &bar::is_interrupted)?.ok_or(Stop::Interrupted)
        })
    }

    /// The leaves of a position, without a bar, or nothing if `is_over` becomes true on the way; it must stay true
    /// from then on.
    pub(crate) fn perft_until(
        &self,
        position: &Position,
        depth: u32,
        is_over: &(dyn Fn() -> bool + Sync),
    ) -> Result<Option<T>> {
        match &self.card {
            Some(card) => card.perft(&self.counter, position, depth, is_over),
            None => Ok(self.counter.perft_until(position, depth, is_over)?),
        }
    }

    /// The divide of a position, without a bar, unless an interrupt ends it.
    pub(crate) fn divide_unless_interrupted(
        &self,
        position: &Position,
        depth: u32,
    ) -> Result<Rows<T>> {
        let divide = match &self.card {
            Some(card) => card.divide(&self.counter, position, depth, &bar::is_interrupted)?,
            None => self.counter.divide_until(position, depth, &bar::is_interrupted),
        };
        let divide = divide.ok_or(Stop::Interrupted)?;
        checked(divide.total())?;
        Ok(divide)
    }

    /// The leaves after each of some items, without a bar: see [`Counter::perft_each`]. A card counts one after the other.
    pub fn perft_each<I: Sync>(
        &self,
        items: &[I],
        place: impl Fn(&I) -> (Position, u32) + Sync,
        is_over: &(dyn Fn() -> bool + Sync),
        report: impl Fn(&I, Result<T, String>) + Sync,
    ) {
        let Some(card) = &self.card else {
            let report = |item: &I, leaves: Result<T, CountOverflow>| {
                report(item, leaves.map_err(|error| error.to_string()));
            };
            return self.counter.perft_each(items, place, is_over, report);
        };
        for item in items {
            let (position, depth) = place(item);
            match card.perft(&self.counter, &position, depth, is_over) {
                Ok(Some(leaves)) => report(item, Ok(leaves)),
                Err(Stop::Refused(message)) => report(item, Err(message)),
                _ => return,
            }
        }
    }

    /// Tells on standard error how the card's counts were checked, if there is a card.
    pub(crate) fn tell_of_card(&self) {
        if let Some(card) = &self.card {
            card.tell();
        }
    }

    /// How far the present count has come.
    pub fn progress(&self) -> Progress {
        self.card.as_ref().map_or_else(|| self.counter.progress(), |card| card.progress())
    }

    fn show_while<R>(&self, depth: u32, counts: impl FnOnce() -> Result<R>) -> Result<R> {
        let what = || format!("depth {depth}");
        bar::show_while_counting(what, || self.progress(), WithoutTerminal::Nothing, |_| counts())
    }
}

/// Refuses the kinds of leaves on a card.
pub(crate) fn refuse_kinds_on_card(is_stats: bool, is_gpu: bool) -> Result<()> {
    if is_stats && is_gpu {
        return Err("--gpu counts leaves, and not their kinds: leave out --stats or --gpu".into());
    }
    Ok(())
}

/// As many threads as are of use.
pub fn cores() -> usize {
    thread::available_parallelism().map_or(1, NonZero::get)
}

/// What to do if the system does not start this number of threads.
pub(crate) fn no_threads(threads: usize, error: &ThreadsUnavailable) -> Stop {
    let fewer = if threads > 2 { 2 } else { 1 };
    format!("{threads} threads: {error}: take fewer, as in --threads {fewer}").into()
}

impl From<CountOverflow> for Stop {
    fn from(error: CountOverflow) -> Stop {
        error.to_string().into()
    }
}

/// Reads a number of threads.
pub(crate) fn threads(text: &str) -> Result<usize, String> {
    let threads = text.trim().parse().ok().filter(|threads| (1..=MOST_THREADS).contains(threads));
    threads.ok_or_else(|| {
        format!("expected a number of threads from 1 to {MOST_THREADS}, as in --threads 2")
    })
}

/// Reads a size of memory: `512MiB`, `2GiB`, `0`. A number alone is in MiB, as that of the option `Hash` of UCI.
pub(crate) fn memory(text: &str) -> Result<usize, String> {
    let text = text.trim();
    let digits = text.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(text.len());
    let (number, unit) = text.split_at(digits);
    let shift = match unit.trim().to_ascii_lowercase().as_str() {
        "b" => 0,
        "k" | "kb" | "kib" => 10,
        "" | "m" | "mb" | "mib" => 20,
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
        .ok_or_else(|| {
            "expected a size up to 16TiB, as in --memory 512MiB (a number alone is in MiB), or --memory 0 for none"
                .to_owned()
        })
}
