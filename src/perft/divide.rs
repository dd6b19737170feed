//! A perft split by root moves: which ones there are, in which order, and the leaves after each.

use super::walk::perft;
use crate::chess::moves::{CastlingNotation, Move};
use crate::chess::position::Position;
use std::fmt;

/// A perft split by root moves: compare it with another one to see after which move they differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Divide {
    depth: u32,
    castling: CastlingNotation,
    rows: Vec<(Move, u128)>,
}

/// The root moves of a position, each with the position after it, sorted by their text in this notation: the rows of a
/// divide before anything is counted.
pub fn root_moves(position: &Position, castling: CastlingNotation) -> Vec<(Move, Position)> {
    let after = |mv| (mv, position.after(mv));
    let mut root_moves: Vec<_> = position.legal_moves().into_iter().map(after).collect();
    root_moves.sort_by_cached_key(|(mv, _)| mv.text(castling));
    root_moves
}

/// The leaves after each legal move, each made and tested. At depth 0 nothing is played, and so there is no row.
pub fn divide(position: &Position, depth: u32) -> Divide {
    let castling = position.castling_notation();
    if depth == 0 {
        return Divide::new(depth, castling, Vec::new());
    }
    let count = |(mv, after)| (mv, perft(&after, depth - 1));
    Divide::new(depth, castling, root_moves(position, castling).into_iter().map(count).collect())
}

impl Divide {
    /// A divide whose rows were counted elsewhere, in the order of [`root_moves`].
    pub const fn new(depth: u32, castling: CastlingNotation, rows: Vec<(Move, u128)>) -> Divide {
        Divide { depth, castling, rows }
    }

    /// The depth of the whole perft.
    pub const fn depth(&self) -> u32 {
        self.depth
    }

    /// Each legal move with the leaves after it, sorted by the text of the move.
    pub fn rows(&self) -> &[(Move, u128)] {
        &self.rows
    }

    /// The same rows, each with its move as UCI text.
    pub fn texts(&self) -> impl Iterator<Item = (String, u128)> {
        self.rows.iter().map(|&(mv, leaves)| (mv.text(self.castling), leaves))
    }

    /// The number of all leaves, as perft counts them: one at depth 0, where the position itself is the leaf. A sum
    /// beyond 128 bits becomes the greatest number of 128 bits.
    pub fn total(&self) -> u128 {
        if self.depth == 0 {
            return 1;
        }
        self.rows.iter().fold(0, |total, &(_, leaves)| total.saturating_add(leaves))
    }
}

impl fmt::Display for Divide {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (text, leaves) in self.texts() {
            writeln!(f, "{text}: {leaves}")?;
        }
        writeln!(f, "\nNodes searched: {}", self.total())
    }
}
