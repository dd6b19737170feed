//! Do the counts match what the world agrees on?

pub mod built_in;
pub(crate) mod epd;
pub(crate) mod run;
mod sample;
pub mod work;

pub use epd::{AskedFirst, Count, Entry, EpdError, read_number};
pub use run::{Failure, Suite, SuiteError, SuitePosition, positions};
pub use sample::sample;
