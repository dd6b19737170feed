//! From a disagreement down to the smallest one.
//!
//! A wrong count has its cause somewhere after its move. The engine is asked there, one move further and one
//! ply less deep, until it lists a wrong move itself, or until everything below is right.

use crate::search::diagnose::{Smallest, SmallestKind};
use crate::search::exchange::Exchange;
use crate::search::inquiry::{Inquiry, Unanswered};
use SmallestKind::{CutShort, GameEnd, Recursion};
use ox88::{Move, Position};
use ox88_engine::{Line, RowsFrom, WrongCount};

/// Goes down from an answer that differs.
pub(super) async fn down(
    inquiry: &mut Inquiry<'_>,
    from: Exchange,
) -> Result<Smallest, Unanswered> {
    match Box::pin(step_down(inquiry, from.clone())).await {
        Err(unanswered) if unanswered.is_cut_short() => {
            Ok(Smallest { exchange: from, kind: CutShort })
        }
        smallest => smallest,
    }
}

async fn step_down(inquiry: &mut Inquiry<'_>, exchange: Exchange) -> Result<Smallest, Unanswered> {
    if !exchange.has_right_moves() {
        return shallowest_wrong_moves(inquiry, exchange).await;
    }
    if exchange.reply.source == RowsFrom::Totals && exchange.depth > 1 {
        // Rows would show at once whether the moves are right. Totals show it at depth 1.
        let shallow = inquiry.ask(&exchange.line, 1).await?;
        if !shallow.is_right() {
            return down(inquiry, shallow).await;
        }
        if exchange.comparison.difference.counts.is_empty() {
            if total_counts_game_ends(&exchange) {
                return Ok(Smallest { exchange, kind: GameEnd });
            }
            return smallest_recursion(inquiry, exchange).await;
        }
    }
    if exchange.comparison.difference.counts.is_empty() || exchange.depth == 1 {
        let is_game_end = is_leaf_at_game_end(inquiry, &exchange).await?;
        let kind = if is_game_end { GameEnd } else { SmallestKind::Position };
        return Ok(Smallest { exchange, kind });
    }
    match wrong_child(inquiry, &exchange).await? {
        Some(child) => down(inquiry, child).await,
        None if counts_game_ends(inquiry, &exchange).await? => {
            Ok(Smallest { exchange, kind: GameEnd })
        }
        // A position that is set up by its FEN shows nothing about making moves.
        None if inquiry.begins_to_play() => {
            down(inquiry, Exchange { line: Line::at(exchange.line.end()), ..exchange }).await
        }
        None => smallest_recursion(inquiry, exchange).await,
    }
}

/// Moves that are listed wrongly at some depth are usually wrong at depth 1 as well. If not, the engine may print no
/// row for a move without leaves, or counting after one of the moves has changed the list.
async fn shallowest_wrong_moves(
    inquiry: &mut Inquiry<'_>,
    exchange: Exchange,
) -> Result<Smallest, Unanswered> {
    let mut missing = exchange.comparison.difference.missing.clone();
    for depth in 1..exchange.depth {
        let shallow = inquiry.ask(&exchange.line, depth).await?;
        if !shallow.has_right_moves() {
            return Ok(wrong_moves_at_least_depth(shallow));
        }
        if depth == 1 {
            // The engine need not play what it does not list. If it is known why, the counts lead on.
            missing.retain(|&mv| shallow.lists(mv));
        }
    }
    if exchange.depth > 1 {
        if missing.is_empty()
            && let Some(child) = wrong_child(inquiry, &exchange).await?
        {
            return down(inquiry, child).await;
        }
        // If there is a leaf after the first missing move, there usually is one after the others.
        missing.truncate(if inquiry.is_with_person() { 1 } else { missing.len() });
        for mv in missing {
            let child = inquiry.ask(&exchange.line.and(mv), exchange.depth - 1).await?;
            if !child.is_right() {
                return down(inquiry, child).await;
            }
        }
    }
    Ok(wrong_moves_at_least_depth(exchange))
}

fn wrong_moves_at_least_depth(exchange: Exchange) -> Smallest {
    let kind = if exchange.depth == 1 { SmallestKind::Position } else { Recursion };
    Smallest { exchange, kind }
}

/// Of the moves whose counts differ, the first after which the engine is also wrong when it is asked
/// directly. The one with the fewest leaves is asked about first.
async fn wrong_child(
    inquiry: &mut Inquiry<'_>,
    exchange: &Exchange,
) -> Result<Option<Exchange>, Unanswered> {
    let mut counts = exchange.comparison.difference.counts.clone();
    counts.sort_by_key(|count| count.ours);
    if inquiry.is_with_person() {
        // If the first one is right, the others usually are, for the same reason.
        counts.truncate(1);
    }
    for WrongCount { mv, .. } in counts {
        let child = inquiry.ask(&exchange.line.and(mv), exchange.depth - 1).await?;
        if !child.is_right() {
            return Ok(Some(child));
        }
    }
    Ok(None)
}

/// Everything below this position is right, so only its own recursion is wrong. The smaller the depth,
/// the fewer moves can be to blame.
async fn smallest_recursion(
    inquiry: &mut Inquiry<'_>,
    exchange: Exchange,
) -> Result<Smallest, Unanswered> {
    for depth in 2..exchange.depth {
        let shallow = inquiry.ask(&exchange.line, depth).await?;
        if !shallow.is_right() {
            // Less deep, but perhaps with something wrong further down after all.
            return down(inquiry, shallow).await;
        }
    }
    Ok(Smallest { exchange, kind: Recursion })
}

fn is_game_end(position: &Position) -> bool {
    position.legal_moves().is_empty()
}

fn moves_that_end_the_game(position: &Position) -> Vec<Move> {
    let mut moves = position.legal_moves();
    moves.retain(|&mv| is_game_end(&position.after(mv)));
    moves
}

/// Whether the position itself is a mate or stalemate in which one leaf is claimed.
///
/// By a total alone it may as well be an illegal move, which has more leaves one ply deeper.
async fn is_leaf_at_game_end(
    inquiry: &mut Inquiry<'_>,
    exchange: &Exchange,
) -> Result<bool, Unanswered> {
    let is_one = |exchange: &Exchange| {
        let claimed = exchange.comparison.difference.total.map(|total| total.claimed);
        claimed == Some(1) && exchange.reply.rows.is_empty()
    };
    if !is_one(exchange) || !is_game_end(&exchange.line.end()) {
        return Ok(false);
    }
    let is_certain = exchange.reply.source != RowsFrom::Totals;
    Ok(is_certain || is_one(&inquiry.ask(&exchange.line, exchange.depth + 1).await?))
}

/// Whether a total at depth 2 is too great by one leaf for each mate and stalemate a move away.
fn total_counts_game_ends(exchange: &Exchange) -> bool {
    let Some(total) = exchange.comparison.difference.total else { return false };
    let game_ends = moves_that_end_the_game(&exchange.line.end()).len();
    exchange.depth == 2 && total.claimed == total.sum.saturating_add(game_ends as u128)
}

/// Whether the wrong counts are those of the mates and stalemates a move away: one leaf for each, and no
/// more when it is counted deeper. A move that is only taken for legal has more leaves.
async fn counts_game_ends(
    inquiry: &mut Inquiry<'_>,
    exchange: &Exchange,
) -> Result<bool, Unanswered> {
    let position = exchange.line.end();
    let mut game_ends = moves_that_end_the_game(&position);
    let is_one = |exchange: &Exchange, mv: Move| {
        let counts = &exchange.comparison.difference.counts;
        counts.iter().any(|count| count.mv == mv && count.theirs == 1)
    };
    // Some count mates alone, and some stalemates alone.
    let is_mate = |mv: Move| position.after(mv).is_check();
    let counted: Vec<bool> =
        game_ends.iter().filter(|&&mv| is_one(exchange, mv)).map(|&mv| is_mate(mv)).collect();
    game_ends.retain(|&mv| counted.contains(&is_mate(mv)));
    let is_one_leaf_each = |exchange: &Exchange| game_ends.iter().all(|&mv| is_one(exchange, mv));
    let counts_others = exchange.comparison.difference.counts.len() > game_ends.len();
    if counts_others || !is_one_leaf_each(exchange) {
        return Ok(false);
    }
    // Some count the leaf only where it is the last ply.
    let deeper = inquiry.ask(&exchange.line, exchange.depth + 1).await?;
    let has_none = |mv: &Move| !deeper.comparison.difference.counts.iter().any(|it| it.mv == *mv);
    Ok(is_one_leaf_each(&deeper) || game_ends.iter().all(has_none))
}
