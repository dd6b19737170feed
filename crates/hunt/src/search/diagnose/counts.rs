//! An answer that is wrong although every move behind it, asked about alone, is right: its counts, or the
//! moves themselves, which are right if the engine is asked for a smaller depth.

use super::Ruling;
use super::making::made_below;
use super::origin::{Diagnosis, Evidence, Origin};
use crate::search::exchange::Exchange;
use crate::search::explain::Rule;
use crate::search::inquiry::Inquiry;
use crate::search::oracle::Oracle;
use crate::search::suspects::Suspects;
use crate::search::table_key::left_out;
use ox88_engine::{RowsFrom, WrongCount};

/// From this depth on a table may have mixed up its entries: two moves lead to positions that a key may not tell apart.
const DEPTH_OF_A_TABLE: u32 = 2;

/// From this depth on two lines can meet in one position.
const DEPTH_AT_WHICH_LINES_MEET: u32 = 3;

/// What can be at fault where the count after each move is right: how the last plies are counted, making a move or taking
/// it back, or a table.
pub(super) fn right_after_each_move(depth: u32) -> Origin {
    let table = if depth >= DEPTH_OF_A_TABLE { Suspects::TABLE } else { Suspects::NONE };
    let suspects = Suspects::COUNTING.or(Suspects::MAKE_OR_UNMAKE).or(table);
    Evidence::RightAfterEachMove.against(suspects)
}

/// Whether all counts are right that are small enough for a number of bits.
pub(super) async fn overflow(inquiry: &mut Inquiry<'_>, known: &mut Diagnosis) -> Ruling {
    let Some(bits) = overflows_at(inquiry.oracle, &known.exchange) else { return Ok(None) };
    let how = format!("counts wrap at 2^{bits}: the counter has only {bits} bits");
    let evidence = Evidence::Counted { rule: Rule::CountOnly, how: Some(how) };
    known.told(evidence.against(Suspects::COUNTING))
}

/// What may spoil moves that are right at smaller depths, or counts that are right after each move alone.
pub(super) async fn recursion(inquiry: &mut Inquiry<'_>, known: &mut Diagnosis) -> Ruling {
    let by_fen = &known.exchange;
    if !by_fen.has_right_moves() {
        return known.told(Origin::right_for_less());
    }
    if by_fen.reply.source == RowsFrom::Totals {
        // At depth 1 a missing move and one too many may have hidden each other.
        return known.told(Origin::unknown(Evidence::NumberAlone));
    }
    if inquiry.refuses_moves() {
        if let Some(verdict) = made_below(inquiry, by_fen).await? {
            return Ok(Some(verdict));
        }
        return known.told(
            Evidence::RightByEachFen
                .against(Suspects::ALL.without(Suspects::READ.or(Suspects::GENERATION))),
        );
    }
    if by_fen.depth < DEPTH_AT_WHICH_LINES_MEET {
        return Ok(None);
    }
    match left_out(inquiry, by_fen).await? {
        Some(rule) => known.told(Evidence::KeyLacks(rule).against(Suspects::TABLE)),
        None => Ok(None),
    }
}

/// The number of bits in which the wrong counts would be right.
fn overflows_at(oracle: &Oracle, exchange: &Exchange) -> Option<u32> {
    let counts = &exchange.comparison.difference.counts;
    let right = oracle.divide(&exchange.line.end(), exchange.depth);
    let overflows = |bits: &u32| {
        let too_large = right.rows().iter().filter(|(_, ours)| ours >> bits != 0).count();
        let is_cut = |wrong: &WrongCount| wrong.ours % (1 << bits) == wrong.theirs;
        too_large == counts.len() && counts.iter().all(is_cut)
    };
    let differs_in_counts_only = exchange.has_right_moves() && !counts.is_empty();
    let total = &exchange.comparison.difference.total;
    let is_cut_total = |bits: &u32| {
        let is_cut = |ours: u128, theirs| ours >> bits != 0 && ours % (1 << bits) == theirs;
        total.as_ref().is_some_and(|it| is_cut(it.sum, it.claimed))
    };
    let mut bits = [32, 16, 8].into_iter();
    bits.find(|bits| {
        differs_in_counts_only && overflows(bits) || counts.is_empty() && is_cut_total(bits)
    })
}
