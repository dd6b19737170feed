//! How many leaves?

pub mod divide;
pub mod stats;
pub mod walk;
