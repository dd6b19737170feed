//! What a king sees when it looks outwards: the pieces that give check, and those that are pinned.

use super::men::Men;
use super::ray::{Ray, Ways};
use super::side::Side;
use super::watch::{Marks, Watch};
use ox88::{Board, Color, Direction, Move, Piece, PieceKind, Square};

/// What a king sees.
#[derive(Clone, Copy)]
pub struct Sight {
    /// How many pieces give check. In a game that is at most two; other positions may have more.
    pub checks: u32,
    /// The square of the last of them, if there is one.
    pub checker: Square,
    /// The pieces that shield it.
    pub pins: Pins,
}

/// The pinned pieces around a king: at most one on each ray.
#[derive(Clone, Copy, Debug)]
pub struct Pins {
    king: Square,
    /// The rays along which there is one, a bit for each.
    rays: u8,
    /// The ways in which enemies slide and jump, wherever they are.
    ways: Ways,
    shields: [Square; 8],
}

/// What a king sees along a ray.
pub enum Seen {
    /// Nothing that matters to it.
    Nothing,
    /// An enemy on this square gives check.
    Check(Square),
    /// An own piece on this square shields the king from an enemy behind it.
    Pin(Square),
}

impl Sight {
    /// Looks outwards from the king of that side.
    #[inline(never)]
    pub fn from_king(board: &Board, king: Square, color: Color) -> Sight {
        let mut sight = Sight::nothing(king);
        let men = Men::of_both(board);
        let look = |ray: Ray| match look_along(ray, board, men, king, color) {
            Seen::Nothing => {}
            Seen::Check(from) => {
                sight.checks += 1;
                sight.checker = from;
            }
            Seen::Pin(shield) => sight.pins.add(ray, shield),
        };
        Ray::ALL.into_iter().for_each(look);
        for &jump in &Direction::KNIGHT {
            if let Some(from) = king.step(jump)
                && board.at(from) == Some(Piece::new(!color, PieceKind::Knight))
            {
                sight.checks += 1;
                sight.checker = from;
            }
        }
        sight
    }

    /// No checks and no pins.
    #[inline(always)]
    pub const fn nothing(king: Square) -> Sight {
        Sight { checks: 0, checker: king, pins: Pins::none(king) }
    }

    /// Looks outwards from the king of that side, which is not in check, and marks what an enemy
    /// may do to change what it sees.
    #[inline(never)]
    pub fn watching<S: Side>(
        board: &Board,
        king: Square,
        [own, enemies]: [Men; 2],
        watch: &mut Watch,
    ) -> Pins {
        let color = S::COLOR;
        let mut pins = Pins::none(king);
        for (_, piece) in enemies.pieces(board) {
            pins.ways = pins.ways.and(Ways::of_kind(piece.kind()));
        }
        if pins.ways.contain_jumps() {
            for &jump in &Direction::KNIGHT {
                if let Some(square) = king.step(jump) {
                    watch.mark(square, Marks::KNIGHT_SEEN);
                }
            }
        }
        for capture in color.pawn_captures() {
            if let Some(square) = king.step(capture) {
                watch.mark(square, Marks::PAWN_SEEN);
            }
        }
        let mut lines = pins.ways.lines();
        while let Some(ray) = Ray::take(&mut lines) {
            pins.watch::<S>(ray, board, own.and(enemies), watch);
        }
        pins
    }
}

/// Marks the squares on a ray from the king, and returns that of a pinned piece.
///
/// A slider that arrives in front of the first piece gives check, as it does by capturing that
/// piece if it is an own one. Behind an own piece, up to the second one, it pins.
#[inline(always)]
fn watch_along(
    ray: Ray,
    board: &Board,
    men: Men,
    king: Square,
    color: Color,
    watch: &mut Watch,
) -> Option<Square> {
    let seen = Marks::of_slider(ray.slider());
    let is_slider = |piece: Piece| !piece.belongs_to(color) && piece.slides_like(ray.slider());
    let next = |from| men.first_piece_on(ray, from, board);
    let (first, shield) = mark_up_to_piece(board, king, ray, seen, watch)?;
    if !shield.belongs_to(color) {
        // When it leaves, the piece behind it may give check, or be pinned.
        let (second, piece) = next(first)?;
        let pins = || next(second).is_some_and(|(_, behind)| is_slider(behind));
        if is_slider(piece) || piece.belongs_to(color) && pins() {
            watch.mark(first, Marks::LEAVING_SEEN);
        }
        return None;
    }
    watch.mark(first, seen);
    let (second, piece) = mark_up_to_piece(board, first, ray, seen, watch)?;
    if is_slider(piece) {
        // When it leaves, or another piece comes between, the pin ends.
        watch.mark(second, Marks::LEAVING_SEEN);
        for square in king.between(second) {
            watch.mark(square, Marks::ARRIVAL_SEEN);
        }
        return Some(first);
    }
    if piece.belongs_to(color) {
        watch.mark(second, seen);
    } else if next(second).is_some_and(|(_, behind)| is_slider(behind)) {
        watch.mark(second, Marks::LEAVING_SEEN);
    }
    None
}

/// Marks the empty squares up to the first piece on a ray.
#[inline(always)]
fn mark_up_to_piece(
    board: &Board,
    from: Square,
    ray: Ray,
    marks: Marks,
    watch: &mut Watch,
) -> Option<(Square, Piece)> {
    let mut here = from.step(ray.direction())?;
    loop {
        match board.at(here) {
            Some(piece) => return Some((here, piece)),
            None => watch.mark(here, marks),
        }
        here = here.step(ray.direction())?;
    }
}

/// What the king of this side sees along a ray.
#[inline(always)]
pub fn look_along(ray: Ray, board: &Board, men: Men, king: Square, color: Color) -> Seen {
    let slides = |piece: Piece| piece.slides_like(ray.slider());
    let next = |from| men.first_piece_on(ray, from, board);
    let Some((square, piece)) = next(king) else { return Seen::Nothing };
    if piece.belongs_to(color) {
        return match next(square) {
            Some((_, behind)) if !behind.belongs_to(color) && slides(behind) => Seen::Pin(square),
            _ => Seen::Nothing,
        };
    }
    let direction = ray.direction();
    let is_pawn_beside = piece.kind() == PieceKind::Pawn
        && color.pawn_captures().contains(&direction)
        && king.step(direction) == Some(square);
    if is_pawn_beside || slides(piece) { Seen::Check(square) } else { Seen::Nothing }
}

/// Whether a knight could jump from one square to the other.
#[inline(always)]
fn is_jump(from: Square, to: Square) -> bool {
    let offset = from.offset_to(to);
    Direction::KNIGHT.contains(&offset)
}

impl Pins {
    /// No pinned pieces around this king.
    #[inline(always)]
    pub const fn none(king: Square) -> Pins {
        Pins { king, rays: 0, ways: Ways::NONE, shields: [king; 8] }
    }

    #[inline(always)]
    const fn add(&mut self, ray: Ray, shield: Square) {
        self.rays |= ray.bit();
        self.shields[ray.index()] = shield;
    }

    /// What the king sees after a move of the enemy, where it saw no check before, and the rays
    /// along which a piece is pinned that was not, or is no longer pinned, unless it was captured.
    /// Along other rays than those through the two squares of the move, nothing has changed.
    #[inline(always)]
    pub fn seen_again(
        &self,
        board: &Board,
        men: Men,
        mv: Move,
        piece: Piece,
        color: Color,
    ) -> (Sight, u8) {
        let king = self.king;
        let mut sight = Sight { checks: 0, checker: king, pins: *self };
        let mut changed = 0;
        let mut look = |ray: Ray| {
            let before = self.shield(ray);
            sight.pins.rays &= !ray.bit();
            match look_along(ray, board, men, king, color) {
                Seen::Nothing => {}
                Seen::Check(from) => {
                    sight.checks += 1;
                    sight.checker = from;
                }
                Seen::Pin(shield) => sight.pins.add(ray, shield),
            }
            if sight.pins.shield(ray) != before && before != Some(mv.to) {
                changed |= ray.bit();
            }
        };
        // claim 4
        let (from, to) = (Ray::leading(king, mv.from), Ray::leading(king, mv.to));
        if let Some(ray) = from {
            look(ray);
        }
        if let Some(ray) = to
            && to != from
        {
            look(ray);
        }
        if piece.kind() == PieceKind::Knight && is_jump(king, mv.to) {
            sight.checks += 1;
            sight.checker = mv.to;
        }
        (sight, changed)
    }

    /// Looks again along a ray on which the king's own side has moved, and marks it anew.
    #[inline(never)]
    pub fn watch_again<S: Side>(&mut self, ray: Ray, board: &Board, men: Men, watch: &mut Watch) {
        if !self.has_line(ray) {
            return;
        }
        for square in ray.beyond(self.king) {
            watch.unmark(square, Marks::OF_LINES);
        }
        self.rays &= !ray.bit();
        self.watch::<S>(ray, board, men, watch);
    }

    /// Looks along a ray along which an enemy slides, and marks it.
    #[inline(always)]
    fn watch<S: Side>(&mut self, ray: Ray, board: &Board, men: Men, watch: &mut Watch) {
        if let Some(shield) = watch_along(ray, board, men, self.king, S::COLOR, watch) {
            self.add(ray, shield);
        }
    }

    /// The pinned pieces.
    #[inline(always)]
    pub fn men(&self) -> Men {
        let (mut men, mut rays) = (Men::NONE, self.rays);
        while let Some(ray) = Ray::take(&mut rays) {
            men = men.and(Men::on(self.shields[ray.index()]));
        }
        men
    }

    /// The pieces that are pinned here and not there, or there and not here, or along another line.
    #[inline(always)]
    pub fn differing(&self, other: &Pins) -> Men {
        if self.king != other.king {
            return self.men().and(other.men());
        }
        let (mut men, mut rays) = (Men::NONE, self.rays | other.rays);
        while let Some(ray) = Ray::take(&mut rays) {
            let [before, now] = [self, other].map(|pins| pins.shield(ray));
            if before != now {
                men = [before, now].into_iter().flatten().fold(men, |men, it| men.and(Men::on(it)));
            }
        }
        men
    }

    /// The square of the king.
    #[inline(always)]
    pub const fn king(&self) -> Square {
        self.king
    }

    /// Whether the marks say nothing of what the new piece of a pawn sees: its line was behind the pawn, or no enemy
    /// could slide along it or jump.
    #[inline(always)]
    pub fn has_no_marks_for(&self, promotion: Move) -> bool {
        let [from, to] = [promotion.from, promotion.to].map(|it| Ray::leading(self.king, it));
        let is_jump_unmarked =
            promotion.promotion() == Some(PieceKind::Knight) && !self.ways.contain_jumps();
        is_jump_unmarked || to.is_some_and(|line| from == to || !self.has_line(line))
    }

    /// Whether an enemy slides along this ray, wherever it is.
    #[inline(always)]
    pub const fn has_line(&self, ray: Ray) -> bool {
        self.ways.contains(ray)
    }

    /// The square of the pinned piece on this ray, if there is one.
    #[inline(always)]
    pub const fn shield(&self, ray: Ray) -> Option<Square> {
        if self.rays & ray.bit() != 0 { Some(self.shields[ray.index()]) } else { None }
    }

    /// The ray from the king along which the piece on this square is pinned, if it is.
    #[inline(always)]
    pub fn ray_of(&self, square: Square) -> Option<Ray> {
        if self.rays == 0 {
            return None;
        }
        let ray = Ray::leading(self.king, square)?;
        (self.rays & ray.bit() != 0 && self.shields[ray.index()] == square).then_some(ray)
    }
}
