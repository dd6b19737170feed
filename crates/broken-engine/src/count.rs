//! Perft: each move is made, counted behind, and taken back.

use crate::faults::Fault;
use crate::game::Game;
use ox88::{Board, CastlingRights, Color, Move, Square};
use std::collections::HashMap;

/// What an engine that remembers counts takes for the whole position, and the depth.
type Remembered = (Board, Color, CastlingRights, Option<Square>, u32);

type Memory = HashMap<Remembered, u64>;

impl Game {
    /// The leaves behind each legal move, in the order in which the moves are generated.
    pub fn divide(&mut self, depth: u32) -> Vec<(Move, u64)> {
        let mut memory = Memory::new();
        let mut rows = Vec::new();
        for mv in self.legal_moves() {
            self.make(mv);
            let leaves = self.count(depth.saturating_sub(1), &mut memory);
            self.undo();
            let wraps = self.has(Fault::CountsWrapAt16Bits);
            rows.push((mv, if wraps { leaves & 0xFFFF } else { leaves }));
        }
        rows
    }

    fn count(&mut self, depth: u32, memory: &mut Memory) -> u64 {
        if depth == 0 {
            return 1;
        }
        if self.is_drawn() {
            return 0;
        }
        let remembered = self.what_is_remembered(depth);
        if let Some(&leaves) = remembered.as_ref().and_then(|position| memory.get(position)) {
            return leaves;
        }
        let moves = self.legal_moves();
        let is_mate_or_stalemate = moves.is_empty();
        let is_leaf = self.has(Fault::MateCountedAsALeaf)
            || self.has(Fault::MateAloneCountedAsALeaf) && self.is_check();
        let mut leaves = u64::from(is_mate_or_stalemate && is_leaf);
        for mv in moves {
            self.make(mv);
            leaves += self.count(depth - 1, memory);
            self.undo();
        }
        if let Some(position) = remembered {
            memory.insert(position, leaves);
        }
        leaves
    }

    /// What an engine with a fault in its memory remembers; the others remember nothing.
    fn what_is_remembered(&self, depth: u32) -> Option<Remembered> {
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
