//! A child process that is written to and read without ever blocking, and never left behind.
//!
//! Threads write and read its pipes. An engine that does not read its input blocks one of these threads
//! and nothing else, and that no longer than it is a process of ours: its pipes are then let go of, even
//! if it has left them to a child that goes on.

use super::group;
use super::pipe::{Held, Hold};
use super::program::why_not_started;
use crate::read::{for_people, read_line};
use crate::talk::{Event, Exit};
use std::collections::VecDeque;
use std::io::{self, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// How many bytes of a line are kept. No row of a divide comes near it.
const MAX_LINE_BYTES: usize = 4096;

/// How many lines may wait to be read here before the process has to wait as well.
const MAX_LINES_WAITING: usize = 256;

/// How many lines are kept to be shown to people.
const MAX_LAST_LINES: usize = 5;

/// How often to check whether the process still runs.
const POLL_INTERVAL: Duration = Duration::from_millis(20);

/// How often to check whether it has ended when nothing else is awaited of it.
const EXIT_INTERVAL: Duration = Duration::from_millis(1);

/// How long the output of a process is read after its end: what it wrote may still be on its way, while a
/// child that it left behind may keep the pipe open for ever.
const DRAIN_TIMEOUT: Duration = Duration::from_millis(200);

/// How long to wait for the end of a killed process. Only the system itself can make it longer.
const KILL_TIMEOUT: Duration = Duration::from_secs(2);

/// How many rows and totals of standard error may wait to be read: as many as any reply has.
const MAX_STDERR_LINES: usize = 64 * 64;

/// A process with its pipes. When it is dropped it is killed together with all that it started.
#[derive(Debug)]
pub(super) struct Process {
    child: Child,
    /// Nothing for a process without input.
    input: Option<Sender<String>>,
    output: Receiver<Piece>,
    readers: Vec<JoinHandle<()>>,
    /// Nothing for a process without input.
    writer: Option<JoinHandle<()>>,
    hold: Hold,
    last_lines: LastLines,
    stderr: StderrLines,
    /// Whether standard output has ended, and whether that was told.
    has_ended: bool,
    end_is_told: bool,
}

/// What a thread has read.
enum Piece {
    /// A line, cut if it is longer than any row.
    Line(String),
    /// This many more bytes of a line that was cut.
    Excess(usize),
    /// There is something new on standard error.
    StderrGrew,
    /// The end of the output.
    End,
}

impl Process {
    /// Starts a program with its arguments. Its input is a pipe or null.
    ///
    /// # Errors
    /// Why it could not be started, and what was expected.
    pub(super) fn start(command: &[String], input: Stdio) -> Result<Process, String> {
        let (program, arguments) = command.split_first().ok_or("expected the name of a program")?;
        let mut command = Command::new(program);
        command.args(arguments).stdin(input).stdout(Stdio::piped()).stderr(Stdio::piped());
        Process::spawn(&mut command).map_err(|error| why_not_started(program, &error))
    }

    fn spawn(command: &mut Command) -> io::Result<Process> {
        let mut child = group::spawn(command)?;
        let (stdin, stdout, stderr) =
            (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let (sender, output) = mpsc::sync_channel(MAX_LINES_WAITING);
        // From here on the process is killed if anything fails.
        let mut process = Process {
            child,
            input: None,
            output,
            readers: Vec::new(),
            writer: None,
            hold: Hold::default(),
            last_lines: LastLines::default(),
            stderr: StderrLines::default(),
            has_ended: false,
            end_is_told: false,
        };
        if let Some(pipe) = stdin {
            let (sender, texts) = mpsc::channel();
            let pipe = process.hold.of(pipe);
            process.writer = Some(in_a_thread(move || write_texts(pipe, &texts))?);
            process.input = Some(sender);
        }
        let last_lines = process.last_lines.clone();
        let waker = sender.clone();
        let stdout = stdout.map(|pipe| process.hold.of(pipe));
        let stderr = stderr.map(|pipe| process.hold.of(pipe));
        process.readers.push(in_a_thread(move || {
            read_lines(stdout, |piece| {
                last_lines.keep("", &piece);
                sender.send(piece).is_ok()
            });
            let _ = sender.send(Piece::End);
        })?);
        let (last_lines, kept) = (process.last_lines.clone(), process.stderr.clone());
        process.readers.push(in_a_thread(move || {
            // Standard error is always read, so that it never fills up.
            read_lines(stderr, |piece| {
                last_lines.keep("stderr: ", &piece);
                if kept.keep(piece) {
                    // Where lines are waiting to be read, nobody has to be woken.
                    let _ = waker.try_send(Piece::StderrGrew);
                }
                true
            });
        })?);
        Ok(process)
    }

    /// Writes a line to its input, without waiting for the process to read it.
    pub(super) fn send(&self, line: &str) {
        if let Some(input) = &self.input {
            // This fails if the process no longer reads. Then it will not reply, which is noticed.
            let _ = input.send(format!("{line}\n"));
        }
    }

    /// What happens next, until a time.
    pub(super) fn next_event(&mut self, until: Instant) -> Event {
        while !self.has_ended {
            let left = until.saturating_duration_since(Instant::now());
            let waiting = self.output.try_recv();
            if waiting.is_err()
                && let Some(line) = self.stderr.next()
            {
                return Event::StderrLine(line);
            }
            let next = waiting.or_else(|_| self.output.recv_timeout(left.min(POLL_INTERVAL)));
            let next = match next {
                Err(RecvTimeoutError::Timeout) if self.exit().is_some() => {
                    let last = self.output.recv_timeout(DRAIN_TIMEOUT);
                    last.map_err(|_| RecvTimeoutError::Disconnected)
                }
                next => next,
            };
            match next {
                Ok(Piece::Line(line)) => return Event::Line(line),
                Ok(Piece::Excess(bytes)) => return Event::Excess(bytes),
                Ok(Piece::End) | Err(RecvTimeoutError::Disconnected) => self.has_ended = true,
                Err(RecvTimeoutError::Timeout) if left <= POLL_INTERVAL => return Event::Nothing,
                Ok(Piece::StderrGrew) | Err(RecvTimeoutError::Timeout) => {}
            }
        }
        if self.end_is_told {
            return self.next_behind_the_output(until);
        }
        self.end_is_told = true;
        Event::OutputEnded
    }

    /// Where standard output has ended, there may be rows on standard error, also some that are still on their way
    /// when the process ends.
    fn next_behind_the_output(&mut self, until: Instant) -> Event {
        loop {
            let exit = self.exit();
            if exit.is_some() {
                self.drain();
            }
            match (self.stderr.next(), exit) {
                (Some(line), _) => return Event::StderrLine(line),
                (None, Some(exit)) => return Event::Exited(exit),
                (None, None) if Instant::now() >= until => return Event::Nothing,
                (None, None) => thread::sleep(EXIT_INTERVAL),
            }
        }
    }

    /// Reads what it wrote before it ended, unless a child got away with the pipe. Of standard output
    /// nothing is wanted any more.
    fn drain(&self) {
        self.wait_for_threads(|| self.readers.iter().all(JoinHandle::is_finished));
    }

    /// Waits for threads to end, which read on or give up meanwhile.
    fn wait_for_threads(&self, have_ended: impl Fn() -> bool) {
        let deadline = Instant::now() + DRAIN_TIMEOUT;
        while !have_ended() && Instant::now() < deadline {
            while self.output.try_recv().is_ok() {}
            thread::sleep(EXIT_INTERVAL);
        }
    }

    /// Closes its pipes, with the threads that read and write them. A child that it has left behind may
    /// hold the other ends for as long as it likes: whatever it does costs nothing here.
    fn let_go(&mut self) {
        self.input = None;
        self.hold.let_go();
        let threads = self.readers.iter().chain(&self.writer);
        self.wait_for_threads(|| threads.clone().all(JoinHandle::is_finished));
    }

    /// How it ended, if it has.
    fn exit(&mut self) -> Option<Exit> {
        let status = self.child.try_wait().ok().flatten()?;
        let (is_success, by_signal) = (status.success(), status.code().is_none());
        Some(Exit { how: status.to_string(), is_success, by_signal })
    }

    /// Waits for its end, for some time.
    pub(super) fn wait(&mut self, timeout: Duration) {
        let deadline = Instant::now() + timeout;
        while self.exit().is_none() && Instant::now() < deadline {
            thread::sleep(EXIT_INTERVAL);
        }
    }

    /// Forgets what it printed so far.
    pub(super) fn forget(&self) {
        self.last_lines.lock().clear();
        self.stderr.lock().clear();
    }

    /// Kills it together with all that it started, and returns the last lines that it printed.
    pub(super) fn kill(mut self) -> Vec<String> {
        self.kill_now();
        self.drain();
        self.last_lines.lock().iter().cloned().collect()
    }

    fn kill_now(&mut self) {
        if group::kill_once(self.child.id()) {
            // Where there are no groups this ends the process alone.
            let _ = self.child.kill();
            self.wait(KILL_TIMEOUT);
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.kill_now();
        self.let_go();
    }
}

/// The last lines that a process printed, shared with the threads that read them.
#[derive(Clone, Debug, Default)]
struct LastLines(Arc<Mutex<VecDeque<String>>>);

impl LastLines {
    /// Keeps a line for people unless it is blank.
    fn keep(&self, source: &str, piece: &Piece) {
        let Piece::Line(line) = piece else { return };
        let text = for_people(line);
        // What only answers `isready` says nothing about a trouble.
        if text.is_empty() || text == "readyok" {
            return;
        }
        let mut lines = self.lock();
        if lines.len() == MAX_LAST_LINES {
            if says_what_failed(&lines[0]) {
                // A long backtrace follows, and the line behind may go on with what failed.
                "…".clone_into(&mut lines[2]);
                lines.remove(3);
            } else {
                lines.pop_front();
            }
        }
        lines.push_back(format!("{source}{text}"));
    }

    /// The lines are intact even if their lock is poisoned: no thread panics while it changes them.
    fn lock(&self) -> MutexGuard<'_, VecDeque<String>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Whether a line is the first one of those with which programs say why they fail.
fn says_what_failed(line: &str) -> bool {
    const WORDS: [&str; 6] = ["panic", "error", "exception", "assert", "fault", "abort"];
    let line = line.to_lowercase();
    WORDS.iter().any(|word| line.contains(word))
}

/// The rows and totals on standard error that wait to be read. All else is noise, of which there may be much.
#[derive(Clone, Debug, Default)]
struct StderrLines(Arc<Mutex<VecDeque<String>>>);

impl StderrLines {
    /// Keeps a line if it is a row or a total, and returns whether it is.
    fn keep(&self, piece: Piece) -> bool {
        let Piece::Line(line) = piece else { return false };
        let mut lines = self.lock();
        let is_kept = lines.len() < MAX_STDERR_LINES && !read_line(&line).is_other();
        if is_kept {
            lines.push_back(line);
        }
        is_kept
    }

    fn next(&self) -> Option<String> {
        self.lock().pop_front()
    }

    /// The lines are intact even if their lock is poisoned: no thread panics while it changes them.
    fn lock(&self) -> MutexGuard<'_, VecDeque<String>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

// The threads.

fn in_a_thread(work: impl FnOnce() + Send + 'static) -> io::Result<JoinHandle<()>> {
    thread::Builder::new().spawn(work)
}

fn write_texts(mut pipe: Held<ChildStdin>, texts: &Receiver<String>) {
    for text in texts {
        if pipe.write_all(text.as_bytes()).and_then(|()| pipe.flush()).is_err() {
            break;
        }
    }
}

/// Passes lines on, to the end of the pipe or until `pass_on` returns false. A line that never ends
/// takes no more memory than any other.
fn read_lines(pipe: Option<impl Read>, mut pass_on: impl FnMut(Piece) -> bool) {
    let Some(mut pipe) = pipe else { return };
    let line_of = |bytes: &[u8]| Piece::Line(String::from_utf8_lossy(bytes).into_owned());
    let mut buffer = [0; 8192];
    let mut line: Vec<u8> = Vec::new();
    let mut is_cut = false;
    while let Ok(count @ 1..) = pipe.read(&mut buffer) {
        for piece in buffer[..count].split_inclusive(|&byte| byte == b'\n') {
            let text = piece.strip_suffix(b"\n").unwrap_or(piece);
            let (kept, excess) = text.split_at(text.len().min(MAX_LINE_BYTES - line.len()));
            line.extend(kept);
            let ends = piece.len() > text.len();
            // A line that is cut is passed on at once, because its end may never come.
            let is_passed_on = is_cut;
            is_cut = !ends && (is_cut || !excess.is_empty());
            let goes_on = (is_passed_on || !(ends || is_cut) || pass_on(line_of(&line)))
                && (excess.is_empty() || pass_on(Piece::Excess(excess.len())));
            if !goes_on {
                return;
            }
            if ends {
                line.clear();
            }
        }
    }
    if !line.is_empty() && !is_cut {
        pass_on(line_of(&line));
    }
}
