//! Writes the counted lines: whole lines only, and no written line is lost.

use super::text::{self, WorkFile};
use crate::outcome::Result;
use ox88_count::work::{Head, Section, WorkLine};
use std::collections::HashSet;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};

/// A file or a stream for the results, with the head already in it.
pub struct Results<'a> {
    sink: Sink<'a>,
    /// The earlier lines, without their counts.
    before: HashSet<String>,
    /// How many lines were added.
    added: usize,
}

enum Sink<'a> {
    Stream(&'a mut dyn Write),
    File { file: File, whole: u64 },
}

impl<'a> Results<'a> {
    /// A stream for the results of some lines.
    pub fn in_stream(out: &'a mut dyn Write, head: &Head) -> Result<Results<'a>> {
        write!(out, "{head}")?;
        out.flush()?;
        Ok(Results { sink: Sink::Stream(out), before: HashSet::new(), added: 0 })
    }

    /// A file for the results of some lines. With `resume` it may hold some of them already, and a line
    /// that was being written when its writer ended is cut off. Without, it has to be new or empty.
    pub fn in_file(name: &str, section: &Section<'_>, resume: bool) -> Result<Results<'a>, String> {
        let (before, whole) = if resume { read_earlier(name, section)? } else { <_>::default() };
        let at_file =
            |error: io::Error| format!("{name}: {error}: expected a file for the results");
        if !resume && fs::metadata(name).is_ok_and(|file| file.len() > 0) {
            return Err(format!(
                "{name} is not empty: add --resume to go on where it ends, or name another file"
            ));
        }
        let file = OpenOptions::new().append(true).create(true).open(name).map_err(at_file)?;
        let mut results = Results { sink: Sink::File { file, whole }, before, added: 0 };
        results.cut_off_torn_line();
        if whole == 0 {
            results.write(&section.head.to_string()).map_err(|error| {
                format!("{name}: {error}: nothing is written yet: make room and start it again")
            })?;
        }
        Ok(results)
    }

    /// Whether a line was already counted before any was added.
    pub fn had(&self, line: &WorkLine<'_>) -> bool {
        self.before.contains(line.work)
    }

    /// How many lines are among the results.
    pub fn len(&self) -> usize {
        self.before.len() + self.added
    }

    /// Adds a line with its count. If it cannot be written, no part of it is left.
    pub fn add(&mut self, line: &WorkLine<'_>, count: u128) -> io::Result<()> {
        self.write(&format!("{}\n", line.counted(count)))?;
        self.added += 1;
        Ok(())
    }

    /// Writes lines all at once, so that no signal ends the program in the middle of a line.
    fn write(&mut self, lines: &str) -> io::Result<()> {
        match &mut self.sink {
            Sink::Stream(out) => out.write_all(lines.as_bytes()).and_then(|()| out.flush()),
            Sink::File { file, whole } => {
                let written = file.write_all(lines.as_bytes());
                match written {
                    Ok(()) => *whole += lines.len() as u64,
                    Err(_) => self.cut_off_torn_line(),
                }
                written
            }
        }
    }

    fn cut_off_torn_line(&mut self) {
        if let Sink::File { file, whole } = &self.sink {
            // If this is not possible, `read_earlier` will leave the line out.
            let _ = file.set_len(*whole);
        }
    }
}

/// The lines that a file already has, without their counts, and how many of its bytes are whole lines.
fn read_earlier(name: &str, section: &Section<'_>) -> Result<(HashSet<String>, u64), String> {
    // A device may have no end.
    if !fs::metadata(name).is_ok_and(|file| file.is_file()) {
        return Ok(<_>::default());
    }
    let (_, mut bytes) = text::bytes(name)?;
    if section.head.to_string().as_bytes().starts_with(&bytes) {
        return Ok(<_>::default());
    }
    let whole = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
    bytes.truncate(whole);
    let source = WorkFile::new(name, bytes)?;
    let sections = source.sections()?;
    let known: HashSet<_> = section.lines.iter().map(|line| line.work).collect();
    let is_known = |line: &WorkLine<'_>| line.count.is_some() && known.contains(line.work);
    match &sections[..] {
        [before] if before.head == section.head && before.lines.iter().all(is_known) => {
            Ok((before.lines.iter().map(|line| line.work.to_owned()).collect(), whole as u64))
        }
        _ => Err(format!(
            "{name} has the results of other work: expected the file that `ox88 work count` was writing, or a new one"
        )),
    }
}
