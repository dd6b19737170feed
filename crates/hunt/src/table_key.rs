//! Finds out what the key of a table of counts leaves out. An engine with such a table gives the same count to
//! positions that differ in nothing else.
//!
//! A special position tests this: two such positions are in its tree, after different first moves. The order in which
//! the engine goes through its first moves then decides all of its counts, and each row must be as predicted.

use super::exchange::Exchange;
use super::explain::Rule;
use super::inquiry::{Inquiry, Unanswered};
use ox88::{CastlingRights, Column, Move, Position, Setup};
use ox88_count::quick;
use ox88_engine::RowsFrom;
use std::collections::HashMap;

/// Two plies above the last one, since many engines remember no counts of the last.
const DEPTH: u32 = 5;

/// It is looked for where a right answer has no more leaves than these.
const MOST_LEAVES: u128 = 1_000_000;

/// What a key may leave out.
struct Omission {
    rule: Rule,
    /// The position at which it is tried, and so is its mirror.
    root: &'static str,
    /// What is the same for such an engine.
    known: fn(Setup) -> Setup,
    /// The moves that it gets wrong.
    moves: Column,
}

const OMISSIONS: [Omission; 2] = [
    Omission {
        rule: Rule::TableKeyLacksEnPassant,
        root: "4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1",
        known: |setup| Setup { en_passant: None, ..setup },
        moves: Column::EnPassant,
    },
    Omission {
        rule: Rule::TableKeyLacksCastling,
        root: "4k3/8/8/8/8/8/8/N3K2R w K - 0 1",
        known: |setup| Setup { castling: CastlingRights::NONE, ..setup },
        moves: Column::Castles,
    },
];

/// The rule of what a table of counts leaves out of its key, if that may be why an answer is wrong.
pub(super) fn left_out(
    inquiry: &mut Inquiry,
    wrong: &Exchange,
) -> Result<Option<Rule>, Unanswered> {
    let is_out_of_reach = wrong.reply.source == RowsFrom::Totals
        || wrong.comparison.nodes > MOST_LEAVES
        || inquiry.is_with_person();
    if is_out_of_reach {
        return Ok(None);
    }
    for omission in &OMISSIONS {
        let has_moves = |depth| quick::stats(&wrong.line.end(), depth).get(omission.moves) > 0;
        if (2..=wrong.depth).any(has_moves) {
            let root: Position = omission.root.parse().expect("a position");
            for root in [root, root.mirrored()] {
                if omission.predicts(&inquiry.ask_by_fen(&root, DEPTH)?) {
                    return Ok(Some(omission.rule));
                }
            }
        }
    }
    Ok(None)
}

impl Omission {
    /// Whether each row of an answer that is wrong is just what such an engine prints, which goes through its first
    /// moves as it lists them, the other way round, or by their names.
    fn predicts(&self, answer: &Exchange) -> bool {
        let listed = answer.rows();
        let reversed = listed.iter().rev().copied().collect();
        let mut by_name = listed.clone();
        by_name.sort_by_key(|&(mv, _)| answer.line.end().move_text(mv));
        let is_printed = |rows: Vec<(Move, u128)>| {
            let mut counts = HashMap::new();
            rows.into_iter().all(|(mv, count)| {
                let after = answer.line.end().after_unchecked(mv);
                self.leaves(&after, answer.depth - 1, &mut counts) == count
            })
        };
        let is_wrong = !answer.is_right() && answer.has_right_moves();
        is_wrong && [listed, reversed, by_name].into_iter().any(is_printed)
    }

    fn leaves(&self, here: &Position, left: u32, counts: &mut HashMap<(Setup, u32), u128>) -> u128 {
        if left == 0 {
            return 1;
        }
        let setup = Setup { halfmove_clock: 0, fullmove_number: 1, ..here.setup() };
        let key = ((self.known)(setup), left);
        if let Some(&leaves) = counts.get(&key) {
            return leaves;
        }
        let moves = here.legal_moves().into_iter();
        let leaves = moves.map(|mv| self.leaves(&here.after_unchecked(mv), left - 1, counts)).sum();
        counts.insert(key, leaves);
        leaves
    }
}
