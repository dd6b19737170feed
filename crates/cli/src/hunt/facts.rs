//! `ox88 hunt --facts`: what perft never calls. After a hunt without a finding it is asked, too.

use super::arguments::{Answers, HuntCommand};
use crate::bar::{self, HowFar, WithoutTerminal};
use crate::outcome::{CommandVerdict, Result, Stop};
use crate::output;
use crate::whole_file::ReportFile;
use ox88_facts::{BUDGET, Report, Speaker, hunt_within};
use ox88_hunt::Protocol;
use std::io::Write;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// How long facts are asked for after a hunt without a finding, if there is no budget.
const AFTER_PERFT: Duration = Duration::from_secs(10);

/// How long after its budget a finding may still be reproduced.
const GRACE: Duration = Duration::from_secs(1);

impl HuntCommand {
    /// Hunts facts alone.
    pub(super) fn hunt_facts(&self, out: &mut impl Write) -> Result {
        let positions = ["--fen", "--start", "--moves", "--depth", "--suite", "--max-nodes"];
        let positions = [&positions[..], &["--impossible", "--chess960"]].concat();
        if let Some(option) = self.first_of(&positions) {
            let why = format!("--facts asks about positions of its own: leave {option} out");
            return Err(why.into());
        }
        if let Some(option) = self.first_of(&["--html", "--markdown", "--baseline"]) {
            let why =
                format!("--facts reports as text, or as JSON with --json: leave {option} out");
            return Err(why.into());
        }
        let Answers::Engine(command, Protocol::Uci { perft }) = self.answers()? else {
            let why =
                "--facts asks an engine that speaks UCI: type `ox88 hunt --facts ./my-engine`";
            return Err(why.into());
        };
        let json = self.json.as_deref().map(str::trim);
        json.map_or(Ok(()), |file| ReportFile::FACTS.may_replace(file))?;
        let (report, was_interrupted) = bar::interruptible(|| {
            let mut speaker = Speaker::start(&command, &perft, self.timeout, None)?;
            speaker.is_asked_fens = self.fens;
            let report = ask_within(speaker, &command, self.budget.unwrap_or(BUDGET));
            Ok::<_, String>((report, bar::is_interrupted()))
        })?;
        if let Some(file) = json {
            ReportFile::FACTS.write(file, &report.json(), out)?;
        }
        let found_nothing = report.outcome.found.is_empty();
        if was_interrupted && found_nothing {
            return Err(Stop::Interrupted);
        }
        let verdict = match report.is_right() {
            true => CommandVerdict::Right,
            false if found_nothing && report.outcome.positions == 0 => CommandVerdict::Unheard,
            false => CommandVerdict::Differs,
        };
        let text = if json == Some("-") { String::new() } else { report.text() };
        verdict.once_written(out.write_all(text.as_bytes()))
    }

    /// Asks for facts after a hunt that has found nothing, if the engine tells any. `spent` is how long that took.
    pub(super) fn hunt_facts_after(
        &self,
        command: &str,
        perft: &str,
        spent: Duration,
        out: &mut impl Write,
    ) -> Result {
        let budget = self.budget.map_or(AFTER_PERFT, |budget| budget.saturating_sub(spent));
        if budget.is_zero() || bar::is_interrupted() {
            return Ok(CommandVerdict::Right);
        }
        let start = Instant::now();
        // Most engines tell none, and that is no trouble.
        let Ok(speaker) = Speaker::start(command, perft, self.timeout, Some(start + budget)) else {
            return Ok(CommandVerdict::Right);
        };
        let report = ask_within(speaker, command, budget.saturating_sub(start.elapsed()));
        let (verdict, text) = match report.outcome.found.is_empty() {
            true if bar::is_interrupted() => return Err(Stop::Interrupted),
            true => (CommandVerdict::Right, report.line() + "\n"),
            false => (CommandVerdict::Differs, format!("\n{}", report.text())),
        };
        verdict.once_written(out.write_all(text.as_bytes()))
    }
}

/// Hunts while a bar shows how much of the time is over.
fn ask_within(mut speaker: Speaker, command: &str, budget: Duration) -> Report {
    let (start, positions) = (Instant::now(), AtomicU64::new(0));
    speaker.until = Some(start + budget + GRACE);
    let report = bar::show_while(
        || format!("facts of {} positions", positions.load(Ordering::Relaxed)),
        |time| HowFar::after(time, time.as_secs_f64() / budget.as_secs_f64()),
        WithoutTerminal::Nothing,
        |_| {
            let goes_on = |count| {
                positions.store(count, Ordering::Relaxed);
                !bar::is_interrupted()
            };
            hunt_within(budget, command, &mut speaker, || start.elapsed(), goes_on)
        },
    );
    speaker.notes.iter().for_each(|note| output::remark(note));
    report
}
