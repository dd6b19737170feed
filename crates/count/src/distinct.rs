//! The distinct positions after some plies, each with the number of paths that lead to it.
//!
//! A perft to a greater depth is the sum, over these positions, of the number of paths times the leaves after the
//! position. So it can be counted in parts, or estimated, with each position once. Two positions are the same if their
//! keys are; the memory compares the same keys.
//!
//! The positions of a ply are made from those of the ply before, so only distinct ones are kept. They are gathered in a
//! list. When it is full, it is sorted, and equal positions become one. A hash table would take more memory, above all
//! while it grows.

use super::key::Key;
use super::quick;
use ox88::Position;
use std::slice::SliceIndex;

/// All positions that are equally many plies away from the first one, each of them once.
#[derive(Clone, Debug)]
pub struct Distinct {
    /// Sorted by their boards, until a split sorts them in another way.
    pub(super) entries: Vec<Entry>,
    /// The part of the key that all these positions share: the side to move and the depth.
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
    /// With this many entries, equal ones are united.
    room: usize,
    /// Whether the system gives no more memory. Then some entries were left out.
    is_full: bool,
}

/// Sorting fewer entries is not worth while.
const LEAST_ROOM: usize = 1 << 16;

impl Distinct {
    /// The position alone, in a tree of this depth.
    pub fn root(position: &Position, depth: u32) -> Distinct {
        let Key { board, tag } = Key::new(position, depth);
        Distinct { entries: vec![Entry { board, paths: 1 }], tag }
    }

    /// The positions one ply later, or `None` if there are more than `most`, or if the system does not give the memory.
    /// A path that ends here leads to none of them.
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
            if next.surely_exceeds(most) {
                return None;
            }
        }
        let entries = next.into_distinct();
        (entries.len() <= most).then_some(Distinct { entries, tag })
    }

    /// The positions at these places, each with the number of paths that lead to it. Each has the counters of the start
    /// of a game, and an en passant square only if a pawn can legally capture there.
    ///
    /// # Panics
    /// If there are not as many positions as the range says.
    pub fn positions(
        &self,
        range: impl SliceIndex<[Entry], Output = [Entry]>,
    ) -> impl ExactSizeIterator<Item = (Position, u128)> {
        let position = |entry: &Entry| self.key(entry).position();
        self.entries[range].iter().map(move |entry| (position(entry), entry.paths))
    }

    /// The number of all paths, or `None` if it does not fit into 128 bits.
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
            // Otherwise nearly every added entry would cost a sort.
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

    /// Whether there are certainly more distinct entries than this, or than fit into memory. When the room last grew,
    /// they were more than four ninths of the present room.
    const fn surely_exceeds(&self, most: usize) -> bool {
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
