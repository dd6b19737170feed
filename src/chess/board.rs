//! The mailbox: 128 cells that hold the piece on each square, and nothing else.

use super::color::Color;
use super::piece::Piece;
use super::square::{File, Rank, Square};
use std::fmt;

/// The piece, if there is one, on each of the 64 squares.
// Each cell is one byte. Those off the board stay empty, so that to compare all cells is to compare the squares.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Board {
    cells: [Option<Piece>; Square::CELLS],
}

impl Board {
    /// The empty board.
    pub const EMPTY: Board = Board { cells: [None; Square::CELLS] };

    /// The piece on a square.
    pub const fn at(&self, square: Square) -> Option<Piece> {
        self.cells[square.cell()]
    }

    /// Puts a piece on a square, in place of whatever was there.
    pub const fn put(&mut self, square: Square, piece: Piece) {
        self.cells[square.cell()] = Some(piece);
    }

    /// Empties a square.
    pub const fn clear(&mut self, square: Square) {
        self.cells[square.cell()] = None;
    }

    /// The pieces of one side and their squares, from a1 along the ranks to h8.
    #[inline(always)]
    pub fn pieces(&self, color: Color) -> impl Iterator<Item = (Square, Piece)> {
        Square::all().filter_map(move |square| match self.at(square) {
            Some(piece) if piece.belongs_to(color) => Some((square, piece)),
            _ => None,
        })
    }

    /// The board with the sides exchanged: each piece goes to the mirrored square and changes colour.
    pub fn mirrored(&self) -> Board {
        let mut mirrored = Board::EMPTY;
        for color in Color::BOTH {
            for (square, piece) in self.pieces(color) {
                mirrored.put(square.mirrored(), Piece::new(!color, piece.kind()));
            }
        }
        mirrored
    }

    /// A picture for people: the eighth rank at the top, a dot for an empty square, and the names of the ranks and
    /// files along the edges.
    pub fn drawing(&self) -> String {
        let mut drawing = String::new();
        for rank in Rank::all().rev() {
            drawing.push(rank.digit());
            for file in File::all() {
                drawing.push(' ');
                drawing.push(self.at(Square::new(file, rank)).map_or('.', Piece::letter));
            }
            drawing.push('\n');
        }
        drawing.push_str("  a b c d e f g h\n");
        drawing
    }
}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.drawing())
    }
}
