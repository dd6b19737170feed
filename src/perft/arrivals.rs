//! By how much a side's mobility changes when an enemy piece arrives on an empty square.
//!
//! A piece that arrives on an empty square shortens the lines of enemy sliders there, is in the way
//! of enemy pawns, and can be captured by them. How much that changes their side's mobility depends
//! on the square and not on the piece. So it is found for all squares at once, by going along the
//! lines of each slider, instead of looking outwards from every square on which a piece arrives.

use super::view::{View, moves_of_pawn_to};
use crate::chess::board::Board;
use crate::chess::color::Color;
use crate::chess::piece::PieceKind;
use crate::chess::square::{Direction, Square};

/// For each square, by how much the mobility of a side changes when an enemy piece arrives there,
/// provided that the square is empty.
#[derive(Clone)]
pub struct Arrivals {
    // Eight lines of at most seven squares each, and pawns: less than 128 up or down.
    changes: [i8; 128],
}

impl Arrivals {
    /// The mobility of a side on a board, and by how much arrivals would change it.
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

    /// The enemy piece on the square of this view leaves it. Sliders now go on over the square, and
    /// pawns step onto it and over it.
    #[inline(always)]
    pub fn leave(&mut self, view: &View) {
        for (line, direction) in Direction::ALL.into_iter().enumerate() {
            if view.sees_slider(line) {
                let more = view.moves_beyond(line);
                // A piece that stops the slider before that square takes all these moves away
                // again.
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

    /// Takes a pawn into account, and returns the number of its moves.
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

    /// Takes a slider into account, and returns the number of its moves.
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

    /// Along a ray of this many moves, an arrival on the first square leaves one of them, on the
    /// second two, and so on.
    #[inline(always)]
    fn add_ray(&mut self, from: Square, direction: Direction, moves: u8) {
        let mut here = from;
        for lost in (1..moves).rev() {
            here = self.add(here, direction, lost);
        }
    }

    /// An arrival one step away loses this many moves. Returns the square there.
    #[inline(always)]
    fn add(&mut self, from: Square, direction: Direction, lost: u8) -> Square {
        let Some(square) = from.step(direction) else { return from };
        self.changes[square.index()] -= lost.cast_signed();
        square
    }
}

/// The number of a knight's moves. Arrivals do not change it: a knight can capture on a square to
/// which it can jump while that is empty.
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
