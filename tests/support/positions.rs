//! Positions, squares and lines of moves from text, and the positions of the suites.

use ox88::suite::built_in;
use ox88::{Move, MoveKind, Position, Square};
use std::fmt::Display;
use std::str::FromStr;

/// The position of a FEN.
#[track_caller]
pub fn position(fen: &str) -> Position {
    fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// The square with this name.
#[track_caller]
pub fn square(name: &str) -> Square {
    Square::from_name(name).unwrap_or_else(|| panic!("{name} is not a square"))
}

/// The line of some legal moves, which are separated by blanks. (Generic, so that the package with the lines, too, gets
/// them of its own type.)
#[track_caller]
pub fn line<Line: FromStr<Err: Display>>(fen: &str, moves: &str) -> Line {
    let moves = if moves.is_empty() { String::new() } else { format!(" moves {moves}") };
    format!("fen {fen}{moves}").parse().unwrap_or_else(|error| panic!("{fen}{moves}: {error}"))
}

/// A move with the sides changed.
pub fn mirrored_move(mv: Move) -> Move {
    let kind = match mv.kind {
        MoveKind::Castling { rook } => MoveKind::Castling { rook: rook.mirrored() },
        kind => kind,
    };
    Move { from: mv.from.mirrored(), to: mv.to.mirrored(), kind }
}

/// The positions of all suites.
pub fn suite_positions() -> impl Iterator<Item = Position> {
    let suites = built_in::suites().into_iter();
    suites.flat_map(|suite| &suite.positions).map(|position| position.position)
}
