//! How many moves a piece has, and what their number depends on.
//!
//! The moves are those that a piece can make if its king and captures en passant are left out of account. They are
//! counted and not listed. On the way it is noted for which squares an enemy piece that arrives or leaves would
//! change the number.

use super::Side;
use super::ray::{Ray, Rays};
use super::sets::set;
use super::squares::{Squares, Table};
use ox88::{Board, Color, Direction, Piece, PieceKind, Square};

/// What a piece contributes, besides the number of its moves.
pub enum Note {
    /// A slider or knight could come to this square, or capture there.
    Reach(Square),
    /// This number of moves of a pawn lead to a square while it is empty.
    Step(Square, i8),
    /// This number of moves of a pawn would capture on a square.
    Capture(Square, i8),
    /// An enemy piece that arrives here changes the number of moves.
    Arrival(Square, i16),
    /// A slider attacks an enemy piece along a ray.
    Attack(Square, Ray),
    /// The same of a slider that may not move along this ray.
    PinnedAttack(Square, Ray),
    /// A pawn finds a piece here.
    Pawn(Square, ToPawns),
}

set! {
    /// What a piece on a square is to the pawns around it.
    ToPawns(u8)
}

impl ToPawns {
    /// It is where a pawn would go with one step.
    pub const BLOCKS_STEP: ToPawns = ToPawns(1);
    /// It is where a pawn would go with two steps, and the square between is empty.
    pub const BLOCKS_DOUBLE_STEP: ToPawns = ToPawns(2);
    /// A pawn can capture it, in the one direction or in the other.
    pub const CAPTURED: [ToPawns; 2] = [ToPawns(4), ToPawns(8)];
}

/// Takes notes of what a piece contributes.
// No closure, because it has to be inlined wherever it is called.
pub trait Notes {
    /// Takes a note.
    fn take(&mut self, note: Note);
}

/// Takes no notes: only the number of moves is of interest.
struct Ignored;

impl Notes for Ignored {
    #[inline(always)]
    fn take(&mut self, _: Note) {}
}

/// Takes notes of the squares to which a piece could move, be something in its way there or not.
struct Reached<'a> {
    from: Squares,
    attackers: &'a mut Table<Squares>,
}

impl Notes for Reached<'_> {
    #[inline(always)]
    fn take(&mut self, note: Note) {
        match note {
            Note::Reach(square)
            | Note::Step(square, _)
            | Note::Capture(square, _)
            | Note::Pawn(square, _) => self.attackers[square] |= self.from,
            Note::Arrival(..) | Note::Attack(..) | Note::PinnedAttack(..) => {}
        }
    }
}

/// Adds each of these pieces to those of each square that it attacks, or to which it steps as a pawn. What it can do,
/// if its king is left out of account, depends on these squares alone.
#[inline(never)]
pub fn add_attackers<S: Side>(board: &Board, these: Squares, attackers: &mut Table<Squares>) {
    for (square, piece) in these.pieces(board) {
        let notes = &mut Reached { from: square.into(), attackers };
        count(board, square, piece, Rays::ALL, S::COLOR, notes);
    }
}

/// A piece whose moves are counted.
struct Asked<'a, N: Notes> {
    board: &'a Board,
    square: Square,
    /// The rays along which it may move: all, or those of its pin. Along others it only attacks.
    rays: Rays,
    color: Color,
    notes: &'a mut N,
}

/// The number of moves of a piece that may move along these rays. Its side is named because it is a constant there.
#[inline(always)]
pub fn count(
    board: &Board,
    square: Square,
    piece: Piece,
    rays: Rays,
    color: Color,
    notes: &mut impl Notes,
) -> i16 {
    let mut asked = Asked { board, square, rays, color, notes };
    match piece.kind() {
        PieceKind::Pawn => asked.count_pawn(),
        PieceKind::Knight => asked.count_knight(),
        PieceKind::Bishop => asked.count_slider(&Ray::DIAGONAL),
        PieceKind::Rook => asked.count_slider(&Ray::STRAIGHT),
        PieceKind::Queen => asked.count_slider(&Ray::ALL),
        PieceKind::King => 0,
    }
}

/// The moves of a piece, which is not pinned, that may change when something changes on another square, to which a way of it leads: those
/// of a slider along one ray, one of a knight, and all of a pawn.
#[inline(always)]
pub fn count_towards(
    board: &Board,
    square: Square,
    piece: Piece,
    to: Square,
    color: Color,
    notes: &mut impl Notes,
) -> i16 {
    let mut asked = Asked { board, square, rays: Rays::ALL, color, notes };
    match piece.kind() {
        PieceKind::Pawn => asked.count_pawn(),
        PieceKind::Knight => asked.count_jump(to),
        _ => Ray::leading(square, to).map_or(0, |ray| asked.count_ray(ray)),
    }
}

/// The number of moves that the piece on this square has off a line: those that a pin along the line forbids.
#[inline(never)]
pub fn moves_off_line(board: &Board, square: Square, line: Ray) -> i32 {
    board.at(square).map_or(0, |piece| {
        let is_knight = piece.kind() == PieceKind::Knight;
        let rays = if is_knight { Rays::ALL } else { !Rays::of_line(line) };
        i32::from(count(board, square, piece, rays, piece.color(), &mut Ignored))
    })
}

/// The number of moves that a piece has on this square, be it there or not, if nothing pins it.
#[inline(never)]
pub fn moves_of(board: &Board, square: Square, piece: Piece) -> i32 {
    i32::from(count(board, square, piece, Rays::ALL, piece.color(), &mut Ignored))
}

/// How many moves it makes that a pawn can come to a square: one, or one for each piece that it may become there.
pub fn moves_of_pawn_to(square: Square, color: Color) -> i8 {
    if color.promotes_on(square) { PROMOTIONS } else { 1 }
}

#[expect(clippy::cast_possible_truncation, reason = "a pawn may become one of four")]
const PROMOTIONS: i8 = PieceKind::PROMOTIONS.len() as i8;

impl<N: Notes> Asked<'_, N> {
    fn is_own(&self, piece: Piece) -> bool {
        piece.belongs_to(self.color)
    }

    #[inline(always)]
    fn count_pawn(&mut self) -> i16 {
        let forward = self.color.forward();
        let Some(ahead) = self.square.step(forward) else { return 0 };
        let each = moves_of_pawn_to(ahead, self.color);
        let steps = if self.rays.contains(Ray::of_step(forward)) {
            self.count_pawn_steps(ahead, each)
        } else {
            0
        };
        let [west, east] = self.color.pawn_captures();
        let [by_west, by_east] = ToPawns::CAPTURED;
        steps
            + self.count_pawn_capture(west, by_west, each)
            + self.count_pawn_capture(east, by_east, each)
    }

    /// A pawn steps to the square ahead if that is empty, and from its home rank also to the one beyond if both are.
    /// A piece that arrives on one of them is in its way.
    #[inline(always)]
    fn count_pawn_steps(&mut self, ahead: Square, each: i8) -> i16 {
        if self.board.at(ahead).is_some() {
            self.notes.take(Note::Pawn(ahead, ToPawns::BLOCKS_STEP));
            return 0;
        }
        let mut moves = i16::from(each);
        self.notes.take(Note::Step(ahead, each));
        if self.square.rank() == self.color.pawn_home_rank()
            && let Some(to) = ahead.step(self.color.forward())
        {
            if self.board.at(to).is_none() {
                moves += 1;
                self.notes.take(Note::Step(to, 1));
                self.notes.take(Note::Arrival(to, -1));
            } else {
                self.notes.take(Note::Pawn(to, ToPawns::BLOCKS_DOUBLE_STEP));
            }
        }
        self.notes.take(Note::Arrival(ahead, -moves));
        moves
    }

    /// A pawn captures diagonally ahead. A piece that arrives there can be captured.
    #[inline(always)]
    fn count_pawn_capture(&mut self, capture: Direction, captured: ToPawns, each: i8) -> i16 {
        let Some(to) = self.square.step(capture) else { return 0 };
        self.notes.take(Note::Capture(to, each));
        if !self.rays.contains(Ray::of_step(capture)) {
            return 0;
        }
        self.notes.take(Note::Arrival(to, i16::from(each)));
        if self.board.at(to).is_none_or(|piece| self.is_own(piece)) {
            return 0;
        }
        self.notes.take(Note::Pawn(to, captured));
        i16::from(each)
    }

    #[inline(always)]
    fn count_knight(&mut self) -> i16 {
        let mut moves = 0;
        for &jump in &Direction::KNIGHT {
            moves += self.square.step(jump).map_or(0, |to| self.count_jump(to));
        }
        moves
    }

    /// A knight jumps to any square without a piece of its own side. An enemy that captures such a piece can be
    /// captured.
    #[inline(always)]
    fn count_jump(&mut self, to: Square) -> i16 {
        self.notes.take(Note::Reach(to));
        // It follows no ray, and so a pin forbids its jumps.
        if self.rays != Rays::ALL {
            return 0;
        }
        if self.board.at(to).is_none_or(|piece| !self.is_own(piece)) {
            return 1;
        }
        self.notes.take(Note::Arrival(to, 1));
        0
    }

    #[inline(always)]
    fn count_slider(&mut self, rays: &[Ray]) -> i16 {
        let mut moves = 0;
        for &ray in rays {
            moves += self.count_ray(ray);
        }
        moves
    }

    /// Follows a ray from a slider to the first piece, and back. A piece that arrives on a square of the ray takes away
    /// the moves that lead beyond it.
    #[inline(always)]
    fn count_ray(&mut self, ray: Ray) -> i16 {
        let may_move = self.rays.contains(ray);
        let direction = ray.direction();
        let mut here = self.square;
        let mut moves = 0;
        while let Some(next) = here.step(direction) {
            self.notes.take(Note::Reach(next));
            if let Some(piece) = self.board.at(next) {
                match (self.is_own(piece), may_move) {
                    (true, true) => self.notes.take(Note::Arrival(next, 1)),
                    (true, false) => {}
                    (false, true) => {
                        self.notes.take(Note::Attack(next, ray));
                        moves = 1;
                    }
                    (false, false) => self.notes.take(Note::PinnedAttack(next, ray)),
                }
                break;
            }
            here = next;
        }
        if !may_move {
            return 0;
        }
        while here != self.square {
            self.notes.take(Note::Arrival(here, -moves));
            moves += 1;
            let Some(next) = here.step(direction.reversed()) else { break };
            here = next;
        }
        moves
    }
}
