//! The quick walk with a memory, on all cores.

use super::divide::{Divide, RootMove};
use super::memo::{Key, Memo};
use super::progress::{Progress, SharedProgress, part};
use super::quick;
use super::threads::{Threads, ThreadsUnavailable};
use crate::chess::position::Position;
use std::fmt;

/// Counts leaves sooner than the walk does, and always to the same number.
pub struct Counter {
    memo: Memo,
    threads: Threads,
    progress: SharedProgress,
}

/// The count passes 128 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CountOverflow;

/// So many plies above the leaves positions begin to be remembered: as near as can be, because the
/// last two are counted together. To begin one ply further up was measured to take half as long again.
const REMEMBERED_FROM: u32 = 2;

/// So many plies above the leaves the moves of a position are worth being shared out to threads.
const SHARED_FROM: u32 = 5;

/// So many plies above the leaves progress is told: often enough for a bar, and too seldom to cost
/// anything.
const TOLD_FROM: u32 = 4;

impl Counter {
    /// A counter with a memory of so many bytes, or none, and so many threads, of which there is at
    /// least one.
    ///
    /// # Errors
    /// When the system gives no more threads.
    pub fn new(memory: usize, threads: usize) -> Result<Counter, ThreadsUnavailable> {
        let threads = Threads::new(threads)?;
        Ok(Counter { memo: Memo::new(memory), threads, progress: SharedProgress::default() })
    }

    /// How many sequences of so many legal moves there are from a position.
    ///
    /// # Errors
    /// When there are too many to count.
    pub fn perft(&self, position: &Position, depth: u32) -> Result<u128, CountOverflow> {
        self.progress.begin();
        checked(self.threads.run(|| self.count(position, depth, 1.0)))
    }

    /// The same split by the first move.
    ///
    /// # Errors
    /// When there are too many to count.
    pub fn divide(&self, position: &Position, depth: u32) -> Result<Divide, CountOverflow> {
        self.progress.begin();
        let divide = Divide::of(position, depth, |root_moves| {
            let share = part(1.0, root_moves.len());
            let row = |RootMove { mv, after, depth }| (mv, self.count(&after, depth, share));
            self.threads.run(|| self.threads.map(root_moves, row))
        });
        checked(divide.total())?;
        Ok(divide)
    }

    /// How far the count that is going on has come. Any thread may ask.
    #[must_use]
    pub fn progress(&self) -> Progress {
        self.progress.now()
    }

    /// The leaves behind a position, which is this share of the whole. Too many to count are the
    /// greatest number there is, and remain it in every sum.
    fn count(&self, position: &Position, depth: u32, share: f64) -> u128 {
        if depth < REMEMBERED_FROM || !self.memo.is_any() {
            return self.count_moves(position, depth, share);
        }
        let key = Key::new(position, depth);
        if let Some(leaves) = self.memo.get(&key) {
            if depth >= TOLD_FROM {
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
        if depth < TOLD_FROM {
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
        // Above the plies at which it is told, the whole is what the moves have told; but a game that
        // is over has no moves.
        let is_told = depth == TOLD_FROM || depth > TOLD_FROM && moves.is_empty();
        let part = part(share, moves.len());
        let behind = |mv| self.count(&position.after_unchecked(mv), depth - 1, part);
        let leaves = if depth >= SHARED_FROM {
            self.threads.map(moves, behind).into_iter().fold(0, u128::saturating_add)
        } else {
            moves.into_iter().map(behind).fold(0, u128::saturating_add)
        };
        if is_told {
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
