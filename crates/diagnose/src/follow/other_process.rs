//! Reproduces findings in a freshly started engine. If a finding does not appear there, the engine keeps something from
//! one question to the next, or chance is at work, and the engine does not break the rule that its answer seems to
//! break.

use super::examine;
use crate::diagnose::{After, Evidence, Origin, Part};
use crate::exchange::Exchange;
use crate::explain::Rule;
use crate::fewest::fewest;
use crate::finding::{Confirmation, Finding, Size};
use crate::inquiry::Inquiry;
use crate::plan::Case;
use crate::table_key::left_out;
use ox88_engine::{Step, TroubleKind};
use std::collections::HashMap;
use std::time::Duration;

/// A reader has no use for more preceding questions than this.
const MOST_BEFORE: usize = 8;

/// Repetitions, with and without the preceding questions, before we blame them.
const TIMES_MORE: usize = 2;

/// The results of other processes in this hunt.
#[derive(Clone, Default)]
pub(crate) struct OtherProcesses {
    /// The smallest finding of each cause that one of them has shown.
    confirmed: HashMap<(Rule, Part), Size>,
    /// The questions that had to come before a finding, the last time that they were found.
    questions: Vec<Step>,
}

impl OtherProcesses {
    /// The finding with what another process shows of it, or another one that it shows instead. Where one has shown a
    /// smaller example of the same, none is asked: to start one may take time.
    pub(crate) fn confirm(
        &mut self,
        inquiry: &mut Inquiry,
        case: &Case,
        finding: Finding,
    ) -> Finding {
        let Some(broken) = finding.cause() else { return finding };
        if self.confirmed.get(&broken).is_some_and(|&size| size <= finding.size()) {
            return finding;
        }
        let end = inquiry.facts.now.saturating_add(time_left(inquiry));
        let confirmed = self.ask_others(inquiry, case, finding, end);
        if let Some(broken) = confirmed.cause().filter(|_| confirmed.is_confirmed()) {
            let size = confirmed.size();
            let smallest = self.confirmed.entry(broken).or_insert(size);
            *smallest = size.min(*smallest);
        }
        confirmed
    }

    fn ask_others(
        &mut self,
        inquiry: &mut Inquiry,
        case: &Case,
        finding: Finding,
        end: Duration,
    ) -> Finding {
        let Some(shown) = finding.exchange() else { return finding };
        let tried = inquiry.ask_another(&[], end, |another| {
            let (answer, _) = another.ask_like(shown, &shown.line)?;
            // If it goes wrong in another way, that is a finding of its own.
            let is_other = !answer.is_right() && !shown.is_shown_by(&answer);
            let other = if is_other && shown.asked_before.is_none() {
                examine(another, case, answer.clone())
                    .ok()
                    .and_then(|found| found.into_iter().next())
            } else {
                None
            };
            Ok((answer, other))
        });
        let with = |confirmation| finding.clone().with_confirmation(confirmation);
        let (answer, other) = match tried {
            None => return settled(inquiry, finding, end),
            Some(Err(no_reply)) => {
                return with(match no_reply.trouble.kind {
                    TroubleKind::CutShort => Confirmation::NoTime,
                    kind => Confirmation::NoAnswer(kind),
                });
            }
            Some(Ok((answer, _))) if shown.is_shown_by(&answer) => {
                return settled(inquiry, finding, end).with_confirmation(Confirmation::Confirmed);
            }
            Some(Ok(tried)) => tried,
        };
        if let Some(other) = other
            && other.exchange().is_some_and(|it| shows_after(inquiry, it, &[], end) == Ok(true))
        {
            return other.with_confirmation(Confirmation::Confirmed);
        }
        let before = inquiry.questions_before(&shown.first_question());
        let after = search_before(&before, &self.questions, |questions| {
            shows_after(inquiry, shown, questions, end)
        });
        if let After::Questions(questions) = &after {
            self.questions.clone_from(questions);
        }
        let has_right_moves = shown.has_right_moves() && answer.is_right();
        let left_out = has_right_moves
            .then(|| inquiry.ask_another(&[], end, |another| left_out(another, shown)))
            .and_then(|left_out| left_out?.ok()?);
        let is_right_when_new = answer.is_right();
        let evidence = Evidence::DependsOnHistory { is_right_when_new, after, left_out };
        finding
            .with_origin(Origin::unknown(evidence), None)
            .with_confirmation(Confirmation::Confirmed)
    }
}

/// The finding, with its part at fault as far as that is settled.
fn settled(inquiry: &mut Inquiry, finding: Finding, end: Duration) -> Finding {
    if is_settled(inquiry, &finding, end) {
        finding
    } else {
        finding.with_origin(Origin::unknown(Evidence::NotSettled), None)
    }
}

/// Whether it stays so that the engine is wrong in one way and right in another: each way is asked once more, by
/// another process if there is one. An engine that spoils something whenever it generates moves is right at one time
/// and wrong at another, whichever way a position is set up.
fn is_settled(inquiry: &mut Inquiry, finding: &Finding, end: Duration) -> bool {
    let control = finding.disagreement().and_then(|found| found.diagnosis.control.as_ref());
    let (Some(shown), Some(way)) = (finding.exchange(), control) else { return true };
    let depth = shown.depth;
    let answers = match inquiry.ask_another(&[], end, |another| another.ask(way, depth)) {
        Some(answer) => answer.map(|answer| (None, answer)),
        None if inquiry.is_with_person() => return true,
        None => {
            let wrong = inquiry.ask_like(shown, &shown.line);
            wrong.and_then(|(wrong, _)| Ok((Some(wrong), inquiry.ask(way, depth)?)))
        }
    };
    // No reply shows nothing.
    answers.map_or(true, |(wrong, right)| {
        wrong.is_none_or(|wrong| shown.is_shown_by(&wrong)) && !shown.is_shown_by(&right)
    })
}

/// All trials together take as long as one question may, or a third of the hunt.
fn time_left(inquiry: &Inquiry) -> Duration {
    let spent = inquiry.facts.waited_beside;
    let hunted = inquiry.facts.now.saturating_sub(spent);
    inquiry.limit().max(hunted / 2).saturating_sub(spent)
}

/// Whether a process that is asked nothing but this behind other questions shows it, or why that is not known.
fn shows_after(
    inquiry: &mut Inquiry,
    shown: &Exchange,
    before: &[Step],
    end: Duration,
) -> Result<bool, Option<TroubleKind>> {
    match inquiry.ask_another(before, end, |another| another.ask_like(shown, &shown.line)) {
        Some(Ok((answer, _))) => Ok(shown.is_shown_by(&answer)),
        Some(Err(no_reply)) => Err(Some(no_reply.trouble.kind)),
        None => Err(None),
    }
}

/// Searches the questions among these that have to come before one. Those that had to come before another one are tried
/// first.
pub(super) fn search_before(
    before: &[Step],
    known: &[Step],
    mut shows_after: impl FnMut(&[Step]) -> Result<bool, Option<TroubleKind>>,
) -> After {
    let mut is_too_late = false;
    let mut shows_after = |questions: &[Step]| {
        let shows = shows_after(questions);
        is_too_late |= shows == Err(Some(TroubleKind::CutShort));
        shows.ok()
    };
    let is_known = !known.is_empty() && shows_after(known) == Some(true);
    let questions = if is_known {
        known.to_vec()
    } else {
        fewest_questions(before, |questions| shows_after(questions) == Some(true))
    };
    // An engine that is wrong by chance may have been so after them.
    let mut is_seen_again =
        || shows_after(&questions) == Some(true) && shows_after(&[]) == Some(false);
    let is_sure = !questions.is_empty() && (0..TIMES_MORE).all(|_| is_seen_again());
    match questions.len() {
        _ if is_too_late && !is_sure => After::NoTime,
        _ if !is_sure => After::Nothing,
        1..=MOST_BEFORE => After::Questions(questions),
        many => After::ManyQuestions(many),
    }
}

/// As few of these questions as are found that show it, one after the other. None if all together do not.
fn fewest_questions(before: &[Step], mut show_it: impl FnMut(&[Step]) -> bool) -> Vec<Step> {
    // A question without a position of its own needs the one before it.
    let groups: Vec<&[Step]> = before.chunk_by(|_, next| next.is_again).collect();
    // The last ones are the most likely, and few are soon asked again.
    let mut last = 1;
    while !show_it(&groups[groups.len().saturating_sub(last)..].concat()) {
        if last >= groups.len() {
            return Vec::new();
        }
        last *= 2;
    }
    let last = &groups[groups.len().saturating_sub(last)..];
    fewest(last, |groups| show_it(&groups.concat())).concat()
}
