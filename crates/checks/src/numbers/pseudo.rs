//! Engines that leave out the test of the king, everywhere or at the last ply.

use ox88::{Move, Position};
use std::collections::HashMap;

/// One such engine.
pub struct Kind {
    pub name: &'static str,
    pub rule: &'static str,
    pub what: &'static str,
    is_last_ply: bool,
    takes_kings: bool,
}

pub const KINDS: [Kind; 3] = [
    Kind {
        name: "no-king-test",
        rule: "pseudo-legal",
        what: "no move is tested for leaving the king in check, and a king may be captured",
        is_last_ply: false,
        takes_kings: true,
    },
    Kind {
        name: "no-king-test-but-no-king-taken",
        rule: "pseudo-legal",
        what: "no move is tested for leaving the king in check, but no king is captured",
        is_last_ply: false,
        takes_kings: false,
    },
    Kind {
        name: "no-king-test-at-the-last-ply",
        rule: "last-ply-pseudo-legal",
        what: "the moves of the last ply are counted without a test of the king",
        is_last_ply: true,
        takes_kings: true,
    },
];

/// A walk that has to remember more positions is left out.
const MOST: usize = 1_000_000;

impl Kind {
    pub fn total(&self, position: &Position, depth: u32) -> Option<u64> {
        self.leaves(position, depth, &mut HashMap::new())
    }

    fn moves(&self, here: &Position, depth: u32) -> Vec<Move> {
        if self.is_last_ply && depth > 1 {
            return here.legal_moves();
        }
        let king = here.king(!here.side_to_move());
        let mut moves = here.pseudo_legal_moves();
        moves.retain(|mv| self.takes_kings || mv.to != king || mv.castling_rook().is_some());
        moves
    }

    fn leaves(
        &self,
        here: &Position,
        depth: u32,
        known: &mut HashMap<(Position, u32), u64>,
    ) -> Option<u64> {
        let moves = self.moves(here, depth);
        if depth == 1 {
            return Some(moves.len() as u64);
        }
        if let Some(leaves) = known.get(&(*here, depth)) {
            return Some(*leaves);
        }
        let behind = |mv: &Move| self.leaves(&here.after(*mv), depth - 1, known);
        let leaves = moves.iter().map(behind).sum::<Option<u64>>()?;
        if known.len() == MOST {
            return None;
        }
        known.insert((*here, depth), leaves);
        Some(leaves)
    }
}
