//! Roughly how many moves our own pieces have after a move of ours.
//!
//! `quick` knows what changes for a side when the *other* side moves. That is also a good guess for our own side: a
//! piece of ours that arrives on a square is in the way like an enemy, but cannot be captured. A piece that leaves
//! opens the lines on which it was guarded. The king, pins, castling and captures en passant are ignored. A test says
//! how far off this is.

use super::super::quick::count::moves_of;
use super::super::quick::mobility::Mobility;
use super::super::quick::pins::Pins;
use super::super::quick::ray::{Ray, Rays};
use super::super::quick::squares::Squares;
use super::super::quick::{Black, White};
use ox88::{Board, Color, Move, MoveKind, Piece, PieceKind, Position, Square};

/// The moves of the side to move, and what changes their number.
pub struct OwnMobility<'a> {
    board: &'a Board,
    occupied: Squares,
    mobility: Mobility,
    /// The piece that was asked about last.
    lifted: Option<Lifted>,
}

/// The numbers for a piece of ours that has left its square.
struct Lifted {
    from: Square,
    piece: Piece,
    /// The board without it.
    board: Board,
    /// The moves of all other pieces.
    moves: i32,
    /// A bit for each ray on which a slider of ours can go on over the square.
    opened: Rays,
}

impl<'a> OwnMobility<'a> {
    /// Looks at a position.
    pub fn new(position: &'a Position) -> OwnMobility<'a> {
        let (board, us) = (position.board(), position.side_to_move());
        let (mut mobility, own) = (Mobility::none(us), Squares::of(board, us));
        let pins = Pins::none(position.king(us));
        match us {
            Color::White => mobility.change::<White, true>(board, own, &pins),
            Color::Black => mobility.change::<Black, true>(board, own, &pins),
        }
        OwnMobility { board, occupied: Squares::occupied(board), mobility, lifted: None }
    }

    /// Roughly the number of moves that our pieces have after this one, without those of the king. Ask about the moves
    /// of one piece one after the other: that is quicker.
    pub fn moves_after(&mut self, mv: Move) -> i32 {
        if self.lifted.as_ref().is_none_or(|lifted| lifted.from != mv.from) {
            self.lifted = self.board.at(mv.from).map(|piece| self.lift(mv.from, piece));
        }
        let Some(lifted) = &self.lifted else { return 0 };
        let arriving = match mv.kind {
            MoveKind::Promotion(kind) => Piece::new(lifted.piece.color(), kind),
            _ => lifted.piece,
        };
        let line = Ray::leading(mv.from, mv.to);
        // No piece can still go to the square or beyond it, except for the one that has gone there.
        let in_the_way = self.mobility.arrival(mv.to) - i32::from(self.mobility.captures[mv.to])
            + self.own_moves_through(lifted.piece, mv, line);
        let along = line.map_or(0, |line| self.correction_along(lifted, mv, line));
        lifted.moves + in_the_way + along + moves_of(&lifted.board, mv.to, arriving)
    }

    /// The numbers for this piece, after it has left its square.
    #[inline(never)]
    fn lift(&self, from: Square, piece: Piece) -> Lifted {
        let mut board = *self.board;
        board.clear(from);
        let mut moves = self.mobility.moves - moves_of(self.board, from, piece);
        let mut opened = Rays::NONE;
        let behind = Ray::of_step(piece.color().forward().reversed());
        for ray in Ray::ALL {
            let guard = self.occupied.first_piece_on(ray, from, self.board);
            let Some((square, guard)) = guard.filter(|(_, guard)| guard.color() == piece.color())
            else {
                continue;
            };
            let kind = guard.kind();
            if kind == ray.slider() || kind == PieceKind::Queen {
                opened |= ray.opposite();
                moves += self.opening(from, ray.opposite());
            } else if kind == PieceKind::Pawn && ray == behind && Ray::steps(from, square) == 1 {
                moves += 1;
            }
        }
        Lifted { from, piece, board, moves, opened }
    }

    /// How many moves a slider gains along a ray that is now open over this square.
    fn opening(&self, square: Square, ray: Ray) -> i32 {
        1 + self.mobility.reach(self.board, self.occupied, square, ray)
    }

    /// How many moves the piece itself had to a square and beyond it. They are counted among the moves that end when a
    /// piece arrives there.
    #[inline(always)]
    fn own_moves_through(&self, piece: Piece, mv: Move, line: Option<Ray>) -> i32 {
        let is_capture = self.board.at(mv.to).is_some();
        match piece.kind() {
            PieceKind::King => 0,
            PieceKind::Knight => 1,
            PieceKind::Pawn => {
                let forward = piece.color().forward();
                if line != Some(Ray::of_step(forward)) {
                    return 0;
                }
                let may_go_on = mv.from.rank() == piece.color().pawn_home_rank()
                    && mv.kind != MoveKind::DoublePush
                    && mv.to.step(forward).is_some_and(|next| self.board.at(next).is_none());
                1 + i32::from(may_go_on)
            }
            PieceKind::Bishop | PieceKind::Rook | PieceKind::Queen => {
                line.filter(|_| !is_capture).map_or(1, |line| self.opening(mv.to, line))
            }
        }
    }

    /// The correction for a piece that moves along a line on which it was guarded: it is still in the way of the
    /// slider.
    #[inline(always)]
    fn correction_along(&self, lifted: &Lifted, mv: Move, line: Ray) -> i32 {
        let mut change = 0;
        if lifted.opened.contains(line) {
            change += i32::from(Ray::steps(mv.from, mv.to)) - self.opening(mv.from, line);
        }
        if lifted.opened.contains(line.opposite()) {
            change -= self.opening(mv.from, line.opposite());
        }
        change
    }
}
