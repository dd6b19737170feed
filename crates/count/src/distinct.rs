//! The distinct positions after some plies, each with the number of paths that lead to it.
//!
//! A perft to a greater depth is the sum, over these positions, of the number of paths times the leaves
//! behind the position: so it can be counted in parts, or estimated, and each position once. Two positions
//! are the same if their keys are: that is what the memory compares, too.
//!
//! The positions of a ply are made from those of the ply before it, so that no more than the distinct
//! ones are kept. They are gathered in a list: when it is full, it is sorted and what is equal becomes
//! one. A hash table would take more memory, the more so while it grows.

use super::key::Key;
use super::quick;
use ox88::Position;
use std::slice::SliceIndex;

/// All positions that are equally many plies away from the first one, each of them once.
#[derive(Clone, Debug)]
pub struct Distinct {
    /// In the order of their boards, until a split puts them into another one.
    pub(super) entries: Vec<Entry>,
    /// What the keys of all these positions have besides their boards.
    pub(super) tag: u64,
}

/// The board of a key, and the number of paths that lead to it.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    pub(super) board: [u64; 4],
    /// A number that does not fit into 128 bits has become the greatest one of 128 bits.
    pub(super) paths: u128,
}

/// Entries that are gathered one by one. Each board may be in there several times.
struct Gathering {
    entries: Vec<Entry>,
    /// How many entries there may be before equal ones are made one.
    room: usize,
    /// Whether the system gives no memory for more of them. Some were left out then.
    is_full: bool,
}

/// Sorting fewer is not worth while.
const LEAST_ROOM: usize = 1 << 16;

impl Distinct {
    /// The position itself, in a tree of this depth.
    #[must_use]
    pub fn root(position: &Position, depth: u32) -> Distinct {
        let Key { board, tag } = Key::new(position, depth);
        Distinct { entries: vec![Entry { board, paths: 1 }], tag }
    }

    /// The positions one ply later, or `None` if they are more than `most`, or more than the system gives
    /// memory for. A path that ends here leads to none of them.
    #[must_use]
    pub fn next(&self, most: usize) -> Option<Distinct> {
        let mut next = Gathering::new();
        let mut tag = self.tag;
        for entry in &self.entries {
            let (key, paths) = (self.key(entry), entry.paths);
            let position = key.position();
            quick::each_legal(&position, |mv| {
                let after = key.after(&position, mv);
                tag = after.tag;
                next.add(Entry { board: after.board, paths });
            });
            if next.is_sure_to_pass(most) {
                return None;
            }
        }
        let entries = next.into_distinct();
        (entries.len() <= most).then_some(Distinct { entries, tag })
    }

    /// The positions with these places, each with the number of paths that lead to it. Of the positions
    /// that count as the same, it is the one with the counters of the start of a game, and with no en
    /// passant square unless a pawn can legally capture there.
    ///
    /// # Panics
    /// If there are not as many positions as the range says.
    #[must_use]
    pub fn positions(
        &self,
        range: impl SliceIndex<[Entry], Output = [Entry]>,
    ) -> impl ExactSizeIterator<Item = (Position, u128)> {
        let position = |entry: &Entry| self.key(entry).position();
        self.entries[range].iter().map(move |entry| (position(entry), entry.paths))
    }

    /// The number of all paths, or `None` if it does not fit into 128 bits.
    #[must_use]
    pub fn paths(&self) -> Option<u128> {
        let sum = self.entries.iter().fold(0, |sum: u128, entry| sum.saturating_add(entry.paths));
        (sum < u128::MAX).then_some(sum)
    }

    pub(super) const fn key(&self, entry: &Entry) -> Key {
        Key { board: entry.board, tag: self.tag }
    }
}

impl Gathering {
    const fn new() -> Gathering {
        Gathering { entries: Vec::new(), room: LEAST_ROOM, is_full: false }
    }

    fn add(&mut self, entry: Entry) {
        if self.entries.len() == self.room {
            self.unite_equal();
            // Else nearly every entry that is added would cost a sort.
            if self.entries.len() > self.room / 3 * 2 {
                self.room += self.room / 2;
                let more = self.room - self.entries.len();
                self.is_full |= self.entries.try_reserve_exact(more).is_err();
            }
        }
        self.is_full |= self.entries.try_reserve(1).is_err();
        if !self.is_full {
            self.entries.push(entry);
        }
    }

    /// Whether there are certainly more distinct entries than this, or than fit into memory. When the room
    /// was last made greater, they were more than four ninths of what it is now.
    const fn is_sure_to_pass(&self, most: usize) -> bool {
        self.is_full || self.room > LEAST_ROOM && self.room / 9 * 4 > most
    }

    fn unite_equal(&mut self) {
        self.entries.sort_unstable_by_key(|entry| entry.board);
        self.entries.dedup_by(|later, earlier| {
            let is_same = later.board == earlier.board;
            if is_same {
                earlier.paths = earlier.paths.saturating_add(later.paths);
            }
            is_same
        });
    }

    fn into_distinct(mut self) -> Vec<Entry> {
        self.unite_equal();
        self.entries
    }
}
