//! `ox88 hunt --facts`: what perft never calls. After a hunt without a finding it is asked, too.

use super::arguments::{Answers, HuntCommand};
use crate::bar::{self, HowFar, WithoutTerminal};
use crate::outcome::{CommandVerdict, Stop};
use crate::whole_file::Output;
use ox88_facts::{BUDGET, Report, Speaker, hunt_within};
use ox88_hunt::{Protocol, remark};
use std::io::{self, Write};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// How long facts are asked for after a hunt without a finding, if there is no budget.
const AFTER_PERFT: Duration = Duration::from_secs(10);

/// How long after its budget a finding may still be reproduced.
const GRACE: Duration = Duration::from_secs(1);

impl HuntCommand {
    /// Why `--facts` cannot be combined with what else was given, if so.
    fn problem_with_facts(&self) -> Option<String> {
        let given = [
            ("--fen", self.fen.is_some()),
            ("--start", self.start.is_some()),
            ("--moves", self.moves.is_some()),
            ("--depth", self.depth.is_some()),
            ("--suite", !self.suite.is_empty()),
            ("--max-nodes", self.max_nodes.is_some()),
            ("--impossible", self.impossible),
            ("--chess960", self.chess960),
        ];
        let reports = [
            ("--html", self.html.is_some()),
            ("--markdown", self.markdown.is_some()),
            ("--baseline", self.baseline.is_some()),
        ];
        let first = |flags: &[(&'static str, bool)]| {
            flags.iter().find(|(_, is_given)| *is_given).map(|(flag, _)| *flag)
        };
        first(&given)
            .map(|flag| format!("--facts asks about positions of its own: leave {flag} out"))
            .or_else(|| {
                let flag = first(&reports)?;
                Some(format!("--facts reports as text, or as JSON with --json: leave {flag} out"))
            })
    }

    /// The command and the perft of the engine that is asked for facts.
    pub(super) fn teller_of_facts(&self) -> Result<(String, String), String> {
        if let Some(problem) = self.problem_with_facts() {
            return Err(problem);
        }
        match self.answers()? {
            Answers::Engine(command, Protocol::Uci { perft }) => Ok((command, perft)),
            _ => {
                Err("--facts asks an engine that speaks UCI: type `ox88 hunt --facts ./my-engine`"
                    .to_owned())
            }
        }
    }

    /// Hunts facts alone.
    pub(super) fn hunt_facts(&self, out: &mut impl Write) -> Result<CommandVerdict, Stop> {
        let (command, perft) = self.teller_of_facts()?;
        let json = self.json.as_deref().map(str::trim);
        json.map_or(Ok(()), |file| Output::FACTS.may_replace(file))?;
        let asked = bar::interruptible(|| {
            let speaker = Speaker::start(&command, &perft, self.timeout, None);
            let mut speaker = speaker.map_err(Stop::Refused)?;
            speaker.is_asked_fens = self.fens;
            Ok::<_, Stop>((
                asked(speaker, &command, self.budget.unwrap_or(BUDGET)),
                bar::is_interrupted(),
            ))
        });
        let (report, was_interrupted) = asked?;
        if let Some(file) = json {
            Output::FACTS.write(file, &report.json(), out)?;
        }
        if was_interrupted && report.outcome.found.is_empty() {
            return Err(Stop::Interrupted);
        }
        let verdict = match &report.outcome {
            _ if report.is_right() => CommandVerdict::Right,
            outcome if outcome.found.is_empty() && outcome.positions == 0 => {
                CommandVerdict::Unheard
            }
            _ => CommandVerdict::Differs,
        };
        let text = if json == Some("-") { String::new() } else { report.text() };
        verdict.once_written(out.write_all(text.as_bytes()))
    }

    /// Asks for facts after a hunt that has found nothing, if the engine tells any. `spent` is how long that took.
    pub(super) fn facts_after(
        &self,
        command: &str,
        perft: &str,
        spent: Duration,
        out: &mut impl Write,
    ) -> Result<CommandVerdict, Stop> {
        let budget = self.budget.map_or(AFTER_PERFT, |budget| budget.saturating_sub(spent));
        if budget.is_zero() || bar::is_interrupted() {
            return Ok(CommandVerdict::Right);
        }
        let start = Instant::now();
        // Most engines tell none, and that is no trouble.
        let Ok(speaker) = Speaker::start(command, perft, self.timeout, Some(start + budget)) else {
            return Ok(CommandVerdict::Right);
        };
        let report = asked(speaker, command, budget.saturating_sub(start.elapsed()));
        if bar::is_interrupted() && report.outcome.found.is_empty() {
            return Err(Stop::Interrupted);
        }
        let verdict = if report.outcome.found.is_empty() {
            CommandVerdict::Right
        } else {
            CommandVerdict::Differs
        };
        let text = match verdict {
            CommandVerdict::Right => report.line() + "\n",
            _ => format!("\n{}", report.text()),
        };
        verdict.once_written(out.write_all(text.as_bytes()))
    }
}

/// Hunts while a bar shows how much of the time is over.
fn asked(mut speaker: Speaker, command: &str, budget: Duration) -> Report {
    let (start, positions) = (Instant::now(), AtomicU64::new(0));
    speaker.until = Some(start + budget + GRACE);
    let report = bar::watched_interruptible(
        || format!("facts of {} positions", positions.load(Ordering::Relaxed)),
        |time| HowFar {
            share: (time.as_secs_f64() / budget.as_secs_f64()).min(1.0),
            leaves: None,
            time_left: Some(budget.saturating_sub(time)),
            waits_for: None,
        },
        WithoutTerminal::Nothing,
        |_| {
            let goes_on = |count| {
                positions.store(count, Ordering::Relaxed);
                !bar::is_interrupted()
            };
            hunt_within(budget, command, &mut speaker, || start.elapsed(), goes_on)
        },
    );
    for note in &speaker.notes {
        let _ = writeln!(io::stderr(), "{}", remark("ox88: ", note));
    }
    report
}
