//! Why a pseudo-legal move is illegal: the king is attacked after it.

use super::case::{Case, Reason};
use super::lines::uncovered_by;
use super::may_not_castle::why_attacked;
use super::rule::Rule;
use super::words;
use crate::chess::castling::Castling;
use crate::chess::moves::{Move, MoveKind};
use crate::chess::piece::{Piece, PieceKind};
use crate::chess::square::Square;

/// Why a pseudo-legal move is illegal. The proof is the pieces that attack the king after it, or a
/// square that it castles through.
pub(super) fn why_left_in_check(case: &Case, mv: Move) -> Reason {
    let attackers = case.attackers_after(mv);
    let (already, uncovered): (Vec<Square>, Vec<Square>) =
        attackers.iter().partition(|attacker| case.here.checkers().contains(attacker));
    match mv.kind {
        MoveKind::Castling { rook } => why_attacked(case, Castling::new(mv.from, rook), mv),
        _ if mv.from == case.king() => king_into_attack(case, mv, attackers),
        _ if !already.is_empty() => check_not_answered(case, mv, already),
        MoveKind::EnPassant if uncovered_by(&case.here, mv.from).is_none() => {
            en_passant_uncovers(case, mv, &uncovered)
        }
        _ => pinned(case, mv, &uncovered),
    }
}

fn king_into_attack(case: &Case, mv: Move, attackers: Vec<Square>) -> Reason {
    let Move { from, to, .. } = mv;
    let what = case.pieces(&attackers);
    let attack = words::verb("attacks", &attackers);
    // What attacks the square as long as the king is not looked through.
    let seen_from_here = case.attackers(to);
    let kind = match attackers[..] {
        [only] => case.enemy(only).map(Piece::kind),
        _ => None,
    };
    let (rule, reason) = if case.enemy(to).is_some() {
        let protect = words::verb("protects", &attackers);
        let reason = format!("the king may not take {}, which {what} {protect}", case.piece(to));
        (Rule::KingTakesProtected, reason)
    } else if attackers.iter().all(|attacker| !seen_from_here.contains(attacker)) {
        let reason = format!(
            "the king steps back along the line of {what}: without the king on {from} it reaches {to}"
        );
        (Rule::KingBackAlongLine, reason)
    } else if kind == Some(PieceKind::King) {
        (
            Rule::KingBesideKing,
            format!("{what} stands beside {to}: two kings never stand side by side"),
        )
    } else if kind == Some(PieceKind::Pawn) {
        let reason =
            format!("{what} attacks {to}: a pawn attacks the two squares diagonally ahead");
        (Rule::KingIntoPawnAttack, reason)
    } else {
        (Rule::KingIntoAttack, format!("{what} {attack} {to}"))
    };
    Reason::new(rule, reason, attackers)
}

/// `still` are those that gave check before and do so after the move.
fn check_not_answered(case: &Case, mv: Move, still: Vec<Square>) -> Reason {
    let king = case.king();
    let checkers = case.here.checkers();
    if checkers.len() > 1 {
        let reason = format!(
            "{} both give check to the king on {king}: only the king may move",
            case.pieces(&checkers)
        );
        // Those that still give check come first: they are the proof.
        let proof = still.into_iter().chain(checkers).chain([king]);
        return Reason::new(Rule::DoubleCheckNeedsKing, reason, proof);
    }
    let checks = case.pieces(&still);
    let text = case.here.move_text(mv);
    let passed = case.passed_pawn(mv.to).filter(|_| mv.kind == MoveKind::EnPassant);
    let (rule, reason) = if let Some(passed) = passed {
        let taken = case.piece(passed);
        let check = format!("{checks} still gives check to the king on {king}");
        (Rule::EnPassantInOtherCheck, format!("en passant {text} takes {taken}, but {check}"))
    } else {
        let check = format!("{checks} gives check to the king on {king}");
        let can_be_blocked = still.iter().any(|&checker| checker.between(king).next().is_some());
        let neither = if can_be_blocked {
            "neither takes it nor steps between the two"
        } else {
            "does not take it"
        };
        (Rule::CheckNotAnswered, format!("{check}, and {text} {neither}"))
    };
    Reason::new(rule, reason, still.into_iter().chain([king]))
}

fn en_passant_uncovers(case: &Case, mv: Move, uncovered: &[Square]) -> Reason {
    let text = case.here.move_text(mv);
    let attack = words::verb("attacks", uncovered);
    let passed = case.passed_pawn(mv.to);
    let after =
        format!("after {text} {} {attack} the king on {}", case.pieces(uncovered), case.king());
    let behind = passed.and_then(|passed| uncovered_by(&case.here, passed));
    let proof = uncovered.iter().copied().chain([case.king()]).chain(passed);
    match (behind, passed) {
        (Some(_), Some(passed)) => Reason::new(
            Rule::EnPassantUncoversDiagonal,
            format!("{after}: the pawn that it takes on {passed} stood between them"),
            proof,
        ),
        _ => Reason::new(
            Rule::EnPassantUncoversRank,
            format!("{after}: both pawns have left the rank"),
            proof,
        ),
    }
}

fn pinned(case: &Case, mv: Move, uncovered: &[Square]) -> Reason {
    let pin = words::verb("pins", uncovered);
    let reason = format!(
        "{} {pin} {} to the king on {}, and {} is not on the line between them",
        case.pieces(uncovered),
        case.piece(mv.from),
        case.king(),
        mv.to
    );
    Reason::new(Rule::PinnedPieceLeavesLine, reason, uncovered.iter().copied().chain([case.king()]))
}
