//! Sums over leaves: their number, or their number of each kind.

use crate::chess::moves::Move;
use crate::chess::position::Position;

/// A sum over leaves.
pub trait Tally: Copy + Send + Sync {
    /// No leaves.
    const NONE: Self;

    /// The position itself, as a leaf at depth 0.
    fn of_root() -> Self;

    /// The leaf to which a legal move leads.
    fn of_leaf(position: &Position, mv: Move) -> Self;

    /// The sum of both. A number beyond 128 bits becomes the greatest one of 128 bits.
    fn and(self, more: Self) -> Self;

    /// How many leaves they are.
    fn leaves(&self) -> u128;
}

impl Tally for u128 {
    const NONE: u128 = 0;

    fn of_root() -> u128 {
        1
    }

    fn of_leaf(_: &Position, _: Move) -> u128 {
        1
    }

    fn and(self, more: u128) -> u128 {
        self.saturating_add(more)
    }

    fn leaves(&self) -> u128 {
        *self
    }
}
