//! Why a castling is illegal: no right, something in the way, or an attack on the king's way.

use super::case::{Case, Reason};
use super::edge::attacks_on_empty_board;
use super::rule::Rule;
use super::words;
use crate::chess::castling::{Castling, CastlingSide};
use crate::chess::moves::{Move, MoveKind};
use crate::chess::piece::{Piece, PieceKind};
use crate::chess::position::Position;
use crate::chess::square::Square;
use crate::hunt::line::Ply;

/// The castling that a move of the king along its home rank would be: to the king's goal, or onto
/// its own rook. A single step is none, but onto a rook that may castle or once could.
pub(super) fn castling_meant(
    case: &Case,
    from: Square,
    to: Square,
) -> Option<(CastlingSide, Castling)> {
    let us = case.us();
    let king = Piece::new(us, PieceKind::King);
    let is_at_home = |square: Square| square.rank() == us.home_rank();
    if from != case.king() || !is_at_home(from) || !is_at_home(to) {
        return None;
    }
    let is_step = attacks_on_empty_board(king, from, to);
    let to_goal = CastlingSide::BOTH
        .into_iter()
        .map(|side| (side, castling_on(case, side)))
        .filter(|(side, castling)| castling.side() == *side && castling.king_target() == to)
        .find(|_| !is_step);
    let onto_rook = || {
        let side = Castling::new(from, to).side();
        let is_rook = case.own(to).is_some_and(|piece| piece.kind() == PieceKind::Rook);
        let is_meant = !is_step || rook_with_right(case, side) == Some(to);
        (is_rook && is_meant).then_some((side, Castling::new(from, to)))
    };
    to_goal.or_else(onto_rook)
}

/// The castling on a wing: with the rook that has the right or once had it, or else with the one in
/// the corner.
pub(super) fn castling_on(case: &Case, side: CastlingSide) -> Castling {
    let corner = Square::new(side.edge(), case.us().home_rank());
    Castling::new(case.king(), rook_with_right(case, side).unwrap_or(corner))
}

/// The home of the rook that has the right to castle on a wing, or had it earlier in the path.
fn rook_with_right(case: &Case, side: CastlingSide) -> Option<Square> {
    let right = |position: &Position| position.castling_rights().rook(case.us(), side);
    let last = || case.path.last_ply(|step| right(&step.before).is_some());
    right(&case.here).or_else(|| right(&last()?.before))
}

/// Why a castling is not even pseudo-legal: there is no right, or something stands in the way.
pub(super) fn why_not_possible(case: &Case, side: CastlingSide, castling: Castling) -> Reason {
    let rook = castling.rook();
    if case.here.castling_rights().rook(case.us(), side) != Some(rook) {
        return why_no_right(case, side, rook);
    }
    let mut in_the_way = squares_to_be_free(castling);
    in_the_way.retain(|&square| case.board().at(square).is_some());
    let blocks_king = in_the_way.iter().any(|&square| castling.king_path().any(|it| it == square));
    let what = case.pieces(&in_the_way);
    let stand = words::verb("stands", &in_the_way);
    let (rule, reason) = if blocks_king {
        let reason = format!(
            "{what} {stand} in the way of the king on {} and the rook on {rook}",
            case.king()
        );
        (Rule::CastlingKingWayBlocked, reason)
    } else {
        let reason =
            format!("{what} {stand} in the way of the rook on {rook}, though not of the king");
        (Rule::CastlingRookWayBlocked, reason)
    };
    Reason::new(rule, reason, in_the_way)
}

fn why_no_right(case: &Case, side: CastlingSide, rook: Square) -> Reason {
    let us = case.us();
    let on_side = words::side(side);
    let last = case.path.last_ply(|step| {
        let right = |position: &Position| position.castling_rights().rook(us, side);
        right(&step.before) == Some(rook) && right(&step.after) != Some(rook)
    });
    let Some(step) = last else {
        let own_rook = Some(Piece::new(us, PieceKind::Rook));
        return if case.board().at(rook) == own_rook {
            let reason =
                format!("{us} has no right to castle with the rook on {rook}: the FEN gives none");
            Reason::new(Rule::CastlingWithoutRight, reason, [rook])
        } else {
            let reason = format!(
                "no rook of {us} is at home on {rook}, and the FEN gives no right to castle on {on_side}"
            );
            Reason::new(Rule::CastlingWithoutRook, reason, [rook])
        };
    };
    let Ply { mv, before, .. } = step;
    let is_ours = before.side_to_move() == us;
    let (rule, when) = match mv.kind {
        MoveKind::Castling { .. } if is_ours => {
            (Rule::CastlingRightLostToKingMove, "the king castled".to_owned())
        }
        _ if is_ours && mv.from == before.king(us) => {
            (Rule::CastlingRightLostToKingMove, format!("the king on {} moved", mv.from))
        }
        _ if is_ours => (Rule::CastlingRightLostToRookMove, format!("the rook on {rook} moved")),
        MoveKind::Promotion(_) => (
            Rule::CastlingRightLostToPromotion,
            format!("a pawn captured the rook on {rook} and promoted"),
        ),
        _ => (Rule::CastlingRightLostToCapture, format!("the rook on {rook} was captured")),
    };
    let was_captured =
        !is_ours && case.own(rook).is_some_and(|piece| piece.kind() == PieceKind::Rook);
    let another = if was_captured { "; the rook that stands there now is another one" } else { "" };
    Reason::new(rule, format!("the right was lost when {when}: {step}{another}"), [rook])
}

/// Why a castling with a right and a free way is illegal: an attack on the king's way.
pub(super) fn why_attacked(case: &Case, castling: Castling, mv: Move) -> Reason {
    let checkers = case.here.checkers();
    if !checkers.is_empty() {
        let gives = words::verb("gives", &checkers);
        let reason = format!(
            "the king may not castle out of check: {} {gives} check on {}",
            case.pieces(&checkers),
            case.king()
        );
        return Reason::new(Rule::CastlingOutOfCheck, reason, checkers);
    }
    let goal = castling.king_target();
    let crossed = castling.king_path().filter(|&square| square != goal);
    for square in crossed {
        let attackers = case.attackers(square);
        if !attackers.is_empty() {
            let attack = words::verb("attacks", &attackers);
            let reason =
                format!("{} {attack} {square}, which the king passes", case.pieces(&attackers));
            let proof = attackers.into_iter().chain([square]);
            return Reason::new(Rule::CastlingThroughAttack, reason, proof);
        }
    }
    let attackers = case.attackers_after(mv);
    let attack = words::verb("attacks", &attackers);
    let what = case.pieces(&attackers);
    let reason = if case.attackers(goal).is_empty() {
        format!(
            "after castling {what} {attack} the king on {goal}: the rook has left {}",
            castling.rook()
        )
    } else {
        format!("{what} {attack} {goal}, where the king arrives")
    };
    Reason::new(Rule::CastlingIntoCheck, reason, attackers.into_iter().chain([castling.rook()]))
}

/// The squares on which no other piece may stand.
pub(super) fn squares_to_be_free(castling: Castling) -> Vec<Square> {
    Square::all().filter(|&square| !castling.is_free(|other| other != square)).collect()
}
