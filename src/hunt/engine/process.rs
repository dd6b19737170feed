//! A child process that is written to and read in time, and never left behind.
//!
//! Threads read and write its pipes, so that nobody here waits on a pipe: an engine that does not
//! read, or that has left a pipe to a child of its own, keeps a thread waiting and nobody else.

use super::group;
use super::last_lines::LastLines;
use std::io::{self, ErrorKind, Read, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender, SyncSender};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// How many bytes of a line are kept. No row of a divide comes near it.
const LONGEST_LINE: usize = 4096;

/// How many lines wait to be heard before the process has to wait as well.
const LINES_IN_WAIT: usize = 256;

/// How often it is looked whether the process still runs.
const GLANCE: Duration = Duration::from_millis(20);

/// How long a process that has ended may still be heard: what it has written is on the way, and the
/// pipe may be kept open for ever by a child that it has left behind.
const ECHO: Duration = Duration::from_millis(200);

/// How long a killed process takes at the most, unless the system itself hangs.
const DEATH: Duration = Duration::from_secs(2);

/// A process with its pipes. It is killed when this is dropped, with all that it has started.
#[derive(Debug)]
pub(super) struct Process {
    child: Child,
    /// Nothing for a process that reads no input.
    input: Option<Sender<String>>,
    output: Receiver<Heard>,
    readers: Vec<JoinHandle<()>>,
    last_lines: LastLines,
}

/// What is heard of a process.
#[derive(Debug)]
pub(super) enum Heard {
    /// A line of its output, cut where it is longer than any answer.
    Line(String),
    /// So many more bytes of a line that was cut.
    More(usize),
    /// Nothing in that time.
    Nothing,
    /// The end of its output.
    End,
}

impl Process {
    /// Starts a program with its arguments, and with input to be written or without.
    pub(super) fn start(words: &[String], takes_input: bool) -> io::Result<Process> {
        let (program, arguments) = words.split_first().ok_or(ErrorKind::InvalidInput)?;
        let mut command = Command::new(program);
        command.args(arguments).stdout(Stdio::piped()).stderr(Stdio::piped());
        command.stdin(if takes_input { Stdio::piped() } else { Stdio::null() });
        let mut child = group::start(&mut command)?;

        let (sender, output) = mpsc::sync_channel(LINES_IN_WAIT);
        let pipes = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        // From here on the process is killed if anything fails.
        let mut process = Process {
            child,
            input: None,
            output,
            readers: Vec::new(),
            last_lines: LastLines::default(),
        };
        if let Some(pipe) = pipes.0 {
            let (sender, texts) = mpsc::channel();
            in_a_thread(move || write_texts(pipe, &texts))?;
            process.input = Some(sender);
        }
        let last_lines = process.last_lines.clone();
        let reader = in_a_thread(move || read_output(pipes.1, &sender, &last_lines))?;
        process.readers.push(reader);
        let last_lines = process.last_lines.clone();
        process.readers.push(in_a_thread(move || read_complaints(pipes.2, &last_lines))?);
        Ok(process)
    }

    /// Writes a line to its input, some time. A process that does not read it will not answer.
    pub(super) fn tell(&self, line: &str) {
        if let Some(input) = &self.input {
            // Where nobody writes any more the process is gone, and so will be heard.
            let _ = input.send(format!("{line}\n"));
        }
    }

    /// What is heard next, in so much time.
    pub(super) fn hear(&mut self, patience: Duration) -> Heard {
        let deadline = Instant::now() + patience;
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            match self.output.recv_timeout(left.min(GLANCE)) {
                Ok(heard) => return heard,
                Err(RecvTimeoutError::Disconnected) => return Heard::End,
                Err(RecvTimeoutError::Timeout) if left <= GLANCE => return Heard::Nothing,
                Err(RecvTimeoutError::Timeout) if self.status().is_some() => {
                    return self.output.recv_timeout(ECHO).unwrap_or(Heard::End);
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    /// How it has ended, if it has.
    pub(super) fn status(&mut self) -> Option<ExitStatus> {
        self.child.try_wait().ok().flatten()
    }

    /// How it ends, if it does in so much time.
    pub(super) fn status_within(&mut self, patience: Duration) -> Option<ExitStatus> {
        let deadline = Instant::now() + patience;
        loop {
            let status = self.status();
            if status.is_some() || Instant::now() >= deadline {
                return status;
            }
            thread::sleep(Duration::from_millis(1));
        }
    }

    /// Forgets the lines that it has printed so far.
    pub(super) fn forget_last_lines(&self) {
        self.last_lines.forget();
    }

    /// Kills it with all that it has started, and tells the last lines that it printed.
    pub(super) fn kill(mut self) -> Vec<String> {
        self.kill_now();
        // What it wrote before it died is still read, unless something has got away with the pipe.
        let deadline = Instant::now() + ECHO;
        while !self.readers.iter().all(JoinHandle::is_finished) && Instant::now() < deadline {
            while self.output.try_recv().is_ok() {}
            thread::sleep(Duration::from_millis(1));
        }
        self.last_lines.tell()
    }

    fn kill_now(&mut self) {
        // The number of a process that is gone may soon be that of another.
        if !group::kill_once(self.child.id()) {
            return;
        }
        // Where there are no groups this ends the process alone.
        let _ = self.child.kill();
        let _ = self.status_within(DEATH);
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.kill_now();
    }
}

// The threads.

fn in_a_thread(work: impl FnOnce() + Send + 'static) -> io::Result<JoinHandle<()>> {
    thread::Builder::new().spawn(work)
}

fn write_texts(mut pipe: ChildStdin, texts: &Receiver<String>) {
    for text in texts {
        if pipe.write_all(text.as_bytes()).and_then(|()| pipe.flush()).is_err() {
            break;
        }
    }
}

fn read_output(pipe: Option<impl Read>, output: &SyncSender<Heard>, last_lines: &LastLines) {
    read_lines(pipe, |heard| {
        if let Heard::Line(line) = &heard {
            last_lines.remember("", line);
        }
        output.send(heard).is_ok()
    });
}

/// Reads standard error for its last lines only. It is always read, so that it never fills up.
fn read_complaints(pipe: Option<impl Read>, last_lines: &LastLines) {
    read_lines(pipe, |heard| {
        if let Heard::Line(line) = &heard {
            last_lines.remember("stderr: ", line);
        }
        true
    });
}

/// Reads lines up to the end or as long as somebody wants to hear them. A line that never ends
/// takes no more memory than any other.
fn read_lines(pipe: Option<impl Read>, mut tell: impl FnMut(Heard) -> bool) {
    let Some(mut pipe) = pipe else { return };
    let line_of = |bytes: &[u8]| Heard::Line(String::from_utf8_lossy(bytes).into_owned());
    let mut bytes = [0; 8192];
    let mut line: Vec<u8> = Vec::new();
    let mut is_cut = false;
    loop {
        let count = match pipe.read(&mut bytes) {
            Ok(0) => break,
            Ok(count) => count,
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            Err(_) => break,
        };
        for piece in bytes[..count].split_inclusive(|&byte| byte == b'\n') {
            let text = piece.strip_suffix(b"\n").unwrap_or(piece);
            let (kept, rest) = text.split_at(text.len().min(LONGEST_LINE - line.len()));
            line.extend(kept);
            let ends = piece.len() > text.len();
            let is_told = is_cut;
            is_cut = !ends && (is_cut || !rest.is_empty());
            // A cut line is told at once, since its end may never come.
            let goes_on = (is_told || !(ends || is_cut) || tell(line_of(&line)))
                && (rest.is_empty() || tell(Heard::More(rest.len())));
            if !goes_on {
                return;
            }
            if ends {
                line.clear();
            }
        }
    }
    if !line.is_empty() && !is_cut {
        tell(line_of(&line));
    }
}
