//! Shows how far a long count has come, and says so when it is interrupted.

use super::outcome::{Result, Stop};
use super::output;
use console::Term;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use ox88_count::Progress;
use std::io::{self, IsTerminal, Write};
use std::process;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// Shorter work gets no bar.
const PATIENCE: Duration = Duration::from_secs(1);

/// Nobody reads the bar faster than this, and a longer wait after Ctrl-C would be noticed.
pub const PAUSE: Duration = Duration::from_millis(100);

/// Without a terminal, the first line appears after this time.
const FIRST_LINE_DELAY: Duration = Duration::from_secs(2);

/// Between two lines is half of the time so far, but no less and no more than this.
const LINE_INTERVALS: [Duration; 2] = [Duration::from_secs(5), Duration::from_secs(30)];

/// The columns that the bar itself takes, and the blank after it.
const WIDTH_OF_BAR: usize = 19;

/// The number of steps into which the bar divides the work.
const STEPS: u64 = 1000;

/// Some programs, such as `timeout`, send a signal to this process and then to its group: two of them are one wish.
const ONE_WISH: Duration = Duration::from_millis(500);

static IS_WATCHED: AtomicBool = AtomicBool::new(false);
static IS_INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// Makes Ctrl-C end the work by [`is_interrupted`], if it asks, and otherwise clean up and end the program. A second Ctrl-C
/// does so at once.
pub fn catch_interrupts(clean_up: fn()) {
    let mut first: Option<Instant> = None;
    let caught = ctrlc::set_handler(move || {
        let was_interrupted = IS_INTERRUPTED.swap(true, Ordering::SeqCst);
        if !was_interrupted {
            first = Some(Instant::now());
        }
        let is_second = was_interrupted && first.is_none_or(|it| it.elapsed() >= ONE_WISH);
        // Otherwise the work ends by itself.
        if is_second || !IS_WATCHED.load(Ordering::SeqCst) {
            let _ = io::stderr().write_all(b"ox88: interrupted\n");
            clean_up();
            process::exit(2);
        }
    });
    // If it cannot be caught, Ctrl-C ends the program as the system does, silently.
    drop(caught);
}

/// Runs work that asks [`is_interrupted`] and ends by itself. After it, the program goes on as usual.
pub fn interruptible<T>(work: impl FnOnce() -> T) -> T {
    let was_watched = IS_WATCHED.swap(true, Ordering::SeqCst);
    let result = work();
    if !was_watched {
        IS_INTERRUPTED.store(false, Ordering::SeqCst);
    }
    IS_WATCHED.store(was_watched, Ordering::SeqCst);
    result
}

/// Whether a signal has asked the program, or its work, to end.
pub fn is_interrupted() -> bool {
    IS_INTERRUPTED.load(Ordering::SeqCst)
}

/// What is shown without a terminal.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum WithoutTerminal {
    Nothing,
    /// A line on standard error now and then.
    Lines,
}

/// How far some work has come.
pub struct HowFar {
    /// The share of it that is done, from 0 to 1.
    pub share: f64,
    /// The leaves that were counted so far, if it is a count.
    pub leaves: Option<u128>,
    /// How long the rest will take, if that can be said.
    pub time_left: Option<Duration>,
    /// What it has been waiting for, if it waits for long.
    pub waits_for: Option<String>,
}

/// Runs work, inside of [`interruptible`], while another thread shows what it does and how far it has come. Says how far
/// that was if the work is interrupted.
pub fn show_while<T>(
    what: impl Fn() -> String + Sync,
    so_far: impl Fn(Duration) -> HowFar + Sync,
    without_terminal: WithoutTerminal,
    work: impl FnOnce(&ProgressBar) -> T,
) -> T {
    let (done, is_done) = mpsc::channel::<()>();
    let bar = hidden_bar();
    let start = Instant::now();
    thread::scope(|scope| {
        let (bar, what, so_far) = (&bar, &what, &so_far);
        // The receiver is moved to that thread, because it cannot be shared.
        let watching = move || watch(bar, what, so_far, without_terminal, &is_done);
        // Without the thread nothing is shown.
        let _ = thread::Builder::new().spawn_scoped(scope, watching);
        let result = work(bar);
        if is_interrupted() {
            bar.finish_and_clear();
            let time = start.elapsed();
            let fields = fields(&what(), &so_far(time)).join(", ");
            output::remark(&format!("interrupted after {}: {fields}", output::seconds(time)));
        }
        // The other thread notices that the sender is gone, and ends.
        drop(done);
        result
    })
}

/// The same for counts, which have no result when they are interrupted.
pub fn show_while_counting<T>(
    what: impl Fn() -> String + Sync,
    so_far: impl Fn() -> Progress + Sync,
    without_terminal: WithoutTerminal,
    counts: impl FnOnce(&ProgressBar) -> Result<T>,
) -> Result<T> {
    interruptible(|| {
        let how_far = |time| {
            let Progress { share, leaves } = so_far();
            HowFar { leaves: Some(leaves), ..HowFar::after(time, share) }
        };
        let end = show_while(what, how_far, without_terminal, counts);
        if is_interrupted() { Err(Stop::Interrupted) } else { end }
    })
}

/// Locks what is shared with the thread that shows it, and is whole even if a thread has panicked.
pub fn lock<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

impl HowFar {
    /// This share is done after some time. The rest is expected to go on at the same speed.
    pub fn after(time: Duration, share: f64) -> HowFar {
        let share = share.min(1.0);
        let left = time.as_secs_f64() * (1.0 - share) / share;
        let time_left = Duration::try_from_secs_f64(left).ok();
        HowFar { share, leaves: None, time_left, waits_for: None }
    }
}

fn watch(
    bar: &ProgressBar,
    what: &impl Fn() -> String,
    so_far: &impl Fn(Duration) -> HowFar,
    without_terminal: WithoutTerminal,
    is_done: &mpsc::Receiver<()>,
) {
    let can_draw = io::stderr().is_terminal() && !console::is_dumb();
    let start = Instant::now();
    let mut next_line = FIRST_LINE_DELAY;
    while is_done.recv_timeout(PAUSE) == Err(RecvTimeoutError::Timeout) && !is_interrupted() {
        let time = start.elapsed();
        if time < PATIENCE {
            continue;
        }
        if can_draw {
            if bar.is_hidden() {
                bar.set_draw_target(ProgressDrawTarget::stderr());
            }
            let so_far = so_far(time);
            bar.set_position(steps(so_far.share));
            let room = usize::from(Term::stderr().size().1).saturating_sub(WIDTH_OF_BAR);
            bar.set_message(as_many_as_fit(&fields(&what(), &so_far), room));
            bar.tick();
        } else if without_terminal == WithoutTerminal::Lines && time >= next_line {
            let fields = fields(&what(), &so_far(time)).join(", ");
            output::remark(&format!("after {}: {fields}", output::rough_time(time)));
            let [shortest, longest] = LINE_INTERVALS;
            next_line = time + (time / 2).clamp(shortest, longest);
        }
    }
    bar.finish_and_clear();
}

/// A bar that is not shown yet.
fn hidden_bar() -> ProgressBar {
    let bar = ProgressBar::with_draw_target(Some(STEPS), ProgressDrawTarget::hidden());
    match ProgressStyle::with_template("[{bar:16}] {wide_msg}") {
        Ok(style) => bar.with_style(style.progress_chars("=> ")),
        Err(_) => bar,
    }
}

/// `perft 9: 43.1 %`, `12 s left`, `1234567890 nodes`: what matters most comes first.
fn fields(what: &str, how_far: &HowFar) -> Vec<String> {
    let HowFar { share, leaves, time_left, waits_for } = how_far;
    let steps = steps(*share);
    let done = format!("{what}: {}.{} %", steps / 10, steps % 10);
    let left = time_left.map(|left| format!("{} left", output::rough_estimate(left)));
    let nodes = leaves.map(|leaves| format!("{leaves} nodes"));
    [waits_for.clone(), Some(done), left, nodes].into_iter().flatten().collect()
}

/// As many fields as fit into a line. Half a number would be a wrong one.
fn as_many_as_fit(fields: &[String], room: usize) -> String {
    let add = |text: String, field: &String| {
        let longer = if text.is_empty() { field.clone() } else { format!("{text}, {field}") };
        if longer.chars().count() <= room { longer } else { text }
    };
    fields.iter().fold(String::new(), add)
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it is from 0 to 1")]
fn steps(share: f64) -> u64 {
    (share.clamp(0.0, 1.0) * 1000.0) as u64
}
