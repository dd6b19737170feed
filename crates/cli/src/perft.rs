//! `ox88 perft`: how many leaves there are at each depth, and whether that is the known count.

use super::backend::{self, Backend};
use super::forecast::Forecast;
use super::options::{backend, command, position};
use super::outcome::{CommandVerdict, Result};
use super::output::painted;
use super::rows::{RowFormat, Rows, Value};
use super::stats::{Leaves, differences};
use super::{bar, output, stats};
use ox88::Position;
use ox88_count::KnownCounts;
use std::io::Write;
use std::iter;
use std::time::Instant;

command! {
    /// Counts the leaves at each depth, and compares them with known counts.
    #[argh(
        name = "perft",
        example = "{command_name} 5\n{command_name} 5 kiwipete --stats\n{command_name} 4 startpos e2e4 e7e5\n{command_name} 4 --start 356\n\
                   {command_name} 5 r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
    )]
    Perft: depth position counting {
        /// also count captures, en passant, castles, promotions, checks, discovered and double checks, mates
        /// and stalemates
        #[argh(switch, short = 's')]
        stats: bool,
        /// print JSON: an array with depth and nodes (and the other columns with --stats) for each depth
        #[argh(switch, short = 'j')]
        json: bool,
        /// print comma-separated values
        #[argh(switch)]
        csv: bool,
        /// print a Markdown table
        #[argh(switch)]
        markdown: bool,
    }
}

impl Perft {
    pub fn run(&self, out: &mut impl Write) -> Result {
        let format = RowFormat::asked_for(self.json, self.csv, self.markdown)?;
        backend::refuse_kinds_on_card(self.stats, self.gpu)?;
        let position = position!(self)?;
        let backend = backend!(self)?;
        bar::interruptible(|| {
            if self.stats {
                return self.count(&position, &backend.by_kind(), format, out);
            }
            let verdict = self.count(&position, &backend, format, out)?;
            backend.tell_of_card();
            Ok(verdict)
        })
    }

    fn count<T: Leaves>(
        &self,
        position: &Position,
        backend: &Backend<T>,
        format: Option<RowFormat>,
        out: &mut impl Write,
    ) -> Result {
        let known = &KnownCounts::of(position);
        let Some(format) = format else { return self.write_table(position, known, backend, out) };
        let rows = Rows::new(format, stats::names::<T>(&["depth"]), out)?;
        self.write_rows(position, known, backend, rows)
    }

    /// For people: with the known counts, and with times if there is room for them.
    fn write_table<T: Leaves>(
        &self,
        position: &Position,
        known: &KnownCounts,
        backend: &Backend<T>,
        out: &mut impl Write,
    ) -> Result {
        let mut verdict = CommandVerdict::Right;
        // Beside the kinds there is no room for times and for what was expected.
        let has_times = T::HEADINGS.is_empty();
        write!(out, "{}", stats::headings::<T>("depth"))?;
        if has_times {
            write!(out, " {:>11} {:>9}", "time", "nodes/s")?;
        }
        let heading = if has_times { "        expected  verdict" } else { "" };
        writeln!(out, "{}", if known.has_counts() { heading } else { "" })?;
        let (mut are_only_nodes_known, mut are_kinds_right) = (false, false);
        let mut forecast = Forecast::of(self.depth);
        for depth in 1..=self.depth {
            let start = Instant::now();
            let leaves = backend.perft(position, depth)?;
            let time = start.elapsed();
            forecast.counted(depth, time);

            let mut row = vec![stats::cells(&format!("{depth:>5}"), &leaves)];
            if has_times {
                let speed = output::speed(leaves.leaves(), time);
                row.push(format!(" {:>11} {speed:>9}", output::seconds(time)));
            }
            if let Some(expected) = known.at(depth) {
                let differences = differences(&expected, &leaves);
                let is_right = differences.is_none();
                let word = painted(if is_right { "ok" } else { "DIFFERS" }, is_right);
                row.push(match differences {
                    _ if has_times => {
                        let source = if expected.is_published { ", published" } else { "" };
                        format!(" {:>15}  {word}{source}", expected.nodes)
                    }
                    Some(differences) => format!("\n      {word}: expected {differences}"),
                    None => format!("  {word}"),
                });
                are_only_nodes_known |= !has_times && expected.stats.is_none();
                are_kinds_right |= !has_times && expected.stats.is_some() && is_right;
                verdict = if is_right { verdict } else { CommandVerdict::Differs };
            }
            writeln!(out, "{}", row.concat().trim_end())?;
            // The reader of a pipe need not wait for the deeper rows.
            out.flush()?;
        }
        if are_only_nodes_known {
            writeln!(out, "Only the nodes were compared: no suite has the other columns.")?;
        } else if are_kinds_right {
            writeln!(out, "ok: every column is as expected.")?;
        }
        Ok(verdict)
    }

    /// For programs and pages: the depth and the counts, with a remark on standard error if a count is not the known
    /// one.
    fn write_rows<T: Leaves, W: Write>(
        &self,
        position: &Position,
        known: &KnownCounts,
        backend: &Backend<T>,
        mut rows: Rows<'_, W>,
    ) -> Result {
        let mut verdict = CommandVerdict::Right;
        for depth in 1..=self.depth {
            let leaves = match backend.perft(position, depth) {
                Ok(leaves) => leaves,
                Err(stop) => return Err(rows.ended_by(stop)),
            };
            rows.write(iter::once(Value::Number(depth.into())).chain(stats::values(&leaves)))?;
            if let Some(differences) = known.at(depth).and_then(|it| differences(&it, &leaves)) {
                output::remark(&format!("depth {depth} differs: expected {differences}"));
                verdict = CommandVerdict::Differs;
            }
        }
        rows.finish()?;
        Ok(verdict)
    }
}
