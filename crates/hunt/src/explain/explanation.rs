//! What an explanation consists of.

use super::rules::Rule;
use ox88::Square;

/// Why a move is legal, or why it is not.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Explanation {
    /// The rule that decides, the most specific one that applies.
    pub rule: Rule,
    /// One or two sentences that follow the move and a colon. They name the squares.
    pub reason: String,
    /// The squares to mark on the board, each of them once: those of the move, then those of the
    /// pieces that prove the reason. Wherever a king is left in check, the proof is its attackers.
    pub squares: Vec<Square>,
}

impl Explanation {
    /// A rule with its reason, and squares of which each is to be marked once.
    pub(super) fn of_squares(
        rule: Rule,
        reason: String,
        all: impl IntoIterator<Item = Square>,
    ) -> Explanation {
        let mut squares = Vec::new();
        for square in all {
            if !squares.contains(&square) {
                squares.push(square);
            }
        }
        Explanation { rule, reason, squares }
    }
}
