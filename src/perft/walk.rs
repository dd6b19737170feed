//! Perft by its definition: the leaves of the tree of legal moves, each of them made and tested.
//!
//! There are no tricks here. The last ply is made like every other, nothing is remembered, and no
//! count is derived from another. Whatever is quicker has to agree with this.

use crate::chess::position::Position;
use std::fmt;

/// How many sequences of so many legal moves there are from a position.
///
/// Perft knows no draws: repetition, the fifty-move rule and bare kings end nothing. A mate or
/// stalemate above the last ply has no moves and so no leaves.
#[must_use]
pub fn perft(position: &Position, depth: u32) -> u128 {
    let mut leaves = 0;
    match depth {
        0 => leaves = 1,
        1 => {
            let mut moves = 0u32;
            position.each_pseudo_legal(|mv| moves += u32::from(position.is_legal(mv)));
            leaves = u128::from(moves);
        }
        // Above the last ply a move is made twice, to test it and to go on from it: one function that
        // does both was measured to be no faster. And 128 bits cannot wrap: no number of leaves that
        // are made one by one comes near.
        _ => position.each_pseudo_legal(|mv| {
            if position.is_legal(mv) {
                leaves += perft(&position.after_unchecked(mv), depth - 1);
            }
        }),
    }
    leaves
}

/// A perft split by the first move: whoever counts something else sees behind which move it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Divide {
    /// Each legal move as UCI text with the leaves behind it, sorted by the text.
    pub rows: Vec<(String, u128)>,
}

/// The divide of a position. At depth 0 there is no first move to split by, and so no row.
#[must_use]
pub fn divide(position: &Position, depth: u32) -> Divide {
    divide_by(position, depth, perft)
}

/// The divide of a position, with the leaves behind each first move counted by `count`.
pub fn divide_by(
    position: &Position,
    depth: u32,
    mut count: impl FnMut(&Position, u32) -> u128,
) -> Divide {
    let Some(depth_behind) = depth.checked_sub(1) else { return Divide { rows: Vec::new() } };
    let row = |mv| (position.move_text(mv), count(&position.after_unchecked(mv), depth_behind));
    let mut rows: Vec<_> = position.legal_moves().into_iter().map(row).collect();
    rows.sort();
    Divide { rows }
}

impl Divide {
    /// The leaves behind all moves together. What passes 128 bits counts as the greatest number.
    #[must_use]
    pub fn total(&self) -> u128 {
        self.rows.iter().fold(0, |total, &(_, leaves)| total.saturating_add(leaves))
    }
}

impl fmt::Display for Divide {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (text, leaves) in &self.rows {
            writeln!(f, "{text}: {leaves}")?;
        }
        writeln!(f, "\nNodes searched: {}", self.total())
    }
}
