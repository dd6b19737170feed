//! Castling: why it is legal, why it is impossible, and why an attack forbids it.
//!
//! A castling is named here by the home of its rook. The king is always that of the side to move.

use super::explanation::Explanation;
use super::facts::{Scene, attacks_on_empty_board, enumeration, side_name};
use super::rules::Rule;
use crate::line::Ply;
use ox88::{
    Castling, CastlingSide, Color, File, Move, Piece, PieceKind, Position, Square, is_attacked,
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
        let is_meant = !is_step || rook_with_right(scene, scene.us(), side) == Some(to);
        (is_rook && is_meant).then_some((side, to))
    };
    onto_target.or_else(onto_rook)
}

/// The home of the rook that castles on this side: the one that has the right or had it earlier in
/// the line, or else the corner.
pub(super) fn rook_for(scene: &Scene, side: CastlingSide) -> Square {
    let us = scene.us();
    rook_with_right(scene, us, side).unwrap_or(Square::new(side.edge(), us.home_rank()))
}

/// The home of the player's rook that has the right to castle on this side, or was the last to have it.
fn rook_with_right(scene: &Scene, player: Color, side: CastlingSide) -> Option<Square> {
    let right = |position: &Position| position.castling_rights().rook(player, side);
    let earlier = || scene.line.plies().filter_map(|ply| right(&ply.before)).last();
    right(&scene.here).or_else(earlier)
}

// Why it is legal.

/// Why a legal castling is legal: what an engine may have held against it that does not matter.
pub(super) fn why_legal(scene: &Scene, rook: Square) -> Explanation {
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
    let squares = squares_to_be_free(castling).chain([castling.rook()]);
    let mut beside = squares.filter(|&square| castling.king_path().all(|passed| passed != square));
    beside.find(|&square| !scene.attackers(square).is_empty())
}

fn attack_does_not_matter(scene: &Scene, castling: Castling, attacked: Square) -> Explanation {
    let (rook, attackers) = (castling.rook(), scene.attackers(attacked));
    let is_attacked = format!("is attacked by {}", scene.pieces(&attackers));
    let king_path = enumeration(castling.king_path());
    let why = if attacked == rook {
        Rule::CastlingWithAttackedRook.because(format!(
            "the rook on {rook} {is_attacked}, but only the king's way must be safe: {king_path}"
        ))
    } else {
        Rule::CastlingOverAttackedRookWay.because(format!(
            "{attacked} {is_attacked}, but the king does not pass it: only {king_path} must be safe"
        ))
    };
    why.shown_by([rook, attacked]).shown_by(attackers)
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

fn right_not_lost(scene: &Scene, castling: Castling, gone: &OtherRook) -> Explanation {
    let OtherRook { ply, home, had_right } = gone;
    let side = side_name(other_side(castling));
    let what = if !had_right {
        format!("the rook captured on {home} in {ply} is not the one that castles")
    } else if ply.side() == scene.us() {
        format!("the move of the rook from {home} in {ply} lost {side} only")
    } else {
        format!("the capture of the rook on {home} in {ply} lost {side} only")
    };
    let why = format!("{what}: {}", nothing_has_moved(scene, castling));
    Rule::CastlingAfterOtherRookGone.because(why).shown_by([castling.rook()])
}

fn ordinary(scene: &Scene, castling: Castling) -> Explanation {
    let (king, rook, side) = (scene.king(), castling.rook(), castling.side());
    let (us, them) = (scene.us(), !scene.us());
    let other = rook_with_right(scene, them, side).filter(|other| other.file() != rook.file());
    let why = if let Some(other) = other {
        Rule::CastlingRookFilesDiffer.because(format!(
            "each side has rook files of its own: {us} castles with the rook on {rook}, and {them} \
             with the one on {other}"
        ))
    } else if king.file() == File::E && rook.file() == side.edge() {
        let unmoved = nothing_has_moved(scene, castling);
        let king_path = enumeration(castling.king_path());
        Rule::Castling.because(format!(
            "{unmoved}, nothing stands between them, and none of {king_path} is attacked"
        ))
    } else {
        let (king_target, rook_target) = (castling.king_target(), castling.rook_target());
        Rule::CastlingInChess960.because(format!(
            "in Chess960 the king on {king} and the rook on {rook} castle from where they started: \
             the king goes to {king_target} and the rook to {rook_target}"
        ))
    };
    why.shown_by([rook]).shown_by(other)
}

fn nothing_has_moved(scene: &Scene, castling: Castling) -> String {
    format!("neither the king on {} nor the rook on {} has moved", scene.king(), castling.rook())
}

// Why it is impossible.

/// Why castling is not even pseudo-legal: there is no right, or a piece is in the way.
pub(super) fn why_impossible(scene: &Scene, side: CastlingSide, rook: Square) -> Explanation {
    if scene.here.castling_rights().rook(scene.us(), side) != Some(rook) {
        return why_no_right(scene, side, rook).shown_by([rook]);
    }
    let king = scene.king();
    let castling = Castling::new(king, rook);
    let in_the_way = scene.occupied(squares_to_be_free(castling));
    let pieces_stand = scene.pieces_do(&in_the_way, "stands");
    let why = if castling.king_path().any(|square| in_the_way.contains(&square)) {
        Rule::CastlingKingWayBlocked.because(format!(
            "{pieces_stand} in the way of the king on {king} and the rook on {rook}"
        ))
    } else {
        Rule::CastlingRookWayBlocked.because(format!(
            "{pieces_stand} in the way of the rook on {rook}, though not of the king"
        ))
    };
    why.shown_by(in_the_way)
}

fn why_no_right(scene: &Scene, side: CastlingSide, rook: Square) -> Explanation {
    let us = scene.us();
    let has_right = |position: &Position| position.castling_rights().rook(us, side) == Some(rook);
    let is_rook_there = scene.own(rook) == Some(PieceKind::Rook);
    if let Some(ply) = scene.line.last_ply(|ply| has_right(&ply.before) && !has_right(&ply.after)) {
        right_was_lost(scene, &ply, rook, is_rook_there)
    } else if is_rook_there {
        Rule::CastlingWithoutRight.because(format!(
            "{us} has no right to castle with the rook on {rook}: the FEN gives none"
        ))
    } else {
        let side = side_name(side);
        Rule::CastlingWithoutRook.because(format!(
            "no rook of {us} is at home on {rook}, and the FEN gives no right to castle on {side}"
        ))
    }
}

/// The move that lost the right, and another rook that has come to the same square since.
fn right_was_lost(scene: &Scene, ply: &Ply, rook: Square, is_rook_there: bool) -> Explanation {
    let Ply { mv, before, .. } = ply;
    let is_ours = ply.side() == scene.us();
    let (rule, when) = if mv.castling_rook().is_some() {
        (Rule::CastlingRightLostToKingMove, "the king castled".to_owned())
    } else if is_ours && mv.from == before.king(scene.us()) {
        (Rule::CastlingRightLostToKingMove, format!("the king on {} moved", mv.from))
    } else if is_ours {
        (Rule::CastlingRightLostToRookMove, format!("the rook on {rook} moved"))
    } else if mv.promotion().is_some() {
        let when = format!("a pawn captured the rook on {rook} and promoted");
        (Rule::CastlingRightLostToPromotion, when)
    } else {
        (Rule::CastlingRightLostToCapture, format!("the rook on {rook} was captured"))
    };
    let is_another = !is_ours && is_rook_there;
    let another = if is_another { "; the rook there now is a different one" } else { "" };
    rule.because(format!("the right was lost when {when}: {ply}{another}"))
}

/// The squares on which no other piece may be.
fn squares_to_be_free(castling: Castling) -> impl Iterator<Item = Square> {
    Square::all().filter(move |&square| !castling.is_free(|other| other != square))
}

// Why an attack forbids it.

/// Why castling with a right and a free way is illegal: the king's way is attacked.
pub(super) fn why_attacked(scene: &Scene, rook: Square) -> Explanation {
    let (king, castling) = (scene.king(), Castling::new(scene.king(), rook));
    let king_target = castling.king_target();
    if !scene.checkers.is_empty() {
        let pieces_give = scene.pieces_do(&scene.checkers, "gives");
        return Rule::CastlingOutOfCheck
            .because(format!("the king may not castle out of check: {pieces_give} check on {king}"))
            .shown_by(scene.checkers.clone());
    }
    for crossed in castling.king_path().filter(|&square| square != king_target) {
        let attackers = scene.attackers(crossed);
        if !attackers.is_empty() {
            let pieces_attack = scene.pieces_do(&attackers, "attacks");
            return Rule::CastlingThroughAttack
                .because(format!("{pieces_attack} {crossed}, which the king passes"))
                .shown_by(attackers)
                .shown_by([crossed]);
        }
    }
    let attackers = scene.attackers_after(Move::castling(king, rook));
    let pieces_attack = scene.pieces_do(&attackers, "attacks");
    let sentence = if scene.attackers(king_target).is_empty() {
        format!(
            "after castling {pieces_attack} the king on {king_target}: the rook has left {rook}"
        )
    } else {
        format!("{pieces_attack} {king_target}, where the king arrives")
    };
    Rule::CastlingIntoCheck.because(sentence).shown_by(attackers).shown_by([rook])
}
