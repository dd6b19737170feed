//! Lines that are typed or pasted on standard input, read with a time limit.

use crate::bar::{self, PAUSE};
use std::io::{self, BufRead as _, Read as _};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

/// A person pastes fewer bytes. More may have no end.
const MOST_BYTES: u64 = 4 << 20;

/// How many lines are read ahead; the others stay in the pipe.
const MOST_WAITING: usize = 256;

/// What came on standard input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Typed {
    Line(String),
    /// No line came in time.
    Silence,
    /// The input is over, also because there is more than anybody pastes, or Ctrl-C was typed.
    End,
}

/// The lines of standard input.
pub(super) struct Lines {
    typed: Receiver<String>,
    put_back: Option<Typed>,
}

impl Lines {
    /// Begins to read.
    pub fn of_standard_input() -> Lines {
        let (send, typed) = mpsc::sync_channel(MOST_WAITING);
        // Reading cannot be interrupted, so another thread does it. It ends with the program.
        let read_all = move || {
            let mut input = io::stdin().lock().take(MOST_BYTES);
            let mut line = Vec::new();
            while input.read_until(b'\n', &mut line).is_ok_and(|length| length > 0) {
                if send.send(String::from_utf8_lossy(&line).trim().to_owned()).is_err() {
                    break;
                }
                line.clear();
            }
        };
        // Without the thread, the channel is closed, and there are no lines.
        let _ = thread::Builder::new().spawn(read_all);
        Lines { typed, put_back: None }
    }

    /// The next line. Without a limit, waits for it.
    pub fn next(&mut self, limit: Option<Duration>) -> Typed {
        if let Some(typed) = self.put_back.take() {
            return typed;
        }
        let start = Instant::now();
        loop {
            let left = limit.map_or(PAUSE, |limit| limit.saturating_sub(start.elapsed()));
            match self.typed.recv_timeout(left.min(PAUSE)) {
                Ok(line) => return Typed::Line(line),
                Err(RecvTimeoutError::Disconnected) => return Typed::End,
                Err(RecvTimeoutError::Timeout) if bar::is_interrupted() => return Typed::End,
                Err(RecvTimeoutError::Timeout) if left.is_zero() => return Typed::Silence,
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    /// Whether the end comes next.
    pub fn is_over(&self) -> bool {
        self.put_back == Some(Typed::End)
    }

    /// Puts this back, to come next.
    pub fn put_back(&mut self, typed: Typed) {
        self.put_back = Some(typed);
    }
}
