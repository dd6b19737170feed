//! Messages during a hunt: how far it has come, and that the engine is slow.

use crate::bar::HowFar;
use crate::output;
use ox88_hunt::{Activity, Totals, counted};
use std::time::{Duration, Instant};

/// If a hunt will take longer than this, for all that somebody has asked for, ox88 recommends `--budget`.
const PATIENCE: Duration = Duration::from_secs(5 * 60);

/// The budget of a hunt that would take longer, and when it is set.
pub(super) const BUDGET: Duration = Duration::from_secs(60);
pub(super) const BUDGET_DELAY: Duration = Duration::from_secs(5);

/// A question that takes longer is named. So the line after two seconds of silence already names it.
const LONG_WAIT: Duration = Duration::from_secs(1);

/// The text of the bar.
pub(super) fn text(totals: &Totals) -> String {
    let Totals { cases, cases_planned, findings, .. } = totals;
    format!("{}, {cases} of {cases_planned} counts", counted(findings, "finding"))
}

/// The present state of a hunt.
pub(super) struct Current {
    pub totals: Totals,
    /// The last question of the plan, and when it was asked.
    question: String,
    begun: Instant,
    /// Whether the engine is asked at the moment, and since when it is or is not.
    is_asked: bool,
    since: Instant,
    /// Whether a hunt that would take longer still gets a budget.
    may_be_limited: bool,
}

impl Current {
    pub fn new(totals: Totals, question: String, may_be_limited: bool) -> Current {
        let now = Instant::now();
        Current { totals, question, begun: now, is_asked: true, since: now, may_be_limited }
    }

    /// From now on the engine is asked, or ox88 works on its answer.
    pub fn turns(&mut self, is_asked: bool) {
        (self.is_asked, self.since) = (is_asked, Instant::now());
    }
}

/// How far the hunt has come in its counts, and what it is waiting for.
#[expect(clippy::cast_precision_loss, reason = "no plan has 2^52 questions")]
pub(super) fn how_far(now: &Current, oracle: Activity) -> HowFar {
    let Totals { cases, cases_planned, nodes, time_left, .. } = now.totals;
    let share = cases as f64 / cases_planned.max(1) as f64;
    // Where a wrong answer is followed, the hunt takes longer than its counts, and nobody knows how long.
    let time_left = time_left.and_then(|it| it.checked_sub(now.begun.elapsed()));
    let time_left = time_left.filter(|it| !now.may_be_limited || *it <= BUDGET);
    let question = &now.question;
    let (wait, doing) = if let Some(progress) = oracle.counts {
        let leaves = progress.leaves;
        let doing = format!("ox88 itself is counting {question}, {leaves} leaves so far");
        (oracle.time.unwrap_or_default(), doing)
    } else {
        // While ox88 counts, the engine is not waited for.
        let wait = now.since.elapsed();
        let wait = oracle.time.map_or(wait, |time| time.min(wait));
        let doing = if now.is_asked {
            "no answer yet to"
        } else {
            "ox88 is looking for the bug behind the answer to"
        };
        (wait, format!("{doing} {question} ({})", output::rough_time(wait)))
    };
    let waits_for = (wait >= LONG_WAIT).then_some(doing);
    HowFar { share, leaves: Some(nodes), time_left, waits_for }
}

/// A message about a slow engine, once its speed is known, and this time after the beginning. It says whether the hunt
/// gets a budget.
pub(super) fn slow_engine_note(
    totals: &Totals,
    time: Duration,
    gives_budget: bool,
) -> Option<String> {
    let cases = totals.cases_planned.saturating_sub(totals.cases);
    // Most cases take more than one question, also where nothing is followed down.
    let asked = if totals.findings == 0 { totals.questions } else { 0 };
    let per_case = (asked / totals.cases.max(1) as u64).max(1);
    let questions = u32::try_from(cases as u64 * per_case).unwrap_or(u32::MAX);
    let at_least = totals.time_per_question.unwrap_or_default().saturating_mul(questions);
    let (left, pace) = match (totals.time_left, totals.leaves_per_second) {
        (Some(left), Some(speed)) if left > at_least.saturating_mul(2) => {
            (left, format!("counts about {} leaves a second", output::rounded(speed)))
        }
        // The leaves say little where it is not counting that takes the time.
        _ => {
            let seconds = totals.time_per_question?.as_secs_f64();
            (at_least, format!("takes {seconds:.1} s for each question"))
        }
    };
    let patience = if gives_budget { BUDGET.saturating_sub(time) } else { PATIENCE };
    if left <= patience {
        return None;
    }
    let left = output::rough_estimate(left);
    Some(if gives_budget {
        let seconds = BUDGET.as_secs();
        format!(
            "this engine {pace}, and the whole hunt may take {left}: ox88 stops \
             after {seconds} s (`--budget 1h` gives it more time; with `--max-nodes 1000000` instead, it has no time limit)"
        )
    } else {
        format!(
            "this engine {pace}, and the hunt may take {left}: \
             `--budget 60s` asks what fits into a minute"
        )
    })
}
