//! Do the counts match the agreed ones?

pub mod built_in;
mod epd;
mod run;

pub use epd::{Count, Entry, EpdError, parse};
pub use run::{Failure, Suite, SuiteError, SuitePosition};
