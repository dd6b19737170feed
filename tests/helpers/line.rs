//! A line: a position and the moves that are played from it.

use super::position::position;
use crate::Line;

/// The line of some legal moves, which are separated by blanks.
#[track_caller]
pub fn line(fen: &str, moves: &str) -> Line {
    moves.split_whitespace().fold(Line::at(position(fen)), |line, text| {
        let mv = line.end().find_move(text).unwrap_or_else(|error| panic!("{fen}: {error}"));
        line.and(mv)
    })
}
