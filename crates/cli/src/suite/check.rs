//! Counts the cases of suites, and says which counts differ from the suites.

use super::limits::{Limits, Tally};
use super::verdicts::{Summary, Verdicts};
use crate::backend::Backend;
use crate::bar::{self, WithoutTerminal};
use crate::outcome::{CommandVerdict, Stop};
use crate::rows::RowFormat;
use ox88::suite::Suite;
use ox88_count::Progress;
use std::io::Write;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

const BEYOND: &str = "the nodes of all cases together pass 128 bits: leave out the greatest counts, as in --max-nodes 1M";

/// Runs the cases of some suites, and writes what differs and a summary to `out`.
pub(super) fn check(
    suites: &[Suite],
    limits: Limits,
    backend: impl FnOnce() -> Result<Backend, Stop>,
    format: Option<RowFormat>,
    out: &mut impl Write,
) -> Result<CommandVerdict, Stop> {
    let tally = limits.tally(suites)?;
    let backend = &backend()?;
    let start = Instant::now();
    let done = Mutex::new(Done::default());
    let summary = bar::show_while_counting(
        || format!("{} cases", tally.cases),
        || done.lock().unwrap_or_else(PoisonError::into_inner).progress(backend, &tally),
        WithoutTerminal::Nothing,
        |bar| {
            let mut verdicts = Verdicts::new(format, bar, out)?;
            match run_cases(suites, limits, backend, &done, &mut verdicts) {
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
    done: &Mutex<Done>,
    verdicts: &mut Verdicts<impl Write>,
) -> Result<Summary, Stop> {
    let mut summary = Summary::default();
    for suite in suites {
        let Summary { cases: cases_before, failures: failures_before, .. } = summary;
        for position in &suite.positions {
            for count in limits.counts(position) {
                let state = Done { leaves: summary.nodes, present: count.nodes };
                *done.lock().unwrap_or_else(PoisonError::into_inner) = state;
                let divide = backend.divide_unless_interrupted(&position.position, count.depth)?;
                summary.cases += 1;
                let nodes = summary.nodes.checked_add(divide.total());
                summary.nodes = nodes.ok_or_else(|| BEYOND.to_owned())?;
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
#[derive(Default)]
struct Done {
    /// The leaves of the cases that have ended.
    leaves: u128,
    /// The nodes of the present one.
    present: u128,
}

impl Done {
    #[expect(clippy::cast_precision_loss, reason = "the bar is not that fine")]
    fn progress(&self, backend: &Backend, all: &Tally) -> Progress {
        let present = backend.progress();
        let done = self.leaves as f64 + present.share * self.present as f64;
        let leaves = self.leaves.saturating_add(present.leaves);
        Progress { share: (done / all.nodes.max(1) as f64).min(1.0), leaves }
    }
}
