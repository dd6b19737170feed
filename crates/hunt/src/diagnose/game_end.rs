//! Does an engine end the game by a rule of draws, which perft does not have?

use super::origin::{Diagnosis, Origin};
use crate::exchange::Exchange;
use crate::explain::Draw;
use crate::inquiry::{Inquiry, Unanswered};
use ox88::{Move, Position, Setup};

/// What is at fault if the engine has no move, or no leaf behind its moves, where the game may be drawn.
/// As far as an experiment can show it, that it is drawn has to be the reason.
pub(super) fn diagnose(
    inquiry: &mut Inquiry,
    exchange: &Exchange,
) -> Result<Option<Diagnosis>, Unanswered> {
    let mut draws = draws_behind(exchange);
    if draws.is_empty() {
        return Ok(None);
    }
    let end = exchange.line.end();
    // A FEN has what is on the board, and nothing of the positions before. Its clock some do not read.
    let depends_on_moves = !exchange.line.moves.is_empty();
    let other = if depends_on_moves { Draw::Material } else { Draw::Repetition };
    draws.retain(|draw| *draw != other);
    if draws.contains(&Draw::FiftyMoves)
        && !inquiry.is_with_person()
        && let Ok(earlier) = Position::new(Setup { halfmove_clock: 0, ..end.setup() })
        && !inquiry.ask_by_fen(&earlier, exchange.depth)?.is_right()
    {
        draws.retain(|draw| *draw != Draw::FiftyMoves);
    }
    if draws.is_empty() {
        return Ok(None);
    }
    Ok(Some(Diagnosis::new(exchange.clone(), Origin::GameEnd { draws })))
}

/// The rules of draws that may be the reason, if the engine ends the game: behind several moves those
/// that hold behind each of them.
fn draws_behind(exchange: &Exchange) -> Vec<Draw> {
    if exchange.has_no_rows() {
        return Draw::at_end_of(&exchange.line);
    }
    let behind = |mv: Move| Draw::at_end_of(&exchange.line.and(mv));
    let moves = exchange.moves_without_leaves();
    let Some((&first, others)) = moves.split_first() else { return Vec::new() };
    let mut draws = behind(first);
    draws.retain(|draw| others.iter().all(|&mv| behind(mv).contains(draw)));
    draws
}
