//! How many moves a side has, counted without listing them, and how that changes with one square.
//!
//! The *mobility* of a side is the number of its pseudo-legal moves, those of its king and en passant
//! left out. It depends on the board alone, and on each square only through the moves that begin
//! there, end there or pass over it. So when one square changes, it is enough to look outwards from
//! that square: what stood there before takes its moves away, and what stands there now brings its
//! own. `tests/quick.rs` compares this with a fresh count after each move of thousands of positions.

use crate::chess::board::Board;
use crate::chess::color::Color;
use crate::chess::piece::{Piece, PieceKind};
use crate::chess::position::Position;
use crate::chess::square::{Direction, Square};

/// A board on which the mobility of one side is known at all times.
// Not `Copy`: a clone copies board and number one after the other, and a board alone is small enough
// to be copied without a call.
#[derive(Clone)]
pub struct Mobility {
    board: Board,
    moves: u32,
}

/// What a square sees of the board, whatever stands on it.
struct View<'a> {
    board: &'a Board,
    square: Square,
    /// The side whose moves are counted.
    color: Color,
    /// The lines in the order of [`Direction::EVERY`]: clockwise from north.
    lines: [Line; 8],
}

/// A line from a square: the empty squares along it, and what stands behind them.
#[derive(Clone, Copy)]
struct Line {
    empty: u8,
    first: Option<Piece>,
}

/// The kind of piece that, like the queen, slides along a line: lines turn by an eighth each, so
/// every second one is straight.
#[must_use]
pub const fn slider_along(line: usize) -> PieceKind {
    if line.is_multiple_of(2) { PieceKind::Rook } else { PieceKind::Bishop }
}

impl Mobility {
    /// Counts the mobility of the side that is not to move.
    #[must_use]
    pub fn of_opponent(position: &Position) -> Mobility {
        let king = position.king(!position.side_to_move());
        let mut moves = 0;
        position.passed().each_pseudo_legal(|mv| moves += u32::from(mv.from != king));
        Mobility { board: *position.board(), moves }
    }

    /// The number of moves.
    #[must_use]
    pub const fn moves(&self) -> u32 {
        self.moves
    }

    /// The board as it stands.
    #[must_use]
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// Changes what stands on a square. `color` is the side whose mobility this is.
    #[inline(always)]
    pub fn set(&mut self, square: Square, piece: Option<Piece>, color: Color) {
        let view = View::from(&self.board, square, color);
        let before = self.board.at(square);
        self.moves = self.moves + view.moves_with(piece) - view.moves_with(before);
        // Sliders and knights come to an empty square and to an enemy's alike: only an own piece
        // that appears or disappears makes a difference to them.
        let is_own = |piece: Option<Piece>| piece.is_some_and(|piece| piece.belongs_to(color));
        match (is_own(before), is_own(piece)) {
            (true, false) => self.moves += view.arrivals(),
            (false, true) => self.moves -= view.arrivals(),
            _ => {}
        }
        match piece {
            Some(piece) => self.board.put(square, piece),
            None => self.board.clear(square),
        }
    }
}

/// How many moves the piece on a square loses when it may move along one line only: the cost of a
/// pin, if the pinned piece is one of `color`.
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
    #[inline(always)]
    fn from(board: &Board, square: Square, color: Color) -> View<'_> {
        let [n, ne, e, se, s, sw, w, nw] = Direction::EVERY;
        let look = |direction| Line::from(board, square, direction);
        let lines = [look(n), look(ne), look(e), look(se), look(s), look(sw), look(w), look(nw)];
        View { board, square, color, lines }
    }

    /// The moves that there are with this on the square, and that there are not with something else:
    /// an own piece's moves; over an empty square the pawns' steps and the sliders' way onwards; to an
    /// enemy the pawns' captures.
    #[inline(always)]
    fn moves_with(&self, piece: Option<Piece>) -> u32 {
        match piece {
            Some(piece) if piece.belongs_to(self.color) => self.moves_of(piece),
            Some(_) => self.captures_by_pawns(),
            None => self.steps_of_pawns() + self.ways_onwards(),
        }
    }

    /// The moves of an own piece that stands here.
    #[inline(always)]
    fn moves_of(&self, piece: Piece) -> u32 {
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

    /// Those of them that go along one of the first four lines, or the other way.
    #[inline(always)]
    fn moves_along(&self, piece: Piece, line: usize) -> u32 {
        match (piece.kind(), line) {
            (PieceKind::Pawn, 0) => self.steps_of_pawn(),
            (PieceKind::Pawn, 2) => 0,
            // One of the two ways along a diagonal goes forwards.
            (PieceKind::Pawn, _) if self.forward() == 0 => {
                self.captures_of_pawn(if line == 1 { 1 } else { 7 })
            }
            (PieceKind::Pawn, _) => self.captures_of_pawn(if line == 1 { 5 } else { 3 }),
            _ if piece.slides_like(slider_along(line)) => self.reach(line) + self.reach(line + 4),
            _ => 0,
        }
    }

    /// How many squares an own slider on this square could go along a line.
    #[inline(always)]
    fn reach(&self, line: usize) -> u32 {
        let Line { empty, first } = self.lines[line];
        u32::from(empty) + u32::from(first.is_some_and(|piece| piece.belongs_to(!self.color)))
    }

    /// The own sliders and knights that can come here, unless an own piece stands here.
    #[inline(always)]
    fn arrivals(&self) -> u32 {
        let knight = Some(Piece::new(self.color, PieceKind::Knight));
        let mut arrivals = self.jumps_that(|there| there == knight);
        for line in 0..8 {
            arrivals += u32::from(self.sees_slider(line));
        }
        arrivals
    }

    /// The squares beyond this one to which own sliders can go over it while it is empty.
    #[inline(always)]
    fn ways_onwards(&self) -> u32 {
        let mut ways = 0;
        for line in 0..8 {
            if self.sees_slider(line) {
                ways += self.reach((line + 4) % 8);
            }
        }
        ways
    }

    /// Whether the first piece on a line is an own one that slides along it.
    #[inline(always)]
    fn sees_slider(&self, line: usize) -> bool {
        self.lines[line].first.is_some_and(|piece| {
            piece.belongs_to(self.color) && piece.slides_like(slider_along(line))
        })
    }

    /// How many squares a knight's jump away hold what is asked for.
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

    /// The line along which the side's pawns walk: north or south.
    #[inline(always)]
    fn forward(&self) -> usize {
        match self.color {
            Color::White => 0,
            Color::Black => 4,
        }
    }

    /// A pawn that comes to a square has one move for it, or four if it promotes there.
    #[inline(always)]
    fn moves_to(&self, square: Option<Square>) -> u32 {
        let promotes = square.is_some_and(|square| square.rank() == self.color.promotion_rank());
        if promotes { 4 } else { 1 }
    }

    /// The steps straight ahead of an own pawn on this square.
    #[inline(always)]
    fn steps_of_pawn(&self) -> u32 {
        match self.lines[self.forward()].empty {
            0 => 0,
            1 => self.moves_to(self.square.step(self.color.forward())),
            _ if self.square.rank() == self.color.pawn_home_rank() => 2,
            _ => 1,
        }
    }

    /// The captures of an own pawn on this square along a line that goes forwards.
    #[inline(always)]
    fn captures_of_pawn(&self, line: usize) -> u32 {
        let Line { empty, first } = self.lines[line];
        let takes = empty == 0 && first.is_some_and(|piece| piece.belongs_to(!self.color));
        if takes { self.moves_to(self.square.step(self.color.forward())) } else { 0 }
    }

    /// The captures on this square by own pawns beside and behind it.
    #[inline(always)]
    fn captures_by_pawns(&self) -> u32 {
        let pawn = Some(Piece::new(self.color, PieceKind::Pawn));
        let backward = self.forward() + 4;
        let mut captures = 0;
        for line in [backward + 1, backward - 1] {
            let Line { empty, first } = self.lines[line % 8];
            if empty == 0 && first == pawn {
                captures += self.moves_to(Some(self.square));
            }
        }
        captures
    }

    /// The steps of own pawns that end on this square or, from the pawn's home, pass over it.
    #[inline(always)]
    fn steps_of_pawns(&self) -> u32 {
        let Line { empty, first } = self.lines[(self.forward() + 4) % 8];
        if empty > 1 || first != Some(Piece::new(self.color, PieceKind::Pawn)) {
            return 0;
        }
        let back = self.color.forward().reversed();
        let behind = self.square.step(back);
        let is_home = |square: Square| square.rank() == self.color.pawn_home_rank();
        if empty == 0 {
            let goes_on = behind.is_some_and(is_home) && self.lines[self.forward()].empty > 0;
            self.moves_to(Some(self.square)) + u32::from(goes_on)
        } else {
            u32::from(behind.and_then(|between| between.step(back)).is_some_and(is_home))
        }
    }
}
