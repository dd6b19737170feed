//! Why a pseudo-legal move is illegal: it leaves the king attacked.

use super::castling;
use super::explanation::Explanation;
use super::facts::Scene;
use super::rules::Rule;
use ox88::{Move, MoveKind, PieceKind, Square};

/// Why a pseudo-legal move is illegal. The proof begins with the pieces that attack the king after
/// the move, or a square that the king castles through.
pub(super) fn why(scene: &Scene, mv: Move) -> Explanation {
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

fn king_into_attack(scene: &Scene, mv: Move, attackers: Vec<Square>) -> Explanation {
    let Move { from, to, .. } = mv;
    let what = scene.pieces(&attackers);
    // A slider from which the king itself still covers the square is not among these.
    let attackers_now = scene.attackers(to);
    let only_kind = match attackers[..] {
        [only] => scene.enemy(only),
        _ => None,
    };
    let (rule, sentence) = if scene.enemy(to).is_some() {
        let (taken, protect) = (scene.piece(to), scene.pieces_do(&attackers, "protects"));
        (Rule::KingTakesProtected, format!("the king may not take {taken}, which {protect}"))
    } else if attackers.iter().all(|attacker| !attackers_now.contains(attacker)) {
        let steps = format!("the king steps back along the line of {what}");
        (Rule::KingBackAlongLine, format!("{steps}: without the king on {from} it reaches {to}"))
    } else if only_kind == Some(PieceKind::King) {
        let beside = format!("{what} is next to {to}: two kings are never adjacent");
        (Rule::KingBesideKing, beside)
    } else if only_kind == Some(PieceKind::Pawn) {
        let how = "a pawn attacks the two squares diagonally ahead";
        (Rule::KingIntoPawnAttack, format!("{what} attacks {to}: {how}"))
    } else {
        let attack = scene.pieces_do(&attackers, "attacks");
        (Rule::KingIntoAttack, format!("{attack} {to}"))
    };
    rule.because(sentence).shown_by(attackers)
}

/// `still` are the pieces that give check both before and after the move.
fn check_not_answered(scene: &Scene, mv: Move, still: Vec<Square>) -> Explanation {
    let (king, to, checkers) = (scene.king(), mv.to, &scene.checkers);
    if checkers.len() > 1 {
        let checks = scene.pieces(checkers);
        let why = Rule::DoubleCheckNeedsKing.because(format!(
            "{checks} both give check to the king on {king}: only the king may move"
        ));
        // A piece that still gives check proves more than one that the move has taken.
        return why.shown_by(still).shown_by(checkers.clone()).shown_by([king]);
    }
    let (text, checks) = (scene.here.move_text(mv), scene.pieces(&still));
    let gives_check = format!("{checks} gives check to the king on {king}");
    let passed = scene.us().en_passant_victim(to).filter(|_| scene.here.en_passant() == Some(to));
    let why = match passed {
        Some(passed) if mv.kind == MoveKind::EnPassant => {
            let taken = scene.piece(passed);
            Rule::EnPassantInOtherCheck.because(format!(
                "en passant {text} takes {taken}, but {checks} still gives check to the king on \
                 {king}"
            ))
        }
        Some(passed) if still == [passed] => {
            let piece = scene.piece(mv.from);
            Rule::EnPassantByAnotherPiece.because(format!(
                "{gives_check}, and {piece} does not take it on {to}: only a pawn that attacks {to} \
                 captures en passant"
            ))
        }
        _ => {
            let can_be_blocked = still.iter().any(|from| from.between(king).next().is_some());
            let blocks = if can_be_blocked {
                "neither takes it nor steps between the two"
            } else {
                "does not take it"
            };
            Rule::CheckNotAnswered.because(format!("{gives_check}, and {text} {blocks}"))
        }
    };
    why.shown_by(still).shown_by([king])
}

/// A pawn that is not pinned itself captures en passant. Either the pawn that it takes covered the
/// king alone, or the two did so together.
fn en_passant_uncovers(scene: &Scene, mv: Move, uncovered: Vec<Square>) -> Explanation {
    let (text, king) = (scene.here.move_text(mv), scene.king());
    let attack = scene.pieces_do(&uncovered, "attacks");
    let after = format!("after {text} {attack} the king on {king}");
    let passed = scene.us().en_passant_victim(mv.to);
    let why = match passed.filter(|&passed| scene.uncovered_by(passed).is_some()) {
        Some(passed) => Rule::EnPassantUncoversDiagonal
            .because(format!("{after}: the pawn that it takes on {passed} stood between them")),
        None => {
            Rule::EnPassantUncoversRank.because(format!("{after}: both pawns have left the rank"))
        }
    };
    why.shown_by(uncovered).shown_by([king]).shown_by(passed)
}

fn pinned(scene: &Scene, mv: Move, uncovered: Vec<Square>) -> Explanation {
    let Move { from, to, .. } = mv;
    let (king, piece) = (scene.king(), scene.piece(from));
    let pin = scene.pieces_do(&uncovered, "pins");
    Rule::PinnedPieceLeavesLine
        .because(format!(
            "{pin} {piece} to the king on {king}, and {to} is not on the line between them"
        ))
        .shown_by(uncovered)
        .shown_by([king])
}
