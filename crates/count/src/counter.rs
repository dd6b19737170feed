//! A walk with a memory, on all cores.
//!
//! Far from the leaves, the threads share out the moves of a position and report their progress. Near the leaves there
//! are too many positions for that: one thread counts them, and remembers counts.

use super::bitboards;
use super::entries::{Counts, CountsByKind, Entries};
use super::key::Key;
use super::memo::{Memo, Open, Place};
use super::progress::{Progress, SharedProgress, Work};
use super::quick::{self, siblings::Siblings};
use super::tally::{Rows, Tally};
use super::threads::{Threads, ThreadsUnavailable};
use crate::stats::Stats;
use crate::tally::RootMove;
use ox88::{Move, Position};
use std::fmt;

/// Counts the same leaves as the walk, sooner: their number, or [by their kinds](Counter::by_kind).
pub struct Counter<T: Counted = u128> {
    walk: Walk,
    memory: usize,
    memo: Memo<T::Entries>,
    threads: Threads,
    progress: SharedProgress,
}

/// What a counter can count.
pub trait Counted: Tally {
    /// The entries of the table that remembers counts.
    #[doc(hidden)]
    type Entries: Entries<Count = Self>;

    /// The leaves after a position, by [`count`]. A generic function would be compiled in the crate that uses it,
    /// perhaps without optimization; this method is compiled here.
    #[doc(hidden)]
    fn counted(counter: &Counter<Self>, position: &Position, depth: u32, work: Work<'_>) -> Self;

    /// The leaves at a depth, without a memory.
    #[doc(hidden)]
    fn walked(walk: Walk, position: &Position, depth: u32) -> Self;

    /// The leaves after a move at a depth, without a memory. What the moves of the position share is found out with
    /// the first of them.
    #[doc(hidden)]
    fn walked_after<'a>(
        walk: Walk,
        position: &'a Position,
        _siblings: &mut Option<Siblings<'a>>,
        mv: Move,
        depth: u32,
    ) -> Self {
        Self::walked(walk, &position.after(mv), depth)
    }

    /// The least depth at which counts are remembered.
    #[doc(hidden)]
    fn remembered_from(walk: Walk) -> u32;
}

/// The count does not fit into 128 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CountOverflow;

/// The walk below a position that is not remembered.
#[derive(Clone, Copy)]
pub enum Walk {
    /// By the quick walk.
    Quick,
    /// By the definition.
    Reference,
}

/// Positions of this depth or less are near the leaves. They have some millions of leaves at most: enough work for a
/// thread, and little enough for a smooth bar.
const NEAR: u32 = 4;

impl Counter {
    /// Counts by the quick walk, on this many threads, but at least on one. Remembers counts in this many bytes, or
    /// none if that is 0.
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
        // Threads that are about to start need memory, too, and the table knows what to leave to them.
        let memo = Memo::new(memory);
        let (threads, progress) = (Threads::new(threads)?, SharedProgress::default());
        Ok(Counter { walk, memory, memo, threads, progress })
    }

    /// Counts in the same way, but the leaves of each kind.
    pub fn by_kind(self) -> Counter<Stats> {
        let Counter { walk, memory, memo, threads, progress } = self;
        // There may not be room for both tables.
        drop(memo);
        Counter { walk, memory, memo: Memo::new(memory), threads, progress }
    }
}

impl<T: Counted> Counter<T> {
    /// The leaves at this depth.
    ///
    /// # Errors
    /// If their number does not fit into 128 bits.
    pub fn perft(&self, position: &Position, depth: u32) -> Result<T, CountOverflow> {
        let work = self.progress.begin();
        checked(self.threads.run(|| T::counted(self, position, depth, work)))
    }

    /// The same, or nothing if `is_over` becomes true on the way; it must stay true from then on.
    ///
    /// # Errors
    /// If their number does not fit into 128 bits.
    pub fn perft_until(
        &self,
        position: &Position,
        depth: u32,
        is_over: &(dyn Fn() -> bool + Sync),
    ) -> Result<Option<T>, CountOverflow> {
        let work = self.progress.begin_until(is_over);
        let leaves = self.threads.run(|| T::counted(self, position, depth, work));
        if work.is_over() { Ok(None) } else { checked(leaves).map(Some) }
    }

    /// The same, split by root moves.
    ///
    /// # Errors
    /// If the total does not fit into 128 bits.
    pub fn divide(&self, position: &Position, depth: u32) -> Result<Rows<T>, CountOverflow> {
        let divide = self.rows(position, depth, self.progress.begin());
        checked(divide.total())?;
        Ok(divide)
    }

    /// The same, or nothing if `is_over` becomes true on the way; it must stay true from then on. A count that does not
    /// fit into 128 bits becomes the greatest number that does.
    pub fn divide_until(
        &self,
        position: &Position,
        depth: u32,
        is_over: &(dyn Fn() -> bool + Sync),
    ) -> Option<Rows<T>> {
        let work = self.progress.begin_until(is_over);
        let divide = self.rows(position, depth, work);
        (!work.is_over()).then_some(divide)
    }

    fn rows(&self, position: &Position, depth: u32, work: Work<'_>) -> Rows<T> {
        Rows::of(position, depth, |root_moves| {
            let work = work.divided(root_moves.len());
            let row = |RootMove { mv, after, depth }| match depth {
                0 => (mv, T::of_leaf(position, mv)),
                _ => (mv, T::counted(self, &after, depth, work)),
            };
            self.threads.run(|| self.threads.map(root_moves, row))
        })
    }

    /// Counts the leaves after each item. `place` gives the position and the depth of an item. The threads share out
    /// the items; as soon as one is counted, `report` gets it with its leaves, on any thread. The others are given up
    /// when `is_over` becomes true; it must stay true from then on.
    pub fn perft_each<I: Sync>(
        &self,
        items: &[I],
        place: impl Fn(&I) -> (Position, u32) + Sync,
        is_over: &(dyn Fn() -> bool + Sync),
        report: impl Fn(&I, Result<T, CountOverflow>) + Sync,
    ) {
        let work = self.progress.begin_until(is_over).divided(items.len());
        let count_item = |item| {
            let (position, depth) = place(item);
            let leaves = T::counted(self, &position, depth, work);
            if !work.is_over() {
                report(item, checked(leaves));
            }
        };
        self.threads.run(|| self.threads.map(items.iter().collect(), count_item));
    }

    /// Whether the system has given all the memory that was asked for. With less, the counter remembers less, and the
    /// counts are the same.
    pub const fn has_requested_memory(&self) -> bool {
        self.memo.is_whole()
    }

    /// How far the present count has come. Any thread may ask.
    pub fn progress(&self) -> Progress {
        self.progress.now()
    }
}

/// The leaves after a position. A count that does not fit becomes the greatest number of 128 bits, and so does every
/// sum that contains it. A count that was given up on the way is meaningless, and is not remembered.
fn count<T: Counted>(counter: &Counter<T>, position: &Position, depth: u32, work: Work<'_>) -> T {
    let key = Key::new(position, depth);
    if let Some(leaves) = counter.memo.get(&key) {
        work.done(leaves.leaves());
        return leaves;
    }
    if work.is_over() {
        return T::NONE;
    }
    let leaves = if depth <= NEAR {
        let leaves = count_near(counter, position, &key);
        work.done(leaves.leaves());
        leaves
    } else {
        let moves = position.legal_moves();
        let work = work.divided(moves.len());
        let behind = |mv| count(counter, &position.after(mv), depth - 1, work);
        let leaves = counter.threads.map(moves, behind).into_iter().fold(T::NONE, T::and);
        if work.is_over() {
            return T::NONE;
        }
        leaves
    };
    counter.memo.put(&key, leaves);
    leaves
}

fn count_near<T: Counted>(counter: &Counter<T>, position: &Position, key: &Key) -> T {
    match counter.memo.open() {
        Some(memo) => counter.walk.count(&memo, position, key),
        None => T::walked(counter.walk, position, key.depth()),
    }
}

impl Counted for u128 {
    type Entries = Counts;

    fn counted(counter: &Counter<u128>, position: &Position, depth: u32, work: Work<'_>) -> u128 {
        count(counter, position, depth, work)
    }

    fn walked(walk: Walk, position: &Position, depth: u32) -> u128 {
        match walk {
            Walk::Quick => quick::perft(position, depth),
            Walk::Reference => ox88::perft(position, depth),
        }
    }

    fn walked_after<'a>(
        walk: Walk,
        position: &'a Position,
        siblings: &mut Option<Siblings<'a>>,
        mv: Move,
        depth: u32,
    ) -> u128 {
        match (walk, depth) {
            (Walk::Quick, 2) if siblings.is_some() || !bitboards::is_quicker(position) => {
                siblings.get_or_insert_with(|| Siblings::new(position)).leaves_after(mv).into()
            }
            _ => u128::walked(walk, &position.after(mv), depth),
        }
    }

    /// The fewest plies that the walk counts at once. The quick walk counts two plies together; remembering only from
    /// one ply higher took half as long again.
    fn remembered_from(walk: Walk) -> u32 {
        match walk {
            Walk::Quick => 2,
            Walk::Reference => 1,
        }
    }
}

impl Counted for Stats {
    type Entries = CountsByKind;

    fn counted(counter: &Counter<Stats>, position: &Position, depth: u32, work: Work<'_>) -> Stats {
        count(counter, position, depth, work)
    }

    fn walked(walk: Walk, position: &Position, depth: u32) -> Stats {
        match walk {
            Walk::Quick => quick::stats(position, depth),
            Walk::Reference => crate::stats::stats(position, depth),
        }
    }

    fn remembered_from(_: Walk) -> u32 {
        1
    }
}

impl Walk {
    /// The leaves after a position that is not remembered.
    fn count<T: Counted>(self, memo: &Open<'_, T::Entries>, position: &Position, key: &Key) -> T {
        if key.depth() <= T::remembered_from(self) {
            return T::walked(self, position, key.depth());
        }
        let moves = self.moves_with_keys(position, key);
        let places = memo.fetch(moves.iter().map(|(_, key)| key));
        let mut siblings = None;
        let behind = |((mv, key), place): (&(Move, Key), Place<'_, T::Entries>)| {
            place.get().unwrap_or_else(|| {
                let leaves = if key.depth() <= T::remembered_from(self) {
                    T::walked_after(self, position, &mut siblings, *mv, key.depth())
                } else {
                    self.count(memo, &position.after(*mv), key)
                };
                place.put(leaves);
                leaves
            })
        };
        moves.iter().zip(places).map(behind).fold(T::NONE, T::and)
    }

    /// The legal moves of a position, each with the key of the position after it.
    fn moves_with_keys(self, position: &Position, key: &Key) -> Vec<(Move, Key)> {
        let mut moves = Vec::with_capacity(64);
        match self {
            Walk::Quick => {
                quick::each_legal(position, |mv| moves.push((mv, key.after(position, mv))));
            }
            Walk::Reference => {
                for mv in position.legal_moves() {
                    moves.push((mv, Key::new(&position.after(mv), key.depth() - 1)));
                }
            }
        }
        moves
    }
}

/// The leaves, unless they are the greatest number of 128 bits, which stands for any that does not fit.
///
/// # Errors
/// If they are.
pub fn checked<T: Tally>(leaves: T) -> Result<T, CountOverflow> {
    if leaves.leaves() == u128::MAX { Err(CountOverflow) } else { Ok(leaves) }
}

impl fmt::Display for CountOverflow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the count passes 128 bits: take a smaller depth")
    }
}

impl std::error::Error for CountOverflow {}
