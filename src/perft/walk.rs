//! Perft by its definition: the leaves of the tree of legal moves, each of them made and tested.
//!
//! There are no tricks here. The last ply is made like every other, nothing is remembered, and no count is derived from
//! another. Every quicker walk must agree with this one.

use crate::chess::moves::Move;
use crate::chess::position::Position;

/// The number of leaves at this depth: how many sequences of `depth` legal moves begin in a
/// position.
///
/// Perft has no draws: repetition, the fifty-move rule and bare kings do not end a branch. A mate or
/// stalemate above the last ply has no moves and so no leaves.
#[must_use]
pub fn perft(position: &Position, depth: u32) -> u128 {
    let mut leaves = 0;
    match depth {
        0 => leaves = 1,
        1 => {
            let mut moves = 0u32;
            each_legal(position, |_| moves += 1);
            leaves = u128::from(moves);
        }
        // Above the last ply a move is made twice, once to test it and once to go on from it. One function for both was
        // no faster. 128 bits cannot wrap, because leaves that are made one by one never come near that number.
        _ => each_legal(position, |mv| leaves += perft(&position.after_unchecked(mv), depth - 1)),
    }
    leaves
}

/// Visits every legal move: each pseudo-legal one is made and tested.
#[inline(always)]
pub fn each_legal(position: &Position, mut visit: impl FnMut(Move)) {
    position.each_pseudo_legal(|mv| {
        if position.is_legal(mv) {
            visit(mv);
        }
    });
}
