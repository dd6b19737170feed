//! A walk with a memory, on all cores.
//!
//! Far from the leaves a position's moves are shared out to the threads, and the progress is reported.
//! Near the leaves there are too many positions for that: there one thread counts, and remembers.

use super::divide::{Divide, RootMove};
use super::key::Key;
use super::memo::{Memo, Open, Place};
use super::progress::{Progress, SharedProgress, Work};
use super::threads::{Threads, ThreadsUnavailable};
use super::{quick, walk};
use crate::chess::moves::Move;
use crate::chess::position::Position;
use std::fmt;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

/// Counts the same leaves as the walk does, sooner.
pub struct Counter {
    walk: Walk,
    memo: Memo,
    threads: Threads,
    progress: SharedProgress,
}

/// The count does not fit into 128 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CountOverflow;

/// How the leaves are counted behind a position that is not remembered.
#[derive(Clone, Copy)]
enum Walk {
    Quick,
    Reference,
}

/// How many plies above the leaves it is still near to them. A position there has some millions of
/// leaves at most: seldom enough for a bar, and enough work for a thread.
const NEAR: u32 = 4;

impl Counter {
    /// A counter that counts by the quick walk, remembers counts in this many bytes, or none if that
    /// is 0, and counts on this many threads, but at least on one.
    ///
    /// # Errors
    /// If the system does not start the threads.
    pub fn new(memory: usize, threads: usize) -> Result<Counter, ThreadsUnavailable> {
        Counter::with(Walk::Quick, memory, threads)
    }

    /// The same by the reference, which makes and tests every move. With a memory it does so once
    /// for each position, and without one for each leaf.
    ///
    /// # Errors
    /// If the system does not start the threads.
    pub fn by_definition(memory: usize, threads: usize) -> Result<Counter, ThreadsUnavailable> {
        Counter::with(Walk::Reference, memory, threads)
    }

    fn with(walk: Walk, memory: usize, threads: usize) -> Result<Counter, ThreadsUnavailable> {
        let threads = Threads::new(threads)?;
        Ok(Counter { walk, memo: Memo::new(memory), threads, progress: SharedProgress::default() })
    }

    /// The number of leaves at this depth.
    ///
    /// # Errors
    /// If it does not fit into 128 bits.
    pub fn perft(&self, position: &Position, depth: u32) -> Result<u128, CountOverflow> {
        let work = self.progress.begin();
        checked(self.threads.run(|| self.count(position, depth, work)))
    }

    /// The same, split by root moves.
    ///
    /// # Errors
    /// If the total does not fit into 128 bits.
    pub fn divide(&self, position: &Position, depth: u32) -> Result<Divide, CountOverflow> {
        let work = self.progress.begin();
        let divide = Divide::of(position, depth, |root_moves| {
            let work = work.divided(root_moves.len());
            let row = |RootMove { mv, after, depth }| (mv, self.count(&after, depth, work));
            self.threads.run(|| self.threads.map(root_moves, row))
        });
        checked(divide.total())?;
        Ok(divide)
    }

    /// The leaves behind each of some items, which `place` says to be a position and a depth. The items
    /// are shared out to the threads, and as soon as one is counted, `report` takes it with its leaves,
    /// on any thread. When that breaks off, no further item is begun.
    pub fn perft_each<I: Sync>(
        &self,
        items: &[I],
        place: impl Fn(&I) -> (Position, u32) + Sync,
        report: impl Fn(&I, Result<u128, CountOverflow>) -> ControlFlow<()> + Sync,
    ) {
        let work = self.progress.begin().divided(items.len());
        let is_broken_off = AtomicBool::new(false);
        let count_item = |item| {
            if is_broken_off.load(Ordering::Relaxed) {
                return;
            }
            let (position, depth) = place(item);
            if report(item, checked(self.count(&position, depth, work))).is_break() {
                is_broken_off.store(true, Ordering::Relaxed);
            }
        };
        self.threads.run(|| self.threads.map(items.iter().collect(), count_item));
    }

    /// How far the present count has come. Any thread may ask.
    #[must_use]
    pub fn progress(&self) -> Progress {
        self.progress.now()
    }

    /// The leaves behind a position. A count that does not fit becomes the greatest number of 128
    /// bits, and so does every sum that contains it.
    fn count(&self, position: &Position, depth: u32, work: Work<'_>) -> u128 {
        let key = Key::new(position, depth);
        if let Some(leaves) = self.memo.get(&key) {
            return work.done(leaves);
        }
        let leaves = if depth <= NEAR {
            work.done(self.count_near(position, &key))
        } else {
            let moves = position.legal_moves();
            let work = work.divided(moves.len());
            let behind = |mv| self.count(&position.after_unchecked(mv), depth - 1, work);
            self.threads.map(moves, behind).into_iter().fold(0, u128::saturating_add)
        };
        self.memo.put(&key, leaves);
        leaves
    }

    fn count_near(&self, position: &Position, key: &Key) -> u128 {
        match self.memo.open() {
            Some(memo) => self.walk.count(&memo, position, key),
            None => self.walk.leaves(position, key.depth()),
        }
    }
}

impl Walk {
    /// The leaves behind a position that is not remembered.
    fn count(self, memo: &Open<'_>, position: &Position, key: &Key) -> u128 {
        if key.depth() <= self.remembered_from() {
            return self.leaves(position, key.depth());
        }
        let moves = self.moves_with_keys(position, key);
        let places = memo.fetch(moves.iter().map(|(_, key)| key));
        let behind = |((mv, key), place): (&(Move, Key), Place<'_>)| {
            place.get().unwrap_or_else(|| {
                let leaves = self.count(memo, &position.after_unchecked(*mv), key);
                place.put(leaves);
                leaves
            })
        };
        moves.iter().zip(places).map(behind).sum()
    }

    /// How many plies above the leaves positions begin to be remembered: as few as the walk counts at
    /// once. For the quick walk, which counts two plies together, beginning one ply higher was
    /// measured to take half as long again.
    const fn remembered_from(self) -> u32 {
        match self {
            Walk::Quick => 2,
            Walk::Reference => 1,
        }
    }

    /// The leaves behind a position, with nothing remembered.
    fn leaves(self, position: &Position, depth: u32) -> u128 {
        match self {
            Walk::Quick => quick::perft(position, depth),
            Walk::Reference => walk::perft(position, depth),
        }
    }

    /// The legal moves of a position, each with the key of the position after it.
    fn moves_with_keys(self, position: &Position, key: &Key) -> Vec<(Move, Key)> {
        let mut moves = Vec::with_capacity(64);
        match self {
            Walk::Quick => {
                quick::each_legal(position, |mv| moves.push((mv, key.after(position, mv))));
            }
            Walk::Reference => walk::each_legal(position, |mv| {
                moves.push((mv, Key::new(&position.after_unchecked(mv), key.depth() - 1)));
            }),
        }
        moves
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
