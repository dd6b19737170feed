//! `ox88 suite`: are the counts of perft suites right? And the suites themselves, for other programs.

mod arguments;
mod check;
mod export;
mod files;
mod limits;

use super::backend::Backend;
use super::outcome::{Stop, Verdict};
use std::io::Write;

pub use self::arguments::Suite;
pub use self::files::suites;

impl Suite {
    /// Runs the command and writes its results to `out`.
    pub fn run(&self, out: &mut impl Write) -> Result<Verdict, Stop> {
        let content = self.content()?;
        let suites = &suites(&self.suites, self.published)?;
        let limits = self.limits();
        limits.refuse_if_all_are_skipped(suites)?;
        let backend = || Backend::new(self.threads, self.memory, self.reference);
        match self.export {
            None => check::check(suites, limits, &backend()?, out),
            Some(format) => {
                let backend = if content.divides { Some(backend()?) } else { None };
                let items = export::items(suites, limits, content, backend.as_ref())?;
                export::write(format, &items, content, out)?;
                Ok(Verdict::Right)
            }
        }
    }
}
