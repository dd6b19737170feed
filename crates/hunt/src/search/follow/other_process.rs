//! Reproduces findings in a freshly started engine. If a finding does not appear there, the engine keeps something from
//! one question to the next, or chance is at work, and the engine does not break the rule that its answer seems to
//! break.

use super::examine;
use crate::search::diagnose::{After, Evidence, Origin};
use crate::search::exchange::{Exchange, NoReply};
use crate::search::explain::Rule;
use crate::search::fewest::Fewest;
use crate::search::finding::{Confirmation, Finding, Size};
use crate::search::inquiry::{Inquiry, Unanswered};
use crate::search::plan::Case;
use crate::search::suspects::{Part, Suspects};
use crate::search::table_key::left_out;
use ox88_engine::{Step, TroubleKind};
use std::collections::HashMap;
use std::time::Duration;

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
    pub(crate) async fn confirm(
        &mut self,
        inquiry: &mut Inquiry<'_>,
        case: &Case,
        finding: Finding,
    ) -> Finding {
        let Some(broken) = finding.cause() else { return finding };
        if self.confirmed.get(&broken).is_some_and(|&size| size <= finding.size()) {
            return finding;
        }
        let end = inquiry.facts.now.saturating_add(time_left(inquiry));
        let confirmed = self.ask_others(inquiry, case, finding, end).await;
        if let Some(broken) = confirmed.cause().filter(|_| confirmed.is_confirmed()) {
            let size = confirmed.size();
            let smallest = self.confirmed.entry(broken).or_insert(size);
            *smallest = size.min(*smallest);
        }
        confirmed
    }

    async fn ask_others(
        &mut self,
        inquiry: &mut Inquiry<'_>,
        case: &Case,
        finding: Finding,
        end: Duration,
    ) -> Finding {
        let Some(shown) = finding.exchange() else { return finding };
        let Some(mut another) = inquiry.another(&[], end) else {
            return settled(inquiry, finding, end).await;
        };
        let tried = ask_another(&mut another, case, shown).await;
        inquiry.add(&another);
        let with = |confirmation| finding.clone().with_confirmation(confirmation);
        let (answer, other) = match tried {
            Err(no_reply) => {
                return with(match no_reply.trouble.kind {
                    TroubleKind::CutShort => Confirmation::NoTime,
                    kind => Confirmation::NoAnswer(kind),
                });
            }
            Ok((answer, _)) if shown.is_shown_by(&answer) => {
                return settled(inquiry, finding, end)
                    .await
                    .with_confirmation(Confirmation::Confirmed);
            }
            Ok(tried) => tried,
        };
        if let Some(other) = other
            && let Some(it) = other.exchange()
            && shows_after(inquiry, Shown::Finding(it), &[], end).await == Ok(true)
        {
            return other.with_confirmation(Confirmation::Confirmed);
        }
        let before = inquiry.questions_before(&shown.first_question());
        let is_shown = Shown::Finding(shown);
        let after = search_before(inquiry, is_shown, &before, &self.questions, end).await;
        if let After::Questions(questions) = &after {
            self.questions.clone_from(questions);
        }
        let has_right_moves = shown.has_right_moves() && answer.is_right();
        let another = inquiry.another(&[], end).filter(|_| has_right_moves);
        let left_out = match another {
            Some(mut another) => {
                let left_out = left_out(&mut another, shown).await;
                inquiry.add(&another);
                left_out.ok().flatten()
            }
            None => None,
        };
        let is_right_when_new = answer.is_right();
        let suspects = if left_out.is_some() { Suspects::TABLE } else { Suspects::ALL };
        let evidence = Evidence::DependsOnHistory { is_right_when_new, after, left_out };
        finding
            .with_origin(evidence.against(suspects), None)
            .with_confirmation(Confirmation::Confirmed)
    }
}

/// What another process answers. If it goes wrong in another way, that is a finding of its own.
async fn ask_another(
    another: &mut Inquiry<'_>,
    case: &Case,
    shown: &Exchange,
) -> Result<(Exchange, Option<Finding>), Unanswered> {
    let (answer, _) = another.ask_like(shown, &shown.line).await?;
    let is_other = !answer.is_right() && !shown.is_shown_by(&answer);
    let other = if is_other && shown.asked_before.is_none() {
        let found = Box::pin(examine(another, case, answer.clone())).await;
        found.ok().and_then(|found| found.into_iter().next())
    } else {
        None
    };
    Ok((answer, other))
}

/// The finding, with its part at fault as far as that is settled.
async fn settled(inquiry: &mut Inquiry<'_>, finding: Finding, end: Duration) -> Finding {
    if is_settled(inquiry, &finding, end).await {
        finding
    } else {
        finding.with_origin(Origin::unknown(Evidence::NotSettled), None)
    }
}

/// Whether it stays so that the engine is wrong in one way and right in another: each way is asked once more, by
/// another process if there is one. An engine that spoils something whenever it generates moves is right at one time
/// and wrong at another, whichever way a position is set up.
async fn is_settled(inquiry: &mut Inquiry<'_>, finding: &Finding, end: Duration) -> bool {
    let control = finding.disagreement().and_then(|found| found.diagnosis.control.as_ref());
    let (Some(shown), Some(way)) = (finding.exchange(), control) else { return true };
    let depth = shown.depth;
    let answers = match inquiry.another(&[], end) {
        Some(mut another) => {
            let answer = another.ask(way, depth).await;
            inquiry.add(&another);
            answer.map(|answer| (None, answer))
        }
        None if inquiry.is_with_person() => return true,
        None => {
            let wrong = inquiry.ask_like(shown, &shown.line).await;
            match wrong {
                Ok((wrong, _)) => inquiry.ask(way, depth).await.map(|answer| (Some(wrong), answer)),
                Err(unanswered) => Err(unanswered),
            }
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

/// What a process shows behind other questions.
#[derive(Clone, Copy)]
pub(super) enum Shown<'a> {
    Finding(&'a Exchange),
    Failure(&'a NoReply),
}

/// Whether a process that is asked nothing but this behind other questions shows it, or why that is not known.
async fn shows_after(
    inquiry: &mut Inquiry<'_>,
    shown: Shown<'_>,
    before: &[Step],
    end: Duration,
) -> Result<bool, Option<TroubleKind>> {
    let Some(mut another) = inquiry.another(before, end) else { return Err(None) };
    let is_shown = match shown {
        Shown::Finding(shown) => {
            let answer = another.ask_like(shown, &shown.line).await;
            answer.map(|it| shown.is_shown_by(&it.0)).map_err(|it| Some(it.trouble.kind))
        }
        Shown::Failure(seen) => match another.failure_like(seen, &seen.line, seen.depth).await {
            None => Ok(false),
            Some(other) if other.trouble.kind.id() == seen.trouble.kind.id() => Ok(true),
            Some(other) => Err(Some(other.trouble.kind)),
        },
    };
    inquiry.add(&another);
    is_shown
}

/// A search for the questions that have to come before one.
struct Before<'a, 'b> {
    inquiry: &'a mut Inquiry<'b>,
    shown: Shown<'a>,
    end: Duration,
    is_too_late: bool,
}

/// Searches the questions among these that have to come before one. Those that had to come before another one are tried
/// first.
pub(super) async fn search_before(
    inquiry: &mut Inquiry<'_>,
    shown: Shown<'_>,
    before: &[Step],
    known: &[Step],
    end: Duration,
) -> After {
    let mut search = Before { inquiry, shown, end, is_too_late: false };
    let is_known = !known.is_empty() && search.shows_after(known).await == Some(true);
    let questions = if is_known { known.to_vec() } else { search.fewest_questions(before).await };
    // An engine that is wrong by chance may have been so after them.
    let mut is_sure = !questions.is_empty();
    for _ in 0..TIMES_MORE {
        is_sure = is_sure
            && search.shows_after(&questions).await == Some(true)
            && search.shows_after(&[]).await == Some(false);
    }
    let is_too_late = search.is_too_late;
    match (is_sure, is_too_late) {
        (true, _) => After::Questions(questions),
        (false, true) => After::NoTime,
        (false, false) => After::Nothing,
    }
}

impl Before<'_, '_> {
    async fn shows_after(&mut self, questions: &[Step]) -> Option<bool> {
        let shows = shows_after(self.inquiry, self.shown, questions, self.end).await;
        self.is_too_late |= shows == Err(Some(TroubleKind::CutShort));
        shows.ok()
    }

    /// As few of these questions as are found that show it, one after the other. None if all together do not.
    async fn fewest_questions(&mut self, before: &[Step]) -> Vec<Step> {
        // A question without a position of its own needs the one before it.
        let groups: Vec<&[Step]> = before.chunk_by(|_, next| next.is_again).collect();
        // The last ones are the most likely, and few are soon asked again.
        let mut last = 1;
        loop {
            let questions = groups[groups.len().saturating_sub(last)..].concat();
            if self.shows_after(&questions).await == Some(true) {
                break;
            }
            if last >= groups.len() {
                return Vec::new();
            }
            last *= 2;
        }
        let mut fewest = Fewest::of(&groups[groups.len().saturating_sub(last)..]);
        while let Some(fewer) = fewest.next() {
            let is_shown = self.shows_after(&fewer.concat()).await == Some(true);
            fewest.note(is_shown);
        }
        fewest.left.concat()
    }
}
