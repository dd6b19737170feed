//! Does a new process, which has been asked nothing else, show a finding again? If it does not, something that
//! the engine keeps from one question to the next is at fault, and not the rule that its answer seems to break.

use super::diagnose::Origin;
use super::explain::Rule;
use super::finding::{Disagreement, Finding, FindingKind};
use super::history::Asked;
use super::session::{Exchange, Session};
use std::collections::HashSet;
use std::time::{Duration, Instant};

/// If more questions have to come before one, they are of no use to a reader.
const MOST_BEFORE: usize = 8;

/// What was seen in new processes.
pub(super) struct Afresh {
    /// The rules that one of them has broken.
    broken: HashSet<Rule>,
    /// How much longer it may take to find out which questions have to come before others.
    time_to_trace: Duration,
}

impl Afresh {
    /// Nothing so far. It may take as long as one question to find out which come before others, for all of them
    /// together.
    pub(super) fn new(session: &Session) -> Afresh {
        Afresh { broken: HashSet::new(), time_to_trace: session.limit() }
    }

    /// The finding, or what it becomes if a new process does not show it. To start one may take time: a rule that
    /// one has broken is not tried again.
    pub(super) fn confirm(&mut self, session: &mut Session, finding: Finding) -> Finding {
        let FindingKind::Disagreement(disagreement) = &finding.kind else { return finding };
        let Disagreement { rule, diagnosis, .. } = &**disagreement;
        if self.broken.contains(rule) {
            return finding;
        }
        let (shown, asked_first) = (&diagnosis.exchange, diagnosis.asked_before);
        let before = session.questions_before(shown, asked_first);
        let mut ask_after =
            |before: &[Asked], end| session.ask_afresh(before, end, shown, asked_first);
        let start = Instant::now();
        let Some(afresh) = ask_after(&[], start) else { return finding };
        if is_as_wrong(&afresh, shown) {
            self.broken.insert(*rule);
            return finding;
        }
        let end = start + self.time_to_trace;
        let mut after = fewest(&before, |questions| {
            let is_too_late = Instant::now() >= end;
            !is_too_late
                && ask_after(questions, end).is_some_and(|answer| is_as_wrong(&answer, shown))
        });
        self.time_to_trace = end.saturating_duration_since(Instant::now());
        if after.len() > MOST_BEFORE {
            after.clear();
        }
        finding.with_origin(Origin::Kept { is_right_afresh: afresh.is_right(), after })
    }
}

/// Whether an answer is wrong like another one. Counts may differ: a table may have had some of them.
fn is_as_wrong(answer: &Exchange, shown: &Exchange) -> bool {
    let (one, other) = (&answer.comparison.difference, &shown.comparison.difference);
    !one.is_empty() && one.has_moves_of(other)
}

/// As few of these questions as are found that show it, one behind the other. None if all together do not.
fn fewest(before: &[Asked], mut show_it: impl FnMut(&[Asked]) -> bool) -> Vec<Asked> {
    // A question without a position of its own needs the one before it.
    let has_position = |&place: &usize| !before[place].is_again;
    let last = |count: usize| {
        let start = (0..=before.len() - count).rev().find(has_position).unwrap_or(0);
        &before[start..]
    };
    let (mut too_few, mut enough) = (0, 1);
    loop {
        if too_few == before.len() {
            return Vec::new();
        }
        if show_it(last(enough)) {
            break;
        }
        (too_few, enough) = (enough, before.len().min(2 * enough));
    }
    let needed = last(least(too_few, enough, |count| show_it(last(count))));
    needed[..least(0, needed.len(), |count| show_it(&needed[..count]))].to_vec()
}

/// The least number that is enough, above one that is too few, and up to one that is known to be enough.
fn least(mut too_few: usize, mut enough: usize, mut is_enough: impl FnMut(usize) -> bool) -> usize {
    while enough - too_few > 1 {
        let middle = too_few.midpoint(enough);
        if is_enough(middle) {
            enough = middle;
        } else {
            too_few = middle;
        }
    }
    enough
}
