//! A hunt of which nothing is lost when it is interrupted, whatever it waits for or counts.

use crate::bar;
use crate::outcome::Stop;
use ox88_hunt::{
    Case, Oracle, Outcome, Partner, Plan, SoFar, Totals, Until, kill_all, search_keeping,
};
use std::panic;
use std::sync::Arc;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

/// A longer wait after Ctrl-C would be felt.
const PAUSE: Duration = Duration::from_millis(50);

/// Hunts in a thread of its own. If that is interrupted, and has not ended by itself after this patience, the
/// thread is left to itself, with its partner: then there is what was found so far.
pub(super) fn search<P: Partner + Send + 'static>(
    oracle: Arc<Oracle>,
    mut partner: P,
    plan: &Plan,
    until: Until,
    patience: Duration,
    watch: impl FnMut(&Totals, &Case) + Send + 'static,
) -> Result<(Outcome, Option<P>), Stop> {
    let so_far = Arc::new(SoFar::default());
    let (send, end) = mpsc::channel();
    let hunting = {
        let (so_far, plan) = (Arc::clone(&so_far), plan.clone());
        move || {
            let outcome = search_keeping(&oracle, &so_far, &mut partner, &plan, until, watch);
            let _ = send.send((outcome, partner));
        }
    };
    let no_thread = |error| format!("the hunt cannot be run: {error}: expected another thread");
    let thread = thread::Builder::new().spawn(hunting).map_err(no_thread)?;
    let mut interrupted: Option<Instant> = None;
    loop {
        match end.recv_timeout(PAUSE) {
            Ok((mut outcome, partner)) => {
                outcome.was_interrupted = interrupted.is_some();
                return Ok((outcome, Some(partner)));
            }
            Err(RecvTimeoutError::Disconnected) => match thread.join() {
                Err(panicked) => panic::resume_unwind(panicked),
                Ok(()) => return Err(Stop::Interrupted),
            },
            Err(RecvTimeoutError::Timeout) if bar::is_interrupted() => {
                if interrupted.get_or_insert_with(Instant::now).elapsed() >= patience {
                    let outcome = so_far.interrupted();
                    // What the engine does at its end is no answer: the outcome is taken before.
                    kill_all();
                    return Ok((outcome, None));
                }
            }
            Err(RecvTimeoutError::Timeout) => {}
        }
    }
}
