//! What makes a position valid.
//!
//! A [`Setup`] holds the parts of a position, from a FEN or any other source. Only a set-up that passes the checks here
//! becomes a position, so no rule has to be prepared for a missing king.

use super::attacks::is_attacked;
use super::board::Board;
use super::castling::{CastlingPair, CastlingRights, CastlingSide};
use super::color::Color;
use super::piece::{Piece, PieceKind};
use super::square::Square;
use std::fmt;

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

/// Why the rules of chess have no meaning in a set-up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PositionError {
    /// A side has this many kings, and not one.
    Kings(Color, usize),
    /// The side that has just moved has left its king, on this square, in check.
    JustMovedIntoCheck(Color, Square),
    /// A pawn is on the first or the last rank.
    PawnOnLastRank(Square),
    /// A side has a right to castle, but its king is on this square and not on its home rank.
    CastlingWithoutKing(Color, Square),
    /// A side has a right to castle with a rook that is not there, or is on the other side of the king.
    CastlingWithoutRook(Color, CastlingSide, Square),
    /// This is the en passant square, but no pawn can have just skipped it.
    EnPassantWithoutPawn(Square),
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

    /// Checks the parts against each other, and returns the squares of the two kings.
    pub(super) fn check(&self) -> Result<[Square; 2], PositionError> {
        let Setup { board, side_to_move, castling, en_passant, .. } = self;
        let kings = [the_king(board, Color::White)?, the_king(board, Color::Black)?];
        let just_moved = !*side_to_move;
        let their_king = kings[just_moved.index()];
        if is_attacked(board, their_king, *side_to_move) {
            return Err(PositionError::JustMovedIntoCheck(just_moved, their_king));
        }
        check_pawns(board)?;
        for (color, side, rook) in castling.iter() {
            check_castling(board, color, side, kings[color.index()], rook)?;
        }
        if let Some(skipped) = *en_passant {
            check_en_passant(board, just_moved, skipped)?;
        }
        Ok(kings)
    }
}

/// The square of a side's only king.
fn the_king(board: &Board, color: Color) -> Result<Square, PositionError> {
    let is_king = |&(_, piece): &(Square, Piece)| piece.kind() == PieceKind::King;
    let kings: Vec<(Square, Piece)> = board.pieces(color).filter(is_king).collect();
    match kings[..] {
        [(king, _)] => Ok(king),
        _ => Err(PositionError::Kings(color, kings.len())),
    }
}

/// No pawn is on the first or the last rank: none begins on the one, and on the other it promotes.
fn check_pawns(board: &Board) -> Result<(), PositionError> {
    let is_pawn = |square| board.at(square).is_some_and(|piece| piece.kind() == PieceKind::Pawn);
    let is_edge = |square: &Square| Color::BOTH.into_iter().any(|color| color.promotes_on(*square));
    match Square::all().filter(is_edge).find(|&square| is_pawn(square)) {
        Some(square) => Err(PositionError::PawnOnLastRank(square)),
        None => Ok(()),
    }
}

/// While a right to castle is left, king and rook are at home, with the rook on its side of the king.
fn check_castling(
    board: &Board,
    color: Color,
    side: CastlingSide,
    king: Square,
    rook: Square,
) -> Result<(), PositionError> {
    let at_home = |square: Square| square.rank() == color.home_rank();
    let is_on_its_side = CastlingPair::new(king, rook).side() == side;
    let is_rook = board.at(rook) == Some(Piece::new(color, PieceKind::Rook));
    if !at_home(king) {
        return Err(PositionError::CastlingWithoutKing(color, king));
    }
    if !(at_home(rook) && is_rook && is_on_its_side) {
        return Err(PositionError::CastlingWithoutRook(color, side, rook));
    }
    Ok(())
}

/// A pawn that has just taken two steps is where it went, and both the square that it skipped and the one that it left
/// are empty.
fn check_en_passant(
    board: &Board,
    just_moved: Color,
    skipped: Square,
) -> Result<(), PositionError> {
    let pawn = Piece::new(just_moved, PieceKind::Pawn);
    let is_empty = |square| board.at(square).is_none();
    let is_skipped = just_moved.double_push_over(skipped).is_some_and(|(from, to)| {
        is_empty(from) && is_empty(skipped) && board.at(to) == Some(pawn)
    });
    if is_skipped { Ok(()) } else { Err(PositionError::EnPassantWithoutPawn(skipped)) }
}

impl fmt::Display for PositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            PositionError::Kings(color, count) => {
                write!(f, "{color} has {count} kings: expected exactly one")
            }
            PositionError::JustMovedIntoCheck(color, king) => write!(
                f,
                "{color} has just moved, but its king on {king} is in check: expected {color} to move, \
                 or no piece that attacks {king}"
            ),
            PositionError::PawnOnLastRank(square) => {
                write!(f, "a pawn stands on {square}: expected pawns on ranks 2 to 7 only")
            }
            PositionError::CastlingWithoutKing(color, king) => write!(
                f,
                "{color} has a right to castle, but its king is on {king}: expected it on rank {}, \
                 or no such right",
                color.home_rank().digit()
            ),
            PositionError::CastlingWithoutRook(color, side, rook) => write!(
                f,
                "{color} has a right to castle {} with a rook on {rook}: expected a rook of its own \
                 there on that side of the king, or no such right",
                match side {
                    CastlingSide::KingSide => "kingside",
                    CastlingSide::QueenSide => "queenside",
                }
            ),
            PositionError::EnPassantWithoutPawn(skipped) => write!(
                f,
                "no pawn can have just skipped {skipped}: expected that pawn on the next square, {skipped} and the \
                 square behind it empty, and the other side to move; or - for no en passant square"
            ),
        }
    }
}

impl std::error::Error for PositionError {}
