//! The right answers: how many leaves are after each move of a position. Whatever in the hunt has to know that
//! asks here, also what would be right in a false position.
//!
//! Large counts take all cores and the exact memory, and are made once. None of that is time of the engine:
//! only its experiments are.

use super::clock::Clock;
use ox88::{Divide, Position};
use ox88_count::Counter;
use ox88_count::Progress;
use ox88_count::quick;
use ox88_engine::RightAnswers;
use std::collections::HashMap;
use std::num::NonZero;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread;
use std::time::Duration;

/// Up to this depth a count takes a moment: less than to start threads, or to look it up.
const COUNTED_AT_ONCE: u32 = 3;

/// The bytes in which counts are remembered: enough for depth 7 of the start position.
const MEMORY: usize = 256 << 20;

/// Counts the right answers, and remembers them. Threads are started and memory is taken when they are first
/// needed.
pub struct Oracle {
    /// The clock of whoever waits for it.
    pub clock: Clock,
    counter: OnceLock<Counter>,
    /// The large divides that were counted.
    known: Mutex<HashMap<(Position, u32), Arc<Divide>>>,
    is_stopped: AtomicBool,
    /// Whether it counts for long, and since when.
    activity: Mutex<(bool, Option<Duration>)>,
}

/// What an oracle does at the moment.
#[derive(Clone, Copy, Debug)]
pub struct Activity {
    /// How far it has come, if it counts for long.
    pub counts: Option<Progress>,
    /// For how long it has been counting, or has not, if it ever has.
    pub time: Option<Duration>,
}

impl Default for Oracle {
    fn default() -> Oracle {
        Oracle::new()
    }
}

impl Oracle {
    /// An oracle that has counted nothing so far, with the clock of the system.
    pub fn new() -> Oracle {
        Oracle::with_clock(Clock::of_the_system())
    }

    /// The same with another clock.
    pub fn with_clock(clock: Clock) -> Oracle {
        Oracle {
            clock,
            counter: OnceLock::new(),
            known: Mutex::default(),
            is_stopped: AtomicBool::new(false),
            activity: Mutex::default(),
        }
    }

    /// The right divide of a position, however long it takes to count.
    #[expect(clippy::missing_panics_doc, reason = "it never does")]
    pub fn divide(&self, position: &Position, depth: u32) -> Arc<Divide> {
        let counted = self.divide_until(position, depth, &|| false);
        counted.expect("a count that is never over comes to its end")
    }

    /// The right divide of a position, or nothing if it was not counted by then, or nobody waits for it any more.
    pub(crate) fn divide_by(
        &self,
        position: &Position,
        depth: u32,
        end: Option<Duration>,
    ) -> Option<Arc<Divide>> {
        let is_late = || end.is_some_and(|end| self.clock.now() >= end);
        self.divide_until(position, depth, &|| self.is_stopped() || is_late())
    }

    /// The right divide of a position, or nothing if `is_over` says that nobody waits for it any more. Once it
    /// has said so, it has to go on saying so.
    pub fn divide_until(
        &self,
        position: &Position,
        depth: u32,
        is_over: &(dyn Fn() -> bool + Sync),
    ) -> Option<Arc<Divide>> {
        if depth <= COUNTED_AT_ONCE {
            return Some(Arc::new(quick::divide(position, depth)));
        }
        let question = (*position, depth);
        if let Some(known) = lock(&self.known).get(&question) {
            return Some(Arc::clone(known));
        }
        *lock(&self.activity) = (true, Some(self.clock.now()));
        let counted = self.counter().divide_until(position, depth, is_over);
        *lock(&self.activity) = (false, Some(self.clock.now()));
        let counted = Arc::new(Divide::from(counted?));
        lock(&self.known).insert(question, Arc::clone(&counted));
        Some(counted)
    }

    /// From here on nothing is counted for whoever would not wait for ever.
    pub fn stop(&self) {
        self.is_stopped.store(true, Ordering::Relaxed);
    }

    pub(super) fn is_stopped(&self) -> bool {
        self.is_stopped.load(Ordering::Relaxed)
    }

    /// What it does at the moment. Any thread may ask.
    pub fn activity(&self) -> Activity {
        let now = self.clock.now();
        let (counts, since) = *lock(&self.activity);
        let progress = || self.counter.get().map(Counter::progress).unwrap_or_default();
        let time = since.map(|since| now.saturating_sub(since));
        Activity { counts: counts.then(progress), time }
    }

    fn counter(&self) -> &Counter {
        self.counter.get_or_init(|| {
            let cores = thread::available_parallelism().map_or(1, NonZero::get);
            // Where the system starts no threads, the caller's own is enough.
            let counter = Counter::new(MEMORY, cores).or_else(|_| Counter::new(MEMORY, 1));
            counter.expect("the caller's own thread need not be started")
        })
    }
}

impl RightAnswers for Oracle {
    fn divide(&self, position: &Position, depth: u32) -> Arc<Divide> {
        Oracle::divide(self, position, depth)
    }
}

// A lock that is poisoned holds what was put there before.
pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
