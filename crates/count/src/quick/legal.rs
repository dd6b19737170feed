//! The legal moves of a position: only those that may leave the king in check are made and tested.

use super::Side;
use super::king_zone::{KingZone, is_attacked_through};
use super::pins::Checks;
use super::ray::Ray;
use super::squares::Squares;
use ox88::{Board, Color, Direction, Move, MoveKind, Piece, PieceKind, Position, Square};

/// More moves than any piece has: a queen has at most 27, a king at most 10.
pub const MOST_MOVES: usize = 32;

/// What is in a list where no move is yet. All its bits are 0, so that a list is made in no time.
pub const NO_MOVE: Move = Move::normal(Square::A1, Square::A1);

/// A list with none in it.
pub const NO_MOVES: [Move; MOST_MOVES] = [NO_MOVE; MOST_MOVES];

/// The pseudo-legal moves of one piece of the side to move, in this list. What is done with them can be compiled once
/// then, and not again for each kind of piece.
#[inline(never)]
pub fn collect_moves<'a, S: Side>(
    position: &Position,
    from: Square,
    piece: Piece,
    list: &'a mut [Move; MOST_MOVES],
) -> &'a [Move] {
    let mut count = 0;
    // A constant from here on: the directions and ranks of the side are compiled in.
    if position.side_to_move() != S::COLOR {
        return &[];
    }
    position.each_move_of(from, piece, |mv| {
        list[count % MOST_MOVES] = mv;
        count += 1;
    });
    &list[..count.min(MOST_MOVES)]
}

/// What decides whether a move is legal: what the king of the side to move sees.
pub struct Legality<'a> {
    position: &'a Position,
    checks: Checks,
    /// The squares around the king, if they have been looked at.
    pub zone: Option<&'a KingZone>,
}

impl<'a> Legality<'a> {
    /// Looks outwards from the king.
    pub fn new(position: &'a Position) -> Legality<'a> {
        let us = position.side_to_move();
        Legality::of_checks(position, Checks::of_king(position.board(), position.king(us), us))
    }

    /// The same with the checks and pins of the king.
    pub fn of_checks(position: &'a Position, checks: Checks) -> Legality<'a> {
        Legality { position, checks, zone: None }
    }

    /// Whether the moves of the piece on this square, unless they capture en passant, are legal without a test.
    pub fn is_free(&self, from: Square) -> bool {
        // claim 1
        from != self.checks.pins.king
            && !self.checks.is_check()
            && self.checks.pins.ray_of(from).is_none()
    }

    /// Whether a pseudo-legal move is legal.
    #[inline(always)]
    pub fn allows(&self, mv: Move) -> bool {
        match mv.kind {
            // claim 1
            MoveKind::EnPassant | MoveKind::Castling { .. } => self.position.is_legal(mv),
            // claim 3
            _ if mv.from == self.checks.pins.king => self.is_safe(mv.to),
            _ if self.checks.is_check() => self.checks.answers_of(mv.from).contains(mv.to),
            // claim 2
            _ => self.checks.pins.ray_of(mv.from).is_none_or(|line| stays_on(line, mv)),
        }
    }

    /// Visits every legal move.
    #[inline(always)]
    pub fn each_legal(&self, mut visit: impl FnMut(Move)) {
        let position = self.position;
        let board = position.board();
        for (from, piece) in Squares::of(board, position.side_to_move()).pieces(board) {
            position.each_move_of(from, piece, |mv| {
                if self.allows(mv) {
                    visit(mv);
                }
            });
        }
    }

    /// Whether there is a legal move.
    #[inline(never)]
    pub fn has_legal(&self) -> bool {
        let (position, king) = (self.position, self.checks.pins.king);
        let (us, board) = (position.side_to_move(), position.board());
        // claim 3
        let may_step = |step: &Direction| {
            king.step(*step).is_some_and(|to| {
                board.at(to).is_none_or(|piece| !piece.belongs_to(us)) && self.is_safe(to)
            })
        };
        // First the king's steps, of which most positions have one that is legal.
        Direction::ALL.iter().any(may_step)
            || Squares::of(board, us).pieces(board).any(|(from, piece)| {
                let mut has_legal = false;
                position.each_move_of(from, piece, |mv| {
                    has_legal = has_legal || self.allows(mv);
                });
                has_legal
            })
    }

    /// Whether the king would not be attacked on this square. Not inlined, because it is long.
    #[inline(never)]
    fn is_safe(&self, square: Square) -> bool {
        if let Some(zone) = self.zone {
            return zone.is_safe(square);
        }
        let by = !self.position.side_to_move();
        !is_attacked_through(self.checks.pins.king, self.position.board(), square, by)
    }
}

/// Visits every legal move.
pub fn each_legal(position: &Position, visit: impl FnMut(Move)) {
    Legality::new(position).each_legal(visit);
}

/// The position after a legal move. Not inlined, because it is long, and few of the moves that are counted are made.
#[inline(never)]
pub fn after(position: &Position, mv: Move) -> Position {
    position.after(mv)
}

/// The number of pawns of that side beside a square that is such: after a double push, of those that may
/// capture en passant.
pub fn pawns_beside(
    board: &Board,
    to: Square,
    color: Color,
    counts: impl Fn(Square) -> bool,
) -> i32 {
    let pawn = Some(Piece::new(color, PieceKind::Pawn));
    let is_one = |beside| board.at(beside) == pawn && counts(beside);
    let count = |side| i32::from(to.step(side).is_some_and(&is_one));
    count(Direction::EAST) + count(Direction::WEST)
}

/// The number of legal moves.
pub fn number_of_legal(position: &Position) -> u64 {
    let mut moves = 0;
    each_legal(position, |_| moves += 1);
    moves
}

/// Whether a move stays on the line of this ray.
pub fn stays_on(line: Ray, mv: Move) -> bool {
    Ray::leading(mv.from, mv.to).is_some_and(|ray| ray == line || ray == line.opposite())
}
