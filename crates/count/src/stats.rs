//! The kinds of leaves: the columns of published perft tables, each defined here.
//!
//! As in those tables, only leaves are counted. Each column asks one question about a leaf and the move that led to it.
//! So a leaf may be in several columns: a pawn that captures, promotes and mates is in four.

use ox88::suite::SuitePosition;
use ox88::{CastlingPair, Move, MoveKind, Position, Square};
use std::ops::Add;

/// A kind of leaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Column {
    /// All leaves.
    Nodes,
    /// The last move was a capture, perhaps en passant.
    Captures,
    /// The last move was a capture en passant.
    EnPassant,
    /// The last move was castling.
    Castles,
    /// The last move was a promotion, with or without a capture.
    Promotions,
    /// The side to move is in check. A mate is a check. (Some tables leave mates out: 798,271 for the start position at
    /// depth 6, where this column has 809,099.)
    Checks,
    /// One piece alone gives check, and the last move did not move it. The last move has opened its line, by leaving it
    /// or by taking a pawn en passant from it. A rook that has just castled has moved, so its check does not count
    /// here. (Some programs count double checks here as well.)
    DiscoveredChecks,
    /// Two pieces give check, whichever of them has moved. (The widespread table of `kiwipete` has 2,637 at depth 5,
    /// where three authors and this program find 2,645.)
    DoubleChecks,
    /// The side to move is in check and has no legal move.
    Checkmates,
    /// The side to move is not in check and has no legal move.
    Stalemates,
}

/// How many leaves there are of each kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stats([u128; Column::ALL.len()]);

impl Column {
    /// All columns, in the order of the published tables.
    pub const ALL: [Column; 10] = [
        Column::Nodes,
        Column::Captures,
        Column::EnPassant,
        Column::Castles,
        Column::Promotions,
        Column::Checks,
        Column::DiscoveredChecks,
        Column::DoubleChecks,
        Column::Checkmates,
        Column::Stalemates,
    ];

    /// The name of the column: `en_passant`.
    pub const fn name(self) -> &'static str {
        const NAMES: [&str; Column::ALL.len()] = [
            "nodes",
            "captures",
            "en_passant",
            "castles",
            "promotions",
            "checks",
            "discovered_checks",
            "double_checks",
            "checkmates",
            "stalemates",
        ];
        NAMES[self as usize]
    }
}

/// The leaves at this depth by their kinds. Every leaf is made and tested, and made once more to be looked at.
///
/// At depth 0 no move leads to the leaf, so it only counts as a node.
pub fn stats(position: &Position, depth: u32) -> Stats {
    let after = |mv| match depth {
        1 => Stats::of_leaf(position, mv),
        _ => stats(&position.after(mv), depth - 1),
    };
    match depth {
        0 => Stats::of_root(),
        _ => position.legal_moves().into_iter().map(after).fold(Stats::NONE, Stats::add),
    }
}

impl Stats {
    /// No leaves.
    pub const NONE: Stats = Stats([0; Column::ALL.len()]);

    /// The agreed leaves of a position of a suite at a depth, if a comment has all nine numbers:
    /// `c3 "D3: 34 0 0 0 12 0 0 0 0"`.
    pub fn agreed(position: &SuitePosition, depth: u32) -> Option<Stats> {
        let label = format!("D{depth}: ");
        let columns = position.entry.comments.iter().find_map(|text| text.strip_prefix(&label))?;
        let mut leaves = vec![position.count(depth)?.nodes];
        for number in columns.split_whitespace() {
            leaves.push(number.parse().ok()?);
        }
        let leaves: [u128; Column::ALL.len()] = leaves.try_into().ok()?;
        Some(leaves.into())
    }

    /// The position itself, as a leaf at depth 0.
    pub fn of_root() -> Stats {
        let mut stats = Stats::NONE;
        stats.count(Column::Nodes);
        stats
    }

    /// The leaf to which a legal move leads.
    pub fn of_leaf(position: &Position, mv: Move) -> Stats {
        let leaf = position.after(mv);
        let mut stats = Stats::of_root();
        if position.captured(mv).is_some() {
            stats.count(Column::Captures);
        }
        match mv.kind {
            MoveKind::EnPassant => stats.count(Column::EnPassant),
            MoveKind::Castling { .. } => stats.count(Column::Castles),
            MoveKind::Promotion(_) => stats.count(Column::Promotions),
            MoveKind::Normal | MoveKind::DoublePush => {}
        }
        let checkers = leaf.checkers();
        if !checkers.is_empty() {
            stats.count(Column::Checks);
        }
        match *checkers {
            [checker] if !brings_to(mv, checker) => stats.count(Column::DiscoveredChecks),
            [_, _, ..] => stats.count(Column::DoubleChecks),
            _ => {}
        }
        if leaf.legal_moves().is_empty() {
            let end = if checkers.is_empty() { Column::Stalemates } else { Column::Checkmates };
            stats.count(end);
        }
        stats
    }

    /// The leaves of this kind.
    pub const fn get(&self, column: Column) -> u128 {
        self.0[column as usize]
    }

    /// The leaves of each kind, in the order of [`Column::ALL`].
    pub fn columns(&self) -> impl Iterator<Item = (Column, u128)> {
        Column::ALL.into_iter().zip(self.0)
    }

    /// Counts a leaf of this kind.
    #[inline(always)]
    pub fn count(&mut self, column: Column) {
        self.0[column as usize] += 1;
    }
}

impl Add for Stats {
    type Output = Stats;

    /// The sum of both. A number beyond 128 bits becomes the greatest one of 128 bits.
    fn add(mut self, more: Stats) -> Stats {
        for (sum, more) in self.0.iter_mut().zip(more.0) {
            *sum = sum.saturating_add(more);
        }
        self
    }
}

impl From<[u128; Column::ALL.len()]> for Stats {
    /// The leaves of each kind, in the order of [`Column::ALL`].
    fn from(columns: [u128; Column::ALL.len()]) -> Stats {
        Stats(columns)
    }
}

/// Whether a move brings a piece to this square: the one that moves, or the rook of a castling.
pub(crate) fn brings_to(mv: Move, square: Square) -> bool {
    let rook_target = |rook| CastlingPair::new(mv.from, rook).rook_target();
    square == mv.to || mv.castling_rook().map(rook_target) == Some(square)
}
