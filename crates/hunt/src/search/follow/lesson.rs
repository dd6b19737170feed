//! Where does a fault of the generated moves begin, and where does it end? The engine is asked about positions that differ
//! from the smallest one in one respect, until one explanation is left that foretells its answers.

use crate::search::diagnose::{Evidence, Origin, has_pieces_elsewhere, misreading};
use crate::search::exchange::Exchange;
use crate::search::explain::Rule;
use crate::search::facts::Facts;
use crate::search::finding::{Finding, men_on};
use crate::search::inquiry::Inquiry;
use crate::search::learnt::{Learnt, WrongEngine};
use crate::search::suspects::Suspects;
use crate::worlds::{Lesson, WrongMoves, wing_of};
use ox88::suite::built_in;
use ox88::{CastlingNotation, Move, Piece, PieceKind, Position, Setup, Square};
use ox88_engine::{Difference, Line};
use std::sync::LazyLock;
use std::time::Duration;

/// How many questions a lesson may have, and how long it may take.
const QUESTIONS: usize = 150;
const TIME: Duration = Duration::from_secs(10);

/// One in so many right answers is hardly any, and one in so many of those about positions of games is few.
const HARDLY_ANY: usize = 10;
const FEW: usize = 3;

/// Of the suites, positions with few men say most about one fault.
const MOST_MEN: usize = 14;
const MOST_OF_SUITES: usize = 150;

/// Positions with more men try an explanation in the end, as many as this, spread over the suites.
const TRIALS: usize = 15;

/// The positions of ordinary chess in the suites that have few men, and some that have many.
pub(super) static OF_SUITES: LazyLock<Vec<Position>> = LazyLock::new(|| {
    let mut few = of_suites(|men| men <= MOST_MEN);
    few.truncate(MOST_OF_SUITES);
    few
});
pub(super) static TRIED: LazyLock<Vec<Position>> = LazyLock::new(|| {
    let many = of_suites(|men| men > MOST_MEN);
    many.iter().step_by(many.len().div_ceil(TRIALS)).copied().collect()
});

/// Those with such a number of men that can arise in a game.
fn of_suites(is_wanted: fn(usize) -> bool) -> Vec<Position> {
    let suites = built_in::suites();
    let all = suites.iter().flat_map(|suite| &suite.positions).filter(|it| it.can_arise());
    let is_ordinary = |it: &Position| it.castling_notation() == CastlingNotation::KingToTarget;
    let all = all.map(|it| it.position).filter(is_ordinary);
    all.filter(|it| is_wanted(men_on(it))).collect()
}

/// The finding with what the engine teaches about its wrong moves, if their generation may be at fault. What was learnt
/// before and foretells them is not asked about again.
pub(crate) async fn with_lesson(
    inquiry: &mut Inquiry<'_>,
    known: &mut Vec<Learnt>,
    finding: Finding,
) -> Finding {
    let finding = unless_read(unless_never_right(inquiry, finding).await);
    let Some((here, wrong)) = to_learn(inquiry, &finding) else { return finding };
    let foretells =
        |it: &&Learnt| it.engine.moves().is_some_and(|it| it.wrong_moves(&here) == wrong);
    if let Some(learnt) = known.iter().find(foretells) {
        return finding.with_learnt(learnt.clone());
    }
    let mut lesson = Lesson::new(&here, &wrong, finding.rule(), &OF_SUITES, &TRIED, QUESTIONS);
    lesson.note_right(&inquiry.facts.right_positions);
    let end = inquiry.facts.now.saturating_add(TIME);
    let mut is_whole = true;
    while let Some(position) = lesson.next_position() {
        let is_late = inquiry.facts.now > end;
        let answer = if is_late { None } else { ask(inquiry, &lesson, &position).await };
        // An engine that gives no answer, or lists what no piece can do, teaches no more.
        let Some(wrong) = answer else {
            is_whole = false;
            break;
        };
        lesson.answer(&position, &wrong);
    }
    let finding = as_far_as_known(inquiry, &lesson, finding).await;
    let learnt = lesson.learnt().filter(|_| is_whole && lesson.is_over());
    let Some((world, wrong, right)) = learnt else { return finding };
    let learnt = Learnt { engine: WrongEngine::Moves(world), wrong, right };
    known.push(learnt.clone());
    finding.with_learnt(learnt)
}

/// The finding without the verdict that generation is at fault, if few answers about positions of games are right: then
/// nothing shows that the engine reads a FEN. A question without an answer shows nothing, and is the last.
async fn unless_never_right(inquiry: &mut Inquiry<'_>, finding: Finding) -> Finding {
    let Facts { by_fen, right_by_fen, .. } = inquiry.facts;
    let is_open = |it: &Origin| {
        *it == Origin::GENERATION || matches!(it.evidence, Evidence::MisreadDeeper { .. })
    };
    let may_be = finding.origin().is_some_and(is_open)
        && !inquiry.is_with_person()
        && (right_by_fen * HARDLY_ANY <= by_fen
            || finding.exchange().is_some_and(has_pieces_elsewhere));
    if !may_be {
        return finding;
    }
    let (mut right, mut tried) = (0, 0);
    for position in TRIED.iter() {
        let answer = inquiry.ask(&Line::at(*position), 1).await;
        tried += 1;
        right += usize::from(answer.as_ref().is_ok_and(Exchange::is_right));
        if answer.is_err() {
            break;
        }
        if right > TRIED.len() / FEW {
            return finding;
        }
    }
    finding.with_origin_kept(Origin::read_or_generated(Evidence::SeldomRight { right, tried }))
}

/// The finding without the verdict that generation is at fault, if a right that is read where there is none gives the same.
fn unless_read(finding: Finding) -> Finding {
    let is_generated = finding.origin() == Some(&Origin::GENERATION);
    if is_generated && finding.rule() == Some(Rule::CastlingWithoutRook) {
        return finding.with_origin_kept(Origin::read_or_generated(Evidence::CastlesWithoutRook));
    }
    finding
}

/// The finding without what the lesson has refuted: that the engine castles nowhere; and that the generation of moves is at
/// fault, where a piece may be lost as soon as a FEN is read, since no move of such a piece was ever listed.
async fn as_far_as_known(inquiry: &mut Inquiry<'_>, lesson: &Lesson, finding: Finding) -> Finding {
    let (Some(exchange), Some(origin)) = (finding.exchange(), finding.origin()) else {
        return finding;
    };
    let here = exchange.line.end();
    let us = here.side_to_move();
    let Difference { missing, extra, .. } = &exchange.comparison.difference;
    let piece_of = |mv: &Move| here.board().at(mv.from);
    let castles = |&mv: &Move| wing_of(mv).is_some_and(|wing| lesson.has_castled(us, wing));
    let evidence = match origin.evidence {
        Evidence::CastlesByNoFen if missing.iter().any(castles) => Evidence::CastlesElsewhere,
        Evidence::ByFen | Evidence::MisreadDeeper { .. } => {
            let is_listed = |it: &Piece| inquiry.facts.listed.contains(it);
            let pieces: Vec<Piece> = missing.iter().filter_map(piece_of).collect();
            let not_read = misreading(exchange).and_then(|it| it.piece_not_read(&here));
            let man = not_read.and_then(|square| Some((square, here.board().at(square)?)));
            match (&pieces[..], man) {
                (&[piece, ..], _) if extra.is_empty() && !pieces.iter().any(is_listed) => {
                    Evidence::NeverListed(piece)
                }
                (_, Some((_, piece))) if !is_ever_listed(inquiry, piece).await => {
                    Evidence::NeverListed(piece)
                }
                (_, Some((square, _))) if is_never_listed_from(inquiry, &here, square).await => {
                    Evidence::NeverListedFrom(square)
                }
                _ => return finding,
            }
        }
        _ => return finding,
    };
    finding.with_origin_kept(Origin::read_or_generated(evidence))
}

/// Whether the engine lists a move of such a piece in a position of a game, if it has not listed one before.
async fn is_ever_listed(inquiry: &mut Inquiry<'_>, piece: Piece) -> bool {
    let moves = |here: &&Position| {
        let is_its = |mv: &Move| here.board().at(mv.from) == Some(piece);
        here.legal_moves().iter().any(is_its)
    };
    if !inquiry.facts.listed.contains(&piece)
        && let Some(here) = TRIED.iter().find(moves)
    {
        let _ = inquiry.ask(&Line::at(*here), 1).await;
    }
    inquiry.facts.listed.contains(&piece)
}

/// Whether the engine lists no move from a square, whichever other piece of its side stands there.
async fn is_never_listed_from(inquiry: &mut Inquiry<'_>, here: &Position, square: Square) -> bool {
    let us = here.side_to_move();
    let with = |kind| {
        let mut setup = Setup { en_passant: None, ..here.setup() };
        setup.board.put(square, Piece::new(us, kind));
        Position::new(setup).ok().filter(|_| here.board().at(square) != setup.board.at(square))
    };
    let is_tried = |it: &Position| it.legal_moves().iter().any(|mv| mv.from == square);
    let others = PieceKind::PROMOTIONS.into_iter().filter_map(with).filter(is_tried);
    let mut has_answer = false;
    for other in others.collect::<Vec<_>>() {
        let Ok(answer) = inquiry.ask(&Line::at(other), 1).await else { break };
        if answer.rows().iter().any(|row| row.0.from == square) {
            return false;
        }
        has_answer = true;
    }
    has_answer
}

/// The wrong moves of a finding that a lesson can begin with.
fn to_learn(inquiry: &Inquiry<'_>, finding: &Finding) -> Option<(Position, WrongMoves)> {
    let exchange = finding.exchange()?;
    let origin = finding.origin()?;
    let may_be_generated =
        origin.suspects.has(Suspects::GENERATION) && origin.suspects != Suspects::ALL;
    let is_list =
        exchange.depth == 1 && exchange.line.moves.is_empty() && exchange.asked_before.is_none();
    if !may_be_generated || !is_list || inquiry.is_with_person() {
        return None;
    }
    Some((exchange.line.root, wrong_moves(exchange)?))
}

/// The moves that are wrong in an answer. Nothing if one of them is no move that a piece can make, or if a wrong total does
/// not show which they are.
fn wrong_moves(exchange: &Exchange) -> Option<WrongMoves> {
    let difference = &exchange.comparison.difference;
    let extra = exchange.possible_extra();
    let is_complete = extra.len() == difference.extra.len() && !exchange.is_number_alone();
    let (missing, twice) = (difference.missing.clone(), difference.twice.clone());
    is_complete.then_some(WrongMoves { missing, extra, twice })
}

/// What the engine has wrong in a position. Of one that prints totals alone, the total is enough where it is right, or as
/// the explanation foretells.
async fn ask(
    inquiry: &mut Inquiry<'_>,
    lesson: &Lesson,
    position: &Position,
) -> Option<WrongMoves> {
    let line = Line::at(*position);
    if inquiry.facts.prints_totals {
        let right = position.legal_moves().len();
        let total = usize::try_from(inquiry.ask_total(&line, 1).await.ok()??).ok()?;
        let foretold = lesson.foretold(position);
        let counts =
            |it: &WrongMoves| right + it.extra.len() + it.twice.len() == total + it.missing.len();
        if total == right {
            return Some(WrongMoves::default());
        }
        if counts(&foretold) {
            return Some(foretold);
        }
    }
    wrong_moves(&inquiry.ask(&line, 1).await.ok()?)
}
