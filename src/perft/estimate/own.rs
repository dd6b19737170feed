//! How many moves our pieces have after a move of ours, roughly.
//!
//! The rooms of `quick` know what changes for a side when the *other* one moves. For a guess they serve
//! our own side as well: a piece of ours that arrives is in the way like an enemy, but cannot be
//! captured, and one that leaves opens the lines on which it was guarded. What both change together,
//! pins, the king and captures en passant are left out of account.

use super::super::quick::count::moves_of;
use super::super::quick::mobility::Mobility;
use super::super::quick::ray::Ray;
use super::super::quick::side::Side;
use super::super::quick::sight::{Pins, next_piece};
use crate::chess::board::Board;
use crate::chess::moves::{Move, MoveKind};
use crate::chess::piece::{Piece, PieceKind};
use crate::chess::position::Position;
use crate::chess::square::Square;

/// The moves of our pieces, and what changes them.
pub struct Own<'a> {
    board: &'a Board,
    mobility: Mobility,
    lifted: Option<Lifted>,
}

/// What is known when a piece of ours has left its square.
struct Lifted {
    from: Square,
    piece: Piece,
    board: Board,
    /// The moves of all the others.
    moves: i32,
    /// A bit for each ray on which a slider of ours can go on now.
    opened: u8,
}

impl<'a> Own<'a> {
    /// Looks at a position in which this side is to move.
    #[must_use]
    pub fn new<S: Side>(position: &'a Position) -> Own<'a> {
        let board = position.board();
        let mut mobility = Mobility::none(S::COLOR);
        mobility.count::<S>(board, &Pins::none(position.king(S::COLOR)));
        Own { board, mobility, lifted: None }
    }

    /// The moves that our pieces have after this one, roughly. Moves of one piece are best asked for
    /// one after the other.
    #[must_use]
    pub fn moves_after(&mut self, mv: Move) -> i32 {
        if self.lifted.as_ref().is_none_or(|lifted| lifted.from != mv.from) {
            self.lifted = self.board.at(mv.from).map(|piece| self.lift(mv.from, piece));
        }
        let Some(Lifted { piece, board, moves, opened, .. }) = &self.lifted else { return 0 };
        let arriving = match mv.kind {
            MoveKind::Promotion(kind) => Piece::new(piece.color(), kind),
            _ => *piece,
        };
        let in_the_way = self.mobility.arrival(mv.to) - self.mobility.captures_on(mv.to);
        let mut along = 0;
        if *opened != 0 && let Some(ray) = Ray::leading(mv.from, mv.to) {
            if opened & ray.bit() != 0 {
                along = i32::from(Ray::steps(mv.from, mv.to)) - self.opening(mv.from, ray);
            }
            if opened & ray.opposite().bit() != 0 {
                along -= self.opening(mv.from, ray.opposite());
            }
        }
        moves + along + in_the_way + self.own_part(*piece, mv) + moves_of(board, mv.to, arriving)
    }

    /// By how much the piece that moves is in its own way on the square to which it goes.
    #[inline(always)]
    fn own_part(&self, piece: Piece, mv: Move) -> i32 {
        let is_capture = self.board.at(mv.to).is_some();
        match piece.kind() {
            PieceKind::King => 0,
            PieceKind::Pawn if Ray::leading(mv.from, mv.to).is_some_and(|ray| ray.slider() == PieceKind::Bishop) => 0,
            PieceKind::Pawn => {
                let forward = piece.color().forward();
                let may_double = piece.color().may_double_push_from(mv.from)
                    && Ray::steps(mv.from, mv.to) == 1
                    && mv.to.step(forward).is_some_and(|next| self.board.at(next).is_none());
                1 + i32::from(may_double)
            }
            PieceKind::Knight => 1,
            PieceKind::Bishop | PieceKind::Rook | PieceKind::Queen => {
                let ray = Ray::leading(mv.from, mv.to).filter(|_| !is_capture);
                let beyond = |ray| i32::from(self.mobility.reach(self.board, mv.to, ray));
                1 + ray.map_or(0, beyond)
            }
        }
    }

    /// How many moves a slider has more that can go on along this ray, over this square.
    fn opening(&self, square: Square, ray: Ray) -> i32 {
        1 + i32::from(self.mobility.reach(self.board, square, ray))
    }

    #[inline(never)]
    fn lift(&self, from: Square, piece: Piece) -> Lifted {
        let mut board = *self.board;
        board.clear(from);
        let mut moves = self.mobility.moves() - moves_of(self.board, from, piece);
        let mut opened = 0;
        let behind = Ray::of_step(piece.color().forward().reversed());
        for ray in Ray::ALL {
            let Some((square, guard)) = next_piece(self.board, from, ray) else { continue };
            if guard.color() != piece.color() {
                continue;
            }
            if guard.kind() == ray.slider() || guard.kind() == PieceKind::Queen {
                opened |= ray.opposite().bit();
                moves += self.opening(from, ray.opposite());
            } else if guard.kind() == PieceKind::Pawn && ray == behind && Ray::steps(from, square) == 1 {
                moves += 1;
            }
        }
        Lifted { from, piece, board, moves, opened }
    }
}
