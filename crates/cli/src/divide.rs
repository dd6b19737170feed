//! `ox88 divide`: the number of leaves after each move.

use super::backend;
use super::backend::Backend;
use super::options::{backend, command, position};
use super::outcome::{CommandVerdict, Stop};
use super::rows::{RowFormat, Rows, Value};
use super::stats;
use super::stats::Leaves;
use ox88::Position;
use std::io::{self, Write};

command! {
    /// Counts the leaves after each legal move.
    #[argh(
        name = "divide",
        example = "{command_name} 3\n{command_name} 2 kiwipete \"e1g1 h3g2\"\n\
                   {command_name} 4 8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"
    )]
    Divide: depth position counting {
        /// also count captures, en passant, castles, promotions, checks, discovered and double checks, mates
        /// and stalemates
        #[argh(switch, short = 's')]
        stats: bool,
        /// print JSON: an array with move, depth and nodes (and the kinds with --stats) for each move
        #[argh(switch, short = 'j')]
        json: bool,
        /// print comma-separated values
        #[argh(switch)]
        csv: bool,
        /// print what an engine would answer if the explanation of the first finding in this report were true; a report
        /// is what hunt --json prints
        #[argh(option, long = "as", arg_name = "REPORT")]
        by_report: Option<String>,
    }
}

impl Divide {
    /// Runs the command and writes its results to `out`.
    pub fn run(&self, out: &mut impl Write) -> Result<CommandVerdict, Stop> {
        let format = RowFormat::asked_for(self.json, self.csv, false)?;
        backend::refuse_kinds_on_card(self.stats, self.gpu)?;
        let position = position!(self)?;
        if let Some(report) = &self.by_report {
            return self.as_explained(report, &position, format, out);
        }
        let backend = backend!(self)?;
        let depth = self.depth;
        match (self.stats, format) {
            (true, None) => {
                let divide = backend.by_kind().divide(&position, depth)?;
                CommandVerdict::Right.once_written(write_table(&divide, out))
            }
            (true, Some(format)) => {
                self.write_rows(backend.by_kind().divide(&position, depth), format, out)
            }
            (false, format) => {
                let divide = backend.divide(&position, depth);
                let verdict = match format {
                    None => CommandVerdict::Right.once_written(write!(
                        out,
                        "{}",
                        ox88::Divide::from(divide?)
                    )),
                    Some(format) => self.write_rows(divide, format, out),
                }?;
                backend.tell_of_card();
                Ok(verdict)
            }
        }
    }

    /// The rows of the engine that a report describes.
    fn as_explained(
        &self,
        report: &str,
        position: &Position,
        format: Option<RowFormat>,
        out: &mut impl Write,
    ) -> Result<CommandVerdict, Stop> {
        let text = std::fs::read_to_string(report)
            .map_err(|error| Stop::Refused(format!("--as {report}: {error}")))?;
        let world = ox88_hunt::read_explanation(&text).map_err(|error| {
            let how = "expected what `ox88 hunt --json report.json ENGINE` writes";
            Stop::Refused(format!("--as {report}: {error}: {how}"))
        })?;
        let rows = world.divide(position, self.depth);
        let total: u128 = rows.iter().map(|it| it.1).sum();
        let Some(format) = format else {
            let lines =
                rows.iter().map(|(mv, count)| format!("{}: {count}\n", position.move_text(*mv)));
            let lines: String = lines.collect();
            return CommandVerdict::Right
                .once_written(write!(out, "{lines}\nNodes searched: {total}\n"));
        };
        let mut table = Rows::new(format, vec!["move", "depth", "nodes"], out)?;
        let written = rows.into_iter().try_for_each(|(mv, count)| {
            let text = position.move_text(mv);
            table.write([Value::Word(text), Value::Number(self.depth.into()), Value::Number(count)])
        });
        CommandVerdict::Right.once_written(written.and_then(|()| table.finish()))
    }

    /// For programs: a row for each move, with the depth of the whole divide.
    fn write_rows<T: Leaves>(
        &self,
        divide: Result<ox88_count::Rows<T>, Stop>,
        format: RowFormat,
        out: &mut impl Write,
    ) -> Result<CommandVerdict, Stop> {
        let mut rows = Rows::new(format, stats::names::<T>(&["move", "depth"]), out)?;
        let divide = match divide {
            Ok(divide) => divide,
            Err(stop) => return Err(rows.ended_by(stop)),
        };
        let written = divide.texts().try_for_each(|(mv, leaves)| {
            let fields = [Value::Word(mv), Value::Number(self.depth.into())];
            rows.write(fields.into_iter().chain(stats::values(&leaves)))
        });
        CommandVerdict::Right.once_written(written.and_then(|()| rows.finish()))
    }
}

/// For people: a row for each move, and their sum.
fn write_table<T: Leaves>(divide: &ox88_count::Rows<T>, out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "{}", stats::headings::<T>("move "))?;
    let total = [("total".to_owned(), divide.total())];
    for (mv, leaves) in divide.texts().chain(total) {
        writeln!(out, "{}", stats::cells(&format!("{mv:<5}"), &leaves))?;
    }
    Ok(())
}
