//! `ox88 hunt --paste`: a hunt that asks a person, who asks a program.

use super::arguments::HuntCommand;
use super::interruptible;
use super::person::{Person, say};
use super::reports::Reports;
use super::target::Target;
use crate::outcome::Result;
use crate::{bar, output};
use ox88_hunt::{Oracle, Outcome, Plan, Protocol, Report};
use std::io::Write;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// An interrupted session ends by itself, unless it is counting.
const PATIENCE: Duration = Duration::from_millis(500);

/// Deep enough for the usual faults; each further step down is work for a person.
const DEPTH: u32 = 3;

impl HuntCommand {
    /// Runs the hunt, with its results going to `out` and its questions to standard error.
    pub(super) fn hunt_by_paste(
        &self,
        perft: &str,
        reports: &Reports,
        out: &mut impl Write,
    ) -> Result {
        let oracle = Arc::new(Oracle::new());
        let plan = self.plan_for_person(&oracle)?;
        reports.begin(&self.name())?;
        let start = Instant::now();
        say_what_to_expect(&plan);
        let person = Person::new(Arc::clone(&oracle), perft);
        bar::interruptible(|| {
            let (outcome, _) =
                interruptible::search(&oracle, person, &plan, self.until(), PATIENCE, |_| None)?;
            say("");
            match problem(&outcome) {
                Some(problem) if outcome.was_interrupted => output::remark(&problem),
                Some(problem) => return Err(problem.into()),
                None => {}
            }
            let style = self.style(Protocol::Uci { perft: perft.to_owned() });
            reports.finish(out, &Report::new(&outcome, &plan, &style, start.elapsed()))
        })
    }

    fn plan_for_person(&self, oracle: &Oracle) -> Result<Plan, String> {
        Ok(match Target::read(self)? {
            Target::Position(line) => Plan::of_question(oracle, &line, self.depth.unwrap_or(DEPTH)),
            Target::Suites(_) => Plan::of_person(oracle, self.depth),
        })
    }
}

fn say_what_to_expect(plan: &Plan) {
    say(&match plan.cases.len() {
        1 => "If your first answer is right, that is the only question. If it is wrong, ox88 asks a few more."
            .to_owned(),
        many => format!(
            "If all your answers are right, ox88 asks {many} questions. If one is wrong, it asks a few more."
        ),
    });
}

/// Why the session says nothing about the program, if it does not.
fn problem(outcome: &Outcome) -> Option<String> {
    if !outcome.findings.is_empty() {
        return None;
    }
    let planned = outcome.totals.cases_planned;
    let answered = planned - outcome.not_asked - outcome.skipped;
    match answered {
        0 => Some("no question was answered, so there is no verdict".to_owned()),
        _ if outcome.was_ended => Some(format!(
            "ended before the last question: {answered} of {planned} answered, all of them right"
        )),
        _ => None,
    }
}
