//! `ox88 hunt`: where does another engine go wrong, and which rule does it break?

mod arguments;
mod divide_file;
mod doubt;
mod paste;
mod person;
mod summary;
mod target;
mod typed;

pub use self::arguments::Hunt;

use self::arguments::Source;
use self::target::Target;
use super::bar;
use super::outcome::{Stop, Verdict};
use ox88::hunt::{
    Engine, Outcome, Plan, Protocol, Style, Totals, Until, json, json_of_refusal, search,
};
use std::fs;
use std::io::{self, Write};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

impl Hunt {
    /// Runs the command, with its results going to `out`.
    pub fn run(&self, out: &mut impl Write) -> Result<Verdict, Stop> {
        let end = self.hunt(out);
        if let Err(Stop::Refused(message)) = &end {
            self.write_json(&json_of_refusal(&self.name(), message), out)?;
        }
        end
    }

    fn hunt(&self, out: &mut impl Write) -> Result<Verdict, Stop> {
        let (command, protocol) = match self.source()? {
            Source::Engine(command, protocol) => (command, protocol),
            Source::Paste(perft) => return self.paste(perft, out),
            Source::Divide(file) => return self.compare_divide(file, out),
        };
        let target = Target::read(self)?;
        self.begin_json_file(command)?;
        let start = Instant::now();
        let mut engine = Engine::start(command, protocol.clone(), self.timeout)
            .map_err(|error| Stop::Refused(error.to_string()))?;
        let plan = target.plan(self, engine.may_know_chess960())?;
        let until = if self.all { Until::All } else { Until::First };
        let watched = Mutex::new(Totals::default());
        let totals = || *watched.lock().unwrap_or_else(PoisonError::into_inner);
        let set = |now: &Totals| *watched.lock().unwrap_or_else(PoisonError::into_inner) = *now;
        let outcome = bar::watched(
            || summary::doing(&totals()),
            || summary::so_far(&totals()),
            |_| search(&mut engine, &plan, until, set),
        );
        // The engine is gone before anything is written.
        drop(engine);
        self.report(&outcome, &plan, protocol, start.elapsed(), out)
    }

    /// Writes what was found.
    fn report(
        &self,
        outcome: &Outcome,
        plan: &Plan,
        protocol: Protocol,
        time: Duration,
        out: &mut impl Write,
    ) -> Result<Verdict, Stop> {
        let style = Style { colour: summary::shows_colour(), command: self.name(), protocol };
        if self.json_file() != Some("-") {
            summary::write(out, outcome, plan, &style, time)?;
        }
        self.write_json(&json(outcome, plan, &style, time), out)?;
        Ok(if outcome.findings.is_empty() { Verdict::Right } else { Verdict::Differs })
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

fn cannot_write(file: &str, error: &io::Error) -> String {
    format!("{file}: {error}: expected a file that can be written")
}
