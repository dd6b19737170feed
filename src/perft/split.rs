//! The distinct positions after some plies, each with the number of paths that lead to it.
//!
//! A perft to a greater depth is the sum, over these positions, of the number of paths times the leaves
//! behind the position: so it can be counted in parts, and each position once. Two positions are the
//! same if their keys are: that is what the memory compares, too.
//!
//! The positions of a ply are made from those of the ply before it, so that no more than the distinct
//! ones are kept. They are gathered in a list: when it is full, it is sorted and what is equal becomes
//! one. A hash table would take more memory, the more so while it grows.

use super::counter::CountOverflow;
use super::key::Key;
use super::quick;
use crate::chess::piece::Piece;
use crate::chess::position::Position;
use crate::chess::square::{File, Rank, Square};
use std::cmp::Ordering;
use std::ops::Range;

/// The distinct positions after some plies, sorted by the text of their FEN.
#[derive(Clone, Debug)]
pub struct Split {
    root: Position,
    entries: Vec<Entry>,
    /// What the keys of all these positions have besides their boards.
    tag: u64,
    paths: u128,
}

/// The board of a key, and the number of paths that lead to it.
#[derive(Clone, Copy, Debug)]
struct Entry {
    board: [u64; 4],
    paths: u128,
}

/// Entries that are gathered one by one. Each board may be in there several times.
struct Gathering {
    entries: Vec<Entry>,
    /// How many entries there may be before equal ones are made one.
    room: usize,
}

/// Sorting fewer is not worth while.
const LEAST_ROOM: usize = 1 << 16;

impl Split {
    /// The distinct positions after this number of plies. A path that ends before has none.
    ///
    /// # Errors
    /// If the number of paths does not fit into 128 bits.
    pub fn new(position: &Position, plies: u32) -> Result<Split, CountOverflow> {
        let mut key = Key::new(position, plies);
        let root = key.position();
        let mut entries = vec![Entry { board: key.board, paths: 1 }];
        for _ in 0..plies {
            let mut next = Gathering::new();
            let mut tag = key.tag;
            for &Entry { board, paths } in &entries {
                key.board = board;
                let position = key.position();
                quick::each_legal(&position, |mv| {
                    let after = key.after(&position, mv);
                    tag = after.tag;
                    next.add(Entry { board: after.board, paths });
                });
            }
            entries = next.into_distinct();
            key.tag = tag;
        }
        let paths = entries.iter().fold(0, |sum: u128, entry| sum.saturating_add(entry.paths));
        // A number that did not fit has become the greatest one, and so has every sum that has it.
        if paths == u128::MAX {
            return Err(CountOverflow);
        }
        let mut split = Split { root, entries, tag: key.tag, paths };
        split.sort_by_text();
        Ok(split)
    }

    /// The positions with these places in the order, each with the number of paths that lead to it. Of the positions that count as the same,
    /// it is the one with the counters of the start of a game, and with no en passant square unless a
    /// pawn can legally capture there.
    ///
    /// # Panics
    /// If there are not as many positions as the range says.
    #[must_use]
    pub fn positions(
        &self,
        range: Range<usize>,
    ) -> impl ExactSizeIterator<Item = (Position, u128)> {
        self.entries[range].iter().map(|entry| (self.key(entry).position(), entry.paths))
    }

    /// The number of distinct positions.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether there is no position, because no path is so long.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The position from which the paths begin, with what does not matter left out as in the others.
    #[must_use]
    pub const fn root(&self) -> &Position {
        &self.root
    }

    /// The number of all paths, which is the perft of that depth.
    #[must_use]
    pub const fn paths(&self) -> u128 {
        self.paths
    }

    const fn key(&self, entry: &Entry) -> Key {
        Key { board: entry.board, tag: self.tag }
    }

    fn sort_by_text(&mut self) {
        let tag = self.tag;
        let key = |entry: &Entry| Key { board: entry.board, tag };
        self.entries.sort_unstable_by(|one, other| by_text(&key(one), &key(other)));
    }
}

impl Gathering {
    const fn new() -> Gathering {
        Gathering { entries: Vec::new(), room: LEAST_ROOM }
    }

    fn add(&mut self, entry: Entry) {
        if self.entries.len() == self.room {
            self.unite_equal();
            // Else nearly every entry that is added would cost a sort.
            if self.entries.len() > self.room / 3 * 2 {
                self.room += self.room / 2;
                self.entries.reserve_exact(self.room - self.entries.len());
            }
        }
        self.entries.push(entry);
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

/// The order of the FENs of two positions with the same side to move, mostly without writing them.
///
/// Up to the first square on which the boards differ the FENs are the same. If the squares just before
/// it are empty, a piece ends their number there, and an empty square makes it greater. Otherwise a
/// letter or a number begins there, and a number comes before all letters.
fn by_text(one: &Key, other: &Key) -> Ordering {
    let mut empty_before = false;
    // Most ranks are the same, and need no look at their squares.
    for rank in Rank::all().rev().filter(|&rank| one.rank(rank) != other.rank(rank)) {
        for file in File::all() {
            let square = Square::new(file, rank);
            let before = empty_before && file != File::A;
            match (one.piece_at(square), other.piece_at(square)) {
                (here, there) if here == there => empty_before = here.is_none(),
                (None, Some(_)) if before => return Ordering::Greater,
                (None, Some(_)) => return Ordering::Less,
                (Some(_), None) if before => return Ordering::Less,
                (Some(_), None) => return Ordering::Greater,
                (here, there) => return here.map(Piece::letter).cmp(&there.map(Piece::letter)),
            }
        }
    }
    if one == other {
        return Ordering::Equal;
    }
    // Castling and the en passant square are seldom all that differs.
    one.position().to_string().cmp(&other.position().to_string())
}
