//! Is a move missing that has no row in what somebody has saved or copied? A part of it may have been left out there.
//!
//! A move without a row is missing if there is a total that is the sum of the rows, because then no row was left out.
//! Without such a total it is missing if both of these hold, and in all other cases nobody knows:
//!
//! - At most a quarter of the moves have no row, or the moves without one are all of a kind, as where the engine does
//!   not castle.
//! - Neither the beginning nor the end was cut off. Something before the rows and something after them shows that, if
//!   only an empty line. Where the rows are sorted, so does a row before the place of each missing move, and one after
//!   it. In another order nobody knows the place of a move that is not there.

use ox88::{Move, MoveKind, Position};

/// Of this many moves one may have no row.
const MOVES_PER_MISSING: usize = 4;

/// Why it is not known whether moves without a row are missing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LeftOut {
    /// Many moves have no row.
    Many,
    /// The first rows or the last ones may have been left out.
    Ends,
}

/// Which part of an answer may have been left out, if no total is the sum of its rows: `printed` are its moves in their
/// order, `missing` those without a row, and the last two say whether something comes before the rows, and after them.
pub(super) fn find_left_out(
    position: &Position,
    printed: &[Move],
    missing: &[Move],
    (is_begun, is_ended): (bool, bool),
) -> Option<LeftOut> {
    let legal = position.legal_moves();
    let is_of_lost_kind = |mv: &Move| {
        let mut of_kind = legal.iter().filter(|other| other.kind == mv.kind);
        mv.kind != MoveKind::Normal && of_kind.all(|other| missing.contains(other))
    };
    let is_few = missing.len() <= (legal.len() / MOVES_PER_MISSING).max(1);
    if !is_few && !missing.iter().all(is_of_lost_kind) {
        return Some(LeftOut::Many);
    }
    let text = |mv: &Move| position.move_text(*mv);
    let ends = printed.first().map(text).zip(printed.last().map(text));
    let between = ends.filter(|_| printed.is_sorted_by_key(text));
    let is_after_a_row = |mv| between.as_ref().is_some_and(|(first, _)| *first < text(mv));
    let is_before_a_row = |mv| between.as_ref().is_some_and(|(_, last)| text(mv) < *last);
    let has_ends = missing
        .iter()
        .all(|mv| (is_begun || is_after_a_row(mv)) && (is_ended || is_before_a_row(mv)));
    (!has_ends).then_some(LeftOut::Ends)
}
