//! Do the counts match what the world agrees on?

pub mod built_in;
pub mod epd;
pub mod run;
