//! Sets of squares.

use crate::chess::square::Square;

/// A set of squares.
// One bit for each cell of the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Squares(u128);

impl Squares {
    /// Adds a square.
    #[inline]
    pub const fn insert(&mut self, square: Square) {
        self.0 |= 1 << square.index();
    }

    /// Whether a square is in the set.
    #[inline]
    #[must_use]
    pub const fn contains(self, square: Square) -> bool {
        self.0 >> square.index() & 1 == 1
    }
}
