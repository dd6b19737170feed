//! What it costs a side that an enemy arrives on an empty square.
//!
//! A piece that comes to an empty square shortens the enemy's lines there, stands in the way of pawns,
//! and can be taken by them. How much that changes the mobility depends on the square and not on the
//! piece, so it is worked out once for all squares, by going along the lines of each slider once,
//! instead of looking outwards from each square to which a piece comes.

use super::view::{View, moves_of_pawn_to};
use crate::chess::board::Board;
use crate::chess::color::Color;
use crate::chess::piece::PieceKind;
use crate::chess::square::{Direction, Square};

/// For each square, by how much an enemy's arrival there changes the mobility of a side, provided the
/// square is empty.
#[derive(Clone)]
pub struct Arrivals {
    // Eight lines of at most seven squares, and pawns: less than 128 either way.
    changes: [i8; 128],
}

impl Arrivals {
    /// The moves of a side on a board, those of its king and en passant left out, and what arrivals
    /// would change about them.
    #[must_use]
    pub fn with_moves(board: &Board, color: Color) -> (u32, Arrivals) {
        let mut arrivals = Arrivals { changes: [0; 128] };
        let mut moves = 0;
        board.each_piece(color, |square, piece| {
            moves += u32::from(match piece.kind() {
                PieceKind::Pawn => arrivals.add_pawn(board, square, color),
                PieceKind::Knight => knight_moves(board, square, color),
                PieceKind::Bishop => arrivals.add_slider(board, square, Direction::DIAGONAL, color),
                PieceKind::Rook => arrivals.add_slider(board, square, Direction::STRAIGHT, color),
                PieceKind::Queen => arrivals.add_slider(board, square, Direction::ALL, color),
                PieceKind::King => 0,
            });
        });
        (moves, arrivals)
    }

    /// The change for an empty square.
    #[inline(always)]
    #[must_use]
    pub const fn at(&self, square: Square) -> i8 {
        self.changes[square.index()]
    }

    /// Has the enemy's piece on the square that this is the view of leave it. Sliders go on over the
    /// square, and pawns step to it and over it.
    #[inline(always)]
    pub fn leave(&mut self, view: &View) {
        for (line, direction) in Direction::ALL.into_iter().enumerate() {
            if view.sees_slider(line) {
                let more = view.moves_beyond(line);
                // Whoever stops the slider before the square that was left takes all that from it.
                let mut here = view.square();
                for _ in 0..view.empty(line) {
                    here = self.add(here, direction, more);
                }
                self.add_ray(view.square(), direction.reversed(), more);
            }
        }
        let (over, onto) = view.double_steps();
        if over {
            self.add(view.square(), view.color().forward(), 1);
        }
        if onto {
            self.add(view.square(), view.color().forward().reversed(), 1);
        }
    }

    /// Takes a pawn into account, and returns its moves.
    #[inline(always)]
    fn add_pawn(&mut self, board: &Board, pawn: Square, color: Color) -> u8 {
        let forward = color.forward();
        let Some(ahead) = pawn.step(forward) else { return 0 };
        let each = moves_of_pawn_to(ahead, color);
        let mut moves = 0;
        if board.at(ahead).is_none() {
            let to = ahead.step(forward).filter(|_| color.may_double_push_from(pawn));
            let double = u8::from(to.is_some_and(|to| board.at(to).is_none()));
            moves += each + double;
            self.add(pawn, forward, moves);
            self.add(ahead, forward, double);
        }
        for to in color.pawn_captures().into_iter().filter_map(|capture| pawn.step(capture)) {
            self.changes[to.index()] += each.cast_signed();
            moves +=
                if board.at(to).is_some_and(|piece| !piece.belongs_to(color)) { each } else { 0 };
        }
        moves
    }

    /// Takes a slider into account, and returns its moves.
    #[inline(always)]
    fn add_slider<const N: usize>(
        &mut self,
        board: &Board,
        slider: Square,
        directions: [Direction; N],
        color: Color,
    ) -> u8 {
        let mut all_moves = 0;
        for direction in directions {
            let mut moves = 0;
            let mut next = slider.step(direction);
            while let Some(square) = next {
                match board.at(square) {
                    None => moves += 1,
                    Some(piece) => {
                        moves += u8::from(!piece.belongs_to(color));
                        break;
                    }
                }
                next = square.step(direction);
            }
            self.add_ray(slider, direction, moves);
            all_moves += moves;
        }
        all_moves
    }

    /// Along a ray of so many moves: an arrival on the first square leaves one of them, on the second
    /// two, and so on.
    #[inline(always)]
    fn add_ray(&mut self, from: Square, direction: Direction, moves: u8) {
        let mut here = from;
        for lost in (1..moves).rev() {
            here = self.add(here, direction, lost);
        }
    }

    /// Takes so many moves from an arrival one step away, and returns that square.
    #[inline(always)]
    fn add(&mut self, from: Square, direction: Direction, lost: u8) -> Square {
        let Some(square) = from.step(direction) else { return from };
        self.changes[square.index()] -= lost.cast_signed();
        square
    }
}

/// What a knight can step to while it is empty, it can take: arrivals change nothing for it.
#[inline(always)]
fn knight_moves(board: &Board, knight: Square, color: Color) -> u8 {
    let mut moves = 0;
    for jump in Direction::KNIGHT {
        if let Some(to) = knight.step(jump)
            && board.at(to).is_none_or(|piece| !piece.belongs_to(color))
        {
            moves += 1;
        }
    }
    moves
}
