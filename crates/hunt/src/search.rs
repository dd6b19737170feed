//! The hunt itself: one question after another, and down from each answer that differs.

use super::afresh::Afresh;
use super::ask::{Partner, Trouble, TroubleKind};
use super::budget::{Budget, LeftOutByBudget};
use super::diagnose::{Diagnosis, Origin, ask_twice};
use super::examine::examine;
use super::finding::{Confirmation, Finding};
use super::leaf_kinds::LeavesAtRoot;
use super::oracle::Oracle;
use super::pace::Work;
use super::plan::{Case, Plan};
use super::read::Source;
use super::session::{Late, NoReply, Session};
use ox88::CastlingNotation;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

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
    /// Whether it was over because somebody wanted to have what was found so far.
    pub was_interrupted: bool,
    /// Why it was over because the engine could not be started again, if that was so. It says nothing
    /// about the engine.
    pub not_started: Option<TroubleKind>,
    /// Why the engine was not asked second questions without a new position, if it was not: what it
    /// did at the first of them.
    pub not_asked_again: Option<TroubleKind>,
    /// What the engine does when it is given a move, if it refuses moves: then every position was set up by its FEN.
    pub refuses_moves: Option<Trouble>,
    /// Where the rows of the engine were found.
    pub source: Source,
    /// How many rows could not be read, in answers that are right all the same.
    pub unread_rows: usize,
    /// How the engine writes castling where ordinary chess writes the king's target, if that was seen.
    pub castling: Option<CastlingNotation>,
}

/// Which finding ends a hunt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Until {
    /// The first one.
    First,
    /// None: everything is tried.
    All,
}

/// What a hunt has found so far. Any thread can ask for it while the hunt goes on, also while the hunt waits
/// for an engine, or counts.
#[derive(Debug, Default)]
pub struct SoFar(Mutex<Kept>);

#[derive(Debug, Default)]
struct Kept {
    outcome: Outcome,
    /// The finding that the hunt is busy with, with as much as is known about it.
    in_work: Option<Finding>,
}

impl SoFar {
    /// The outcome of a hunt that ends now, because somebody wants to have it. What could not be checked is
    /// in doubt.
    #[must_use]
    pub fn interrupted(&self) -> Outcome {
        let Kept { outcome, in_work } = &*self.lock();
        let mut outcome = Outcome { was_interrupted: true, ..outcome.clone() };
        let totals = &mut outcome.totals;
        // The question that the engine was asked last has no answer yet, unless that is in work.
        let unanswered = usize::from(totals.cases > 0 && in_work.is_none());
        outcome.not_asked = totals.cases_planned - totals.cases + unanswered;
        totals.findings += usize::from(in_work.is_some());
        outcome.findings.extend(in_work.clone());
        outcome
    }

    /// What is kept is whole even if its lock is poisoned: no thread panics while it changes it.
    fn lock(&self) -> MutexGuard<'_, Kept> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// From here on the hunt checks this finding, and finds out more about it.
    fn is_busy_with(&self, finding: Finding) {
        self.lock().in_work = Some(finding.with_confirmation(Confirmation::NoTime));
    }

    /// Before a question of the plan, and at the end: what the session and the clock have shown.
    fn note(&self, session: &Session, budget: Option<&Budget>) {
        let mut kept = self.lock();
        kept.in_work = None;
        let outcome = &mut kept.outcome;
        outcome.left_out_by_budget = budget.and_then(Budget::report);
        outcome.not_asked_again.clone_from(&session.not_asked_again);
        outcome.refuses_moves = session.refusal_of_moves();
        (outcome.source, outcome.unread_rows) = (session.source, session.unread_rows);
        outcome.castling = session.castling_written();
    }
}

/// Asks an engine what is planned. Before each question of the plan, `watch` is called with how far the
/// hunt has come, and with the question; and once more when its answer is wrong, before other processes of the
/// engine are asked about that, which may take time.
pub fn search(
    engine: &mut dyn Partner,
    plan: &Plan,
    until: Until,
    watch: impl FnMut(&Totals, &Case),
) -> Outcome {
    search_keeping(&Oracle::new(), &SoFar::default(), engine, plan, until, watch)
}

/// The same with an oracle that may know some of the right answers, and that says from another thread whether it
/// counts. What was found is kept where other threads can ask for it.
pub fn search_keeping(
    oracle: &Oracle,
    so_far: &SoFar,
    engine: &mut dyn Partner,
    plan: &Plan,
    until: Until,
    mut watch: impl FnMut(&Totals, &Case),
) -> Outcome {
    let most_time_lost = engine.limit().saturating_mul(MOST_LIMITS_LOST);
    let mut session = Session::new(engine, oracle);
    let mut afresh = Afresh::new();
    let kept = || so_far.lock();
    kept().outcome.totals.cases_planned = plan.cases.len();
    let mut is_known = vec![false; plan.positions];
    let mut has_finding = vec![false; plan.positions];
    let mut troubles_in_a_row = 0;
    let mut most_troubles = MOST_TROUBLES_FROM_THE_START;
    let mut time_lost = Duration::ZERO;
    let mut budget = plan.budget.map(Budget::start);
    let mut work_left = plan.work();
    for (index, case) in plan.cases.iter().enumerate() {
        so_far.note(&session, budget.as_ref());
        let mut totals = kept().outcome.totals;
        totals.time_left = time_left(&session, work_left, budget.as_ref());
        totals.leaves_per_second = session.pace.leaves_per_second();
        watch(&totals, case);
        totals.cases += 1;
        kept().outcome.totals = totals;
        work_left = work_left.without(case.work());
        if has_finding[case.position] {
            // Deeper down the same would be found again and again.
            kept().outcome.left_out_below += 1;
            continue;
        }
        if let Some(budget) = &mut budget
            && !budget.affords(case, &session.pace)
        {
            budget.note_left_out(case);
            continue;
        }
        let waited_before = session.waited();
        let mut result = try_case(&mut session, case, budget.as_mut(), so_far);
        if let Ok(Some(finding)) = result {
            so_far.is_busy_with(finding.clone());
            watch(&Totals { findings: totals.findings + 1, ..totals }, case);
            result = Ok(Some(afresh.confirm(&mut session, case, finding)));
        }
        let waited = session.waited().saturating_sub(waited_before);
        (totals.questions, totals.nodes) = (session.questions, session.nodes);
        kept().outcome.totals = totals;
        if let (Some(budget), Err(no_reply)) = (&mut budget, &result)
            && no_reply.is_cut_short()
        {
            budget.note_cut_short(case, waited, session.late == Some(Late::Oracle));
            continue;
        }
        if let Err(no_reply) = &result
            && let TroubleKind::NotStarted(_) = no_reply.trouble.kind
        {
            let outcome = &mut kept().outcome;
            outcome.not_started = Some(no_reply.trouble.kind.clone());
            outcome.not_asked = plan.cases.len() - index;
            break;
        }
        kept().outcome.totals.positions += usize::from(!is_known[case.position]);
        is_known[case.position] = true;
        if let Err(no_reply) = &result
            && no_reply.trouble.kind.is_choice()
        {
            let outcome = &mut kept().outcome;
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
            time_lost += waited;
        } else {
            troubles_in_a_row = 0;
            most_troubles = MOST_TROUBLES_IN_A_ROW;
        }
        let finding = result.unwrap_or_else(|no_reply| Some(Finding::of_no_reply(case, no_reply)));
        if let Some(finding) = finding {
            has_finding[case.position] = true;
            let kept = &mut *kept();
            kept.in_work = None;
            let outcome = &mut kept.outcome;
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
    so_far.note(&session, budget.as_ref());
    kept().outcome.clone()
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
    so_far: &SoFar,
) -> Result<Option<Finding>, Box<NoReply>> {
    session.begin(&case.line);
    if let Some(budget) = &budget {
        session.end_at(budget.end());
        // An answer that is there may be wrong, and a finding is worth finishing.
        session.end_of_counts = Some(budget.end_of_findings());
    }
    let exchange = session.ask(&case.line, case.depth)?;
    if let Some(budget) = budget {
        budget.note_asked(case, exchange.comparison.nodes);
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
    let unknown = Origin::Unknown { trouble: TroubleKind::CutShort };
    let seen = Diagnosis::new(exchange.clone(), unknown);
    so_far.is_busy_with(Finding::of_disagreement(case, exchange.line.clone(), seen));
    let leaves = LeavesAtRoot::of(&exchange);
    let finding = examine(session, case, exchange)?;
    Ok(finding.map(|finding| Finding { leaves, ..finding }))
}
