//! `ox88 hunt`: where does another engine go wrong, and which rule does it break?

mod arguments;
mod divide_file;
mod facts;
mod interruptible;
mod launch;
mod paste;
mod person;
mod progress;
mod reports;
mod target;
mod typed;

pub use self::arguments::HuntCommand;

use self::arguments::Answers;
use self::interruptible::Moment;
use self::progress::Current;
use self::reports::Reports;
use self::target::Target;
use super::bar::{self, WithoutTerminal, lock};
use super::outcome::{CommandVerdict, Result, Stop};
use super::output::{self, shortened};
use ox88_hunt::{
    Chess960, Choices, ENDS_IN_SILENCE, Engine, NextSteps, Oracle, Outcome, Plan, Protocol, Report,
    Style, TotalExplained, Totals, Until, remark,
};
use std::io::Write;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// An engine does not end by itself when the hunt is interrupted.
const NO_PATIENCE: Duration = Duration::ZERO;

/// What whoever has typed `--total` can type next.
const NEXT_STEPS: NextSteps = NextSteps {
    position: Some("add --fen and --depth"),
    divide: Some("ox88 divide"),
    hunt: Some("`ox88 hunt ./my-engine`"),
};

impl HuntCommand {
    /// Runs the command, with its results going to `out`.
    ///
    /// # Errors
    /// The input could not be used, the output not be written, or a signal came.
    pub fn run(&self, out: &mut impl Write) -> Result {
        if let Some(doubt) = self.doubt() {
            let help = "Type `ox88 help hunt` to see what it takes, with examples.";
            return Err(format!("{doubt}\n{help}").into());
        }
        if self.facts || self.fens {
            return self.hunt_facts(out);
        }
        let (answers, asked) = (self.answers(), Reports::asked_for(self));
        // Where there is no engine, an option may have taken it as its file.
        let reports = match &answers {
            Ok(_) => asked?,
            Err(_) => asked.unwrap_or_default().on_standard_output(),
        };
        let hunt = |answers| self.hunt(answers, &reports, out);
        match answers.map_err(Stop::Refused).and_then(hunt) {
            // A signal that ends the program ends its engine, which is not at fault then.
            Err(Stop::Refused(why)) if !bar::is_interrupted() => {
                reports.refuse(out, &self.name(), &shortened(&why))?;
                Err(Stop::Refused(why))
            }
            end => end,
        }
    }

    fn hunt(&self, answers: Answers, reports: &Reports, out: &mut impl Write) -> Result {
        let (command, protocol) = match answers {
            Answers::Engine(command, protocol) => (command, protocol),
            Answers::Paste(perft) => return self.hunt_by_paste(perft, reports, out),
            Answers::Divide(file) => return self.compare_divide(file, reports, out),
            Answers::Total(total) => return self.explain_total(total, out),
        };
        let target = Target::read(self)?;
        let baseline = Reports::read_baseline(self)?;
        let start = Instant::now();
        let engine =
            Engine::start(&command, protocol.clone(), self.timeout).map_err(Stop::Refused)?;
        let oracle = Arc::new(Oracle::new());
        let mut plan = target.plan(self, &oracle, self.chess960_for(&engine))?;
        plan.asked_for_chess960 = self.chess960 || !self.suite.is_empty();
        reports.begin(&command)?;
        bar::interruptible(|| {
            let style = Style { knows_uci: engine.knows_uci(), ..self.style(protocol) };
            let (outcome, style) = self.ask(&oracle, engine, &plan, style)?;
            let (known, time) = (baseline.as_ref(), start.elapsed());
            let report = Report::beside(known, &outcome, &plan, &style, time);
            let verdict = reports.finish(out, &report)?;
            // Of a hunt that went through the suites, and has no other report: that one would lack the facts.
            let is_whole = matches!(target, Target::Suites(_)) && self.suite.is_empty();
            let is_plain = is_whole && reports.are_none() && baseline.is_none();
            let is_right = verdict == CommandVerdict::Right;
            match &style.protocol {
                Protocol::Uci { perft } if is_plain && is_right && style.knows_uci => {
                    out.flush()?;
                    self.hunt_facts_after(&command, perft, start.elapsed(), out)
                }
                _ => Ok(verdict),
            }
        })
    }

    /// Says which known bugs give a total.
    fn explain_total(&self, total: u128, out: &mut impl Write) -> Result {
        let position = match Target::read(self)? {
            Target::Position(line) => Some(line.end()),
            Target::Suites(_) => None,
        };
        let explained = TotalExplained {
            next: NEXT_STEPS,
            ..ox88_hunt::explain_total(total, position.as_ref(), self.depth)
        };
        let verdict =
            if explained.is_right() { CommandVerdict::Right } else { CommandVerdict::Differs };
        verdict.once_written(out.write_all(explained.text().as_bytes()))
    }

    /// Hunts the engine while a bar shows how far the hunt has come. Returns the outcome and how the engine was asked.
    /// The engine has ended before anything is written.
    fn ask(
        &self,
        oracle: &Arc<Oracle>,
        engine: Engine,
        plan: &Plan,
        style: Style,
    ) -> Result<(Outcome, Style)> {
        let (totals, question) = (Totals::default(), String::new());
        // Whoever says how much to ask is asked for all of it.
        let gives_budget = self.max_nodes.is_none();
        let mut may_advise = plan.budget.is_none();
        let now = Current::new(totals, question, gives_budget && may_advise);
        let now = Arc::new(Mutex::new(now));
        let seen = || lock(&now);
        let (mut outcome, engine) = bar::show_while(
            || progress::text(&seen().totals),
            |_| progress::how_far(&seen(), oracle.activity()),
            WithoutTerminal::Lines,
            |bar| {
                let (now, bar) = (Arc::clone(&now), bar.clone());
                let start = Instant::now();
                interruptible::search(
                    oracle,
                    engine,
                    plan,
                    self.until(),
                    NO_PATIENCE,
                    move |moment| {
                        lock(&now).turns(matches!(moment, Moment::Asks(_)));
                        let Moment::Asks(Some((totals, case))) = moment else { return None };
                        let question = format!("{} at depth {}", case.name, case.depth);
                        *lock(&now) = Current::new(totals, question, gives_budget && may_advise);
                        if !may_advise || gives_budget && start.elapsed() < progress::BUDGET_DELAY {
                            return None;
                        }
                        let note =
                            progress::slow_engine_note(&totals, start.elapsed(), gives_budget)?;
                        may_advise = false;
                        bar.suspend(|| output::remark(&note));
                        gives_budget.then_some(progress::BUDGET)
                    },
                )
            },
        )?;
        outcome.ends_in_silence = engine.as_ref().is_some_and(Engine::ends_in_silence);
        let knows_uci = engine.map_or(style.knows_uci, |engine| engine.knows_uci());
        let style = Style { knows_uci, castling: outcome.castling, ..style };
        if outcome.was_interrupted {
            return Ok((outcome, style));
        }
        if let Some(why) = too_small_a_budget(&outcome, &style.choices) {
            return Err(why.into());
        }
        // The findings from before are true all the same.
        if let Some(why) = outcome.not_started.as_ref().filter(|_| outcome.findings.is_empty()) {
            return Err(why.to_string().into());
        }
        Ok((outcome, style))
    }

    /// Which finding ends the hunt.
    fn until(&self) -> Until {
        if self.all || self.baseline.is_some() { Until::All } else { Until::First }
    }

    /// Whether to ask about Chess960: if the engine announces it, or if the user asks for it and the engine has no way
    /// to announce it. Named suites may have been named for their positions of Chess960.
    fn chess960_for(&self, engine: &Engine) -> Chess960 {
        match engine.offers_chess960() {
            true => Chess960::AmongOthers,
            // Whether one that does not speak UCI knows it can only be seen by asking.
            false if self.chess960 || !self.suite.is_empty() && !engine.knows_uci() => {
                Chess960::Last
            }
            false => Chess960::LeftOut,
        }
    }
}

/// Why a budget was far too small, with a better one.
fn too_small_a_budget(outcome: &Outcome, choices: &Choices) -> Option<String> {
    let (why, more) = (outcome.too_small_a_budget()?, typed_budget(outcome.better_budget?));
    let note = outcome.ends_in_silence.then(|| format!("\n{}", remark("", ENDS_IN_SILENCE)));
    let note = note.unwrap_or_default();
    let cut_short = outcome.left_out_by_budget.as_ref().and_then(|it| it.cut_short.as_ref());
    let is_heard = outcome.totals.positions > 0 || cut_short.is_some_and(|it| it.is_answered);
    // How much time it needs, nobody knows before its first answer.
    let help = match choices.flush {
        Some(flush) if !is_heard => flush.to_owned(),
        _ => format!("give it more time, like `--budget {more}`"),
    };
    Some(format!("{why}: {help}{note}"))
}

/// A time for `--budget`, rounded up: `20s`, `7m`, `3h`.
fn typed_budget(time: Duration) -> String {
    let seconds = time.as_secs() + u64::from(time.subsec_nanos() > 0);
    match seconds {
        0..=120 => format!("{seconds}s"),
        121..=7200 => format!("{}m", seconds.div_ceil(60)),
        _ => format!("{}h", seconds.div_ceil(3600)),
    }
}
