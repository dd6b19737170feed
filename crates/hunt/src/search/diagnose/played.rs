//! A position that is right by its FEN, and wrong when it is played: is making the moves at fault, or the reading of the
//! FEN with which they begin?

use super::making::{is_special, line_alone};
use super::origin::{Diagnosis, Evidence, Origin};
use super::{
    Ruling, ask_wrong_again, diagnose_second, explaining, lacks_castling_alone, misread,
    with_last_move,
};
use crate::search::elimination::{patience, positions, refute};
use crate::search::exchange::Exchange;
use crate::search::explain::Rule;
use crate::search::inquiry::{Inquiry, Unanswered};
use crate::search::machine::{CorruptState, Faulty, Hypothesis, Stage, after};
use crate::search::suspects::{Part, Suspects};
use ox88::{Position, Setup};
use ox88_engine::{Line, RowsFrom};

/// After how many other moves the engine is asked.
const OTHERS_PLAYED: usize = 4;

/// What a second answer by the FEN shows if it is as wrong as the one where moves are played: an engine may spoil
/// something whenever it generates moves, and may generate them to play one. So it is asked as often by the FEN.
pub(super) async fn wrong_when_generated_again(
    inquiry: &mut Inquiry<'_>,
    known: &mut Diagnosis,
) -> Ruling {
    let played = &known.exchange;
    if played.line.moves.is_empty() || inquiry.is_with_person() {
        return Ok(None);
    }
    let first = inquiry.ask_by_fen(&played.line.end(), played.depth).await?;
    if !first.is_right() {
        return known.told(Origin::unknown(Evidence::NotSettled));
    }
    let verdict = as_wrong_again(inquiry, &first, played).await?;
    if verdict.is_some() { Ok(verdict) } else { lists_last_move_once(inquiry, played).await }
}

/// Whether the engine lists the last move where it is asked first, and no longer when it is asked again. It may list
/// all moves to find the one that it is told to play, and then plays that as another one.
async fn lists_last_move_once(inquiry: &mut Inquiry<'_>, played: &Exchange) -> Ruling {
    let mut before = played.line.clone();
    let Some(last) = before.moves.pop().filter(|mv| is_special(*mv)) else { return Ok(None) };
    let first = inquiry.ask_by_fen(&before.end(), 1).await?;
    let lacks_it = |it: &Exchange| it.comparison.difference.missing.contains(&last);
    if !first.is_right() {
        return Ok(None);
    }
    second_if(inquiry, &first, lacks_it).await
}

/// What a second answer shows that is as wrong as this one, where the engine is right at first.
pub(super) async fn as_wrong_again(
    inquiry: &mut Inquiry<'_>,
    right: &Exchange,
    wrong: &Exchange,
) -> Ruling {
    let is_as_wrong = |second: &Exchange| second.depth == wrong.depth && wrong.is_shown_by(second);
    second_if(inquiry, right, is_as_wrong).await
}

/// What a second answer shows that is wrong in such a way.
async fn second_if(
    inquiry: &mut Inquiry<'_>,
    right: &Exchange,
    is_such: impl Fn(&Exchange) -> bool,
) -> Ruling {
    match ask_wrong_again(inquiry, right).await?.filter(is_such) {
        Some(second) => Ok(diagnose_second(inquiry, right, second).await),
        None => Ok(None),
    }
}

/// The state that making the moves wrongly would leave behind, if it explains the answer.
pub(super) async fn state_of_make(inquiry: &mut Inquiry<'_>, known: &mut Diagnosis) -> Ruling {
    known.state = if known.exchange.has_right_moves() {
        state_by_totals(inquiry, &known.exchange).await?
    } else {
        state_after_making(inquiry, &known.exchange).await?
    };
    if known.state.is_some() {
        known.settled = known.settled.or(Suspects::READ);
    }
    let is_open = known.state.is_none() && known.exchange.is_number_alone();
    if is_open && counts_as_before_last_move(inquiry, &known.exchange.line).await? {
        return known.told(Origin::unknown(Evidence::NumberAlone));
    }
    Ok(None)
}

/// Whether the engine misreads FENs, where no other state explains the answer.
pub(super) async fn misread_elsewhere(inquiry: &mut Inquiry<'_>, known: &mut Diagnosis) -> Ruling {
    let may_be = match known.state {
        Some(_) => misread::may_be_of_other_wing(&known.exchange),
        None => !known.exchange.is_number_alone(),
    };
    if may_be { misread::elsewhere(inquiry, known).await } else { Ok(None) }
}

/// Whether the engine is right after the same moves from the same board with other rights to castle, or after one
/// more move, which leads to where they began: then only the FEN was another.
pub(super) async fn right_from_another_root(
    inquiry: &mut Inquiry<'_>,
    known: &mut Diagnosis,
) -> Ruling {
    let Diagnosis { exchange, state, .. } = &*known;
    if state.is_none() && exchange.is_number_alone() {
        return Ok(None);
    }
    let from_rights = from_rights_at_end(&exchange.line).filter(|_| lacks_castling_alone(exchange));
    let from_before = from_one_move_before(&exchange.line).filter(|_| !inquiry.is_with_person());
    for played in from_rights.into_iter().chain(from_before) {
        if inquiry.ask(&played, exchange.depth).await.is_ok_and(|played| played.is_right()) {
            let origin = Evidence::RightFromAnotherRoot.against(Suspects::READ.or(Suspects::MAKE));
            let verdict = Diagnosis::against(exchange.clone(), origin, played);
            return Ok(Some(verdict.with_state(state.clone())));
        }
    }
    Ok(None)
}

/// Whether the engine makes the last move rightly where it counts from the position before: then other code plays the
/// moves that it is told.
pub(super) async fn right_in_its_walk(inquiry: &mut Inquiry<'_>, known: &mut Diagnosis) -> Ruling {
    let Exchange { line, depth, reply, comparison, .. } = &known.exchange;
    let mut before = line.clone();
    // The rows of totals are those of moves that were played. Where the sum is right, so is the row.
    let has_row = reply.source != RowsFrom::Totals && reply.sum() != comparison.nodes;
    let Some(last) = before.moves.pop().filter(|_| has_row) else { return Ok(None) };
    let walked = inquiry.ask(&before, depth + 1).await?;
    if walked.has_right_row(last) {
        known.origin = Evidence::RightInItsWalk.against(Suspects::MAKE);
    }
    Ok(None)
}

/// Whether the engine is right after some other move in place of the last one, if no wrong make explains the answer. If it
/// is wrong after all of them, it may have lost something when it tried moves before it played one.
pub(super) async fn right_after_another_move(
    inquiry: &mut Inquiry<'_>,
    known: &mut Diagnosis,
) -> Ruling {
    let mut before = known.exchange.line.clone();
    let Some(last) = before.moves.pop() else { return Ok(None) };
    if known.origin != Origin::MAKE || known.state.is_some() {
        return Ok(None);
    }
    let others = before.end().legal_moves().into_iter().filter(|mv| *mv != last);
    for other in others.take(OTHERS_PLAYED).collect::<Vec<_>>() {
        if inquiry.ask(&before.and(other), 1).await?.is_right() {
            return Ok(None);
        }
    }
    known.origin = Evidence::WrongWhenPlayed.against(Suspects::MAKE_OR_UNMAKE);
    Ok(None)
}

/// The same moves from the same board, with those rights to castle alone that are left at the end, if the first FEN
/// writes them in another way than the last one. Some engines read the letters of Chess960 wrongly or not at all, and
/// are right by a FEN of ordinary chess.
fn from_rights_at_end(line: &Line) -> Option<Line> {
    let end = line.end();
    if line.root.castling_notation() == end.castling_notation() {
        return None;
    }
    let castling = end.setup().castling;
    line.played_from(Position::new(Setup { castling, ..line.root.setup() }).ok()?)
}

/// The same moves after one more, which leads to the position where they began.
fn from_one_move_before(line: &Line) -> Option<Line> {
    let mut longer = with_last_move(&line.root)?;
    longer.moves.extend(&line.moves);
    Some(longer)
}

/// Whether an engine that lacks the last move may have refused it, and counted from the position before it.
async fn counts_as_before_last_move(
    inquiry: &mut Inquiry<'_>,
    line: &Line,
) -> Result<bool, Unanswered> {
    let mut before = line.clone();
    before.moves.pop();
    for depth in 1..=2 {
        if inquiry.ask_total(&before, depth).await? != inquiry.ask_total(line, depth).await? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// The state that explains the totals at the end of a line, if it is the only one.
async fn state_by_totals(
    inquiry: &mut Inquiry<'_>,
    exchange: &Exchange,
) -> Result<Option<CorruptState>, Unanswered> {
    let states = explaining(inquiry, exchange, after(Stage::Make, &exchange.line)).await?;
    let Some(first) = states.first() else { return Ok(None) };
    let is_only_one = states.iter().all(|other| other.position == first.position);
    Ok(is_only_one.then(|| first.state.clone()))
}

/// The state that explains an answer at the end of a line, if one does. Where several do, one ply more
/// may decide between them.
async fn state_after_making(
    inquiry: &mut Inquiry<'_>,
    exchange: &Exchange,
) -> Result<Option<CorruptState>, Unanswered> {
    let mut hypotheses = after(Stage::Make, &exchange.line);
    hypotheses.retain(|it| it.explains(exchange));
    let mut place = 0;
    if let [first, second, ..] = &hypotheses[..]
        && first.position != second.position
    {
        let deeper = inquiry.ask(&exchange.line, exchange.depth + 1).await?;
        let explains = |it: &Hypothesis| it.explains(&deeper);
        place = hypotheses.iter().position(explains).unwrap_or(0);
    }
    let Some(Hypothesis { state, .. }) = hypotheses.into_iter().nth(place) else { return Ok(None) };
    let last = exchange.line.last_ply(|_| true).filter(|_| !inquiry.is_with_person());
    // The other king stands where the move gives no check, so that an overlooked check is not taken for a wrong move.
    if let Some(alone) = last.and_then(|ply| line_alone(&ply.before, ply.mv, false)) {
        inquiry.ask(&alone, 1).await?;
    }
    Ok(Some(state).filter(|it| may_be_behind_all(inquiry, exchange, it.rule)))
}

/// Whether an engine that breaks this rule when it makes moves may have given all answers: what explains a single one
/// may do so by chance.
fn may_be_behind_all(inquiry: &Inquiry<'_>, exchange: &Exchange, rule: Rule) -> bool {
    let here = positions(exchange, false);
    let mut engines = Faulty::of(Part::Make, &[rule], &here);
    let is_known = engines.iter().any(|it| it.gives(exchange));
    let patience = patience(inquiry);
    refute(inquiry, &mut engines, Some(&exchange.line.end()), &patience);
    !is_known || !engines.is_empty()
}
