//! Why a move is illegal, with the piece that proves it.

use super::Explanation;
use super::case::Case;
use super::left_in_check::why_left_in_check;
use super::may_not_castle::{castling_on, why_not_possible};
use super::no_such_move::why_no_such_move;
use super::why_legal::why_legal;
use crate::chess::notation::MoveName;
use crate::hunt::line::Line;

/// Why the move that an engine names at the end of a path is illegal there. Of a legal move, it
/// says that it is legal, and why.
#[must_use]
pub fn why_illegal(path: &Line, named: MoveName) -> Explanation {
    let case = Case::at_the_end_of(path);
    // Without its letter a promotion means four legal moves, and is itself none.
    if let Some(legal) = named.the_one_among(&case.here.legal_moves()) {
        let explanation = why_legal(path, legal);
        let reason = format!("the move is legal: {}", explanation.reason);
        return Explanation { reason, ..explanation };
    }
    if let Some(mv) = named.the_one_among(&case.here.pseudo_legal_moves()) {
        return why_left_in_check(&case, mv).for_move(mv.from, mv.to);
    }
    match named {
        MoveName::Castling(side) => {
            let castling = castling_on(&case, side);
            why_not_possible(&case, side, castling).for_move(case.king(), castling.rook())
        }
        MoveName::Squares { from, to, promotion } => {
            why_no_such_move(&case, from, to, promotion).for_move(from, to)
        }
    }
}
