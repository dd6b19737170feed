//! Why a move is legal: the most specific rule that makes it so.

use super::Explanation;
use super::case::{Case, Reason};
use super::lines::uncovered_by;
use super::may_castle::why_castling_is_legal;
use super::rule::Rule;
use super::why_illegal::why_illegal;
use super::words;
use crate::chess::castling::Castling;
use crate::chess::moves::{Move, MoveKind};
use crate::chess::piece::{Piece, PieceKind};
use crate::chess::square::Square;
use crate::hunt::line::Line;

/// Why a legal move at the end of a path is legal: what an engine that lacks it overlooks. Of a
/// move that is illegal there, it says why that is so.
#[must_use]
pub fn why_legal(path: &Line, mv: Move) -> Explanation {
    let case = Case::at_the_end_of(path);
    if !case.here.legal_moves().contains(&mv) {
        return why_illegal(path, mv.into());
    }
    let answer = match mv.kind {
        MoveKind::Castling { rook } => why_castling_is_legal(&case, Castling::new(mv.from, rook)),
        MoveKind::EnPassant => en_passant(&case, mv),
        _ if mv.from == case.king() => king_step(&case, mv),
        _ => answer_to_check(&case, mv)
            .or_else(|| along_a_pin(&case, mv))
            .unwrap_or_else(|| plain_move(&case, mv)),
    };
    answer.for_move(mv.from, mv.to)
}

fn en_passant(case: &Case, mv: Move) -> Reason {
    let Move { from, to, .. } = mv;
    let text = case.here.move_text(mv);
    let checkers = case.here.checkers();
    let Some(passed) = case.passed_pawn(to) else { return plain_move(case, mv) };
    if checkers.contains(&passed) {
        let reason = format!("en passant {text} takes {} that gives check", case.piece(passed));
        return Reason::new(Rule::EnPassantTakesChecker, reason, [passed]);
    }
    if !checkers.is_empty() {
        let reason = format!(
            "en passant {text} blocks the check of {}: on {to} the pawn stands before the king on {}",
            case.pieces(&checkers),
            case.king()
        );
        return Reason::new(Rule::EnPassantBlocksCheck, reason, checkers);
    }
    if let Some(pinner) = uncovered_by(&case.here, from) {
        let reason = format!(
            "the pawn on {from} is pinned by {}, but en passant {text} stays on the line between \
             it and the king on {}",
            case.piece(pinner),
            case.king()
        );
        return Reason::new(Rule::EnPassantAlongPin, reason, [pinner, case.king()]);
    }
    let mut takers = case.here.legal_moves();
    takers.retain(|other| other.kind == MoveKind::EnPassant && other.from != from);
    let jumped = format!("{} has just taken two steps over {to}", case.piece(passed));
    match takers[..] {
        [other, ..] => Reason::new(
            Rule::EnPassantFromBothSides,
            format!(
                "{jumped}: the pawn on {from} may take it there, and so may the one on {}",
                other.from
            ),
            [passed, other.from],
        ),
        [] => Reason::new(
            Rule::EnPassant,
            format!("{jumped}: the pawn beside it on {from} may take it there"),
            [passed],
        ),
    }
}

fn king_step(case: &Case, mv: Move) -> Reason {
    let Move { from, to, .. } = mv;
    let checkers = case.here.checkers();
    let checks = case.pieces(&checkers);
    let is_slider = |&square: &Square| {
        let lines = [PieceKind::Rook, PieceKind::Bishop];
        case.enemy(square)
            .is_some_and(|piece| lines.into_iter().any(|line| piece.slides_like(line)))
    };
    let (rule, reason) = if checkers.contains(&to) {
        let taken = case.piece(to);
        let reason = format!("the king takes {taken} that gives check, and nothing protects it");
        (Rule::KingTakesChecker, reason)
    } else if !checkers.is_empty() && checkers.iter().all(is_slider) {
        let reason = format!("the king steps off the line of {checks}: nothing attacks {to}");
        (Rule::KingStepsOffLine, reason)
    } else if !checkers.is_empty() {
        let reason = format!("the king leaves the check of {checks}: nothing attacks {to}");
        (Rule::KingLeavesCheck, reason)
    } else if case.enemy(to).is_some() {
        let reason = format!("the king takes {}, which nothing protects", case.piece(to));
        (Rule::KingTakesUnprotected, reason)
    } else {
        let reason = format!("the king steps from {from} to {to}, which nothing attacks");
        (Rule::KingStep, reason)
    };
    Reason::new(rule, reason, checkers)
}

/// A move of another piece than the king, which takes the one that gives check or stands before it.
fn answer_to_check(case: &Case, mv: Move) -> Option<Reason> {
    let Move { from, to, kind } = mv;
    let checkers = case.here.checkers();
    let checker = *checkers.first()?;
    let (name, check) = (case.name(from), case.piece(checker));
    let between = format!("{to} lies between it and the king on {}", case.king());
    let (rule, reason) = match kind {
        MoveKind::Promotion(promoted) if to == checker => (
            Rule::PromotionTakesChecker,
            format!("the pawn takes {check} that gives check and {}", becomes(promoted)),
        ),
        MoveKind::Promotion(promoted) => (
            Rule::PromotionBlocksCheck,
            format!("the pawn {} and blocks the check of {check}: {between}", becomes(promoted)),
        ),
        _ if to == checker => {
            (Rule::CheckerTaken, format!("the {name} on {from} takes {check} that gives check"))
        }
        MoveKind::DoublePush => (
            Rule::DoublePushBlocksCheck,
            format!(
                "the pawn's two steps from its home rank block the check of {check}: {between}"
            ),
        ),
        _ => (
            Rule::CheckBlocked,
            format!("the {name} from {from} blocks the check of {check}: {between}"),
        ),
    };
    Some(Reason::new(rule, reason, [checker, case.king()]))
}

fn along_a_pin(case: &Case, mv: Move) -> Option<Reason> {
    let pinner = uncovered_by(&case.here, mv.from)?;
    let (king, pins) = (case.king(), case.piece(pinner));
    let piece = format!("the pinned {} on {}", case.name(mv.from), mv.from);
    let (rule, mut reason) = if mv.to == pinner {
        let reason = format!("{piece} may take {pins}, which pins it to the king on {king}");
        (Rule::PinnedPieceTakesPinner, reason)
    } else {
        let line = format!("the line from the king on {king} to {pins}");
        (Rule::PinnedPieceAlongPin, format!("{piece} may move along its pin, {line}"))
    };
    if let MoveKind::Promotion(promoted) = mv.kind {
        reason = format!("{reason}; it {}", becomes(promoted));
    }
    Some(Reason::new(rule, reason, [pinner, king]))
}

fn plain_move(case: &Case, mv: Move) -> Reason {
    let Move { from, to, kind } = mv;
    let taken = case.enemy(to).map(|_| case.piece(to));
    let and_takes = taken.as_ref().map_or(String::new(), |taken| format!(" and takes {taken}"));
    let slides = |along: &str| {
        format!(
            "the {} slides along {along} from {from} to {to}{and_takes}, and nothing stands between",
            case.name(from)
        )
    };
    let straight = if from.file() == to.file() { "its file" } else { "its rank" };
    let is_straight = from.file() == to.file() || from.rank() == to.rank();
    let (rule, reason) = match (case.own(from).map(Piece::kind), kind) {
        (_, MoveKind::Promotion(promoted)) => promotion(to, promoted, taken),
        (_, MoveKind::DoublePush) => (
            Rule::DoublePush,
            match from.between(to).collect::<Vec<_>>()[..] {
                [over] => format!(
                    "the pawn takes two steps from its home rank, over {over} to {to}: both are empty"
                ),
                _ => format!("the pawn takes two steps from its home rank, from {from} to {to}"),
            },
        ),
        (Some(PieceKind::Knight), _) => {
            (Rule::KnightJump, format!("a knight jumps from {from} to {to}{and_takes}"))
        }
        (Some(PieceKind::Bishop), _) => (Rule::BishopSlide, slides("a diagonal")),
        (Some(PieceKind::Rook), _) => (Rule::RookSlide, slides(straight)),
        (Some(PieceKind::Queen), _) => {
            (Rule::QueenSlide, slides(if is_straight { straight } else { "a diagonal" }))
        }
        _ => match taken {
            Some(taken) => (
                Rule::PawnCapture,
                format!("the pawn on {from} takes {taken}, one step diagonally ahead"),
            ),
            None => (
                Rule::PawnPush,
                format!("the pawn steps ahead from {from} to the empty square {to}"),
            ),
        },
    };
    Reason::new(rule, reason, [])
}

fn promotion(to: Square, promoted: PieceKind, taken: Option<String>) -> (Rule, String) {
    let is_queen = promoted == PieceKind::Queen;
    let becomes = becomes(promoted);
    // A queen is what every engine knows; the three others are what some leave out.
    let others = format!("{becomes}: a promotion on {to} gives four moves");
    match taken {
        Some(taken) if is_queen => {
            (Rule::PromotionByCapture, format!("the pawn takes {taken} and {becomes}"))
        }
        Some(taken) => {
            (Rule::UnderpromotionByCapture, format!("the pawn takes {taken} and {others}"))
        }
        None if is_queen => (Rule::Promotion, format!("the pawn reaches {to} and {becomes}")),
        None => (Rule::Underpromotion, format!("the pawn reaches {to} and {others}")),
    }
}

/// `becomes a knight`.
fn becomes(promoted: PieceKind) -> String {
    format!("becomes a {}", words::kind(promoted))
}
