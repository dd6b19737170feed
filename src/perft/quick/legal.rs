//! The legal moves of a position: only those that may leave the king in check are made and tested.

use super::ray::Ray;
use super::sight::Sight;
use crate::chess::attacks::is_attacked;
use crate::chess::board::Board;
use crate::chess::color::Color;
use crate::chess::moves::{Move, MoveKind};
use crate::chess::position::Position;
use crate::chess::square::Square;

/// Visits every legal move.
#[inline(always)]
pub fn each_legal(position: &Position, mut visit: impl FnMut(Move)) {
    let us = position.side_to_move();
    let king = position.king(us);
    let sight = Sight::from_king(position.board(), king, us);
    let mut without_king = *position.board();
    without_king.clear(king);
    position.each_pseudo_legal(|mv| {
        let is_legal = match mv.kind {
            _ if sight.checks > 0 => answers_check(position, &sight, mv),
            // claim 2
            MoveKind::EnPassant | MoveKind::Castling { .. } => position.is_legal(mv),
            // claim 5
            _ if mv.from == king => is_safe(&without_king, mv.to, us),
            // claim 3
            _ => sight.pins.ray_of(mv.from).is_none_or(|line| stays_on(line, mv)),
        };
        if is_legal {
            visit(mv);
        }
    });
}

/// Whether no enemy of this side attacks a square. Not inlined, because it is long.
#[inline(never)]
fn is_safe(without_king: &Board, square: Square, us: Color) -> bool {
    !is_attacked(without_king, square, !us)
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

/// Whether a move ends all checks.
#[inline(never)]
#[must_use]
pub fn answers_check(position: &Position, sight: &Sight, mv: Move) -> bool {
    let king = position.king(position.side_to_move());
    // claim 7
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
