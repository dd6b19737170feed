//! What changes on a line to a king when an enemy piece leaves it.
//!
//! A rook that pins a piece has many moves, and each of them seems to call for another look at the king. But wherever
//! it goes off its line, the king sees the same along that line. So it looks once.

use super::count::moves_off_line;
use super::men::Men;
use super::ray::Ray;
use super::sight::{Pins, Seen, look_along};
use super::watch::Marks;
use ox88::{Board, Direction, Move, Piece, PieceKind, Square};

/// What changes when a piece leaves its line to the opponent's king.
pub struct LeftLine {
    /// The line, as the king sees it.
    ray: Ray,
    /// The piece that was pinned along it.
    before: Option<Square>,
    /// Where another piece is pinned along it now, or none: both.
    changed: [Option<(Square, Piece)>; 2],
    /// By how much the moves of these two change.
    moves: i32,
}

impl LeftLine {
    /// What changes when the piece on this square leaves, unless that gives check.
    #[inline(never)]
    #[must_use]
    pub fn of(board: &Board, men: Men, from: Square, pins: &Pins) -> Option<LeftLine> {
        let ray = Ray::leading(pins.king(), from)?;
        let color = board.at(pins.king())?.color();
        let before = pins.shield(ray);
        let now = match look_along(ray, board, men.without(Men::on(from)), pins.king(), color) {
            Seen::Nothing => None,
            Seen::Check(_) => return None,
            Seen::Pin(shield) => Some(shield),
        };
        if before == now {
            return Some(LeftLine { ray, before, changed: [None; 2], moves: 0 });
        }
        let mut board = *board;
        board.clear(from);
        // claim 3
        let forbidden = |man: Option<Square>| man.map_or(0, |man| moves_off_line(&board, man, ray));
        let moves = forbidden(before) - forbidden(now);
        let depend = |man: Option<Square>| man.and_then(|man| Some((man, board.at(man)?)));
        Some(LeftLine { ray, before, changed: [before, now].map(depend), moves })
    }

    /// How many moves more the opponent has after a move that touches these marks besides, because the line is
    /// left. Nothing if that has to be looked at.
    #[inline(always)]
    #[must_use]
    pub fn moves_after(&self, mv: Move, king: Square, touched: Marks) -> Option<i32> {
        if Ray::leading(king, mv.to) == Some(self.ray) {
            // A slider that stays on its line goes on pinning the same piece, and no other mark there matters.
            let pins_on = self.before.is_some_and(|shield| shield != mv.to);
            return (pins_on && !touched.change_steps()).then_some(0);
        }
        let are_free = !self.changed.iter().flatten().any(|&man| may_depend(man, mv.to));
        (are_free && touched.is_none()).then_some(self.moves)
    }
}

/// Whether the moves of a piece on a square may depend on another square.
#[inline(always)]
fn may_depend((on, piece): (Square, Piece), other: Square) -> bool {
    match piece.kind() {
        PieceKind::Pawn => matches!(Ray::steps(on, other), 1 | 2),
        PieceKind::Knight => Direction::KNIGHT.contains(&on.offset_to(other)),
        _ => Ray::leading(on, other).is_some(),
    }
}
