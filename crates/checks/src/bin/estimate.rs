//! How far off is an estimate, what does each improvement bring, and how does the error fall with
//! time? At depth 12 of the start position, whose count is published.
//!
//! `cargo run --release -p ox88-checks --no-default-features --bin estimate [SECONDS]...`
//!
//! The seconds, 10, 30 and 60 if left out, are those of the second table; each row of the first one
//! takes as long as the first of them. Its column "µs a path" is processor time, and "error in a minute"
//! is what two cores reach that have nothing else to do.
//!
//! Measured in the same way, and left out because it did not pay:
//!
//! - More paths where they differ more: in 256 equal parts of the tree, with 600 paths in each, the best allocation
//!   would have reduced the variance by 0.7 %.
//! - Drawing moves by the leaves two plies after them in place of our own mobility: the standard deviation of a path
//!   falls from 0.15 to 0.10, and a path takes eight times as long.
//! - Playing out five plies, 822,518 positions: nothing was gained in a minute, and setting up takes longer.

use ox88_checks::measure::machine;
use ox88_checks::measure::positions::{self, Compared};
use ox88_checks::measure::tables::{Table, figure};
use ox88_count::estimate::draw::Plan;
use ox88_count::estimate::guess::Importance;
use ox88_count::estimate::{Estimate, Estimator};
use std::ops::ControlFlow;
use std::process::ExitCode;
use std::time::{Duration, Instant};

const DEPTH: u32 = 12;

/// The cores on which a minute is spent.
const THREADS: usize = 2;

/// Each plan with what it adds to the one before it.
const PLANS: [(&str, Plan); 5] = [
    ("nine plies drawn, three counted", plan(1, 3, Importance::Equal)),
    ("+ strata: four plies played out", plan(100_000, 3, Importance::Equal)),
    ("+ importance: replies", plan(100_000, 3, Importance::Replies)),
    ("+ importance: own mobility", plan(100_000, 3, Importance::Mobility)),
    ("+ only two plies counted", Plan::BEST),
];

const fn plan(most_strata: usize, last: u32, importance: Importance) -> Plan {
    Plan { most_strata, last, importance }
}

fn main() -> ExitCode {
    match measure() {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::from(2)
        }
    }
}

fn measure() -> Result<(), String> {
    let seconds: Vec<f64> = std::env::args()
        .skip(1)
        .map(|text| text.parse().map_err(|_| format!("{text:?} is no number of seconds")))
        .collect::<Result<_, _>>()?;
    let seconds = if seconds.is_empty() { vec![10.0, 30.0, 60.0] } else { seconds };
    let start = positions::six()?.into_iter().next().ok_or("no position")?;
    println!(
        "{}, depth {DEPTH} of the start position, {THREADS} threads\n",
        machine::description()
    );

    let heading =
        ["estimator", "SD of a path", "µs a path", "error in a minute", "off by", "paths"];
    let mut table = Table::new(heading.map(str::to_owned).into());
    for (name, plan) in PLANS {
        let Run { estimate, busy, .. } = run(&start, plan, seconds[0])?;
        let paths = estimate.samples as f64;
        let error = estimate.relative_error();
        table.push(vec![
            name.to_owned(),
            figure(error * paths.sqrt()),
            figure(busy * 1e6 / paths),
            percent(error * (busy / (60.0 * THREADS as f64)).sqrt()),
            off_by(&start, &estimate)?,
            estimate.samples.to_string(),
        ]);
    }
    println!("{table}");

    let heading = ["seconds", "CPU seconds", "standard error", "off by", "paths", "SD of a path"];
    let mut table = Table::new(heading.map(str::to_owned).into());
    for &seconds in &seconds {
        let Run { estimate, time, busy } = run(&start, Plan::BEST, seconds)?;
        let error = estimate.relative_error();
        table.push(vec![
            format!("{:.1}", time.as_secs_f64()),
            format!("{busy:.1}"),
            percent(error),
            off_by(&start, &estimate)?,
            estimate.samples.to_string(),
            figure(error * (estimate.samples as f64).sqrt()),
        ]);
    }
    println!("{table}");
    Ok(())
}

struct Run {
    estimate: Estimate,
    /// With what it takes to prepare it.
    time: Duration,
    /// The seconds for which a processor was busy with it.
    busy: f64,
}

fn run(position: &Compared, plan: Plan, seconds: f64) -> Result<Run, String> {
    let (start, busy) = (Instant::now(), machine::processor_seconds());
    let estimator = Estimator::with(position.position(), DEPTH, THREADS, plan);
    let estimator = estimator.map_err(|error| error.to_string())?;
    let estimate = estimator.run(1, u64::MAX, |_| {
        if start.elapsed().as_secs_f64() < seconds {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(())
        }
    });
    let time = start.elapsed();
    let busy = machine::processor_seconds().zip(busy).map(|(now, before)| now - before);
    let busy = busy.unwrap_or(time.as_secs_f64() * THREADS as f64);
    Ok(Run { estimate, time, busy })
}

fn percent(share: f64) -> String {
    format!("{:.4} %", share * 100.0)
}

/// The distance from the published count, in standard errors.
fn off_by(position: &Compared, estimate: &Estimate) -> Result<String, String> {
    let distance = estimate.leaves - position.leaves(DEPTH)? as f64;
    Ok(format!("{:+.1}", distance / estimate.standard_error))
}
