//! `ox88 hunt`: where does another engine go wrong, and which rule does it break?

mod arguments;
mod summary;
mod target;

pub use self::arguments::Hunt;

use self::target::Target;
use super::bar::{self, Otherwise};
use super::outcome::{Stop, Verdict};
use ox88::hunt::{Engine, Outcome, Style, Totals, Until, json, json_of_refusal, search};
use std::fs;
use std::io::{self, Write};
use std::mem;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

impl Hunt {
    /// Runs the command, with its results going to `out`.
    pub fn run(&self, out: &mut impl Write) -> Result<Verdict, Stop> {
        let end = self.hunt(out);
        if let Err(Stop::Refused(message)) = &end {
            let command = self.engine.as_ref().or(self.script.as_ref());
            let command = command.map_or("", String::as_str);
            self.write_json(&json_of_refusal(command, message), out)?;
        }
        end
    }

    fn hunt(&self, out: &mut impl Write) -> Result<Verdict, Stop> {
        let (command, protocol) = self.engine_to_ask()?;
        let target = Target::read(self)?;
        self.begin_json_file(command)?;
        let start = Instant::now();
        let mut engine = Engine::start(command, protocol.clone(), self.timeout)
            .map_err(|error| Stop::Refused(error.to_string()))?;
        let plan = target.plan(self, self.tries_chess960(&engine))?;
        let until = if self.all { Until::All } else { Until::First };
        let watched = Mutex::new(Totals::default());
        let totals = || *watched.lock().unwrap_or_else(PoisonError::into_inner);
        let set = |now: &Totals| *watched.lock().unwrap_or_else(PoisonError::into_inner) = *now;
        let outcome = bar::watched(
            || summary::doing(&totals()),
            |time| summary::how_far(&totals(), time),
            Otherwise::Lines,
            |screen| {
                let mut may_advise = plan.budget.is_none();
                search(&mut engine, &plan, until, |totals| {
                    set(totals);
                    if let Some(word) = summary::word_about_a_slow_engine(totals)
                        && mem::take(&mut may_advise)
                    {
                        let line = format!("ox88: {word}\n");
                        let _ = screen.beside_the_bar(|| io::stderr().write_all(line.as_bytes()));
                    }
                })
            },
        );
        // The engine is gone before anything is written.
        drop(engine);
        let time = start.elapsed();
        if let Some(seconds) = nothing_answered_within(&outcome) {
            return Err(Stop::Refused(format!(
                "the engine answered nothing within the budget of {seconds} s: give it more time, as \
                 in `--budget 60s`"
            )));
        }

        let colour = summary::shows_colour();
        let style = Style { colour, command: command.to_owned(), protocol };
        if self.json_file() != Some("-") {
            summary::write(out, &outcome, &plan, &style, time)?;
            if self.asks_for_chess960() {
                summary::write_left_out_of_chess960(out, &plan)?;
            }
        }
        self.write_json(&json(&outcome, &plan, &style, time), out)?;
        Ok(if outcome.findings.is_empty() { Verdict::Right } else { Verdict::Differs })
    }

    /// Whether the engine is tried with positions of Chess960: if it says that it knows it, and where
    /// that is asked for and it could not have said so.
    fn tries_chess960(&self, engine: &Engine) -> bool {
        let is_possible = self.asks_for_chess960() && engine.may_know_chess960();
        self.chess960 || engine.offers_chess960() || is_possible
    }

    /// Suites that were named may have been named for their positions of Chess960.
    fn asks_for_chess960(&self) -> bool {
        self.chess960 || !self.suite.is_empty()
    }

    // JSON.

    fn json_file(&self) -> Option<&str> {
        self.json.as_deref().map(str::trim)
    }

    /// Writes a report that the hunt did not come to its end, which stays if it does not. So a file that
    /// cannot be written is refused before the work and not after it, and no earlier report is left.
    fn begin_json_file(&self, command: &str) -> Result<(), String> {
        match self.json_file() {
            None | Some("-") => Ok(()),
            Some(file) => {
                let unfinished = json_of_refusal(command, "the hunt was ended from outside");
                fs::write(file, unfinished).map_err(|error| cannot_write(file, &error))
            }
        }
    }

    fn write_json(&self, text: &str, out: &mut impl Write) -> Result<(), Stop> {
        match self.json_file() {
            None => Ok(()),
            Some("-") => Ok(out.write_all(text.as_bytes())?),
            Some(file) => {
                fs::write(file, text).map_err(|error| Stop::Refused(cannot_write(file, &error)))
            }
        }
    }
}

/// The budget in which an engine has not answered a single question, in seconds. That says nothing
/// about the engine.
fn nothing_answered_within(outcome: &Outcome) -> Option<f64> {
    let is_nothing_known = outcome.totals.positions == 0;
    let left_out = outcome.left_out_by_budget.as_ref().filter(|_| is_nothing_known)?;
    Some(left_out.budget.as_secs_f64())
}

fn cannot_write(file: &str, error: &io::Error) -> String {
    format!("{file}: {error}: expected a file that can be written")
}
