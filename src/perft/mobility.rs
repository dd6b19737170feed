//! How many moves a side has, counted without listing them, and how that changes with one square.
//!
//! The *mobility* of a side is the number of its pseudo-legal moves, without those of its king and
//! without captures en passant. It depends on the board alone, and on each square only through the
//! moves that begin there, end there or pass over it. So when one square changes, it is enough to
//! look outwards from that square: what was there before takes its moves away, and what is there
//! now brings its own.

use super::arrivals::Arrivals;
use super::view::View;
use crate::chess::board::Board;
use crate::chess::color::Color;
use crate::chess::piece::Piece;
use crate::chess::square::Square;

/// A board, and the mobility of one side on it, kept up to date.
// Not `Copy`: a clone copies the board and the number one after the other, and a board alone is
// small enough to be copied without a call.
#[derive(Clone)]
pub struct Mobility {
    board: Board,
    moves: u32,
}

impl Mobility {
    /// Counts the mobility of a side, and by how much an enemy piece that arrives would change it.
    #[must_use]
    pub fn of(board: &Board, color: Color) -> (Mobility, Arrivals) {
        let (moves, arrivals) = Arrivals::with_moves(board, color);
        (Mobility { board: *board, moves }, arrivals)
    }

    /// The mobility.
    #[must_use]
    pub const fn moves(&self) -> u32 {
        self.moves
    }

    /// The board.
    #[must_use]
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// An enemy piece leaves a square, which also changes what arrivals elsewhere cost.
    #[inline(always)]
    pub fn leave(&mut self, square: Square, color: Color, arrivals: &mut Arrivals) {
        let view = View::from(&self.board, square, color);
        self.moves = self.moves + view.moves_with(None) - view.moves_with(self.board.at(square));
        arrivals.leave(&view);
        self.board.clear(square);
    }

    /// An enemy piece arrives on an empty square.
    #[inline(always)]
    pub fn arrive(&mut self, square: Square, piece: Piece, arrivals: &Arrivals) {
        self.moves = self.moves.wrapping_add_signed(i32::from(arrivals.at(square)));
        self.board.put(square, piece);
    }

    /// An enemy piece arrives on a square, whatever was there, or leaves it. `color` is the side
    /// whose mobility this is: its own pieces can be captured here, but do not move.
    #[inline(always)]
    pub fn set(&mut self, square: Square, enemy: Option<Piece>, color: Color) {
        let view = View::from(&self.board, square, color);
        let before = self.board.at(square);
        self.moves = self.moves + view.moves_with(enemy) - view.moves_with(before);
        // Sliders and knights may come to an empty square as well as to an enemy's. Only an own
        // piece that disappears makes a difference to them.
        if before.is_some_and(|piece| piece.belongs_to(color)) {
            self.moves += view.arrivals();
        }
        match enemy {
            Some(piece) => self.board.put(square, piece),
            None => self.board.clear(square),
        }
    }
}
