//! Why a legal move is legal: the most specific rule that makes it so.
//!
//! An engine without the move most likely breaks that rule, so what is rare comes before what every
//! engine knows: castling, en passant, answers to a check, pins, and only then how the pieces move.

use super::castling;
use super::explanation::Explanation;
use super::facts::{Scene, enumeration, kind_name, name_on};
use super::rules::Rule;
use ox88::{Move, MoveKind, Piece, PieceKind, Square};

/// Why a legal move is legal.
pub(super) fn why(scene: &Scene, mv: Move) -> Explanation {
    match mv.kind {
        MoveKind::Castling { rook } => castling::why_legal(scene, rook),
        MoveKind::EnPassant => en_passant(scene, mv),
        _ if mv.from == scene.king() => king_step(scene, mv),
        _ => answer_to_check(scene, mv)
            .or_else(|| along_pin(scene, mv))
            .unwrap_or_else(|| plain_move(scene, mv)),
    }
}

fn en_passant(scene: &Scene, mv: Move) -> Explanation {
    let Move { from, to, .. } = mv;
    let (text, king) = (scene.here.move_text(mv), scene.king());
    let Some(passed) = scene.us().en_passant_victim(to) else { return plain_move(scene, mv) };
    let pawn = scene.piece(passed);
    let checkers = &scene.checkers;
    if checkers.contains(&passed) {
        return Rule::EnPassantTakesChecker
            .because(format!("en passant {text} takes {pawn}, which gives check"))
            .shown_by([passed]);
    }
    if !checkers.is_empty() {
        let checks = scene.pieces(checkers);
        let why = Rule::EnPassantBlocksCheck.because(format!(
            "en passant {text} blocks the check of {checks}: on {to} the pawn shields the king on \
             {king}"
        ));
        return why.shown_by(checkers.clone());
    }
    if let Some(pinner) = scene.uncovered_by(from) {
        let pins = scene.piece(pinner);
        let why = Rule::EnPassantAlongPin.because(format!(
            "the pawn on {from} is pinned by {pins}, but en passant {text} stays on the line \
             between it and the king on {king}"
        ));
        return why.shown_by([pinner, king]);
    }
    let other = scene.here.en_passant_captures().map(|mv| mv.from).find(|&other| other != from);
    let jumped = format!("{pawn} has just taken two steps over {to}");
    let why = match other {
        Some(other) => Rule::EnPassantFromBothSides.because(format!(
            "{jumped}: the pawn on {from} may take it there, and so may the one on {other}"
        )),
        None => Rule::EnPassant
            .because(format!("{jumped}: the pawn beside it on {from} may take it there")),
    };
    why.shown_by([passed]).shown_by(other)
}

fn king_step(scene: &Scene, mv: Move) -> Explanation {
    let Move { from, to, .. } = mv;
    let checkers = &scene.checkers;
    let slides = |&square: &Square| scene.board().at(square).is_some_and(Piece::slides);
    let (target, checks) = (scene.piece(to), scene.pieces(checkers));
    let (rule, sentence) = if checkers.contains(&to) {
        let takes =
            format!("the king takes {target}, which gives check and which nothing protects");
        (Rule::KingTakesChecker, takes)
    } else if !checkers.is_empty() && checkers.iter().all(slides) {
        let steps = format!("the king steps off the line of {checks}: nothing attacks {to}");
        (Rule::KingStepsOffLine, steps)
    } else if !checkers.is_empty() {
        let leaves = format!("the king leaves the check of {checks}: nothing attacks {to}");
        (Rule::KingLeavesCheck, leaves)
    } else if scene.enemy(to).is_some() {
        (Rule::KingTakesUnprotected, format!("the king takes {target}, which nothing protects"))
    } else {
        (Rule::KingStep, format!("the king steps from {from} to {to}, which nothing attacks"))
    };
    rule.because(sentence).shown_by(checkers.clone())
}

/// A piece other than the king takes the piece that gives check, or blocks it. None if there is no
/// check.
fn answer_to_check(scene: &Scene, mv: Move) -> Option<Explanation> {
    let Move { from, to, kind } = mv;
    let (&checker, king) = (scene.checkers.first()?, scene.king());
    let (name, check) = (name_on(scene.board(), from), scene.piece(checker));
    let (rule, answers) = match kind {
        MoveKind::Promotion(promoted) if to == checker => {
            let becomes = becomes(promoted);
            let takes = format!("the pawn takes {check}, which gives check, and {becomes}");
            (Rule::PromotionTakesChecker, takes)
        }
        _ if to == checker => {
            let takes = format!("the {name} on {from} takes {check}, which gives check");
            (Rule::CheckerTaken, takes)
        }
        MoveKind::Promotion(promoted) => {
            (Rule::PromotionBlocksCheck, format!("the pawn {} and blocks", becomes(promoted)))
        }
        MoveKind::DoublePush => {
            let block = "the pawn's two steps from its home rank block".to_owned();
            (Rule::DoublePushBlocksCheck, block)
        }
        _ => (Rule::CheckBlocked, format!("the {name} from {from} blocks")),
    };
    let sentence = if to == checker {
        answers
    } else {
        format!("{answers} the check of {check}: {to} lies between it and the king on {king}")
    };
    Some(rule.because(sentence).shown_by([checker, king]))
}

/// A pinned piece stays on the line of its pin. None if the piece is not pinned.
fn along_pin(scene: &Scene, mv: Move) -> Option<Explanation> {
    let Move { from, to, .. } = mv;
    let (pinner, king) = (scene.uncovered_by(from)?, scene.king());
    let (name, pins) = (name_on(scene.board(), from), scene.piece(pinner));
    let promotes = mv.promotion().map_or(String::new(), |kind| format!("; it {}", becomes(kind)));
    let why = if to == pinner {
        Rule::PinnedPieceTakesPinner.because(format!(
            "the pinned {name} on {from} may take {pins}, which pins it to the king on \
             {king}{promotes}"
        ))
    } else {
        Rule::PinnedPieceAlongPin.because(format!(
            "the pinned {name} on {from} may move along its pin, the line from the king on {king} \
             to {pins}{promotes}"
        ))
    };
    Some(why.shown_by([pinner, king]))
}

/// A move on which neither a check nor a pin has a bearing: the piece simply goes its way.
fn plain_move(scene: &Scene, mv: Move) -> Explanation {
    let Move { from, to, .. } = mv;
    let is_capture = scene.enemy(to).is_some();
    let and_takes =
        if is_capture { format!(" and takes {}", scene.piece(to)) } else { String::new() };
    let rule = match scene.own(from) {
        Some(PieceKind::Bishop) => Rule::BishopSlide,
        Some(PieceKind::Rook) => Rule::RookSlide,
        Some(PieceKind::Queen) => Rule::QueenSlide,
        Some(PieceKind::Knight) => {
            return Rule::KnightJump
                .because(format!("a knight jumps from {from} to {to}{and_takes}"));
        }
        _ => return pawn_move(scene, mv),
    };
    let line = if from.file() == to.file() {
        "its file"
    } else if from.rank() == to.rank() {
        "its rank"
    } else {
        "a diagonal"
    };
    let name = name_on(scene.board(), from);
    rule.because(format!(
        "the {name} slides along {line} from {from} to {to}{and_takes}, and nothing stands between"
    ))
}

fn pawn_move(scene: &Scene, mv: Move) -> Explanation {
    let Move { from, to, kind } = mv;
    match kind {
        MoveKind::Promotion(promoted) => promotion(scene, to, promoted),
        MoveKind::DoublePush => {
            let over = enumeration(from.between(to));
            Rule::DoublePush.because(format!(
                "the pawn takes two steps from its home rank, over {over} to {to}: both are empty"
            ))
        }
        _ if scene.enemy(to).is_some() => {
            let taken = scene.piece(to);
            Rule::PawnCapture
                .because(format!("the pawn on {from} takes {taken}, one step diagonally ahead"))
        }
        _ => Rule::PawnPush
            .because(format!("the pawn steps ahead from {from} to the empty square {to}")),
    }
}

fn promotion(scene: &Scene, to: Square, promoted: PieceKind) -> Explanation {
    let becomes = becomes(promoted);
    let is_capture = scene.enemy(to).is_some();
    let arrives =
        if is_capture { format!("takes {}", scene.piece(to)) } else { format!("reaches {to}") };
    let (rule, underpromotion) = if is_capture {
        (Rule::PromotionByCapture, Rule::UnderpromotionByCapture)
    } else {
        (Rule::Promotion, Rule::Underpromotion)
    };
    let sentence = format!("the pawn {arrives} and {becomes}");
    // Every engine knows the queen. Some leave out the three others.
    if promoted == PieceKind::Queen {
        rule.because(sentence)
    } else {
        underpromotion.because(format!("{sentence}: a promotion on {to} gives four moves"))
    }
}

/// `becomes a knight`.
fn becomes(promoted: PieceKind) -> String {
    format!("becomes a {}", kind_name(promoted))
}
