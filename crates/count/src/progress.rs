//! How far a count has come: the counting threads report it, and the bar asks for it.

use std::fmt;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// How far a count has come.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Progress {
    /// The share of the tree that is done, from 0 to 1, as if every move of a position were the
    /// same amount of work.
    pub share: f64,
    /// The leaves counted so far, including those that were remembered.
    pub leaves: u128,
}

/// A progress that all threads share.
#[derive(Debug, Default)]
pub struct SharedProgress(Mutex<Progress>);

/// A part of a count: it is either divided into smaller parts or done as a whole.
#[derive(Clone, Copy)]
pub struct Work<'a> {
    progress: &'a SharedProgress,
    share: f64,
    is_over: &'a (dyn Fn() -> bool + Sync),
}

impl SharedProgress {
    /// Begins a new count, and returns all its work.
    pub fn begin(&self) -> Work<'_> {
        self.begin_until(&|| false)
    }

    /// The same for a count that ends early when `is_over` becomes true; it must stay true from then on.
    pub fn begin_until<'a>(&'a self, is_over: &'a (dyn Fn() -> bool + Sync)) -> Work<'a> {
        *self.lock() = Progress::default();
        Work { progress: self, share: 1.0, is_over }
    }

    /// How far the count has come so far.
    pub fn now(&self) -> Progress {
        *self.lock()
    }

    fn lock(&self) -> MutexGuard<'_, Progress> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Work<'_> {
    /// Divides the work into this many equal parts. Without any part, the work is done.
    #[expect(clippy::cast_precision_loss, reason = "no position has 2^52 moves")]
    pub fn divided(self, parts: usize) -> Self {
        if parts == 0 {
            self.done(0);
        }
        Work { share: self.share / parts.max(1) as f64, ..self }
    }

    /// Whether the count has to end early.
    pub fn is_over(self) -> bool {
        (self.is_over)()
    }

    /// Reports that this work is done and has found these leaves, and returns their number.
    pub fn done(self, leaves: u128) -> u128 {
        let mut progress = self.progress.lock();
        progress.share += self.share;
        progress.leaves = progress.leaves.saturating_add(leaves);
        leaves
    }
}

impl fmt::Debug for Work<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Work").field("share", &self.share).finish_non_exhaustive()
    }
}
