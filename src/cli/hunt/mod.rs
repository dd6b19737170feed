//! `ox88 hunt`: where does another engine go wrong, and which rule does it break?

mod arguments;
mod divide_file;
mod doubt;
mod paste;
mod person;
mod reports;
mod summary;
mod target;
mod typed;

pub use self::arguments::Hunt;

use self::arguments::Answers;
use self::reports::Reports;
use self::summary::Now;
use self::target::Target;
use super::bar::{self, Otherwise};
use super::outcome::{Stop, Verdict};
use super::output::shortened;
use ox88::hunt::{Chess960, Engine, Outcome, Style, Totals, Until, search};
use std::io::{self, Write};
use std::mem;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

impl Hunt {
    /// Runs the command, with its results going to `out`.
    pub fn run(&self, out: &mut impl Write) -> Result<Verdict, Stop> {
        let reports = Reports::asked_for(self)?;
        let end = self.hunt(&reports, out);
        if let Err(Stop::Refused(message)) = &end {
            let message = shortened(message);
            reports.write(out, |format| format.refusal(&self.name(), &message))?;
        }
        end
    }

    fn hunt(&self, reports: &Reports, out: &mut impl Write) -> Result<Verdict, Stop> {
        let (command, protocol) = match self.answers()? {
            Answers::Engine(command, protocol) => (command, protocol),
            Answers::Paste(perft) => return self.paste(perft, reports, out),
            Answers::Divide(file) => return self.compare_divide(file, reports, out),
        };
        let target = Target::read(self)?;
        reports.begin(command)?;
        let start = Instant::now();
        let mut engine = Engine::start(command, protocol.clone(), self.timeout)
            .map_err(|error| Stop::Refused(error.to_string()))?;
        let mut plan = target.plan(self, self.chess960_for(&engine))?;
        plan.asked_for_chess960 = self.asks_for_chess960();
        let until = if self.all { Until::All } else { Until::First };
        let (totals, question) = (Totals::default(), String::new());
        let now = Mutex::new(Now { totals, question, asked: Instant::now() });
        let now = || now.lock().unwrap_or_else(PoisonError::into_inner);
        let outcome = bar::watched(
            || summary::doing(&now().totals),
            |time| summary::how_far(&now(), time),
            Otherwise::Lines,
            |screen| {
                let mut may_advise = plan.budget.is_none();
                search(&mut engine, &plan, until, |totals, case| {
                    let question = format!("{} at depth {}", case.name, case.depth);
                    *now() = Now { totals: *totals, question, asked: Instant::now() };
                    if let Some(word) = summary::word_about_a_slow_engine(totals)
                        && mem::take(&mut may_advise)
                    {
                        let line = format!("ox88: {word}\n");
                        let _ = screen.beside_the_bar(|| io::stderr().write_all(line.as_bytes()));
                    }
                })
            },
        );
        let (knows_uci, castling) = (engine.knows_uci(), engine.castling_written());
        // The engine is gone before anything is written.
        drop(engine);
        let time = start.elapsed();
        if let Some(seconds) = nothing_answered_within(&outcome) {
            return Err(Stop::Refused(format!(
                "the engine answered nothing within the budget of {seconds} s: give it more time, as \
                 in `--budget 60s`"
            )));
        }
        // What was found before that is true all the same.
        if let Some(why) = outcome.not_started.as_ref().filter(|_| outcome.findings.is_empty()) {
            return Err(Stop::Refused(why.to_string()));
        }
        let style = Style { knows_uci, castling, ..self.style(protocol) };
        reports.finish(out, &outcome, &plan, &style, time)
    }

    /// Whether the engine is tried with positions of Chess960: if it says that it knows it, and where
    /// that is asked for and it could not have said so.
    fn chess960_for(&self, engine: &Engine) -> Chess960 {
        let is_possible = self.asks_for_chess960() && engine.may_know_chess960();
        if engine.offers_chess960() {
            Chess960::AmongOthers
        } else if self.chess960 || is_possible {
            Chess960::Last
        } else {
            Chess960::LeftOut
        }
    }

    /// Suites that were named may have been named for their positions of Chess960.
    fn asks_for_chess960(&self) -> bool {
        self.chess960 || !self.suite.is_empty()
    }
}

/// The budget in which an engine has not answered a single question, in seconds. That says nothing
/// about the engine.
fn nothing_answered_within(outcome: &Outcome) -> Option<f64> {
    let is_nothing_known = outcome.totals.positions == 0;
    let left_out = outcome.left_out_by_budget.as_ref().filter(|_| is_nothing_known)?;
    Some(left_out.budget.as_secs_f64())
}
