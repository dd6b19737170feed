//! Perft by its definition: the leaves of the tree of legal moves, each of them made and tested.
//!
//! Nothing is remembered, and no count is derived from another. Every quicker walk must agree with this one. It has one
//! shortcut: every leaf counts one, so at depth 1 it counts the legal moves instead of calling itself for the position
//! after each. They are made and tested all the same, but nobody needs their rights and clocks, and that saves a
//! quarter of the time.

use crate::chess::position::Position;

/// The number of leaves at this depth: how many sequences of `depth` legal moves begin in a position.
///
/// Perft ignores draws: repetition, the fifty-move rule and bare kings do not end a branch. A mate or
/// stalemate above the last ply has no moves and so no leaves.
///
/// ```
/// use ox88::{Position, perft};
///
/// assert_eq!(perft(&Position::start(), 3), 8902);
/// ```
pub fn perft(position: &Position, depth: u32) -> u128 {
    let mut leaves = 0;
    match depth {
        0 => leaves = 1,
        1 => position.each_legal(|_, _| leaves += 1),
        _ => position.each_legal(|_, after| leaves += perft(after, depth - 1)),
    }
    leaves
}
