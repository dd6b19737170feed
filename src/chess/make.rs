//! The position after a move.
//!
//! Nothing is ever undone: a move makes a new position and leaves the old one as it was. So nothing
//! can be undone wrongly.

use super::castling::Castling;
use super::color::Color;
use super::moves::{Move, MoveKind};
use super::piece::{Piece, PieceKind};
use super::position::Position;
use super::square::Square;

impl Position {
    /// The position after a pseudo-legal move of this position. The move is not checked.
    ///
    /// Use it for moves from this position's own lists, such as [`Position::legal_moves`]. Any other move leads to a
    /// meaningless position; [`Position::after`] checks the move and refuses it. The king of the moving side may be in
    /// check afterwards: then the move is not legal.
    ///
    /// # Panics
    /// In a build with debug assertions, if the side to move has no piece on `mv.from`, or would
    /// capture a piece of its own.
    #[inline(always)]
    #[must_use]
    pub fn after_unchecked(&self, mv: Move) -> Position {
        debug_assert!(self.can_be_moved(mv), "{mv} is not pseudo-legal in {self}");
        let us = self.side_to_move;
        let mut next = Position {
            board: self.board,
            kings: self.kings,
            side_to_move: !us,
            castling: self.castling.without_rook_on(mv.from).without_rook_on(mv.to),
            // The chance to capture en passant lasts for one move only.
            en_passant: None,
            halfmove_clock: self.halfmove_clock.saturating_add(1),
            fullmove_number: match us {
                Color::White => self.fullmove_number,
                Color::Black => self.fullmove_number.saturating_add(1),
            },
        };
        let Some(piece) = self.board.at(mv.from) else { return next };
        // In Chess960 the target of a castling king may hold its own rook, which is not captured.
        let takes = self.board.at(mv.to).is_some_and(|taken| taken.belongs_to(!us));
        if takes || piece.kind() == PieceKind::Pawn {
            next.halfmove_clock = 0;
        }
        if piece.kind() == PieceKind::King {
            next.kings[us.index()] = mv.to;
            next.castling = next.castling.without_king_of(us);
        }
        next.board.clear(mv.from);
        next.board.put(mv.to, piece);
        match mv.kind {
            MoveKind::Normal => {}
            MoveKind::DoublePush => next.en_passant = mv.from.step(us.forward()),
            MoveKind::EnPassant => {
                if let Some(victim) = us.en_passant_victim(mv.to) {
                    next.board.clear(victim);
                }
            }
            MoveKind::Promotion(kind) => next.board.put(mv.to, Piece::new(us, kind)),
            MoveKind::Castling { rook } => {
                // In Chess960 the king may arrive where the rook was, or the rook where the king
                // was: both leave their homes before either is put down.
                next.board.clear(rook);
                next.board.put(mv.to, piece);
                let rook_target = Castling::new(mv.from, rook).rook_target();
                next.board.put(rook_target, Piece::new(us, PieceKind::Rook));
            }
        }
        next
    }

    /// The square of the piece that a pseudo-legal move of this position captures, if it captures one.
    #[inline(always)]
    #[must_use]
    pub fn captured(&self, mv: Move) -> Option<Square> {
        let us = self.side_to_move;
        match mv.kind {
            MoveKind::EnPassant => us.en_passant_victim(mv.to),
            // In Chess960 the target of a castling king may hold its own rook, which is not captured.
            MoveKind::Castling { .. } => None,
            _ => self.board.at(mv.to).map(|_| mv.to),
        }
    }

    /// Whether the side to move has a piece on `mv.from`, and captures none of its own. A castling king may arrive on
    /// the square of its rook, or stay where it is.
    fn can_be_moved(&self, mv: Move) -> bool {
        let is_own =
            |square| self.board.at(square).is_some_and(|piece| piece.belongs_to(self.side_to_move));
        is_own(mv.from) && (mv.castling_rook().is_some() || !is_own(mv.to))
    }
}
