//! Which engines with one fault give all the answers that were heard? Each answer, right or wrong, refutes the others.

use super::clock::Patience;
use super::exchange::Exchange;
use super::inquiry::{Inquiry, OnDesk};
use super::log::Place;
use super::machine::Faulty;
use super::told::{Question, Refuting, Told};
use ox88::Position;
use std::time::Duration;

/// So many answers that were heard refute an engine, those with the fewest leaves.
const MOST_HEARD: usize = 400;

/// So many of them are kept.
const MOST_KNOWN: usize = 4 * MOST_HEARD;

/// How long all that may take for one wrong answer. The engine waits meanwhile, and nobody sees anything.
const TIME: Duration = Duration::from_secs(10);

/// How long that is from now on: no longer than a finding may take.
pub(super) fn patience(inquiry: &Inquiry) -> Patience {
    let clock = &inquiry.oracle.clock;
    let end = clock.now() + TIME;
    let of_budget = inquiry.desk.open().ends.map(|it| inquiry.start + it.1);
    Patience::until(of_budget.map_or(end, |it| it.min(end)), clock)
}

/// The answer to a question, which refutes engines that answer otherwise. Nothing if there is none.
pub(super) async fn put(
    inquiry: &mut Inquiry<'_>,
    question: Question,
    engines: &mut Vec<Faulty>,
    patience: &Patience,
) -> Option<Told> {
    let told = ask(inquiry, question).await?;
    let mut refuting = Refuting::of(told);
    refuting.refute(engines, None, patience);
    Some(refuting.told)
}

async fn ask(inquiry: &mut Inquiry<'_>, question: Question) -> Option<Told> {
    let Question { line, before, depth, .. } = &question;
    let reply = if inquiry.is_with_person() && before.is_none() {
        // What a person has answered is shown, and not asked again.
        inquiry.ask(line, *depth).await.ok()?.reply
    } else {
        inquiry.ask_plainly_after(line, *before, *depth).await.ok()?
    };
    question.answered(inquiry.oracle, &inquiry.facts, &reply)
}

/// The positions on the way to an answer, where it is asked, and if that matters those one ply below.
pub(super) fn positions(shown: &Exchange, has_below: bool) -> Vec<Position> {
    let end = shown.line.end();
    let before = shown.line.plies().map(|it| it.before);
    let below = end.legal_moves().into_iter().filter(|_| has_below).map(|mv| end.after(mv));
    before.chain([end]).chain(below).collect()
}

/// The answers that a hunt has heard of its process.
pub(super) struct Answers {
    /// Those that engines which are left give.
    pub heard: Vec<Told>,
    /// The wrong ones that only a second fault can give.
    pub others: Vec<Told>,
}

/// Leaves those engines that give all answers which the hunt has heard of its process, and tells these answers: first those
/// about the position that was shown, then the wrong ones, and of these the smallest. Nothing if no engine is left: a wrong
/// total refutes most of them, so that the other answers need not be read.
pub(super) fn refute(
    inquiry: &Inquiry<'_>,
    engines: &mut Vec<Faulty>,
    shown: Option<&Position>,
    patience: &Patience,
) -> Answers {
    let OnDesk { log, known, .. } = &mut *inquiry.desk.open();
    let mut answers: Vec<_> = log.answers().collect();
    answers.sort_by_cached_key(|(_, step, _, reply)| {
        let total = reply.total().unwrap_or_else(|| reply.sum());
        let there = step.line.end();
        let right = inquiry.oracle.divide(&there, step.depth).total();
        (!shown.is_some_and(|here| there.same_but_for_counters(here)), total == right, total)
    });
    if known.len() > MOST_KNOWN {
        known.clear();
    }
    let mut places: Vec<Place> = Vec::new();
    for (place, step, before, reply) in answers {
        if engines.is_empty() || places.len() == MOST_HEARD {
            break;
        }
        let question = Question::of(inquiry.oracle, step.line.clone(), before, step.depth);
        let told = question.and_then(|it| it.answered(inquiry.oracle, &inquiry.facts, reply));
        let Some(told) = told else { continue };
        // What was not understood at first may be now.
        let refuted = known.remove(&place).filter(|it| it.told == told);
        let mut refuting = refuted.unwrap_or_else(|| Refuting::of(told));
        refuting.refute(engines, shown, patience);
        known.insert(place, refuting);
        places.push(place);
    }
    let (mut heard, mut others) = (Vec::new(), Vec::new());
    for place in places {
        let Some(refuting) = known.get_mut(&place) else { continue };
        let is_given = refuting.told.is_right || refuting.is_of_any(engines);
        if is_given { &mut heard } else { &mut others }.push(refuting.told.clone());
    }
    Answers { heard, others }
}
