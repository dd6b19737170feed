//! The mailbox: 128 cells that say what stands where, and nothing besides.

use super::color::Color;
use super::piece::Piece;
use super::square::{File, Rank, Square};
use std::fmt;

/// What stands on each of the 64 squares.
// One byte a cell, 0 for an empty one, so that a board is copied with eight 16-byte moves. The half
// of each rank that lies off the board is never read and always 0.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
#[repr(align(16))]
pub struct Board {
    cells: [u8; 128],
}

/// How a drawing of the board shows the pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Symbols {
    /// The letters of a FEN: capitals for White.
    Letters,
    /// The Unicode chess figures.
    Figures,
}

impl Board {
    /// The board without any piece.
    pub const EMPTY: Board = Board { cells: [0; 128] };

    /// The piece on a square.
    #[inline]
    #[must_use]
    pub const fn at(&self, square: Square) -> Option<Piece> {
        Piece::from_code(self.cells[square.index()])
    }

    /// Puts a piece on a square, in place of whatever stood there.
    #[inline]
    pub const fn put(&mut self, square: Square, piece: Piece) {
        self.cells[square.index()] = piece.code();
    }

    /// Leaves a square empty.
    #[inline]
    pub const fn clear(&mut self, square: Square) {
        self.cells[square.index()] = 0;
    }

    /// Visits every piece of one side, along the ranks from a1 to h8.
    #[inline]
    pub fn each_piece(&self, color: Color, mut visit: impl FnMut(Square, Piece)) {
        let (ranks, _) = self.cells.as_chunks::<16>();
        for (rank, &[a, b, c, d, e, f, g, h, ..]) in Rank::all().zip(ranks) {
            // The eight cells of a rank are looked at in one go: under the mask, each of this side's
            // pieces leaves one bit in its byte, and every other cell leaves nothing.
            let codes = u64::from_le_bytes([a, b, c, d, e, f, g, h]);
            let mut ours = codes & u64::from_le_bytes([color as u8; 8]);
            while ours != 0 {
                let square = Square::new(File::nth(ours.trailing_zeros() / 8), rank);
                if let Some(piece) = self.at(square) {
                    visit(square, piece);
                }
                ours &= ours - 1;
            }
        }
    }

    /// The whole board in 256 bits: four for each square, from a1 along the ranks to h8.
    ///
    /// White's pieces have the codes 1 to 7 without 4, Black's the same and 8 more, and an empty
    /// square has 0. So 4, 8 and 12 are free for whoever has more to say about a square.
    #[must_use]
    pub fn packed(&self) -> [u64; 4] {
        let (ranks, _) = self.cells.as_chunks::<16>();
        let mut words = [0; 4];
        for (number, &[a, b, c, d, e, f, g, h, ..]) in ranks.iter().enumerate() {
            let codes = u64::from_le_bytes([a, b, c, d, e, f, g, h]);
            // In each byte the kind keeps its three bits, and Black's bit goes beside them.
            let nibbles = codes & 0x0707_0707_0707_0707 | codes >> 1 & 0x0808_0808_0808_0808;
            // Twice as many of them side by side each time: two, four, eight.
            let pairs = (nibbles | nibbles >> 4) & 0x00FF_00FF_00FF_00FF;
            let fours = (pairs | pairs >> 8) & 0x0000_FFFF_0000_FFFF;
            let rank = (fours | fours >> 16) & 0xFFFF_FFFF;
            words[number / 2] |= rank << (number % 2 * 32);
        }
        words
    }

    /// The board with the sides changed: each piece goes to the mirrored square in the other colour.
    #[must_use]
    pub fn mirrored(&self) -> Board {
        let mut mirrored = Board::EMPTY;
        for color in Color::BOTH {
            self.each_piece(color, |square, piece| {
                mirrored.put(square.mirrored(), Piece::new(!color, piece.kind()));
            });
        }
        mirrored
    }

    /// A picture for people: the eighth rank on top, a dot for an empty square, and the names of the
    /// ranks and files along the edges.
    #[must_use]
    pub fn drawing(&self, symbols: Symbols) -> String {
        let mut drawing = String::new();
        for rank in Rank::all().rev() {
            drawing.push(rank.digit());
            for file in File::all() {
                drawing.push(' ');
                drawing.push(match (self.at(Square::new(file, rank)), symbols) {
                    (None, _) => '.',
                    (Some(piece), Symbols::Letters) => piece.letter(),
                    (Some(piece), Symbols::Figures) => piece.figure(),
                });
            }
            drawing.push('\n');
        }
        drawing.push_str("  a b c d e f g h\n");
        drawing
    }
}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.drawing(Symbols::Letters))
    }
}
