//! Why a castling is legal: what an engine may have held against it, though it does not matter.

use super::case::{Answer, Case};
use super::may_not_castle::squares_to_be_free;
use super::path::Step;
use super::rule::Rule;
use super::words;
use crate::chess::attacks::attackers;
use crate::chess::castling::{Castling, Wing};
use crate::chess::piece::{Piece, PieceKind};
use crate::chess::square::{File, Square};

pub(super) fn why_castling_is_legal(case: &Case, castling: Castling) -> Answer {
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
    beside.retain(|&square| castling.king_way().all(|passed| passed != square));
    beside.into_iter().find(|&square| !case.attackers(square).is_empty())
}

fn attack_does_not_matter(case: &Case, castling: Castling, attacked: Square) -> Answer {
    let attackers = case.attackers(attacked);
    let rook = castling.rook();
    let attack = format!("is attacked by {}", case.pieces(&attackers));
    let king_way = words::squares(&castling.king_way().collect::<Vec<_>>());
    let (rule, reason) = if attacked == rook {
        let only = format!("only the king's way must be safe: {king_way}");
        (Rule::CastlingWithAttackedRook, format!("the rook on {rook} {attack}, but {only}"))
    } else {
        let only = format!("the king does not pass it: only {king_way} must be safe");
        (Rule::CastlingOverAttackedRookWay, format!("{attacked} {attack}, but {only}"))
    };
    Answer::new(rule, reason, [rook, attacked].into_iter().chain(attackers))
}

/// The last step of the path with which another rook of the side that castles was taken, or with
/// which one that had a right moved.
fn other_rook_gone(case: &Case, castling: Castling) -> Option<Step> {
    let a_rook = Some(Piece::new(case.us(), PieceKind::Rook));
    case.path.last_step(|step| {
        let home = rook_home(case, step);
        step.before.board().at(home) == a_rook
            && (step.before.side_to_move() != case.us() || had_other_right(case, castling, step))
    })
}

/// Where the rook of the side that castles stood which a step moved or took.
fn rook_home(case: &Case, step: &Step) -> Square {
    if step.before.side_to_move() == case.us() { step.mv.from } else { step.mv.to }
}

/// Whether that rook had the right for the other wing.
fn had_other_right(case: &Case, castling: Castling, step: &Step) -> bool {
    let rook = step.before.castling_rights().rook(case.us(), other_wing(castling));
    rook == Some(rook_home(case, step))
}

fn other_wing(castling: Castling) -> Wing {
    match castling.wing() {
        Wing::KingSide => Wing::QueenSide,
        Wing::QueenSide => Wing::KingSide,
    }
}

fn is_attacked_before(case: &Case, step: &Step, square: Square) -> bool {
    !attackers(step.before.board(), square, !case.us()).is_empty()
}

fn right_is_not_lost(case: &Case, castling: Castling, gone: &Step) -> Answer {
    let home = rook_home(case, gone);
    let what = if !had_other_right(case, castling, gone) {
        format!("the rook captured on {home} in {gone} is not the one that castles")
    } else if gone.before.side_to_move() == case.us() {
        let side = words::side(other_wing(castling));
        format!("the move of the rook from {home} in {gone} lost {side} only")
    } else {
        let side = words::side(other_wing(castling));
        format!("the capture of the rook on {home} in {gone} lost {side} only")
    };
    let reason = format!("{what}: {}", nothing_has_moved(case, castling));
    Answer::new(Rule::CastlingRightNotLost, reason, [castling.rook()])
}

fn nothing_has_moved(case: &Case, castling: Castling) -> String {
    format!("neither the king on {} nor the rook on {} has moved", case.king(), castling.rook())
}

fn all_is_well(case: &Case, castling: Castling) -> Answer {
    let (king, rook) = (case.king(), castling.rook());
    if king.file() != File::E || rook.file() != castling.wing().edge() {
        let (king_goal, rook_goal) = (castling.king_goal(), castling.rook_goal());
        let reason = format!(
            "in Chess960 the king on {king} and the rook on {rook} castle from their own homes: \
             the king goes to {king_goal} and the rook to {rook_goal}"
        );
        return Answer::new(Rule::CastlingInChess960, reason, [rook]);
    }
    let king_way = words::squares(&castling.king_way().collect::<Vec<_>>());
    let reason = format!(
        "{}, nothing stands between them, and none of {king_way} is attacked",
        nothing_has_moved(case, castling)
    );
    Answer::new(Rule::Castling, reason, [rook])
}
