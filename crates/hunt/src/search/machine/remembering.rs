//! What the key of a table of counts may leave out: an engine with such a table gives the same count to positions that
//! differ in nothing else.

use super::draft::Draft;
use super::walk::{Machine, Rows};
use crate::search::exchange::Exchange;
use crate::search::explain::Rule;
use ox88::{CastlingRights, Move, MoveKind, Position, Setup};
use ox88_count::Column;
use std::collections::HashMap;

/// What a key may leave out.
pub(crate) struct Omission {
    pub rule: Rule,
    /// The position at which it is tried, and so is its mirror.
    pub root: &'static str,
    /// What is the same for such an engine.
    known: fn(Setup) -> Setup,
    /// The moves that it gets wrong.
    pub moves: Column,
    is_one: fn(Move) -> bool,
}

pub(crate) const OMISSIONS: [Omission; 2] = [
    Omission {
        rule: Rule::TableKeyLacksEnPassant,
        root: "4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1",
        known: |setup| Setup { en_passant: None, ..setup },
        moves: Column::EnPassant,
        is_one: |mv| mv.kind == MoveKind::EnPassant,
    },
    Omission {
        rule: Rule::TableKeyLacksCastling,
        root: "4k3/8/8/8/8/8/8/N3K2R w K - 0 1",
        known: |setup| Setup { castling: CastlingRights::NONE, ..setup },
        moves: Column::Castles,
        is_one: |mv| mv.castling_rook().is_some(),
    },
];

impl Omission {
    /// Whether each row of an answer that is wrong is just what such an engine prints, which goes through its first
    /// moves as it lists them, the other way round, or by their names; and not what one without a table prints that
    /// lacks these moves below the root, or on some plies there.
    pub fn predicts(&self, answer: &Exchange) -> bool {
        let here = answer.line.end();
        let listed = answer.rows();
        let reversed = listed.iter().rev().copied().collect();
        let mut by_name = listed.clone();
        by_name.sort_by_key(|&(mv, _)| here.move_text(mv));
        let is_printed = |rows: Rows| {
            let moves = rows.iter().map(|row| row.0);
            self.rows(&here, answer.depth, moves).eq(rows.iter().copied())
        };
        let is_wrong = !answer.is_right() && answer.has_right_moves();
        let lacks_moves = |plies: u32| {
            let mut rows = answer.rows().into_iter();
            rows.all(|(mv, count)| {
                self.leaves_without(&here.after(mv), answer.depth - 1, plies) == count
            })
        };
        is_wrong
            && [listed, reversed, by_name].into_iter().any(is_printed)
            && !(1..1 << (answer.depth - 1)).any(lacks_moves)
    }

    /// What such an engine prints that goes through its moves in our order, or the other way round.
    pub fn answer(&self, here: &Position, depth: u32, is_reversed: bool) -> Rows {
        let mut moves = here.legal_moves();
        if is_reversed {
            moves.reverse();
        }
        self.rows(here, depth, moves.into_iter()).collect()
    }

    /// The rows of such an engine that goes through its moves in this order.
    fn rows(
        &self,
        here: &Position,
        depth: u32,
        moves: impl Iterator<Item = Move>,
    ) -> impl Iterator<Item = (Move, u128)> {
        let mut engine = Remembering { known: self.known, counts: HashMap::new() };
        moves.map(move |mv| {
            (mv, engine.count(&mut Draft::of(&here.after(mv)), depth.saturating_sub(1)))
        })
    }

    /// The leaves if these moves are not generated on some plies, each of which is a bit.
    fn leaves_without(&self, here: &Position, left: u32, plies: u32) -> u128 {
        if left == 0 {
            return 1;
        }
        let mut moves = here.legal_moves();
        moves.retain(|&mv| !((self.is_one)(mv) && plies >> (left - 1) & 1 == 1));
        let leaves = |mv| self.leaves_without(&here.after(mv), left - 1, plies);
        moves.into_iter().map(leaves).sum()
    }
}

/// An engine with a table of counts, and what it knows of a position there.
struct Remembering {
    known: fn(Setup) -> Setup,
    counts: HashMap<(Setup, u32), u128>,
}

impl Remembering {
    fn key(&self, here: &Draft, left: u32) -> (Setup, u32) {
        let setup = here.position.setup();
        ((self.known)(Setup { halfmove_clock: 0, fullmove_number: 1, ..setup }), left)
    }
}

impl Machine for Remembering {
    fn known(&mut self, here: &mut Draft, left: u32) -> Option<u128> {
        if left == 0 { Some(1) } else { self.counts.get(&self.key(here, left)).copied() }
    }

    fn leave(&mut self, here: &Draft, left: u32, count: u128) {
        self.counts.insert(self.key(here, left), count);
    }
}
