//! A position that is being falsified, step by step.

use ox88::{CastlingRights, Color, Piece, PieceKind, Position, Setup, Square};

/// A position that is being falsified. The rules of chess may have no meaning in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Draft {
    pub setup: Setup,
    /// Where the engine looks for the kings.
    pub kings: [Square; 2],
    /// Whether it goes on looking there after a king has moved.
    pub king_tracking: KingTracking,
}

/// Whether an engine that has a wrong square for its king follows the king when it moves on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum KingTracking {
    Follows,
    Stuck,
}

impl Draft {
    pub fn of(position: &Position) -> Draft {
        let kings = Color::BOTH.map(|color| position.king(color));
        Draft { setup: position.setup(), kings, king_tracking: KingTracking::Follows }
    }

    pub fn position(&self) -> Position {
        Position::unchecked(self.setup, self.kings)
    }

    pub fn with(self, square: Square, color: Color, kind: PieceKind) -> Draft {
        self.with_piece(square, Some(Piece::new(color, kind)))
    }

    pub fn with_piece(mut self, square: Square, piece: Option<Piece>) -> Draft {
        match piece {
            Some(piece) => self.setup.board.put(square, piece),
            None => self.setup.board.clear(square),
        }
        self
    }

    pub fn without(self, square: Square) -> Draft {
        self.with_piece(square, None)
    }

    pub fn with_en_passant(mut self, square: Option<Square>) -> Draft {
        self.setup.en_passant = square;
        self
    }

    pub fn with_rights(mut self, rights: CastlingRights) -> Draft {
        self.setup.castling = rights;
        self
    }

    pub fn with_king(mut self, color: Color, square: Square, tracking: KingTracking) -> Draft {
        self.kings[color.index()] = square;
        self.king_tracking = tracking;
        self
    }
}
