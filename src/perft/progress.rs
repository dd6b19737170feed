//! How far a count has come: added to by those who count, and asked for by whoever watches.

use std::sync::{Mutex, MutexGuard, PoisonError};

/// How far a count has come.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Progress {
    /// The part of the tree that is done, from 0 to 1, as if all moves of a position were equally much
    /// work.
    pub share: f64,
    /// The leaves counted so far, those that were remembered among them.
    pub leaves: u128,
}

/// A progress for all threads.
#[derive(Debug, Default)]
pub struct SharedProgress(Mutex<Progress>);

impl SharedProgress {
    /// Begins a new count.
    pub fn begin(&self) {
        *self.lock() = Progress::default();
    }

    /// Takes in that a part of the tree is done, with so many leaves.
    pub fn add(&self, share: f64, leaves: u128) {
        let mut progress = self.lock();
        progress.share += share;
        progress.leaves = progress.leaves.saturating_add(leaves);
    }

    /// How far the count has come by now.
    #[must_use]
    pub fn now(&self) -> Progress {
        *self.lock()
    }

    fn lock(&self) -> MutexGuard<'_, Progress> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What one of so many moves is of a share.
#[expect(clippy::cast_precision_loss, reason = "no position has 2^52 moves")]
#[must_use]
pub fn part(share: f64, moves: usize) -> f64 {
    share / moves.max(1) as f64
}
