//! Sums over leaves, their number or their number of each kind, and a divide with such sums.

use crate::stats::Stats;
use ox88::{CastlingNotation, Divide, Move, Position, root_moves};

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

/// A legal move at the root of the tree, and what there is to count after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RootMove {
    /// The move.
    pub mv: Move,
    /// The position after it.
    pub after: Position,
    /// How many plies are left to play from there.
    pub depth: u32,
}

/// A divide whose rows have the leaves, or the leaves of each kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rows<T = u128> {
    depth: u32,
    castling: CastlingNotation,
    counts: Vec<(Move, T)>,
}

impl<T: Tally> Rows<T> {
    /// The divide of a position, with its rows counted by `count_rows`, which keeps their order.
    pub fn of(
        position: &Position,
        depth: u32,
        count_rows: impl FnOnce(Vec<RootMove>) -> Vec<(Move, T)>,
    ) -> Rows<T> {
        let castling = position.castling_notation();
        let root_moves = depth.checked_sub(1).map_or(Vec::new(), |depth| {
            let root_move = |(mv, after)| RootMove { mv, after, depth };
            root_moves(position, castling).into_iter().map(root_move).collect()
        });
        let counts = count_rows(root_moves);
        Rows { depth, castling, counts }
    }

    /// Each legal move with the leaves after it, sorted by the text of the move. At depth 0 there is no row.
    pub fn rows(&self) -> &[(Move, T)] {
        &self.counts
    }

    /// The same rows, each with its move as UCI text.
    pub fn texts(&self) -> impl Iterator<Item = (String, T)> {
        self.counts.iter().map(|&(mv, leaves)| (mv.text(self.castling), leaves))
    }

    /// All leaves: at depth 0 the position itself. A sum beyond 128 bits becomes the greatest number of 128 bits.
    pub fn total(&self) -> T {
        if self.depth == 0 {
            return T::of_root();
        }
        self.counts.iter().fold(T::NONE, |total, &(_, leaves)| total.and(leaves))
    }
}

impl From<Rows> for Divide {
    fn from(rows: Rows) -> Divide {
        Divide::new(rows.depth, rows.castling, rows.counts)
    }
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

impl Tally for Stats {
    const NONE: Stats = Stats::NONE;

    fn of_root() -> Stats {
        Stats::of_root()
    }

    fn of_leaf(position: &Position, mv: Move) -> Stats {
        Stats::of_leaf(position, mv)
    }

    #[inline]
    fn and(self, more: Stats) -> Stats {
        self + more
    }

    fn leaves(&self) -> u128 {
        self.get(crate::stats::Column::Nodes)
    }
}
