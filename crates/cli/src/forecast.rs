//! How long a perft will take that nobody may want to wait for.

use super::output;
use std::mem;
use std::time::Duration;

/// Shorter counts vary too much to tell from, and so does the growth from a count that is shorter than the second.
const TELLING: f64 = 0.5;
const FIRST_TELLING: f64 = 0.05;

/// Nobody is told of less.
const LONG: f64 = 600.0;

/// What the times of the last depths say about the deepest one.
pub(crate) struct Forecast {
    deepest: u32,
    last: f64,
    last_growth: f64,
    is_said: bool,
}

impl Forecast {
    pub(crate) const fn of(deepest: u32) -> Forecast {
        Forecast { deepest, last: 0.0, last_growth: 0.0, is_said: false }
    }

    /// Says once how long it will take, if that is long, as soon as the growth from depth to depth shows.
    pub(crate) fn counted(&mut self, depth: u32, time: Duration) {
        let time = time.as_secs_f64();
        // The smaller of two, since one may be of a machine that was busy for a moment.
        let last_growth = mem::replace(&mut self.last_growth, time / self.last);
        let growth = last_growth.min(self.last_growth);
        let seconds = time * growth.powi(i32::try_from(self.deepest - depth).unwrap_or(i32::MAX));
        if time >= TELLING && self.last >= FIRST_TELLING && seconds >= LONG && !self.is_said {
            let deepest = self.deepest;
            output::remark(&format!(
                "depth {deepest} will take about {} here; `ox88 estimate {deepest} --seconds 60` estimates it in a minute",
                rounded(seconds)
            ));
            self.is_said = true;
        }
        self.last = time;
    }
}

/// `3 hours`.
fn rounded(seconds: f64) -> String {
    const UNITS: [(f64, &str); 4] =
        [(365.25 * 86400.0, "years"), (86400.0, "days"), (3600.0, "hours"), (60.0, "minutes")];
    const AGE_OF_THE_EARTH: f64 = 4.5e9 * UNITS[0].0;
    if seconds > AGE_OF_THE_EARTH {
        return "more years than the earth is old".to_owned();
    }
    let (unit, name) = UNITS.into_iter().find(|it| seconds >= 2.0 * it.0).unwrap_or(UNITS[3]);
    format!("{:.0} {name}", seconds / unit)
}
