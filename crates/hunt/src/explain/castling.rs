//! Castling: why it is legal, why it is impossible, and why an attack forbids it.
//!
//! A castling is named here by the home of its rook. The king is always that of the side to move.

use super::facts::attacks_on_empty_board;
use super::facts::{Reason, Scene, enumeration, side_name};
use super::rules::Rule;
use crate::line::Ply;
use ox88::{
    Castling, CastlingSide, File, Move, MoveKind, Piece, PieceKind, Position, Square, is_attacked,
};

// Which castling is it?

/// The side and the rook of the castling that is meant by two squares: the king goes along its home
/// rank to where castling brings it, or onto its own rook. A single step is no castling, unless it
/// ends on a rook that may castle or once could.
pub(super) fn meant_by(scene: &Scene, from: Square, to: Square) -> Option<(CastlingSide, Square)> {
    let us = scene.us();
    let is_at_home = |square: Square| square.rank() == us.home_rank();
    if from != scene.king() || !is_at_home(from) || !is_at_home(to) {
        return None;
    }
    let is_step = attacks_on_empty_board(Piece::new(us, PieceKind::King), from, to);
    let ends_there = |&(side, rook): &(CastlingSide, Square)| {
        let castling = Castling::new(from, rook);
        castling.side() == side && castling.king_target() == to
    };
    let sides = CastlingSide::BOTH.map(|side| (side, rook_for(scene, side)));
    let onto_target = sides.into_iter().find(ends_there).filter(|_| !is_step);
    let onto_rook = || {
        let side = Castling::new(from, to).side();
        let is_rook = scene.own(to) == Some(PieceKind::Rook);
        let is_meant = !is_step || rook_with_right(scene, side) == Some(to);
        (is_rook && is_meant).then_some((side, to))
    };
    onto_target.or_else(onto_rook)
}

/// The home of the rook that castles on this side: the one that has the right or had it earlier in
/// the line, or else the corner.
pub(super) fn rook_for(scene: &Scene, side: CastlingSide) -> Square {
    let corner = Square::new(side.edge(), scene.us().home_rank());
    rook_with_right(scene, side).unwrap_or(corner)
}

/// The home of the rook that has the right to castle on this side, or was the last to have it.
fn rook_with_right(scene: &Scene, side: CastlingSide) -> Option<Square> {
    let right = |position: &Position| position.castling_rights().rook(scene.us(), side);
    let earlier = || scene.line.plies().filter_map(|ply| right(&ply.before)).last();
    right(&scene.here).or_else(earlier)
}

// Why it is legal.

/// Why a legal castling is legal: what an engine may have held against it that does not matter.
pub(super) fn why_legal(scene: &Scene, rook: Square) -> Reason {
    let castling = Castling::new(scene.king(), rook);
    let gone = other_rook_gone(scene, castling);
    let attacked = attacked_beside_king_path(scene, castling);
    match (gone, attacked) {
        // The attack was there before the other rook went, so it is the less likely cause.
        (Some(gone), Some(square)) if is_attacked(gone.ply.before.board(), square, !scene.us()) => {
            right_not_lost(scene, castling, &gone)
        }
        (_, Some(square)) => attack_does_not_matter(scene, castling, square),
        (Some(gone), None) => right_not_lost(scene, castling, &gone),
        (None, None) => ordinary(scene, castling),
    }
}

/// The first attacked square among those that only the rook leaves or crosses. Its home comes last.
fn attacked_beside_king_path(scene: &Scene, castling: Castling) -> Option<Square> {
    let squares = squares_to_be_free(castling).into_iter().chain([castling.rook()]);
    let mut beside = squares.filter(|&square| castling.king_path().all(|passed| passed != square));
    beside.find(|&square| !scene.attackers(square).is_empty())
}

fn attack_does_not_matter(scene: &Scene, castling: Castling, attacked: Square) -> Reason {
    let rook = castling.rook();
    let attackers = scene.attackers(attacked);
    let is_attacked = format!("is attacked by {}", scene.pieces(&attackers));
    let king_path = enumeration(castling.king_path());
    let reason = if attacked == rook {
        let only = format!("only the king's way must be safe: {king_path}");
        let sentence = format!("the rook on {rook} {is_attacked}, but {only}");
        Reason::new(Rule::CastlingWithAttackedRook, sentence)
    } else {
        let only = format!("the king does not pass it: only {king_path} must be safe");
        let sentence = format!("{attacked} {is_attacked}, but {only}");
        Reason::new(Rule::CastlingOverAttackedRookWay, sentence)
    };
    reason.shown_by([rook, attacked].into_iter().chain(attackers))
}

/// A rook that is not the one that castles, and the move with which it left its home or was taken.
struct OtherRook {
    ply: Ply,
    home: Square,
    /// Whether a right to castle was lost with it.
    had_right: bool,
}

/// The last rook of the side to move that was taken, or that moved and so lost its right.
fn other_rook_gone(scene: &Scene, castling: Castling) -> Option<OtherRook> {
    let us = scene.us();
    let gone = scene.line.plies().filter_map(|ply| {
        let Ply { before, mv, .. } = ply;
        let has_moved = before.side_to_move() == us;
        let home = if has_moved { mv.from } else { mv.to };
        let had_right = before.castling_rights().rook(us, other_side(castling)) == Some(home);
        let is_rook = before.board().at(home) == Some(Piece::new(us, PieceKind::Rook));
        (is_rook && (had_right || !has_moved)).then_some(OtherRook { ply, home, had_right })
    });
    gone.last()
}

fn other_side(castling: Castling) -> CastlingSide {
    match castling.side() {
        CastlingSide::KingSide => CastlingSide::QueenSide,
        CastlingSide::QueenSide => CastlingSide::KingSide,
    }
}

fn right_not_lost(scene: &Scene, castling: Castling, gone: &OtherRook) -> Reason {
    let OtherRook { ply, home, had_right } = gone;
    let side = side_name(other_side(castling));
    let what = if !had_right {
        format!("the rook captured on {home} in {ply} is not the one that castles")
    } else if ply.before.side_to_move() == scene.us() {
        format!("the move of the rook from {home} in {ply} lost {side} only")
    } else {
        format!("the capture of the rook on {home} in {ply} lost {side} only")
    };
    let sentence = format!("{what}: {}", nothing_has_moved(scene, castling));
    Reason::new(Rule::CastlingAfterOtherRookGone, sentence).shown_by([castling.rook()])
}

fn ordinary(scene: &Scene, castling: Castling) -> Reason {
    let (king, rook) = (scene.king(), castling.rook());
    if let Some(other) =
        rook_of_the_other_side(scene, castling).filter(|it| it.file() != rook.file())
    {
        let (us, them) = (scene.us(), !scene.us());
        let sentence = format!(
            "each side has rook files of its own: {us} castles with the rook on {rook}, and {them} with \
             the one on {other}"
        );
        return Reason::new(Rule::CastlingRookFilesDiffer, sentence).shown_by([rook, other]);
    }
    let reason = if king.file() == File::E && rook.file() == castling.side().edge() {
        let unmoved = nothing_has_moved(scene, castling);
        let king_path = enumeration(castling.king_path());
        let sentence =
            format!("{unmoved}, nothing stands between them, and none of {king_path} is attacked");
        Reason::new(Rule::Castling, sentence)
    } else {
        let (king_target, rook_target) = (castling.king_target(), castling.rook_target());
        let sentence = format!(
            "in Chess960 the king on {king} and the rook on {rook} castle from where they started: \
             the king goes to {king_target} and the rook to {rook_target}"
        );
        Reason::new(Rule::CastlingInChess960, sentence)
    };
    reason.shown_by([rook])
}

/// The home of the opponent's rook on that side of the board, if the opponent has the right to castle with
/// it or had it in the line.
fn rook_of_the_other_side(scene: &Scene, castling: Castling) -> Option<Square> {
    let them = !scene.us();
    let right = |position: &Position| position.castling_rights().rook(them, castling.side());
    let earlier = || scene.line.plies().filter_map(|ply| right(&ply.before)).last();
    right(&scene.here).or_else(earlier)
}

fn nothing_has_moved(scene: &Scene, castling: Castling) -> String {
    format!("neither the king on {} nor the rook on {} has moved", scene.king(), castling.rook())
}

// Why it is impossible.

/// Why castling is not even pseudo-legal: there is no right, or a piece is in the way.
pub(super) fn why_impossible(scene: &Scene, side: CastlingSide, rook: Square) -> Reason {
    if scene.here.castling_rights().rook(scene.us(), side) != Some(rook) {
        return why_no_right(scene, side, rook);
    }
    let king = scene.king();
    let castling = Castling::new(king, rook);
    let mut in_the_way = squares_to_be_free(castling);
    in_the_way.retain(|&square| scene.board().at(square).is_some());
    let blocks_king = castling.king_path().any(|square| in_the_way.contains(&square));
    let pieces_stand = scene.pieces_do(&in_the_way, "stands");
    let reason = if blocks_king {
        let sentence =
            format!("{pieces_stand} in the way of the king on {king} and the rook on {rook}");
        Reason::new(Rule::CastlingKingWayBlocked, sentence)
    } else {
        let sentence =
            format!("{pieces_stand} in the way of the rook on {rook}, though not of the king");
        Reason::new(Rule::CastlingRookWayBlocked, sentence)
    };
    reason.shown_by(in_the_way)
}

fn why_no_right(scene: &Scene, side: CastlingSide, rook: Square) -> Reason {
    let us = scene.us();
    let has_right = |position: &Position| position.castling_rights().rook(us, side) == Some(rook);
    let lost = scene.line.last_ply(|ply| has_right(&ply.before) && !has_right(&ply.after));
    let is_rook_there = scene.own(rook) == Some(PieceKind::Rook);
    let reason = match lost {
        Some(ply) => right_was_lost(scene, &ply, rook, is_rook_there),
        None if is_rook_there => Reason::new(
            Rule::CastlingWithoutRight,
            format!("{us} has no right to castle with the rook on {rook}: the FEN gives none"),
        ),
        None => {
            let on_side = side_name(side);
            Reason::new(
                Rule::CastlingWithoutRook,
                format!(
                    "no rook of {us} is at home on {rook}, and the FEN gives no right to castle on \
                     {on_side}"
                ),
            )
        }
    };
    reason.shown_by([rook])
}

/// The move that lost the right, and another rook that has come to the same square since.
fn right_was_lost(scene: &Scene, ply: &Ply, rook: Square, is_rook_there: bool) -> Reason {
    let Ply { mv, before, .. } = ply;
    let is_ours = before.side_to_move() == scene.us();
    let (rule, when) = match mv.kind {
        MoveKind::Castling { .. } => {
            (Rule::CastlingRightLostToKingMove, "the king castled".to_owned())
        }
        _ if is_ours && mv.from == before.king(scene.us()) => {
            (Rule::CastlingRightLostToKingMove, format!("the king on {} moved", mv.from))
        }
        _ if is_ours => (Rule::CastlingRightLostToRookMove, format!("the rook on {rook} moved")),
        MoveKind::Promotion(_) => (
            Rule::CastlingRightLostToPromotion,
            format!("a pawn captured the rook on {rook} and promoted"),
        ),
        _ => (Rule::CastlingRightLostToCapture, format!("the rook on {rook} was captured")),
    };
    let is_another = !is_ours && is_rook_there;
    let another = if is_another { "; the rook there now is a different one" } else { "" };
    Reason::new(rule, format!("the right was lost when {when}: {ply}{another}"))
}

/// The squares on which no other piece may be.
fn squares_to_be_free(castling: Castling) -> Vec<Square> {
    Square::all().filter(|&square| !castling.is_free(|other| other != square)).collect()
}

// Why an attack forbids it.

/// Why castling with a right and a free way is illegal: the king's way is attacked.
pub(super) fn why_attacked(scene: &Scene, rook: Square) -> Reason {
    let castling = Castling::new(scene.king(), rook);
    let king_target = castling.king_target();
    if !scene.checkers.is_empty() {
        let checkers = &scene.checkers;
        let pieces_give = scene.pieces_do(checkers, "gives");
        let sentence = format!(
            "the king may not castle out of check: {pieces_give} check on {}",
            scene.king()
        );
        return Reason::new(Rule::CastlingOutOfCheck, sentence).shown_by(checkers.clone());
    }
    for crossed in castling.king_path().filter(|&square| square != king_target) {
        let attackers = scene.attackers(crossed);
        if !attackers.is_empty() {
            let pieces_attack = scene.pieces_do(&attackers, "attacks");
            let sentence = format!("{pieces_attack} {crossed}, which the king passes");
            return Reason::new(Rule::CastlingThroughAttack, sentence)
                .shown_by(attackers.into_iter().chain([crossed]));
        }
    }
    let attackers = scene.attackers_after(Move::castling(scene.king(), rook));
    let pieces_attack = scene.pieces_do(&attackers, "attacks");
    let sentence = if scene.attackers(king_target).is_empty() {
        format!(
            "after castling {pieces_attack} the king on {king_target}: the rook has left {rook}"
        )
    } else {
        format!("{pieces_attack} {king_target}, where the king arrives")
    };
    Reason::new(Rule::CastlingIntoCheck, sentence).shown_by(attackers.into_iter().chain([rook]))
}
