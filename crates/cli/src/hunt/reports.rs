//! The reports of a hunt: its text on standard output, and files or another form in place of the text.

use super::arguments::HuntCommand;
use crate::input;
use crate::outcome::{CommandVerdict, Result, Stop};
use crate::whole_file::ReportFile;
use ox88_hunt::{Baseline, Choices, Protocol, Report, Style, Verdict};
use std::cell::Cell;
use std::fs;
use std::io::{self, Write};

const CHOICES: Choices = Choices {
    max_nodes: Some("--max-nodes"),
    all: Some("--all"),
    chess960: Some("--chess960"),
    impossible: Some("--impossible"),
    whole: None,
    flush: Some(Choices::FLUSH),
    more_time: Some("`--timeout` gives it more time"),
    smaller_depth: Some("a smaller `--depth` asks for less"),
    other_ways: Some(
        "if its perft command is different, add an option such as `--perft-command perft`; for a program without UCI, use \
         `--script` or `--paste`",
    ),
    commands: Choices::OF_THE_PROGRAM,
};

const IN_PLACE_OF_A_SCRIPT: &str = "a script is called as `SCRIPT DEPTH FEN [MOVES]`; for a program that speaks UCI, leave `--script` \
     out";

/// What follows a short text.
const MORE: &str =
    "`ox88 hunt -v …` adds evidence, commands to check it, and all that was skipped\n";

/// A form of the report, and the function that writes it.
type ReportFormat = (ReportFile, fn(&Report) -> String);

/// The reports that the options ask for, each with its file.
#[derive(Default)]
pub(super) struct Reports<'a> {
    asked: Vec<(ReportFormat, &'a str)>,
    /// Whether the files have a report of this hunt.
    have_begun: Cell<bool>,
    is_verbose: bool,
}

impl HuntCommand {
    /// How the engine is asked, with the command as it was given.
    pub(super) fn style(&self, protocol: Protocol) -> Style {
        let choices = match protocol {
            Protocol::Script => {
                Choices { flush: None, other_ways: Some(IN_PLACE_OF_A_SCRIPT), ..CHOICES }
            }
            _ => CHOICES,
        };
        Style { command: self.name(), protocol, knows_uci: true, castling: None, choices }
    }
}

impl Reports<'_> {
    pub fn asked_for(hunt: &HuntCommand) -> Result<Reports<'_>, String> {
        let asked: [(ReportFormat, &Option<String>); 3] = [
            ((ReportFile::REPORT, Report::json), &hunt.json),
            ((ReportFile::PAGE, Report::html), &hunt.html),
            ((ReportFile::MARKDOWN, Report::markdown), &hunt.markdown),
        ];
        let mut reports: Vec<(ReportFormat, &str)> = Vec::new();
        for (format, file) in asked {
            let Some(file) = file.as_deref().map(str::trim) else { continue };
            let option = format.0.option;
            if let Some(((other, _), _)) = reports.iter().find(|(_, taken)| *taken == file) {
                let both = format!("{} and {option} both go to {file}", other.option);
                return Err(format!("{both}: expected two different files"));
            }
            // The baseline would be gone during the hunt, and for good if somebody ends it.
            if hunt.baseline.as_deref().map(str::trim) == Some(file) {
                return Err(format!(
                    "{option} would replace {file} of --baseline: expected two different files"
                ));
            }
            format.0.may_replace(file)?;
            reports.push((format, file));
        }
        let is_verbose = hunt.verbose;
        Ok(Reports { asked: reports, have_begun: Cell::new(false), is_verbose })
    }

    /// Those that go to standard output.
    pub fn on_standard_output(mut self) -> Self {
        self.asked.retain(|(_, file)| *file == "-");
        self
    }

    /// The findings of an earlier hunt, if its report is given.
    pub fn read_baseline(hunt: &HuntCommand) -> Result<Option<Baseline>, String> {
        let Some(file) = hunt.baseline.as_deref().map(str::trim) else { return Ok(None) };
        input::read_report(file, "--all --json FILE", Baseline::read).map(Some)
    }

    /// Whether there is nothing but the text.
    pub fn are_none(&self) -> bool {
        self.asked.is_empty()
    }

    /// Whether one of the reports goes to standard output.
    pub fn are_in_place_of_text(&self) -> bool {
        self.asked.iter().any(|&(_, file)| file == "-")
    }

    /// Writes reports of an interrupted hunt into the files, once the hunt can begin. They stay if it does not come to
    /// its end. So ox88 refuses a file that it cannot write before the work and not after it, and no earlier report is
    /// taken for one of this hunt. A device or a pipe would keep both.
    pub fn begin(&self, command: &str) -> Result<()> {
        let report = Report::of_interruption(command);
        self.have_begun.set(true);
        let is_other = |file| fs::metadata(file).is_ok_and(|it| !it.is_file());
        let mut files = self.asked.iter().filter(|&&(_, file)| file != "-" && !is_other(file));
        files.try_for_each(|&((form, written), file)| {
            form.write(file, &written(&report), &mut io::sink())
        })
    }

    /// Writes reports of a hunt that could not be run, unless there is an earlier one and this hunt has not begun.
    pub fn refuse(&self, out: &mut impl Write, command: &str, why: &str) -> Result<()> {
        let has_text = |file: &str| fs::metadata(file).is_ok_and(|it| it.is_file() && it.len() > 0);
        let mut free = self.asked.clone();
        free.retain(|(_, file)| self.have_begun.get() || !has_text(file));
        write_all(free, out, &Report::of_refusal(command, why))
    }

    /// Writes the text and these reports. An interrupted hunt without a finding has no text, because it says nothing
    /// about the engine.
    pub fn finish(&self, out: &mut impl Write, report: &Report) -> Result {
        // The reader of the text may be gone before its end.
        write_all(self.asked.clone(), out, report)?;
        let verdict = match report.verdict {
            Verdict::Interrupted if report.findings.is_empty() => return Err(Stop::Interrupted),
            Verdict::NotRun => CommandVerdict::Unheard,
            Verdict::NoDifference => CommandVerdict::Right,
            Verdict::Interrupted | Verdict::Differs => CommandVerdict::Differs,
        };
        if self.are_in_place_of_text() {
            return Ok(verdict);
        }
        let colour = console::colors_enabled();
        let text = if self.is_verbose { report.whole_text(colour) } else { report.text(colour) };
        let more = if self.is_verbose || report.findings.is_empty() { "" } else { MORE };
        verdict.once_written(out.write_all((text + more).as_bytes()))
    }
}

/// Writes these reports. Files come first, because the reader of standard output may be gone before its end.
fn write_all(
    reports: Vec<(ReportFormat, &str)>,
    out: &mut impl Write,
    report: &Report,
) -> Result<()> {
    let (stdout, files): (Vec<_>, Vec<_>) = reports.into_iter().partition(|it| it.1 == "-");
    let mut reports = files.into_iter().chain(stdout);
    reports.try_for_each(|((form, written), file)| form.write(file, &written(report), out))
}
