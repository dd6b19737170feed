//! The reports of a hunt: its text on standard output, and files or another form in place of the text.

use super::arguments::HuntCommand;
use crate::outcome::{CommandVerdict, Stop};
use crate::{colour, input, whole_file};
use ox88_hunt::{Baseline, Choices, Protocol, Report, Style};
use std::io::{self, Read as _, Write};

/// A larger file is no report.
const MOST_BYTES: u64 = 64 << 20;

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
        "if its perft has another command, name it, like `--perft-command perft`; for a program without UCI, use \
         `--script` or `--paste`",
    ),
    commands: Choices::OF_THE_PROGRAM,
};

const IN_PLACE_OF_A_SCRIPT: &str = "a script is called as `SCRIPT DEPTH FEN [MOVES]`; for a program that speaks UCI, leave `--script` \
     out";

/// The option that asks for a report, and the function that writes it.
type ReportFormat = (&'static str, fn(&Report) -> String);

/// The reports that the options ask for, each with its file.
pub(super) struct Reports<'a>(Vec<(ReportFormat, &'a str)>);

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
            (("--json", Report::json), &hunt.json),
            (("--html", Report::html), &hunt.html),
            (("--markdown", Report::markdown), &hunt.markdown),
        ];
        let mut reports: Vec<(ReportFormat, &str)> = Vec::new();
        for (format, file) in asked {
            let Some(file) = file.as_deref().map(str::trim) else { continue };
            if let Some(((other, _), _)) = reports.iter().find(|(_, taken)| *taken == file) {
                let both = format!("{other} and {} both go to {file}", format.0);
                return Err(format!("{both}: expected two different files"));
            }
            // The baseline would be gone during the hunt, and for good if somebody ends it.
            if hunt.baseline.as_deref().map(str::trim) == Some(file) {
                return Err(format!(
                    "{} would replace {file} of --baseline: expected two different files",
                    format.0
                ));
            }
            reports.push((format, file));
        }
        Ok(Reports(reports))
    }

    /// The findings of an earlier hunt, if its report is given.
    pub fn baseline(hunt: &HuntCommand) -> Result<Option<Baseline>, String> {
        let Some(file) = hunt.baseline.as_deref().map(str::trim) else { return Ok(None) };
        let (name, input) = input::open(file);
        let mut json = String::new();
        let read = input.and_then(|input| input.take(MOST_BYTES).read_to_string(&mut json));
        let read = read.map_err(|error| error.to_string());
        let baseline = read.and_then(|_| Baseline::read(&json));
        let expected = "expected what `ox88 hunt --all --json FILE` writes";
        baseline.map(Some).map_err(|error| format!("{name}: {error}: {expected}"))
    }

    /// Whether there is nothing but the text.
    pub fn are_none(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether one of the reports goes to standard output.
    pub fn are_in_place_of_text(&self) -> bool {
        self.0.iter().any(|&(_, file)| file == "-")
    }

    /// Writes reports of an interrupted hunt, which stay if the hunt does not come to its end. So ox88 refuses a file
    /// that it cannot write before the work and not after it, and no earlier report is left.
    pub fn begin(&self, command: &str) -> Result<(), Stop> {
        let report = Report::of_interruption(command);
        let mut files = self.0.iter().filter(|&&(_, file)| file != "-");
        files.try_for_each(|&((_, written), file)| {
            whole_file::write_text(file, &written(&report), &mut io::sink())
        })
    }

    /// Writes the text and these reports. An interrupted hunt without a finding has no text, because it says nothing
    /// about the engine.
    pub fn finish(&self, out: &mut impl Write, report: &Report) -> Result<CommandVerdict, Stop> {
        // Files come first, because the reader of the text may be gone before its end.
        self.write(out, report)?;
        if report.verdict == ox88_hunt::Verdict::Interrupted && report.findings.is_empty() {
            return Err(Stop::Interrupted);
        }
        let verdict = if report.findings.is_empty() {
            CommandVerdict::Right
        } else {
            CommandVerdict::Differs
        };
        if self.are_in_place_of_text() {
            return Ok(verdict);
        }
        verdict.once_written(out.write_all(report.text(colour::is_shown()).as_bytes()))
    }

    /// Writes these reports.
    pub fn write(&self, out: &mut impl Write, report: &Report) -> Result<(), Stop> {
        // Files come first, because the reader of standard output may be gone before its end.
        let (stdout, files): (Vec<_>, Vec<_>) = self.0.iter().partition(|(_, file)| *file == "-");
        for ((_, written), file) in files.into_iter().chain(stdout) {
            whole_file::write_text(file, &written(report), out)?;
        }
        Ok(())
    }
}
