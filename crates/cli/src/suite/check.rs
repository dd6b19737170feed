//! Counts the cases of suites, and says which counts differ from the suites.

use super::limits::{Limits, Tally};
use super::verdicts::{Summary, Verdicts};
use crate::backend::Backend;
use crate::bar::{self, WithoutTerminal, lock};
use crate::outcome::{CommandVerdict, Result};
use crate::rows::RowFormat;
use ox88::suite::Suite;
use ox88_count::Progress;
use std::io::Write;
use std::sync::Mutex;
use std::time::Instant;

const BEYOND: &str = "the nodes of all cases together pass 128 bits: leave out the greatest counts, as in --max-nodes 1M";

/// Runs the cases of some suites, and writes what differs and a summary to `out`.
pub(super) fn check(
    suites: &[Suite],
    limits: Limits,
    backend: impl FnOnce() -> Result<Backend>,
    format: Option<RowFormat>,
    out: &mut impl Write,
) -> Result {
    let tally = limits.tally(suites)?;
    let backend = &backend()?;
    let start = Instant::now();
    let so_far = Mutex::new(Summary::default());
    let summary = bar::show_while_counting(
        || format!("{} cases", tally.cases),
        || progress(&lock(&so_far), backend, &tally),
        WithoutTerminal::Nothing,
        |bar| {
            let mut verdicts = Verdicts::new(format, bar, out)?;
            match run_cases(suites, limits, backend, &so_far, &mut verdicts) {
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
    so_far: &Mutex<Summary>,
    verdicts: &mut Verdicts<impl Write>,
) -> Result<Summary> {
    let mut summary = Summary::default();
    for suite in suites {
        let before = summary;
        for position in &suite.positions {
            for count in limits.counts(position) {
                *lock(so_far) = Summary { present: count.nodes, ..summary };
                let divide = backend.divide_unless_interrupted(&position.position, count.depth)?;
                summary.cases += 1;
                summary.nodes = summary.nodes.checked_add(divide.total()).ok_or(BEYOND)?;
                let checked = suite.check(position, count, divide.into());
                summary.failures += usize::from(checked.is_err());
                verdicts.case(suite, position, count, checked)?;
            }
        }
        let cases = summary.cases - before.cases;
        let right = cases - (summary.failures - before.failures);
        verdicts.suite(suite, right, cases)?;
    }
    Ok(summary)
}

/// How far a run of several cases has come, measured by their nodes.
#[expect(clippy::cast_precision_loss, reason = "the bar is not that fine")]
fn progress(so_far: &Summary, backend: &Backend, all: &Tally) -> Progress {
    let present = backend.progress();
    let done = so_far.nodes as f64 + present.share * so_far.present as f64;
    let leaves = so_far.nodes.saturating_add(present.leaves);
    Progress { share: done / all.nodes.max(1) as f64, leaves }
}
