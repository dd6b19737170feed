//! Separates two faults: what is wrong by the FEN alone, and what is also wrong when moves lead to the position.

use super::fewer::{SameBy, fewest_men};
use crate::search::diagnose::with_last_move;
use crate::search::exchange::Exchange;
use crate::search::inquiry::Inquiry;
use ox88_engine::Difference;

/// The answer as it is, or two others in its place: one at a position where only moves are wrong that are right when
/// the position is played, and one where only the others are wrong. If leaving out pieces cannot separate them, they
/// stay together.
pub(super) async fn apart(inquiry: &mut Inquiry<'_>, wrong: Exchange) -> Vec<Exchange> {
    let Difference { missing, extra, twice, .. } = &wrong.comparison.difference;
    let has_one = missing.len() + extra.len() + twice.len() < 2;
    let is_by_fen = wrong.line.moves.is_empty() && !inquiry.refuses_moves();
    let line = with_last_move(&wrong.line.end()).filter(|_| is_by_fen && !has_one);
    let Some(line) = line.filter(|_| !inquiry.is_with_person()) else { return vec![wrong] };
    let is_part = |it: &Exchange| is_part(&it.comparison.difference, &wrong.comparison.difference);
    let played = inquiry.ask(&line, wrong.depth).await.ok().filter(is_part);
    let Some(played) = played else { return vec![wrong] };
    let right = inquiry.oracle.divide(&wrong.line.end(), wrong.depth);
    let by_fen_alone = wrong.clone().beyond(&played, &right);
    let both_ways = wrong.clone().beyond(&by_fen_alone, &right);
    let mut parts = Vec::new();
    for part in [by_fen_alone, both_ways] {
        let (alone, _) = fewest_men(inquiry, &part, SameBy::Moves).await;
        if alone.line == wrong.line {
            return vec![wrong];
        }
        parts.push(alone);
    }
    parts
}

/// Whether some of the moves that are wrong in one answer are wrong in another one, and nothing else is.
fn is_part(some: &Difference, all: &Difference) -> bool {
    !some.has_right_moves()
        && !some.has_moves_of(all)
        && some.missing.iter().all(|mv| all.missing.contains(mv))
        && some.extra.iter().all(|it| all.extra.contains(it))
        && some.twice.iter().all(|mv| all.twice.contains(mv))
}
