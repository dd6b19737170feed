//! How far a count has come: the threads that count add to it, and the bar asks for it.

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

impl SharedProgress {
    /// Begins a new count.
    pub fn begin(&self) {
        *self.lock() = Progress::default();
    }

    /// Adds a share of the tree that is done, and its leaves.
    pub fn add(&self, share: f64, leaves: u128) {
        let mut progress = self.lock();
        progress.share += share;
        progress.leaves = progress.leaves.saturating_add(leaves);
    }

    /// How far the count has come so far.
    #[must_use]
    pub fn now(&self) -> Progress {
        *self.lock()
    }

    fn lock(&self) -> MutexGuard<'_, Progress> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The share of each move, where this many moves divide a share among them.
#[expect(clippy::cast_precision_loss, reason = "no position has 2^52 moves")]
#[must_use]
pub fn share_per_move(share: f64, moves: usize) -> f64 {
    share / moves.max(1) as f64
}
