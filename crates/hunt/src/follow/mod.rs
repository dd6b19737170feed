//! From an answer that differs to a finding: down to where the difference is smallest, with as few moves before it and
//! men on the board as show it, and then to what is at fault.

mod apart;
mod attack;
mod down;
mod failure;
mod fewer;
mod other_process;

pub(crate) use failure::follow_failure;
pub(crate) use other_process::{Confirmed, OtherProcesses};

use apart::apart;
use attack::with_attacks_tried;
use down::down;
pub(crate) use fewer::{fewest, men_of};
use fewer::{fewest_men, fewest_moves};

use crate::diagnose::{
    Diagnosis, Evidence, Origin, Part, Smallest, SmallestKind, ask_wrong_again, diagnose,
    diagnose_second,
};
use crate::exchange::Exchange;
use crate::finding::Finding;
use crate::inquiry::{Inquiry, Unanswered};
use crate::plan::Case;
use crate::spoilt::{left_by, rules_left_by};
use crate::trouble::is_choice;
use ox88_engine::{RowsFrom, TroubleKind};

/// Finds out all about an answer that differs. What is wrong only when the engine is asked again is a finding of its own,
/// and comes first: it may be behind the other one.
pub(crate) fn examine(
    inquiry: &mut Inquiry,
    case: &Case,
    exchange: Exchange,
) -> Result<Vec<Finding>, Unanswered> {
    let smallest = match down(inquiry, exchange) {
        Err(no_reply)
            if is_choice(&no_reply.trouble.kind)
                || matches!(no_reply.trouble.kind, TroubleKind::NotStarted(_)) =>
        {
            let last_wrong = inquiry.wrong.pop().map(|mut exchange| {
                let line = exchange.line.clone();
                exchange.line = inquiry.as_asked(&line);
                let origin = Origin::Unknown { trouble: no_reply.trouble.kind };
                Finding::of_disagreement(case, line, Diagnosis::new(exchange, origin))
            });
            return Ok(last_wrong.into_iter().collect());
        }
        smallest => smallest?,
    };
    let path = smallest.exchange.line.clone();
    let Smallest { mut exchange, kind } = smallest;
    exchange.line = inquiry.as_asked(&path);
    let unknown =
        |trouble| vec![(0, Diagnosis::new(exchange.clone(), Origin::Unknown { trouble }))];
    let diagnoses = match diagnose_smallest(inquiry, Smallest { exchange: exchange.clone(), kind })
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
    for (men_off, mut diagnosis) in diagnoses {
        let again = diagnosis.again.take().map(|again| *again);
        for diagnosis in again.into_iter().chain([diagnosis]) {
            let found = Finding::of_disagreement(case, path.clone(), diagnosis);
            let found = with_fewest_men(inquiry, case, found, kind);
            let found = with_attacks_tried(inquiry, found);
            let found = with_fewest_left_behind(inquiry, case, found, kind);
            findings.push(Finding { men_off: men_off + found.men_off, ..found });
        }
    }
    Ok(findings)
}

/// A mistake that shows in every answer, with as few men on the board as show just that. A game that ends where it may be
/// drawn is shown best where an answer is followed down, if it comes to light there.
pub(crate) fn examine_everywhere(
    inquiry: &mut Inquiry,
    case: &Case,
    (wrong, smallest): (&Exchange, Exchange),
    origin: Origin,
    is_just_that: impl Fn(&Exchange) -> bool,
) -> Result<Finding, Unanswered> {
    if matches!(origin, Origin::GameEnd { .. })
        && let [found] = &examine(inquiry, case, wrong.clone())?[..]
        && matches!(found.origin(), Some(Origin::GameEnd { .. }))
    {
        return Ok(found.clone());
    }
    // Totals were compared without the rows behind them.
    let is_of_totals = smallest.reply.source == RowsFrom::Totals;
    let smallest =
        if is_of_totals { inquiry.ask(&smallest.line, smallest.depth)? } else { smallest };
    let (fewer, right_in) = if is_of_totals {
        (smallest.clone(), Vec::new())
    } else {
        fewest_men(inquiry, &smallest, &[])
    };
    let exchange = if is_just_that(&fewer) { fewer } else { smallest };
    let line = exchange.line.clone();
    let found = Finding::of_disagreement(case, line, Diagnosis::new(exchange, origin));
    Ok(found.with_right_in(right_in))
}

/// What a second question without a new position brings to light after a right answer.
pub(crate) fn examine_second(
    inquiry: &mut Inquiry,
    case: &Case,
    first: &Exchange,
) -> Result<Option<Finding>, Unanswered> {
    let Some(second) = ask_wrong_again(inquiry, first)? else { return Ok(None) };
    let Some(diagnosis) = diagnose_second(inquiry.oracle, first, second) else { return Ok(None) };
    let found = Finding::of_disagreement(case, first.line.clone(), diagnosis);
    let kind = SmallestKind::Position;
    let found = with_fewest_men(inquiry, case, found, kind);
    Ok(Some(with_fewest_left_behind(inquiry, case, found, kind)))
}

/// With as few moves as show it, what is at fault? There may be two faults, each with the men that were left out for it.
fn diagnose_smallest(
    inquiry: &mut Inquiry,
    smallest: Smallest,
) -> Result<Vec<(usize, Diagnosis)>, Unanswered> {
    let Smallest { exchange, kind } = smallest;
    let is_shortened = !matches!(kind, SmallestKind::CutShort | SmallestKind::GameEnd);
    let exchange = if is_shortened { fewest_moves(inquiry, exchange)? } else { exchange };
    let men = men_of(&exchange.line.root).len();
    let is_of_moves = matches!(kind, SmallestKind::Position);
    let parts = if is_of_moves { apart(inquiry, exchange) } else { vec![exchange] };
    let of_part = |exchange: Exchange| {
        let men_off = men - men_of(&exchange.line.root).len();
        Ok((men_off, diagnose(inquiry, Smallest { exchange, kind })?))
    };
    parts.into_iter().map(of_part).collect()
}

/// The same finding with as few men on the board as show it.
///
/// A smaller position shows less of what is at fault: there more than one state may explain the answer, and other
/// rules may end the game. So it is taken only if the same is at fault there, or else if the same moves are generated
/// wrongly, and what seemed to be the reason, or was left behind, is not on the board any more.
fn with_fewest_men(
    inquiry: &mut Inquiry,
    case: &Case,
    found: Finding,
    kind: SmallestKind,
) -> Finding {
    let Some(shown) = found.exchange().filter(|shown| is_worth_it(shown, &found)) else {
        return found.with_right_in(Vec::new());
    };
    let (fewer, right_in) = fewest_men(inquiry, shown, &[]);
    if fewer == *shown {
        return found.with_right_in(right_in);
    }
    let is_same_group = fewer.comparison.difference.has_moves_of(&shown.comparison.difference);
    let Ok(Some(diagnosis)) = diagnose_fewer(inquiry, shown, fewer, kind) else {
        return found.with_right_in(Vec::new());
    };
    let men_off = men_of(&shown.line.root).len() - men_of(&diagnosis.exchange.line.root).len();
    let smaller = Finding::of_disagreement(case, found.line.clone(), diagnosis);
    let is_generated = |it: &Finding| {
        matches!(it.origin(), Some(Origin::Generation | Origin::ReadFenOrGeneration))
    };
    let may_be_generated =
        is_generated(&found) || matches!(found.origin(), Some(Origin::GenerationOrUnmake { .. }));
    let is_feature_gone = is_same_group && may_be_generated && is_generated(&smaller);
    // A state that explains the smaller answer alone may do so by chance.
    let smaller = match smaller.origin().filter(|origin| found.origin() == Some(origin)).cloned() {
        Some(origin) if found.state().is_none() => smaller.with_origin(origin, None),
        _ => smaller,
    };
    let is_same = smaller.cause() == found.cause() && is_same_state(&smaller, &found);
    if is_same || is_feature_gone {
        return Finding { men_off, ..smaller.with_right_in(right_in) };
    }
    found.with_right_in(Vec::new())
}

/// The same finding with fewer men where other moves are wrong, if what taking moves back may leave behind explains both
/// answers as a whole. Such an answer is wrong only when the engine is asked again.
fn with_fewest_left_behind(
    inquiry: &mut Inquiry,
    case: &Case,
    found: Finding,
    kind: SmallestKind,
) -> Finding {
    let unmake = Origin::Unmake { evidence: Evidence::AskedTwice };
    let is_second = |shown: &&Exchange| shown.asked_before.is_some();
    let shown = found.exchange().filter(is_second).filter(|_| found.origin() == Some(&unmake));
    let Some(shown) = shown else { return found };
    let own = found.state().map(|state| vec![state.rule]);
    let rules = own.unwrap_or_else(|| rules_left_by(inquiry.oracle, shown));
    if rules.is_empty() {
        return found;
    }
    let (fewer, right_in) = fewest_men(inquiry, shown, &rules);
    let mut states = rules.iter().filter_map(|&rule| left_by(inquiry.oracle, rule, &fewer));
    // Of two that both explain it nobody knows which it is.
    let state = states.next().filter(|_| states.next().is_none());
    if fewer.line != shown.line
        && let Ok(Some(diagnosis)) = diagnose_fewer(inquiry, shown, fewer, kind)
        && diagnosis.origin == unmake
    {
        let men = |it: &Exchange| men_of(&it.line.root).len();
        let men_off = found.men_off + men(shown) - men(&diagnosis.exchange);
        let smaller = Finding::of_disagreement(case, found.line.clone(), diagnosis);
        let is_explained = state.is_some();
        let smaller = smaller.with_origin(unmake, state).with_right_in(right_in);
        if is_explained || smaller.cause() == found.cause() {
            return Finding { men_off, ..smaller };
        }
    }
    found
}

/// Whether the same state explains both. Of what taking moves back leaves behind the same rule is enough: it is told
/// with the moves that were tried, and in the smaller position there are fewer of these.
fn is_same_state(smaller: &Finding, found: &Finding) -> bool {
    let told = |it: &Finding| match it.origin() {
        Some(Origin::Unmake { .. } | Origin::GenerationOrUnmake { .. }) => None,
        _ => it.state().map(|state| state.as_if.clone()),
    };
    let rule = |it: &Finding| it.state().map(|state| state.rule);
    (rule(smaller), told(smaller)) == (rule(found), told(found))
}

/// Whether a smaller position can show more of a finding: where it is known which part is at fault, some moves are listed
/// all the same, and it is not totals alone that have to show which are wrong.
fn is_worth_it(shown: &Exchange, found: &Finding) -> bool {
    let Some(origin) = found.origin() else { return false };
    let is_of_position =
        matches!(origin.part(), Part::Generation | Part::ReadFen | Part::Make | Part::Unmake)
            || matches!(origin, Origin::GenerationOrUnmake { .. } | Origin::ReadFenOrGeneration);
    is_of_position && !shown.has_no_rows() && shown.reply.source != RowsFrom::Totals
}

/// What is at fault where there are fewer men. Nothing if it is another kind of error.
fn diagnose_fewer(
    inquiry: &mut Inquiry,
    shown: &Exchange,
    fewer: Exchange,
    kind: SmallestKind,
) -> Result<Option<Diagnosis>, Unanswered> {
    if let Some(depth) = shown.asked_before {
        let first = inquiry.ask(&fewer.line, depth)?;
        let second = ask_wrong_again(inquiry, &first)?.filter(|_| first.is_right());
        return Ok(second.and_then(|second| diagnose_second(inquiry.oracle, &first, second)));
    }
    let smallest = match kind {
        _ if fewer.depth == 1 => Smallest { exchange: fewer, kind: SmallestKind::Position },
        // There something else may be wrong behind one of the moves.
        SmallestKind::Recursion => down(inquiry, fewer)?,
        kind => Smallest { exchange: fewer, kind },
    };
    let is_same_kind = smallest.exchange.depth == 1 || smallest.kind == kind;
    if is_same_kind { diagnose(inquiry, smallest).map(Some) } else { Ok(None) }
}
