//! Shows on a terminal how far a long count has come, and says so when it is interrupted.

use super::output;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use once_cell::sync::OnceCell;
use ox88::Progress;
use std::io::{self, IsTerminal, Write};
use std::process;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

/// Work that is done sooner gets no bar.
const PATIENCE: Duration = Duration::from_secs(1);

/// The bar is not read any faster, and a longer wait after Ctrl-C would be felt.
const PAUSE: Duration = Duration::from_millis(100);

/// The number of steps into which the bar divides the work.
const STEPS: u64 = 1000;

static IS_WATCHED: AtomicBool = AtomicBool::new(false);
static IS_INTERRUPTED: AtomicBool = AtomicBool::new(false);
static CLEAN_UP: OnceCell<fn()> = OnceCell::new();

/// Makes Ctrl-C say how far the work has come, clean up and end the program.
pub fn catch_interrupts(clean_up: fn()) {
    let caught = ctrlc::set_handler(move || {
        IS_INTERRUPTED.store(true, Ordering::SeqCst);
        // The thread that watches the work ends the program, if there is one.
        if !IS_WATCHED.load(Ordering::SeqCst) {
            clean_up();
            process::exit(2);
        }
    });
    // If it cannot be caught, Ctrl-C ends the program as the system does, silently.
    drop(caught);
    let _ = CLEAN_UP.set(clean_up);
}

/// Does some work that ends by itself when it is interrupted, as [`is_interrupted`] says.
pub fn attentive<T>(work: impl FnOnce() -> T) -> T {
    IS_WATCHED.store(true, Ordering::SeqCst);
    let result = work();
    IS_WATCHED.store(false, Ordering::SeqCst);
    result
}

/// Whether Ctrl-C was typed.
pub fn is_interrupted() -> bool {
    IS_INTERRUPTED.load(Ordering::SeqCst)
}

/// The terminal on which the bar is drawn.
pub struct Screen(ProgressBar);

/// Does some work while another thread shows how far it has come.
pub fn watched<T>(
    what: impl Fn() -> String + Sync,
    progress: impl Fn() -> Progress + Sync,
    work: impl FnOnce(&Screen) -> T,
) -> T {
    let (done, is_done) = mpsc::channel::<()>();
    let screen = Screen(bar());
    IS_WATCHED.store(true, Ordering::SeqCst);
    let result = thread::scope(|scope| {
        // The receiver is moved to that thread, because it cannot be shared.
        let (bar, what, progress) = (&screen.0, &what, &progress);
        scope.spawn(move || watch(bar, what, progress, &is_done));
        let result = work(&screen);
        // The other thread notices that the sender is gone, and ends.
        drop(done);
        result
    });
    IS_WATCHED.store(false, Ordering::SeqCst);
    result
}

impl Screen {
    /// Writes something while the bar is hidden.
    pub fn beside_the_bar<T>(&self, write: impl FnOnce() -> T) -> T {
        self.0.suspend(write)
    }
}

fn watch(
    bar: &ProgressBar,
    what: &impl Fn() -> String,
    progress: &impl Fn() -> Progress,
    is_done: &mpsc::Receiver<()>,
) {
    let start = Instant::now();
    while is_done.recv_timeout(PAUSE) == Err(RecvTimeoutError::Timeout) {
        let time = start.elapsed();
        if IS_INTERRUPTED.load(Ordering::SeqCst) {
            bar.finish_and_clear();
            let (time_so_far, done) = (output::seconds(time), how_far(progress()));
            let what = what();
            let message = format!("ox88: interrupted after {time_so_far}: {what}: {done}\n");
            let _ = io::stderr().write_all(message.as_bytes());
            if let Some(clean_up) = CLEAN_UP.get() {
                clean_up();
            }
            process::exit(2);
        }
        if time >= PATIENCE {
            show(bar);
            let progress = progress();
            bar.set_position(steps(progress.share));
            let speed = output::speed(progress.leaves, time);
            let left = time_left(progress.share, time);
            let what = what();
            bar.set_message(format!("{what}: {}, {speed} nodes/s{left}", how_far(progress)));
            bar.tick();
        }
    }
    bar.finish_and_clear();
}

/// A bar that is not shown yet.
fn bar() -> ProgressBar {
    let bar = ProgressBar::with_draw_target(Some(STEPS), ProgressDrawTarget::hidden());
    match ProgressStyle::with_template("[{bar:16}] {wide_msg}") {
        Ok(style) => bar.with_style(style.progress_chars("=> ")),
        Err(_) => bar,
    }
}

/// Shows the bar on standard error, if that is a terminal.
fn show(bar: &ProgressBar) {
    if bar.is_hidden() && io::stderr().is_terminal() {
        bar.set_draw_target(ProgressDrawTarget::stderr());
    }
}

/// `43.1 %, 1234567890 nodes`
fn how_far(Progress { share, leaves }: Progress) -> String {
    let steps = steps(share);
    format!("{}.{} %, {leaves} nodes", steps / 10, steps % 10)
}

/// `, 12 s left`, as if the rest took as long as what is done, share for share.
fn time_left(share: f64, time: Duration) -> String {
    let left = time.as_secs_f64() * (1.0 - share) / share;
    if left.is_finite() { format!(", {left:.0} s left") } else { String::new() }
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it is from 0 to 1")]
fn steps(share: f64) -> u64 {
    (share.clamp(0.0, 1.0) * 1000.0) as u64
}
