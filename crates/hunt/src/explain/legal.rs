//! Why a legal move is legal: the most specific rule that makes it so.
//!
//! An engine without the move most likely breaks that rule, so what is rare comes before what every
//! engine knows: castling, en passant, answers to a check, pins, and only then how the pieces move.

use super::castling;
use super::facts::{Reason, Scene, enumeration, kind_name};
use super::rules::Rule;
use ox88::{Move, MoveKind, Piece, PieceKind, Square};

/// Why a legal move is legal.
pub(super) fn why(scene: &Scene, mv: Move) -> Reason {
    match mv.kind {
        MoveKind::Castling { rook } => castling::why_legal(scene, rook),
        MoveKind::EnPassant => en_passant(scene, mv),
        _ if mv.from == scene.king() => king_step(scene, mv),
        _ => answer_to_check(scene, mv)
            .or_else(|| along_pin(scene, mv))
            .unwrap_or_else(|| plain_move(scene, mv)),
    }
}

fn en_passant(scene: &Scene, mv: Move) -> Reason {
    let Move { from, to, .. } = mv;
    let (text, king) = (scene.here.move_text(mv), scene.king());
    let Some(passed) = scene.passed_pawn(to) else { return plain_move(scene, mv) };
    let pawn = scene.piece(passed);
    let checkers = &scene.checkers;
    if checkers.contains(&passed) {
        let sentence = format!("en passant {text} takes {pawn}, which gives check");
        return Reason::new(Rule::EnPassantTakesChecker, sentence).shown_by([passed]);
    }
    if !checkers.is_empty() {
        let checks = scene.pieces(checkers);
        let sentence = format!(
            "en passant {text} blocks the check of {checks}: on {to} the pawn shields the \
             king on {king}"
        );
        return Reason::new(Rule::EnPassantBlocksCheck, sentence).shown_by(checkers.clone());
    }
    if let Some(pinner) = scene.uncovered_by(from) {
        let pins = scene.piece(pinner);
        let sentence = format!(
            "the pawn on {from} is pinned by {pins}, but en passant {text} stays on the line \
             between it and the king on {king}"
        );
        return Reason::new(Rule::EnPassantAlongPin, sentence).shown_by([pinner, king]);
    }
    let mut captures = scene.here.legal_moves().into_iter();
    let other = captures.find(|other| other.kind == MoveKind::EnPassant && other.from != from);
    let jumped = format!("{pawn} has just taken two steps over {to}");
    if let Some(Move { from: other, .. }) = other {
        let sentence = format!(
            "{jumped}: the pawn on {from} may take it there, and so may the one on {other}"
        );
        return Reason::new(Rule::EnPassantFromBothSides, sentence).shown_by([passed, other]);
    }
    let sentence = format!("{jumped}: the pawn beside it on {from} may take it there");
    Reason::new(Rule::EnPassant, sentence).shown_by([passed])
}

fn king_step(scene: &Scene, mv: Move) -> Reason {
    let Move { from, to, .. } = mv;
    let checkers = &scene.checkers;
    let slides = |&square: &Square| scene.board().at(square).is_some_and(Piece::slides);
    let (target, checks) = (scene.piece(to), scene.pieces(checkers));
    let reason = if checkers.contains(&to) {
        let sentence =
            format!("the king takes {target}, which gives check and which nothing protects");
        Reason::new(Rule::KingTakesChecker, sentence)
    } else if !checkers.is_empty() && checkers.iter().all(slides) {
        let sentence = format!("the king steps off the line of {checks}: nothing attacks {to}");
        Reason::new(Rule::KingStepsOffLine, sentence)
    } else if !checkers.is_empty() {
        let sentence = format!("the king leaves the check of {checks}: nothing attacks {to}");
        Reason::new(Rule::KingLeavesCheck, sentence)
    } else if scene.enemy(to).is_some() {
        let sentence = format!("the king takes {target}, which nothing protects");
        Reason::new(Rule::KingTakesUnprotected, sentence)
    } else {
        let sentence = format!("the king steps from {from} to {to}, which nothing attacks");
        Reason::new(Rule::KingStep, sentence)
    };
    reason.shown_by(checkers.clone())
}

/// A piece other than the king takes the piece that gives check, or blocks it. None if there is no
/// check.
fn answer_to_check(scene: &Scene, mv: Move) -> Option<Reason> {
    let Move { from, to, kind } = mv;
    let (&checker, king) = (scene.checkers.first()?, scene.king());
    let (name, check) = (scene.name(from), scene.piece(checker));
    let between = format!("{to} lies between it and the king on {king}");
    let reason = match kind {
        MoveKind::Promotion(promoted) if to == checker => Reason::new(
            Rule::PromotionTakesChecker,
            format!("the pawn takes {check}, which gives check, and {}", becomes(promoted)),
        ),
        MoveKind::Promotion(promoted) => Reason::new(
            Rule::PromotionBlocksCheck,
            format!("the pawn {} and blocks the check of {check}: {between}", becomes(promoted)),
        ),
        _ if to == checker => Reason::new(
            Rule::CheckerTaken,
            format!("the {name} on {from} takes {check}, which gives check"),
        ),
        MoveKind::DoublePush => Reason::new(
            Rule::DoublePushBlocksCheck,
            format!(
                "the pawn's two steps from its home rank block the check of {check}: {between}"
            ),
        ),
        _ => Reason::new(
            Rule::CheckBlocked,
            format!("the {name} from {from} blocks the check of {check}: {between}"),
        ),
    };
    Some(reason.shown_by([checker, king]))
}

/// A pinned piece stays on the line of its pin. None if the piece is not pinned.
fn along_pin(scene: &Scene, mv: Move) -> Option<Reason> {
    let Move { from, to, .. } = mv;
    let (pinner, king) = (scene.uncovered_by(from)?, scene.king());
    let (name, pins) = (scene.name(from), scene.piece(pinner));
    let promotes = mv.promotion().map_or(String::new(), |kind| format!("; it {}", becomes(kind)));
    let reason = if to == pinner {
        let sentence = format!(
            "the pinned {name} on {from} may take {pins}, which pins it to the king on \
             {king}{promotes}"
        );
        Reason::new(Rule::PinnedPieceTakesPinner, sentence)
    } else {
        let sentence = format!(
            "the pinned {name} on {from} may move along its pin, the line from the king on {king} \
             to {pins}{promotes}"
        );
        Reason::new(Rule::PinnedPieceAlongPin, sentence)
    };
    Some(reason.shown_by([pinner, king]))
}

/// A move on which neither a check nor a pin has a bearing: the piece simply goes its way.
fn plain_move(scene: &Scene, mv: Move) -> Reason {
    let Move { from, to, .. } = mv;
    let and_takes = match scene.enemy(to) {
        Some(_) => format!(" and takes {}", scene.piece(to)),
        None => String::new(),
    };
    let line = if from.file() == to.file() {
        "its file"
    } else if from.rank() == to.rank() {
        "its rank"
    } else {
        "a diagonal"
    };
    let slides = |rule: Rule| {
        let name = scene.name(from);
        let sentence = format!(
            "the {name} slides along {line} from {from} to {to}{and_takes}, and nothing stands \
             between"
        );
        Reason::new(rule, sentence)
    };
    match scene.own(from) {
        Some(PieceKind::Knight) => {
            Reason::new(Rule::KnightJump, format!("a knight jumps from {from} to {to}{and_takes}"))
        }
        Some(PieceKind::Bishop) => slides(Rule::BishopSlide),
        Some(PieceKind::Rook) => slides(Rule::RookSlide),
        Some(PieceKind::Queen) => slides(Rule::QueenSlide),
        _ => pawn_move(scene, mv),
    }
}

fn pawn_move(scene: &Scene, mv: Move) -> Reason {
    let Move { from, to, kind } = mv;
    match kind {
        MoveKind::Promotion(promoted) => promotion(scene, to, promoted),
        MoveKind::DoublePush => {
            let over = enumeration(from.between(to));
            let sentence = format!(
                "the pawn takes two steps from its home rank, over {over} to {to}: both are empty"
            );
            Reason::new(Rule::DoublePush, sentence)
        }
        _ if scene.enemy(to).is_some() => {
            let taken = scene.piece(to);
            let sentence = format!("the pawn on {from} takes {taken}, one step diagonally ahead");
            Reason::new(Rule::PawnCapture, sentence)
        }
        _ => {
            let sentence = format!("the pawn steps ahead from {from} to the empty square {to}");
            Reason::new(Rule::PawnPush, sentence)
        }
    }
}

fn promotion(scene: &Scene, to: Square, promoted: PieceKind) -> Reason {
    let becomes = becomes(promoted);
    let arrives = match scene.enemy(to) {
        Some(_) => format!("takes {}", scene.piece(to)),
        None => format!("reaches {to}"),
    };
    let rule = match (scene.enemy(to).is_some(), promoted == PieceKind::Queen) {
        (true, true) => Rule::PromotionByCapture,
        (true, false) => Rule::UnderpromotionByCapture,
        (false, true) => Rule::Promotion,
        (false, false) => Rule::Underpromotion,
    };
    // Every engine knows the queen. Some leave out the three others.
    let of_four = match promoted {
        PieceKind::Queen => String::new(),
        _ => format!(": a promotion on {to} gives four moves"),
    };
    Reason::new(rule, format!("the pawn {arrives} and {becomes}{of_four}"))
}

/// `becomes a knight`.
fn becomes(promoted: PieceKind) -> String {
    format!("becomes a {}", kind_name(promoted))
}
