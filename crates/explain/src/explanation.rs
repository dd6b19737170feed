//! An explanation: a rule, a reason, and the squares that prove it.

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

/// Takes the first row whose condition, in parentheses, holds. The row gives the rule, the squares that prove it, and
/// the reason: a format, and the values that it names.
macro_rules! reasons {
    ($(($($holds:tt)+) => $rule:ident, $squares:expr, $why:literal $(, $name:ident = $value:expr)*;)*
        else $last:ident, $last_squares:expr, $last_why:literal $(, $last_name:ident = $last_value:expr)*;) => {
        $(if $($holds)+ {
            Rule::$rule.because(format!($why $(, $name = $value)*)).shown_by($squares)
        } else)* {
            Rule::$last.because(format!($last_why $(, $last_name = $last_value)*)).shown_by($last_squares)
        }
    };
}
pub(super) use reasons;

impl Rule {
    /// An explanation by this rule, with no squares marked.
    pub(super) fn because(self, reason: impl Into<String>) -> Explanation {
        Explanation { rule: self, reason: reason.into(), squares: Vec::new() }
    }
}

impl Explanation {
    /// Marks more squares.
    pub(super) fn shown_by(mut self, squares: impl IntoIterator<Item = Square>) -> Explanation {
        for square in squares {
            if !self.squares.contains(&square) {
                self.squares.push(square);
            }
        }
        self
    }

    /// Marks the two squares of a move, before the others.
    pub(super) fn of_move(self, from: Square, to: Square) -> Explanation {
        self.rule.because(self.reason).shown_by([from, to]).shown_by(self.squares)
    }
}
