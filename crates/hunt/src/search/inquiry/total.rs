//! The total that an engine claims for a position, and for one after a move.

use super::{Inquiry, Unanswered};
use crate::search::exchange::NoReply;
use crate::search::machine::{if_possible, takes_own_piece};
use ox88::{Move, Position};
use ox88_engine::{Line, Reply, TroubleKind};

/// The total after a move. Among several totals it is the right one.
pub(super) async fn total_after(
    inquiry: &mut Inquiry<'_>,
    line: &Line,
    mv: Move,
    depth: u32,
) -> Result<u128, Unanswered> {
    let after = after(line, mv);
    // ox88 plays no move that takes a piece of its own side.
    let takes_own = takes_own_piece(&line.end(), mv);
    let line = if takes_own { Line::at(after) } else { line.and(mv) };
    let reply = inquiry.ask_plainly(&inquiry.as_asked(&line), depth).await?;
    if reply.totals.is_empty() && after.legal_moves().is_empty() {
        return Ok(reply.sum());
    }
    total_of(&reply, ox88::perft(&after, depth), &line, depth)
}

/// The position after a move, which need not be pseudo-legal.
pub(super) fn after(line: &Line, mv: Move) -> Position {
    let here = line.end();
    if_possible(&here, mv).unwrap_or(here)
}

/// Whether it may have said that a move is illegal, and nothing else.
pub(super) fn is_refusal(unanswered: &Unanswered) -> bool {
    matches!(unanswered.trouble.kind, TroubleKind::Rubbish | TroubleKind::Refuses)
}

/// The total that an engine claims: the right one if it is there, and otherwise the last. If it failed after that,
/// nobody knows whether there was another to come.
pub(super) fn total_of(
    reply: &Reply,
    right: u128,
    line: &Line,
    depth: u32,
) -> Result<u128, Unanswered> {
    let claimed = if reply.rows.is_empty() { reply.totals.last().copied() } else { reply.total() };
    let sum = (!reply.rows.is_empty()).then(|| reply.sum());
    let right = reply.totals.iter().copied().find(|&total| total == right);
    if right.is_none()
        && let Some(cut_off) = &reply.cut_off
    {
        return Err(NoReply::new(line, depth, cut_off.clone()));
    }
    let rubbish = || NoReply::new(line, depth, TroubleKind::Rubbish);
    right.or(sum).or(claimed).ok_or_else(rubbish)
}
