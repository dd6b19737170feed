//! The right answers: how many leaves are behind each move of a position. Whatever in the hunt has to know that
//! asks here.
//!
//! Large counts take all cores and the exact memory, and are made once. None of that is time of the engine:
//! its clock runs in `history`, from a question to its answer.

use ox88::{Divide, Position};
use ox88_count::Counter;
use ox88_count::Progress;
use ox88_count::quick;
use std::collections::HashMap;
use std::num::NonZero;
use std::sync::OnceLock;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Instant;

/// Up to this depth a count takes a moment: less than to start threads, or to look it up.
const COUNTED_AT_ONCE: u32 = 3;

/// The bytes in which counts are remembered: enough for depth 7 of the start position.
const MEMORY: usize = 256 << 20;

/// Counts the right answers, and remembers them. Threads are started and memory is taken when they are first
/// needed.
#[derive(Default)]
pub struct Oracle {
    counter: OnceLock<Counter>,
    /// The large divides that were counted.
    known: Mutex<HashMap<(Position, u32), Arc<Divide>>>,
    activity: Mutex<Activity>,
}

/// What an oracle does at the moment.
#[derive(Clone, Copy, Debug)]
pub enum Activity {
    /// It counts for long.
    Counts {
        /// When it began.
        since: Instant,
        /// How far it has come.
        progress: Progress,
    },
    /// It does not, since then if it ever has.
    Rests(Option<Instant>),
}

impl Default for Activity {
    fn default() -> Activity {
        Activity::Rests(None)
    }
}

impl Oracle {
    /// An oracle that has counted nothing so far.
    #[must_use]
    pub fn new() -> Oracle {
        Oracle::default()
    }

    /// The right divide of a position, however long it takes to count.
    #[expect(clippy::missing_panics_doc, reason = "it never does")]
    #[must_use]
    pub fn divide(&self, position: &Position, depth: u32) -> Arc<Divide> {
        let counted = self.divide_until(position, depth, &|| false);
        counted.expect("a count that is never over comes to its end")
    }

    /// The right divide of a position, or nothing if `is_over` says that nobody waits for it any more. Once it
    /// has said so, it has to go on saying so.
    #[must_use]
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
        *lock(&self.activity) =
            Activity::Counts { since: Instant::now(), progress: Progress::default() };
        let counted = self.counter().divide_until(position, depth, is_over);
        *lock(&self.activity) = Activity::Rests(Some(Instant::now()));
        let counted = Arc::new(counted?);
        lock(&self.known).insert(question, Arc::clone(&counted));
        Some(counted)
    }

    /// What it does at the moment. Any thread may ask.
    #[must_use]
    pub fn activity(&self) -> Activity {
        let mut activity = *lock(&self.activity);
        if let Activity::Counts { progress, .. } = &mut activity
            && let Some(counter) = self.counter.get()
        {
            *progress = counter.progress();
        }
        activity
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

// A lock that is poisoned holds what was put there before.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
