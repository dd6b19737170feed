//! `ox88 suite`: are the counts of perft suites right?

use super::backend::{self, Backend};
use super::bar::{self, HowFar, Otherwise, Screen};
use super::outcome::{Stop, Verdict};
use super::{input, output};
use argh::FromArgs;
use ox88::Progress;
use ox88::suite::Count;
use ox88::suite::built_in;
use ox88::suite::{self, SuitePosition};
use std::fs;
use std::io::{self, Read, Write};
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use std::{iter, mem};

/// Counts the leaves of every position in perft suites, and compares them with the suites' counts.
#[derive(FromArgs)]
#[argh(
    subcommand,
    name = "suite",
    usage = "[FILE...] [--max-nodes N] [--max-depth N] [--published] [--threads N] [--memory SIZE] [--reference]",
    help_triggers("-h", "--help", "help"),
    example = "{command_name}\n{command_name} --max-nodes 1_000_000\n\
               {command_name} perftsuite.epd other.txt --max-depth 4\n{command_name} - < suite.epd\n\
               {command_name} --published --max-nodes 10_000_000_000"
)]
pub struct Suite {
    /// perft suites in any dialect, - for standard input; the built-in suites if left out
    #[argh(positional, arg_name = "FILE")]
    files: Vec<String>,
    /// skip cases with an expected count above this (beyond 64 bits if left out)
    #[argh(option, arg_name = "N", from_str_fn(input::number))]
    max_nodes: Option<u128>,
    /// skip cases deeper than this
    #[argh(option, arg_name = "N", from_str_fn(input::number))]
    max_depth: Option<u128>,
    /// run the published deep counts in place of the built-in suites
    #[argh(switch)]
    published: bool,
    /// how many threads to count with (one per core if left out)
    #[argh(option, arg_name = "N", from_str_fn(backend::threads))]
    threads: Option<usize>,
    /// how much memory to use for remembering counts (256MiB if left out), 0 for none
    #[argh(option, arg_name = "SIZE", from_str_fn(backend::memory))]
    memory: Option<usize>,
    /// count by the plain walk: each leaf made and tested, one thread, no memory
    #[argh(switch)]
    reference: bool,
}

/// Why a case is not run.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Skip {
    MaxDepth,
    MaxNodes,
    /// Such a count is mostly there to be read, not to be checked. It is run only if a limit of
    /// nodes that allows it is set.
    Beyond64Bits,
}

/// What the walk has found so far.
#[derive(Default)]
struct Summary {
    cases: usize,
    failures: usize,
    nodes: u128,
}

impl Summary {
    fn add_nodes(&mut self, nodes: u128) -> Result<(), String> {
        self.nodes = self.nodes.checked_add(nodes).ok_or(
            "the nodes of all cases together pass 128 bits: leave out the greatest counts, as in \
             --max-nodes 1_000_000",
        )?;
        Ok(())
    }
}

impl Suite {
    /// Runs the command and writes its results to `out`.
    pub fn run(&self, out: &mut impl Write) -> Result<Verdict, Stop> {
        let suites = &self.suites()?;
        let total = suites.iter().flat_map(|suite| self.cases(suite)).count();
        if total == 0 {
            // A run without any case would look as if all were right.
            return Err(Stop::Refused(format!(
                "no case is left to run: expected one within the limits\n{}",
                self.skipped(suites).join("\n")
            )));
        }

        let start = Instant::now();
        let backend = Backend::new(self.threads, self.memory, self.reference)?;
        let progress = SuiteProgress::new(&backend, self.expected_nodes(suites));
        let summary = bar::watched(
            || format!("{total} cases"),
            |time| HowFar::of_count(progress.progress(), time),
            Otherwise::Nothing,
            |screen| self.run_cases(suites, &backend, &progress, screen, out),
        )?;
        self.write_summary(out, suites, &summary, start.elapsed())?;
        Ok(if summary.failures == 0 { Verdict::Right } else { Verdict::Differs })
    }

    fn run_cases(
        &self,
        suites: &[suite::Suite],
        backend: &Backend,
        progress: &SuiteProgress,
        screen: &Screen,
        out: &mut impl Write,
    ) -> Result<Summary, Stop> {
        let mut summary = Summary::default();
        for suite in suites {
            let Summary { cases: cases_before, failures: failures_before, .. } = summary;
            for (position, count) in self.cases(suite) {
                progress.begin(count.nodes);
                let divide = backend.divide_unwatched(&position.position, count.depth)?;
                progress.end(divide.total());
                summary.cases += 1;
                summary.add_nodes(divide.total())?;
                if let Err(failure) = suite.check(position, count, divide) {
                    summary.failures += 1;
                    screen.beside_the_bar(|| writeln!(out, "{failure}\n"))?;
                }
            }
            let cases = summary.cases - cases_before;
            let right = cases - (summary.failures - failures_before);
            screen.beside_the_bar(|| {
                writeln!(out, "{}: {right} of {cases} cases right", suite.file)?;
                out.flush()
            })?;
        }
        Ok(summary)
    }

    fn expected_nodes(&self, suites: &[suite::Suite]) -> u128 {
        let cases = suites.iter().flat_map(|suite| self.cases(suite));
        cases.fold(0, |nodes, (_, count)| nodes.saturating_add(count.nodes))
    }

    /// All suites, read before the first is run, so that a bad file is refused at once.
    fn suites(&self) -> Result<Vec<suite::Suite>, String> {
        if self.published {
            let published = built_in::published().map_err(ToString::to_string)?;
            let files = self.files.iter().map(|file| read(file));
            return iter::once(Ok(published.clone())).chain(files).collect();
        }
        if self.files.is_empty() {
            let suites = built_in::suites().map_err(ToString::to_string)?;
            return Ok(suites.into_iter().cloned().collect());
        }
        self.files.iter().map(|file| read(file)).collect()
    }

    /// The cases of a suite that are not skipped.
    fn cases<'a>(
        &self,
        suite: &'a suite::Suite,
    ) -> impl Iterator<Item = (&'a SuitePosition, Count)> {
        suite.positions.iter().flat_map(move |position| {
            let counts = position.entry.counts.iter().copied();
            counts.filter(|&count| self.skip(count).is_none()).map(move |count| (position, count))
        })
    }

    /// Why a case is skipped, if it is. Of several reasons this is the first.
    fn skip(&self, count: Count) -> Option<Skip> {
        if self.max_depth.is_some_and(|max| u128::from(count.depth) > max) {
            Some(Skip::MaxDepth)
        } else if self.max_nodes.is_some_and(|max| count.nodes > max) {
            Some(Skip::MaxNodes)
        } else if self.max_nodes.is_none() && u64::try_from(count.nodes).is_err() {
            Some(Skip::Beyond64Bits)
        } else {
            None
        }
    }

    /// A line for each reason to skip cases, with the number of such cases.
    fn skipped(&self, suites: &[suite::Suite]) -> Vec<String> {
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
        suites: &[suite::Suite],
        summary: &Summary,
        time: Duration,
    ) -> io::Result<()> {
        let is_run = |position: &&SuitePosition| {
            position.entry.counts.iter().any(|&count| self.skip(count).is_none())
        };
        let positions = suites.iter().flat_map(|suite| &suite.positions).filter(is_run).count();
        writeln!(out, "\npositions  {positions}")?;
        writeln!(out, "cases      {}", summary.cases)?;
        for line in self.skipped(suites) {
            writeln!(out, "{line}")?;
        }
        writeln!(out, "failures   {}", summary.failures)?;
        writeln!(out, "nodes      {}", summary.nodes)?;
        writeln!(out, "time       {}", output::seconds(time))?;
        writeln!(out, "nodes/s    {}", output::speed(summary.nodes, time))
    }
}

/// How far a run of several cases has come, where the nodes of a case measure its work.
struct SuiteProgress<'a> {
    backend: &'a Backend,
    expected_nodes: u128,
    /// The progress of the cases that have ended, and the share of the whole that the present one
    /// has.
    done: Mutex<(Progress, f64)>,
}

impl SuiteProgress<'_> {
    fn new(backend: &Backend, expected_nodes: u128) -> SuiteProgress<'_> {
        SuiteProgress { backend, expected_nodes, done: Mutex::default() }
    }

    fn begin(&self, nodes: u128) {
        self.done().1 = part_of(nodes, self.expected_nodes);
    }

    fn end(&self, leaves: u128) {
        let (progress, part) = &mut *self.done();
        progress.share += mem::take(part);
        progress.leaves = progress.leaves.saturating_add(leaves);
    }

    fn progress(&self) -> Progress {
        let (mut progress, part) = *self.done();
        if part > 0.0 {
            let present = self.backend.progress();
            progress.share += part * present.share;
            progress.leaves = progress.leaves.saturating_add(present.leaves);
        }
        progress
    }

    fn done(&self) -> MutexGuard<'_, (Progress, f64)> {
        self.done.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[expect(clippy::cast_precision_loss, reason = "the bar is not that fine")]
fn part_of(nodes: u128, all: u128) -> f64 {
    nodes as f64 / all.max(1) as f64
}

/// Reads a suite, which must have at least one position.
pub fn read(file: &str) -> Result<suite::Suite, String> {
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
    let suite = suite::Suite::read(name, &bytes).map_err(|error| error.to_string())?;
    if suite.positions.is_empty() {
        return Err(format!("{name} has no position: write one in a line, as in `FEN ;D1 20`"));
    }
    Ok(suite)
}
