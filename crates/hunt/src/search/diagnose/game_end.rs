//! Does an engine end the game by a rule of draws, which perft does not have?

use super::Ruling;
use super::origin::{Diagnosis, Origin};
use crate::search::exchange::Exchange;
use crate::search::explain::Draw;
use crate::search::inquiry::Inquiry;
use ox88::{Move, Piece, PieceKind, Position, Setup, Square};
use ox88_engine::Line;

/// What is at fault if the engine has no move, or no leaf after its moves, where the game may be drawn.
/// As far as an experiment can show it, that it is drawn has to be the reason.
pub(super) async fn drawn(inquiry: &mut Inquiry<'_>, known: &mut Diagnosis) -> Ruling {
    let exchange = &known.exchange;
    let mut draws = draws_behind(exchange);
    // A FEN has what is on the board, and nothing of the positions before. Its clock some do not read.
    let depends_on_moves = !exchange.line.moves.is_empty();
    let other = if depends_on_moves { Draw::Material } else { Draw::Repetition };
    draws.retain(|draw| *draw != other);
    let mut reasons = Vec::new();
    for draw in draws {
        let control = without_draw(exchange, draw);
        let is_reason = match &control {
            _ if inquiry.is_with_person() => true,
            Some(line) => inquiry.ask(line, exchange.depth).await?.is_right(),
            None => false,
        };
        if is_reason {
            reasons.push((draw, control));
        }
    }
    let Some((_, control)) = reasons.first().cloned() else { return Ok(None) };
    let draws = reasons.into_iter().map(|(draw, _)| draw).collect();
    let diagnosis = Diagnosis::new(exchange.clone(), Origin::drawn(draws));
    Ok(Some(Diagnosis { control, ..diagnosis }))
}

/// The same question where this rule ends no game, if there is one.
fn without_draw(exchange: &Exchange, draw: Draw) -> Option<Line> {
    let end = exchange.line.end();
    let moves = end.legal_moves();
    let is_like = |position: &Position| position.legal_moves() == moves;
    let them = Piece::new(!end.side_to_move(), PieceKind::Pawn);
    let with_pawn = |square: Square| {
        let mut board = *end.board();
        let is_free = board.at(square).is_none() && moves.iter().all(|mv| mv.to != square);
        board.put(square, them);
        Position::new(Setup { board, ..end.setup() }).ok().filter(|it| is_free && is_like(it))
    };
    let position = match draw {
        // The positions before stay what they are.
        Draw::FiftyMoves => {
            let root = Setup { halfmove_clock: 0, ..exchange.line.root.setup() };
            return exchange.line.played_from(Position::new(root).ok()?);
        }
        Draw::Material => Square::all().find_map(with_pawn),
        Draw::Repetition => Some(end),
    };
    position.map(Line::at)
}

/// The rules of draws that may be the reason, if the engine ends the game: after several moves those
/// that hold after each of them.
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
