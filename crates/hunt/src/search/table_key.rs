//! Finds out what the key of a table of counts leaves out.
//!
//! A special position tests this: two positions that differ in that alone are in its tree, after different first moves.
//! The order in which the engine goes through its first moves then decides all of its counts, and each row must be as
//! predicted.

use super::exchange::Exchange;
use super::explain::Rule;
use super::inquiry::{Inquiry, Unanswered};
use super::machine::OMISSIONS;
use ox88::Position;
use ox88_count::quick;
use ox88_engine::RowsFrom;

/// Two plies above the last one, since many engines remember no counts of the last.
const DEPTH: u32 = 5;

/// It is looked for where a right answer has no more leaves than these.
const MOST_LEAVES: u128 = 1_000_000;

/// The rule of what a table of counts leaves out of its key, if that may be why an answer is wrong.
pub(super) async fn left_out(
    inquiry: &mut Inquiry<'_>,
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
                if omission.predicts(&inquiry.ask_by_fen(&root, DEPTH).await?) {
                    return Ok(Some(omission.rule));
                }
            }
        }
    }
    Ok(None)
}
