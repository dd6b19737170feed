//! The quick walk with a memory, on all cores.

use super::divide::{Divide, RootMove};
use super::memo::{Key, Memo};
use super::progress::{Progress, SharedProgress, share_per_move};
use super::quick;
use super::threads::{Threads, ThreadsUnavailable};
use crate::chess::position::Position;
use std::fmt;

/// Counts the same leaves as the walk does, sooner.
pub struct Counter {
    memo: Memo,
    threads: Threads,
    progress: SharedProgress,
}

/// The count does not fit into 128 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CountOverflow;

/// How many plies above the leaves positions begin to be remembered: as few as possible, because
/// the last two plies are counted together. Beginning one ply higher was measured to take half as
/// long again.
const REMEMBERED_FROM: u32 = 2;

/// How many plies above the leaves it begins to be worth sharing the moves of a position among
/// threads.
const SHARED_FROM: u32 = 5;

/// How many plies above the leaves progress is reported: often enough for a bar, and too seldom to
/// cost anything.
const REPORTED_AT: u32 = 4;

impl Counter {
    /// A counter that remembers counts in this many bytes, or none if that is 0, and counts on this
    /// many threads, but at least on one.
    ///
    /// # Errors
    /// If the system does not start the threads.
    pub fn new(memory: usize, threads: usize) -> Result<Counter, ThreadsUnavailable> {
        let threads = Threads::new(threads)?;
        Ok(Counter { memo: Memo::new(memory), threads, progress: SharedProgress::default() })
    }

    /// The number of leaves at this depth.
    ///
    /// # Errors
    /// If it does not fit into 128 bits.
    pub fn perft(&self, position: &Position, depth: u32) -> Result<u128, CountOverflow> {
        self.progress.begin();
        checked(self.threads.run(|| self.count(position, depth, 1.0)))
    }

    /// The same, split by root moves.
    ///
    /// # Errors
    /// If the total does not fit into 128 bits.
    pub fn divide(&self, position: &Position, depth: u32) -> Result<Divide, CountOverflow> {
        self.progress.begin();
        let divide = Divide::of(position, depth, |root_moves| {
            let share = share_per_move(1.0, root_moves.len());
            let row = |RootMove { mv, after, depth }| (mv, self.count(&after, depth, share));
            self.threads.run(|| self.threads.map(root_moves, row))
        });
        checked(divide.total())?;
        Ok(divide)
    }

    /// How far the present count has come. Any thread may ask.
    #[must_use]
    pub fn progress(&self) -> Progress {
        self.progress.now()
    }

    /// The leaves behind a position, which is this share of the whole. A count that does not fit
    /// becomes the greatest number of 128 bits, and so does every sum that contains it.
    fn count(&self, position: &Position, depth: u32, share: f64) -> u128 {
        if depth < REMEMBERED_FROM || !self.memo.is_enabled() {
            return self.count_moves(position, depth, share);
        }
        let key = Key::new(position, depth);
        if let Some(leaves) = self.memo.get(&key) {
            if depth >= REPORTED_AT {
                self.progress.add(share, leaves);
            }
            return leaves;
        }
        let leaves = self.count_moves(position, depth, share);
        self.memo.put(key, leaves);
        leaves
    }

    fn count_moves(&self, position: &Position, depth: u32, share: f64) -> u128 {
        if depth <= 2 {
            return quick::perft(position, depth);
        }
        if depth < REPORTED_AT {
            let mut leaves = 0u128;
            quick::each_legal(position, |mv| {
                leaves = leaves.saturating_add(self.count(
                    &position.after_unchecked(mv),
                    depth - 1,
                    0.0,
                ));
            });
            return leaves;
        }
        let moves = position.legal_moves();
        // Further up, the reports of the moves add up to that of their position, unless there are
        // none because the game is over.
        let is_reported = depth == REPORTED_AT || depth > REPORTED_AT && moves.is_empty();
        let share_of_move = share_per_move(share, moves.len());
        let behind = |mv| self.count(&position.after_unchecked(mv), depth - 1, share_of_move);
        let leaves = if depth >= SHARED_FROM {
            self.threads.map(moves, behind).into_iter().fold(0, u128::saturating_add)
        } else {
            moves.into_iter().map(behind).fold(0, u128::saturating_add)
        };
        if is_reported {
            self.progress.add(share, leaves);
        }
        leaves
    }
}

const fn checked(leaves: u128) -> Result<u128, CountOverflow> {
    if leaves == u128::MAX { Err(CountOverflow) } else { Ok(leaves) }
}

impl fmt::Display for CountOverflow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the count passes 128 bits: take a smaller depth")
    }
}

impl std::error::Error for CountOverflow {}
