//! A reference for legal chess moves: a plain 0x88 mailbox board that can be read in one sitting, and
//! against which other engines are checked.
//!
//! The rooms, in the order in which to read them:
//!
//! | room | its one job |
//! |---|---|
//! | `chess::square` | squares and directions; the only room that knows the number 0x88 |
//! | `chess::color`, `chess::piece` | the sides with their geometry, the pieces |
//! | `chess::board` | what is on each square |
//! | `chess::castling`, `chess::moves` | the one statement of castling; what a move is |
//! | `chess::notation` | which move does a text mean? |
//! | `chess::attacks` | is this square attacked? |
//! | `chess::setup`, `chess::position` | what must hold before any rule runs; a position |
//! | `chess::fen` | positions as text |
//! | `chess::start960` | the 960 set-ups of Chess960, by their numbers |
//! | `chess::make`, `chess::movegen` | the position after a move; which moves are legal |
//! | `perft::walk` | how many leaves the tree of legal moves has, by the definition |
//! | `perft::divide` | the same split by root moves |
//! | `perft::quick` | the same number sooner: the last two plies are looked up; a map of its own |
//! | `perft::tally`, `perft::stats` | what is summed up; of what kinds the leaves are |
//! | `perft::key`, `perft::memo`, `perft::entries` | what is compared to know a position again; exact remembering |
//! | `perft::counter` | the quick walk or the reference with it, on all cores |
//! | `perft::distinct`, `perft::split` | the distinct positions after some plies, for counting in parts |
//! | `perft::random` | random numbers that depend on a seed alone |
//! | `perft::estimate` | about how many, where counting takes too long; a map of its own |
//! | `perft::progress`, `perft::threads` | how far a count has come; threads that share out work |
//! | `suite::epd`, `suite::run` | reading perft suites; do the counts match? |
//! | `suite::work` | such positions as lines of text, with their counts |
//! | `suite::sample` | which of them are counted again |
//! | `suite::built_in` | the suites that the program carries with it |
//! | `hunt` | where another engine goes wrong, and which rule it breaks: a map of its own |

mod chess;
#[cfg(feature = "hunt")]
pub mod hunt;
mod perft;
pub mod suite;

pub use chess::board::{Board, Symbols};
pub use chess::castling::{Castling, CastlingRights, CastlingSide};
pub use chess::color::Color;
pub use chess::fen::{FenError, START};
pub use chess::moves::{CastlingNotation, Move, MoveError, MoveKind};
pub use chess::piece::{Piece, PieceKind};
pub use chess::position::Position;
pub use chess::setup::{PositionError, Setup};
pub use chess::square::{Direction, File, Rank, Square};
pub use chess::start960::Start960;
pub use perft::counter::{CountOverflow, Counted, Counter};
pub use perft::divide::{Divide, RootMove, divide, divide_by, root_moves};
pub use perft::estimate::{Estimate, Estimator, FEWEST_SAMPLES};
pub use perft::progress::Progress;
pub use perft::split::{Split, SplitError};
pub use perft::stats::{Column, Stats, stats};
pub use perft::tally::Tally;
pub use perft::threads::ThreadsUnavailable;
pub use perft::walk::perft;

/// The rooms themselves, for the tests and benchmarks of this repository.
///
/// This is no part of the library's interface: what is in here changes without notice.
#[doc(hidden)]
pub mod internals {
    pub mod chess {
        pub use crate::chess::*;
    }
    pub mod perft {
        pub use crate::perft::*;
    }
    pub mod suite {
        pub use crate::suite::built_in;
        pub mod epd {
            pub use crate::suite::epd::*;
        }
        pub mod run {
            pub use crate::suite::run::*;
        }
    }
    #[cfg(feature = "hunt")]
    pub mod hunt {
        pub mod ask {
            pub use crate::hunt::ask::*;
        }
        pub mod compare {
            pub use crate::hunt::compare::*;
        }
        pub mod explain {
            pub use crate::hunt::explain::*;
        }
        pub mod line {
            pub use crate::hunt::line::*;
        }
        pub mod pace {
            pub use crate::hunt::pace::*;
        }
        pub mod read {
            pub use crate::hunt::read::*;
        }
    }
}

// The examples of the README are compiled and run with the tests of the documentation.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
