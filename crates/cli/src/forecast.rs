//! How long a perft will take that nobody may want to wait for.

use super::output;
use std::time::Duration;

/// Shorter counts vary too much to tell from.
const TELLING: Duration = Duration::from_secs(1);

/// Nobody is told of less.
const LONG: Duration = Duration::from_secs(600);

/// Says once how long a perft will take, if that is long.
pub(crate) struct Forecast {
    deepest: u32,
    /// The time of the depth before.
    last: Duration,
    /// By which factor it was longer than the time before it.
    growth: f64,
    is_said: bool,
}

impl Forecast {
    pub(crate) const fn of(deepest: u32) -> Forecast {
        Forecast { deepest, last: Duration::ZERO, growth: 0.0, is_said: false }
    }

    /// Each further depth takes more time by the same factor: the smaller one of the last two, since other work of the
    /// machine may have slowed one count.
    pub(crate) fn counted(&mut self, depth: u32, time: Duration) {
        let growth = time.as_secs_f64() / self.last.as_secs_f64();
        let plies = i32::try_from(self.deepest - depth).unwrap_or(i32::MAX);
        let seconds = time.as_secs_f64() * growth.min(self.growth).powi(plies);
        let time_left = Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX);
        if time >= TELLING && time_left >= LONG && !self.is_said {
            let (deepest, left) = (self.deepest, output::rough_estimate(time_left));
            output::remark(&format!(
                "depth {deepest} will take {left} here; `ox88 estimate {deepest} --seconds 60` estimates it in a minute"
            ));
            self.is_said = true;
        }
        (self.last, self.growth) = (time, growth);
    }
}
