//! The two sides, and all geometry that depends on the side.
//!
//! The rules of movement do not ask "White or Black?". They ask the colour which way its pawns walk, or where its king
//! is at home, and so no rule has to be written once for each side.

use super::square::{Direction, Rank, Square};
use std::fmt;
use std::ops::Not;

/// One of the two sides.
// Each value is one bit of a piece's code: `piece` has the other three.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Color {
    /// The side that moves first.
    White = 0b0_1000,
    /// The other side.
    Black = 0b1_0000,
}

impl Color {
    /// White, then Black.
    pub const BOTH: [Color; 2] = [Color::White, Color::Black];

    /// 0 for White and 1 for Black: the index of this side in an array of two.
    pub const fn index(self) -> usize {
        match self {
            Color::White => 0,
            Color::Black => 1,
        }
    }

    /// The direction in which pawns of this side walk.
    pub const fn forward(self) -> Direction {
        match self {
            Color::White => Direction::NORTH,
            Color::Black => Direction::SOUTH,
        }
    }

    /// The two diagonal steps with which pawns of this side capture.
    pub const fn pawn_captures(self) -> [Direction; 2] {
        let forward = self.forward();
        [forward.and(Direction::WEST), forward.and(Direction::EAST)]
    }

    /// The rank on which king and rooks of this side begin the game, and on which it castles.
    pub const fn home_rank(self) -> Rank {
        match self {
            Color::White => Rank::R1,
            Color::Black => Rank::R8,
        }
    }

    /// The rank from which pawns of this side may take two steps at once.
    pub const fn pawn_home_rank(self) -> Rank {
        match self {
            Color::White => Rank::R2,
            Color::Black => Rank::R7,
        }
    }

    /// Whether a pawn of this side promotes on the square: on the opponent's home rank.
    pub fn promotes_on(self, square: Square) -> bool {
        square.rank() == (!self).home_rank()
    }

    /// Where a pawn of this side comes from and where it goes when it takes two steps and skips this square. `None` if
    /// no pawn of this side can skip it.
    pub fn double_push_over(self, skipped: Square) -> Option<(Square, Square)> {
        let from = skipped.step(self.forward().reversed())?;
        let to = skipped.step(self.forward())?;
        (from.rank() == self.pawn_home_rank()).then_some((from, to))
    }

    /// The square of the pawn that a pawn of this side captures when it goes to `to` en passant: one step behind `to`,
    /// beside the square from which the capturing pawn comes.
    pub const fn en_passant_victim(self, to: Square) -> Option<Square> {
        to.step(self.forward().reversed())
    }

    /// `w` or `b`, as a FEN names the side to move.
    pub const fn letter(self) -> char {
        match self {
            Color::White => 'w',
            Color::Black => 'b',
        }
    }
}

/// `!color` is the opponent.
impl Not for Color {
    type Output = Color;

    fn not(self) -> Color {
        match self {
            Color::White => Color::Black,
            Color::Black => Color::White,
        }
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Color::White => "White",
            Color::Black => "Black",
        })
    }
}
