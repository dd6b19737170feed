//! The pieces of one side, gathered a rank at a time.

use ox88::{Board, Color, Piece, PieceKind, Square};

/// Pieces, known by their squares.
// A bit for each square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Men(u64);

impl Men {
    /// None.
    pub const NONE: Men = Men(0);
    /// Those on all squares.
    pub const ALL: Men = Men(u64::MAX);

    /// All of this side.
    #[inline(always)]
    #[must_use]
    pub fn of(board: &Board, color: Color) -> Men {
        let mut all = 0u64;
        for (rank, codes) in (0..8).zip(board.ranks()) {
            // The mask leaves one bit for each piece of this side, and the product brings the eight
            // bits of a rank together.
            let men = codes >> bit_of(color) & 0x0101_0101_0101_0101;
            all |= men.wrapping_mul(0x0102_0408_1020_4080) >> 56 << (8 * rank);
        }
        Men(all)
    }

    /// The one on this square.
    #[inline(always)]
    #[must_use]
    pub const fn on(square: Square) -> Men {
        Men(1 << square.ordinal())
    }

    /// These and those.
    #[inline(always)]
    #[must_use]
    pub const fn and(self, others: Men) -> Men {
        Men(self.0 | others.0)
    }

    /// Those of these that are among those.
    #[inline(always)]
    #[must_use]
    pub const fn in_common(self, others: Men) -> Men {
        Men(self.0 & others.0)
    }

    /// These without those.
    #[inline(always)]
    #[must_use]
    pub const fn without(self, others: Men) -> Men {
        Men(self.0 & !others.0)
    }

    /// How many there are.
    #[inline(always)]
    #[must_use]
    pub const fn number(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether the one on this square is among them.
    #[inline(always)]
    #[must_use]
    pub const fn contain(self, square: Square) -> bool {
        self.0 >> square.ordinal() & 1 == 1
    }

    /// The squares and pieces, in the order of [`Board::pieces`].
    #[inline(always)]
    pub fn pieces(self, board: &Board) -> impl Iterator<Item = (Square, Piece)> {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            if rest == 0 {
                return None;
            }
            let square = Square::nth(rest.trailing_zeros());
            rest &= rest - 1;
            board.at(square).map(|piece| (square, piece))
        })
    }
}

/// The same as [`Board::pieces`], sooner.
#[inline(always)]
pub fn men(board: &Board, color: Color) -> impl Iterator<Item = (Square, Piece)> {
    Men::of(board, color).pieces(board)
}

/// The number of the bit by which the code of a piece shows that it belongs to this side.
#[inline(always)]
fn bit_of(color: Color) -> u32 {
    let [ours, theirs] = [color, !color].map(|color| Piece::new(color, PieceKind::King).code());
    (ours & !theirs).trailing_zeros()
}
