//! How many moves a side has, counted without listing them, and how that changes with one square.
//!
//! The *mobility* of a side is the number of its pseudo-legal moves, those of its king and en passant
//! left out. It depends on the board alone, and on each square only through the moves that begin
//! there, end there or pass over it. So when one square changes, it is enough to look outwards from
//! that square: what stood there before takes its moves away, and what stands there now brings its
//! own. `tests/quick.rs` compares this with a fresh count after each move of thousands of positions.

use super::arrivals::Arrivals;
use super::view::View;
use crate::chess::board::Board;
use crate::chess::color::Color;
use crate::chess::piece::Piece;
use crate::chess::square::Square;

/// A board on which the mobility of one side is known at all times.
// Not `Copy`: a clone copies board and number one after the other, and a board alone is small enough
// to be copied without a call.
#[derive(Clone)]
pub struct Mobility {
    board: Board,
    moves: u32,
}

impl Mobility {
    /// Counts the mobility of a side, and finds out what an enemy's arrivals would change about it.
    #[must_use]
    pub fn of(board: &Board, color: Color) -> (Mobility, Arrivals) {
        let (moves, arrivals) = Arrivals::with_moves(board, color);
        (Mobility { board: *board, moves }, arrivals)
    }

    /// The number of moves.
    #[must_use]
    pub const fn moves(&self) -> u32 {
        self.moves
    }

    /// The board as it stands.
    #[must_use]
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// Has an enemy's piece leave a square, and lets the arrivals elsewhere know.
    #[inline(always)]
    pub fn leave(&mut self, square: Square, color: Color, arrivals: &mut Arrivals) {
        let view = View::from(&self.board, square, color);
        self.moves = self.moves + view.moves_with(None) - view.moves_with(self.board.at(square));
        arrivals.leave(&view);
        self.board.clear(square);
    }

    /// Has an enemy's piece come to an empty square.
    #[inline(always)]
    pub fn arrive(&mut self, square: Square, piece: Piece, arrivals: &Arrivals) {
        self.moves = self.moves.wrapping_add_signed(i32::from(arrivals.at(square)));
        self.board.put(square, piece);
    }

    /// Has an enemy's piece come to a square or leave it, whatever stood there. `color` is the side whose
    /// mobility this is: its own pieces can be taken, but do not move.
    #[inline(always)]
    pub fn set(&mut self, square: Square, enemy: Option<Piece>, color: Color) {
        let view = View::from(&self.board, square, color);
        let before = self.board.at(square);
        self.moves = self.moves + view.moves_with(enemy) - view.moves_with(before);
        // Sliders and knights come to an empty square and to an enemy's alike: only an own piece that
        // disappears makes a difference to them.
        if before.is_some_and(|piece| piece.belongs_to(color)) {
            self.moves += view.arrivals();
        }
        match enemy {
            Some(piece) => self.board.put(square, piece),
            None => self.board.clear(square),
        }
    }
}
