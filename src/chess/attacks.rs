//! Is a square attacked? To find out, ox88 looks outwards from the square.
//!
//! A piece attacks a square if it could capture an enemy there, whether or not it is pinned. So we look from the square
//! along each of the eight lines to the first piece on it, and at the eight squares a knight's jump away. There is no
//! table to trust.

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
    any_attacker(board, target, by, |_| true)
}

/// The squares of the pieces of that side that attack the square.
pub fn attackers(board: &Board, target: Square, by: Color) -> Vec<Square> {
    let mut squares = Vec::new();
    any_attacker(board, target, by, |from| {
        squares.push(from);
        false
    });
    squares
}

/// Whether any attacker is on a square that is such. They are tried until one is.
#[inline(always)]
fn any_attacker(
    board: &Board,
    target: Square,
    by: Color,
    mut is_such: impl FnMut(Square) -> bool,
) -> bool {
    let lines = [(Direction::STRAIGHT, PieceKind::Rook), (Direction::DIAGONAL, PieceKind::Bishop)];
    for (lines, slider) in lines {
        for line in lines {
            if attacker_on(board, target, line, by, slider).is_some_and(&mut is_such) {
                return true;
            }
        }
    }
    let knight = Some(Piece::new(by, PieceKind::Knight));
    for jump in Direction::KNIGHT {
        if target.step(jump).is_some_and(|from| board.at(from) == knight && is_such(from)) {
            return true;
        }
    }
    false
}

/// The square of the first piece on a line that begins at the target, if that piece attacks the target. `slider` is the
/// kind that slides along such lines, as the queen does along all.
#[inline(always)]
fn attacker_on(
    board: &Board,
    target: Square,
    line: Direction,
    by: Color,
    slider: PieceKind,
) -> Option<Square> {
    let beside = target.step(line)?;
    let mut from = beside;
    while board.at(from).is_none() {
        from = from.step(line)?;
    }
    let piece = board.at(from)?;
    let attacks = piece.belongs_to(by)
        && match piece.kind() {
            PieceKind::King => from == beside,
            // A pawn captures forwards, so seen from its target it is one step back.
            PieceKind::Pawn => from == beside && by.pawn_captures().contains(&line.reversed()),
            _ => piece.slides_like(slider),
        };
    attacks.then_some(from)
}
