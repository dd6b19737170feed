//! The moves of a position: pseudo-legal by how the pieces move, then legal by the first sentence of this crate.
//!
//! [`Position::is_legal`] is that sentence. There are no pins and no check masks: it makes the move, and tests whether
//! the king is attacked. There is no unmake either: a move makes a new position and leaves the old one as it was.

use super::attacks::is_attacked;
use super::board::Board;
use super::castling::{CastlingPair, CastlingRights, CastlingSide};
use super::color::Color;
use super::moves::{CastlingNotation, Move, MoveError, MoveKind};
use super::piece::{Piece, PieceKind};
use super::position::{Position, Setup};
use super::square::{Direction, Square};

impl Position {
    /// All legal moves, in no particular order.
    pub fn legal_moves(&self) -> Vec<Move> {
        let mut moves = self.pseudo_legal_moves();
        moves.retain(|&mv| self.is_legal(mv));
        moves
    }

    /// All pseudo-legal moves: what the pieces can do, even if it leaves the king in check.
    pub fn pseudo_legal_moves(&self) -> Vec<Move> {
        // Few positions have more moves, so the list seldom has to grow.
        let mut moves = Vec::with_capacity(64);
        for (from, piece) in self.board().pieces(self.side_to_move()) {
            self.each_move_of(from, piece, |mv| moves.push(mv));
        }
        moves
    }

    /// Whether a move from [`Position::pseudo_legal_moves`] of this position is legal.
    ///
    /// It does not test whether a piece can move that way, and says `true` of e2e5 in the start position: look for a move
    /// from elsewhere in [`Position::legal_moves`].
    ///
    /// # Panics
    /// As [`Position::after`].
    pub fn is_legal(&self, mv: Move) -> bool {
        let (us, after) = (self.side_to_move(), self.after(mv));
        !is_attacked(after.board(), after.king(us), !us)
            && mv.castling_rook().is_none_or(|rook| {
                let mut king_path = CastlingPair::new(mv.from, rook).king_path();
                !king_path.any(|square| is_attacked(self.board(), square, !us))
            })
    }

    /// Visits the pseudo-legal moves of one piece of the side to move, which is on this square.
    #[inline(always)]
    pub fn each_move_of(&self, from: Square, piece: Piece, mut visit: impl FnMut(Move)) {
        match piece.kind() {
            PieceKind::Pawn => self.pawn_moves(from, &mut visit),
            PieceKind::Knight => self.steps(from, &Direction::KNIGHT, &mut visit),
            PieceKind::Bishop => self.slides(from, &Direction::DIAGONAL, &mut visit),
            PieceKind::Rook => self.slides(from, &Direction::STRAIGHT, &mut visit),
            PieceKind::Queen => self.slides(from, &Direction::ALL, &mut visit),
            PieceKind::King => {
                self.steps(from, &Direction::ALL, &mut visit);
                self.castlings(from, &mut visit);
            }
        }
    }

    /// A knight or king takes one step, to any square without a piece of its own side.
    #[inline(always)]
    fn steps(&self, from: Square, directions: &[Direction], visit: &mut impl FnMut(Move)) {
        for &direction in directions {
            if let Some(to) = from.step(direction)
                && self.board().at(to).is_none_or(|piece| !piece.belongs_to(self.side_to_move()))
            {
                visit(Move::normal(from, to));
            }
        }
    }

    /// A bishop, rook or queen slides over empty squares up to the first piece, which it may capture if it is the
    /// opponent's.
    #[inline(always)]
    fn slides(&self, from: Square, directions: &[Direction], visit: &mut impl FnMut(Move)) {
        for &direction in directions {
            let mut next = from.step(direction);
            while let Some(to) = next {
                let blocker = self.board().at(to);
                if blocker.is_none_or(|piece| !piece.belongs_to(self.side_to_move())) {
                    visit(Move::normal(from, to));
                }
                next = if blocker.is_none() { to.step(direction) } else { None };
            }
        }
    }

    /// A pawn steps to the square ahead if that is empty, and from its home rank also to the one beyond if both are. It
    /// captures diagonally ahead, also en passant if a pawn has just skipped that square.
    #[inline(always)]
    fn pawn_moves(&self, from: Square, visit: &mut impl FnMut(Move)) {
        let us = self.side_to_move();
        if let Some(ahead) = from.step(us.forward())
            && self.board().at(ahead).is_none()
        {
            Self::pawn_arrives(us, from, ahead, visit);
            if from.rank() == us.pawn_home_rank()
                && let Some(to) = ahead.step(us.forward())
                && self.board().at(to).is_none()
            {
                visit(Move { from, to, kind: MoveKind::DoublePush });
            }
        }
        for direction in us.pawn_captures() {
            let Some(to) = from.step(direction) else { continue };
            match self.board().at(to) {
                Some(piece) if !piece.belongs_to(us) => Self::pawn_arrives(us, from, to, visit),
                None if self.en_passant() == Some(to) => {
                    visit(Move { from, to, kind: MoveKind::EnPassant });
                }
                _ => {}
            }
        }
    }

    /// A pawn that reaches the last rank becomes one of four pieces, which makes four moves.
    #[inline(always)]
    fn pawn_arrives(us: Color, from: Square, to: Square, visit: &mut impl FnMut(Move)) {
        if us.promotes_on(to) {
            for kind in PieceKind::PROMOTIONS {
                visit(Move { from, to, kind: MoveKind::Promotion(kind) });
            }
        } else {
            visit(Move::normal(from, to));
        }
    }

    /// The king castles with a rook that has kept its right, if nothing is in the way of the two.
    #[inline(always)]
    fn castlings(&self, king: Square, visit: &mut impl FnMut(Move)) {
        for side in CastlingSide::BOTH {
            if let Some(rook) = self.castling_rights().rook(self.side_to_move(), side)
                && CastlingPair::new(king, rook).is_free(|square| self.board().at(square).is_none())
            {
                visit(Move::castling(king, rook));
            }
        }
    }

    /// The position after a pseudo-legal move of this position. If the move is not legal, the king of the side that has
    /// moved can be captured in it, or has castled out of check or through an attacked square.
    ///
    /// ```
    /// let start = ox88::Position::start();
    /// let after = start.after(start.find_move("e2e4")?);
    /// assert_eq!(after.to_string(), "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1");
    /// # Ok::<(), ox88::MoveError>(())
    /// ```
    ///
    /// # Panics
    /// In a build with debug assertions, if the side to move has no piece on `mv.from`, or would capture its own. In other
    /// builds the result has no meaning then.
    #[inline(always)]
    pub fn after(&self, mv: Move) -> Position {
        let Setup { halfmove_clock, fullmove_number, .. } = self.setup;
        let us = self.side_to_move();
        let moved = self.board().at(mv.from).map(Piece::kind);
        let mut kings = self.kings;
        if moved == Some(PieceKind::King) {
            kings[us.index()] = mv.to;
        }
        let resets_clock = moved == Some(PieceKind::Pawn) || self.captured(mv).is_some();
        let setup = Setup {
            board: self.board_after(mv),
            side_to_move: !us,
            castling: self.castling_rights_after(mv, moved),
            // The chance to capture en passant lasts for one move only.
            en_passant: match mv.kind {
                MoveKind::DoublePush => mv.from.step(us.forward()),
                _ => None,
            },
            halfmove_clock: if resets_clock { 0 } else { halfmove_clock.saturating_add(1) },
            fullmove_number: match us {
                Color::White => fullmove_number,
                Color::Black => fullmove_number.saturating_add(1),
            },
        };
        Position { setup, kings }
    }

    #[inline(always)]
    fn board_after(&self, mv: Move) -> Board {
        let us = self.side_to_move();
        let is_own = |square| self.board().at(square).is_some_and(|piece| piece.belongs_to(us));
        debug_assert!(
            is_own(mv.from) && (mv.castling_rook().is_some() || !is_own(mv.to)),
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

    /// The legal move that this UCI text names. Castling may be written in either notation.
    ///
    /// # Errors
    /// If the text is not a move at all, if no piece can make the move here, or if the move is not legal.
    pub fn find_move(&self, text: &str) -> Result<Move, MoveError> {
        if !Move::is_uci(text) {
            return Err(MoveError::NotAMove(text.to_owned()));
        }
        let notations = [CastlingNotation::KingToTarget, CastlingNotation::KingTakesRook];
        let named = |mv: &Move| notations.iter().any(|&castling| mv.text(castling) == text);
        // In Chess960 a step of the king and castling may have the same text. Then it means the step. Two castlings never
        // share a text: if the king's target in the one is the rook of the other, that rook is in its way.
        let moves = self.pseudo_legal_moves().into_iter().filter(named);
        let mv = moves
            .min_by_key(|mv| mv.castling_rook().is_some())
            .ok_or_else(|| MoveError::NotPossible(text.to_owned()))?;
        if self.is_legal(mv) { Ok(mv) } else { Err(MoveError::NotLegal(text.to_owned())) }
    }
}
