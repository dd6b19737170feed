//! The words of the sentences.

use crate::chess::board::Board;
use crate::chess::castling::CastlingSide;
use crate::chess::piece::{Piece, PieceKind};
use crate::chess::square::Square;

/// `knight`.
pub(super) const fn kind(kind: PieceKind) -> &'static str {
    match kind {
        PieceKind::Pawn => "pawn",
        PieceKind::Knight => "knight",
        PieceKind::Bishop => "bishop",
        PieceKind::Rook => "rook",
        PieceKind::Queen => "queen",
        PieceKind::King => "king",
    }
}

/// What stands there, by its name: `knight`.
pub(super) fn name(board: &Board, square: Square) -> &'static str {
    board.at(square).map_or("nothing", |piece: Piece| kind(piece.kind()))
}

/// `the knight on f3`.
pub(super) fn piece(board: &Board, square: Square) -> String {
    match board.at(square) {
        Some(piece) => format!("the {} on {square}", kind(piece.kind())),
        None => format!("the empty square {square}"),
    }
}

/// `the knight on f3 and the rook on h1`.
pub(super) fn pieces(board: &Board, squares: &[Square]) -> String {
    listed(squares.iter().map(|&square| piece(board, square)))
}

/// `e1, f1 and g1`.
pub(super) fn squares(squares: &[Square]) -> String {
    listed(squares.iter().map(ToString::to_string))
}

/// A verb that fits so many pieces: `attacks` for one, `attack` for more.
pub(super) fn verb(singular: &'static str, pieces: &[Square]) -> &'static str {
    if pieces.len() == 1 { singular } else { singular.trim_end_matches('s') }
}

/// `the queen's side`.
pub(in crate::hunt) const fn side(side: CastlingSide) -> &'static str {
    match side {
        CastlingSide::KingSide => "the king's side",
        CastlingSide::QueenSide => "the queen's side",
    }
}

fn listed(items: impl IntoIterator<Item = String>) -> String {
    let items: Vec<String> = items.into_iter().collect();
    match &items[..] {
        [] => String::new(),
        [only] => only.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}
