//! A position from its FEN.

use ox88::Position;

#[track_caller]
pub fn position(fen: &str) -> Position {
    fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"))
}
