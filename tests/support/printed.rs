//! What engines of tests print for their counts.

use crate::square;
use ox88::{Piece, Position};

/// The leaves of all rows.
pub fn sum(rows: &[(String, u128)]) -> u128 {
    rows.iter().map(|(_, count)| count).sum()
}

/// A line for each row.
pub fn lines(rows: &[(String, u128)]) -> impl Iterator<Item = String> {
    rows.iter().map(|(mv, count)| format!("{mv}: {count}"))
}

/// A total, and no row.
pub fn total(leaves: u128) -> Vec<String> {
    vec![format!("Nodes searched: {leaves}")]
}

/// What is printed for a move that is no castling, by its piece and the square where it goes.
pub fn in_san(here: &Position, (mv, count): &(String, u128)) -> String {
    let piece = here.board().at(square(&mv[..2])).map_or('?', Piece::letter);
    let piece = if piece.eq_ignore_ascii_case(&'p') { ' ' } else { piece.to_ascii_uppercase() };
    format!("{piece}{}: {count}", &mv[2..]).trim_start().to_owned()
}
