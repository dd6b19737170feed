//! The quick walk with a memory, on all cores.

use super::divide::{Divide, RootMove};
use super::key::Key;
use super::memo::{Memo, Open, Place};
use super::progress::{Progress, SharedProgress, share_per_move};
use super::quick;
use super::threads::{Threads, ThreadsUnavailable};
use crate::chess::moves::Move;
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

/// How many plies above the leaves it is still near to them. A position there has some millions of
/// leaves at most: seldom enough for a bar, and enough work for a thread.
const NEAR: u32 = 4;

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
        let key = Key::new(position, depth);
        if let Some(leaves) = self.memo.get(&key) {
            self.progress.add(share, leaves);
            return leaves;
        }
        let leaves = if depth <= NEAR {
            let leaves = match self.memo.open() {
                Some(memo) => count_near(&memo, position, &key),
                None => quick::perft(position, depth),
            };
            self.progress.add(share, leaves);
            leaves
        } else {
            let moves = position.legal_moves();
            if moves.is_empty() {
                self.progress.add(share, 0);
            }
            let share = share_per_move(share, moves.len());
            let behind = |mv| self.count(&position.after_unchecked(mv), depth - 1, share);
            self.threads.map(moves, behind).into_iter().fold(0, u128::saturating_add)
        };
        self.memo.put(&key, leaves);
        leaves
    }
}

/// The leaves behind a position that is not remembered.
fn count_near(memo: &Open<'_>, position: &Position, key: &Key) -> u128 {
    if key.depth() <= REMEMBERED_FROM {
        return quick::perft(position, key.depth());
    }
    let mut moves = Vec::with_capacity(64);
    quick::each_legal(position, |mv| moves.push((mv, key.after(position, mv))));
    let places = memo.fetch(moves.iter().map(|(_, key)| key));
    let behind = |((mv, key), place): (&(Move, Key), Place<'_>)| {
        place.get().unwrap_or_else(|| {
            let leaves = count_near(memo, &position.after_unchecked(*mv), key);
            place.put(leaves);
            leaves
        })
    };
    moves.iter().zip(places).map(behind).sum()
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
