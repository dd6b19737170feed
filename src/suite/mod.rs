//! Do the counts match the agreed ones?

pub mod built_in;
pub mod epd;
mod run;

pub use epd::{AskedFirst, Count, Entry, EpdError, read_number};
pub use run::{Failure, Suite, SuiteError, SuitePosition, positions};
