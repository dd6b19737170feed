//! Why a legal move is legal: the most specific rule that makes it so.
//!
//! An engine without the move most likely breaks that rule. So rare rules come before those that every engine knows:
//! castling, en passant, answers to a check, pins, and only then how the pieces move.

use super::castling;
use super::explanation::{Explanation, reasons};
use super::facts::{Scene, between, enumeration, kind_name, name_on};
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
    let (king, checkers) = (scene.king(), &scene.checkers);
    let Some(passed) = scene.us().en_passant_victim(to) else { return plain_move(scene, mv) };
    let (pawn, checks) = (scene.piece(passed), scene.pieces(checkers));
    let checking = checking(&pawn);
    // One that is pinned cannot be left out, but what pins it can.
    let matters = |pawn: Square| {
        scene.may_matter(&[pawn])
            || scene.uncovered_by(pawn).is_some_and(|slider| scene.may_matter(&[slider]))
    };
    let is_other = |&other: &Square| other != from && matters(other);
    let mut captures = scene.here.pseudo_legal_moves();
    captures.retain(|mv| mv.kind == MoveKind::EnPassant);
    let other = captures.into_iter().map(|mv| mv.from).find(is_other);
    let may_capture = |&from: &Square| scene.here.is_legal(Move { from, ..mv });
    let [pinner, shut_out] = [from, passed]
        .map(|pawn| scene.uncovered_by(pawn).filter(|&slider| scene.may_matter(&[slider])));
    reasons! {
        (checkers.contains(&passed)) => EnPassantTakesChecker, [passed],
            "en passant takes {checking}";
        (!checkers.is_empty()) => EnPassantBlocksCheck, checkers.clone(),
            "en passant blocks the check of {checks}: on {to} the pawn shields the king on {king}";
        (let Some(pinner) = pinner) => EnPassantShieldsKing, [pinner, king],
            "the pawn on {from} is pinned by {pins}, but en passant keeps it on the line from there to the king \
             on {king}", pins = scene.piece(pinner);
        (let Some(slider) = shut_out) => EnPassantShieldsKing, [passed, slider, king],
            "{pawn} shields the king on {king} from {slider}, and after en passant the capturing pawn shields \
             it on {to}", slider = scene.piece(slider);
        (let Some(other) = other.filter(may_capture)) => EnPassantFromBothSides, [passed, other],
            "{pawn} has just taken two steps over {to}: the pawn on {from} may take it en passant, and so may the one on \
             {other}";
        (let Some(other) = other) => EnPassantFromBothSides, [passed, other],
            "{pawn} has just taken two steps over {to}: the pawn on {from} may take it en passant, and only the one on \
             {other} would leave its king in check";
        else EnPassant, [passed],
            "{pawn} has just taken two steps over {to}: the pawn beside it on {from} may take it en passant";
    }
}

/// `the checking pawn on c5`.
fn checking(piece: &str) -> String {
    piece.replacen("the ", "the checking ", 1)
}

fn king_step(scene: &Scene, mv: Move) -> Explanation {
    let (Move { from, to, .. }, checkers) = (mv, &scene.checkers);
    let slides = |&square: &Square| scene.board().at(square).is_some_and(Piece::slides);
    let (target, checks) = (scene.piece(to), scene.pieces(checkers));
    let checking = checking(&target);
    reasons! {
        (checkers.contains(&to)) => KingTakesChecker, checkers.clone(),
            "the king takes {checking}, which nothing protects";
        (!checkers.is_empty() && checkers.iter().all(slides)) => KingStepsOffLine, checkers.clone(),
            "the king steps off the line of {checks}: nothing attacks {to}";
        (!checkers.is_empty()) => KingLeavesCheck, checkers.clone(),
            "the king leaves the check of {checks}: nothing attacks {to}";
        (scene.enemy(to).is_some()) => KingTakesUnprotected, [],
            "the king takes {target}, which nothing protects";
        else KingStep, [], "the king steps from {from} to {to}, which nothing attacks";
    }
}

/// A piece other than the king takes the piece that gives check, or blocks it. None if there is no
/// check.
fn answer_to_check(scene: &Scene, mv: Move) -> Option<Explanation> {
    let Move { from, to, kind } = mv;
    let (&checker, king) = (scene.checkers.first()?, scene.king());
    let (name, check) = (name_on(scene.board(), from), scene.piece(checker));
    let checking = checking(&check);
    let the_check = format!("the check of {check}: {to} lies between it and the king on {king}");
    Some(reasons! {
        (let MoveKind::Promotion(promoted) = kind && to == checker) => PromotionTakesChecker, [checker, king],
            "the pawn takes {checking} and {becomes}", becomes = becomes(promoted);
        (to == checker) => CheckerTaken, [checker, king],
            "the {name} on {from} takes {checking}";
        (let MoveKind::Promotion(promoted) = kind) => PromotionBlocksCheck, [checker, king],
            "the pawn {becomes} and blocks {the_check}", becomes = becomes(promoted);
        (kind == MoveKind::DoublePush) => DoublePushBlocksCheck, [checker, king],
            "the pawn's two steps from its home rank block {the_check}";
        else CheckBlocked, [checker, king], "the {name} from {from} blocks {the_check}";
    })
}

/// A pinned piece stays on the line of its pin. None if the piece is not pinned.
fn along_pin(scene: &Scene, mv: Move) -> Option<Explanation> {
    let Move { from, to, .. } = mv;
    // The one that is taken cannot be left out.
    let may_matter = |pinner: &Square| *pinner == to || scene.may_matter(&[*pinner]);
    let (pinner, king) = (scene.uncovered_by(from).filter(may_matter)?, scene.king());
    let (name, pins) = (name_on(scene.board(), from), scene.piece(pinner));
    let promotes = mv.promotion().map_or(String::new(), |kind| format!("; it {}", becomes(kind)));
    Some(reasons! {
        (to == pinner) => PinnedPieceTakesPinner, [pinner, king],
            "the pinned {name} on {from} may take {pins}, which pins it to the king on {king}{promotes}";
        else PinnedPieceAlongPin, [pinner, king],
            "the pinned {name} on {from} may move along its pin, the line from the king on {king} to {pins}{promotes}";
    })
}

/// A move that has nothing to do with a check or a pin.
fn plain_move(scene: &Scene, mv: Move) -> Explanation {
    let Move { from, to, .. } = mv;
    let (name, target) = (name_on(scene.board(), from), scene.piece(to));
    let is_capture = scene.enemy(to).is_some();
    let and_takes = if is_capture { format!(" and takes {target}") } else { String::new() };
    let line = match (from.file() == to.file(), from.rank() == to.rank()) {
        (true, _) => "its file",
        (_, true) => "its rank",
        _ => "a diagonal",
    };
    let slides = format!(
        "the {name} slides along {line} from {from} to {to}{and_takes}, with nothing in between"
    );
    match scene.own(from) {
        Some(PieceKind::Bishop) => Rule::BishopSlide.because(slides),
        Some(PieceKind::Rook) => Rule::RookSlide.because(slides),
        Some(PieceKind::Queen) => Rule::QueenSlide.because(slides),
        Some(PieceKind::Knight) => {
            Rule::KnightJump.because(format!("a knight jumps from {from} to {to}{and_takes}"))
        }
        _ => pawn_move(scene, mv),
    }
}

fn pawn_move(scene: &Scene, mv: Move) -> Explanation {
    let Move { from, to, kind } = mv;
    let (is_capture, target) = (scene.enemy(to).is_some(), scene.piece(to));
    let promoted = mv.promotion();
    let becomes = promoted.map(becomes).unwrap_or_default();
    // Every engine knows the queen. Some leave out the three others.
    let is_under = promoted.is_some_and(|kind| kind != PieceKind::Queen);
    reasons! {
        (is_under && is_capture) => UnderpromotionByCapture, [],
            "the pawn takes {target} and {becomes}: perft counts all four promotions";
        (is_under) => Underpromotion, [],
            "the pawn reaches {to} and {becomes}: perft counts all four promotions";
        (promoted.is_some() && is_capture) => PromotionByCapture, [], "the pawn takes {target} and {becomes}";
        (promoted.is_some()) => Promotion, [], "the pawn reaches {to} and {becomes}";
        (kind == MoveKind::DoublePush) => DoublePush, [],
            "the pawn takes two steps from its home rank, over {over} to {to}: both are empty",
            over = enumeration(between(from, to));
        (is_capture) => PawnCapture, [], "the pawn on {from} takes {target}, one step diagonally ahead";
        else PawnPush, [], "the pawn steps ahead from {from} to the empty square {to}";
    }
}

/// `becomes a knight`.
fn becomes(promoted: PieceKind) -> String {
    format!("becomes a {}", kind_name(promoted))
}
