//! Counts the cases of suites, and says which counts differ from the suites.

use super::limits::{Limits, Tally};
use super::verdicts::{Summary, Verdicts};
use crate::backend::Backend;
use crate::bar;
use crate::bar::HowFar;
use crate::outcome::{CommandVerdict, Stop};
use crate::rows::RowFormat;
use ox88::suite::Suite;
use ox88_count::Progress;
use std::io::Write;
use std::mem;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Instant;

/// Runs the cases of some suites, and writes what differs and a summary to `out`.
pub(super) fn check(
    suites: &[Suite],
    limits: Limits,
    backend: impl FnOnce() -> Result<Backend, Stop>,
    format: Option<RowFormat>,
    out: &mut impl Write,
) -> Result<CommandVerdict, Stop> {
    let mut tally = Tally::new(limits);
    suites.iter().flat_map(|suite| &suite.positions).for_each(|position| tally.add(position));
    tally.refuse_if_all_are_skipped()?;
    let backend = &backend()?;
    let start = Instant::now();
    let progress = SuiteProgress::new(backend, tally.nodes);
    let summary = bar::watched_counts(
        || format!("{} cases", tally.cases),
        |time| HowFar::of_count(progress.progress(), time),
        |screen| {
            let mut verdicts = Verdicts::new(format, screen, out)?;
            match run_cases(suites, limits, backend, &progress, &mut verdicts) {
                Ok(summary) => {
                    verdicts.finish(&tally, &summary, start.elapsed())?;
                    Ok(summary)
                }
                Err(stop) => Err(verdicts.ended_by(stop)),
            }
        },
    )?;
    backend.tell_of_card();
    Ok(if summary.failures == 0 { CommandVerdict::Right } else { CommandVerdict::Differs })
}

fn run_cases(
    suites: &[Suite],
    limits: Limits,
    backend: &Backend,
    progress: &SuiteProgress,
    verdicts: &mut Verdicts<impl Write>,
) -> Result<Summary, Stop> {
    let mut summary = Summary::default();
    for suite in suites {
        let Summary { cases: cases_before, failures: failures_before, .. } = summary;
        for position in &suite.positions {
            for count in limits.counts(position) {
                progress.begin(count.nodes);
                let divide = backend.divide_unless_interrupted(&position.position, count.depth)?;
                progress.end(divide.total());
                summary.cases += 1;
                summary.add_nodes(divide.total())?;
                let checked = suite.check(position, count, divide.into());
                summary.failures += usize::from(checked.is_err());
                verdicts.case(suite, position, count, checked)?;
            }
        }
        let cases = summary.cases - cases_before;
        let right = cases - (summary.failures - failures_before);
        verdicts.suite(suite, right, cases)?;
    }
    Ok(summary)
}

/// How far a run of several cases has come, measured by their nodes.
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
