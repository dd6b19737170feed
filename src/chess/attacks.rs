//! Is a square attacked?
//!
//! A piece attacks a square if it could capture an enemy there, whatever that does to its own king. To find such pieces
//! we look outwards from the square: along each of the eight lines to the first piece on it, and at the eight squares a
//! knight's jump away.

use super::board::Board;
use super::color::Color;
use super::piece::{Piece, PieceKind};
use super::square::{Direction, Square};

/// Whether any piece of that side attacks the square.
///
/// ```
/// use ox88::{Color, Position, Square, is_attacked};
///
/// let start = Position::start();
/// let [e3, e4] = ["e3", "e4"].map(|name| Square::from_name(name).unwrap());
/// assert!(is_attacked(start.board(), e3, Color::White));
/// assert!(!is_attacked(start.board(), e4, Color::White));
/// ```
#[inline(always)]
pub fn is_attacked(board: &Board, target: Square, by: Color) -> bool {
    for line in Direction::ALL {
        if attacker_on(board, target, line, by).is_some() {
            return true;
        }
    }
    for jump in Direction::KNIGHT {
        if knight_on(board, target, jump, by).is_some() {
            return true;
        }
    }
    false
}

/// The squares of the pieces of that side that attack the square.
pub fn attackers(board: &Board, target: Square, by: Color) -> Vec<Square> {
    let on_lines =
        Direction::ALL.into_iter().filter_map(|line| attacker_on(board, target, line, by));
    let knights =
        Direction::KNIGHT.into_iter().filter_map(|jump| knight_on(board, target, jump, by));
    on_lines.chain(knights).collect()
}

/// The square of the first piece on a line that begins at the target, if that piece attacks the target.
#[inline(always)]
fn attacker_on(board: &Board, target: Square, line: Direction, by: Color) -> Option<Square> {
    let beside = target.step(line)?;
    let mut from = beside;
    while board.at(from).is_none() {
        from = from.step(line)?;
    }
    let piece = board.at(from)?;
    let attacks = piece.belongs_to(by)
        && match piece.kind() {
            PieceKind::King => from == beside,
            // A pawn captures towards its target, against the direction in which we look.
            PieceKind::Pawn => from == beside && by.pawn_captures().contains(&line.reversed()),
            PieceKind::Knight => false,
            PieceKind::Bishop => Direction::DIAGONAL.contains(&line),
            PieceKind::Rook => Direction::STRAIGHT.contains(&line),
            PieceKind::Queen => true,
        };
    attacks.then_some(from)
}

/// The square a knight's jump away from the target, if a knight is there that attacks it.
#[inline(always)]
fn knight_on(board: &Board, target: Square, jump: Direction, by: Color) -> Option<Square> {
    let knight = Some(Piece::new(by, PieceKind::Knight));
    target.step(jump).filter(|&from| board.at(from) == knight)
}
