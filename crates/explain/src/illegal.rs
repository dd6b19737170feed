//! Why a pseudo-legal move is illegal: it leaves the king attacked.

use super::castling;
use super::explanation::{Explanation, reasons};
use super::facts::{Scene, between};
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
        _ if !still.is_empty() => check_not_answered(scene, mv, still).shown_by([scene.king()]),
        _ => uncovers(scene, mv, &uncovered),
    }
}

fn king_into_attack(scene: &Scene, mv: Move, attackers: Vec<Square>) -> Explanation {
    let Move { from, to, .. } = mv;
    let (taken, what) = (scene.piece(to), scene.pieces(&attackers));
    // A slider from which the king itself still covers the square is not among these.
    let attackers_now = scene.attackers(to);
    let only_kind = match attackers[..] {
        [only] => scene.enemy(only),
        _ => None,
    };
    reasons! {
        (scene.enemy(to).is_some()) => KingTakesProtected, attackers,
            "the king may not take {taken}, which {protect}", protect = scene.pieces_do(&attackers, "protects");
        (attackers.iter().all(|attacker| !attackers_now.contains(attacker))) => KingBackAlongLine, attackers,
            "the king steps back along the line of the check: with the king off {from}, {what} attacks {to}";
        (only_kind == Some(PieceKind::King)) => KingBesideKing, attackers,
            "{what} is next to {to}: two kings are never adjacent";
        (only_kind == Some(PieceKind::Pawn)) => KingIntoPawnAttack, attackers,
            "{what} attacks {to}: a pawn attacks the two squares diagonally ahead";
        else KingIntoAttack, attackers, "{attack} {to}", attack = scene.pieces_do(&attackers, "attacks");
    }
}

/// `still` are the pieces that give check both before and after the move.
fn check_not_answered(scene: &Scene, mv: Move, still: Vec<Square>) -> Explanation {
    let (king, to, checkers) = (scene.king(), mv.to, &scene.checkers);
    let (text, checks) = (scene.here.move_text(mv), scene.pieces(&still));
    let passed = scene.us().en_passant_victim(to).filter(|_| scene.here.en_passant() == Some(to));
    let can_be_blocked = still.iter().any(|from| between(*from, king).next().is_some());
    reasons! {
        // A piece that still gives check proves more than one that the move has taken.
        (checkers.len() > 1) => DoubleCheckNeedsKing, still.into_iter().chain(checkers.clone()),
            "{both} both give check to the king on {king}: only the king may move", both = scene.pieces(checkers);
        (let Some(passed) = passed && mv.kind == MoveKind::EnPassant) => EnPassantInOtherCheck, still,
            "en passant takes {taken}, but {checks} still gives check to the king on {king}",
            taken = scene.piece(passed);
        (let Some(passed) = passed && still == [passed]) => EnPassantByAnotherPiece, still,
            "{checks} gives check to the king on {king}, and {piece} does not take it on {to}: only a pawn that \
             attacks {to} captures en passant", piece = scene.piece(mv.from);
        (can_be_blocked) => CheckNotAnswered, still,
            "{checks} gives check to the king on {king}, and {text} neither takes it nor steps between the two";
        else CheckNotAnswered, still,
            "{checks} gives check to the king on {king}, and {text} does not take it";
    }
}

/// The piece is pinned, or it captures en passant without being pinned. In the second case the captured pawn covered
/// the king, alone or together with the capturing one.
fn uncovers(scene: &Scene, mv: Move, uncovered: &[Square]) -> Explanation {
    let (Move { from, to, .. }, king, text) = (mv, scene.king(), scene.here.move_text(mv));
    let [attack, pin] = ["attacks", "pins"].map(|verb| scene.pieces_do(uncovered, verb));
    let is_pinned = mv.kind != MoveKind::EnPassant || scene.uncovered_by(from).is_some();
    let proof = || uncovered.iter().copied().chain([king]);
    let passed = scene.us().en_passant_victim(to);
    reasons! {
        (is_pinned) => PinnedPieceLeavesLine, proof(),
            "{pin} {piece} to the king on {king}, and {to} is not on the line between them",
            piece = scene.piece(from);
        (let Some(passed) = passed && scene.uncovered_by(passed).is_some()) => EnPassantUncoversDiagonal,
            proof().chain([passed]),
            "after {text} {attack} the king on {king}: the pawn on {passed}, which the capture removes, stood between them";
        else EnPassantUncoversRank, proof().chain(passed),
            "after {text} {attack} the king on {king}: both pawns have left the rank";
    }
}
