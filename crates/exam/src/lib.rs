//! The exams of the hunt, and what else is counted with [the broken engine](ox88_broken_engine).
//!
//! | module | its one job |
//! |---|---|
//! | [`exam`] | asks the hunt about each fault at each door, and grades what it tells |
//! | [`open`] | plants chance bugs in generators that others wrote, and grades what the hunt tells |
//! | `claims` | is each sentence of a report so, by the log of the hunt? |
//! | [`catch_all`] | which faults each position of the catch-all suite shows, and the search that made it |
//! | [`numbers`] | the wrong totals of each fault, from which `ox88 hunt --total` reads a fault |
//! | [`rules_page`] | the pages of the rules, each with a position that shows it |
//! | [`pictures`] | the pictures of the page on speed |
//! | [`vectors`] | the suites as data that other projects copy |
//! | `repository` | the files of the repository that these write |

pub mod catch_all;
mod claims;
pub mod exam;
pub mod numbers;
pub mod open;
pub mod pictures;
mod repository;
pub mod rules_page;
pub mod vectors;

#[cfg(test)]
#[path = "../tests/main.rs"]
mod tests;
