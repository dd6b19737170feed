//! Runs a hunt so that an interrupt loses nothing that was found, whatever the hunt is waiting for or counting.

use crate::bar::{self, PAUSE, lock};
use crate::outcome::{Result, Stop};
use ox88_hunt::{Case, Hunt, Need, Oracle, Outcome, Partner, Plan, Totals, Until, kill_all};
use std::panic;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

/// What happens in a hunt.
pub(super) enum Moment<'a> {
    /// A question is asked, perhaps the first of a count of the plan.
    Asks(Option<(Totals, &'a Case)>),
    /// An answer has come, and ox88 works on it.
    Heard,
}

/// Hunts in a thread of its own. After an interrupt, the hunt has this patience to end by itself. Then its thread is
/// abandoned, together with the partner, and the outcome is what was found so far. `watch` is called before each question
/// and after its answer, and may give the hunt a budget before a question.
pub(super) fn search<P: Partner + Send + 'static>(
    oracle: &Arc<Oracle>,
    mut partner: P,
    plan: &Plan,
    until: Until,
    patience: Duration,
    mut watch: impl FnMut(Moment) -> Option<Duration> + Send + 'static,
) -> Result<(Outcome, Option<P>)> {
    let hunt = Arc::new(Mutex::new(Hunt::new(oracle, plan.clone(), until, partner.can())));
    let (send, end) = mpsc::channel();
    let hunting = {
        let hunt = Arc::clone(&hunt);
        move || {
            // The lock is free while the partner is asked.
            loop {
                let need = lock(&hunt).next_experiment();
                let Some(Need { experiment, end }) = need else { break };
                let within = {
                    let mut hunt = lock(&hunt);
                    if let Some(budget) = watch(Moment::Asks(hunt.news())) {
                        hunt.limit(budget);
                    }
                    hunt.time_until(end)
                };
                let heard = partner.run(&experiment, within);
                watch(Moment::Heard);
                lock(&hunt).answer(heard);
            }
            let _ = send.send(partner);
        }
    };
    let no_thread = |error| format!("the hunt cannot be run: {error}: expected another thread");
    let thread = thread::Builder::new().spawn(hunting).map_err(no_thread)?;
    let mut interrupted: Option<Instant> = None;
    loop {
        match end.recv_timeout(PAUSE) {
            Ok(partner) => {
                let was_interrupted = interrupted.is_some();
                return Ok((Outcome { was_interrupted, ..lock(&hunt).outcome() }, Some(partner)));
            }
            Err(RecvTimeoutError::Disconnected) => match thread.join() {
                Err(panicked) => panic::resume_unwind(panicked),
                Ok(()) => return Err(Stop::Interrupted),
            },
            Err(RecvTimeoutError::Timeout) if bar::is_interrupted() => {
                if interrupted.get_or_insert_with(Instant::now).elapsed() >= patience {
                    oracle.stop();
                    let outcome = lock(&hunt).outcome();
                    // The outcome is taken first, because the end of a killed engine is no answer.
                    kill_all();
                    return Ok((outcome, None));
                }
            }
            Err(RecvTimeoutError::Timeout) => {}
        }
    }
}
