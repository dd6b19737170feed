//! The rows of an engine that prints totals only, found by asking it on.
//!
//! Where the total is right, nothing more is asked. Where it is wrong, the engine is asked one ply less
//! after each move, as if it had printed these rows. At depth 1 there is nothing less to ask: there its sums show which
//! moves it has, where there are few pieces on the board (see `sums`).

use super::total::{is_refusal, total_after, total_of};
use super::{Inquiry, Unanswered, sums};
use ox88::{Divide, Move, Position};
use ox88_engine::{Line, Reply, Row, RowsFrom};

/// How deep the positions are in which every engine has to give another total: there they have 400 and 25
/// leaves.
const DEPTH_OF_CONTROLS: u32 = 2;

/// Bare kings, for the other of the two.
const FEWEST_MOVES: &str = "4k3/8/8/8/8/8/8/4K3 w - - 0 1";

/// The total that an engine prints for the start position and for bare kings alike, if it does. Then it
/// counts neither: it takes no position, or the number is something else.
pub(super) async fn same_everywhere(inquiry: &mut Inquiry<'_>) -> Option<u128> {
    let first = total_alone(inquiry, Position::start()).await?;
    let second = total_alone(inquiry, FEWEST_MOVES.parse().ok()?).await?;
    (first == second).then_some(first)
}

async fn total_alone(inquiry: &mut Inquiry<'_>, position: Position) -> Option<u128> {
    let reply = inquiry.ask_plainly(&Line::at(position), DEPTH_OF_CONTROLS).await.ok()?;
    // A number after which the engine fails may be the first one of its answer.
    if reply.cut_off.is_some() {
        return None;
    }
    reply.rows.is_empty().then(|| reply.total()).flatten()
}

/// The reply to a question with this right divide, with rows. The position of the question is set up again in the end.
///
/// # Errors
/// When the engine gives no reply on the way.
pub(super) async fn with_rows(
    inquiry: &mut Inquiry<'_>,
    line: &Line,
    right: &Divide,
    reply: &Reply,
) -> Result<Reply, Unanswered> {
    let (position, depth) = (line.end(), right.depth());
    let total = total_of(reply, right.total(), line, depth)?;
    let row = |(mv, count): (Move, u128)| Row::new(position.move_text(mv), count);
    let with = |rows: Vec<(Move, u128)>| Reply {
        rows: rows.into_iter().map(row).collect(),
        source: RowsFrom::Totals,
        ..reply.clone()
    };
    if total == right.total() {
        return Ok(with(right.rows().to_vec()));
    }
    let mut asked = Asked { inquiry, line };
    if depth == 1
        && let Some(below) = asked.rows_below().await
        // Deeper down a move that ends the game may have no row.
        && below.rows.len() as u128 >= total.min(right.total())
    {
        asked.again(depth).await?;
        return Ok(Reply { totals: reply.totals.clone(), ..below });
    }
    let rows = if depth == 1 {
        // Otherwise all legal moves, with nothing to say which of them are missing.
        let listed = sums::moves_listed(asked.inquiry, line, total).await?;
        listed.map_or(right.rows().to_vec(), |moves| moves.into_iter().map(|mv| (mv, 1)).collect())
    } else {
        asked.totals_after_each(right, total).await?
    };
    asked.again(depth).await?;
    Ok(with(rows))
}

/// An engine that is asked about the moves at the end of a line.
struct Asked<'a, 'b> {
    inquiry: &'a mut Inquiry<'b>,
    line: &'a Line,
}

impl Asked<'_, '_> {
    /// The totals after the moves that it does not refuse, whose sum then has to be its total.
    async fn totals_after_each(
        &mut self,
        right: &Divide,
        total: u128,
    ) -> Result<Vec<(Move, u128)>, Unanswered> {
        let mut rows: Vec<(Move, u128)> = Vec::new();
        let mut refusal = None;
        for &(mv, _) in right.rows() {
            match total_after(self.inquiry, self.line, mv, right.depth() - 1).await {
                Ok(count) => rows.push((mv, count)),
                // One that plays no move at all is not asked for each of them.
                Err(trouble) if rows.is_empty() && refusal.is_some() => return Err(trouble),
                Err(trouble) if is_refusal(&trouble) => refusal = Some(trouble),
                Err(trouble) => return Err(trouble),
            }
        }
        let sum = rows.iter().fold(0, |sum: u128, &(_, count)| sum.saturating_add(count));
        refusal.filter(|_| sum != total).map_or(Ok(rows), Err)
    }

    /// The rows that it prints one ply deeper, with one leaf each. Some engines print none at depth 1.
    async fn rows_below(&mut self) -> Option<Reply> {
        let mut reply = self.inquiry.ask_plainly(self.line, 2).await.ok()?;
        reply.rows.iter_mut().for_each(|row| row.count = 1);
        (!reply.rows.is_empty()).then_some(reply)
    }

    /// Sets up the position of the question again, so that it can be asked about a second time.
    async fn again(&mut self, depth: u32) -> Result<(), Unanswered> {
        self.inquiry.ask_plainly(self.line, depth).await.map(drop)
    }
}
