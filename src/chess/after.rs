//! The position after a move.
//!
//! Nothing is ever undone: a move makes a new position and leaves the old one as it was. So nothing
//! can be undone wrongly.

use super::board::Board;
use super::castling::CastlingPair;
use super::color::Color;
use super::moves::{Move, MoveKind};
use super::piece::{Piece, PieceKind};
use super::position::Position;
use super::setup::Setup;
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
    pub fn after_unchecked(&self, mv: Move) -> Position {
        let mut next = self.after_on(*self.board(), mv);
        self.play(mv, &mut next.setup.board);
        next
    }

    /// Plays a pseudo-legal move on a copy of this position's board.
    #[inline(always)]
    pub(super) fn play(&self, mv: Move, board: &mut Board) {
        debug_assert!(self.can_be_moved(mv), "{mv} is not pseudo-legal in {self}");
        let us = self.side_to_move();
        let Some(piece) = board.at(mv.from) else { return };
        board.clear(mv.from);
        board.put(mv.to, piece);
        match mv.kind {
            MoveKind::Normal | MoveKind::DoublePush => {}
            MoveKind::EnPassant => {
                if let Some(victim) = self.captured(mv) {
                    board.clear(victim);
                }
            }
            MoveKind::Promotion(kind) => board.put(mv.to, Piece::new(us, kind)),
            MoveKind::Castling { rook } => {
                // In Chess960 the king may arrive where the rook was, or the rook where the king
                // was: both leave their homes before either is put down.
                board.clear(rook);
                board.put(mv.to, piece);
                let rook_target = CastlingPair::new(mv.from, rook).rook_target();
                board.put(rook_target, Piece::new(us, PieceKind::Rook));
            }
        }
    }

    /// The squares of the two kings after a pseudo-legal move.
    #[inline(always)]
    pub(super) fn kings_after(&self, mv: Move) -> [Square; 2] {
        let mut kings = self.kings;
        if self.moved(mv) == Some(PieceKind::King) {
            kings[self.side_to_move().index()] = mv.to;
        }
        kings
    }

    /// The kind of the piece that a move moves.
    #[inline(always)]
    fn moved(&self, mv: Move) -> Option<PieceKind> {
        self.board().at(mv.from).map(Piece::kind)
    }

    /// The position after a pseudo-legal move. This is its board, or will be when the move is played there too.
    #[inline(always)]
    pub(super) fn after_on(&self, board: Board, mv: Move) -> Position {
        let Setup { castling, halfmove_clock, fullmove_number, .. } = self.setup;
        let us = self.side_to_move();
        let moved = self.moved(mv);
        let begins_count_anew = moved == Some(PieceKind::Pawn) || self.captured(mv).is_some();
        let castling = castling.without_rook_on(mv.from).without_rook_on(mv.to);
        let setup = Setup {
            board,
            side_to_move: !us,
            castling: match moved {
                Some(PieceKind::King) => castling.without_king_of(us),
                _ => castling,
            },
            // The chance to capture en passant lasts for one move only.
            en_passant: match mv.kind {
                MoveKind::DoublePush => mv.from.step(us.forward()),
                _ => None,
            },
            halfmove_clock: if begins_count_anew { 0 } else { halfmove_clock.saturating_add(1) },
            fullmove_number: match us {
                Color::White => fullmove_number,
                Color::Black => fullmove_number.saturating_add(1),
            },
        };
        Position { setup, kings: self.kings_after(mv) }
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

    /// Whether the side to move has a piece on `mv.from`, and captures none of its own. A castling king may arrive on
    /// the square of its rook, or stay where it is.
    fn can_be_moved(&self, mv: Move) -> bool {
        let is_own = |square| {
            self.board().at(square).is_some_and(|piece| piece.belongs_to(self.side_to_move()))
        };
        is_own(mv.from) && (mv.castling_rook().is_some() || !is_own(mv.to))
    }
}
