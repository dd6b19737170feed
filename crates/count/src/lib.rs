//! The perft counts of [`ox88`], sooner: a quick walk, an exact memory, all cores.
//!
//! ```
//! use ox88::Position;
//! use ox88_count::Counter;
//!
//! let counter = Counter::new(64 << 20, 2)?; // bytes to remember in, threads
//! assert_eq!(counter.perft(&Position::start(), 6), Ok(119_060_324));
//! # Ok::<(), ox88_count::ThreadsUnavailable>(())
//! ```
//!
//! What is in it:
//!
//! - [`Counter`]: perft and divide, of leaves or of their kinds, by the quick walk or by the definition.
//! - [`quick`]: the quick walk alone, on one thread and with nothing remembered.
//! - [`Estimator`]: about how many leaves there are, with an honest interval, where counting takes too long.
//! - [`Split`] and [`work`]: a count in parts, as lines of text for several machines.
//!
//! The feature `parallel`, on by default, counts on several threads.
//!
//! The modules, in the order in which to read them:
//!
//! | module | its one job |
//! |---|---|
//! | `quick` | the same number sooner: looks up the last two plies; has a list of its own modules |
//! | `bitboards` | the same with few pieces: all moves of a piece are one set; has a list of its own modules |
//! | `key`, `entries`, `memo` | recognise a position by comparing all of it; remember counts exactly |
//! | `stats` | the kinds of leaves, by definition |
//! | `known` | the counts of a position that the suites and the published tables have |
//! | `tally` | what is summed up over leaves: their number, or their number of each kind |
//! | `threads`, `progress` | share out work to threads; say how far a count has come |
//! | `counter` | the quick walk or the reference with a memory, on all cores |
//! | `distinct`, `split` | find the distinct positions after some plies, for counting in parts |
//! | `work`, `sample` | write such positions as lines of text, with their counts; pick some to be counted again |
//! | `start960` | the 960 set-ups of Chess960, by their numbers |
//! | `random` | random numbers that depend on a seed alone |
//! | `estimate` | about how many, where counting takes too long; has a list of its own modules |

mod bitboards;
mod counter;
mod distinct;
mod entries;
pub mod estimate;
mod key;
mod known;
mod memo;
mod progress;
pub mod quick;
pub mod random;
mod sample;
mod split;
mod start960;
mod stats;
mod tally;
mod threads;
pub mod work;

pub use counter::{CountOverflow, Counted, Counter, checked};
pub use estimate::{Estimate, Estimator, FEWEST_SAMPLES};
pub use known::{Known, KnownCounts};
pub use progress::Progress;
pub use quick::squares::codes_by_rank;
pub use sample::sample;
pub use split::{Split, SplitError};
pub use start960::Start960;
pub use stats::{Column, Stats, stats};
pub use tally::{RootMove, Rows, Tally};
pub use threads::ThreadsUnavailable;

#[cfg(test)]
#[path = "../tests/main.rs"]
mod tests;
