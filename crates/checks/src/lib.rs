//! What examines the hunt, measures ox88 and tries to break it, beside other people's programs: a package of its own, so
//! that ox88 keeps its few dependencies.
//!
//! | module | its one job |
//! |---|---|
//! | [`measure`] | how fast ox88 counts, beside other programs; are the counts of the suites and of Chess960 confirmed? |
//! | [`fuzz`] | feeds random input to everything that ox88 reads |
//! | [`exam`] | asks the hunt about each fault at each door, and grades what it tells |
//! | [`open`] | plants chance bugs in generators that others wrote, and grades what the hunt tells |
//! | `claims` | is each sentence of a report so, by the log of the hunt? |
//! | [`catch_all`] | which faults each position of the catch-all suite shows |
//! | [`numbers`] | the wrong totals of each fault, from which `ox88 hunt --total` reads a fault |
//! | [`rules_page`] | the pages of the rules, each with a position that shows it |
//! | [`pictures`] | the picture of the page on speed |
//! | [`vectors`] | the suites as data that other projects copy |
//! | `repository` | the files of the repository that these write |
//!
//! `src/bin/` has a program for each of these, and `differential`, which plays random games on three boards. Without the
//! feature `hunts`, which is on by default, only the measurements are compiled.

#[cfg(feature = "hunts")]
pub mod catch_all;
#[cfg(feature = "hunts")]
mod claims;
#[cfg(feature = "hunts")]
pub mod exam;
#[cfg(feature = "hunts")]
pub mod fuzz;
pub mod measure;
#[cfg(feature = "hunts")]
pub mod numbers;
#[cfg(feature = "hunts")]
pub mod open;
#[cfg(feature = "hunts")]
pub mod pictures;
#[cfg(feature = "hunts")]
mod repository;
#[cfg(feature = "hunts")]
pub mod rules_page;
#[cfg(feature = "hunts")]
pub mod vectors;

#[cfg(all(test, feature = "hunts"))]
#[path = "../tests/main.rs"]
mod tests;
