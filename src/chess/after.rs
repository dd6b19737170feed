//! The position after a move.
//!
//! Nothing is ever undone: a move makes a new position and leaves the old one as it was. So nothing can be undone
//! wrongly.

use super::board::Board;
use super::castling::{CastlingPair, CastlingRights};
use super::color::Color;
use super::moves::{Move, MoveKind};
use super::piece::{Piece, PieceKind};
use super::position::Position;
use super::setup::Setup;
use super::square::Square;

impl Position {
    /// The position after a move from one of this position's own lists, such as [`Position::legal_moves`].
    ///
    /// Any other move leads to a position without a meaning. After a pseudo-legal move, the king of the side that has
    /// moved may be in check: then the move is not legal.
    ///
    /// ```
    /// let start = ox88::Position::start();
    /// let after = start.after(start.find_move("e2e4")?);
    /// assert_eq!(after.to_string(), "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1");
    /// # Ok::<(), ox88::MoveError>(())
    /// ```
    ///
    /// # Panics
    /// In a build with debug assertions, if the side to move has no piece on `mv.from`, or would capture its own.
    #[inline(always)]
    pub fn after(&self, mv: Move) -> Position {
        let us = self.side_to_move();
        let moved = self.board().at(mv.from).map(Piece::kind);
        let mut kings = self.kings;
        if moved == Some(PieceKind::King) {
            kings[us.index()] = mv.to;
        }
        let begins_count_anew = moved == Some(PieceKind::Pawn) || self.captured(mv).is_some();
        let setup = Setup {
            board: self.board_after(mv),
            side_to_move: !us,
            castling: self.castling_rights_after(mv, moved),
            // The chance to capture en passant lasts for one move only.
            en_passant: match mv.kind {
                MoveKind::DoublePush => mv.from.step(us.forward()),
                _ => None,
            },
            halfmove_clock: match begins_count_anew {
                true => 0,
                false => self.setup.halfmove_clock.saturating_add(1),
            },
            fullmove_number: match us {
                Color::White => self.setup.fullmove_number,
                Color::Black => self.setup.fullmove_number.saturating_add(1),
            },
        };
        Position { setup, kings }
    }

    #[inline(always)]
    fn board_after(&self, mv: Move) -> Board {
        let us = self.side_to_move();
        let is_own = |square| self.board().at(square).is_some_and(|piece| piece.belongs_to(us));
        debug_assert!(
            is_own(mv.from) && !self.captured(mv).is_some_and(is_own),
            "{mv} is not pseudo-legal in {self}"
        );
        let mut board = *self.board();
        let Some(piece) = board.at(mv.from) else { return board };
        board.clear(mv.from);
        match mv.kind {
            MoveKind::Normal | MoveKind::DoublePush => board.put(mv.to, piece),
            MoveKind::Promotion(kind) => board.put(mv.to, Piece::new(us, kind)),
            MoveKind::EnPassant => {
                board.put(mv.to, piece);
                if let Some(victim) = self.captured(mv) {
                    board.clear(victim);
                }
            }
            MoveKind::Castling { rook } => {
                // In Chess960 the king may arrive where the rook was, or the rook where the king was: both leave their
                // homes before either is put down.
                board.clear(rook);
                board.put(mv.to, piece);
                let rook_target = CastlingPair::new(mv.from, rook).rook_target();
                board.put(rook_target, Piece::new(us, PieceKind::Rook));
            }
        }
        board
    }

    /// A king that moves loses both rights. A rook loses its own when it leaves its home, or is captured there.
    #[inline(always)]
    fn castling_rights_after(&self, mv: Move, moved: Option<PieceKind>) -> CastlingRights {
        let rights = self.castling_rights().without_rook_on(mv.from).without_rook_on(mv.to);
        match moved {
            Some(PieceKind::King) => rights.without_king_of(self.side_to_move()),
            _ => rights,
        }
    }

    /// The square of the piece that a pseudo-legal move of this position captures, if it captures one.
    #[inline(always)]
    pub fn captured(&self, mv: Move) -> Option<Square> {
        match mv.kind {
            MoveKind::EnPassant => self.side_to_move().en_passant_victim(mv.to),
            // In Chess960 the target of a castling king may hold its own rook, which is not captured.
            MoveKind::Castling { .. } => None,
            _ => self.board().at(mv.to).map(|_| mv.to),
        }
    }
}
