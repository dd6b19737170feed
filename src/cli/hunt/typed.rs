//! The lines that are typed or pasted on standard input, read so that waiting for one can be given up.

use super::doubt::LONGEST_LINE;
use crate::cli::bar;
use crate::cli::input::{self, LineRead};
use std::io;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

/// A longer wait after Ctrl-C would be felt.
const PAUSE: Duration = Duration::from_millis(50);

/// How many lines may wait to be taken before those behind them are left in the pipe.
const MOST_WAITING: usize = 256;

/// What came on standard input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Typed {
    Line(String),
    /// Nothing, for as long as was waited.
    Silence,
    /// There is no more, or Ctrl-C was typed.
    End,
}

/// The lines of standard input.
pub(super) struct Lines {
    lines: Receiver<String>,
    put_back: Option<Typed>,
}

impl Lines {
    /// Reads lines from now on.
    pub fn of_standard_input() -> Lines {
        let (send, lines) = mpsc::sync_channel(MOST_WAITING);
        // No wait for a line can be broken off, so another thread does the waiting. It ends with the
        // program.
        thread::spawn(move || {
            let mut input = io::stdin().lock();
            let mut line = Vec::new();
            let mut read = |line: &mut _| input::line(&mut input, LONGEST_LINE, line);
            while read(&mut line).is_ok_and(|read| read != LineRead::End) {
                if send.send(String::from_utf8_lossy(&line).trim().to_owned()).is_err() {
                    break;
                }
            }
        });
        Lines { lines, put_back: None }
    }

    /// The next line. Where no limit is given it is waited for.
    pub fn next(&mut self, limit: Option<Duration>) -> Typed {
        if let Some(typed) = self.put_back.take() {
            return typed;
        }
        let start = Instant::now();
        loop {
            let left = limit.map_or(PAUSE, |limit| limit.saturating_sub(start.elapsed()));
            match self.lines.recv_timeout(left.min(PAUSE)) {
                Ok(line) => return Typed::Line(line),
                Err(RecvTimeoutError::Disconnected) => return Typed::End,
                Err(RecvTimeoutError::Timeout) if bar::is_interrupted() => return Typed::End,
                Err(RecvTimeoutError::Timeout) if left.is_zero() => return Typed::Silence,
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    /// Whether the end is what comes next.
    pub fn is_over(&self) -> bool {
        self.put_back == Some(Typed::End)
    }

    /// Has this come next.
    pub fn put_back(&mut self, typed: Typed) {
        self.put_back = Some(typed);
    }
}
