//! Waiting for what comes in its own time: a busy machine may take many times as long as a quiet one.

use std::thread;
use std::time::{Duration, Instant};

/// After this nobody waits any more: what ends in a second hangs then, however busy the machine is.
pub const SOON: Duration = Duration::from_secs(300);

/// Waits for something to be so.
#[track_caller]
pub fn wait_until(what: &str, mut is_so: impl FnMut() -> bool) {
    within(SOON, || is_so().then_some(()).ok_or_else(|| format!("waited for: {what}")));
}

/// The least that is given to the last of several attempts.
const GENEROUS: Duration = Duration::from_secs(30);

/// What comes of an attempt for which there is time enough. The first has this much, and each further one four times as
/// much, up to a minute or two. What is wrong even then is reported as that attempt says.
#[track_caller]
pub fn with_enough_time<T>(first: Duration, attempt: impl Fn(Duration) -> Result<T, String>) -> T {
    let mut time = first;
    loop {
        match attempt(time) {
            Ok(right) => return right,
            Err(why) if time >= GENEROUS => panic!("{why}"),
            Err(_) => time *= 4,
        }
    }
}

/// What comes of an attempt in the end, where ox88 itself does not wait for long. What is still wrong after a minute is
/// reported as the last attempt says.
#[track_caller]
pub fn eventually<T>(attempt: impl Fn() -> Result<T, String>) -> T {
    within(Duration::from_secs(60), attempt)
}

#[track_caller]
fn within<T>(limit: Duration, mut attempt: impl FnMut() -> Result<T, String>) -> T {
    let deadline = Instant::now() + limit;
    loop {
        match attempt() {
            Ok(right) => return right,
            Err(why) => assert!(Instant::now() < deadline, "{why}"),
        }
        thread::sleep(Duration::from_millis(10));
    }
}
