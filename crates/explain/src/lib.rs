//! Which rule makes a move legal or illegal, and which pieces prove it.
//!
//! `ox88` alone decides whether a move is legal, whether a piece attacks a square, and whether the way of a castling is
//! free. This crate puts its answers into a sentence that names the squares.
//!
//! | module | its one job |
//! |---|---|
//! | `rules` | the table of rules |
//! | `facts` | the position as the side to move sees it; phrases |
//! | `explanation` | a rule, a reason, and the squares that prove it |
//! | `legal`, `illegal`, `no_such_move`, `castling` | why a move is legal, leaves the king attacked, or is none |
//! | `cause` | the one cause behind many missing moves |
//! | `game_end` | an engine that ends the game where there are moves |
//! | `truth` | by definition: the three en passant squares of a FEN, how a move gives check, how a game ends |
//! | `lines` | sentences in lines that fit a terminal, and boards |
//!
//! To add a rule, add a row to `rules`, a sentence to the file that explains moves of its kind, and a case to
//! a snapshot of `tests/explain/cases.rs` with a move that shows it.

mod castling;
mod cause;
mod explanation;
mod facts;
mod game_end;
mod illegal;
mod legal;
mod lines;
mod no_such_move;
mod rules;
pub mod truth;

pub use castling::more_usual_castlings;
pub use explanation::Explanation;
pub use facts::{Scene, between, enumeration, kind_name, man_name, side_name};
pub use game_end::{Draw, explain_game_end};
pub use lines::{WIDTH, board, capitalized, counted, remark, wrapped};
pub use rules::A_SIDE;
pub use rules::{Rule, RuleKind, UsualCause};

use ox88::Move;
use ox88_engine::{Line, MoveName};

/// Explains a move at the end of a line. For a legal move, that is the rule that an engine without the move most likely
/// breaks; an illegal one is explained as by [`explain_name`].
pub fn explain_move(line: &Line, mv: Move) -> Explanation {
    Scene::at_end_of(line).explain_move(mv)
}

/// Explains the name of a move that an engine prints at the end of a line, even if no piece could make that move: why
/// it is illegal, or that it is legal, and why.
pub fn explain_name(line: &Line, name: MoveName) -> Explanation {
    Scene::at_end_of(line).explain_name(name)
}

/// Why all of these legal moves are missing at the end of a line, if they have one cause in common.
pub fn explain_missing(line: &Line, missing: &[Move]) -> Option<Explanation> {
    Scene::at_end_of(line).explain_missing(missing)
}

impl Scene<'_> {
    /// The rule of a move here, and why.
    pub fn explain_move(&self, mv: Move) -> Explanation {
        if self.here.legal_moves().contains(&mv) {
            legal::why(self, mv).of_move(mv.from, mv.to)
        } else {
            self.explain_name(mv.into())
        }
    }

    /// The same of the name of a move.
    pub fn explain_name(&self, name: MoveName) -> Explanation {
        // The name of a promotion without its letter fits four moves and means none of them.
        if let Some(mv) = name.the_one_among(&self.here.legal_moves()) {
            let why = legal::why(self, mv).of_move(mv.from, mv.to);
            return Explanation { reason: format!("the move is legal: {}", why.reason), ..why };
        }
        if let Some(mv) = name.the_one_among(&self.here.pseudo_legal_moves()) {
            return illegal::why(self, mv).of_move(mv.from, mv.to);
        }
        match name {
            MoveName::Castling(side) => {
                let rook = castling::rook_for(self, side);
                castling::why_impossible(self, side, rook).of_move(self.king(), rook)
            }
            MoveName::Squares { from, to, promotion } => {
                no_such_move::why(self, from, to, promotion).of_move(from, to)
            }
        }
    }
}

#[cfg(test)]
#[path = "../tests/main.rs"]
mod tests;

// The example of the README is compiled and run with the tests of the documentation.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
