//! Why a move is illegal, with the piece that proves it.

use super::Explanation;
use super::case::Case;
use super::left_in_check::why_left_in_check;
use super::may_not_castle::{castling_on, why_not_possible};
use super::no_such_move::why_no_such_move;
use super::why_legal::why_legal;
use crate::chess::castling::Castling;
use crate::chess::moves::{Move, MoveKind};
use crate::hunt::dialect::{MoveName, legal_moves_meant};
use crate::hunt::line::Line;

/// Why the move that an engine names at the end of a path is illegal there. Of a legal move, it
/// says that it is legal, and why.
#[must_use]
pub fn why_illegal(path: &Line, named: MoveName) -> Explanation {
    let case = Case::at_the_end_of(path);
    // Without its letter a promotion means four legal moves, and is itself none.
    if let [legal] = legal_moves_meant(&case.here, named)[..] {
        let explanation = why_legal(path, legal);
        let reason = format!("the move is legal: {}", explanation.reason);
        return Explanation { reason, ..explanation };
    }
    if let Some(mv) = pseudo_legal_move_meant(&case, named) {
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

/// The pseudo-legal move with this name, read as a legal one is: a step of the king goes before a
/// castling.
fn pseudo_legal_move_meant(case: &Case, named: MoveName) -> Option<Move> {
    let moves = case.here.pseudo_legal_moves();
    let find = |is_meant: &dyn Fn(&Move) -> bool| moves.iter().copied().find(|mv| is_meant(mv));
    let rook_of = |mv: &Move| match mv.kind {
        MoveKind::Castling { rook } => Some(rook),
        _ => None,
    };
    match named {
        MoveName::Castling(side) => {
            find(&|mv| rook_of(mv).is_some_and(|rook| Castling::new(mv.from, rook).side() == side))
        }
        MoveName::Squares { from, to, promotion: Some(kind) } => {
            find(&|mv| *mv == Move { from, to, kind: MoveKind::Promotion(kind) })
        }
        MoveName::Squares { from, to, promotion: None } => {
            let goes = |mv: &Move| mv.from == from && mv.to == to;
            let promotes = |mv: &Move| matches!(mv.kind, MoveKind::Promotion(_));
            find(&|mv| goes(mv) && rook_of(mv).is_none() && !promotes(mv))
                .or_else(|| find(&|mv| goes(mv) && rook_of(mv).is_some()))
                .or_else(|| find(&|mv| mv.from == from && rook_of(mv) == Some(to)))
        }
    }
}
