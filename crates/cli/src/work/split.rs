//! `ox88 work split`: writes a line for each distinct position after some plies, with the depth that is left.

use super::text::{part_name, parts_in};
use crate::options::{command, position};
use crate::outcome::{CommandVerdict, Result};
use crate::output::remark;
use crate::{input, whole_file};
use ox88::Position;
use ox88_count::work::{Head, Part, Sums, work_line};
use ox88_hunt::counted;
use std::fs;
use std::io::{self, BufWriter, Write};
use std::ops::Range;

command! {
    /// Splits a perft into lines of work, one for each distinct position after some plies.
    #[argh(
        name = "split",
        example = "{command_name} 7 --plies 3 > work.epd\n\
                   {command_name} 11 --plies 5 --parts 100 --into work\n\
                   {command_name} 6 kiwipete --plies 2"
    )]
    Split: depth position {
        /// half moves after which to split, from 1 to the depth
        #[argh(option, arg_name = "N", from_str_fn(plies))]
        plies: u32,
        /// number of files for the lines: part-0.epd, part-1.epd and so on
        #[argh(option, arg_name = "K", from_str_fn(input::number))]
        parts: Option<u128>,
        /// folder for these files
        #[argh(option, arg_name = "FOLDER")]
        into: Option<String>,
    }
}

impl Split {
    pub fn run(&self, out: &mut impl Write) -> Result {
        if self.plies > self.depth {
            let (plies, depth) = (self.plies, self.depth);
            let why = format!("--plies {plies} is more than the depth: expected from 1 to {depth}");
            return Err(why.into());
        }
        let folder = match (self.parts, &self.into) {
            (None, None) => None,
            (Some(parts), Some(folder)) => Some((parts, folder.as_str())),
            _ => return Err("--parts and --into go together, as in --parts 8 --into work".into()),
        };
        if let Some((_, folder)) = folder {
            prepare(folder)?;
        }
        let root = position!(self)?;
        let split = Lines::new(&root, self.depth, self.plies)?;
        let Head { plies, whole: Sums { lines, times, .. }, .. } = split.head;
        let plies = counted(plies, "half move");
        remark(&format!("after {plies}: {lines} distinct positions, {times} paths to them"));
        match folder {
            None => {
                let mut out = BufWriter::new(out);
                let written = split.write(&mut out, 0..split.positions.len(), None);
                CommandVerdict::Right.once_written(written.and_then(|()| out.flush()))
            }
            Some((parts, folder)) => {
                split.write_parts(parts, folder)?;
                Ok(CommandVerdict::Right)
            }
        }
    }
}

/// Makes the folder if there is none. A folder with parts is refused, because they may have been sent already.
fn prepare(folder: &str) -> Result<(), String> {
    let at_folder =
        |error: io::Error| format!("{folder}: {error}: expected a folder for the parts");
    fs::create_dir_all(folder).map_err(at_folder)?;
    match parts_in(folder).map_err(at_folder)?.first() {
        None => Ok(()),
        Some(part) => Err(format!("{part} is there already: expected a folder without parts")),
    }
}

/// The lines of a split, in their order.
struct Lines {
    positions: ox88_count::Split,
    /// The head of the work.
    head: Head,
}

impl Lines {
    fn new(root: &Position, depth: u32, plies: u32) -> Result<Lines, String> {
        let positions = ox88_count::Split::new(root, plies)
            .map_err(|error| format!("{error}: take a smaller number of --plies"))?;
        if positions.is_empty() {
            return Err(format!(
                "every game from here ends before half move {plies}, and so the count is 0: there is \
                 no work"
            ));
        }
        // The root of the split and not the position as typed, so that the same work is the same file.
        let root = *positions.root();
        let mut lines = Lines {
            positions,
            head: Head { root, depth, plies, whole: Sums::default(), part: None },
        };
        lines.head.whole = lines.sums(0..lines.positions.len())?;
        Ok(lines)
    }

    /// The lines with these places in the order, each with its number of paths.
    fn lines(&self, lines: Range<usize>) -> impl Iterator<Item = (String, u128)> {
        let depth = self.head.depth - self.head.plies;
        let positions = self.positions.positions(lines);
        positions.map(move |(at, times)| (work_line(&at.to_string(), times, depth), times))
    }

    fn sums(&self, lines: Range<usize>) -> Result<Sums, String> {
        let mut sums = Sums::default();
        for (line, times) in self.lines(lines) {
            sums.add(&line, times)?;
        }
        Ok(sums)
    }

    fn write(
        &self,
        mut out: impl Write,
        lines: Range<usize>,
        part: Option<Part>,
    ) -> io::Result<()> {
        write!(out, "{}", Head { part, ..self.head.clone() })?;
        for (line, _) in self.lines(lines) {
            writeln!(out, "{line}")?;
        }
        Ok(())
    }

    /// Divides the lines into this many parts, of which none has more than one line more than another.
    fn write_parts(&self, parts: u128, folder: &str) -> Result<(), String> {
        let lines = self.positions.len();
        let Some(parts) = usize::try_from(parts).ok().filter(|parts| (1..=lines).contains(parts))
        else {
            return Err(format!(
                "--parts {parts}: expected from 1 to {lines}, the number of lines"
            ));
        };
        let begin = |part: usize| part * (lines / parts) + part.min(lines % parts);
        for number in 0..parts {
            let lines = begin(number)..begin(number + 1);
            let name = format!("{number}/{parts}");
            let part = Part { name, sums: self.sums(lines.clone())? };
            let file = part_name(folder, number);
            let written = whole_file::write(&file, |out| self.write(out, lines, Some(part)));
            if let Err(error) = written {
                // Some of the parts would look like all of them, and would be in the way of another attempt.
                for number in 0..number {
                    let _ = fs::remove_file(part_name(folder, number));
                }
                return Err(format!("{file}: {error}: expected room for {parts} parts"));
            }
        }
        Ok(())
    }
}

/// Reads a number of half moves.
fn plies(text: &str) -> Result<u32, String> {
    input::depth(text).map_err(|_| "expected a number of half moves, as in --plies 3".to_owned())
}
