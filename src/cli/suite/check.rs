//! Counts the cases of suites, and says which counts are not those of the suites.

use super::files::Source;
use super::limits::{Limits, Tally};
use crate::cli::backend::Backend;
use crate::cli::bar::{self, HowFar, Otherwise, Screen};
use crate::cli::outcome::{Stop, Verdict};
use crate::cli::output;
use ox88::Progress;
use std::io::{self, Write};
use std::mem;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

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

/// Runs the cases of some suites, and writes what differs and a summary to `out`. All suites are read
/// before anything is counted, so that a bad line is refused at once, and then once more.
pub(super) fn check(
    sources: &[Source],
    limits: Limits,
    backend: impl FnOnce() -> Result<Backend, Stop>,
    out: &mut impl Write,
) -> Result<Verdict, Stop> {
    let mut tally = Tally::new(limits);
    for source in sources {
        source.for_each(|position| {
            tally.add(position);
            Ok::<_, String>(())
        })?;
    }
    tally.refuse_if_all_are_skipped()?;
    let backend = &backend()?;
    let start = Instant::now();
    let progress = SuiteProgress::new(backend, tally.nodes);
    let summary = bar::watched(
        || format!("{} cases", tally.cases),
        |time| HowFar::of_count(progress.progress(), time),
        Otherwise::Nothing,
        |screen| run_cases(sources, limits, backend, &progress, screen, out),
    )?;
    write_summary(out, &tally, &summary, start.elapsed())?;
    Ok(if summary.failures == 0 { Verdict::Right } else { Verdict::Differs })
}

fn run_cases(
    sources: &[Source],
    limits: Limits,
    backend: &Backend,
    progress: &SuiteProgress,
    screen: &Screen,
    out: &mut impl Write,
) -> Result<Summary, Stop> {
    let mut summary = Summary::default();
    for source in sources {
        let suite = source.suite();
        let Summary { cases: cases_before, failures: failures_before, .. } = summary;
        source.for_each(|position| {
            for count in limits.counts(position) {
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
            Ok::<_, Stop>(())
        })?;
        let cases = summary.cases - cases_before;
        let right = cases - (summary.failures - failures_before);
        screen.beside_the_bar(|| {
            writeln!(out, "{}: {right} of {cases} cases right", suite.file)?;
            out.flush()
        })?;
    }
    Ok(summary)
}

fn write_summary(
    out: &mut impl Write,
    tally: &Tally,
    summary: &Summary,
    time: Duration,
) -> io::Result<()> {
    writeln!(out, "\npositions  {}", tally.positions)?;
    writeln!(out, "cases      {}", summary.cases)?;
    for line in tally.skipped() {
        writeln!(out, "{line}")?;
    }
    writeln!(out, "failures   {}", summary.failures)?;
    writeln!(out, "nodes      {}", summary.nodes)?;
    writeln!(out, "time       {}", output::seconds(time))?;
    writeln!(out, "nodes/s    {}", output::speed(summary.nodes, time))
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
