//! The hunt itself: one question of the plan after another, and down from each answer that differs.
//!
//! A hunt never waits. It names the experiment that it needs [next](Hunt::next_experiment), takes [the
//! replies](Hunt::answer), and has an [outcome](Hunt::outcome) at any time:
//!
//! ```
//! # use ox88_hunt::{Hunt, Oracle, Plan, Until};
//! # use ox88_engine::{Abilities, Line, Reply, Row, Step, run_each};
//! # use std::{sync::Arc, time::Duration};
//! # let ask_engine = |question: &Step| {
//! #     let divide = ox88::divide(&question.position(), question.depth);
//! #     let rows = divide.texts().map(|(text, count)| Row::new(text, count)).collect();
//! #     Reply { rows, ..Reply::default() }
//! # };
//! let oracle = Arc::new(Oracle::new());
//! let start = Line::at(ox88::Position::start());
//! let plan = Plan::of_position(&oracle, "the start", None, &start, 3);
//! let can = Abilities::of_questions(Duration::from_secs(10));
//! let mut hunt = Hunt::new(&oracle, plan, Until::All, can);
//! while let Some(need) = hunt.next_experiment() {
//!     let heard = run_each(&need.experiment, |question| ask_engine(question).into());
//!     hunt.answer(heard);
//! }
//! assert_eq!(hunt.outcome().totals.nodes, 20 + 400 + 8902);
//! ```
//!
//! With a [`Partner`] this loop is [`search`], or [`Hunt::run`]. A program whose partner answers later, such as an
//! engine in a browser, writes it anew.

use super::budget::{Budget, FEWEST_ASKED, LeftOutByBudget};
use super::diagnose::{Diagnosis, Origin};
use super::exchange::{Exchange, NoReply};
use super::explain::Rule;
use super::facts::Facts;
use super::finding::{Confirmation, Finding};
use super::follow::{
    OtherProcesses, before_refused_move, examine, examine_everywhere, examine_second,
    follow_failure, with_engine, with_lesson, with_side,
};
use super::inquiry::{Desk, Inquiry, Late, Unanswered};
use super::learnt::Learnt;
use super::log::Need;
use super::oracle::{Oracle, lock};
use super::pace::Work;
use super::plan::{Case, Plan};
use super::rights;
use super::suspects::Part;
use super::symptoms::find_symptoms;
use super::systematic::{Everywhere, Judged};
use ox88::Position;
use ox88_engine::{
    Abilities, CastlingsWritten, Heard, Partner, RightsNotation, RowsFrom, Trouble, TroubleKind,
};
use std::future::Future;
use std::mem;
use std::pin::Pin;
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll, Waker};
use std::time::Duration;

/// After so many questions in a row without a reply, the hunt gives up.
const MOST_TROUBLES_IN_A_ROW: usize = 10;

/// The same for an engine that has never replied.
const MOST_TROUBLES_FROM_THE_START: usize = 3;

/// The hunt gives up after waiting so many time limits in vain.
const MOST_LIMITS_LOST: u32 = 10;

/// A better budget than one that was far too small, as long as the pace of the engine is not known.
const BETTER_BUDGET_FACTOR: u32 = 10;

/// How far a hunt has come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Totals {
    /// The questions of the plan that are done.
    pub cases: usize,
    /// The questions of the plan.
    pub cases_planned: usize,
    /// The positions about which at least one question was neither skipped nor left open.
    pub positions: usize,
    /// All questions to the engine, including those on the way down from a difference.
    pub questions: u64,
    /// The leaves of the right answers.
    pub nodes: u128,
    /// How many findings there are.
    pub findings: usize,
    /// How much longer the hunt takes at most, once the pace of the engine is known.
    pub time_left: Option<Duration>,
    /// How many leaves the engine counts in a second, once that is known.
    pub leaves_per_second: Option<u128>,
    /// How long an answer takes at the least, however few leaves it has, once that is known.
    pub time_per_question: Option<Duration>,
}

/// The end of a hunt.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is something that has happened or not")]
pub struct Outcome {
    /// What was found, in that order.
    pub findings: Vec<Finding>,
    /// How much was done.
    pub totals: Totals,
    /// How many questions of the plan were left out because of a finding at the same position.
    pub left_out_below: usize,
    /// How many questions of the plan were not asked, because the hunt was over.
    pub not_asked: usize,
    /// Whether the hunt gave up because too many questions had no reply.
    pub gave_up: bool,
    /// What was left out for lack of time, if anything was.
    pub left_out_by_budget: Option<LeftOutByBudget>,
    /// A budget that may be enough for some of the questions, if it was far too small for that.
    pub better_budget: Option<Duration>,
    /// How many questions of the plan a person left out.
    pub skipped: usize,
    /// Whether the hunt ended because the person gave no further answers.
    pub was_ended: bool,
    /// Whether the hunt was interrupted.
    pub was_interrupted: bool,
    /// Whether nothing but silence showed where its answers end.
    pub ends_in_silence: bool,
    /// Why the engine could not be started again, if that ended the hunt. It says nothing about the engine.
    pub not_started: Option<TroubleKind>,
    /// What the engine did at the first second question without a new position, if it was not asked any others.
    pub not_asked_again: Option<TroubleKind>,
    /// What the engine does when it is given a move, if it refuses moves. Then ox88 set up every position by its FEN.
    pub refuses_moves: Option<Trouble>,
    /// The letters for rights to castle in Chess960 that the engine reads, if it reads one kind alone.
    pub reads_rights: Option<RightsNotation>,
    /// Where the rows of the engine were found.
    pub source: RowsFrom,
    /// The first answer without rows whose total is wrong: the position, the depth and the total.
    pub wrong_total: Option<(Position, u32, u128)>,
    /// A line of the engine in which ox88 found the counts only because it had learnt where they are.
    pub learnt: Option<String>,
    /// How many wrong answers were just as predicted by a mistake that shows in every answer and was already found.
    pub explained: usize,
    /// How many rows could not be read, in answers that are right all the same.
    pub unread_rows: usize,
    /// A line that may be a row in a form that is not known, and how that row could be read.
    pub unread_line: Option<(String, String)>,
    /// How the engine writes castlings where ordinary chess writes the king's target, if that was seen.
    pub castling: Option<CastlingsWritten>,
}

impl Outcome {
    /// Why the hunt says nothing about the engine, if its budget was far too small.
    pub fn too_small_a_budget(&self) -> Option<String> {
        let left_out = self.left_out_by_budget.as_ref()?;
        if !self.findings.is_empty() || !left_out.is_nearly_all() {
            return None;
        }
        // The counts before the suites are not among these, so their number would differ from that of the progress.
        let how_much = match self.totals.positions {
            0 => "nothing".to_owned(),
            _ if left_out.answered == 0 => "none of the larger counts".to_owned(),
            _ => format!("fewer than one in {FEWEST_ASKED} counts"),
        };
        let verb = if self.totals.positions == 0 { "answered" } else { "finished" };
        let seconds = left_out.budget.as_secs_f64();
        let cut_short =
            left_out.cut_short.as_ref().map_or(String::new(), |it| format!(" (cut short: {it})"));
        Some(format!("the engine {verb} {how_much} within the budget of {seconds} s{cut_short}"))
    }
}

/// Which finding ends a hunt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Until {
    /// The first one.
    First,
    /// None: the hunt asks all questions.
    All,
}

/// A hunt, as far as it has come.
pub struct Hunt {
    oracle: Arc<Oracle>,
    plan: Plan,
    until: Until,
    can: Abilities,
    /// What the clock said at the beginning. All other times are from there.
    start: Duration,
    /// What was known before the present case.
    known: Known,
    /// The present case, or the one that is next.
    index: usize,
    /// The inquiry about the present case.
    open: Option<Open>,
    desk: Arc<Desk>,
    busy: Arc<Mutex<Busy>>,
    /// The experiment that is to be made, and since when.
    needs: Option<(Need, Duration)>,
    /// Of which case, and whether other processes were asked, there was news.
    told: Option<(usize, bool)>,
    budget: Option<Budget>,
    work_left: Work,
    is_known: Vec<bool>,
    has_finding: Vec<bool>,
    troubles_in_a_row: usize,
    most_troubles: usize,
    time_lost: Duration,
    is_done: bool,
    outcome: Outcome,
}

/// What was found out in the cases before.
#[derive(Clone, Default)]
struct Known {
    facts: Facts,
    others: OtherProcesses,
    everywhere: Everywhere,
    worlds: Vec<Learnt>,
    /// The causes for which an engine with one fault was looked for.
    tried: Vec<(Rule, Part)>,
}

/// What an inquiry has come to so far.
#[derive(Default)]
struct Busy {
    /// As much as is known about a finding, or about those that one question has led to.
    with: Vec<Finding>,
    /// Whether other processes are asked about it.
    is_confirming: bool,
    /// The right answer to the question of the plan, once the engine has answered.
    answered: Option<u128>,
}

/// An inquiry that waits for an answer, or has not begun.
type Open = Pin<Box<dyn Future<Output = Closed> + Send>>;

/// What has come of an inquiry.
struct Closed {
    result: Result<Vec<Finding>, Unanswered>,
    late: Option<Late>,
    known: Known,
}

/// Hunts an engine. `watch` is called before each question of the plan, with how far the hunt has come and with the
/// question; and once more if the answer is wrong, before other processes of the engine are asked, which may take time.
pub fn search(
    engine: &mut dyn Partner,
    plan: &Plan,
    until: Until,
    watch: impl FnMut(&Totals, &Case),
) -> Outcome {
    Hunt::new(&Arc::new(Oracle::new()), plan.clone(), until, engine.can()).run(engine, watch)
}

impl Hunt {
    /// A hunt that begins now, by the clock of the oracle, of a partner with these abilities.
    pub fn new(oracle: &Arc<Oracle>, plan: Plan, until: Until, can: Abilities) -> Hunt {
        let mut outcome = Outcome::default();
        outcome.totals.cases_planned = plan.cases.len();
        Hunt {
            oracle: Arc::clone(oracle),
            until,
            can,
            start: oracle.clock.now(),
            known: Known::default(),
            index: 0,
            open: None,
            desk: Arc::default(),
            busy: Arc::default(),
            needs: None,
            told: None,
            budget: plan.budget.map(Budget::new),
            work_left: plan.work(),
            is_known: vec![false; plan.positions],
            has_finding: vec![false; plan.positions],
            troubles_in_a_row: 0,
            most_troubles: MOST_TROUBLES_FROM_THE_START,
            time_lost: Duration::ZERO,
            is_done: false,
            outcome,
            plan,
        }
    }

    /// Asks this partner up to the end, as [`search`] does.
    pub fn run(
        mut self,
        engine: &mut dyn Partner,
        mut watch: impl FnMut(&Totals, &Case),
    ) -> Outcome {
        while let Some(Need { experiment, end }) = self.next_experiment() {
            if let Some((totals, case)) = self.news() {
                watch(&totals, case);
            }
            let heard = engine.run(&experiment, self.time_until(end));
            self.answer(heard);
        }
        self.outcome()
    }

    /// What is to be asked next, the same until it is answered. Nothing when the hunt is over, or its oracle was
    /// stopped.
    pub fn next_experiment(&mut self) -> Option<Need> {
        while !self.is_done && !self.oracle.is_stopped() {
            if let Some((need, _)) = &self.needs {
                return Some(need.clone());
            }
            match self.open.take() {
                Some(open) => self.go_on_with(open),
                None => self.open(),
            }
        }
        None
    }

    /// Takes the replies to the experiment that was needed.
    pub fn answer(&mut self, heard: Vec<Heard>) {
        if let Some((need, asked)) = self.needs.take() {
            self.desk.open().log.add(need, heard, (asked, self.now()));
        }
    }

    /// Gives a hunt without a budget one for its remaining questions: it may take as long as this from its start on,
    /// and asks them in the order of [`Plan::within`].
    pub fn limit(&mut self, budget: Duration) {
        self.limit_by(Budget::new(budget));
    }

    fn limit_by(&mut self, mut budget: Budget) {
        let begun = self.index + usize::from(self.open.is_some());
        let cases = self.plan.cases.split_off(begun);
        let rest = Plan { cases, ..Plan::default() }.within(budget.end);
        for case in &self.plan.cases[..self.index] {
            budget.note_asked(case, case.nodes);
        }
        self.desk.open().ends = Some((budget.end, budget.end_of_findings));
        self.budget = Some(budget);
        self.plan.cases.extend(rest.cases);
    }

    /// How long an experiment may take that has to be over by then.
    pub fn time_until(&self, end: Option<Duration>) -> Duration {
        end.map_or(Duration::MAX, |end| end.saturating_sub(self.now()))
    }

    /// How far the hunt has come, and with which question of the plan it is busy. Nothing if that was said before: it
    /// is said once for each question, and once more when its answer is wrong and other processes are asked about it.
    pub fn news(&mut self) -> Option<(Totals, &Case)> {
        let stage = (self.index, lock(&self.busy).is_confirming);
        if self.told.replace(stage) == Some(stage) {
            return None;
        }
        Some((self.progress(), self.plan.cases.get(self.index)?))
    }

    /// How far the hunt has come.
    pub fn progress(&self) -> Totals {
        let Facts { questions, nodes, pace, .. } = &self.known.facts;
        let totals = self.outcome.totals;
        let busy = lock(&self.busy);
        let is_asking = self.open.is_some() && !busy.is_confirming;
        let estimate = pace.estimate(self.work_left);
        Totals {
            cases: totals.cases - usize::from(is_asking),
            questions: *questions,
            nodes: *nodes,
            findings: self.outcome.findings.len()
                + if busy.is_confirming { busy.with.len() } else { 0 },
            time_left: match self.budget.as_ref().map(|budget| budget.left(self.now())) {
                Some(left) => Some(estimate.map_or(left, |estimate| estimate.min(left))),
                None => estimate,
            },
            leaves_per_second: pace.leaves_per_second(),
            time_per_question: pace.time_per_question(),
            ..totals
        }
    }

    /// The findings so far. Before the hunt is over, this is the outcome of a hunt that is interrupted now: unchecked
    /// findings are in doubt.
    pub fn outcome(&self) -> Outcome {
        let facts = &self.known.facts;
        let mut outcome = Outcome {
            was_interrupted: !self.is_done,
            left_out_by_budget: self.budget.as_ref().and_then(Budget::report),
            not_started: facts.not_started.clone().filter(|_| self.outcome.not_started.is_some()),
            not_asked_again: facts.not_asked_again().cloned(),
            refuses_moves: facts.refusal_of_moves().cloned(),
            reads_rights: facts.rights_read.only(),
            source: facts.source,
            wrong_total: facts.wrong_total,
            learnt: facts.learnt.clone(),
            explained: self.known.everywhere.explained,
            unread_rows: facts.unread_rows,
            unread_line: facts.unread_line.clone(),
            castling: facts.castling,
            ..self.outcome.clone()
        };
        outcome.better_budget = outcome
            .left_out_by_budget
            .as_ref()
            .filter(|it| it.is_nearly_all())
            .map(|it| self.better_budget(it.budget));
        let totals = &mut outcome.totals;
        (totals.questions, totals.nodes) = (facts.questions, facts.nodes);
        if !self.is_done {
            // The question that the engine was asked last has no answer yet, unless that is in work.
            let busy_with = lock(&self.busy).with.clone();
            let unanswered = usize::from(self.open.is_some() && busy_with.is_empty());
            outcome.not_asked = totals.cases_planned - totals.cases + unanswered;
            outcome.findings.extend(busy_with);
        }
        totals.findings = outcome.findings.len();
        let castled = |it: Finding| it.unless_castled(&facts.castled);
        outcome.findings = find_symptoms(outcome.findings).into_iter().map(castled).collect();
        outcome
    }

    /// A budget that may be enough for one in [`FEWEST_ASKED`] of the questions, as fast as the engine was in this one.
    fn better_budget(&self, budget: Duration) -> Duration {
        let Facts { pace, questions, .. } = &self.known.facts;
        let (openings, others): (Vec<&Case>, Vec<&Case>) =
            self.plan.cases.iter().partition(|case| case.is_opening());
        let enough = others.iter().take(others.len().div_ceil(FEWEST_ASKED));
        let work =
            openings.iter().chain(enough).map(|it| it.work()).fold(Work::default(), Work::and);
        if let Some(time) = pace.estimate(work) {
            return time.saturating_add(time / 4).max(budget.saturating_mul(2));
        }
        // This is the least: counting takes its time as well.
        let asked = u32::try_from(*questions).unwrap_or(u32::MAX).max(1);
        let each = pace.time_per_question().unwrap_or(budget / asked);
        let all = each.saturating_mul(u32::try_from(work.questions).unwrap_or(u32::MAX));
        let all = if *questions == 0 { Duration::ZERO } else { all };
        all.max(budget.saturating_mul(BETTER_BUDGET_FACTOR))
    }

    fn now(&self) -> Duration {
        self.oracle.clock.now().saturating_sub(self.start)
    }

    /// Begins with the next case, unless it is left out.
    fn open(&mut self) {
        let now = self.now();
        if let Some((_, budget)) =
            self.plan.budget_of_rest.filter(|&(first, _)| first == self.index)
        {
            // A finding by then has all the time that it takes.
            self.limit_by(Budget::new(now + budget).with_time_for_findings(self.can.limit));
        }
        let Some(case) = self.plan.cases.get(self.index) else {
            self.is_done = true;
            return;
        };
        self.outcome.totals.cases += 1;
        if self.has_finding[case.position] {
            // Deeper down the same would be found again and again.
            self.outcome.left_out_below += 1;
            return self.go_on();
        }
        if let Some(budget) = &mut self.budget
            && !budget.affords(case, &self.known.facts.pace, now)
        {
            budget.note_left_out(case);
            return self.go_on();
        }
        let (case, mut known, can, start) =
            (case.clone(), self.known.clone(), self.can, self.start);
        self.desk.open().ends = self.budget.as_ref().map(|it| (it.end, it.end_of_findings));
        let (oracle, desk) = (Arc::clone(&self.oracle), Arc::clone(&self.desk));
        let busy = Arc::clone(&self.busy);
        self.open = Some(Box::pin(async move {
            let facts = mem::take(&mut known.facts);
            let mut inquiry = Inquiry::new(&desk, facts, &oracle, can);
            inquiry.start = start;
            let result = Box::pin(inquire(&mut inquiry, &case, &mut known, &busy)).await;
            let Inquiry { facts, late, .. } = inquiry;
            Closed { result, late, known: Known { facts, ..known } }
        }));
    }

    fn go_on(&mut self) {
        self.work_left = self.work_left.without(self.plan.cases[self.index].work());
        self.index += 1;
        self.open = None;
        *lock(&self.busy) = Busy::default();
    }

    /// Goes on with the inquiry about the present case up to its next question.
    fn go_on_with(&mut self, mut open: Open) {
        let polled = open.as_mut().poll(&mut Context::from_waker(Waker::noop()));
        let now = self.now();
        match polled {
            // A count that was broken off has made it what it is.
            _ if self.oracle.is_stopped() => self.open = Some(open),
            Poll::Pending => {
                self.open = Some(open);
                let mut desk = self.desk.open();
                match desk.needs.take() {
                    Some(need) if need.end.is_some_and(|end| now >= end) => {
                        desk.log.add(need, Vec::new(), (now, now));
                    }
                    need => self.needs = need.map(|need| (need, now)),
                }
            }
            Poll::Ready(Closed { result, late, known }) => {
                let waited = known.facts.waited.saturating_sub(self.known.facts.waited);
                let answered = lock(&self.busy).answered;
                self.known = known;
                self.close(result, answered, waited, late);
            }
        }
    }

    /// Takes what has come of the present case, for which the engine was waited for this long.
    fn close(
        &mut self,
        result: Result<Vec<Finding>, Box<NoReply>>,
        answered: Option<u128>,
        waited: Duration,
        late: Option<Late>,
    ) {
        let case = &self.plan.cases[self.index];
        let position = case.position;
        if let (Some(budget), Some(leaves)) = (&mut self.budget, answered) {
            budget.note_asked(case, leaves);
        }
        let kind = result.as_ref().err().map(|no_reply| no_reply.trouble.kind.clone());
        if let (Some(budget), Some(TroubleKind::CutShort)) = (&mut self.budget, &kind) {
            budget.note_cut_short(case, waited, late == Some(Late::Oracle));
            return self.go_on();
        }
        let not_asked = self.plan.cases.len() - self.index;
        if let Some(kind @ TroubleKind::NotStarted(_)) = kind {
            self.outcome.not_started = Some(kind);
            return self.end(not_asked);
        }
        match kind {
            Some(TroubleKind::Ended) => {
                self.outcome.was_ended = true;
                return self.end(not_asked);
            }
            Some(TroubleKind::Skipped) => {
                self.outcome.skipped += 1;
                return self.go_on();
            }
            Some(_) => {
                self.troubles_in_a_row += 1;
                self.time_lost += waited;
            }
            None => {
                self.troubles_in_a_row = 0;
                self.most_troubles = MOST_TROUBLES_IN_A_ROW;
            }
        }
        self.outcome.totals.positions += usize::from(!self.is_known[position]);
        self.is_known[position] = true;
        let findings = result.unwrap_or_else(|no_reply| vec![Finding::of_no_reply(case, no_reply)]);
        if findings.is_empty() {
            return self.go_on();
        }
        self.has_finding[position] = true;
        self.outcome.was_ended |= self.can.is_person && findings.iter().any(Finding::is_cut_off);
        self.outcome.findings.extend(findings);
        if self.until == Until::First || self.is_hopeless() {
            self.outcome.gave_up = self.until == Until::All && not_asked > 1;
            return self.end(not_asked - 1);
        }
        self.go_on();
    }

    /// Ends the hunt with so many questions of the plan without an answer.
    fn end(&mut self, not_asked: usize) {
        self.outcome.not_asked = not_asked;
        self.go_on();
        self.is_done = true;
    }

    fn is_hopeless(&self) -> bool {
        let most_time_lost = self.can.limit.saturating_mul(MOST_LIMITS_LOST);
        self.troubles_in_a_row >= self.most_troubles || self.time_lost >= most_time_lost
    }
}

/// Asks one question of the plan, and what an answer that differs comes from.
async fn inquire(
    inquiry: &mut Inquiry<'_>,
    case: &Case,
    known: &mut Known,
    busy: &Mutex<Busy>,
) -> Result<Vec<Finding>, Unanswered> {
    let line = rights::as_read(inquiry.facts.rights_read, &case.line);
    inquiry.begin(&line);
    let mut exchange = match inquiry.ask(&line, case.depth).await {
        Err(seen) => match before_refused_move(inquiry, &seen).await {
            Some(wrong) => wrong,
            None => return Err(Box::new(follow_failure(inquiry, *seen).await)),
        },
        Ok(exchange) => exchange,
    };
    if exchange.is_right()
        && let Some(line) = rights::with_other_letters(inquiry, &exchange)
    {
        exchange = inquiry.ask(&line, case.depth).await?;
    }
    lock(busy).answered = Some(exchange.comparison.nodes);
    if rights::explain(inquiry, &exchange).await? {
        let by_other_letters = rights::as_read(inquiry.facts.rights_read, &case.line) != line;
        return if by_other_letters {
            Box::pin(inquire(inquiry, case, known, busy)).await
        } else {
            Ok(Vec::new())
        };
    }
    let Known { others, everywhere, worlds, tried, .. } = known;
    let found = if exchange.is_right() {
        match Box::pin(examine_second(inquiry, case, &exchange)).await {
            Err(unanswered) if unanswered.is_cut_short() => Vec::new(),
            Err(seen) => return Err(Box::new(follow_failure(inquiry, *seen).await)),
            Ok(found) => found,
        }
    } else {
        inquiry.is_finding = true;
        inquiry.learn_whether_it_plays().await;
        // As long as this is all that is known, somebody has interrupted the hunt who sees it.
        let unknown = Origin::no_answer(TroubleKind::Ended);
        let seen = Diagnosis::new(exchange.clone(), unknown);
        let seen = Finding::of_disagreement(case, exchange.line.clone(), seen);
        let seen = seen.with_right_in(Vec::new()).with_confirmation(Confirmation::NoTime);
        lock(busy).with = vec![seen];
        match everywhere.judge(inquiry, &exchange).await {
            Judged::Explained => return Ok(Vec::new()),
            Judged::Told(told) => {
                let (smallest, origin) = *told;
                let is_just_that = |answer: &Exchange| everywhere.theory.predicts(answer);
                let of = (&exchange, smallest);
                let found = examine_everywhere(inquiry, case, of, origin, is_just_that);
                vec![Box::pin(found).await?]
            }
            Judged::ToFollow(theory) => {
                inquiry.theory = theory;
                examine(inquiry, case, exchange.clone()).await?
            }
        }
    };
    let unchecked = |found: &Finding| found.clone().with_confirmation(Confirmation::NoTime);
    {
        let mut busy = lock(busy);
        busy.with = found.iter().map(unchecked).collect();
        busy.is_confirming = !found.is_empty();
    }
    let mut confirmed = Vec::new();
    for finding in found {
        let finding = others.confirm(inquiry, case, finding).await;
        let finding = Box::pin(with_lesson(inquiry, worlds, finding)).await;
        let finding = Box::pin(with_engine(inquiry, worlds, tried, finding)).await;
        confirmed.push(with_side(inquiry, finding).await);
    }
    Ok(confirmed)
}
