//! How many leaves?

pub mod divide;
pub mod walk;
