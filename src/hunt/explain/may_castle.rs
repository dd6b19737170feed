//! Why a castling is legal: what an engine may have held against it, though it does not matter.

use super::case::{Case, Reason};
use super::may_not_castle::squares_to_be_free;
use super::rule::Rule;
use super::words;
use crate::chess::attacks::attackers;
use crate::chess::castling::{Castling, CastlingSide};
use crate::chess::piece::{Piece, PieceKind};
use crate::chess::square::{File, Square};
use crate::hunt::line::Ply;

pub(super) fn why_castling_is_legal(case: &Case, castling: Castling) -> Reason {
    let other_rook = other_rook_gone(case, castling);
    let attacked = attacked_beside_the_king(case, castling);
    match (other_rook, attacked) {
        // What was attacked before the other rook went is less likely to be held against the king.
        (Some(gone), Some(square)) if is_attacked_before(case, &gone, square) => {
            right_is_not_lost(case, castling, &gone)
        }
        (_, Some(square)) => attack_does_not_matter(case, castling, square),
        (Some(gone), None) => right_is_not_lost(case, castling, &gone),
        (None, None) => all_is_well(case, castling),
    }
}

/// The first square that only the rook leaves or crosses and the opponent attacks. The rook's home
/// is looked at last.
fn attacked_beside_the_king(case: &Case, castling: Castling) -> Option<Square> {
    let mut beside = squares_to_be_free(castling);
    beside.push(castling.rook());
    beside.retain(|&square| castling.king_path().all(|passed| passed != square));
    beside.into_iter().find(|&square| !case.attackers(square).is_empty())
}

fn attack_does_not_matter(case: &Case, castling: Castling, attacked: Square) -> Reason {
    let attackers = case.attackers(attacked);
    let rook = castling.rook();
    let attack = format!("is attacked by {}", case.pieces(&attackers));
    let king_path = words::squares(&castling.king_path().collect::<Vec<_>>());
    let (rule, reason) = if attacked == rook {
        let only = format!("only the king's way must be safe: {king_path}");
        (Rule::CastlingWithAttackedRook, format!("the rook on {rook} {attack}, but {only}"))
    } else {
        let only = format!("the king does not pass it: only {king_path} must be safe");
        (Rule::CastlingOverAttackedRookWay, format!("{attacked} {attack}, but {only}"))
    };
    Reason::new(rule, reason, [rook, attacked].into_iter().chain(attackers))
}

/// The last step of the path with which another rook of the side that castles was taken, or with
/// which one that had a right moved.
fn other_rook_gone(case: &Case, castling: Castling) -> Option<Ply> {
    let a_rook = Some(Piece::new(case.us(), PieceKind::Rook));
    case.path.last_ply(|step| {
        let home = rook_home(case, step);
        step.before.board().at(home) == a_rook
            && (step.before.side_to_move() != case.us() || had_other_right(case, castling, step))
    })
}

/// Where the rook of the side that castles stood which a step moved or took.
fn rook_home(case: &Case, step: &Ply) -> Square {
    if step.before.side_to_move() == case.us() { step.mv.from } else { step.mv.to }
}

/// Whether that rook had the right for the other wing.
fn had_other_right(case: &Case, castling: Castling, step: &Ply) -> bool {
    let rook = step.before.castling_rights().rook(case.us(), other_side(castling));
    rook == Some(rook_home(case, step))
}

fn other_side(castling: Castling) -> CastlingSide {
    match castling.side() {
        CastlingSide::KingSide => CastlingSide::QueenSide,
        CastlingSide::QueenSide => CastlingSide::KingSide,
    }
}

fn is_attacked_before(case: &Case, step: &Ply, square: Square) -> bool {
    !attackers(step.before.board(), square, !case.us()).is_empty()
}

fn right_is_not_lost(case: &Case, castling: Castling, gone: &Ply) -> Reason {
    let home = rook_home(case, gone);
    let what = if !had_other_right(case, castling, gone) {
        format!("the rook captured on {home} in {gone} is not the one that castles")
    } else if gone.before.side_to_move() == case.us() {
        let side = words::side(other_side(castling));
        format!("the move of the rook from {home} in {gone} lost {side} only")
    } else {
        let side = words::side(other_side(castling));
        format!("the capture of the rook on {home} in {gone} lost {side} only")
    };
    let reason = format!("{what}: {}", nothing_has_moved(case, castling));
    Reason::new(Rule::CastlingRightNotLost, reason, [castling.rook()])
}

fn nothing_has_moved(case: &Case, castling: Castling) -> String {
    format!("neither the king on {} nor the rook on {} has moved", case.king(), castling.rook())
}

fn all_is_well(case: &Case, castling: Castling) -> Reason {
    let (king, rook) = (case.king(), castling.rook());
    if king.file() != File::E || rook.file() != castling.side().edge() {
        let (king_target, rook_target) = (castling.king_target(), castling.rook_target());
        let reason = format!(
            "in Chess960 the king on {king} and the rook on {rook} castle from their own homes: \
             the king goes to {king_target} and the rook to {rook_target}"
        );
        return Reason::new(Rule::CastlingInChess960, reason, [rook]);
    }
    let king_path = words::squares(&castling.king_path().collect::<Vec<_>>());
    let reason = format!(
        "{}, nothing stands between them, and none of {king_path} is attacked",
        nothing_has_moved(case, castling)
    );
    Reason::new(Rule::Castling, reason, [rook])
}
