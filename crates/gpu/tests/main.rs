//! The words of positions, and the counts of a card held against the quick walk and the suites.

#[cfg(feature = "device")]
mod counts;
mod words;
