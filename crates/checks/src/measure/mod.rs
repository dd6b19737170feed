//! ox88 beside other programs: what the measurements share.
//!
//! | module | its one job |
//! |---|---|
//! | [`positions`] | the six usual positions, and the number of their leaves |
//! | [`programs`] | the programs that are compared, each behind one trait |
//! | [`stockfish`] | a running Stockfish that answers `go perft` |
//! | [`outside`] | programs that are built elsewhere, run for each count |
//! | [`timing`] | how long a program takes for a count, which is checked |
//! | [`tables`] | what is printed: tables in Markdown |
//! | [`machine`] | the machine on which all this ran |

pub mod machine;
pub mod outside;
pub mod positions;
pub mod programs;
pub mod stockfish;
pub mod tables;
pub mod timing;
