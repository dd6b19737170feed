//! A reference for legal chess moves: a plain 0x88 mailbox board that is read in one sitting and
//! that other engines are held against.
//!
//! The rooms, in the order in which to read them:
//!
//! | room | its one job |
//! |---|---|
//! | [`chess::square`] | squares and directions; the only room that knows the number 0x88 |
//! | [`chess::color`], [`chess::piece`] | the sides with their geometry, the pieces |
//! | [`chess::board`] | what stands on each square |
//! | [`chess::castling`], [`chess::moves`] | the one statement of castling; what a move is |
//! | [`chess::attacks`] | is this square attacked? |
//! | [`chess::setup`], [`chess::position`] | what must hold before any rule runs; a position |
//! | [`chess::fen`] | positions as text |
//! | [`chess::make`], [`chess::movegen`] | the position after a move; which moves are legal |
//! | [`perft::walk`] | how many leaves the tree of legal moves has, by the definition |
//! | [`perft::quick`] | the same number sooner; its parts are mobility, arrivals, view, sight, siege |
//! | [`perft::memo`], [`perft::counter`] | exact remembering; the quick walk with it, on all cores |
//! | [`suite::epd`], [`suite::run`] | reading perft suites; do the counts match? |
//! | [`suite::built_in`] | the suites that the program carries with it |
//! | [`hunt::dialect`], [`hunt::engine`] | what other engines print; one of them, asked in time |
//! | [`hunt::explain`] | which rule makes a move legal or illegal |
//! | [`hunt::compare`], [`hunt::descend`] | where an answer differs; down to the smallest difference |
//! | [`hunt::slip`] | is generating, making or unmaking moves at fault? |
//! | [`hunt::plan`], [`hunt::search`], [`hunt::report`] | what to try; the hunt itself; what was found |

pub mod chess;
pub mod hunt;
pub mod perft;
pub mod suite;

pub use chess::fen::{FenError, START};
pub use chess::moves::{Move, MoveError, MoveKind};
pub use chess::position::Position;
pub use chess::setup::{PositionError, Setup};
pub use perft::walk::{Divide, divide, divide_by, perft};

// The examples of the README are compiled and run with the tests of the documentation.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
