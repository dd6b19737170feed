//! Says on a terminal how far a long walk is: one line on standard error, written over in place.

use ox88::{Divide, Position, divide_by, perft};
use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

/// Work that is done sooner is not worth a word.
const PATIENCE: Duration = Duration::from_secs(1);

/// Nobody reads faster.
const PAUSE: Duration = Duration::from_millis(100);

/// Goes to the start of the line and empties it.
const EMPTY_LINE: &str = "\r\x1b[K";

/// The line of progress. It disappears when this is dropped.
pub struct Progress {
    /// When the line may be written next: never, if standard error is not a terminal.
    due: Option<Instant>,
    is_shown: bool,
}

impl Progress {
    /// The line for work that begins now.
    pub fn new() -> Progress {
        let due = io::stderr().is_terminal().then(|| Instant::now() + PATIENCE);
        Progress { due, is_shown: false }
    }

    /// Writes the text in place of the one before, if the work has taken long enough.
    pub fn show(&mut self, text: impl FnOnce() -> String) {
        let now = Instant::now();
        if self.due.is_some_and(|due| due <= now) {
            write_to_terminal(&format!("{EMPTY_LINE}{}", text()));
            self.due = Some(now + PAUSE);
            self.is_shown = true;
        }
    }

    /// Makes room for a line of results.
    pub fn clear(&mut self) {
        if self.is_shown {
            write_to_terminal(EMPTY_LINE);
            self.is_shown = false;
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.clear();
    }
}

fn write_to_terminal(text: &str) {
    // What cannot be shown is only progress: the work goes on.
    let _ = io::stderr().write_all(text.as_bytes());
}

/// The same as [`ox88::divide`], with a word on progress before each first move.
pub fn divide(position: &Position, depth: u32, progress: &mut Progress) -> Divide {
    let moves = position.legal_moves().len();
    let mut done = 0;
    divide_by(position, depth, |position, depth_behind| {
        progress.show(|| format!("depth {depth}: {done} of {moves} first moves"));
        done += 1;
        perft(position, depth_behind)
    })
}
