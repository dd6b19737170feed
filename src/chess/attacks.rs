//! Is a square attacked? To find out, ox88 looks outwards from the square.
//!
//! A piece attacks a square if it could capture an enemy there, whether or not it is pinned. So we
//! look from the square along each of the eight lines to the first piece on it, and at the eight
//! squares a knight's jump away. There is no table to trust.

use super::board::Board;
use super::color::Color;
use super::piece::{Piece, PieceKind};
use super::square::{Direction, Square};
use std::ops::ControlFlow;

/// Whether any piece of that side attacks the square.
#[inline(always)]
pub fn is_attacked(board: &Board, target: Square, by: Color) -> bool {
    // One attacker is enough.
    each_attacker(board, target, by, |_| ControlFlow::Break(())).is_break()
}

/// The squares of the pieces of that side that attack the square.
pub fn attackers(board: &Board, target: Square, by: Color) -> Vec<Square> {
    let mut squares = Vec::new();
    let _ = each_attacker(board, target, by, |from| {
        squares.push(from);
        ControlFlow::Continue(())
    });
    squares
}

/// Visits the square of each piece of that side that attacks the target, until the visitor breaks off.
#[inline(always)]
fn each_attacker(
    board: &Board,
    target: Square,
    by: Color,
    mut visit: impl FnMut(Square) -> ControlFlow<()>,
) -> ControlFlow<()> {
    for line in Direction::STRAIGHT {
        if let Some(from) = on_line(board, target, line, by, PieceKind::Rook) {
            visit(from)?;
        }
    }
    for line in Direction::DIAGONAL {
        if let Some(from) = on_line(board, target, line, by, PieceKind::Bishop) {
            visit(from)?;
        }
    }
    for jump in Direction::KNIGHT {
        if let Some(from) = target.step(jump)
            && board.at(from) == Some(Piece::new(by, PieceKind::Knight))
        {
            visit(from)?;
        }
    }
    ControlFlow::Continue(())
}

/// The square of the attacker on this line, if the first piece on the line is one. `slider` is the
/// kind of piece that slides along such lines, as the queen does along all.
#[inline(always)]
fn on_line(
    board: &Board,
    target: Square,
    line: Direction,
    by: Color,
    slider: PieceKind,
) -> Option<Square> {
    let beside = target.step(line)?;
    if let Some(piece) = board.at(beside) {
        let attacks = piece.belongs_to(by)
            && match piece.kind() {
                PieceKind::King => true,
                // A pawn captures forwards, so seen from its target it is one step back.
                PieceKind::Pawn => by.pawn_captures().contains(&line.reversed()),
                _ => piece.slides_like(slider),
            };
        return attacks.then_some(beside);
    }
    let mut from = beside.step(line)?;
    loop {
        match board.at(from) {
            Some(piece) => {
                return (piece.belongs_to(by) && piece.slides_like(slider)).then_some(from);
            }
            None => from = from.step(line)?,
        }
    }
}
