//! A pseudo-legal move, one that a piece can make, is legal if the king of the side that moves is not attacked after it;
//! and a king may not castle out of check or through an attacked square.
//!
//! This crate is that sentence on a plain 0x88 mailbox board. It is there to be read, and to check other move generators
//! against.
//!
//! ```
//! use ox88::{Position, divide, perft};
//!
//! assert_eq!(perft(&Position::start(), 3), 8902);
//!
//! let position: Position = "8/8/8/r2Pp2K/8/8/4k3/8 w - e6 0 1".parse()?;
//! assert!(position.find_move("d5e6").is_err()); // it would clear the rank between the rook and the king
//! let after = position.after(position.find_move("d5d6")?);
//! assert_eq!(perft(&after, 2), 109);
//! assert_eq!(divide(&after, 2).rows().len(), 19);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! What is in it:
//!
//! - [`Position`]: reading and writing FEN, legal moves, the position after a move.
//! - [`perft`], [`divide`]: how many sequences of legal moves there are, each made and tested; the same for each first move.
//! - [`suite`]: the built-in perft suites, and others in their format.
//!
//! It depends on `once_cell` alone, and has no features. `ox88-count` counts the same leaves faster, `ox88-engine`
//! talks with an engine, `ox88-explain` says why a move is legal or not, `ox88-hunt` finds where another generator goes
//! wrong, and `ox88-cli` is the program `ox88`.
//!
//! The modules, in the order in which to read them; to `movegen` if the rules are all that you want:
//!
//! | module | its one job |
//! |---|---|
//! | `chess::square` | squares and directions; the only module that knows the number 0x88 |
//! | `chess::color`, `chess::piece` | the sides with their geometry, the pieces |
//! | `chess::board` | what is on each square |
//! | `chess::attacks` | is this square attacked? |
//! | `chess::castling`, `chess::moves` | castling rights, and the squares that castling needs; what a move is |
//! | `chess::position` | the board, and what else a FEN says |
//! | `chess::movegen` | which moves are legal; the position after one |
//! | `chess::valid`, `chess::fen` | which set-ups are positions; positions as text |
//! | `perft::walk`, `perft::divide` | the leaves of the tree of legal moves, counted by the definition of perft; the same for each root move |
//! | `suite::epd`, `suite::compare`, `suite::built_in` | the format of suites; a suite, and what is said of a wrong count; the built-in suites |

mod chess;
mod perft;
pub mod suite;

pub use chess::attacks::{attackers, is_attacked};
pub use chess::board::Board;
pub use chess::castling::{CastlingPair, CastlingRights, CastlingSide};
pub use chess::color::Color;
pub use chess::fen::{FenError, START};
pub use chess::moves::{CastlingNotation, Move, MoveError, MoveKind};
pub use chess::piece::{Piece, PieceKind};
pub use chess::position::{Position, Setup};
pub use chess::square::{Direction, File, Rank, Square};
pub use chess::valid::PositionError;
pub use perft::divide::{Divide, divide, root_moves};
pub use perft::walk::perft;

// The examples of the README are compiled and run with the tests of the documentation.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
