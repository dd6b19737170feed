//! A position: the board, and what else a FEN says.
//!
//! The other modules add to it: `valid` has [`Position::new`], `fen` reads and writes it, and `movegen` has its moves.

use super::attacks::{attackers, is_attacked};
use super::board::Board;
use super::castling::CastlingRights;
use super::color::Color;
use super::moves::{CastlingNotation, Move};
use super::square::{File, Square};

/// What a FEN says: the parts of a position, which need not fit together.
///
/// ```
/// use ox88::{Color, Piece, PieceKind, Position, Setup, Square};
///
/// let mut setup = Setup::empty();
/// setup.board.put(Square::A1, Piece::new(Color::White, PieceKind::King));
/// // A side without a king cannot play.
/// assert!(Position::new(setup).is_err());
/// setup.board.put(Square::H8, Piece::new(Color::Black, PieceKind::King));
/// assert_eq!(Position::new(setup)?.to_string(), "7k/8/8/8/8/8/8/K7 w - - 0 1");
/// # Ok::<(), ox88::PositionError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Setup {
    /// The board.
    pub board: Board,
    /// Whose turn it is.
    pub side_to_move: Color,
    /// Who may still castle, and with which rooks.
    pub castling: CastlingRights,
    /// The square that a pawn has just skipped, whether or not a pawn can capture it there.
    pub en_passant: Option<Square>,
    /// The number of moves of both sides since the last pawn move or capture.
    pub halfmove_clock: u32,
    /// The number of the move, which grows by one after each move of Black.
    pub fullmove_number: u32,
}

/// A valid position, unless it comes from [`Position::unchecked`]: one to which the rules of chess apply.
///
/// It may be one that no game can reach, with ten white queens or an impossible check.
///
/// ```
/// use ox88::Position;
///
/// let position: Position = "4k3/8/8/8/8/8/8/4K2R w K - 0 1".parse()?;
/// assert_eq!(position.legal_moves().len(), 15);
/// let castled = position.after(position.find_move("e1g1")?);
/// assert_eq!(castled.to_string(), "4k3/8/8/8/8/8/8/5RK1 b - - 1 1");
/// assert!(!castled.is_check());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    pub(super) setup: Setup,
    /// The squares of the two kings, so that nobody has to look for them.
    pub(super) kings: [Square; 2],
}

impl Setup {
    /// An empty board with White to move, on which a position can be set up.
    pub const fn empty() -> Setup {
        Setup {
            board: Board::EMPTY,
            side_to_move: Color::White,
            castling: CastlingRights::NONE,
            en_passant: None,
            halfmove_clock: 0,
            fullmove_number: 1,
        }
    }

    /// The same set-up with the sides exchanged: ranks upside down, colours swapped.
    pub fn mirrored(&self) -> Setup {
        Setup {
            board: self.board.mirrored(),
            side_to_move: !self.side_to_move,
            castling: self.castling.mirrored(),
            en_passant: self.en_passant.map(Square::mirrored),
            ..*self
        }
    }
}

impl Position {
    /// A position that nobody has validated: the rules of chess may not apply to it, and `kings` may name squares
    /// without a king.
    ///
    /// With it, a program that tests engines can list the moves of an engine whose board is corrupt: a castling right is
    /// lost, say, or a captured piece is still there.
    pub const fn unchecked(setup: Setup, kings: [Square; 2]) -> Position {
        Position { setup, kings }
    }

    /// The parts of this position.
    pub const fn setup(&self) -> Setup {
        self.setup
    }

    /// The board.
    pub const fn board(&self) -> &Board {
        &self.setup.board
    }

    /// Whose turn it is.
    pub const fn side_to_move(&self) -> Color {
        self.setup.side_to_move
    }

    /// Who may still castle, and with which rooks.
    pub const fn castling_rights(&self) -> CastlingRights {
        self.setup.castling
    }

    /// The square that a pawn has just skipped by taking two steps: [`Setup::en_passant`].
    pub const fn en_passant(&self) -> Option<Square> {
        self.setup.en_passant
    }

    /// The square of the king of that side.
    pub const fn king(&self, color: Color) -> Square {
        self.kings[color.index()]
    }

    /// The squares of the pieces that give check to the side to move. In a game there are at most two.
    pub fn checkers(&self) -> Vec<Square> {
        let us = self.side_to_move();
        attackers(self.board(), self.king(us), !us)
    }

    /// Whether the side to move is in check.
    pub fn is_check(&self) -> bool {
        let us = self.side_to_move();
        is_attacked(self.board(), self.king(us), !us)
    }

    /// Whether this and another position are the same except for their counters, on which no move depends.
    pub fn same_but_for_counters(&self, other: &Position) -> bool {
        let Setup { halfmove_clock, fullmove_number, .. } = self.setup;
        self.setup == Setup { halfmove_clock, fullmove_number, ..other.setup }
    }

    /// The same position with the sides exchanged: ranks upside down, colours swapped. Its moves are the mirrored ones.
    pub fn mirrored(&self) -> Position {
        let [white, black] = self.kings;
        Position { setup: self.setup.mirrored(), kings: [black.mirrored(), white.mirrored()] }
    }

    /// How castling is written here: as in ordinary chess if every king and rook that may still castle is on its square
    /// of ordinary chess, and otherwise as in Chess960.
    pub fn castling_notation(&self) -> CastlingNotation {
        let ordinary = self.setup.castling.iter().all(|(color, side, rook)| {
            self.king(color).file() == File::E && rook.file() == side.edge()
        });
        if ordinary { CastlingNotation::KingToTarget } else { CastlingNotation::KingTakesRook }
    }

    /// A move of this position as UCI text.
    pub fn move_text(&self, mv: Move) -> String {
        mv.text(self.castling_notation())
    }
}
