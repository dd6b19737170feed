//! Sets of pieces, gathered a rank at a time, and who of them stands on a line.

use super::ray::Ray;
use ox88::{Board, Color, Direction, Move, Piece, PieceKind, Square};

/// Pieces, known by their squares.
// A bit for each square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Men(u64);

/// Squares that lie in a pattern around one of them, wherever that is. What leaves the board on one side comes back on
/// another.
// A bit for each square, as they lie around a1.
#[derive(Clone, Copy)]
pub struct Pattern(u64);

impl Pattern {
    /// No squares.
    pub const NONE: Pattern = Pattern(0);

    /// The same squares and the one at this offset.
    #[must_use]
    pub const fn with(self, offset: Direction) -> Pattern {
        let number = offset.ranks() * 8 + offset.files();
        Pattern(self.0 | 1 << number.rem_euclid(64))
    }

    /// Both.
    #[must_use]
    pub const fn and(self, other: Pattern) -> Pattern {
        Pattern(self.0 | other.0)
    }

    /// Those that lie so around this square.
    #[expect(clippy::cast_possible_truncation, reason = "there are 64 squares")]
    #[inline(always)]
    #[must_use]
    pub const fn around(self, square: Square) -> Men {
        Men(self.0.rotate_left(square.number() as u32))
    }
}

impl Men {
    /// None.
    pub const NONE: Men = Men(0);
    /// Those on all squares.
    pub const ALL: Men = Men(u64::MAX);

    /// All of this side.
    #[inline(always)]
    #[must_use]
    pub fn of(board: &Board, color: Color) -> Men {
        Men::gathered(board, |codes| codes >> bit_of(color))
    }

    /// All of both sides.
    #[inline(always)]
    #[must_use]
    pub fn of_both(board: &Board) -> Men {
        let [white, black] = Color::BOTH.map(bit_of);
        Men::gathered(board, |codes| codes >> white | codes >> black)
    }

    /// Those for whose codes the lowest bit is set.
    #[inline(always)]
    fn gathered(board: &Board, bits: impl Fn(u64) -> u64) -> Men {
        let mut all = 0u64;
        for (rank, codes) in (0..8).zip(board.ranks()) {
            // The mask leaves one bit for each piece, and the product brings the eight bits of a rank together.
            let men = bits(codes) & 0x0101_0101_0101_0101;
            all |= men.wrapping_mul(0x0102_0408_1020_4080) >> 56 << (8 * rank);
        }
        Men(all)
    }

    /// The one on this square.
    #[inline(always)]
    #[must_use]
    pub const fn on(square: Square) -> Men {
        Men(1 << square.number())
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

    /// Those on the board after a move that takes a piece from one square to another.
    #[inline(always)]
    #[must_use]
    pub const fn after(self, mv: Move) -> Men {
        self.without(Men::on(mv.from)).and(Men::on(mv.to))
    }

    /// Whether there are none.
    #[inline(always)]
    #[must_use]
    pub const fn is_none(self) -> bool {
        self.0 == 0
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
        self.0 >> square.number() & 1 == 1
    }

    /// Those on all squares of a ray from a square to the edge.
    #[inline(always)]
    #[must_use]
    pub fn all_on(ray: Ray, from: Square) -> Men {
        RAYS[ray.index()][from.number() & 63]
    }

    /// The square of the first of these on a ray from a square.
    #[inline(always)]
    #[must_use]
    pub fn first_on(self, ray: Ray, from: Square) -> Option<Square> {
        let on_ray = self.in_common(Men::all_on(ray, from)).0;
        if on_ray == 0 {
            return None;
        }
        let leads_up = ray.direction().ascends();
        let first = if leads_up { on_ray.trailing_zeros() } else { on_ray.ilog2() };
        Square::from_number(first)
    }

    /// The first of these on a ray from a square, with its square.
    #[inline(always)]
    #[must_use]
    pub fn first_piece_on(self, ray: Ray, from: Square, board: &Board) -> Option<(Square, Piece)> {
        let square = self.first_on(ray, from)?;
        board.at(square).map(|piece| (square, piece))
    }

    /// The squares and pieces, in the order of [`Board::pieces`].
    #[inline(always)]
    pub fn pieces(self, board: &Board) -> impl Iterator<Item = (Square, Piece)> {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            if rest == 0 {
                return None;
            }
            let square = Square::from_number(rest.trailing_zeros())?;
            rest &= rest - 1;
            board.at(square).map(|piece| (square, piece))
        })
    }
}

/// All squares on each ray from each square.
static RAYS: [[Men; 64]; 8] = {
    let mut rays = [[Men::NONE; 64]; 8];
    let mut number = 0;
    while let Some(from) = Square::from_number(number / 8) {
        let ray = Ray::ALL[number as usize % 8];
        let mut next = from.step(ray.direction());
        while let Some(here) = next {
            let on_ray = &mut rays[ray.index()][from.number()];
            *on_ray = on_ray.and(Men::on(here));
            next = here.step(ray.direction());
        }
        number += 1;
    }
    rays
};

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
