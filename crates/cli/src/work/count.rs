//! `ox88 work count`: counts the lines of a file of work, and writes each of them as soon as it is counted.

use super::results::Results;
use super::text::{WorkFile, position_of};
use crate::backend::Backend;
use crate::bar::{self, WithoutTerminal};
use crate::options::{backend, command};
use crate::outcome::{CommandVerdict, Result, Stop};
use crate::output::remark;
use ox88::Position;
use ox88_count::work::{Section, WorkLine};
use std::io::{ErrorKind, Write};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;

command! {
    /// Counts the leaves of each line of work, and writes each count as soon as it has it.
    #[argh(
        name = "count",
        example = "{command_name} work/part-0.epd --into result-0.epd --resume\n\
                   {command_name} < work.epd > result.epd"
    )]
    Count: counting {
        /// a file from `ox88 work split` or `ox88 work merge`; - for standard input (the default)
        #[argh(positional, arg_name = "FILE")]
        file: Option<String>,
        /// file for the results (default: standard output)
        #[argh(option, arg_name = "FILE")]
        into: Option<String>,
        /// continue an unfinished file of results
        #[argh(switch)]
        resume: bool,
    }
}

impl Count {
    pub fn run(&self, out: &mut impl Write) -> Result {
        if self.resume && self.into.is_none() {
            let form = "--into result.epd --resume";
            return Err(format!("--resume goes on in a file: name it, as in {form}").into());
        }
        let source = WorkFile::read(self.file.as_deref().unwrap_or("-"))?;
        let mut sections = source.sections()?;
        let (Some(section), true) = (sections.pop(), sections.is_empty()) else {
            let name = source.name;
            return Err(format!("{name} has several heads: count one part at a time").into());
        };
        section.check().map_err(|error| format!("{}:{error}", source.name))?;
        // A line without a position is refused before anything is counted.
        let item = |(index, line)| Ok((index, position_of(&source.name, line)?));
        let items = section.lines.iter().enumerate().map(item);
        let mut items: Vec<LineToCount> = items.collect::<Result<_, String>>()?;
        let backend = backend!(self)?;
        let mut results = match &self.into {
            Some(file) => Results::in_file(file, &section, self.resume)?,
            None => Results::in_stream(out, &section.head)?,
        };
        items.retain(|(index, _)| !results.had(&section.lines[*index]));
        count(&source.name, &section, &items, &backend, &mut results)
            .map_err(|stop| self.add_way_to_go_on(stop, results.len(), section.lines.len()))?;
        backend.tell_of_card();
        if let Some(file) = &self.into {
            remark(&format!("{file}: all {} lines are counted", results.len()));
        }
        Ok(CommandVerdict::Right)
    }

    /// Adds to an error of writing how to go on.
    fn add_way_to_go_on(&self, stop: Stop, done: usize, all: usize) -> Stop {
        match stop {
            Stop::Output(error) if self.into.is_some() || error.kind() != ErrorKind::BrokenPipe => {
                let name = self.into.as_deref().unwrap_or("standard output");
                let file = self.into.as_deref().unwrap_or("FILE");
                Stop::Refused(format!(
                    "{name}: {error}: {done} of {all} lines are written: make room, and start it again \
                     with --into {file} --resume to count the others"
                ))
            }
            other => other,
        }
    }
}

/// The place of a line among all, and its position.
type LineToCount = (usize, Position);

/// Counts the items on other threads, and writes each line on this one as soon as it is counted.
fn count(
    file: &str,
    section: &Section<'_>,
    items: &[LineToCount],
    backend: &Backend,
    results: &mut Results<'_>,
) -> Result<()> {
    let all = section.lines.len();
    let done = AtomicUsize::new(results.len());
    let depth = section.head.depth - section.head.plies;
    // If a line cannot be written, no other need be counted.
    let has_failed = AtomicBool::new(false);
    let is_over = || bar::is_interrupted() || has_failed.load(Ordering::Relaxed);
    let mut write = |index: usize, leaves: Result<u128, String>| {
        let line: &WorkLine<'_> = &section.lines[index];
        let leaves = leaves.map_err(|error| format!("{file}:{}: {error}", line.number))?;
        results.add(line, leaves)?;
        done.store(results.len(), Ordering::Relaxed);
        Ok(())
    };
    bar::show_while_counting(
        || format!("{} of {all} lines", done.load(Ordering::Relaxed)),
        || backend.progress(),
        WithoutTerminal::Lines,
        |bar| {
            thread::scope(|scope| {
                let (sender, counted) = mpsc::channel();
                let report = move |item: &LineToCount, leaves| {
                    // Nobody listens after a line that could not be written.
                    let _ = sender.send((item.0, leaves));
                };
                let counts = || backend.perft_each(items, |item| (item.1, depth), &is_over, report);
                thread::Builder::new().spawn_scoped(scope, counts).map_err(|error| {
                    format!("{error}: expected room for a thread that counts, as with --memory 0")
                })?;
                let mut counted = counted.into_iter();
                let end =
                    counted.try_for_each(|(index, leaves)| bar.suspend(|| write(index, leaves)));
                has_failed.store(end.is_err(), Ordering::Relaxed);
                end
            })
        },
    )
}
