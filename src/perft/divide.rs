//! A perft split by the root move: the root moves in their order, and a count for each of them.
//!
//! Every divide goes through [`root_moves`], whichever walk counts what is behind a move, on however
//! many threads, and whether its rows are kept or printed one by one.

use super::walk::perft;
use crate::chess::moves::{CastlingNotation, Move};
use crate::chess::position::Position;
use std::fmt;

/// A perft split by the root move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Divide {
    depth: u32,
    castling: CastlingNotation,
    rows: Vec<(Move, u128)>,
}

/// A legal move at the root of a tree, and what there is to count behind it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RootMove {
    /// The move.
    pub mv: Move,
    /// The position after it.
    pub after: Position,
    /// How many plies are left to play from there.
    pub depth: u32,
}

/// The root moves of a perft to this depth, sorted by their text in this notation. They are the rows
/// of a divide before anything is counted.
///
/// At depth 0 nothing is played, and so there are none.
#[must_use]
pub fn root_moves(position: &Position, depth: u32, castling: CastlingNotation) -> Vec<RootMove> {
    let Some(depth) = depth.checked_sub(1) else { return Vec::new() };
    let mut moves = position.legal_moves();
    moves.sort_by_cached_key(|mv| mv.text(castling));
    let root_move = |mv| RootMove { mv, after: position.after_unchecked(mv), depth };
    moves.into_iter().map(root_move).collect()
}

/// The divide of a position.
#[must_use]
pub fn divide(position: &Position, depth: u32) -> Divide {
    divide_by(position, depth, perft)
}

/// The divide of a position, with the leaves behind each root move counted by `count`.
pub fn divide_by(
    position: &Position,
    depth: u32,
    mut count: impl FnMut(&Position, u32) -> u128,
) -> Divide {
    let count_row = |RootMove { mv, after, depth }| (mv, count(&after, depth));
    Divide::of(position, depth, |root_moves| root_moves.into_iter().map(count_row).collect())
}

impl Divide {
    /// The divide of a position, with all rows counted by `count_rows`, which keeps their order.
    pub(super) fn of(
        position: &Position,
        depth: u32,
        count_rows: impl FnOnce(Vec<RootMove>) -> Vec<(Move, u128)>,
    ) -> Divide {
        let castling = position.castling_notation();
        let rows = count_rows(root_moves(position, depth, castling));
        Divide { depth, castling, rows }
    }

    /// Each legal move with the leaves behind it, sorted by the text of the move. At depth 0 there is
    /// no row.
    #[must_use]
    pub fn rows(&self) -> &[(Move, u128)] {
        &self.rows
    }

    /// The same rows with each move as UCI text, as its position writes it.
    pub fn texts(&self) -> impl Iterator<Item = (String, u128)> {
        self.rows.iter().map(|&(mv, leaves)| (mv.text(self.castling), leaves))
    }

    /// All leaves: those behind the moves, and at depth 0 the position itself. A sum that passes 128
    /// bits counts as the greatest number.
    #[must_use]
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
