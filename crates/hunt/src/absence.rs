//! Is a move missing that has no row in what somebody has saved or copied? A part of it may have been left out there.
//!
//! A move without a row is missing
//!
//! - if there is a total that is the sum of the rows, because then no row was left out;
//! - without such a total, if all missing moves are of kinds of which no move has a row, as where the engine does not
//!   castle: no part that somebody leaves out is just that;
//! - without such a total, if at most a quarter of the moves have no row, and the end was not left out: something
//!   follows the rows, if only an empty line, or a row follows the place where each missing move belongs. In rows that are
//!   sorted that is behind the missing move; in others, behind other moves of the same piece.
//!
//! In all other cases nobody knows.

use ox88::{Move, MoveKind, Position};

/// Of this many moves one may have no row.
const MOVES_PER_MISSING: usize = 4;

/// Why it is not known whether moves without a row are missing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LeftOut {
    /// Many moves have no row.
    Many,
    /// The last rows may have been left out.
    End,
}

/// Which part of an answer may have been left out, if no total is the sum of its rows: `printed` are its moves in their
/// order, `missing` those without a row, and `goes_on` says whether something follows the rows.
pub(super) fn left_out(
    position: &Position,
    printed: &[Move],
    missing: &[Move],
    goes_on: bool,
) -> Option<LeftOut> {
    let legal = position.legal_moves();
    let is_of_lost_kind = |mv: &Move| {
        let mut of_kind = legal.iter().filter(|other| other.kind == mv.kind);
        mv.kind != MoveKind::Normal && of_kind.all(|other| missing.contains(other))
    };
    let text = |mv: &Move| position.move_text(*mv);
    let is_sorted = printed.is_sorted_by_key(text);
    let is_followed = |mv: &Move| {
        if is_sorted {
            return printed.last().is_some_and(|last| text(last) > text(mv));
        }
        let mut behind = printed.iter().skip_while(|row| row.from != mv.from);
        behind.any(|row| row.from != mv.from)
    };
    if missing.iter().all(is_of_lost_kind) {
        None
    } else if missing.len() > (legal.len() / MOVES_PER_MISSING).max(1) {
        Some(LeftOut::Many)
    } else if goes_on || missing.iter().all(is_followed) {
        None
    } else {
        Some(LeftOut::End)
    }
}
