//! Splits a perft into the distinct positions after some plies, sorted by their text.

use super::distinct::Distinct;
use super::key::Key;
use ox88::{File, Piece, Position, Rank, Square};
use std::cmp::Ordering;
use std::fmt;
use std::mem;
use std::ops::Range;

/// The distinct positions after some plies, sorted by the text of their FEN.
#[derive(Clone, Debug)]
pub struct Split {
    root: Position,
    distinct: Distinct,
    paths: u128,
}

/// Why there is no split.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SplitError {
    /// The number of paths does not fit into 128 bits.
    Overflow,
    /// The positions do not fit into the memory that the system gives.
    Memory,
}

impl Split {
    /// The distinct positions after this number of plies. A path that ends before has none.
    ///
    /// # Errors
    /// If the number of paths does not fit into 128 bits, or the positions do not fit into memory.
    pub fn new(position: &Position, plies: u32) -> Result<Split, SplitError> {
        let root = Key::new(position, plies).position();
        let mut distinct = Distinct::root(position, plies);
        for _ in 0..plies {
            distinct = distinct.next(usize::MAX).ok_or(SplitError::Memory)?;
        }
        let paths = distinct.paths().ok_or(SplitError::Overflow)?;
        let mut entries = mem::take(&mut distinct.entries);
        entries.sort_unstable_by(|one, other| by_text(&distinct.key(one), &distinct.key(other)));
        distinct.entries = entries;
        Ok(Split { root, distinct, paths })
    }

    /// The positions at these places, each with the number of paths that lead to it. A position has the counters of the
    /// start of a game, and an en passant square only if a pawn can legally capture there.
    ///
    /// # Panics
    /// If there are not as many positions as the range says.
    pub fn positions(
        &self,
        range: Range<usize>,
    ) -> impl ExactSizeIterator<Item = (Position, u128)> {
        self.distinct.positions(range)
    }

    /// The number of distinct positions.
    pub const fn len(&self) -> usize {
        self.distinct.entries.len()
    }

    /// Whether there is no position, because no path is this long.
    pub const fn is_empty(&self) -> bool {
        self.distinct.entries.is_empty()
    }

    /// The position from which the paths begin, with its counters and en passant square as in the others.
    pub const fn root(&self) -> &Position {
        &self.root
    }

    /// The number of all paths, which is the perft of that depth.
    pub const fn paths(&self) -> u128 {
        self.paths
    }
}

impl fmt::Display for SplitError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            SplitError::Overflow => "the number of paths passes 128 bits",
            SplitError::Memory => "the system gives no memory for so many positions",
        })
    }
}

impl std::error::Error for SplitError {}

/// The order of the FENs of two positions with the same side to move, mostly without writing them.
///
/// The FENs are the same up to the first square on which the boards differ. If the squares just before it are empty, a
/// piece ends their number there, and an empty square makes the number greater. Otherwise a letter or a number begins
/// there, and numbers sort before letters.
fn by_text(one: &Key, other: &Key) -> Ordering {
    let mut empty_before = false;
    // Most ranks are equal, and their squares need not be compared.
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
