//! Perft by its definition: the leaves of the tree of legal moves, each of them made and tested.
//!
//! Nothing is remembered. Every quicker walk must agree with this one. There is one shortcut: at depth 1 the moves are
//! counted and not played, because [`Position::legal_moves`] has made and tested each.

use crate::chess::position::Position;

/// The number of leaves at this depth: how many sequences of `depth` legal moves begin in a position.
///
/// Perft ignores draws: repetition, the fifty-move rule and bare kings do not end a branch. A mate or stalemate above
/// the last ply has no moves and so no leaves.
///
/// ```
/// use ox88::{Position, perft};
///
/// assert_eq!(perft(&Position::start(), 3), 8902);
/// ```
pub fn perft(position: &Position, depth: u32) -> u128 {
    match depth {
        0 => 1,
        1 => position.legal_moves().len() as u128,
        _ => {
            position.legal_moves().into_iter().map(|mv| perft(&position.after(mv), depth - 1)).sum()
        }
    }
}
