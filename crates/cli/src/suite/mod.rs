//! `ox88 suite`: are the counts of perft suites right? And a list of their positions.

mod arguments;
mod check;
mod files;
mod limits;
mod list;
mod verdicts;

use super::backend::Backend;
use super::options::backend;
use super::outcome::{CommandVerdict, Stop};
use super::rows::RowFormat;
use std::io::Write;

pub use self::arguments::Suite;
pub(crate) use self::files::suites;

impl Suite {
    /// Runs the command and writes its results to `out`.
    ///
    /// # Errors
    /// The input could not be used, the output not be written, or a signal came.
    pub fn run(&self, out: &mut impl Write) -> Result<CommandVerdict, Stop> {
        let rows = RowFormat::asked_for(self.json, self.csv, false)?;
        if self.list {
            return list::list(&suites(&[], self.published)?, &self.suites, rows, out);
        }
        let suites = suites(&self.suites, self.published)?;
        files::refuse_gaps(suites.iter())?;
        check::check(&suites, self.limits(), || backend!(self), rows, out)
    }
}
