//! The legal moves of a position: only those that may leave the king in check are made and tested.

use super::ray::Ray;
use super::side::Side;
use super::sight::Sight;
use crate::chess::attacks::is_attacked;
use crate::chess::board::Board;
use crate::chess::color::Color;
use crate::chess::moves::{Move, MoveKind};
use crate::chess::piece::Piece;
use crate::chess::position::Position;
use crate::chess::square::{Direction, Square};

/// More moves than any piece has: a queen has at most 27, a king at most 10.
pub const MOST_MOVES: usize = 32;

/// The pseudo-legal moves of one piece of the side to move, in this list. What is done with them can be
/// compiled once then, and not again for each kind of piece.
#[inline(always)]
pub fn collect_moves<'a, S: Side>(
    position: &Position,
    from: Square,
    piece: Piece,
    list: &'a mut [Move; MOST_MOVES],
) -> &'a [Move] {
    let mut count = 0;
    position.each_move_of(S::COLOR, from, piece, |mv| {
        list[count % MOST_MOVES] = mv;
        count += 1;
    });
    &list[..count.min(MOST_MOVES)]
}

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
#[must_use]
pub fn is_safe(without_king: &Board, square: Square, us: Color) -> bool {
    !is_attacked(without_king, square, !us)
}

/// The number of legal moves.
#[must_use]
pub fn number_of_legal(position: &Position) -> u64 {
    let mut moves = 0;
    each_legal(position, |_| moves += 1);
    moves
}

/// Whether the side to move, whose king sees this, has a legal move.
#[inline(never)]
#[must_use]
pub fn has_legal(position: &Position, sight: &Sight) -> bool {
    let us = position.side_to_move();
    let king = position.king(us);
    let mut without_king = *position.board();
    without_king.clear(king);
    // claim 5
    let may_step = |step: &Direction| {
        king.step(*step).is_some_and(|to| {
            position.board().at(to).is_none_or(|piece| !piece.belongs_to(us))
                && is_safe(&without_king, to, us)
        })
    };
    if Direction::ALL.iter().any(may_step) {
        return true;
    }
    position.board().pieces(us).filter(|&(from, _)| from != king).any(|(from, piece)| {
        let mut has_legal = false;
        position.each_move_of(us, from, piece, |mv| {
            has_legal = has_legal || is_legal_with(position, sight, mv);
        });
        has_legal
    }) || number_of_legal(position) > 0
}

/// Whether a move of another piece than the king is legal.
#[inline(always)]
fn is_legal_with(position: &Position, sight: &Sight, mv: Move) -> bool {
    match mv.kind {
        _ if sight.checks > 0 => answers_check(position, sight, mv),
        // claim 2
        MoveKind::EnPassant => position.is_legal(mv),
        // claim 3
        _ => sight.pins.ray_of(mv.from).is_none_or(|line| stays_on(line, mv)),
    }
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
