//! ox88 beside other people's programs: what the programs and the benchmark of this package share.
//!
//! | room | its one job |
//! |---|---|
//! | [`positions`] | the six usual positions, and how many leaves they have |
//! | [`programs`] | the programs that are compared, each behind one trait |
//! | [`stockfish`] | a running Stockfish that answers `go perft` |
//! | [`timing`] | how long a program takes for a count, which is checked |
//! | [`tables`] | what is printed: tables in Markdown |
//! | [`machine`] | on what all this ran |

pub mod machine;
pub mod positions;
pub mod programs;
pub mod stockfish;
pub mod tables;
pub mod timing;
