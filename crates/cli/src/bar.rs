//! Shows how far a long count has come, and says so when it is interrupted.

use super::outcome::Stop;
use super::output;
use console::Term;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use once_cell::sync::OnceCell;
use ox88_count::Progress;
use ox88_hunt::{WIDTH, remark};
use std::io::{self, IsTerminal, Write};
use std::process;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

/// Shorter work gets no bar.
const PATIENCE: Duration = Duration::from_secs(1);

/// Nobody reads the bar faster than this, and a longer wait after Ctrl-C would be noticed.
const PAUSE: Duration = Duration::from_millis(100);

/// Without a terminal, the first line appears after this time.
const FIRST_LINE_DELAY: Duration = Duration::from_secs(2);

/// The time between two lines.
const LINE_INTERVAL: Duration = Duration::from_secs(5);

/// After the first minute the lines come more slowly.
const FIRST_MINUTE: Duration = Duration::from_secs(60);
const LATER_LINE_INTERVAL: Duration = Duration::from_secs(30);

/// The columns that the bar itself takes, and the blank after it.
const WIDTH_OF_BAR: usize = 19;

/// The number of steps into which the bar divides the work.
const STEPS: u64 = 1000;

/// Some programs, such as `timeout`, send a signal to this process and then to its group: two of them are one wish.
const ONE_WISH: Duration = Duration::from_millis(500);

static IS_WATCHED: AtomicBool = AtomicBool::new(false);
static IS_INTERRUPTED: AtomicBool = AtomicBool::new(false);
static CLEAN_UP: OnceCell<fn()> = OnceCell::new();

/// Makes Ctrl-C say how far the work has come, if it is watched, clean up and end the program. A second
/// Ctrl-C does so at once.
pub fn catch_interrupts(clean_up: fn()) {
    let mut first: Option<Instant> = None;
    let caught = ctrlc::set_handler(move || {
        let was_interrupted = IS_INTERRUPTED.swap(true, Ordering::SeqCst);
        if !was_interrupted {
            first = Some(Instant::now());
        }
        let is_second = was_interrupted && first.is_none_or(|it| it.elapsed() >= ONE_WISH);
        // Otherwise the work ends by itself, or the thread that watches it ends the program.
        if is_second || !IS_WATCHED.load(Ordering::SeqCst) {
            let _ = io::stderr().write_all(b"ox88: interrupted\n");
            clean_up();
            process::exit(2);
        }
    });
    // If it cannot be caught, Ctrl-C ends the program as the system does, silently.
    drop(caught);
    let _ = CLEAN_UP.set(clean_up);
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

/// The terminal on which the bar is drawn.
#[derive(Clone)]
pub struct Screen(ProgressBar);

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

/// Runs work while another thread shows what it does and how far it has come. An interrupt ends the program.
pub fn watched<T>(
    what: impl Fn() -> String + Sync,
    so_far: impl Fn(Duration) -> HowFar + Sync,
    without_terminal: WithoutTerminal,
    work: impl FnOnce(&Screen) -> T,
) -> T {
    let ends_program = |bar: &ProgressBar, time| {
        tell_of_interrupt(bar, time, &what, &so_far);
        if let Some(clean_up) = CLEAN_UP.get() {
            clean_up();
        }
        process::exit(2);
    };
    let is_watched = |is_watched| IS_WATCHED.store(is_watched, Ordering::SeqCst);
    let result = shown(&what, &so_far, without_terminal, ends_program, |screen, is_shown| {
        // Without the other thread, an interrupt cannot say how far the work has come.
        is_watched(is_shown);
        work(screen)
    });
    is_watched(false);
    result
}

/// The same inside of [`interruptible`], for work that ends by itself when it is interrupted.
pub fn watched_interruptible<T>(
    what: impl Fn() -> String + Sync,
    so_far: impl Fn(Duration) -> HowFar + Sync,
    without_terminal: WithoutTerminal,
    work: impl FnOnce(&Screen) -> T,
) -> T {
    let start = Instant::now();
    let bar_goes = |bar: &ProgressBar, _| bar.finish_and_clear();
    shown(&what, &so_far, without_terminal, bar_goes, |screen, _| {
        let result = work(screen);
        if is_interrupted() {
            tell_of_interrupt(&screen.0, start.elapsed(), &what, &so_far);
        }
        result
    })
}

/// The same for counts, which have no result when they are interrupted.
pub fn watched_counts<T>(
    what: impl Fn() -> String + Sync,
    so_far: impl Fn(Duration) -> HowFar + Sync,
    counts: impl FnOnce(&Screen) -> Result<T, Stop>,
) -> Result<T, Stop> {
    interruptible(|| {
        let end = watched_interruptible(what, so_far, WithoutTerminal::Nothing, counts);
        if is_interrupted() { Err(Stop::Interrupted) } else { end }
    })
}

/// Runs work, and tells it whether another thread shows how far it has come.
fn shown<T>(
    what: &(impl Fn() -> String + Sync),
    so_far: &(impl Fn(Duration) -> HowFar + Sync),
    without_terminal: WithoutTerminal,
    when_interrupted: impl Fn(&ProgressBar, Duration) + Sync,
    work: impl FnOnce(&Screen, bool) -> T,
) -> T {
    let (done, is_done) = mpsc::channel::<()>();
    let screen = Screen(bar());
    thread::scope(|scope| {
        // The receiver is moved to that thread, because it cannot be shared.
        let (bar, when_interrupted) = (&screen.0, &when_interrupted);
        let watching =
            move || watch(bar, what, so_far, without_terminal, when_interrupted, &is_done);
        let is_shown = thread::Builder::new().spawn_scoped(scope, watching).is_ok();
        let result = work(&screen, is_shown);
        // The other thread notices that the sender is gone, and ends.
        drop(done);
        result
    })
}

/// Says how far interrupted work had come.
fn tell_of_interrupt(
    bar: &ProgressBar,
    time: Duration,
    what: &impl Fn() -> String,
    so_far: &impl Fn(Duration) -> HowFar,
) {
    bar.finish_and_clear();
    let (time_so_far, done) = (output::seconds(time), fields(&what(), &so_far(time)));
    let first = format!("ox88: interrupted after {time_so_far}: ");
    let message = remark(&first, &done.join(", ")) + "\n";
    let _ = io::stderr().write_all(message.as_bytes());
}

impl HowFar {
    /// How far a count has come after some time. The rest is expected to go on at the same speed.
    pub fn of_count(Progress { share, leaves }: Progress, time: Duration) -> HowFar {
        let left = time.as_secs_f64() * (1.0 - share) / share;
        let time_left = Duration::try_from_secs_f64(left).ok();
        HowFar { share, leaves: Some(leaves), time_left, waits_for: None }
    }
}

impl Screen {
    /// Hides the bar while something is written.
    pub fn beside_the_bar<T>(&self, write: impl FnOnce() -> T) -> T {
        self.0.suspend(write)
    }
}

fn watch(
    bar: &ProgressBar,
    what: &impl Fn() -> String,
    so_far: &impl Fn(Duration) -> HowFar,
    without_terminal: WithoutTerminal,
    when_interrupted: &impl Fn(&ProgressBar, Duration),
    is_done: &mpsc::Receiver<()>,
) {
    let start = Instant::now();
    let mut next_line = FIRST_LINE_DELAY;
    while is_done.recv_timeout(PAUSE) == Err(RecvTimeoutError::Timeout) {
        let time = start.elapsed();
        if is_interrupted() {
            return when_interrupted(bar, time);
        }
        if time < PATIENCE {
            continue;
        }
        show(bar);
        let so_far = so_far(time);
        let fields = || {
            let speed = so_far.leaves.and_then(|leaves| output::rough_speed(leaves, time));
            fields(&what(), &so_far).into_iter().chain(speed).collect::<Vec<_>>()
        };
        if !bar.is_hidden() {
            bar.set_position(steps(so_far.share));
            let room = usize::from(Term::stderr().size().1).saturating_sub(WIDTH_OF_BAR);
            bar.set_message(as_many_as_fit(&fields(), room));
            bar.tick();
        } else if without_terminal == WithoutTerminal::Lines && time >= next_line {
            let after = output::rough_time(time);
            let (first, fields) = (format!("ox88: after {after}: "), fields());
            let line = match &so_far.waits_for {
                // Its name may be longer than a line.
                Some(_) => remark("ox88: ", &format!("after {after}: {}", fields[..2].join(", "))),
                None => first.clone() + &as_many_as_fit(&fields, WIDTH - first.len()),
            };
            let _ = io::stderr().write_all((line + "\n").as_bytes());
            next_line =
                time + if time < FIRST_MINUTE { LINE_INTERVAL } else { LATER_LINE_INTERVAL };
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

/// Shows the bar on standard error, if that is a terminal that can draw one.
fn show(bar: &ProgressBar) {
    if bar.is_hidden() && io::stderr().is_terminal() && output::terminal_knows_codes() {
        bar.set_draw_target(ProgressDrawTarget::stderr());
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
