//! What is done with [the broken engine](ox88_broken_engine): the exam of the hunt, and what is counted with it.
//!
//! | module | its one job |
//! |---|---|
//! | [`exam`] | asks the hunt about each fault at each door, and grades what it tells |
//! | [`catch_all`] | which faults each position of the catch-all suite shows, and the search that made it |
//! | [`numbers`] | the wrong totals of each fault, from which `ox88 hunt --total` reads a fault |
//! | [`vectors`] | the suites as data that other projects copy |
//! | `repository` | the files of the repository that these write |

pub mod catch_all;
pub mod exam;
pub mod numbers;
mod repository;
pub mod vectors;

#[cfg(test)]
#[path = "../tests/main.rs"]
mod tests;
