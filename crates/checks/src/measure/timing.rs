//! How long a program takes for a count, which is checked, and what to make of several times.

use super::positions::Compared;
use super::programs::{Counted, Program};
use std::fmt;
use std::time::{Duration, Instant};

/// Why there are no figures.
pub enum Stop {
    /// A program counts something else than is agreed on.
    Differs(String),
    /// A program could not be run.
    Failed(String),
}

impl From<String> for Stop {
    fn from(message: String) -> Stop {
        Stop::Failed(message)
    }
}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (Stop::Differs(message) | Stop::Failed(message)) = self;
        f.write_str(message)
    }
}

/// The seconds that a program takes for one count. The count is repeated until at least this much
/// time has passed, because a short time is easily disturbed.
///
/// # Errors
/// If the count is wrong, or there is none.
pub fn seconds(
    program: &mut dyn Program,
    position: &Compared,
    depth: u32,
    at_least: Duration,
) -> Result<f64, Stop> {
    let name = program.name();
    let expected = position.leaves(depth)?;
    let mut count = program.ready(position)?;
    let (mut passed, mut time) = (Duration::ZERO, Duration::ZERO);
    let mut counts = 0;
    loop {
        let start = Instant::now();
        let Counted { leaves, own_time } = count(depth)?;
        let elapsed = start.elapsed();
        passed += elapsed;
        time += own_time.unwrap_or(elapsed);
        counts += 1;
        if leaves != expected {
            return Err(Stop::Differs(format!(
                "{name} counts {leaves} leaves at depth {depth} of {}, expected {expected}: {}",
                position.name,
                position.fen(),
            )));
        }
        if passed >= at_least {
            return Ok(time.as_secs_f64() / f64::from(counts));
        }
    }
}

/// The figure in the middle, or the mean of the two there.
pub fn median(mut figures: Vec<f64>) -> f64 {
    figures.sort_by(f64::total_cmp);
    let (low, high) = (figures.len().saturating_sub(1) / 2, figures.len() / 2);
    let at = |place: usize| figures.get(place).copied().unwrap_or(f64::NAN);
    f64::midpoint(at(low), at(high))
}

/// The mean for speeds: to be twice as fast on one position weighs as much as to be half as fast on
/// another.
pub fn geometric_mean(figures: &[f64]) -> f64 {
    let logarithms: f64 = figures.iter().map(|figure| figure.ln()).sum();
    (logarithms / figures.len() as f64).exp()
}
