//! What a square sees of the board: eight lines, and the squares a knight's jump away.
//!
//! This decides what a piece on the square could do, and what pieces elsewhere could do on it or
//! over it. So how the pieces move is stated here once more, the other way round: in `movegen` a
//! piece asks where it can go, and here a square asks which pieces can come.

use crate::chess::board::Board;
use crate::chess::color::Color;
use crate::chess::piece::{Piece, PieceKind};
use crate::chess::square::{Direction, Square};

/// What a square sees of the board, whatever is on it.
pub struct View<'a> {
    board: &'a Board,
    square: Square,
    /// The side whose moves are counted.
    color: Color,
    /// The lines in the order of [`Direction::ALL`]: clockwise from north.
    lines: [Line; 8],
}

/// A line from a square: how many squares along it are empty, and the first piece behind them.
#[derive(Clone, Copy)]
struct Line {
    empty: u8,
    first: Option<Piece>,
}

/// The kind of piece that slides along a line, besides the queen. Every second line is straight,
/// because each is turned by an eighth from the one before.
#[must_use]
pub const fn slider_along(line: usize) -> PieceKind {
    if line.is_multiple_of(2) { PieceKind::Rook } else { PieceKind::Bishop }
}

/// How many moves it makes that a pawn can come to a square: one, or one for each piece that it may
/// become there.
#[inline(always)]
#[must_use]
pub fn moves_of_pawn_to(square: Square, color: Color) -> u8 {
    if color.promotes_on(square) { PROMOTIONS } else { 1 }
}

#[expect(clippy::cast_possible_truncation, reason = "a pawn may become one of four")]
const PROMOTIONS: u8 = PieceKind::PROMOTIONS.len() as u8;

/// How many moves a piece of this side loses by a pin, which lets it move along one line only.
#[must_use]
pub fn moves_off_line(board: &Board, square: Square, line: usize, color: Color) -> u32 {
    let view = View::from(board, square, color);
    board.at(square).map_or(0, |piece| view.moves_of(piece) - view.moves_along(piece, line % 4))
}

impl Line {
    #[inline(always)]
    fn from(board: &Board, square: Square, direction: Direction) -> Line {
        let mut line = Line { empty: 0, first: None };
        let mut here = square;
        while let Some(next) = here.step(direction) {
            line.first = board.at(next);
            if line.first.is_some() {
                break;
            }
            line.empty += 1;
            here = next;
        }
        line
    }
}

impl View<'_> {
    /// Looks outwards from a square, for the moves of that side.
    #[inline(always)]
    pub fn from(board: &Board, square: Square, color: Color) -> View<'_> {
        let [n, ne, e, se, s, sw, w, nw] = Direction::ALL;
        let look = |direction| Line::from(board, square, direction);
        let lines = [look(n), look(ne), look(e), look(se), look(s), look(sw), look(w), look(nw)];
        View { board, square, color, lines }
    }

    /// The number of moves that exist because this, and nothing else, is on the square. With an own
    /// piece they are its moves; with an enemy piece, captures by pawns; with nothing, steps of
    /// pawns to the square or over it, and moves of sliders over it.
    #[inline(always)]
    pub fn moves_with(&self, piece: Option<Piece>) -> u32 {
        match piece {
            Some(piece) if piece.belongs_to(self.color) => self.moves_of(piece),
            Some(_) => self.captures_by_pawns(),
            None => self.steps_of_pawns() + self.ways_onwards(),
        }
    }

    /// The number of moves of an own piece on this square.
    #[inline(always)]
    pub fn moves_of(&self, piece: Piece) -> u32 {
        match piece.kind() {
            PieceKind::King => 0,
            PieceKind::Knight => {
                self.jumps_that(|there| there.is_none_or(|piece| !piece.belongs_to(self.color)))
            }
            _ => {
                self.moves_along(piece, 0)
                    + self.moves_along(piece, 1)
                    + self.moves_along(piece, 2)
                    + self.moves_along(piece, 3)
            }
        }
    }

    /// How many of them go along one of the first four lines, in either direction.
    #[inline(always)]
    pub fn moves_along(&self, piece: Piece, line: usize) -> u32 {
        match (piece.kind(), line) {
            (PieceKind::Pawn, 0) => self.steps_of_pawn(),
            (PieceKind::Pawn, 2) => 0,
            // Of the two directions along a diagonal, one leads forwards.
            (PieceKind::Pawn, _) if self.forward() == 0 => {
                self.captures_of_pawn(if line == 1 { 1 } else { 7 })
            }
            (PieceKind::Pawn, _) => self.captures_of_pawn(if line == 1 { 5 } else { 3 }),
            _ if piece.slides_like(slider_along(line)) => {
                u32::from(self.reach(line) + self.reach(line + 4))
            }
            _ => 0,
        }
    }

    /// To how many squares along a line an own slider on this square could go.
    #[inline(always)]
    fn reach(&self, line: usize) -> u8 {
        let Line { empty, first } = self.lines[line];
        empty + u8::from(first.is_some_and(|piece| piece.belongs_to(!self.color)))
    }

    /// How many own sliders and knights can come here, unless an own piece is here.
    #[inline(always)]
    pub fn arrivals(&self) -> u32 {
        let knight = Some(Piece::new(self.color, PieceKind::Knight));
        let mut arrivals = self.jumps_that(|there| there == knight);
        for line in 0..8 {
            arrivals += u32::from(self.sees_slider(line));
        }
        arrivals
    }

    /// How many moves of own sliders lead over this square while it is empty.
    #[inline(always)]
    fn ways_onwards(&self) -> u32 {
        let mut ways = 0;
        for line in 0..8 {
            if self.sees_slider(line) {
                ways += u32::from(self.moves_beyond(line));
            }
        }
        ways
    }

    /// Whether the first piece on a line is an own slider that can move along it.
    #[inline(always)]
    pub fn sees_slider(&self, line: usize) -> bool {
        self.lines[line].first.is_some_and(|piece| {
            piece.belongs_to(self.color) && piece.slides_like(slider_along(line))
        })
    }

    /// How many squares a knight's jump away hold something of this kind.
    #[inline(always)]
    fn jumps_that(&self, holds: impl Fn(Option<Piece>) -> bool) -> u32 {
        let mut jumps = 0;
        for jump in Direction::KNIGHT {
            if let Some(there) = self.square.step(jump)
                && holds(self.board.at(there))
            {
                jumps += 1;
            }
        }
        jumps
    }

    /// The number of the line along which pawns of this side walk: north or south.
    #[inline(always)]
    fn forward(&self) -> usize {
        if self.color.forward() == Direction::ALL[0] { 0 } else { 4 }
    }

    /// How many moves it makes that an own pawn on this square can go to the next rank.
    #[inline(always)]
    fn moves_ahead(&self) -> u32 {
        let ahead = self.square.step(self.color.forward());
        ahead.map_or(0, |ahead| u32::from(moves_of_pawn_to(ahead, self.color)))
    }

    /// How many moves it makes that an own pawn can come to this square.
    #[inline(always)]
    fn moves_here(&self) -> u32 {
        u32::from(moves_of_pawn_to(self.square, self.color))
    }

    /// The number of moves straight ahead of an own pawn on this square.
    #[inline(always)]
    fn steps_of_pawn(&self) -> u32 {
        match self.lines[self.forward()].empty {
            0 => 0,
            1 => self.moves_ahead(),
            _ if self.color.may_double_push_from(self.square) => 2,
            _ => 1,
        }
    }

    /// The number of captures of an own pawn on this square along a line that leads forwards.
    #[inline(always)]
    fn captures_of_pawn(&self, line: usize) -> u32 {
        let Line { empty, first } = self.lines[line];
        let takes = empty == 0 && first.is_some_and(|piece| piece.belongs_to(!self.color));
        if takes { self.moves_ahead() } else { 0 }
    }

    /// The number of captures on this square by own pawns.
    #[inline(always)]
    fn captures_by_pawns(&self) -> u32 {
        let pawn = Some(self.pawn());
        let backward = self.forward() + 4;
        let mut captures = 0;
        for line in [backward + 1, backward - 1] {
            let Line { empty, first } = self.lines[line % 8];
            if empty == 0 && first == pawn {
                captures += self.moves_here();
            }
        }
        captures
    }

    /// The number of moves of own pawns straight ahead that end on this square or lead over it.
    #[inline(always)]
    fn steps_of_pawns(&self) -> u32 {
        let (over, onto) = self.double_steps();
        let backward = self.lines[(self.forward() + 4) % 8];
        let is_behind = backward.empty == 0 && backward.first == Some(self.pawn());
        let single = if is_behind { self.moves_here() } else { 0 };
        single + u32::from(over) + u32::from(onto)
    }

    /// Whether an own pawn could take two steps over this square, and whether one could onto it.
    #[inline(always)]
    pub fn double_steps(&self) -> (bool, bool) {
        let Line { empty, first } = self.lines[(self.forward() + 4) % 8];
        if empty > 1 || first != Some(self.pawn()) {
            return (false, false);
        }
        let back = self.color.forward().reversed();
        let behind = self.square.step(back);
        let is_home = |square| self.color.may_double_push_from(square);
        if empty == 0 {
            let goes_over = behind.is_some_and(is_home) && self.lines[self.forward()].empty > 0;
            (goes_over, false)
        } else {
            (false, behind.and_then(|between| between.step(back)).is_some_and(is_home))
        }
    }

    #[inline(always)]
    fn pawn(&self) -> Piece {
        Piece::new(self.color, PieceKind::Pawn)
    }

    /// The square that looks outwards.
    #[inline(always)]
    pub fn square(&self) -> Square {
        self.square
    }

    /// The side whose moves are counted.
    #[inline(always)]
    pub fn color(&self) -> Color {
        self.color
    }

    /// How many squares along a line are empty before the first piece.
    #[inline(always)]
    pub fn empty(&self, line: usize) -> u8 {
        self.lines[line].empty
    }

    /// To how many squares beyond this one a slider on that line could go.
    #[inline(always)]
    pub fn moves_beyond(&self, line: usize) -> u8 {
        self.reach((line + 4) % 8)
    }
}
