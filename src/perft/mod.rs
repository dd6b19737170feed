//! How many?

pub mod walk;
