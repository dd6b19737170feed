//! For one move of one position: which rule makes it legal or illegal, and which piece proves it.
//!
//! No rule of chess is stated here a second time. Whether a piece attacks a square, whether a
//! castling is free, what a move leaves behind: the rooms of `chess` are asked, and the answer is
//! put into a sentence that names the squares.

pub mod rule;

mod case;
mod edge;
mod left_in_check;
mod lines;
mod may_castle;
mod may_not_castle;
mod no_such_move;
mod why_illegal;
mod why_legal;
pub(super) mod words;

pub use why_illegal::why_illegal;
pub use why_legal::why_legal;

use crate::chess::square::Square;
use rule::Rule;

/// Why a move is legal, or why it is not.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Explanation {
    /// The rule in question, the most specific one that applies.
    pub rule: Rule,
    /// One or two sentences to stand behind the move and a colon. They name the squares.
    pub reason: String,
    /// The squares to mark on the board, each of them once: where the move begins and ends, then
    /// those of the pieces that prove it. Those are the attackers wherever a king is left in check.
    pub squares: Vec<Square>,
}
