//! How many leaves?

pub mod divide;
pub mod stats;
pub mod tally;
pub mod walk;
