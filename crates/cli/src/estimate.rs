//! `ox88 estimate`: about how many leaves there are, where counting takes too long.
#![expect(clippy::cast_precision_loss, reason = "estimates and shares are not exact")]

use super::backend;
use super::bar::{self, HowFar, WithoutTerminal, lock};
use super::input;
use super::options::{command, position};
use super::outcome::{CommandVerdict, Result};
use ox88::Position;
use ox88_count::{Estimator, KnownCounts};
use ox88_hunt::ExactCount;
use serde::Serialize;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::sync::Mutex;
use std::time::{Duration, Instant};

command! {
    /// Estimates a count that is too deep to compute. Ctrl-C ends it with the estimate so far.
    #[argh(
        name = "estimate",
        example = "{command_name} 12 --seconds 60\n{command_name} 9 kiwipete --error 0.1%\n\
                   {command_name} 13 startpos e2e4 --samples 100_000 --seed 7 --json"
    )]
    Estimate: depth position {
        /// stop after about this many seconds (default: 10, if no limit is given)
        #[argh(option, arg_name = "S", from_str_fn(seconds))]
        seconds: Option<Duration>,
        /// stop after this many random paths, at least 100
        #[argh(option, arg_name = "N", from_str_fn(samples))]
        samples: Option<u64>,
        /// stop when the standard error is this share of the estimate, like 0.1% or 0.001
        #[argh(option, arg_name = "SHARE", from_str_fn(share))]
        error: Option<f64>,
        /// seed of the random numbers (default: 1); the same seed and --samples give the same estimate on
        /// any number of threads
        #[argh(option, arg_name = "N", default = "1", from_str_fn(input::seed))]
        seed: u64,
        /// threads to use (default: one per core)
        #[argh(option, short = 't', arg_name = "N", from_str_fn(backend::threads))]
        threads: Option<usize>,
        /// print JSON
        #[argh(switch, short = 'j')]
        json: bool,
    }
}

/// If no limit is given.
const DEFAULT_TIME: Duration = Duration::from_secs(10);

/// The output for programs.
#[derive(Serialize)]
struct Report {
    fen: String,
    depth: u32,
    estimate: f64,
    standard_error: f64,
    low: f64,
    high: f64,
    samples: u64,
    seed: u64,
    /// The exact count, if everything was counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    exact: Option<ExactCount>,
    #[serde(skip_serializing_if = "Option::is_none")]
    published: Option<ExactCount>,
    /// How far the published count is above the estimate, if the estimate has an error.
    #[serde(skip_serializing_if = "Option::is_none")]
    standard_errors_away: Option<f64>,
}

impl Estimate {
    pub fn run(&self, out: &mut impl Write) -> Result {
        let position = position!(self)?;
        let known = KnownCounts::of(&position);
        let estimate = bar::interruptible(|| self.estimate(&position))?;
        if !(estimate.leaves.is_finite() && estimate.high.is_finite()) {
            let message = "the estimate passes 1.8e308, the greatest number that ox88 holds: take \
                a smaller depth";
            if self.json {
                writeln!(out, "{}", serde_json::json!({ "error": message }))?;
            }
            return Err(message.into());
        }
        let published = known.at(self.depth).map(|known| known.nodes);
        let ox88_count::Estimate { leaves, standard_error, low, high, samples, exact } = estimate;
        let away = |published| (published as f64 - leaves) / standard_error;
        let report = Report {
            fen: position.to_string(),
            depth: self.depth,
            estimate: leaves,
            standard_error,
            low,
            high,
            samples,
            seed: self.seed,
            exact: exact.map(ExactCount),
            published: published.map(ExactCount),
            standard_errors_away: published.filter(|_| standard_error > 0.0).map(away),
        };
        CommandVerdict::Right.once_written(if self.json {
            let json = serde_json::to_string_pretty(&report).map_err(|error| error.to_string())?;
            writeln!(out, "{json}")
        } else {
            report.write(out)
        })
    }

    /// Draws until the first limit is reached, or until somebody has seen enough and interrupts it. If it takes long,
    /// a bar on the terminal shows the estimate so far.
    fn estimate(&self, position: &Position) -> Result<ox88_count::Estimate> {
        let start = Instant::now();
        let no_limit = self.samples.is_none() && self.error.is_none();
        let time = self.seconds.or(no_limit.then_some(DEFAULT_TIME));
        let threads = self.threads.unwrap_or_else(backend::cores);
        let so_far: Mutex<Option<ox88_count::Estimate>> = Mutex::new(None);
        let seen = || *lock(&so_far);
        let what = || {
            let text = seen().map_or("no path yet".to_owned(), |estimate| brief(&estimate));
            format!("depth {}: {text}", self.depth)
        };
        bar::show_while(
            what,
            |passed| self.how_far(seen().as_ref(), time, passed),
            WithoutTerminal::Nothing,
            |_| {
                let estimator = Estimator::new(position, self.depth, threads);
                let estimator = estimator.map_err(|error| backend::no_threads(threads, &error))?;
                Ok(estimator.run(self.seed, self.samples.unwrap_or(u64::MAX), |estimate| {
                    *lock(&so_far) = Some(*estimate);
                    let is_late = time.is_some_and(|time| start.elapsed() >= time);
                    let is_close = self.error.is_some_and(|most| estimate.relative_error() <= most);
                    let is_enough = is_late || is_close || bar::is_interrupted();
                    if is_enough { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
                }))
            },
        )
    }

    /// How far it is to the nearest limit.
    fn how_far(
        &self,
        so_far: Option<&ox88_count::Estimate>,
        time: Option<Duration>,
        passed: Duration,
    ) -> HowFar {
        let of_time = time.map(|time| passed.as_secs_f64() / time.as_secs_f64());
        let of_samples = so_far.zip(self.samples);
        let of_samples = of_samples.map(|(it, most)| it.samples as f64 / most as f64);
        let shares = [of_time, of_samples].into_iter().flatten();
        let shares = shares.filter(|share| share.is_finite());
        HowFar::after(passed, shares.fold(0.0, f64::max))
    }
}

impl Report {
    fn write(&self, out: &mut impl Write) -> io::Result<()> {
        let Report { estimate, standard_error, low, high, samples, seed, .. } = *self;
        let number = |value| number(value, standard_error);
        if samples == 0 {
            let leaves = self.exact.map_or_else(|| number(estimate), |exact| exact.0.to_string());
            writeln!(out, "exact           {leaves}")?;
            writeln!(out, "samples         0: everything was counted")?;
        } else {
            let percent = percent(standard_error / estimate);
            writeln!(out, "estimate        {}", number(estimate))?;
            writeln!(out, "standard error  {standard_error:.1e}{percent}")?;
            writeln!(out, "95 % interval   {} to {}", number(low), number(high))?;
            writeln!(out, "samples         {samples}, seed {seed}")?;
        }
        let Some(ExactCount(published)) = self.published else { return Ok(()) };
        let remark = match (self.standard_errors_away, self.exact) {
            (Some(away), _) => {
                let side = if away < 0.0 { "below" } else { "above" };
                format!(", {:.1} standard errors {side} the estimate", away.abs())
            }
            (None, Some(exact)) if exact.0 == published => ", the same".to_owned(),
            (None, Some(_)) => ", which DIFFERS".to_owned(),
            (None, None) => String::new(),
        };
        writeln!(out, "published       {published}{remark}")?;
        Ok(())
    }
}

/// `6.28531e16 ± 0.009 %`
fn brief(estimate: &ox88_count::Estimate) -> String {
    let percent = estimate.relative_error() * 100.0;
    format!("{} ± {percent:.4} %", number(estimate.leaves, estimate.standard_error))
}

/// A number with two digits more than its error leaves certain. Below a thousand millions all digits
/// before the point are printed.
fn number(value: f64, error: f64) -> String {
    const MOST_DIGITS: usize = 15;
    if value < 1e9 {
        return format!("{value:.0}");
    }
    let certain = (value / error).log10();
    let digits = (0..MOST_DIGITS).find(|&digits| certain + 1.0 < digits as f64);
    format!("{value:.*e}", digits.unwrap_or(MOST_DIGITS))
}

/// ` (0.0095 %)`, if there is a share to speak of.
fn percent(share: f64) -> String {
    if share.is_finite() { format!(" ({:.4} %)", share * 100.0) } else { String::new() }
}

/// Reads a number of seconds.
fn seconds(text: &str) -> Result<Duration, String> {
    input::time(text)
        .ok_or_else(|| "expected a number of seconds above 0, as in --seconds 60".to_owned())
}

/// Reads a number of paths.
fn samples(text: &str) -> Result<u64, String> {
    let fewest = ox88_count::FEWEST_SAMPLES;
    let samples = u64::try_from(input::number(text)?).ok().filter(|&samples| samples >= fewest);
    samples.ok_or_else(|| {
        format!(
            "expected a number of samples from {fewest} to {}, as in --samples 100_000",
            u64::MAX
        )
    })
}

/// Reads a share, also as a percentage.
fn share(text: &str) -> Result<f64, String> {
    let text = text.trim();
    let share = match text.strip_suffix('%') {
        Some(percent) => percent.trim().parse().map(|percent: f64| percent / 100.0),
        None => text.parse(),
    };
    share.ok().filter(|&share| share > 0.0 && share < 1.0).ok_or_else(|| {
        "expected a share above 0 and below 1, as in --error 0.1% or --error 0.001".to_owned()
    })
}
