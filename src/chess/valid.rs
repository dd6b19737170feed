//! What makes a position valid.
//!
//! A [`Setup`] holds the parts of a position, from a FEN or any other source. [`Position::new`] takes only a set-up that
//! passes the checks here, so no rule needs to handle a missing king.

use super::attacks::is_attacked;
use super::board::Board;
use super::castling::{CastlingPair, CastlingSide};
use super::color::Color;
use super::piece::{Piece, PieceKind};
use super::position::{Position, Setup};
use super::square::{Rank, Square};
use std::fmt;

/// Why a set-up is not a position to which the rules of chess apply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PositionError {
    /// A side has this many kings, instead of exactly one.
    Kings(Color, usize),
    /// The side that has just moved has left its king, on this square, in check.
    JustMovedIntoCheck(Color, Square),
    /// A pawn is on the first or the last rank.
    PawnOnEdgeRank(Square),
    /// A side has a right to castle, but its king is on this square and not on its home rank.
    CastlingWithoutKing(Color, Square),
    /// A side has a right to castle with a rook that is not there, or is on the other side of the king.
    CastlingWithoutRook(Color, CastlingSide, Square),
    /// This is the en passant square, but no pawn can have just skipped it.
    EnPassantWithoutPawn(Square),
}

impl Position {
    /// The position that a set-up describes.
    ///
    /// # Errors
    /// The first reason why the rules of chess do not apply to it.
    pub fn new(setup: Setup) -> Result<Position, PositionError> {
        let Setup { board, side_to_move, castling, en_passant, .. } = &setup;
        let kings = [only_king(board, Color::White)?, only_king(board, Color::Black)?];
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
        Ok(Position { setup, kings })
    }
}

/// The square of a side's only king.
fn only_king(board: &Board, color: Color) -> Result<Square, PositionError> {
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
    let is_edge = |square: Square| [Rank::R1, Rank::R8].contains(&square.rank());
    let pawn = Square::all().find(|&square| is_edge(square) && is_pawn(square));
    pawn.map_or(Ok(()), |square| Err(PositionError::PawnOnEdgeRank(square)))
}

/// While a right to castle is left, king and rook are at home, with the rook on its side of the king.
fn check_castling(
    board: &Board,
    color: Color,
    side: CastlingSide,
    king: Square,
    rook: Square,
) -> Result<(), PositionError> {
    let is_on_home_rank = |square: Square| square.rank() == color.home_rank();
    let is_on_its_side = CastlingPair::new(king, rook).side() == side;
    let is_rook = board.at(rook) == Some(Piece::new(color, PieceKind::Rook));
    if !is_on_home_rank(king) {
        return Err(PositionError::CastlingWithoutKing(color, king));
    }
    if !(is_on_home_rank(rook) && is_rook && is_on_its_side) {
        return Err(PositionError::CastlingWithoutRook(color, side, rook));
    }
    Ok(())
}

/// The pawn that has just taken two steps stands beyond the skipped square, and that square and the one from which it came
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
            PositionError::JustMovedIntoCheck(color, king) => {
                write!(
                    f,
                    "{color} has just moved and is in check on {king}: expected {color} to move"
                )
            }
            PositionError::PawnOnEdgeRank(square) => {
                write!(f, "a pawn stands on {square}: expected pawns on ranks 2 to 7 only")
            }
            PositionError::CastlingWithoutKing(color, king) => {
                let rank = color.home_rank().digit();
                write!(
                    f,
                    "{color} has a castling right with its king on {king}, not on rank {rank}"
                )
            }
            PositionError::CastlingWithoutRook(color, _, rook) => write!(
                f,
                "{color} has a castling right for {rook}: expected its rook there, on that side of its king"
            ),
            PositionError::EnPassantWithoutPawn(skipped) => {
                write!(f, "no pawn can have just skipped {skipped}: expected - if none has")
            }
        }
    }
}

impl std::error::Error for PositionError {}
