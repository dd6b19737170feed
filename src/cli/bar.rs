//! Says on a terminal how far a long count has come, and what was done when it is interrupted.

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

/// Work that is done sooner is not worth a word.
const PATIENCE: Duration = Duration::from_secs(1);

/// Nobody reads faster, and nobody wants to wait longer after Ctrl-C.
const PAUSE: Duration = Duration::from_millis(100);

/// Into so many steps the bar divides the work.
const STEPS: u64 = 1000;

static IS_WATCHED: AtomicBool = AtomicBool::new(false);
static IS_INTERRUPTED: AtomicBool = AtomicBool::new(false);
static CLEAN_UP: OnceCell<fn()> = OnceCell::new();

/// Has Ctrl-C say how far the work came, and end the program after cleaning up.
pub fn catch_interrupts(clean_up: fn()) {
    let caught = ctrlc::set_handler(move || {
        IS_INTERRUPTED.store(true, Ordering::SeqCst);
        // Whoever watches the work has the last word, and there may be nobody.
        if !IS_WATCHED.load(Ordering::SeqCst) {
            clean_up();
            process::exit(2);
        }
    });
    // Where it cannot be caught, Ctrl-C ends the program in the system's way, without a word.
    drop(caught);
    let _ = CLEAN_UP.set(clean_up);
}

/// Where the bar is drawn.
pub struct Screen(ProgressBar);

/// Does some work while another thread watches how far it has come.
pub fn watched<T>(
    what: impl Fn() -> String + Sync,
    progress: impl Fn() -> Progress + Sync,
    work: impl FnOnce(&Screen) -> T,
) -> T {
    let (done, is_done) = mpsc::channel::<()>();
    let screen = Screen(bar());
    IS_WATCHED.store(true, Ordering::SeqCst);
    let result = thread::scope(|scope| {
        // It is moved there because only one thread can listen.
        let (bar, what, progress) = (&screen.0, &what, &progress);
        scope.spawn(move || watch(bar, what, progress, &is_done));
        let result = work(&screen);
        // Whoever waits for a word learns that none will come.
        drop(done);
        result
    });
    IS_WATCHED.store(false, Ordering::SeqCst);
    result
}

impl Screen {
    /// Writes something while the bar is out of the way.
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

/// Shows the bar on standard error, unless that is not a terminal.
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

/// `, 12 s left`: what is left takes as long as what is done did, share for share.
fn time_left(share: f64, time: Duration) -> String {
    let left = time.as_secs_f64() * (1.0 - share) / share;
    if left.is_finite() { format!(", {left:.0} s left") } else { String::new() }
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it is from 0 to 1")]
fn steps(share: f64) -> u64 {
    (share.clamp(0.0, 1.0) * 1000.0) as u64
}
