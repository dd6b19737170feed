//! Which rule makes a move legal or illegal, and which pieces prove it.
//!
//! `ox88` alone decides whether a move is legal, whether a piece attacks a square, and whether the way of a castling is
//! free. This room puts its answers into a sentence that names the squares.
//!
//! To add a rule, add a row to `rules`, a sentence to the file that explains moves of its kind, and a case to
//! `tests/explain/cases.rs` with a move that shows it.

mod castling;
mod cause;
mod explanation;
mod facts;
mod game_end;
mod illegal;
mod legal;
mod no_such_move;
mod rules;

pub(super) use castling::off_goal;
pub use explanation::Explanation;
pub(super) use facts::{Scene, enumeration, kind_name, side_name};
pub use game_end::{Draw, explain_game_end};
pub(super) use rules::A_SIDE;
pub use rules::{Rule, RuleKind};

use ox88::{Move, MoveName};
use ox88_engine::Line;

/// Explains a move at the end of a line. For a legal move, that is the rule that an engine without the move most likely
/// breaks; an illegal one is explained as by [`explain_name`].
#[must_use]
pub fn explain_move(line: &Line, mv: Move) -> Explanation {
    Scene::at_end_of(line).explain_move(mv)
}

/// Explains the name of a move that an engine prints at the end of a line, even if no piece could make that move: why it
/// is illegal, or that it is legal, and why.
#[must_use]
pub fn explain_name(line: &Line, name: MoveName) -> Explanation {
    Scene::at_end_of(line).explain_name(name)
}

/// Why all of these legal moves are missing at the end of a line, if they have one cause in common.
#[must_use]
pub fn explain_missing(line: &Line, missing: &[Move]) -> Option<Explanation> {
    Scene::at_end_of(line).explain_missing(missing)
}

impl Scene<'_> {
    pub fn explain_move(&self, mv: Move) -> Explanation {
        if self.here.legal_moves().contains(&mv) {
            legal::why(self, mv).of_move(mv.from, mv.to)
        } else {
            self.explain_name(mv.into())
        }
    }

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
