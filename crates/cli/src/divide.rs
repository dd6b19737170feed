//! `ox88 divide`: the number of leaves after each move.

use super::backend::{self, Backend};
use super::input;
use super::options::{backend, command, position};
use super::outcome::{CommandVerdict, Result};
use super::rows::{RowFormat, Rows, Value};
use super::stats::{self, Leaves};
use ox88_hunt::read_explanation;
use std::io::{self, Write};

const UNFORESEEN: &str = "ox88 cannot tell what an engine with this bug answers here: in Chess960, and where a piece stands \
                          on the square that a king would castle to, that depends on its code. Try another position";

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
        /// print JSON: an array with move, depth and nodes (and the other columns with --stats) for each move
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
    pub fn run(&self, out: &mut impl Write) -> Result {
        let format = RowFormat::asked_for(self.json, self.csv, false)?;
        backend::refuse_kinds_on_card(self.stats, self.gpu)?;
        let position = position!(self)?;
        if let Some(report) = &self.by_report {
            let engine = input::read_report(report, "--json report.json ENGINE", read_explanation)?;
            let rows = engine.divide(&position, self.depth).ok_or(UNFORESEEN)?;
            let divide = ox88::Divide::new(self.depth, position.castling_notation(), rows);
            return self.write(Ok(divide), format, out);
        }
        let backend = backend!(self)?;
        if self.stats {
            let divide = backend.by_kind().divide(&position, self.depth);
            return match format {
                None => CommandVerdict::Right.once_written(write_table(&divide?, out)),
                Some(format) => self.write_rows(divide.map(|it| it.texts().collect()), format, out),
            };
        }
        let divide = backend.divide(&position, self.depth).map(ox88::Divide::from);
        let verdict = self.write(divide, format, out)?;
        backend.tell_of_card();
        Ok(verdict)
    }

    fn write(
        &self,
        divide: Result<ox88::Divide>,
        format: Option<RowFormat>,
        out: &mut impl Write,
    ) -> Result {
        match format {
            None => CommandVerdict::Right.once_written(write!(out, "{}", divide?)),
            Some(format) => self.write_rows(divide.map(|it| it.texts().collect()), format, out),
        }
    }

    /// For programs: a row for each move, with the depth of the whole divide.
    fn write_rows<T: Leaves>(
        &self,
        divide: Result<Vec<(String, T)>>,
        format: RowFormat,
        out: &mut impl Write,
    ) -> Result {
        let mut rows = Rows::new(format, stats::names::<T>(&["move", "depth"]), out)?;
        let divide = match divide {
            Ok(divide) => divide,
            Err(stop) => return Err(rows.ended_by(stop)),
        };
        let written = divide.into_iter().try_for_each(|(mv, leaves)| {
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
