//! The board of a wrong engine: a position that is being falsified, the moves that the engine lists there, and how it
//! makes them. The rules of chess may have no meaning in it.

use super::wing::{castled, has_other_wing, moves_by_wing};
use ox88::{
    CastlingPair, CastlingRights, Color, Move, Piece, PieceKind, Position, Setup, Square,
    is_attacked,
};
use ox88_count::codes_by_rank;

/// A position that is being falsified, with the squares where the engine looks for the kings.
#[derive(Clone, Copy, Debug, Eq)]
pub(crate) struct Draft {
    pub position: Position,
    /// Whether it goes on looking there after a king has moved.
    pub king_tracking: KingTracking,
}

/// Whether an engine that has a wrong square for its king follows the king when it moves on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum KingTracking {
    Follows,
    Stuck,
}

// Whole ranks are compared, because wrong engines are tried so often. No fault is about the counters of moves.
impl PartialEq for Draft {
    fn eq(&self, other: &Draft) -> bool {
        let besides = |it: &Draft| {
            let here = &it.position;
            let kings = Color::BOTH.map(|color| here.king(color));
            (
                here.side_to_move(),
                here.castling_rights(),
                here.en_passant(),
                kings,
                it.king_tracking,
            )
        };
        let [ranks, others] = [self, other].map(|it| codes_by_rank(it.position.board()));
        besides(self) == besides(other) && ranks.eq(others)
    }
}

impl Draft {
    pub const fn of(position: &Position) -> Draft {
        Draft { position: *position, king_tracking: KingTracking::Follows }
    }

    pub fn changed(self, change: impl FnOnce(&mut Setup, &mut [Square; 2])) -> Draft {
        let mut setup = self.position.setup();
        let mut kings = Color::BOTH.map(|color| self.position.king(color));
        change(&mut setup, &mut kings);
        Draft { position: Position::unchecked(setup, kings), ..self }
    }

    pub fn with(self, square: Square, color: Color, kind: PieceKind) -> Draft {
        self.with_piece(square, Some(Piece::new(color, kind)))
    }

    pub fn with_piece(self, square: Square, piece: Option<Piece>) -> Draft {
        self.changed(|setup, _| match piece {
            Some(piece) => setup.board.put(square, piece),
            None => setup.board.clear(square),
        })
    }

    pub fn without(self, square: Square) -> Draft {
        self.with_piece(square, None)
    }

    pub fn with_en_passant(self, square: Option<Square>) -> Draft {
        self.changed(|setup, _| setup.en_passant = square)
    }

    pub fn with_rights(self, rights: CastlingRights) -> Draft {
        self.changed(|setup, _| setup.castling = rights)
    }

    /// Without the rights that were lost from one position to another.
    pub fn without_rights_lost(self, before: &Position, after: &Position) -> Draft {
        let left = after.castling_rights();
        let lost = before.castling_rights().iter();
        let lost = lost.filter(|&(color, side, rook)| left.rook(color, side) != Some(rook));
        let ours = self.position.castling_rights();
        self.with_rights(lost.fold(ours, |rights, (.., rook)| rights.without_rook_on(rook)))
    }

    pub fn with_king(self, color: Color, square: Square, king_tracking: KingTracking) -> Draft {
        let moved = self.changed(|_, kings| kings[color.index()] = square);
        Draft { king_tracking, ..moved }
    }

    /// Whether the engine does there what the reference does in the same position.
    pub fn is_plain(&self) -> bool {
        self.king_tracking == KingTracking::Follows && !has_other_wing(&self.position)
    }

    /// The moves that the engine lists. If it is stuck with a square for its king, these are the moves after which that
    /// square is not attacked.
    pub fn moves(&self) -> Vec<Move> {
        let here = &self.position;
        if self.king_tracking == KingTracking::Follows {
            return moves_by_wing(here);
        }
        let mut moves = here.pseudo_legal_moves();
        moves.retain(|&mv| {
            let after = here.after(mv);
            is_safe(&after, here.king(here.side_to_move()))
                && (mv.castling_rook().is_none() || here.is_legal(mv))
        });
        moves
    }

    /// The board after a move, as made by an engine that does not look whether it may be made: a piece of its own that
    /// is in the way is overwritten. `None` if no piece is left to make the move.
    pub fn after(&self, mv: Move) -> Option<Draft> {
        let here = &self.position;
        let us = here.side_to_move();
        if !is_ours(here, mv.from) {
            return None;
        }
        let position = if takes_own_piece(here, mv) {
            castled(&self.without(mv.to).position, mv)
        } else {
            castled(here, mv)
        };
        let mut after = Draft { position, ..*self };
        if let Some(rook) = mv.castling_rook().filter(|&rook| here.board().at(rook).is_none()) {
            after = after.without(CastlingPair::new(mv.from, rook).rook_target());
        }
        if self.king_tracking == KingTracking::Stuck && mv.from != here.king(us) {
            after = after.with_king(us, here.king(us), KingTracking::Stuck);
        }
        Some(after)
    }

    /// The same if the piece may be gone: then most engines move nothing, and promote all the same.
    pub fn made(&self, mv: Move) -> Draft {
        self.after(mv).unwrap_or_else(|| {
            let us = self.position.side_to_move();
            let nothing = self.without(mv.to).with_en_passant(None);
            let promoted = mv.promotion().map(|kind| nothing.with(mv.to, us, kind));
            promoted.unwrap_or(nothing).changed(|setup, _| setup.side_to_move = !us)
        })
    }

    /// Whether the king of this side is not attacked, whoever is to move.
    pub fn leaves_safe(&self, us: Color) -> bool {
        !is_attacked(self.position.board(), self.position.king(us), !us)
    }

    /// Whether the king of the side that has just moved is not attacked.
    pub fn leaves_king_safe(&self) -> bool {
        self.leaves_safe(!self.position.side_to_move())
    }
}

/// A wrong position after a move, as [`Draft::after`] makes it.
pub(crate) fn if_possible(position: &Position, mv: Move) -> Option<Position> {
    Draft::of(position).after(mv).map(|after| after.position)
}

/// Whether a move ends where a piece of its own side stands.
pub(crate) fn takes_own_piece(position: &Position, mv: Move) -> bool {
    is_ours(position, mv.to) && mv.castling_rook().is_none()
}

fn is_ours(position: &Position, square: Square) -> bool {
    let us = position.side_to_move();
    position.board().at(square).is_some_and(|piece| piece.belongs_to(us))
}

/// Whether the king of the side that has just moved is not attacked if it is here.
fn is_safe(after: &Position, king: Square) -> bool {
    !is_attacked(after.board(), king, after.side_to_move())
}
