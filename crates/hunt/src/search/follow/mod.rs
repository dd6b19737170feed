//! From an answer that differs to a finding: down to where the difference is smallest, with as few moves before it and
//! pieces on the board as show it, and then to what is at fault.

mod apart;
mod attack;
mod down;
mod failure;
mod fewer;
mod lesson;
mod model;
mod other_process;

pub(crate) use failure::follow_failure;
pub(crate) use lesson::with_lesson;
pub(crate) use model::with_engine;
pub(crate) use other_process::OtherProcesses;

use apart::apart;
use attack::with_attacks_tried;
use down::down;
use fewer::{
    SameBy, fewest_men, fewest_men_by_total, fewest_moves, with_clocks_of_a_new_game,
    without_suspects,
};

use crate::search::diagnose::{
    Diagnosis, Evidence, Origin, Smallest, SmallestKind, ask_wrong_again, diagnose,
    diagnose_second, other_cause,
};
use crate::search::exchange::{Exchange, NoReply};
use crate::search::explain::{A_SIDE, Rule};
use crate::search::finding::Finding;
use crate::search::inquiry::{Inquiry, Unanswered};
use crate::search::machine::{CorruptState, Stage};
use crate::search::plan::Case;
use crate::search::suspects::{Part, Suspects};
use crate::search::trouble::{is_choice, may_refuse_a_move};
use ox88::Move;
use ox88_engine::{Line, RowsFrom, TroubleKind};

/// A piece that was lost may show in the moves of its own side alone.
const PLIES_PLAYED: u32 = 2;

/// So many moves that lose nothing show whether those that do are only tried.
const PLAIN_MOVES_PLAYED: usize = 12;

/// Finds out all about an answer that differs. What is wrong only when the engine is asked again is a finding of its
/// own, and comes first: it may be behind the other one.
pub(crate) async fn examine(
    inquiry: &mut Inquiry<'_>,
    case: &Case,
    exchange: Exchange,
) -> Result<Vec<Finding>, Unanswered> {
    let exchange = before_unlisted_move(inquiry, exchange).await;
    if exchange.is_right() {
        return Ok(Vec::new());
    }
    let smallest = match Box::pin(down(inquiry, exchange)).await {
        Err(no_reply)
            if is_choice(&no_reply.trouble.kind)
                || matches!(no_reply.trouble.kind, TroubleKind::NotStarted(_)) =>
        {
            let last_wrong = inquiry.wrong.take().map(|mut exchange| {
                let line = exchange.line.clone();
                exchange.line = inquiry.as_asked(&line);
                let origin = Origin::no_answer(no_reply.trouble.kind);
                let diagnosis = Diagnosis::new(exchange.clone(), origin.clone());
                let found = Finding::of_disagreement(case, line, diagnosis);
                let other = |rule: Rule| other_cause(&exchange, rule, Suspects::NONE);
                let other = found.rule().and_then(other);
                found.with_origin(origin, other)
            });
            return Ok(last_wrong.into_iter().collect());
        }
        smallest => smallest?,
    };
    let path = smallest.exchange.line.clone();
    let Smallest { mut exchange, kind } = smallest;
    exchange.line = inquiry.as_asked(&path);
    let unknown = |trouble| vec![Diagnosis::new(exchange.clone(), Origin::no_answer(trouble))];
    let diagnoses =
        match Box::pin(diagnose_smallest(inquiry, Smallest { exchange: exchange.clone(), kind }))
            .await
        {
            // An experiment that was cut short may have been taken for one that failed.
            _ if inquiry.late.is_some() => unknown(TroubleKind::CutShort),
            // Neither has an experiment failed for which the engine could not be started.
            _ if inquiry.facts.not_started.is_some() => {
                unknown(inquiry.facts.not_started.clone().unwrap_or(TroubleKind::CutShort))
            }
            Ok(diagnoses) => diagnoses,
            // What is wrong stays wrong, whatever the engine does when it is asked further about it.
            Err(no_reply) => unknown(no_reply.trouble.kind),
        };
    let mut findings = Vec::new();
    for mut diagnosis in diagnoses {
        let again = diagnosis.again.take().map(|again| *again);
        for diagnosis in again.into_iter().chain([diagnosis]) {
            let found = Finding::of_disagreement(case, path.clone(), diagnosis);
            let found = unless_refused(inquiry, found);
            let found = Box::pin(with_fewest_men(inquiry, case, found, kind)).await;
            let found = with_attacks_tried(inquiry, found).await;
            findings.push(with_count_alone(inquiry, found).await);
        }
    }
    Ok(findings)
}

/// The answer before the first move that an engine does not list, if it failed because it was given that move.
pub(crate) async fn before_refused_move(
    inquiry: &mut Inquiry<'_>,
    failed: &NoReply,
) -> Option<Exchange> {
    let line = inquiry.as_asked(&failed.line);
    if line.moves.is_empty() || !may_refuse_a_move(&failed.trouble.kind) {
        return None;
    }
    let before = |moves: usize| Line { moves: line.moves[..moves].to_vec(), ..line.clone() };
    let (mut answers, mut fails) = (0, line.moves.len());
    while answers + 1 < fails {
        let middle = answers.midpoint(fails);
        let is_answered = inquiry.ask(&before(middle), 1).await.is_ok();
        if is_answered { answers = middle } else { fails = middle }
    }
    let root = inquiry.ask(&before(answers), 1).await.ok()?;
    root.comparison.difference.missing.contains(&line.moves[answers]).then_some(root)
}

/// An engine need not play a move that it does not list: then that is what is wrong, unless it is known why.
async fn before_unlisted_move(inquiry: &mut Inquiry<'_>, mut wrong: Exchange) -> Exchange {
    let mut before = wrong.line.clone();
    while let Some(last) = before.moves.pop() {
        match inquiry.ask(&before, 1).await {
            Ok(root) if !root.lists(last) => wrong = root,
            _ => break,
        }
    }
    wrong
}

/// That the counts after single moves are right is asked once more where the finding is smallest.
async fn with_count_alone(inquiry: &mut Inquiry<'_>, found: Finding) -> Finding {
    let are_right = [Evidence::RightAfterEachMove, Evidence::RightByEachFen];
    let is_such = found.origin().is_some_and(|it| are_right.contains(&it.evidence));
    let Some(shown) = found.exchange().filter(|it| is_such && it.depth > 1) else { return found };
    if inquiry.is_with_person() {
        return found;
    }
    let depth = shown.depth - 1;
    for line in shown.comparison.difference.counts.iter().map(|it| shown.line.and(it.mv)) {
        let origin = match inquiry.ask(&line, depth).await {
            Ok(alone) if alone.is_right() => continue,
            Ok(_) => Origin::unknown(Evidence::NotSettled),
            Err(no_reply) => Origin::no_answer(no_reply.trouble.kind),
        };
        return found.with_origin(origin, None);
    }
    found
}

/// The finding with the side that has it wrong, where its words name one: with the sides exchanged the engine is right.
pub(crate) async fn with_side(inquiry: &mut Inquiry<'_>, found: Finding) -> Finding {
    let is_of_side = found.rule().is_some_and(|rule| rule.fault().starts_with(A_SIDE));
    let shown = found.exchange().filter(|it| !it.comparison.difference.extra.is_empty());
    let mirrored = shown.filter(|_| is_of_side).map(|it| (it.line.mirrored(), it.depth));
    let Some((line, depth)) = mirrored.filter(|_| !inquiry.is_with_person()) else { return found };
    let is_right = inquiry.ask(&line, depth).await.is_ok_and(|it| it.is_right());
    if is_right { found.of_one_side() } else { found }
}

/// Where an engine plays no moves, no control tells generation from another cause that would give the same answer.
fn unless_refused(inquiry: &Inquiry, found: Finding) -> Finding {
    if !inquiry.refuses_moves() {
        return found;
    }
    let is_generation = found.origin() == Some(&Origin::GENERATION);
    let wrong = found.exchange().zip(found.rule()).filter(|_| is_generation);
    let settled = found.disagreement().map_or(Suspects::NONE, |it| it.diagnosis.settled);
    match wrong.and_then(|(wrong, rule)| other_cause(wrong, rule, settled)) {
        Some(other) => found.with_origin(Origin::unknown(Evidence::TakesNoMoves), Some(other)),
        None => found,
    }
}

/// A mistake that shows in every answer, with as few pieces on the board as show just that. A game that ends where it
/// may be drawn is shown best where an answer is followed down, if it comes to light there.
pub(crate) async fn examine_everywhere(
    inquiry: &mut Inquiry<'_>,
    case: &Case,
    (wrong, smallest): (&Exchange, Exchange),
    origin: Origin,
    is_just_that: impl Fn(&Exchange) -> bool,
) -> Result<Finding, Unanswered> {
    if matches!(origin.evidence, Evidence::DrawnGame(_))
        && let [found] = &examine(inquiry, case, wrong.clone()).await?[..]
        && found.origin().is_some_and(|it| matches!(it.evidence, Evidence::DrawnGame(_)))
    {
        return Ok(found.clone());
    }
    // Only totals were compared, without any rows.
    let is_of_totals = smallest.reply.source == RowsFrom::Totals;
    let smallest =
        if is_of_totals { inquiry.ask(&smallest.line, smallest.depth).await? } else { smallest };
    let (fewer, right_in) = if is_of_totals {
        (smallest.clone(), Vec::new())
    } else {
        fewest_men(inquiry, &smallest, SameBy::Moves).await
    };
    let exchange = if is_just_that(&fewer) { fewer } else { smallest };
    let line = exchange.line.clone();
    let found = Finding::of_disagreement(case, line, Diagnosis::new(exchange, origin));
    Ok(found.with_right_in(right_in))
}

/// What a second question without a new position brings to light after a right answer.
pub(crate) async fn examine_second(
    inquiry: &mut Inquiry<'_>,
    case: &Case,
    first: &Exchange,
) -> Result<Vec<Finding>, Unanswered> {
    let Some(mut second) = ask_wrong_again(inquiry, first).await? else { return Ok(Vec::new()) };
    if let Some(made) = wrong_when_played(inquiry, &first.line).await? {
        let findings = examine(inquiry, case, made).await?;
        return Ok(findings.into_iter().map(unless_unexplained).collect());
    }
    let mut first = first.clone();
    if second.is_number_alone() {
        let fewest = fewest_men_by_total(inquiry, &second).await;
        first = inquiry.ask(&fewest, first.depth).await?;
        let Some(fewer) = ask_wrong_again(inquiry, &first).await? else { return Ok(Vec::new()) };
        second = fewer;
    }
    let first = &first;
    let Some(diagnosis) = diagnose_second(inquiry, first, second).await else {
        return Ok(Vec::new());
    };
    let found = Finding::of_disagreement(case, first.line.clone(), diagnosis);
    Ok(vec![with_fewest_men(inquiry, case, found, SmallestKind::Position).await])
}

/// Where no wrong make explains the answer after a move, what the engine keeps from the trial of another may be behind it.
fn unless_unexplained(found: Finding) -> Finding {
    if found.origin().is_none_or(|it| it.part() != Part::Make) || found.state().is_some() {
        return found;
    }
    let lost = CorruptState {
        rule: Rule::StateCorrupted,
        as_if: "something had been lost when a move was made or unmade".to_owned(),
    };
    let open = Evidence::WrongWhenPlayed.against(Suspects::MAKE_OR_UNMAKE);
    found.with_origin(open, Some(lost))
}

/// The answer after a castling, a capture or a promotion that is wrong when it is played, and right by the FEN behind it.
/// What is lost when such a move is made need not be lost when it is taken back. If another move is wrong like that, the
/// engine tries all moves before it plays one, and has lost it then.
async fn wrong_when_played(
    inquiry: &mut Inquiry<'_>,
    line: &Line,
) -> Result<Option<Exchange>, Unanswered> {
    if inquiry.is_with_person() || inquiry.refuses_moves() {
        return Ok(None);
    }
    let here = line.end();
    let is_plain = |&mv: &Move| {
        let changes_more = mv.castling_rook().is_some() || mv.promotion().is_some();
        !changes_more && here.captured(mv).is_none()
    };
    let (plain, others): (Vec<Move>, Vec<Move>) =
        here.legal_moves().into_iter().partition(is_plain);
    let Some(made) = first_wrong(inquiry, line, &others).await? else { return Ok(None) };
    let plain = &plain[..plain.len().min(PLAIN_MOVES_PLAYED)];
    let is_tried = first_wrong(inquiry, line, plain).await?.is_some();
    Ok((!is_tried).then_some(made))
}

async fn first_wrong(
    inquiry: &mut Inquiry<'_>,
    line: &Line,
    moves: &[Move],
) -> Result<Option<Exchange>, Unanswered> {
    for &mv in moves {
        let played = inquiry.ask(&line.and(mv), PLIES_PLAYED).await?;
        if !played.is_right()
            && inquiry.ask_by_fen(&played.line.end(), PLIES_PLAYED).await?.is_right()
        {
            return Ok(Some(played));
        }
    }
    Ok(None)
}

/// With as few moves as show it, what is at fault? There may be two faults.
async fn diagnose_smallest(
    inquiry: &mut Inquiry<'_>,
    smallest: Smallest,
) -> Result<Vec<Diagnosis>, Unanswered> {
    let Smallest { exchange, kind } = smallest;
    let is_shortened = !matches!(kind, SmallestKind::CutShort | SmallestKind::GameEnd);
    let exchange = if is_shortened { fewest_moves(inquiry, exchange).await? } else { exchange };
    let exchange = match kind {
        SmallestKind::CutShort => exchange,
        _ => with_clocks_of_a_new_game(inquiry, exchange).await,
    };
    let is_number = is_shortened && exchange.is_number_alone() && !inquiry.is_with_person();
    let exchange = if is_number {
        let fewest = fewest_men_by_total(inquiry, &exchange).await;
        inquiry.ask(&fewest, exchange.depth).await?
    } else {
        exchange
    };
    let is_of_moves = matches!(kind, SmallestKind::Position);
    let parts = if is_of_moves { apart(inquiry, exchange).await } else { vec![exchange] };
    let mut diagnoses = Vec::new();
    for exchange in parts {
        diagnoses.push(diagnose(inquiry, Smallest { exchange, kind }).await?);
    }
    Ok(diagnoses)
}

/// The same finding with as few pieces on the board as show it.
///
/// Where other moves are wrong, or fewer, a smaller position may show another error after all. If something else is at
/// fault there, only positions count where the same moves are wrong, against the same rule.
async fn with_fewest_men(
    inquiry: &mut Inquiry<'_>,
    case: &Case,
    found: Finding,
    kind: SmallestKind,
) -> Finding {
    let Some(shown) = found.exchange().filter(|shown| is_worth_it(shown, &found)) else {
        return found.with_right_in(Vec::new());
    };
    if inquiry.is_with_person() {
        let right_in = without_suspects(inquiry, &found, shown).await;
        return found.clone().with_right_in(right_in);
    }
    let (stage, rules) = stage_and_rules(&found);
    let same_by = match stage {
        Some(stage) if !rules.is_empty() => SameBy::State(stage, &rules),
        _ => SameBy::Rules(&found),
    };
    for same_by in [same_by, SameBy::MovesOf(&found)] {
        let (fewer, right_in) = fewest_men(inquiry, shown, same_by).await;
        if fewer == *shown {
            return found.clone().with_right_in(right_in);
        }
        if let Some(smaller) = with_fewer_men(inquiry, case, &found, fewer, kind).await {
            return smaller.with_right_in(right_in);
        }
    }
    found.with_right_in(Vec::new())
}

/// When the state goes wrong that seems to be behind a finding, and against which rules. Nothing if no state is known.
fn stage_and_rules(found: &Finding) -> (Option<Stage>, Vec<Rule>) {
    let own = found.state().map(|state| state.rule);
    match found.origin() {
        Some(origin) if origin.part() == Part::Make => {
            (Some(Stage::Make), own.into_iter().collect())
        }
        Some(origin) if *origin == Origin::READ_FEN => {
            (Some(Stage::ReadFen), own.into_iter().collect())
        }
        _ => (None, Vec::new()),
    }
}

/// The same finding in a position with fewer pieces, if the same is at fault there, or else if the same moves are
/// generated wrongly, and what seemed to be the reason, or was left behind, is not on the board any more.
///
/// A smaller position shows less of what is at fault: there more than one state may explain the answer, and other
/// rules may end the game.
async fn with_fewer_men(
    inquiry: &mut Inquiry<'_>,
    case: &Case,
    found: &Finding,
    fewer: Exchange,
    kind: SmallestKind,
) -> Option<Finding> {
    let shown = found.exchange()?;
    let is_same_group = fewer.comparison.difference.has_moves_of(&shown.comparison.difference);
    let diagnosis = diagnose_fewer(inquiry, shown, fewer, kind).await.ok()??;
    let smaller = Finding::of_disagreement(case, found.line.clone(), diagnosis);
    let is_generated = |it: &Finding| it.origin().is_some_and(Origin::may_be_generated_by_fen);
    let may_be_generated =
        is_generated(found) || found.origin().is_some_and(Origin::is_generated_or_unmade);
    // Of several pieces that are not read, one at a time can be shown.
    let is_read = smaller.state().is_some_and(|it| it.rule == Rule::PieceNotRead);
    let is_feature_gone = may_be_generated && (is_same_group && is_generated(&smaller) || is_read);
    // A state that explains the smaller answer alone may do so by chance.
    let smaller = match smaller.origin().filter(|origin| found.origin() == Some(origin)).cloned() {
        Some(origin) if found.state().is_none() => smaller.with_origin(origin, None),
        _ => smaller,
    };
    let is_counted = smaller.origin().is_some_and(Origin::is_counted);
    // What may be misread shows where little else is on the board.
    let is_misread = is_generated(found)
        && smaller.rule() == found.rule()
        && smaller.origin().is_some_and(|it| matches!(it.evidence, Evidence::MisreadDeeper { .. }));
    let is_same = (smaller.cause() == found.cause() || is_misread)
        && is_same_state(&smaller, found)
        && (!is_counted || smaller.origin() == found.origin());
    (is_same || is_feature_gone).then_some(smaller)
}

/// Whether the same state explains both. Of what taking moves back leaves behind, the same rule is enough: it is told
/// with the moves that were tried, and in the smaller position there are fewer of these.
fn is_same_state(smaller: &Finding, found: &Finding) -> bool {
    let told = |it: &Finding| {
        let is_left_behind = it.origin().is_some_and(|it| it.suspects.has(Suspects::UNMAKE));
        it.state().filter(|_| !is_left_behind).map(|state| state.as_if.clone())
    };
    let rule = |it: &Finding| it.state().map(|state| state.rule);
    (rule(smaller), told(smaller)) == (rule(found), told(found))
}

/// Whether a smaller position can show more of a finding: where it is known which part is at fault, some moves are
/// listed all the same or would be, and it is not totals alone that have to show which are wrong.
fn is_worth_it(shown: &Exchange, found: &Finding) -> bool {
    let Some(origin) = found.origin() else { return false };
    let is_known = origin.part() != Part::Unknown
        || origin.is_generated_or_unmade()
        || origin.is_made_or_unmade()
        || origin.may_be_generated_by_fen()
        // A count without a wrong move.
        || origin.evidence == Evidence::RightAfterEachMove;
    let ends_game = found.rule() == Some(Rule::EndsGameTooEarly);
    let is_answer = !shown.has_no_rows() || *origin == Origin::GENERATION && !ends_game;
    is_known && is_answer && !(shown.has_right_moves() && shown.reply.source == RowsFrom::Totals)
}

/// What is at fault where there are fewer pieces. Nothing if it is another kind of error.
async fn diagnose_fewer(
    inquiry: &mut Inquiry<'_>,
    shown: &Exchange,
    fewer: Exchange,
    kind: SmallestKind,
) -> Result<Option<Diagnosis>, Unanswered> {
    if let Some(depth) = shown.asked_before {
        let first = inquiry.ask(&fewer.line, depth).await?;
        let second = ask_wrong_again(inquiry, &first).await?.filter(|_| first.is_right());
        return match second {
            Some(second) => Ok(diagnose_second(inquiry, &first, second).await),
            None => Ok(None),
        };
    }
    let smallest = match kind {
        _ if fewer.depth == 1 => Smallest { exchange: fewer, kind: SmallestKind::Position },
        // There something else may be wrong after one of the moves.
        SmallestKind::Recursion => down(inquiry, fewer).await?,
        kind => Smallest { exchange: fewer, kind },
    };
    let is_same_kind = smallest.exchange.depth == 1 || smallest.kind == kind;
    if is_same_kind { diagnose(inquiry, smallest).await.map(Some) } else { Ok(None) }
}
