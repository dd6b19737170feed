//! Checks and pins: what a king sees when it looks outwards, and where a move changes that.

use super::Side;
use super::count::moves_off_line;
use super::marks::Marks;
use super::ray::{Ray, Rays};
use super::squares::{Squares, Table};
use ox88::{Board, Color, Direction, Move, Piece, PieceKind, Square};

/// What a king sees.
#[derive(Clone, Copy)]
pub struct Checks {
    /// The pieces that give check. In a game they are at most two; other positions may have more.
    pub checkers: Squares,
    /// The pieces that shield the king.
    pub pins: Pins,
}

/// The pinned pieces around a king: at most one on each ray.
#[derive(Clone, Copy, Debug)]
pub struct Pins {
    /// The square of the king.
    pub king: Square,
    /// The rays along which there is one.
    rays: Rays,
    /// The rays along which enemies slide, wherever they are.
    pub lines: Rays,
    shields: [Square; 8],
}

/// What a king sees along a ray.
enum Seen {
    /// Nothing that matters to it.
    Nothing,
    /// An enemy on this square gives check.
    Check(Square),
    /// An own piece on this square shields the king from an enemy behind it.
    Pin(Square),
}

impl Checks {
    /// Looks outwards from the king of that side.
    #[inline(never)]
    pub fn of_king(board: &Board, king: Square, color: Color) -> Checks {
        let mut checks = Checks { checkers: Squares::NONE, pins: Pins::none(king) };
        let occupied = Squares::occupied(board);
        for ray in Ray::ALL {
            checks.look(ray, board, occupied, color);
        }
        for &jump in &Direction::KNIGHT {
            if let Some(from) = king.step(jump)
                && board.at(from) == Some(Piece::new(!color, PieceKind::Knight))
            {
                checks.checkers |= from;
            }
        }
        checks
    }

    /// Looks along a ray, along which nothing has been seen.
    fn look(&mut self, ray: Ray, board: &Board, occupied: Squares, color: Color) {
        match look_along(ray, board, occupied, self.pins.king, color) {
            Seen::Nothing => {}
            Seen::Check(from) => self.checkers |= from,
            Seen::Pin(shield) => self.pins.add(ray, shield),
        }
    }

    /// Where a move that is not the king's, nor en passant, can end all checks: on the square of the one checking
    /// piece, or between it and the king.
    pub fn answers(&self) -> Squares {
        // claim 7
        let Some(checker) = self.checkers.only() else { return Squares::NONE };
        Squares::between(self.pins.king, checker) | checker
    }

    /// Where such a move of the piece on this square can: a pinned piece cannot.
    pub fn answers_of(&self, from: Square) -> Squares {
        if self.pins.ray_of(from).is_none() { self.answers() } else { Squares::NONE }
    }

    /// Whether there is a check.
    pub const fn is_check(&self) -> bool {
        !self.checkers.is_empty()
    }
}

/// What the king of this side sees along a ray.
#[inline(always)]
fn look_along(ray: Ray, board: &Board, occupied: Squares, king: Square, color: Color) -> Seen {
    let Some((square, piece)) = occupied.first_piece_on(ray, king, board) else {
        return Seen::Nothing;
    };
    if piece.belongs_to(color) {
        let is_pinned = occupied.slider_on(ray, square, board, !color);
        return if is_pinned { Seen::Pin(square) } else { Seen::Nothing };
    }
    let direction = ray.direction();
    let is_pawn_beside = piece.kind() == PieceKind::Pawn
        && color.pawn_captures().contains(&direction)
        && king.step(direction) == Some(square);
    if is_pawn_beside || piece.slides_like(ray.slider()) {
        Seen::Check(square)
    } else {
        Seen::Nothing
    }
}

impl Pins {
    /// No pinned pieces around this king.
    pub const fn none(king: Square) -> Pins {
        Pins { king, rays: Rays::NONE, lines: Rays::NONE, shields: [king; 8] }
    }

    /// Looks outwards from the king of that side, and marks what an enemy may do to change checks and pins. Behind a
    /// piece that gives check hardly anything is marked: the move that answers it has that line looked at again.
    #[inline(never)]
    pub fn look_and_mark<S: Side>(
        board: &Board,
        king: Square,
        [own, enemies]: [Squares; 2],
        marks: &mut Table<Marks>,
    ) -> Pins {
        let mut pins = Pins::none(king);
        for (_, piece) in enemies.pieces(board) {
            pins.lines |= Rays::of_kind(piece.kind());
        }
        for &jump in &Direction::KNIGHT {
            if let Some(square) = king.step(jump) {
                marks[square] |= Marks::KNIGHT_ARRIVES;
            }
        }
        for capture in S::COLOR.pawn_captures() {
            if let Some(square) = king.step(capture) {
                marks[square] |= Marks::PAWN_ARRIVES;
            }
        }
        for ray in pins.lines.each() {
            pins.watch::<S>(ray, board, own | enemies, marks);
        }
        pins
    }

    /// Looks again along a ray on which the king's own side has moved, and marks it anew.
    #[inline(never)]
    pub fn look_and_mark_again<S: Side>(
        &mut self,
        ray: Ray,
        board: &Board,
        occupied: Squares,
        marks: &mut Table<Marks>,
    ) {
        if !self.lines.contains(ray) {
            return;
        }
        for square in ray.beyond(self.king) {
            marks[square] -= Marks::OF_LINES;
        }
        self.rays -= ray;
        self.watch::<S>(ray, board, occupied, marks);
    }

    /// Marks the squares on a ray along which an enemy slides, and adds the piece that is pinned there.
    ///
    /// A slider that arrives in front of the first piece gives check, as it does by capturing that piece if it is an
    /// own one. Behind an own piece, up to the second one, it pins.
    #[inline(always)]
    fn watch<S: Side>(
        &mut self,
        ray: Ray,
        board: &Board,
        occupied: Squares,
        marks: &mut Table<Marks>,
    ) {
        let arrives = Marks::of_slider(ray.slider());
        let is_own = |piece: Piece| piece.belongs_to(S::COLOR);
        let is_slider = |piece: Piece| !is_own(piece) && piece.slides_like(ray.slider());
        let next = |from| occupied.first_piece_on(ray, from, board);
        let pins = |second| occupied.slider_on(ray, second, board, !S::COLOR);
        let Some((first, shield)) = mark_up_to_piece(board, self.king, ray, arrives, marks) else {
            return;
        };
        if !is_own(shield) {
            // When it leaves, the piece behind it may give check, or be pinned.
            if let Some((second, piece)) = next(first)
                && (is_slider(piece) || is_own(piece) && pins(second))
            {
                marks[first] |= Marks::ANY_LEAVES;
            }
            return;
        }
        marks[first] |= arrives;
        let Some((second, piece)) = mark_up_to_piece(board, first, ray, arrives, marks) else {
            return;
        };
        if is_slider(piece) {
            // When it leaves, or another piece comes between, the pin ends.
            marks[second] |= Marks::ANY_LEAVES;
            for square in Squares::between(self.king, second).each() {
                marks[square] |= Marks::ANY_ARRIVES;
            }
            self.add(ray, first);
        } else if is_own(piece) {
            marks[second] |= arrives;
        } else if pins(second) {
            marks[second] |= Marks::ANY_LEAVES;
        }
    }

    fn add(&mut self, ray: Ray, shield: Square) {
        self.rays |= ray;
        self.shields[ray.index()] = shield;
    }

    /// What the king sees after a move of the enemy, where it saw no check before, and the rays along which a piece
    /// is pinned that was not, or is no longer pinned, unless it was captured. Along other rays than those through
    /// the two squares of the move, nothing has changed.
    #[inline(always)]
    pub fn look_again(
        &self,
        board: &Board,
        occupied: Squares,
        mv: Move,
        piece: Piece,
        color: Color,
    ) -> (Checks, Rays) {
        let king = self.king;
        let mut checks = Checks { checkers: Squares::NONE, pins: *self };
        let mut changed = Rays::NONE;
        let mut look = |ray: Ray| {
            let before = self.shield(ray);
            checks.pins.rays -= ray;
            checks.look(ray, board, occupied, color);
            if checks.pins.shield(ray) != before && before != Some(mv.to) {
                changed |= ray;
            }
        };
        // claim 6
        let (from, to) = (Ray::leading(king, mv.from), Ray::leading(king, mv.to));
        if let Some(ray) = from {
            look(ray);
        }
        if let Some(ray) = to
            && to != from
        {
            look(ray);
        }
        if piece.kind() == PieceKind::Knight && Direction::KNIGHT.contains(&king.offset_to(mv.to)) {
            checks.checkers |= mv.to;
        }
        (checks, changed)
    }

    /// The pinned pieces.
    pub fn pinned(&self) -> Squares {
        self.rays.each().map(|ray| self.shields[ray.index()]).collect()
    }

    /// The pieces that are pinned here and not there, or there and not here, or along another line.
    pub fn differing(&self, other: &Pins) -> Squares {
        if self.king != other.king {
            return self.pinned() | other.pinned();
        }
        let shields =
            (self.rays | other.rays).each().map(|ray| [self.shield(ray), other.shield(ray)]);
        let differing = shields.filter(|[here, there]| here != there);
        differing.flatten().flatten().collect()
    }

    /// Whether a move promotes a pawn, and the marks do not tell what the new piece sees: its line was behind the pawn,
    /// or no enemy could slide along it.
    pub fn has_no_marks_for(&self, mv: Move) -> bool {
        let [from, to] = [mv.from, mv.to].map(|it| Ray::leading(self.king, it));
        mv.promotion().is_some() && to.is_some_and(|line| from == to || !self.lines.contains(line))
    }

    /// The square of the pinned piece on this ray, if there is one.
    pub fn shield(&self, ray: Ray) -> Option<Square> {
        self.rays.contains(ray).then_some(self.shields[ray.index()])
    }

    /// The ray from the king along which the piece on this square is pinned, if it is.
    pub fn ray_of(&self, square: Square) -> Option<Ray> {
        if self.rays.is_empty() {
            return None;
        }
        Ray::leading(self.king, square).filter(|&ray| self.shield(ray) == Some(square))
    }
}

/// Marks the empty squares up to the first piece on a ray.
fn mark_up_to_piece(
    board: &Board,
    from: Square,
    ray: Ray,
    arrives: Marks,
    marks: &mut Table<Marks>,
) -> Option<(Square, Piece)> {
    let mut here = from.step(ray.direction())?;
    loop {
        match board.at(here) {
            Some(piece) => return Some((here, piece)),
            None => marks[here] |= arrives,
        }
        here = here.step(ray.direction())?;
    }
}

/// What changes when a piece leaves a line to the opponent's king.
///
/// A rook that pins a piece has many moves, and each of them seems to call for another look at the king. But wherever
/// it goes off its line, the king sees the same along that line. So the king looks once.
pub struct LeftLine {
    /// The line, as the king sees it.
    ray: Ray,
    /// The piece that was pinned along it.
    before: Option<Square>,
    /// If the pinned piece is another one or none now: the one before, and the one now.
    changed: [Option<(Square, Piece)>; 2],
    /// By how much the moves of these two change.
    moves: i32,
}

impl LeftLine {
    /// What changes when the piece on this square leaves, unless that gives check.
    #[inline(never)]
    pub fn of(board: &Board, occupied: Squares, from: Square, pins: &Pins) -> Option<LeftLine> {
        let ray = Ray::leading(pins.king, from)?;
        let color = board.at(pins.king)?.color();
        let before = pins.shield(ray);
        let now = match look_along(ray, board, occupied - from, pins.king, color) {
            Seen::Nothing => None,
            Seen::Check(_) => return None,
            Seen::Pin(shield) => Some(shield),
        };
        if before == now {
            return Some(LeftLine { ray, before, changed: [None; 2], moves: 0 });
        }
        let mut board = *board;
        board.clear(from);
        // claim 2
        let forbidden =
            |shield: Option<Square>| shield.map_or(0, |on| moves_off_line(&board, on, ray));
        let moves = forbidden(before) - forbidden(now);
        let changed = [before, now].map(|shield| shield.and_then(|it| Some((it, board.at(it)?))));
        Some(LeftLine { ray, before, changed, moves })
    }

    /// How many moves more the opponent has because the line is left, if the move also touches these marks. `None` if
    /// that has to be looked at.
    pub fn moves_after(&self, mv: Move, king: Square, touched: Marks) -> Option<i32> {
        if Ray::leading(king, mv.to) == Some(self.ray) {
            // A slider that stays on its line goes on pinning the same piece; no other mark of checks or pins matters.
            let pins_on = self.before.is_some_and(|shield| shield != mv.to);
            return (pins_on && !touched.change_zone()).then_some(0);
        }
        let are_free = !self.changed.iter().flatten().any(|&it| may_depend(it, mv.to));
        (are_free && touched.is_empty()).then_some(self.moves)
    }
}

/// Whether the moves of a piece on a square may depend on another square.
fn may_depend((on, piece): (Square, Piece), other: Square) -> bool {
    match piece.kind() {
        PieceKind::Pawn => matches!(Ray::steps(on, other), 1 | 2),
        PieceKind::Knight => Direction::KNIGHT.contains(&on.offset_to(other)),
        _ => Ray::leading(on, other).is_some(),
    }
}
