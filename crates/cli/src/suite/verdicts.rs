//! Writes the verdicts on the cases of suites: for people, or as rows for programs.

use super::limits::Tally;
use crate::outcome::Stop;
use crate::output::{self, painted};
use crate::rows::{RowFormat, Rows, Value};
use indicatif::ProgressBar;
use ox88::Divide;
use ox88::suite::{Count, Failure, Suite, SuitePosition};
use ox88_hunt::{known_faults, remark};
use std::io::{self, Write};
use std::time::Duration;

/// The results so far.
#[derive(Clone, Copy, Default)]
pub(super) struct Summary {
    pub cases: usize,
    pub failures: usize,
    pub nodes: u128,
    /// The nodes of the case that is being counted.
    pub present: u128,
}

/// Writes verdicts while a bar may be shown.
pub(super) struct Verdicts<'a, W: Write> {
    bar: &'a ProgressBar,
    form: Form<'a, W>,
}

enum Form<'a, W: Write> {
    /// The cases that differ, a line for each suite, and a summary.
    Text(&'a mut W),
    /// A row for each case.
    Rows(Rows<'a, W>),
}

impl<'a, W: Write> Verdicts<'a, W> {
    pub fn new(
        format: Option<RowFormat>,
        bar: &'a ProgressBar,
        out: &'a mut W,
    ) -> io::Result<Self> {
        let names = vec!["suite", "id", "depth", "nodes", "expected", "verdict"];
        let form = match format {
            None => Form::Text(out),
            Some(format) => Form::Rows(Rows::new(format, names, out)?),
        };
        Ok(Verdicts { bar, form })
    }

    /// A case that was counted.
    pub fn case(
        &mut self,
        suite: &Suite,
        position: &SuitePosition,
        expected: Count,
        checked: Result<Divide, Failure>,
    ) -> io::Result<()> {
        match &mut self.form {
            Form::Text(out) => match checked {
                Ok(_) => Ok(()),
                Err(failure) => {
                    let text = failure.to_string();
                    let (first, rest) = text.split_once('\n').unwrap_or((&text, ""));
                    let first = painted(first, false);
                    let known = known_faults(expected.nodes, &position.position, expected.depth);
                    let known = known.map_or(String::new(), |known| {
                        remark("the suite  ", &format!("has a number that {known}")) + "\n"
                    });
                    self.bar.suspend(|| writeln!(out, "{first}\n{rest}\n{known}"))
                }
            },
            Form::Rows(rows) => {
                let (nodes, verdict) = match checked {
                    Ok(_) => (expected.nodes, "ok"),
                    Err(failure) => (failure.divide.total(), "differs"),
                };
                let row = [
                    Value::Word(suite.name().to_owned()),
                    Value::Word(position.name()),
                    Value::Number(u128::from(expected.depth)),
                    Value::Number(nodes),
                    Value::Number(expected.nodes),
                    Value::Word(verdict.to_owned()),
                ];
                self.bar.suspend(|| rows.write(row))
            }
        }
    }

    /// A suite all of whose cases were counted.
    pub fn suite(&mut self, suite: &Suite, right: usize, cases: usize) -> io::Result<()> {
        let Form::Text(out) = &mut self.form else { return Ok(()) };
        let verdict = format!("{right} of {cases} cases right");
        let verdict = painted(&verdict, right == cases);
        self.bar.suspend(|| {
            writeln!(out, "{}: {verdict}", suite.file)?;
            out.flush()
        })
    }

    /// The end of them where a count is refused or interrupted.
    pub fn ended_by(self, stop: Stop) -> Stop {
        match self.form {
            Form::Text(_) => stop,
            Form::Rows(rows) => self.bar.suspend(|| rows.ended_by(stop)),
        }
    }

    /// The end of all suites.
    pub fn finish(self, tally: &Tally, summary: &Summary, time: Duration) -> io::Result<()> {
        let out = match self.form {
            Form::Text(out) => out,
            Form::Rows(rows) => return self.bar.suspend(|| rows.finish()),
        };
        self.bar.suspend(|| {
            writeln!(out, "\npositions  {}", tally.positions)?;
            writeln!(out, "cases      {}", summary.cases)?;
            for line in &tally.skipped {
                writeln!(out, "{line}")?;
            }
            let failures = painted(&summary.failures.to_string(), summary.failures == 0);
            writeln!(out, "failures   {failures}")?;
            writeln!(out, "nodes      {}", summary.nodes)?;
            writeln!(out, "time       {}", output::seconds(time))?;
            let speed = output::speed(summary.nodes, time);
            if speed.is_empty() { Ok(()) } else { writeln!(out, "nodes/s    {speed}") }
        })
    }
}
