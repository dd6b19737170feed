//! The hunt itself: one question after another, and down from each answer that differs.

use super::afresh::Afresh;
use super::ask::{Partner, TroubleKind};
use super::budget::{Budget, LeftOutByBudget};
use super::diagnose::ask_twice;
use super::examine::examine;
use super::finding::Finding;
use super::leaf_kinds::LeavesAtRoot;
use super::pace::Work;
use super::plan::{Case, Plan};
use super::read::Source;
use super::session::{NoReply, Session};
use std::time::{Duration, Instant};

/// An engine that gives no reply this many times in a row will give none at all.
const MOST_TROUBLES_IN_A_ROW: usize = 10;

/// The same for an engine that has never given any.
const MOST_TROUBLES_FROM_THE_START: usize = 3;

/// How many times the time limit may be lost in all by waiting for replies that do not come.
const MOST_LIMITS_LOST: u32 = 10;

/// How far a hunt has come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Totals {
    /// The questions of the plan that are done.
    pub cases: usize,
    /// The questions of the plan.
    pub cases_planned: usize,
    /// The positions that were asked about at least once.
    pub positions: usize,
    /// All questions to the engine, including those on the way down from a difference.
    pub questions: u64,
    /// The leaves of the right answers.
    pub nodes: u128,
    /// How many findings there are.
    pub findings: usize,
    /// How much longer the hunt takes at the most, as far as that can be said by now.
    pub time_left: Option<Duration>,
    /// How many leaves the engine counts in a second, as far as that can be said by now.
    pub leaves_per_second: Option<u128>,
}

/// The end of a hunt.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outcome {
    /// What was found, in that order.
    pub findings: Vec<Finding>,
    /// How much was done.
    pub totals: Totals,
    /// How many questions of the plan were left out after a finding at the same position.
    pub left_out_below: usize,
    /// How many questions of the plan were not asked, since the hunt was over.
    pub not_asked: usize,
    /// Whether it was over because too many questions had no reply.
    pub gave_up: bool,
    /// What was left out for lack of time, if anything was.
    pub left_out_by_budget: Option<LeftOutByBudget>,
    /// How many questions of the plan a person left out.
    pub skipped: usize,
    /// Whether it was over because there were no further answers.
    pub was_ended: bool,
    /// Why it was over because the engine could not be started again, if that was so. It says nothing
    /// about the engine.
    pub not_started: Option<TroubleKind>,
    /// Why the engine was not asked second questions without a new position, if it was not: what it
    /// did at the first of them.
    pub not_asked_again: Option<TroubleKind>,
    /// Where the rows of the engine were found.
    pub source: Source,
    /// How many rows could not be read, in answers that are right all the same.
    pub unread_rows: usize,
}

/// Which finding ends a hunt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Until {
    /// The first one.
    First,
    /// None: everything is tried.
    All,
}

/// Asks an engine what is planned. Before each question of the plan, `watch` is called with how far the
/// hunt has come, and with the question; and once more when its answer is wrong, before other processes of the
/// engine are asked about that, which may take time.
pub fn search(
    engine: &mut dyn Partner,
    plan: &Plan,
    until: Until,
    mut watch: impl FnMut(&Totals, &Case),
) -> Outcome {
    let most_time_lost = engine.limit().saturating_mul(MOST_LIMITS_LOST);
    let mut session = Session::new(engine);
    let mut afresh = Afresh::new();
    let mut outcome = Outcome::default();
    outcome.totals.cases_planned = plan.cases.len();
    let mut is_known = vec![false; plan.positions];
    let mut has_finding = vec![false; plan.positions];
    let mut troubles_in_a_row = 0;
    let mut most_troubles = MOST_TROUBLES_FROM_THE_START;
    let mut time_lost = Duration::ZERO;
    let mut budget = plan.budget.map(Budget::start);
    let mut work_left = plan.work();
    for (index, case) in plan.cases.iter().enumerate() {
        outcome.totals.time_left = time_left(&session, work_left, budget.as_ref());
        outcome.totals.leaves_per_second = session.pace.leaves_per_second();
        watch(&outcome.totals, case);
        outcome.totals.cases += 1;
        work_left = work_left.without(case.work());
        if has_finding[case.position] {
            // Deeper down the same would be found again and again.
            outcome.left_out_below += 1;
            continue;
        }
        if let Some(budget) = &mut budget
            && !budget.affords(case, &session.pace)
        {
            budget.note_left_out(case);
            continue;
        }
        let start = Instant::now();
        let mut result = try_case(&mut session, case, budget.as_mut());
        if let Ok(Some(finding)) = result {
            let findings = outcome.totals.findings + 1;
            watch(&Totals { findings, ..outcome.totals }, case);
            result = Ok(Some(afresh.confirm(&mut session, case, finding)));
        }
        (outcome.totals.questions, outcome.totals.nodes) = (session.questions, session.nodes);
        if let (Some(budget), Err(no_reply)) = (&mut budget, &result)
            && no_reply.is_cut_short()
        {
            budget.note_cut_short(case, start.elapsed());
            continue;
        }
        if let Err(no_reply) = &result
            && let TroubleKind::NotStarted(_) = no_reply.trouble.kind
        {
            outcome.not_started = Some(no_reply.trouble.kind.clone());
            outcome.not_asked = plan.cases.len() - index;
            break;
        }
        outcome.totals.positions += usize::from(!is_known[case.position]);
        is_known[case.position] = true;
        if let Err(no_reply) = &result
            && no_reply.trouble.kind.is_choice()
        {
            outcome.was_ended = no_reply.trouble.kind == TroubleKind::Ended;
            if outcome.was_ended {
                outcome.not_asked = plan.cases.len() - index;
                break;
            }
            outcome.skipped += 1;
            continue;
        }
        if result.is_err() {
            troubles_in_a_row += 1;
            time_lost += start.elapsed();
        } else {
            troubles_in_a_row = 0;
            most_troubles = MOST_TROUBLES_IN_A_ROW;
        }
        let finding = result.unwrap_or_else(|no_reply| Some(Finding::of_no_reply(case, no_reply)));
        if let Some(finding) = finding {
            has_finding[case.position] = true;
            outcome.findings.push(finding);
            outcome.totals.findings += 1;
            let is_hopeless = troubles_in_a_row >= most_troubles || time_lost >= most_time_lost;
            if until == Until::First || is_hopeless {
                outcome.not_asked = plan.cases.len() - index - 1;
                outcome.gave_up = until == Until::All && outcome.not_asked > 0;
                break;
            }
        }
    }
    outcome.left_out_by_budget = budget.and_then(Budget::report);
    outcome.not_asked_again = session.not_asked_again;
    (outcome.source, outcome.unread_rows) = (session.source, session.unread_rows);
    outcome
}

/// How much longer the hunt takes at the most.
fn time_left(session: &Session, work: Work, budget: Option<&Budget>) -> Option<Duration> {
    let estimate = session.pace.estimate(work);
    match budget.map(Budget::left) {
        Some(left) => Some(estimate.map_or(left, |estimate| estimate.min(left))),
        None => estimate,
    }
}

/// Asks one question, and what an answer that differs comes from.
fn try_case(
    session: &mut Session,
    case: &Case,
    budget: Option<&mut Budget>,
) -> Result<Option<Finding>, Box<NoReply>> {
    session.begin(&case.line);
    if let Some(budget) = &budget {
        session.end_at(budget.end());
    }
    let exchange = session.ask(&case.line, case.depth)?;
    if let Some(budget) = budget {
        budget.note_asked(exchange.comparison.nodes);
        if !exchange.is_right() {
            session.end_at(budget.end_of_findings());
        }
    }
    if exchange.is_right() {
        let diagnosis = match ask_twice(session, &exchange) {
            Err(no_reply) if no_reply.is_cut_short() => None,
            diagnosis => diagnosis?,
        };
        let line = exchange.line;
        return Ok(diagnosis.map(|diagnosis| Finding::of_disagreement(case, line, diagnosis)));
    }
    let leaves = LeavesAtRoot::of(&exchange);
    let finding = examine(session, case, exchange)?;
    Ok(finding.map(|finding| Finding { leaves, ..finding }))
}
