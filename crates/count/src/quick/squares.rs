//! Sets of squares, gathered from the board a rank at a time, and tables with a value for each square.

use super::ray::Ray;
use super::sets::set;
use ox88::{Board, Color, Direction, File, Move, Piece, Rank, Square};
use std::ops::{Index, IndexMut};

set! {
    /// A set of squares, mostly those on which pieces are: what is called a bitboard.
    Squares(u64)
}

impl From<Square> for Squares {
    fn from(square: Square) -> Squares {
        Squares::on(square)
    }
}

/// The eight cells of each rank at once: in each byte the code of a piece or 0, the a-file in the lowest one.
#[inline]
pub fn codes_by_rank(board: &Board) -> impl Iterator<Item = u64> {
    Rank::all().map(|rank| {
        let code = |file| board.at(Square::new(file, rank)).map_or(0, |it| u64::from(it.code()));
        File::all().rev().fold(0, |codes, file| codes << 8 | code(file))
    })
}

impl Squares {
    /// All 64.
    pub const ALL: Squares = Squares(u64::MAX);

    /// Those with a piece of this side.
    pub fn of(board: &Board, color: Color) -> Squares {
        let mut all = 0u64;
        for (rank, codes) in (0..8).zip(codes_by_rank(board)) {
            // The mask leaves the bit of its side for each piece, and the product brings the eight of a rank together.
            let pieces = codes >> (color as u8).trailing_zeros() & 0x0101_0101_0101_0101;
            all |= pieces.wrapping_mul(0x0102_0408_1020_4080) >> 56 << (8 * rank);
        }
        Squares(all)
    }

    /// Those with a piece.
    pub fn occupied(board: &Board) -> Squares {
        Squares::of(board, Color::White) | Squares::of(board, Color::Black)
    }

    /// One square.
    pub const fn on(square: Square) -> Squares {
        Squares(1 << square.number())
    }

    /// The same as `|`, for the tables that the compiler makes.
    pub const fn with(self, others: Squares) -> Squares {
        Squares(self.0 | others.0)
    }

    /// The square at this offset from a1. One that is beyond an edge comes back on another.
    pub const fn from_a1(offset: Direction) -> Squares {
        let number = offset.ranks() * 8 + offset.files();
        Squares(1 << number.rem_euclid(64))
    }

    /// Squares that lie around this one as these lie around a1.
    #[expect(clippy::cast_possible_truncation, reason = "there are 64 squares")]
    pub const fn shifted_to(self, square: Square) -> Squares {
        Squares(self.0.rotate_left(square.number() as u32))
    }

    /// Those with a piece after a move that takes one from one square to another.
    pub fn after(self, mv: Move) -> Squares {
        (self - mv.from) | mv.to
    }

    /// Those of a rank.
    pub const fn of_rank(rank: Rank) -> Squares {
        Squares(0xFF << Square::new(File::A, rank).number())
    }

    /// How many there are.
    pub const fn number(self) -> u32 {
        self.0.count_ones()
    }

    /// All squares on a ray from a square to the edge.
    pub fn on_ray(ray: Ray, from: Square) -> Squares {
        RAYS[ray.index()][from]
    }

    /// The squares between two on one line, or none.
    #[inline(always)]
    pub fn between(from: Square, to: Square) -> Squares {
        let on_ray = |ray| Squares::on_ray(ray, from) - Squares::on_ray(ray, to) - to;
        Ray::leading(from, to).map_or(Squares::NONE, on_ray)
    }

    /// The first of these on a ray from a square.
    #[inline(always)]
    pub fn first_on(self, ray: Ray, from: Square) -> Option<Square> {
        let on_ray = (self & Squares::on_ray(ray, from)).0;
        if on_ray == 0 {
            return None;
        }
        let step = ray.direction();
        // To squares with greater numbers: up, or to the east on the same rank.
        let leads_up = (step.ranks(), step.files()) > (0, 0);
        let first = if leads_up { on_ray.trailing_zeros() } else { on_ray.ilog2() };
        Square::from_number(first)
    }

    /// The first of these on a ray from a square, with the piece on it.
    pub fn first_piece_on(self, ray: Ray, from: Square, board: &Board) -> Option<(Square, Piece)> {
        let square = self.first_on(ray, from)?;
        board.at(square).map(|piece| (square, piece))
    }

    /// Each of these one step further, but for those that would leave the board.
    #[inline(always)]
    pub const fn stepped(self, step: Direction) -> Squares {
        const A_FILE: u64 = 0x0101_0101_0101_0101;
        const H_FILE: u64 = A_FILE << 7;
        let stay = match step.files() {
            1 => self.0 & !H_FILE,
            -1 => self.0 & !A_FILE,
            _ => self.0,
        };
        let further = step.ranks() * 8 + step.files();
        Squares(if further > 0 { stay << further } else { stay >> -further })
    }

    /// Whether it has one member or none.
    #[inline(always)]
    pub const fn has_one_at_most(self) -> bool {
        self.0 & self.0.wrapping_sub(1) == 0
    }

    /// Each of them as a set of its own.
    #[inline(always)]
    pub fn singles(self) -> impl Iterator<Item = Squares> {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            let first = rest & rest.wrapping_neg();
            rest ^= first;
            (first != 0).then_some(Squares(first))
        })
    }

    /// The number of the first of them.
    #[inline(always)]
    pub const fn first_number(self) -> usize {
        (self.0.trailing_zeros() & 63) as usize
    }

    /// Each set of some of these, of all or of none.
    pub fn subsets(self) -> impl Iterator<Item = Squares> {
        let after = move |it: &Squares| {
            let next = it.0.wrapping_sub(self.0) & self.0;
            (next != 0).then_some(Squares(next))
        };
        std::iter::successors(Some(Squares::NONE), after)
    }

    /// The upper bits of a product, in which the right factor brings those of some squares together.
    #[inline(always)]
    #[expect(clippy::cast_possible_truncation, reason = "only the upper bits are left")]
    pub const fn gathered(self, factor: u64, shift: u32) -> usize {
        (self.0.wrapping_mul(factor) >> shift) as usize
    }

    /// Whether the first of these on a ray from a square has a piece of that side that slides along it.
    #[inline(always)]
    pub fn slider_on(self, ray: Ray, from: Square, board: &Board, color: Color) -> bool {
        self.first_piece_on(ray, from, board)
            .is_some_and(|(_, it)| it.belongs_to(color) && it.slides_like(ray.slider()))
    }

    /// Each of them, from a1 along the ranks.
    #[inline(always)]
    pub fn each(self) -> impl Iterator<Item = Square> {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            if rest == 0 {
                return None;
            }
            let square = Square::from_number(rest.trailing_zeros());
            rest &= rest - 1;
            square
        })
    }

    /// Each of them, all of which have a piece, and the piece.
    pub fn pieces(self, board: &Board) -> impl Iterator<Item = (Square, Piece)> {
        self.each().map_while(|square| board.at(square).map(|piece| (square, piece)))
    }

    /// The only one, if there is one alone.
    #[inline(always)]
    pub const fn only(self) -> Option<Square> {
        if self.has_one_at_most() { Square::from_number(self.0.trailing_zeros()) } else { None }
    }
}

/// A value for each square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Table<T>([T; Square::CELLS]);

impl<T: Copy> Table<T> {
    /// The same value for all.
    pub const fn of(value: T) -> Table<T> {
        Table([value; Square::CELLS])
    }

    /// Changes each of them.
    pub fn each(&mut self, change: impl FnMut(&mut T)) {
        self.0.iter_mut().for_each(change);
    }
}

impl<T> Index<Square> for Table<T> {
    type Output = T;

    fn index(&self, square: Square) -> &T {
        // A cell is below 128, and so no bound is checked.
        &self.0[square.cell()]
    }
}

impl<T> IndexMut<Square> for Table<T> {
    fn index_mut(&mut self, square: Square) -> &mut T {
        &mut self.0[square.cell()]
    }
}

/// All squares on each ray from each square.
static RAYS: [Table<Squares>; 8] = {
    let mut rays = [const { Table::of(Squares::NONE) }; 8];
    let mut number = 0;
    while let Some(from) = Square::from_number(number / 8) {
        let ray = Ray::ALL[number as usize % 8];
        let mut next = from.step(ray.direction());
        while let Some(here) = next {
            let on_ray = &mut rays[ray.index()].0[from.cell()];
            *on_ray = on_ray.with(Squares::on(here));
            next = here.step(ray.direction());
        }
        number += 1;
    }
    rays
};
