//! Moves, and how they are written: `e2e4`, as in UCI, the protocol in which chess programs talk.

use super::castling::CastlingPair;
use super::piece::PieceKind;
use super::square::Square;
use std::fmt;

/// A move of the side to move: a piece goes from one square to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    /// The square the piece leaves; in castling, the king's home.
    pub from: Square,
    /// The square it reaches; in castling, the king's target.
    pub to: Square,
    /// What else happens.
    pub kind: MoveKind,
}

/// What a move does besides. A piece captures whatever is on its target, except in castling.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MoveKind {
    /// An ordinary move or capture: nothing else happens.
    Normal,
    /// A pawn takes two steps, and may be captured en passant on the square between.
    DoublePush,
    /// A pawn goes to the square that an opposing pawn has just skipped, and captures that pawn.
    EnPassant,
    /// A pawn reaches the last rank and becomes this piece.
    Promotion(PieceKind),
    /// The king castles with the rook that is at home on this square.
    Castling {
        /// The rook's home square.
        rook: Square,
    },
}

/// How castling is written in UCI text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CastlingNotation {
    /// By the king's target: `e1g1`, as in ordinary chess.
    KingToTarget,
    /// By the square of the rook, as if the king took it: `e1h1`, as in Chess960, where the king's target alone could
    /// mean two moves.
    KingTakesRook,
}

/// Why a move cannot be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MoveError {
    /// The text does not have the form of a UCI move.
    NotAMove(String),
    /// No piece of the side to move can make this move here: `e7e8`, say, where a pawn would promote.
    NotPossible(String),
    /// A piece can move that way, but the king would be in check afterwards, or would castle out of check or through an
    /// attacked square.
    NotLegal(String),
}

impl Move {
    /// An ordinary move or capture.
    pub const fn normal(from: Square, to: Square) -> Move {
        Move { from, to, kind: MoveKind::Normal }
    }

    /// The castling of a king with a rook, both at home.
    pub fn castling(king: Square, rook: Square) -> Move {
        let to = CastlingPair::new(king, rook).king_target();
        Move { from: king, to, kind: MoveKind::Castling { rook } }
    }

    /// What the pawn becomes, if this is a promotion.
    pub const fn promotion(self) -> Option<PieceKind> {
        match self.kind {
            MoveKind::Promotion(kind) => Some(kind),
            _ => None,
        }
    }

    /// The home square of the rook, if this is a castling.
    pub const fn castling_rook(self) -> Option<Square> {
        match self.kind {
            MoveKind::Castling { rook } => Some(rook),
            _ => None,
        }
    }

    /// Whether a text has the form of a UCI move: two squares, and perhaps the letter of a promotion.
    pub(super) fn is_uci(text: &str) -> bool {
        let is_square = |range| text.get(range).and_then(Square::from_name).is_some();
        is_square(0..2) && is_square(2..4) && matches!(&text[4..], "" | "q" | "r" | "b" | "n")
    }

    /// The move as UCI text: `e2e4`, `e7e8q`, and castling in this notation.
    pub fn text(self, castling: CastlingNotation) -> String {
        let to = match (self.castling_rook(), castling) {
            (Some(rook), CastlingNotation::KingTakesRook) => rook,
            _ => self.to,
        };
        let promotion = self.promotion().map_or(String::new(), |kind| kind.letter().to_string());
        format!("{}{to}{promotion}", self.from)
    }
}

impl fmt::Display for Move {
    /// The move as ordinary chess writes it in UCI text. In Chess960 that may mean two moves: use
    /// [`Position::move_text`](crate::Position::move_text) there.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text(CastlingNotation::KingToTarget))
    }
}

impl fmt::Display for MoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MoveError::NotAMove(text) => write!(
                f,
                "{text:?} is not a move: expected two squares and perhaps a promotion, \
                 as in e2e4 or e7e8q"
            ),
            MoveError::NotPossible(text) => {
                write!(f, "{text} is not possible here: no piece of the side to move can make it")
            }
            MoveError::NotLegal(text) => write!(
                f,
                "{text} is not legal here: the king would be in check, or castle out of or through check"
            ),
        }
    }
}

impl std::error::Error for MoveError {}
