//! `ox88 suite`: are the counts of perft suites right? And the suites themselves, for other programs.

mod arguments;
mod check;
mod export;
mod files;
mod limits;
mod list;
mod page;
mod verdicts;

use self::files::SuiteSource;
use super::backend::Backend;
use super::outcome::{CommandVerdict, Stop};
use super::whole_file::Output;
use std::io::Write;

pub use self::arguments::Suite;
pub(crate) use self::files::suites;

impl Suite {
    /// Runs the command and writes its results to `out`.
    ///
    /// # Errors
    /// The input could not be used, the output not be written, or a signal came.
    pub fn run(&self, out: &mut impl Write) -> Result<CommandVerdict, Stop> {
        let content = self.content()?;
        let rows = self.rows()?;
        let limits = self.limits();
        let backend = || Backend::on_card_if(self.gpu, self.threads, self.memory, self.reference);
        if self.list {
            let suites = suites(&[], self.published)?;
            return list::list(&suites, &self.suites, rows, out);
        }
        if let Some(file) = &self.html {
            let suites = &suites(&self.suites, self.published)?;
            files::refuse_gaps(suites.iter())?;
            limits.tally(suites).refuse_if_all_are_skipped()?;
            Output::PAGE.write(file, &page::of_suites(suites, limits), out)?;
            return Ok(CommandVerdict::Right);
        }
        let Some(format) = self.export else {
            let sources = files::sources(&self.suites, self.published)?;
            files::refuse_gaps(sources.iter().map(SuiteSource::suite))?;
            return check::check(&sources, limits, backend, rows, out);
        };
        let suites = &suites(&self.suites, self.published)?;
        files::refuse_gaps(suites.iter())?;
        limits.tally(suites).refuse_if_all_are_skipped()?;
        let backend = if content.divides { Some(backend()?) } else { None };
        let items = export::items(suites, limits, content, backend.as_ref())?;
        CommandVerdict::Right.once_written(export::write(format, &items, content, out))
    }
}
