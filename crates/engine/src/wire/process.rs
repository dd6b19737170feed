//! A child process that is written to and read without ever blocking, and never left behind.
//!
//! Threads write and read its pipes. An engine that does not read its input blocks one of these threads and nothing
//! else. They end with the process. Only a child that it leaves in a session of its own can hold its pipes longer, and
//! nobody waits for that.

use super::group;
use super::program::why_not_started;
use crate::read::{for_people, is_like_row, read_line};
use crate::talk::{Event, Exit};
use std::collections::VecDeque;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// How many bytes of a line are kept. No row of a divide comes near it.
const MAX_LINE_BYTES: u64 = 4096;

/// How many lines may wait to be read here before the process has to wait as well.
const MAX_LINES_WAITING: usize = 256;

/// How many lines are kept to be shown to people.
const MAX_LAST_LINES: usize = 5;

/// How often to check whether the process still runs.
const POLL_INTERVAL: Duration = Duration::from_millis(20);

/// How often to check whether it has ended when nothing else is awaited of it.
const EXIT_INTERVAL: Duration = Duration::from_millis(1);

/// How long the output of a process is read after its end: what it wrote may still be on its way, for long on a busy
/// machine, while a child that it left behind may keep the pipe open for ever.
const DRAIN_TIMEOUT: Duration = Duration::from_secs(1);

/// How long to wait for the end of a killed process. Only the system itself can make it longer.
const KILL_TIMEOUT: Duration = Duration::from_secs(2);

/// A process with its pipes. When it is dropped it is killed together with all that it started.
#[derive(Debug)]
pub(super) struct Process {
    child: Child,
    /// Nothing for a process without input.
    input: Option<Sender<String>>,
    /// What comes on standard output, and of standard error what may be part of an answer.
    output: Receiver<Event>,
    readers: Vec<JoinHandle<()>>,
    writer: Option<JoinHandle<()>>,
    last_lines: LastLines,
    /// Whether standard output has ended.
    has_ended: bool,
}

/// The last lines with text, which are shared with the threads that read them.
#[derive(Clone, Debug, Default)]
struct LastLines(Arc<Mutex<VecDeque<String>>>);

impl Process {
    /// Starts a program with its arguments. Its input is a pipe or null.
    ///
    /// # Errors
    /// Why it could not be started, and what was expected.
    pub(super) fn start(command: &[String], input: Stdio) -> Result<Process, String> {
        let (program, arguments) = command.split_first().ok_or("expected the name of a program")?;
        let mut command = Command::new(program);
        command.args(arguments).stdin(input).stdout(Stdio::piped()).stderr(Stdio::piped());
        let process = group::spawn(&mut command).and_then(Process::with_threads);
        process.map_err(|error| why_not_started(program, &error))
    }

    fn with_threads(mut child: Child) -> io::Result<Process> {
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
            last_lines: LastLines::default(),
            has_ended: false,
        };
        if let Some(mut pipe) = stdin {
            let (input, texts) = mpsc::channel::<String>();
            process.writer = Some(thread::Builder::new().spawn(move || {
                for text in texts {
                    if pipe.write_all(text.as_bytes()).is_err() {
                        break;
                    }
                }
            })?);
            process.input = Some(input);
        }
        let (on_stderr, last_lines) = (sender.clone(), process.last_lines.clone());
        process.readers.push(thread::Builder::new().spawn(move || {
            read_lines(stdout, |event| {
                last_lines.keep("", &event);
                sender.send(event).is_ok()
            });
            let _ = sender.send(Event::OutputEnded);
        })?);
        let last_lines = process.last_lines.clone();
        process.readers.push(thread::Builder::new().spawn(move || {
            // Most of this is noise, of which there may be much. It never fills up the pipe.
            read_lines(stderr, |event| {
                last_lines.keep("stderr: ", &event);
                let Event::Line(line) = event else { return true };
                let is_of_answer = is_like_row(&line) || !read_line(&line).is_other();
                !is_of_answer || on_stderr.send(Event::StderrLine(line)).is_ok()
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

    /// What happens next, until a time. Where standard output has ended, there may be rows on standard error, also
    /// some that are still on their way when the process ends.
    pub(super) fn next_event(&mut self, until: Instant) -> Event {
        loop {
            let left = until.saturating_duration_since(Instant::now());
            let interval = if self.has_ended { EXIT_INTERVAL } else { POLL_INTERVAL };
            let mut next = self.output.recv_timeout(left.min(interval));
            let exit = if next.is_err() { self.exit() } else { None };
            if exit.is_some() {
                next = self.output.recv_timeout(DRAIN_TIMEOUT);
            }
            match (next, exit) {
                (Ok(Event::OutputEnded), _) if self.has_ended => {}
                (Ok(Event::OutputEnded) | Err(RecvTimeoutError::Disconnected), _)
                | (Err(_), Some(_))
                    if !self.has_ended =>
                {
                    self.has_ended = true;
                    return Event::OutputEnded;
                }
                (Ok(event), _) => return event,
                (Err(_), Some(exit)) => return Event::Exited(exit),
                (Err(_), None) if left <= interval => return Event::Nothing,
                (Err(RecvTimeoutError::Disconnected), None) => thread::sleep(interval),
                (Err(RecvTimeoutError::Timeout), None) => {}
            }
        }
    }

    /// Waits for threads to read what the process wrote before it ended, unless a child got away with the pipe. Of
    /// standard output nothing is wanted any more.
    fn drain<'a>(&self, threads: impl IntoIterator<Item = &'a JoinHandle<()>>) {
        let end = Instant::now() + DRAIN_TIMEOUT;
        for thread in threads {
            look_until(end, || {
                while self.output.try_recv().is_ok() {}
                thread.is_finished().then_some(())
            });
        }
    }

    /// How it ended, if it has.
    fn exit(&mut self) -> Option<Exit> {
        let status = self.child.try_wait().ok().flatten()?;
        let (is_success, by_signal) = (status.success(), status.code().is_none());
        Some(Exit { how: status.to_string(), is_success, by_signal })
    }

    /// Waits for its end, for some time.
    pub(super) fn wait(&mut self, timeout: Duration) {
        look_until(Instant::now() + timeout, || self.exit());
    }

    /// Forgets the last lines that it printed so far.
    pub(super) fn forget(&self) {
        self.last_lines.lock().clear();
    }

    /// Kills it together with all that it started, and returns the last lines that it printed.
    pub(super) fn kill(mut self) -> Vec<String> {
        self.kill_now();
        self.drain(&self.readers);
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
    /// Waits for its threads as well, whose pipes are closed with it.
    fn drop(&mut self) {
        self.kill_now();
        self.input = None;
        self.drain(self.readers.iter().chain(&self.writer));
    }
}

/// Looks for something again and again, until it is there or the time is over.
fn look_until<T>(end: Instant, mut look: impl FnMut() -> Option<T>) -> Option<T> {
    loop {
        let found = look();
        if found.is_some() || Instant::now() >= end {
            return found;
        }
        thread::sleep(EXIT_INTERVAL);
    }
}

impl LastLines {
    /// Keeps a line unless it is blank.
    fn keep(&self, source: &str, event: &Event) {
        let Event::Line(line) = event else { return };
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

/// Passes lines on, to the end of the pipe or until `pass_on` returns false. A line that never ends
/// takes no more memory than any other: what comes after its first piece is excess.
fn read_lines(pipe: Option<impl Read>, mut pass_on: impl FnMut(Event) -> bool) {
    let Some(pipe) = pipe else { return };
    let mut pipe = BufReader::new(pipe);
    let mut piece = Vec::new();
    let mut is_excess = false;
    while let Ok(1..) = pipe.by_ref().take(MAX_LINE_BYTES).read_until(b'\n', &mut piece) {
        let is_end = piece.pop_if(|last| *last == b'\n').is_some();
        let event = if is_excess {
            Event::Excess(piece.len())
        } else {
            // Of a program that writes two bytes a letter, every other one is none.
            piece.retain(|&byte| byte != 0);
            Event::Line(String::from_utf8_lossy(&piece).into_owned())
        };
        if !pass_on(event) {
            return;
        }
        is_excess = !is_end;
        piece.clear();
    }
}
