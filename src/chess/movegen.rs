//! The moves of a position: pseudo-legal by how the pieces move, then legal by one sentence.
//!
//! A pseudo-legal move is legal when, after it, the mover's king is not attacked; and a king does
//! not castle out of check or across an attacked square. There are no pins and no check masks here:
//! the move is made, and the king is looked at.

use super::attacks::is_attacked;
use super::castling::{Castling, CastlingSide};
use super::color::Color;
use super::moves::{Move, MoveError, MoveKind};
use super::notation::MoveName;
use super::piece::{Piece, PieceKind};
use super::position::Position;
use super::square::{Direction, Square};

impl Position {
    /// All legal moves, in no order that means anything.
    #[must_use]
    pub fn legal_moves(&self) -> Vec<Move> {
        let mut moves = self.pseudo_legal_moves();
        moves.retain(|&mv| self.is_legal(mv));
        moves
    }

    /// All pseudo-legal moves: the pieces move as they may, wherever that leaves the king.
    #[must_use]
    pub fn pseudo_legal_moves(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        self.each_pseudo_legal(|mv| moves.push(mv));
        moves
    }

    /// Whether a pseudo-legal move of this position is legal: makes it and tests the king.
    ///
    /// That it is pseudo-legal is not checked, as in [`Position::after_unchecked`].
    #[must_use]
    pub fn is_legal(&self, mv: Move) -> bool {
        // One rule for both sides. Naming the side in each arm has it compiled once for each, with
        // the ways and ranks of that side as constants: a tenth less work for every leaf.
        match self.side_to_move {
            Color::White => self.is_legal_for(Color::White, mv),
            Color::Black => self.is_legal_for(Color::Black, mv),
        }
    }

    #[inline(always)]
    fn is_legal_for(&self, us: Color, mv: Move) -> bool {
        if let MoveKind::Castling { rook } = mv.kind
            && !Castling::new(mv.from, rook).is_safe(|square| is_attacked(&self.board, square, !us))
        {
            return false;
        }
        let next = self.after_move_of(us, mv);
        !is_attacked(&next.board, next.king(us), !us)
    }

    /// Visits every pseudo-legal move.
    #[inline]
    pub fn each_pseudo_legal(&self, mut visit: impl FnMut(Move)) {
        self.board.each_piece(self.side_to_move, |from, piece| match piece.kind() {
            PieceKind::Pawn => self.pawn_moves(from, &mut visit),
            PieceKind::Knight => self.steps(from, Direction::KNIGHT, &mut visit),
            PieceKind::Bishop => self.slides(from, Direction::DIAGONAL, &mut visit),
            PieceKind::Rook => self.slides(from, Direction::STRAIGHT, &mut visit),
            PieceKind::Queen => self.slides(from, Direction::ALL, &mut visit),
            PieceKind::King => {
                self.steps(from, Direction::ALL, &mut visit);
                self.castlings(from, &mut visit);
            }
        });
    }

    /// A knight or king goes one step, to any square that its own side does not hold.
    #[inline(always)]
    fn steps<const N: usize>(
        &self,
        from: Square,
        directions: [Direction; N],
        visit: &mut impl FnMut(Move),
    ) {
        for direction in directions {
            if let Some(to) = from.step(direction)
                && self.board.at(to).is_none_or(|piece| !piece.belongs_to(self.side_to_move))
            {
                visit(Move::normal(from, to));
            }
        }
    }

    /// A bishop, rook or queen slides over empty squares, up to the first piece, which it may take
    /// if it is the opponent's.
    #[inline(always)]
    fn slides<const N: usize>(
        &self,
        from: Square,
        directions: [Direction; N],
        visit: &mut impl FnMut(Move),
    ) {
        for direction in directions {
            let mut next = from.step(direction);
            while let Some(to) = next {
                let blocker = self.board.at(to);
                if blocker.is_none_or(|piece| !piece.belongs_to(self.side_to_move)) {
                    visit(Move::normal(from, to));
                }
                next = if blocker.is_none() { to.step(direction) } else { None };
            }
        }
    }

    /// A pawn steps to the empty square ahead, from its home rank over it to the next empty one; it
    /// captures diagonally ahead, and may take a pawn that has just skipped such a square.
    #[inline(always)]
    fn pawn_moves(&self, from: Square, visit: &mut impl FnMut(Move)) {
        let us = self.side_to_move;
        if let Some(ahead) = from.step(us.forward())
            && self.board.at(ahead).is_none()
        {
            self.pawn_arrives(from, ahead, visit);
            if us.may_double_push_from(from)
                && let Some(to) = ahead.step(us.forward())
                && self.board.at(to).is_none()
            {
                visit(Move { from, to, kind: MoveKind::DoublePush });
            }
        }
        for direction in us.pawn_captures() {
            let Some(to) = from.step(direction) else { continue };
            match self.board.at(to) {
                Some(piece) if !piece.belongs_to(us) => self.pawn_arrives(from, to, visit),
                None if self.en_passant == Some(to) => {
                    visit(Move { from, to, kind: MoveKind::EnPassant });
                }
                _ => {}
            }
        }
    }

    /// The legal captures en passant, of which there are at most two.
    pub fn en_passant_captures(&self) -> impl Iterator<Item = Move> {
        let us = self.side_to_move;
        let own_pawn = Some(Piece::new(us, PieceKind::Pawn));
        us.pawn_captures().into_iter().filter_map(move |capture| {
            let to = self.en_passant?;
            let from = to.step(capture.reversed())?;
            let mv = Move { from, to, kind: MoveKind::EnPassant };
            (self.board.at(from) == own_pawn && self.is_legal(mv)).then_some(mv)
        })
    }

    /// A pawn that reaches the last rank becomes one of four pieces: four moves.
    #[inline(always)]
    fn pawn_arrives(&self, from: Square, to: Square, visit: &mut impl FnMut(Move)) {
        if self.side_to_move.promotes_on(to) {
            for kind in PieceKind::PROMOTIONS {
                visit(Move { from, to, kind: MoveKind::Promotion(kind) });
            }
        } else {
            visit(Move::normal(from, to));
        }
    }

    /// The king castles with a rook whose right is left, when nothing stands in the way of the two.
    #[inline(always)]
    fn castlings(&self, king: Square, visit: &mut impl FnMut(Move)) {
        for side in CastlingSide::BOTH {
            if let Some(rook) = self.castling.rook(self.side_to_move, side)
                && Castling::new(king, rook).is_free(|square| self.board.at(square).is_none())
            {
                visit(Move::castling(king, rook));
            }
        }
    }

    /// The legal move that this UCI text names. Castling may be written in either notation.
    ///
    /// # Errors
    /// When the text is not a move at all, names a move that no piece can make here, or one that would
    /// leave the king in check.
    pub fn find_move(&self, text: &str) -> Result<Move, MoveError> {
        let name = MoveName::from_uci(text).ok_or_else(|| MoveError::NotAMove(text.to_owned()))?;
        let mv = name
            .the_one_among(&self.pseudo_legal_moves())
            .ok_or_else(|| MoveError::NotPossible(text.to_owned()))?;
        if self.is_legal(mv) { Ok(mv) } else { Err(MoveError::LeavesKingAttacked(text.to_owned())) }
    }

    /// The position after a legal move. Every move is checked: it may come from anywhere.
    ///
    /// # Errors
    /// When no piece can make the move here, or when it would leave the king in check.
    pub fn after(&self, mv: Move) -> Result<Position, MoveError> {
        if !self.pseudo_legal_moves().contains(&mv) {
            return Err(MoveError::NotPossible(self.move_text(mv)));
        }
        if !self.is_legal(mv) {
            return Err(MoveError::LeavesKingAttacked(self.move_text(mv)));
        }
        Ok(self.after_unchecked(mv))
    }
}
