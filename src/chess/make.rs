//! The position after a move.
//!
//! Nothing is ever undone: a move makes a new position, and the old one stays as it was. So nothing
//! can be undone wrongly.

use super::castling::Castling;
use super::color::Color;
use super::moves::{Move, MoveKind};
use super::piece::{Piece, PieceKind};
use super::position::Position;

impl Position {
    /// The position after a pseudo-legal move of this position, without a check that it is one.
    ///
    /// This is for moves that come from this position's own lists. Any other move leads to a position
    /// that means nothing: [`Position::after`] checks the move and refuses it. The mover's king may be
    /// in check afterwards; whether it is decides if the move was legal.
    ///
    /// # Panics
    /// With debug assertions, if no piece of the side to move is on the square from which the move
    /// goes, or if it would take a piece of its own side.
    #[must_use]
    pub fn after_unchecked(&self, mv: Move) -> Position {
        debug_assert!(self.can_be_moved(mv), "{mv} is not pseudo-legal in {self}");
        self.after_move_of(self.side_to_move, mv)
    }

    /// The same for a caller that knows the side to move beforehand, so that the compiler does too.
    #[inline(always)]
    pub(super) fn after_move_of(&self, us: Color, mv: Move) -> Position {
        let mut next = Position {
            board: self.board,
            kings: self.kings,
            side_to_move: !us,
            castling: self.castling.without_rook_on(mv.from).without_rook_on(mv.to),
            // The chance to take en passant lasts for one move only.
            en_passant: None,
            halfmove_clock: self.halfmove_clock.saturating_add(1),
            fullmove_number: match us {
                Color::White => self.fullmove_number,
                Color::Black => self.fullmove_number.saturating_add(1),
            },
        };
        let Some(piece) = self.board.at(mv.from) else { return next };
        // In Chess960 the king's goal may hold its own rook, which is not taken.
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
                // In Chess960 the king may arrive where the rook stood, or the rook where the king
                // did: both leave their homes before either is put down.
                next.board.clear(rook);
                next.board.put(mv.to, piece);
                let goal = Castling::new(mv.from, rook).rook_target();
                next.board.put(goal, Piece::new(us, PieceKind::Rook));
            }
        }
        next
    }

    /// Whether the side to move has a piece to make this move with, and takes none of its own by it. A
    /// king that castles may go to the square of its rook, or stay where it is.
    fn can_be_moved(&self, mv: Move) -> bool {
        let is_own =
            |square| self.board.at(square).is_some_and(|piece| piece.belongs_to(self.side_to_move));
        is_own(mv.from) && (mv.castling_rook().is_some() || !is_own(mv.to))
    }
}
