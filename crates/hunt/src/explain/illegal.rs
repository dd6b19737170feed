//! Why a pseudo-legal move is illegal: it leaves the king attacked.

use super::castling;
use super::facts::{Reason, Scene};
use super::rules::Rule;
use ox88::{Move, MoveKind, PieceKind, Square};

/// Why a pseudo-legal move is illegal. The proof begins with the pieces that attack the king after
/// the move, or a square that the king castles through.
pub(super) fn why(scene: &Scene, mv: Move) -> Reason {
    let attackers = scene.attackers_after(mv);
    let (still, uncovered): (Vec<Square>, Vec<Square>) =
        attackers.iter().partition(|attacker| scene.checkers.contains(attacker));
    match mv.kind {
        MoveKind::Castling { rook } => castling::why_attacked(scene, rook),
        _ if mv.from == scene.king() => king_into_attack(scene, mv, attackers),
        _ if !still.is_empty() => check_not_answered(scene, mv, still),
        MoveKind::EnPassant if scene.uncovered_by(mv.from).is_none() => {
            en_passant_uncovers(scene, mv, uncovered)
        }
        _ => pinned(scene, mv, uncovered),
    }
}

fn king_into_attack(scene: &Scene, mv: Move, attackers: Vec<Square>) -> Reason {
    let Move { from, to, .. } = mv;
    let what = scene.pieces(&attackers);
    // A slider from which the king itself still covers the square is not among these.
    let attackers_now = scene.attackers(to);
    let only_kind = match attackers[..] {
        [only] => scene.enemy(only),
        _ => None,
    };
    let reason = if scene.enemy(to).is_some() {
        let (taken, protect) = (scene.piece(to), scene.pieces_do(&attackers, "protects"));
        let sentence = format!("the king may not take {taken}, which {protect}");
        Reason::new(Rule::KingTakesProtected, sentence)
    } else if attackers.iter().all(|attacker| !attackers_now.contains(attacker)) {
        let sentence = format!(
            "the king steps back along the line of {what}: without the king on {from} it reaches \
             {to}"
        );
        Reason::new(Rule::KingBackAlongLine, sentence)
    } else if only_kind == Some(PieceKind::King) {
        let sentence = format!("{what} is next to {to}: two kings are never adjacent");
        Reason::new(Rule::KingBesideKing, sentence)
    } else if only_kind == Some(PieceKind::Pawn) {
        let sentence =
            format!("{what} attacks {to}: a pawn attacks the two squares diagonally ahead");
        Reason::new(Rule::KingIntoPawnAttack, sentence)
    } else {
        let attack = scene.pieces_do(&attackers, "attacks");
        Reason::new(Rule::KingIntoAttack, format!("{attack} {to}"))
    };
    reason.shown_by(attackers)
}

/// `still` are the pieces that give check both before and after the move.
fn check_not_answered(scene: &Scene, mv: Move, still: Vec<Square>) -> Reason {
    let king = scene.king();
    let checkers = &scene.checkers;
    if checkers.len() > 1 {
        let checks = scene.pieces(checkers);
        let sentence =
            format!("{checks} both give check to the king on {king}: only the king may move");
        // A piece that still gives check proves more than one that the move has taken.
        let proof = still.into_iter().chain(checkers.iter().copied()).chain([king]);
        return Reason::new(Rule::DoubleCheckNeedsKing, sentence).shown_by(proof);
    }
    let (text, checks) = (scene.here.move_text(mv), scene.pieces(&still));
    let passed = scene.passed_pawn(mv.to).filter(|_| mv.kind == MoveKind::EnPassant);
    let can_be_blocked = still.iter().any(|&checker| checker.between(king).next().is_some());
    let reason = if let Some(passed) = passed {
        let taken = scene.piece(passed);
        let sentence = format!(
            "en passant {text} takes {taken}, but {checks} still gives check to the king on {king}"
        );
        Reason::new(Rule::EnPassantInOtherCheck, sentence)
    } else if scene.here.en_passant() == Some(mv.to)
        && scene.passed_pawn(mv.to).is_some_and(|passed| still == [passed])
    {
        let (piece, to) = (scene.piece(mv.from), mv.to);
        let sentence = format!(
            "{checks} gives check to the king on {king}, and {piece} does not take it on {to}: only \
             a pawn that attacks {to} captures en passant"
        );
        Reason::new(Rule::EnPassantByAnotherPiece, sentence)
    } else {
        let fails = if can_be_blocked {
            "neither takes it nor steps between the two"
        } else {
            "does not take it"
        };
        let sentence = format!("{checks} gives check to the king on {king}, and {text} {fails}");
        Reason::new(Rule::CheckNotAnswered, sentence)
    };
    reason.shown_by(still.into_iter().chain([king]))
}

/// A pawn that is not pinned itself captures en passant. Either the pawn that it takes covered the
/// king alone, or the two did so together.
fn en_passant_uncovers(scene: &Scene, mv: Move, uncovered: Vec<Square>) -> Reason {
    let (text, king) = (scene.here.move_text(mv), scene.king());
    let attack = scene.pieces_do(&uncovered, "attacks");
    let after = format!("after {text} {attack} the king on {king}");
    let passed = scene.passed_pawn(mv.to);
    let covering = passed.filter(|&passed| scene.uncovered_by(passed).is_some());
    let reason = match covering {
        Some(passed) => Reason::new(
            Rule::EnPassantUncoversDiagonal,
            format!("{after}: the pawn that it takes on {passed} stood between them"),
        ),
        None => Reason::new(
            Rule::EnPassantUncoversRank,
            format!("{after}: both pawns have left the rank"),
        ),
    };
    reason.shown_by(uncovered.into_iter().chain([king]).chain(passed))
}

fn pinned(scene: &Scene, mv: Move, uncovered: Vec<Square>) -> Reason {
    let Move { from, to, .. } = mv;
    let (king, piece) = (scene.king(), scene.piece(from));
    let pin = scene.pieces_do(&uncovered, "pins");
    let sentence =
        format!("{pin} {piece} to the king on {king}, and {to} is not on the line between them");
    Reason::new(Rule::PinnedPieceLeavesLine, sentence).shown_by(uncovered.into_iter().chain([king]))
}
