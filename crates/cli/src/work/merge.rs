//! `ox88 work merge`: adds up the results, or lists what is missing.

use super::text::{WorkFile, file_or_folder, position_of};
use crate::backend::Backend;
use crate::bar::WithoutTerminal;
use crate::options::{backend, command};
use crate::outcome::{CommandVerdict, Result};
use crate::output::remark;
use crate::stats::differences;
use crate::{bar, input};
use ox88::{Position, root_moves};
use ox88_count::work::{Head, Part, Section, Sums, WorkLine};
use ox88_count::{KnownCounts, Split, sample};
use std::io::{BufWriter, Write};
use std::sync::mpsc;

command! {
    /// Adds up the results, or writes the missing lines of work.
    #[argh(
        name = "merge",
        example = "{command_name} work.epd result.epd\n\
                   {command_name} work result-*.epd --divide\n\
                   {command_name} work result-*.epd --recount 1%\n\
                   {command_name} work result-*.epd > missing.epd",
        note = "--threads, --memory, --reference and --gpu are for --recount.",
        error_code(0, "every line has a count"),
        error_code(
            1,
            "lines are missing, counts of the same line differ, or the sum is not the known one"
        ),
        error_code(2, "a file does not belong to this perft, or cannot be read")
    )]
    Merge: counting {
        /// output of `ox88 work split`: a file, or the folder with all parts
        #[argh(positional, arg_name = "WORK")]
        work: String,
        /// output of `ox88 work count`: any number of files, each with any of the lines
        #[argh(positional, arg_name = "RESULT")]
        results: Vec<String>,
        /// split the sum by the first move
        #[argh(switch)]
        divide: bool,
        /// recount a share of the lines, like 1%
        #[argh(option, arg_name = "SHARE", from_str_fn(percent))]
        recount: Option<f64>,
        /// seed that selects the lines to recount (default: 1)
        #[argh(option, arg_name = "N", from_str_fn(input::seed))]
        seed: Option<u64>,
    }
}

impl Merge {
    pub fn run(&self, out: &mut impl Write) -> Result {
        if self.results.is_empty() {
            return Err("expected results to merge: name their files".into());
        }
        if self.seed.is_some() && self.recount.is_none() {
            return Err("--seed chooses lines for --recount: add it".into());
        }
        let sources = file_or_folder(&self.work)?;
        let mut sections = Vec::new();
        for source in &sources {
            for section in source.sections()? {
                section.check().map_err(|error| format!("{}:{error}", source.name))?;
                sections.push((source.name.as_str(), section));
            }
        }
        let mut sums = WorkSums::new(&self.work, sections)?;
        for file in &self.results {
            sums.read(file)?;
        }
        if !sums.conflicts.is_empty() {
            sums.conflicts.iter().for_each(|conflict| remark(conflict));
            return Ok(CommandVerdict::Differs);
        }
        if self.recount(&sums)? == CommandVerdict::Differs {
            return Ok(CommandVerdict::Differs);
        }
        if sums.counted().count() < sums.lines.len() {
            return CommandVerdict::Differs.once_written(sums.write_missing(out));
        }
        let total = sums.total()?;
        let rows = if self.divide { sums.divide()? + "\n" } else { String::new() };
        let written = writeln!(out, "{rows}Nodes searched: {total}");
        let Head { root, depth, .. } = &sums.head;
        let known = KnownCounts::of(root).at(*depth);
        let Some(expected) = known.and_then(|known| differences(&known, &total)) else {
            return CommandVerdict::Right.once_written(written);
        };
        remark(&format!(
            "that is not the known count: expected {expected}: a line was counted wrongly, and --recount 100% \
             finds it"
        ));
        CommandVerdict::Differs.once_written(written)
    }

    /// Counts a sample of the lines again, with `--recount`, and says which counts differ.
    fn recount(&self, sums: &WorkSums<'_>) -> Result {
        let Some(percent) = self.recount else { return Ok(CommandVerdict::Right) };
        let seed = self.seed.unwrap_or(1);
        let mut items = Vec::new();
        for (line, result) in sample(sums.counted().collect(), percent, seed) {
            items.push((line, result, position_of(&self.work, line)?));
        }
        let backend = backend!(self)?;
        let (sender, differing) = mpsc::channel();
        let report = move |&(line, result, _): &Recounted<'_>, leaves: Result<u128, String>| {
            let Counted { leaves: found, file, line: number } = result;
            if leaves != Ok(found) {
                let counted = leaves.map_or_else(|error| error, |leaves| leaves.to_string());
                let _ = sender.send((file, number, found, counted, line.fen.to_owned()));
            }
        };
        bar::show_while_counting(
            || format!("{} lines again", items.len()),
            || backend.progress(),
            WithoutTerminal::Lines,
            |_| {
                let place = |&(line, _, at): &Recounted<'_>| (at, line.depth);
                backend.perft_each(&items, place, &bar::is_interrupted, report);
                Ok(())
            },
        )?;
        let mut wrong: Vec<_> = differing.into_iter().collect();
        wrong.sort();
        for (file, number, found, counted, fen) in &wrong {
            let name = &self.results[*file];
            remark(&format!(
                "{name}:{number}: found {found}, but counted again it is {counted}: {fen}"
            ));
        }
        let (counted, all) = (items.len(), sums.lines.len());
        let end = match wrong.len() {
            0 => "all as before".to_owned(),
            wrong => format!("{wrong} differ"),
        };
        remark(&format!("counted {counted} of {all} lines again, chosen by seed {seed}: {end}"));
        Ok(if wrong.is_empty() { CommandVerdict::Right } else { CommandVerdict::Differs })
    }
}

/// A line that is counted again, with its result and its position.
type Recounted<'a> = (&'a WorkLine<'a>, Counted, Position);

/// A result, and where it was found.
#[derive(Clone, Copy)]
struct Counted {
    leaves: u128,
    /// The place of the file among the results.
    file: usize,
    line: usize,
}

/// All lines of a split, with the results that were found so far.
struct WorkSums<'a> {
    /// The name of the work in messages.
    name: &'a str,
    head: Head,
    /// Sorted by their positions.
    lines: Vec<WorkLine<'a>>,
    counts: Vec<Option<Counted>>,
    files: Vec<String>,
    /// A message for each line with different counts.
    conflicts: Vec<String>,
}

impl<'a> WorkSums<'a> {
    /// Refuses lines that are not all those of one split.
    fn new(name: &'a str, sections: Vec<(&str, Section<'a>)>) -> Result<WorkSums<'a>, String> {
        let [(_, first), ..] = &sections[..] else { return Err(format!("{name} has no lines")) };
        let head = Head { part: None, ..first.head.clone() };
        let (mut lines, mut sums) = (Vec::new(), Sums::default());
        for (file, mut section) in sections {
            head.same_work(&section.head)
                .map_err(|problem| format!("{file}:{}: {problem}", section.number))?;
            for line in &section.lines {
                sums.add(line.work, line.times)?;
            }
            lines.append(&mut section.lines);
        }
        if sums != head.whole {
            return Err(format!(
                "{name} is not the whole work: found {sums}, expected {}: name the file of all lines, or \
                 the folder of all parts",
                head.whole
            ));
        }
        // A file is sorted already, but parts may have been read in another order.
        lines.sort_by_key(|line| line.fen);
        let counts = vec![None; lines.len()];
        Ok(WorkSums { name, head, lines, counts, files: Vec::new(), conflicts: Vec::new() })
    }

    /// The place of a position among the lines.
    fn place(&self, fen: &str) -> Option<usize> {
        self.lines.binary_search_by_key(&fen, |line| line.fen).ok()
    }

    /// Reads a file of results. A line that does not belong to the work is refused.
    fn read(&mut self, file: &str) -> Result<(), String> {
        let source = WorkFile::read(file)?;
        self.files.push(source.name.clone());
        for section in source.sections()? {
            let at = |number, problem: &str| format!("{}:{number}: {problem}", source.name);
            let same_work = self.head.same_work(&section.head);
            same_work.map_err(|problem| at(section.number, &problem))?;
            for line in &section.lines {
                self.read_line(line).map_err(|problem| at(line.number, &problem))?;
            }
        }
        Ok(())
    }

    fn read_line(&mut self, line: &WorkLine<'_>) -> Result<(), String> {
        let Some(leaves) = line.count else {
            let form = format!(";D{} 4865609", line.depth);
            return Err(format!(
                "`{}` has no count: expected one after it, like `{form}`",
                line.work
            ));
        };
        let place = self.place(line.fen);
        let Some(place) = place.filter(|&place| self.lines[place].work == line.work) else {
            return Err(format!("`{}` is not a line of {}", line.work, self.name));
        };
        let here = Counted { leaves, file: self.files.len() - 1, line: line.number };
        match self.counts[place] {
            Some(there) if there.leaves != leaves => {
                let [first, second] = [there, here]
                    .map(|it| format!("{}:{} has {}", self.files[it.file], it.line, it.leaves));
                self.conflicts.push(format!(
                    "{first} and {second} for the same line: `ox88 perft {} {}` says which is wrong: \
                     remove that line and merge again",
                    line.depth, line.fen
                ));
            }
            Some(_) => {}
            None => self.counts[place] = Some(here),
        }
        Ok(())
    }

    /// The lines that have a count.
    fn counted(&self) -> impl Iterator<Item = (&WorkLine<'a>, Counted)> {
        let both = self.lines.iter().zip(&self.counts);
        both.filter_map(|(line, count)| Some((line, (*count)?)))
    }

    /// Writes the lines without a count as a file of work.
    fn write_missing(&self, out: &mut impl Write) -> Result<()> {
        let both = self.lines.iter().zip(&self.counts);
        let missing = both.filter(|(_, count)| count.is_none()).map(|(line, _)| line);
        let mut sums = Sums::default();
        for line in missing.clone() {
            sums.add(line.work, line.times)?;
        }
        remark(&format!(
            "{} of {} lines are missing: they are written as a file of work, to be counted and merged \
             with the other results",
            sums.lines, self.head.whole.lines
        ));
        let part = Some(Part { name: "missing".to_owned(), sums });
        let mut out = BufWriter::new(out);
        write!(out, "{}", Head { part, ..self.head.clone() })?;
        for line in missing {
            writeln!(out, "{}", line.work)?;
        }
        Ok(out.flush()?)
    }

    fn total(&self) -> Result<u128, String> {
        self.counted().try_fold(0, |sum, (line, count)| added(sum, line.times, count.leaves))
    }

    /// The leaves after each root move. Splitting again, after each root move, shows how many of its paths lead to
    /// which line.
    fn divide(&self) -> Result<String, String> {
        let Head { root, plies, .. } = &self.head;
        let castling = root.castling_notation();
        let mut rows = String::new();
        for (mv, after) in root_moves(root, castling) {
            let split = Split::new(&after, plies - 1).map_err(|error| error.to_string())?;
            let mut leaves = 0;
            for (position, times) in split.positions(0..split.len()) {
                let place = self.place(&position.to_string()).ok_or_else(|| {
                    let name = self.name;
                    format!(
                        "{name} is not the split of its root: expected what `ox88 work split` wrote"
                    )
                })?;
                let behind = self.counts[place].map_or(0, |count| count.leaves);
                leaves = added(leaves, times, behind)?;
            }
            rows.extend([mv.text(castling), format!(": {leaves}\n")]);
        }
        Ok(rows)
    }
}

/// The sum and these leaves, once for each path to them.
fn added(sum: u128, times: u128, leaves: u128) -> Result<u128, String> {
    let more = times.checked_mul(leaves).and_then(|more| sum.checked_add(more));
    more.ok_or_else(|| "the sum passes 128 bits: take a smaller depth".to_owned())
}

/// Reads a share.
fn percent(text: &str) -> Result<f64, String> {
    let number = text.trim().strip_suffix('%').and_then(|number| number.trim().parse().ok());
    let number = number.filter(|&percent| 0.0 < percent && percent <= 100.0);
    number.ok_or_else(|| "expected a share above 0% and up to 100%, as in --recount 1%".to_owned())
}
