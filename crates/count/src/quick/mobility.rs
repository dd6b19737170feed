//! How many moves a side has, counted without listing them, and how that changes with one move of the other side.
//!
//! The *mobility* of a side is the number of its pseudo-legal moves, without those of its king and without captures
//! en passant; a pinned piece has only those along the line of its pin. It is counted once in a position. Going over
//! the pieces to count them also shows, for every square, what an enemy piece changes that arrives there or leaves:
//! then the mobility after a move is a sum of numbers that are known already.
//!
//! - **Arriving** on an empty square cuts the lines of sliders there and is in the way of pawns, but pawns may capture
//!   on it. Capturing a piece takes away all of its moves, and gives a capture to each piece that guarded it.
//! - **Leaving** a square lets the sliders that attacked it go on over it, and pawns step onto it.
//! - Each is counted by itself, on the board before the move. They meet only where a piece moves along a line on which
//!   it was attacked: see [`Leaving::along`].

use super::Side;
use super::count::{Note, Notes, ToPawns, count, count_towards, moves_of_pawn_to};
use super::pins::Pins;
use super::ray::{Ray, Rays};
use super::squares::{Squares, Table};
use ox88::{Board, Color, Move, Piece, PieceKind, Square};

/// The mobility of a side, and what it depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mobility {
    /// The side.
    pub color: Color,
    /// The number of its moves.
    pub moves: i32,
    /// By how much the mobility changes when an enemy piece arrives on a square.
    // More than one byte, because nine queens can see each other.
    arrivals: Table<i16>,
    /// How many moves of pieces that are not pinned end on a square while it is empty.
    pub landings: Table<u8>,
    /// How many moves of pieces that are not pinned capture an enemy on a square, if there is one.
    pub captures: Table<u8>,
    /// How many times pinned pieces attack a square.
    pinned_attacks: Table<u8>,
    /// For the square of each enemy piece, the rays along which a slider attacks it, in the direction in which the
    /// slider moves.
    attacked_along: Table<Rays>,
    /// The same for sliders that are pinned to another line.
    pinned_along: Table<Rays>,
    /// For the square of each piece, what it is to pawns.
    pawns: Table<ToPawns>,
}

/// What changes when one enemy piece leaves its square.
pub struct Leaving {
    /// The mobility when it is gone.
    pub mobility: i32,
    /// Whether `along` may be anything but 0.
    pub may_be_along: bool,
    /// What is to be added for a move along each ray.
    by_ray: [i8; 8],
    /// The rays on which one more is to be added for each step.
    opened: Rays,
    /// The ray on which a first step stops a pawn that could have taken two.
    double_step: Option<Ray>,
}

/// Takes the notes of a piece, to add what it contributes or to take it away. A pinned piece can answer no check, but
/// it still attacks.
struct Contribution<'a, const ADD: bool, const PINNED: bool>(&'a mut Mobility);

impl Mobility {
    /// Adds pieces of the side, of which these are pinned, or takes them away from where they were counted.
    #[inline(never)]
    pub fn change<S: Side, const ADD: bool>(&mut self, board: &Board, these: Squares, pins: &Pins) {
        for (square, piece) in these.pieces(board) {
            match pins.ray_of(square) {
                None => {
                    let mut notes = Contribution::<ADD, false>(self);
                    let moves = count(board, square, piece, Rays::ALL, S::COLOR, &mut notes);
                    notes.count_moves(square, moves);
                }
                Some(line) => self.change_pinned::<ADD>(board, square, piece, line),
            }
        }
    }

    /// No pieces of that side.
    #[inline(always)]
    pub const fn none(color: Color) -> Mobility {
        Mobility {
            color,
            moves: 0,
            arrivals: Table::of(0),
            landings: Table::of(0),
            captures: Table::of(0),
            pinned_attacks: Table::of(0),
            attacked_along: Table::of(Rays::NONE),
            pinned_along: Table::of(Rays::NONE),
            pawns: Table::of(ToPawns::NONE),
        }
    }

    /// Counts again what changes because a piece of this side leaves a square or arrives there: all moves of that piece
    /// and of those whose pins change, of others those that lead to the square. Given are what was before and what is
    /// after: the boards, the squares of the side, and its pins. These pieces had a way to the square.
    #[inline(always)]
    pub fn change_at<S: Side>(
        &mut self,
        [before, after]: [&Board; 2],
        own: [Squares; 2],
        pins: [&Pins; 2],
        on: Square,
        concerned: Squares,
    ) {
        let whole = pins[0].differing(pins[1]) | pins[0].pinned() & concerned | on;
        let (gone, new) = (whole & own[0], whole & own[1]);
        if !gone.is_empty() {
            self.change::<S, false>(before, gone, pins[0]);
        }
        if !new.is_empty() {
            self.change::<S, true>(after, new, pins[1]);
        }
        let is_capture = before.at(on).is_some_and(|piece| !piece.belongs_to(S::COLOR));
        for (square, piece) in (concerned - whole).pieces(before) {
            // Where a pawn could capture, it matters to it only whether an enemy is there.
            if piece.kind() != PieceKind::Pawn || square.file() == on.file() || is_capture {
                self.change_towards::<S>(before, after, (square, piece), on);
            }
        }
    }

    /// Counts those moves of a piece again that lead towards a square on which something has changed. The piece is
    /// not pinned.
    #[inline(never)]
    fn change_towards<S: Side>(
        &mut self,
        before: &Board,
        after: &Board,
        (square, piece): (Square, Piece),
        to: Square,
    ) {
        let mut notes = Contribution::<false, false>(self);
        let moves = count_towards(before, square, piece, to, S::COLOR, &mut notes);
        notes.count_moves(square, moves);
        let mut notes = Contribution::<true, false>(self);
        let moves = count_towards(after, square, piece, to, S::COLOR, &mut notes);
        notes.count_moves(square, moves);
    }

    // Not inlined, because pins are rare.
    #[inline(never)]
    fn change_pinned<const ADD: bool>(
        &mut self,
        board: &Board,
        square: Square,
        piece: Piece,
        line: Ray,
    ) {
        let (rays, color) = (Rays::of_line(line), self.color);
        let mut notes = Contribution::<ADD, true>(self);
        let moves = count(board, square, piece, rays, color, &mut notes);
        notes.count_moves(square, moves);
    }

    /// Whether it changes when the enemy piece on this square leaves, or a pinned piece attacks that: it may pin it.
    pub fn notices(&self, square: Square) -> bool {
        let along = self.attacked_along[square] | self.pinned_along[square];
        !along.is_empty() || !self.pawns[square].is_empty()
    }

    /// By how much the mobility changes when an enemy piece arrives on this square.
    pub fn arrival(&self, square: Square) -> i32 {
        i32::from(self.arrivals[square])
    }

    /// Whether a piece of this side, other than its king, attacks the square.
    pub fn attacks(&self, square: Square) -> bool {
        self.captures[square] | self.pinned_attacks[square] != 0
    }

    /// Whether a slider of this side, be it pinned or not, attacks the enemy piece on a square along the ray.
    pub fn attacks_along(&self, square: Square, ray: Ray) -> bool {
        (self.attacked_along[square] | self.pinned_along[square]).contains(ray)
    }

    /// Nothing changes when an enemy piece leaves its square.
    pub const fn unchanged(&self) -> Leaving {
        Leaving {
            mobility: self.moves,
            may_be_along: false,
            by_ray: [0; 8],
            opened: Rays::NONE,
            double_step: None,
        }
    }

    /// Notes what changes when the enemy piece on this square leaves it, where nothing has changed before.
    // In its place, because the processor waits where single bytes are read together that have just been written.
    #[inline(always)]
    pub fn leave(&self, board: &Board, occupied: Squares, square: Square, leaving: &mut Leaving) {
        let (rays, pawns) = (self.attacked_along[square], self.pawns[square]);
        if !rays.is_empty() || !pawns.is_empty() {
            leaving.may_be_along = true;
            for ray in rays.each() {
                leaving.open_line(self.reach(board, occupied, square, ray), ray);
            }
            if !pawns.is_empty() {
                self.let_pawns(board, square, leaving);
            }
        }
    }

    /// How many squares beyond this one a slider of this side could go to along the ray.
    pub fn reach(&self, board: &Board, occupied: Squares, square: Square, ray: Ray) -> i32 {
        match occupied.first_piece_on(ray, square, board) {
            None => Squares::on_ray(ray, square).number().cast_signed(),
            Some((on, piece)) => {
                i32::from(Ray::steps(square, on)) - i32::from(piece.belongs_to(self.color))
            }
        }
    }

    /// Pawns step onto the square that a piece leaves, or over it, and no longer capture there.
    #[inline(never)]
    fn let_pawns(&self, board: &Board, square: Square, leaving: &mut Leaving) {
        let forward = self.color.forward();
        let (ahead, behind) = (Ray::of_step(forward), Ray::of_step(forward.reversed()));
        let pawns = self.pawns[square];
        let each = moves_of_pawn_to(square, self.color);
        if pawns.contains(ToPawns::BLOCKS_STEP) {
            let may_double = square
                .step(forward.reversed())
                .is_some_and(|pawn| pawn.rank() == self.color.pawn_home_rank());
            let goes_over =
                square.step(forward).is_some_and(|next| may_double && board.at(next).is_none());
            let steps = each + i8::from(goes_over);
            leaving.mobility += i32::from(steps);
            // A piece that captures the pawn ends these steps, and one that goes ahead of it stays in the way of the
            // double step.
            leaving.by_ray[behind.index()] -= steps;
            leaving.double_step = goes_over.then_some(ahead);
        }
        if pawns.contains(ToPawns::BLOCKS_DOUBLE_STEP) {
            // A piece that goes on towards the pawn, or captures it, is in the way as before.
            leaving.mobility += 1;
            leaving.by_ray[behind.index()] -= 1;
        }
        for (capture, captured) in self.color.pawn_captures().into_iter().zip(ToPawns::CAPTURED) {
            if pawns.contains(captured) {
                // By capturing the pawn, all moves of the pawn are lost, and this one only once.
                leaving.mobility -= i32::from(each);
                leaving.by_ray[Ray::of_step(capture.reversed()).index()] += each;
            }
        }
    }
}

impl<const ADD: bool, const PINNED: bool> Contribution<'_, ADD, PINNED> {
    const SIGN: i8 = if ADD { 1 } else { -1 };

    /// The piece on this square has this number of moves, which an enemy that captures it takes away.
    fn count_moves(self, square: Square, moves: i16) {
        let moves = moves * i16::from(Self::SIGN);
        self.0.moves += i32::from(moves);
        self.0.arrivals[square] -= moves;
    }
}

impl<const ADD: bool, const PINNED: bool> Notes for Contribution<'_, ADD, PINNED> {
    #[inline(always)]
    fn take(&mut self, note: Note) {
        let mobility = &mut *self.0;
        let add = |to: &mut Table<u8>, square: Square, times: i8| {
            let number = &mut to[square];
            *number = number.wrapping_add_signed(times * Self::SIGN);
        };
        match note {
            Note::Reach(square) if PINNED => add(&mut mobility.pinned_attacks, square, 1),
            Note::Capture(square, _) if PINNED => {
                add(&mut mobility.pinned_attacks, square, 1);
            }
            Note::Step(..) if PINNED => {}
            Note::Reach(square) => {
                add(&mut mobility.landings, square, 1);
                add(&mut mobility.captures, square, 1);
            }
            Note::Step(square, moves) => add(&mut mobility.landings, square, moves),
            Note::Capture(square, moves) => add(&mut mobility.captures, square, moves),
            Note::Arrival(square, change) => {
                mobility.arrivals[square] += change * i16::from(Self::SIGN);
            }
            // Each of these comes from one piece: the first on a line, or a pawn on its file beside or behind. When
            // one piece takes the place of another there, it may be added first.
            Note::Attack(square, ray) => mobility.attacked_along[square] ^= ray,
            Note::PinnedAttack(square, ray) => mobility.pinned_along[square] ^= ray,
            Note::Pawn(square, what) => mobility.pawns[square] ^= what,
        }
    }
}

impl Leaving {
    /// A slider that attacked the square along this ray goes on over it, to this number of squares.
    #[expect(clippy::cast_possible_truncation, reason = "a line has at most seven squares")]
    fn open_line(&mut self, reach: i32, ray: Ray) {
        self.mobility += reach;
        let reach = reach as i8;
        // A piece that moves along the line keeps the slider on its own side of it: towards the slider, nothing is
        // opened, and away from it only the squares over which the piece goes.
        self.by_ray[ray.index()] -= reach;
        self.by_ray[ray.opposite().index()] -= reach;
        self.opened |= ray;
    }

    /// What is to be added to leaving and arriving for a move along a line.
    #[inline(always)]
    pub fn along(&self, mv: Move) -> i32 {
        let Some(ray) = Ray::leading(mv.from, mv.to) else { return 0 };
        let mut changes = i32::from(self.by_ray[ray.index()]);
        if self.opened.contains(ray) {
            changes += i32::from(Ray::steps(mv.from, mv.to));
        }
        if self.double_step == Some(ray) && Ray::steps(mv.from, mv.to) == 1 {
            changes -= 1;
        }
        changes
    }

    /// Whether a pawn can now take two steps over the square, and arrives on this other one.
    pub fn lets_pawn_to(&self, from: Square, to: Square) -> bool {
        self.double_step.is_some_and(|ahead| from.step(ahead.direction()) == Some(to))
    }

    /// Whether a slider that attacked the square along this ray can now go on.
    pub fn opens(&self, ray: Ray) -> bool {
        self.opened.contains(ray)
    }
}
