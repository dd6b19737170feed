//! What a king sees when it looks outwards: the pieces that give check, and those that are pinned.

use super::squares::Squares;
use super::view::slider_along;
use crate::chess::board::Board;
use crate::chess::color::Color;
use crate::chess::piece::{Piece, PieceKind};
use crate::chess::square::{Direction, Square};

/// The pieces that give check to a king: how many, and where the last of them is.
#[derive(Clone, Copy)]
pub struct Checks {
    /// In a game this is at most two; other positions may have more.
    pub count: u32,
    /// The square of the last checker, if there is one.
    pub from: Square,
}

/// What a king sees along a line.
enum Seen {
    Nothing,
    /// An enemy on this square gives check.
    Check(Square),
    /// An own piece on this square shields the king from an enemy behind it.
    Pin(Square),
}

impl Checks {
    /// No checks to the king on this square.
    #[inline(always)]
    #[must_use]
    pub const fn none(king: Square) -> Checks {
        Checks { count: 0, from: king }
    }
}

/// Looks outwards from the king of that side. Returns the checks, and calls `pinned` with the
/// square of each pinned piece and the number of the line of its pin.
#[inline(always)]
pub fn look_from_king(
    board: &Board,
    king: Square,
    color: Color,
    mut pinned: impl FnMut(Square, usize),
) -> Checks {
    let mut checks = Checks::none(king);
    let mut look = |line: usize, seen: Seen| match seen {
        Seen::Nothing => {}
        Seen::Check(from) => checks = Checks { count: checks.count + 1, from },
        Seen::Pin(shield) => pinned(shield, line),
    };
    // Written out, so that each line has its own code with its direction built in.
    look(0, look_along(0, board, king, color));
    look(1, look_along(1, board, king, color));
    look(2, look_along(2, board, king, color));
    look(3, look_along(3, board, king, color));
    look(4, look_along(4, board, king, color));
    look(5, look_along(5, board, king, color));
    look(6, look_along(6, board, king, color));
    look(7, look_along(7, board, king, color));
    for jump in Direction::KNIGHT {
        if let Some(from) = king.step(jump)
            && board.at(from) == Some(Piece::new(!color, PieceKind::Knight))
        {
            checks = Checks { count: checks.count + 1, from };
        }
    }
    checks
}

#[inline(always)]
fn look_along(line: usize, board: &Board, king: Square, color: Color) -> Seen {
    let direction = Direction::ALL[line];
    let next_piece = |from: Square| {
        let mut here = from.step(direction)?;
        loop {
            match board.at(here) {
                Some(piece) => return Some((here, piece)),
                None => here = here.step(direction)?,
            }
        }
    };
    let slides = |piece: Piece| piece.slides_like(slider_along(line));
    let Some((square, piece)) = next_piece(king) else { return Seen::Nothing };
    if piece.belongs_to(color) {
        return match next_piece(square) {
            Some((_, behind)) if !behind.belongs_to(color) && slides(behind) => Seen::Pin(square),
            _ => Seen::Nothing,
        };
    }
    let is_pawn_beside = piece.kind() == PieceKind::Pawn
        && color.pawn_captures().contains(&direction)
        && king.step(direction) == Some(square);
    if is_pawn_beside || slides(piece) { Seen::Check(square) } else { Seen::Nothing }
}

/// Every square that [`look_from_king`] looks at: each line up to the second piece on it, and the
/// squares a knight's jump away. As long as none of them changes, it sees the same.
#[must_use]
pub fn squares_in_sight(board: &Board, king: Square) -> Squares {
    let mut squares = Squares::default();
    for line in Direction::ALL {
        let mut pieces = 0;
        let mut next = king.step(line);
        while let Some(square) = next
            && pieces < 2
        {
            squares.insert(square);
            pieces += u32::from(board.at(square).is_some());
            next = square.step(line);
        }
    }
    for square in Direction::KNIGHT.into_iter().filter_map(|jump| king.step(jump)) {
        squares.insert(square);
    }
    squares
}
