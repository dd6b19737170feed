//! Perft: makes each move, counts the leaves after it, and takes it back.

use crate::faults::Fault;
use crate::game::Game;
use ox88::{Board, CastlingRights, Color, Move, Square};
use std::collections::HashMap;

/// The key of a table of counts: the position as far as the engine compares it, and the depth.
type TableKey = (Board, Color, CastlingRights, Option<Square>, u32);

type Table = HashMap<TableKey, u64>;

impl Game {
    /// The leaves after each legal move, in the order in which the moves are generated.
    pub fn divide(&mut self, depth: u32) -> Vec<(Move, u64)> {
        let mut table = Table::new();
        let mut rows = Vec::new();
        for mv in self.legal_moves() {
            self.make(mv);
            let leaves = self.count(depth.saturating_sub(1), &mut table);
            self.undo();
            let wraps = self.has(Fault::CountsWrapAt16Bits);
            rows.push((mv, if wraps { leaves & 0xFFFF } else { leaves }));
        }
        rows
    }

    fn count(&mut self, depth: u32, table: &mut Table) -> u64 {
        if depth == 0 {
            return 1;
        }
        if self.is_drawn() {
            return 0;
        }
        let key = self.table_key(depth);
        if let Some(&leaves) = key.as_ref().and_then(|position| table.get(position)) {
            return leaves;
        }
        let moves = self.legal_moves();
        let mut leaves = self.leaves_without_moves(&moves);
        if depth == 1 && !self.faults.spoil_when_undone() {
            // Each was made when it was tested, and made again it would change nothing.
            leaves += moves.len() as u64;
        } else {
            for mv in moves {
                self.make(mv);
                leaves += self.count(depth - 1, table);
                self.undo();
            }
        }
        if let Some(position) = key {
            table.insert(position, leaves);
        }
        leaves
    }

    /// What is counted where there are no moves above the last ply.
    pub fn leaves_without_moves(&self, moves: &[Move]) -> u64 {
        let is_leaf = moves.is_empty()
            && (self.has(Fault::MateCountedAsALeaf)
                || self.has(Fault::MateAloneCountedAsALeaf) && self.is_check());
        u64::from(is_leaf)
    }

    /// The key of an engine with a fault in its table. Other engines have no table.
    fn table_key(&self, depth: u32) -> Option<TableKey> {
        let Game { board, side, rights, en_passant, .. } = *self;
        if self.has(Fault::HashForgetsTheEpSquare) {
            Some((board, side, rights, None, depth))
        } else if self.has(Fault::HashForgetsTheRights) {
            Some((board, side, CastlingRights::NONE, en_passant, depth))
        } else {
            None
        }
    }
}
