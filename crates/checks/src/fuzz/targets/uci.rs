//! Commands of UCI: whatever is sent, each command is answered once, and the session goes on.
//!
//! - `isready` is always answered, and `go` always ends: with a total that is the sum of its rows, or with
//!   `bestmove`.
//! - `quit` ends the session, and so does the end of the input.
//! - What is printed is plain text in lines of a bounded length.
//! - However long a command is, only so much of it is kept: [`crate::fuzz::Target::most_memory`] does not depend
//!   on the length.
//!
//! Counts are so deep that they end at once: what asks for more is changed before it is sent.

use ox88::Position;
use ox88_cli::backend::Backend;
use ox88_cli::outcome::{CommandVerdict, Stop};
use ox88_cli::uci::converse;
use std::io::{self, BufReader, Read, Write};
use std::sync::LazyLock;

/// How deep to count, and how often in one session.
const MAX_DEPTH: u32 = 2;
const MOST_COUNTS: usize = 30;

/// A line with all legal moves of a position, or with a long text that was shortened, is not longer.
const LONGEST_LINE: usize = 4 << 10;

static BACKEND: LazyLock<Backend> = LazyLock::new(|| {
    Backend::new(Some(1), Some(0), false, false)
        .unwrap_or_else(|_| panic!("one thread can be started"))
});

pub fn run(data: &[u8]) {
    let mut sent = Sent::default();
    let mut input = Harmless { lines: data, left: b"", counts: 0, has_ended: false };
    while let Some(line) = input.next_line() {
        sent.add(line);
    }
    let mut answers = Answers::default();
    let input = Harmless { lines: data, left: b"", counts: 0, has_ended: false };
    let end = converse(&mut BufReader::with_capacity(64, input), &BACKEND, &mut answers);
    match end {
        Err(Stop::Interrupted) => panic!("the session ended, and nobody has ended it"),
        Ok(verdict) => assert!(verdict == CommandVerdict::Right),
        Err(Stop::Refused(message)) => panic!("the session ended: {message}"),
        Err(Stop::Output(error)) => panic!("all of it is taken, but: {error}"),
    }
    assert!(answers.line.is_empty(), "a line without an end");
    assert_eq!(answers.ready, sent.ready, "answers to isready");
    assert_eq!(answers.ends, sent.counts, "answers to go");
    assert_eq!(answers.uci, sent.uci, "answers to uci");
}

/// The depth for which a command asks.
fn depth_of_go(line: &[u8]) -> Option<u32> {
    let text = String::from_utf8_lossy(&line[..line.len().min(1 << 10)]).into_owned();
    let mut words = text.split_whitespace();
    let is_perft = words.next() == Some("go") && words.next() == Some("perft");
    words.next().filter(|_| is_perft)?.parse().ok()
}

/// The lines of some commands without those that would count too long, and `isready` after them. Nothing
/// is copied.
struct Harmless<'a> {
    lines: &'a [u8],
    /// What is left of the present line.
    left: &'a [u8],
    counts: usize,
    has_ended: bool,
}

impl<'a> Harmless<'a> {
    fn next_line(&mut self) -> Option<&'a [u8]> {
        while !self.lines.is_empty() {
            let end = self.lines.iter().position(|&byte| byte == b'\n');
            let end = end.map_or(self.lines.len(), |end| end + 1);
            let (line, rest) = self.lines.split_at(end);
            self.lines = rest;
            let depth = depth_of_go(line);
            self.counts += usize::from(depth.is_some());
            if depth.is_none_or(|depth| depth <= MAX_DEPTH && self.counts <= MOST_COUNTS) {
                return Some(line);
            }
        }
        // The last line may have no end yet.
        (!std::mem::replace(&mut self.has_ended, true)).then_some(b"\nisready\n")
    }
}

impl Read for Harmless<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.left.is_empty() {
            self.left = self.next_line().unwrap_or_default();
        }
        let (now, left) = self.left.split_at(self.left.len().min(buffer.len()));
        buffer[..now.len()].copy_from_slice(now);
        self.left = left;
        Ok(now.len())
    }
}

/// What has to be answered.
#[derive(Default)]
struct Sent {
    has_quit: bool,
    ready: usize,
    counts: usize,
    uci: usize,
}

impl Sent {
    fn add(&mut self, line: &[u8]) {
        let begin = String::from_utf8_lossy(&line[..line.len().min(1 << 10)]).into_owned();
        let first = begin.split_whitespace().next();
        self.has_quit |= first == Some("quit");
        if !self.has_quit {
            self.ready += usize::from(first == Some("isready"));
            self.counts += usize::from(first == Some("go"));
            self.uci += usize::from(first == Some("uci"));
        }
    }
}

/// What was answered, of which only a line is kept.
#[derive(Default)]
struct Answers {
    line: Vec<u8>,
    ready: usize,
    ends: usize,
    uci: usize,
    sum: u128,
}

impl Write for Answers {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        for &byte in bytes {
            if byte == b'\n' {
                let line = std::mem::take(&mut self.line);
                self.read(std::str::from_utf8(&line).expect("answers are UTF-8"));
            } else {
                self.line.push(byte);
                assert!(self.line.len() <= LONGEST_LINE, "a line without an end");
            }
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Answers {
    fn read(&mut self, line: &str) {
        assert!(!line.contains(char::is_control), "{line:?}");
        self.ready += usize::from(line == "readyok");
        self.uci += usize::from(line == "uciok");
        if let Some(total) = line.strip_prefix("Nodes searched: ") {
            self.ends += 1;
            assert_eq!(total.parse(), Ok(self.sum), "{line}");
            self.sum = 0;
        } else if line == "bestmove 0000" {
            self.ends += 1;
        } else if let Some(fen) = line.strip_prefix("fen       ") {
            let position = fen.parse::<Position>().expect("it prints a position");
            assert_eq!(position.to_string(), fen);
        } else if let Some((mv, leaves)) = line.split_once(": ")
            && (4..=5).contains(&mv.len())
            && let Ok(leaves) = leaves.parse::<u128>()
        {
            self.sum += leaves;
        }
    }
}
