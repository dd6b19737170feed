//! The legal moves of a position: only those that may leave the king in check are made and tested.

use super::ray::Ray;
use super::sight::Sight;
use crate::chess::moves::{Move, MoveKind};
use crate::chess::position::Position;
use crate::chess::square::Square;

/// Visits every legal move.
#[inline(always)]
pub fn each_legal(position: &Position, mut visit: impl FnMut(Move)) {
    let us = position.side_to_move();
    let king = position.king(us);
    let sight = Sight::from_king(position.board(), king, us);
    position.each_pseudo_legal(|mv| {
        let is_legal = match mv.kind {
            _ if sight.checks > 0 => answers_check(position, &sight, mv),
            MoveKind::EnPassant | MoveKind::Castling { .. } => position.is_legal(mv),
            // claim 2
            _ if mv.from == king => position.is_legal(mv),
            // claim 3
            _ => sight.pins.ray_of(mv.from).is_none_or(|line| stays_on(line, mv)),
        };
        if is_legal {
            visit(mv);
        }
    });
}

/// The number of legal moves.
#[must_use]
pub fn number_of_legal(position: &Position) -> u64 {
    let mut moves = 0;
    each_legal(position, |_| moves += 1);
    moves
}

/// Whether a move stays on the line of this ray.
#[inline(always)]
#[must_use]
pub fn stays_on(line: Ray, mv: Move) -> bool {
    Ray::leading(mv.from, mv.to).is_some_and(|ray| ray == line || ray == line.opposite())
}

/// Whether a move ends all checks. // claim 7
#[inline(never)]
#[must_use]
pub fn answers_check(position: &Position, sight: &Sight, mv: Move) -> bool {
    let king = position.king(position.side_to_move());
    let may_answer = mv.from == king
        || mv.kind == MoveKind::EnPassant
        || sight.checks == 1 && is_answer(king, sight.checker, mv.to);
    may_answer && position.is_legal(mv)
}

/// Whether a piece that arrives on this square captures the checking piece, or comes between it and
/// the king.
fn is_answer(king: Square, checker: Square, square: Square) -> bool {
    square == checker
        || Ray::leading(king, square).is_some_and(|ray| Ray::leading(king, checker) == Some(ray))
            && Ray::steps(king, square) < Ray::steps(king, checker)
}
