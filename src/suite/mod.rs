//! Do the counts match the agreed ones?

pub mod built_in;
mod compare;
mod epd;

pub use compare::{Failure, Suite, SuiteError, SuitePosition};
pub use epd::{Count, Entry, EpdError, parse};
