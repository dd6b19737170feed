//! `ox88 suite`: do the counts of perft suites hold?

use super::progress::Progress;
use super::{Stop, Verdict, input, output};
use argh::FromArgs;
use ox88::suite::built_in;
use ox88::suite::epd::Count;
use ox88::suite::run::{self, SuitePosition};
use std::fs;
use std::io::{self, Read, Write};
use std::path::Path;
use std::time::{Duration, Instant};

/// Compares the counts of perft suites with those of the walk.
#[derive(FromArgs)]
#[argh(
    subcommand,
    name = "suite",
    usage = "[FILE...] [--max-nodes N] [--max-depth N]",
    help_triggers("-h", "--help", "help"),
    example = "{command_name}\n{command_name} --max-nodes 1_000_000\n\
               {command_name} perftsuite.epd other.txt --max-depth 4\n{command_name} - < suite.epd"
)]
pub struct Suite {
    /// perft suites in any dialect, - for standard input; the built-in suites if left out
    #[argh(positional, arg_name = "FILE")]
    files: Vec<String>,
    /// skip each case whose expected count is greater
    #[argh(option, arg_name = "N", from_str_fn(input::number))]
    max_nodes: Option<u128>,
    /// skip each case that is deeper
    #[argh(option, arg_name = "N", from_str_fn(input::number))]
    max_depth: Option<u128>,
}

/// Why a case is not run.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Skip {
    MaxDepth,
    MaxNodes,
    /// The walk counts in 64 bits, and would need thousands of years to fill them.
    Beyond64Bits,
}

/// What the walk has found so far.
#[derive(Default)]
struct Tally {
    cases: usize,
    failures: usize,
    nodes: u128,
}

impl Suite {
    /// Runs the command, with its results going to `out`.
    pub fn run(&self, out: &mut impl Write) -> Result<Verdict, Stop> {
        let suites = &self.suites()?;
        let total = suites.iter().flat_map(|suite| self.cases(suite)).count();
        if total == 0 {
            // A run of nothing would look as if all were right.
            return Err(Stop::Refused(format!(
                "no case is left to run: expected one within the limits\n{}",
                self.skipped(suites).join("\n")
            )));
        }

        let start = Instant::now();
        let mut progress = Progress::new();
        let mut tally = Tally::default();
        for suite in suites {
            let Tally { cases: cases_before, failures: failures_before, .. } = tally;
            for (position, count) in self.cases(suite) {
                progress.show(|| tally.progress(total, start.elapsed()));
                tally.cases += 1;
                match suite.check(position, count) {
                    Ok(divide) => tally.nodes += u128::from(divide.total()),
                    Err(failure) => {
                        tally.failures += 1;
                        tally.nodes += u128::from(failure.got());
                        progress.clear();
                        writeln!(out, "{failure}\n")?;
                    }
                }
            }
            progress.clear();
            let cases = tally.cases - cases_before;
            let right = cases - (tally.failures - failures_before);
            writeln!(out, "{}: {right} of {cases} cases right", suite.file)?;
            out.flush()?;
        }
        self.write_summary(out, suites, &tally, start.elapsed())?;
        Ok(if tally.failures == 0 { Verdict::Right } else { Verdict::Differs })
    }

    /// All suites, read before the first is run, so that a bad file is told at once.
    fn suites(&self) -> Result<Vec<run::Suite>, String> {
        if self.files.is_empty() {
            let suites = built_in::suites().map_err(ToString::to_string)?;
            return Ok(suites.into_iter().cloned().collect());
        }
        self.files.iter().map(|file| read(file)).collect()
    }

    /// The cases of a suite that are to be run.
    fn cases<'a>(&self, suite: &'a run::Suite) -> impl Iterator<Item = (&'a SuitePosition, Count)> {
        suite.positions.iter().flat_map(move |position| {
            let counts = position.entry.counts.iter().copied();
            counts.filter(|&count| self.skip(count).is_none()).map(move |count| (position, count))
        })
    }

    /// Why a case is not to be run, if it is not. The first reason is the one that is told.
    fn skip(&self, count: Count) -> Option<Skip> {
        if self.max_depth.is_some_and(|max| u128::from(count.depth) > max) {
            Some(Skip::MaxDepth)
        } else if self.max_nodes.is_some_and(|max| count.nodes > max) {
            Some(Skip::MaxNodes)
        } else if u64::try_from(count.nodes).is_err() {
            Some(Skip::Beyond64Bits)
        } else {
            None
        }
    }

    /// A line for each reason to skip cases, with their number.
    fn skipped(&self, suites: &[run::Suite]) -> Vec<String> {
        let positions = suites.iter().flat_map(|suite| &suite.positions);
        let counts = positions.flat_map(|position| &position.entry.counts);
        let number =
            |reason| counts.clone().filter(|&&count| self.skip(count) == Some(reason)).count();
        let by_depth = self
            .max_depth
            .map(|max| format!("skipped    {} by --max-depth {max}", number(Skip::MaxDepth)));
        let by_nodes = self
            .max_nodes
            .map(|max| format!("skipped    {} by --max-nodes {max}", number(Skip::MaxNodes)));
        let by_size = match number(Skip::Beyond64Bits) {
            0 => None,
            number => Some(format!("skipped    {number} beyond 64 bits")),
        };
        [by_depth, by_nodes, by_size].into_iter().flatten().collect()
    }

    fn write_summary(
        &self,
        out: &mut impl Write,
        suites: &[run::Suite],
        tally: &Tally,
        time: Duration,
    ) -> io::Result<()> {
        let is_run = |position: &&SuitePosition| {
            position.entry.counts.iter().any(|&count| self.skip(count).is_none())
        };
        let positions = suites.iter().flat_map(|suite| &suite.positions).filter(is_run).count();
        writeln!(out, "\npositions  {positions}")?;
        writeln!(out, "cases      {}", tally.cases)?;
        for line in self.skipped(suites) {
            writeln!(out, "{line}")?;
        }
        writeln!(out, "failures   {}", tally.failures)?;
        writeln!(out, "nodes      {}", tally.nodes)?;
        writeln!(out, "time       {}", output::seconds(time))?;
        writeln!(out, "nodes/s    {}", output::speed(tally.nodes, time))
    }
}

impl Tally {
    fn progress(&self, total: usize, time: Duration) -> String {
        let Tally { cases, nodes, .. } = self;
        let speed = output::speed(*nodes, time);
        format!("{cases} of {total} cases, {nodes} nodes, {speed} nodes/s")
    }
}

/// Reads a suite that has at least one position.
fn read(file: &str) -> Result<run::Suite, String> {
    let (name, bytes) = if file.trim() == "-" {
        let mut bytes = Vec::new();
        ("standard input", io::stdin().read_to_end(&mut bytes).map(|_| bytes))
    } else {
        (file, fs::read(file))
    };
    let bytes = bytes.map_err(|error| {
        if Path::new(file).is_dir() {
            format!("{file} is a folder: name the files in it, as in {file}/*.epd")
        } else {
            format!("{name}: {error}: expected a perft suite")
        }
    })?;
    let suite = run::Suite::read(name, &bytes).map_err(|error| error.to_string())?;
    if suite.positions.is_empty() {
        return Err(format!("{name} has no position: write one in a line, as in `FEN ;D1 20`"));
    }
    Ok(suite)
}
