//! The reports that a hunt writes to files beside its text, or to standard output in place of it.

use super::arguments::Hunt;
use super::summary;
use crate::outcome::{Stop, Verdict};
use crate::{colour, whole_file};
use ox88_hunt::{
    Outcome, Plan, Protocol, Style, html, html_of_interruption, html_of_refusal, json,
    json_of_interruption, json_of_refusal,
};
use std::io::{self, Write};
use std::time::Duration;

/// In which form a report is written.
#[derive(Clone, Copy)]
pub(super) enum Format {
    Json,
    Html,
}

/// The reports that were asked for, each with its file.
pub(super) struct Reports<'a>(Vec<(Format, &'a str)>);

impl Format {
    /// A hunt that was run.
    pub fn report(self, outcome: &Outcome, plan: &Plan, style: &Style, time: Duration) -> String {
        match self {
            Format::Json => json(outcome, plan, style, time),
            Format::Html => html(outcome, plan, style, time),
        }
    }

    /// A hunt that has not come to its end yet.
    fn interruption(self, command: &str) -> String {
        match self {
            Format::Json => json_of_interruption(command),
            Format::Html => html_of_interruption(command),
        }
    }

    /// A hunt that could not be run.
    pub fn refusal(self, command: &str, error: &str) -> String {
        match self {
            Format::Json => json_of_refusal(command, error),
            Format::Html => html_of_refusal(command, error),
        }
    }
}

impl Hunt {
    /// How reports are written, with the command as it was given.
    pub(super) fn style(&self, protocol: Protocol) -> Style {
        let (colour, command) = (colour::is_shown(), self.name());
        Style { colour, command, protocol, knows_uci: true, castling: None }
    }
}

impl Reports<'_> {
    pub fn asked_for(hunt: &Hunt) -> Result<Reports<'_>, String> {
        let asked = [(Format::Json, &hunt.json), (Format::Html, &hunt.html)];
        let asked = asked.into_iter().filter_map(|(format, file)| Some((format, file.as_deref()?)));
        let asked: Vec<(Format, &str)> =
            asked.map(|(format, file)| (format, file.trim())).collect();
        match asked[..] {
            [(_, one), (_, other)] if one == other => {
                Err(format!("--json and --html both go to {one}: expected two different files"))
            }
            _ => Ok(Reports(asked)),
        }
    }

    /// Whether one of them goes to standard output.
    pub fn are_in_place_of_text(&self) -> bool {
        self.0.iter().any(|&(_, file)| file == "-")
    }

    /// Writes reports that the hunt did not come to its end, which stay if it does not. So a file that
    /// cannot be written is refused before the work and not after it, and no earlier report is left.
    pub fn begin(&self, command: &str) -> Result<(), String> {
        let files = self.0.iter().filter(|&&(_, file)| file != "-");
        files
            .into_iter()
            .try_for_each(|&(format, file)| write_file(file, &format.interruption(command)))
    }

    /// Writes what a hunt has found, as text and as these reports. An interrupted hunt without a finding has
    /// no text, because it says nothing about the engine.
    pub fn finish(
        &self,
        out: &mut impl Write,
        outcome: &Outcome,
        plan: &Plan,
        style: &Style,
        time: Duration,
    ) -> Result<Verdict, Stop> {
        // The files come first: whoever reads the text may have gone before its end.
        self.write(out, |format| format.report(outcome, plan, style, time))?;
        if outcome.was_interrupted && outcome.findings.is_empty() {
            return Err(Stop::Interrupted);
        }
        if !self.are_in_place_of_text() {
            summary::write(out, outcome, plan, style, time)?;
        }
        Ok(if outcome.findings.is_empty() { Verdict::Right } else { Verdict::Differs })
    }

    /// Writes what each of them is to hold.
    pub fn write(&self, out: &mut impl Write, text: impl Fn(Format) -> String) -> Result<(), Stop> {
        let (stdout, files): (Vec<_>, Vec<_>) = self.0.iter().partition(|(_, file)| *file == "-");
        for (format, file) in files {
            write_file(file, &text(format))?;
        }
        for (format, _) in stdout {
            out.write_all(text(format).as_bytes())?;
        }
        Ok(())
    }
}

fn write_file(file: &str, text: &str) -> Result<(), String> {
    let cannot_write =
        |error: io::Error| format!("{file}: {error}: expected a file that can be written");
    whole_file::write(file, |out| out.write_all(text.as_bytes())).map_err(cannot_write)
}
