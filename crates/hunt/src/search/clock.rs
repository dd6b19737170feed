//! The time, as whoever runs a hunt has it: the system's, that of a browser, or one that a test turns.

use std::sync::Arc;
use std::time::{Duration, Instant};

/// The end of a search that may take long. What has not been shown by then is not shown.
pub(super) struct Patience {
    clock: Clock,
    end: Duration,
}

impl Patience {
    /// Until this clock says this.
    pub fn until(end: Duration, clock: &Clock) -> Patience {
        Patience { clock: clock.clone(), end }
    }

    /// Whether the time is over.
    pub fn is_over(&self) -> bool {
        self.clock.now() >= self.end
    }
}

/// Says how much time has gone by since some moment.
#[derive(Clone)]
pub struct Clock(Arc<dyn Fn() -> Duration + Send + Sync>);

impl Clock {
    /// A clock that is read like this.
    pub fn new(read: impl Fn() -> Duration + Send + Sync + 'static) -> Clock {
        Clock(Arc::new(read))
    }

    /// The system's, from now on. In a browser there is none: there [`Clock::new`] takes one.
    pub fn of_the_system() -> Clock {
        let start = Instant::now();
        Clock::new(move || start.elapsed())
    }

    /// One that is read in milliseconds, as in a browser.
    pub fn of_milliseconds(read: fn() -> f64) -> Clock {
        Clock::new(move || Duration::try_from_secs_f64(read() / 1000.0).unwrap_or_default())
    }

    /// What it says now.
    pub fn now(&self) -> Duration {
        (self.0)()
    }
}
