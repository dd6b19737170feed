//! Where a king may step and castle: the enemy pieces that attack squares around it.
//!
//! To look outwards from every square around a king would be the most expensive part of a count.
//! Seen from the enemy pieces it is cheap: most attack none of these squares, not even on an empty
//! board (see `targets`). For a knight, pawn or king that is the answer. For a slider the line to the
//! square must be empty as well. The king itself does not count there: it cannot hide in its own
//! shadow.

use super::men::Men;
use super::ray::Ray;
use super::side::Side;
use super::targets::Targets;
use super::watch::{Marks, Watch};
use ox88::{
    Board, CastlingPair, CastlingRights, CastlingSide, Color, Direction, File, Move, Piece,
    PieceKind, Position, Square, is_attacked,
};
use std::ops::BitOr;

/// A king and the enemy pieces around it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KingZone {
    king: Square,
    /// The king among all men.
    itself: Men,
    color: Color,
    castlings: [Option<OpenCastling>; 2],
    /// The targets whose safety matters: next to the king those without a piece of its own, and the
    /// paths of the king when it castles.
    wanted: Targets,
    attacked: Targets,
    attacked_twice: Targets,
    /// The pieces that attack any of the targets, or would on an empty board.
    // A side has at most 63 pieces, because the other king has a square of its own.
    attackers: [Square; 63],
    count: usize,
    /// One of the sliders among them, and how many they are.
    slider: Square,
    sliders: usize,
}

/// A castling that no piece of its own side prevents. None of the opponent's moves can make one: a
/// piece that captures another one in the way is then in the way itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct OpenCastling {
    castling: CastlingPair,
    /// The squares of the king's path, besides its own.
    path: Targets,
    /// Whether nothing is in the way.
    is_free: bool,
}

impl KingZone {
    /// Nobody is around the king of this side.
    #[inline(always)]
    #[must_use]
    pub const fn none(king: Square, color: Color) -> KingZone {
        KingZone {
            king,
            itself: Men::on(king),
            color,
            castlings: [None; 2],
            wanted: Targets::NONE,
            attacked: Targets::NONE,
            attacked_twice: Targets::NONE,
            attackers: [king; 63],
            count: 0,
            slider: king,
            sliders: 0,
        }
    }

    /// Looks for the enemies around the king, and marks what would change their attacks: arrivals and
    /// departures. What a piece attacks itself from where it arrives is not among them.
    #[inline(never)]
    pub fn watch<S: Side>(
        &mut self,
        board: &Board,
        rights: CastlingRights,
        [own, enemies]: [Men; 2],
        watch: &mut Watch,
    ) {
        let (king, men) = (self.king, own.and(enemies));
        let (neighbours, ring) = Targets::around(king);
        self.wanted = neighbours;
        for (beside, _) in own.in_common(ring).pieces(board) {
            watch.mark(beside, Marks::ARRIVAL_IN_THE_WAY);
            let taken = Targets::beside(Ray::of_step(king.offset_to(beside)));
            self.wanted = self.wanted & !taken;
        }
        for side in CastlingSide::BOTH {
            if let Some(rook) = rights.rook(S::COLOR, side) {
                self.add_castling(side, CastlingPair::new(king, rook), board, watch);
            }
        }
        if self.wanted.is_none() {
            return;
        }
        for (square, piece) in enemies.pieces(board) {
            let lines = Targets::of_piece(piece).from(square, king) & self.wanted;
            if !lines.is_none() {
                if let Some(place) = self.attackers.get_mut(self.count) {
                    *place = square;
                    self.count += 1;
                }
                let attacks = if piece.slides() {
                    self.slider = square;
                    self.sliders += 1;
                    self.watch_lines(men, square, piece, lines, watch)
                } else {
                    lines
                };
                self.add(attacks);
            }
        }
    }

    /// Whether a move of the king's own side may change what surrounds the king: one beside it or, if it may castle,
    /// on its rank, one that clears or blocks the line of an enemy, or that captures an enemy.
    #[inline(always)]
    #[must_use]
    pub fn changes_with<S: Side>(&self, position: &Position, watch: &Watch, mv: Move) -> bool {
        let rights = position.castling_rights();
        let may_castle = CastlingSide::BOTH.iter().any(|&it| rights.rook(S::COLOR, it).is_some());
        let concerns = |square: Square| {
            Ray::steps(self.king, square) == 1 || may_castle && square.rank() == self.king.rank()
        };
        concerns(mv.from)
            || concerns(mv.to)
            || watch.at(mv.from).and(Marks::LEAVING_THE_WAY).is_some()
            || watch.at(mv.to).and(Marks::ARRIVAL_IN_THE_WAY).is_some()
            || self.attackers[..self.count].contains(&mv.to)
    }

    /// Whether an enemy that arrives on a square in the way of sliders is in nobody's way but its own.
    #[inline(always)]
    #[must_use]
    pub fn is_in_own_way(&self, board: &Board, mv: Move) -> bool {
        (self.slider, self.sliders) == (mv.from, 1)
            && board.at(mv.to).is_none()
            && self.castlings.iter().all(Option::is_none)
    }

    /// The number of safe steps and of all moves of the king, which is not in check, after a move of
    /// the enemy to this square.
    #[inline(never)]
    #[must_use]
    pub fn moves_after(&self, board: &Board, men: Men, to: Square, arriving: Piece) -> (i32, i32) {
        let mut wanted = self.wanted;
        let mut attacked = self.attacks_of(men, to, arriving);
        for &square in &self.attackers[..self.count] {
            if square != to
                && let Some(piece) = board.at(square)
            {
                attacked = attacked | self.attacks_of(men, square, piece);
            }
        }
        let beside = Ray::leading(self.king, to).filter(|_| Ray::steps(self.king, to) == 1);
        let beside = beside.map_or(Targets::NONE, Targets::beside);
        if !self.wanted.contain(beside) {
            // The king may now capture there, so there is one more target.
            let mut without_king = *board;
            without_king.clear(self.king);
            if !is_attacked(&without_king, to, arriving.color()) {
                wanted = wanted | beside;
            }
        }
        let safe = wanted & !attacked;
        let mut moves = safe.steps();
        for open in self.castlings.iter().flatten() {
            moves += i32::from(safe.contain(open.path) && self.is_free(board, open.castling));
        }
        (safe.steps(), moves)
    }

    #[inline(always)]
    fn add(&mut self, attacks: Targets) {
        self.attacked_twice = self.attacked_twice | self.attacked & attacks;
        self.attacked = self.attacked | attacks;
    }

    /// Which of the targets that matter are safe.
    #[inline(always)]
    #[must_use]
    pub fn safe(&self) -> Targets {
        self.wanted & !self.attacked
    }

    /// Whether the king may step to this square beside it.
    #[inline(always)]
    #[must_use]
    pub fn is_safe(&self, beside: Square) -> bool {
        Ray::leading(self.king, beside).is_some_and(|ray| self.safe().contain(Targets::beside(ray)))
    }

    /// The same without the enemy piece on this square.
    #[inline(always)]
    #[must_use]
    pub fn safe_without(&self, men: Men, square: Square, piece: Piece) -> Targets {
        if !self.may_need(square, piece) {
            return self.safe();
        }
        let alone = self.attacks_of(men, square, piece) & !self.attacked_twice;
        self.wanted & !(self.attacked & !alone)
    }

    /// Whether the enemy piece on this square may be the only one that attacks a target.
    #[inline(always)]
    #[must_use]
    pub fn may_need(&self, square: Square, piece: Piece) -> bool {
        let attacked_once = self.attacked & !self.attacked_twice;
        !(Targets::of_piece(piece).from(square, self.king) & attacked_once).is_none()
    }

    /// Which of the targets that matter an enemy piece on this square attacks, if these are all pieces on the board.
    #[inline(always)]
    #[must_use]
    pub fn attacks_of(&self, men: Men, square: Square, piece: Piece) -> Targets {
        let targets = Targets::of_piece(piece).from(square, self.king) & self.wanted;
        self.attacked_from(men, square, piece, targets)
    }

    /// Which of these targets an enemy piece attacks that would attack them all from this square, if nothing were
    /// in its way. These are all pieces on the board.
    #[inline(always)]
    #[must_use]
    pub fn attacked_from(
        &self,
        men: Men,
        square: Square,
        piece: Piece,
        targets: Targets,
    ) -> Targets {
        if piece.slides() { self.open_to(men, square, piece, targets, |_| {}) } else { targets }
    }

    /// Those of the targets to which a slider has an open line from a square. Visits the squares of the pieces that are in
    /// its way.
    #[inline(always)]
    fn open_to(
        &self,
        men: Men,
        square: Square,
        slider: Piece,
        mut targets: Targets,
        mut visit: impl FnMut(Square),
    ) -> Targets {
        let men = men.without(self.itself);
        if men.in_common(targets.between(square, slider, self.king)).is_none() {
            return targets;
        }
        let mut lines = targets;
        while let Some(ray) = self.take_line(&mut lines, square) {
            if let Some(here) = men.first_on(ray, square) {
                let hidden = targets & Targets::behind(here, ray, self.king);
                if !hidden.is_none() {
                    targets = targets & !hidden;
                    visit(here);
                }
            }
        }
        targets
    }

    /// Takes the targets on one line of a slider out of a set of them, and returns the line.
    #[inline(always)]
    fn take_line(&self, targets: &mut Targets, slider: Square) -> Option<Ray> {
        let offset = targets.first()?;
        let ray = Ray::along(slider.offset_to(self.king).and(offset))?;
        *targets = *targets & !Targets::behind(slider, ray, self.king);
        Some(ray)
    }

    /// Marks the squares on the lines of a slider to these targets, and returns those to which they are open.
    #[inline(never)]
    fn watch_lines(
        &self,
        men: Men,
        square: Square,
        slider: Piece,
        targets: Targets,
        watch: &mut Watch,
    ) -> Targets {
        // If a piece of the king's own side is in the way it stays, or another takes its place.
        let leaves = |blocker| watch.mark(blocker, Marks::LEAVING_THE_WAY);
        let open = self.open_to(men, square, slider, targets, leaves);
        let mut lines = open;
        while let Some(ray) = self.take_line(&mut lines, square) {
            for here in ray.beyond(square) {
                if (open & Targets::behind(here, ray, self.king)).is_none() {
                    break;
                }
                watch.mark(here, Marks::ARRIVAL_IN_THE_WAY);
            }
        }
        open
    }

    /// The number of moves of the king, which is not in check, when these targets are safe.
    #[inline(always)]
    #[must_use]
    pub fn moves(&self, safe: Targets) -> i32 {
        let mut moves = safe.steps();
        // claim 6
        for open in self.castlings.iter().flatten() {
            moves += i32::from(open.is_free && safe.contain(open.path));
        }
        moves
    }

    /// Whether nothing is in the way of a castling, and the rook is no shield.
    #[inline(never)]
    fn is_free(&self, board: &Board, castling: CastlingPair) -> bool {
        let rook = Piece::new(self.color, PieceKind::Rook);
        board.at(castling.rook()) == Some(rook)
            && castling.is_free(|square| board.at(square).is_none())
            && behind(castling).find_map(|square| board.at(square)).is_none_or(|piece| {
                // In Chess960 the rook may have shielded the king from a slider behind it.
                piece.belongs_to(self.color) || !piece.slides_like(PieceKind::Rook)
            })
    }

    /// Marks the squares on which a castling depends, unless its own side prevents it.
    #[inline(never)]
    fn add_castling(
        &mut self,
        side: CastlingSide,
        castling: CastlingPair,
        board: &Board,
        watch: &mut Watch,
    ) {
        // claim 6
        let is_own = |square| board.at(square).is_some_and(|piece| piece.belongs_to(self.color));
        if !castling.is_free(|square| !is_own(square)) {
            return;
        }
        for file in File::all() {
            let square = Square::new(file, self.king.rank());
            watch.mark(square, Marks::ARRIVAL_IN_THE_WAY | Marks::LEAVING_THE_WAY);
        }
        let path = castling.king_path().filter(|&square| square != self.king);
        let path = path.map(|square| Targets::on_rank(self.king, square));
        let path = path.fold(Targets::NONE, Targets::bitor);
        let is_free = self.is_free(board, castling);
        self.castlings[side as usize] = Some(OpenCastling { castling, path, is_free });
        self.wanted = self.wanted | path;
    }
}

/// The squares behind the rook, as the king sees it.
fn behind(castling: CastlingPair) -> impl Iterator<Item = Square> {
    let outwards = match castling.side() {
        CastlingSide::KingSide => Direction::EAST,
        CastlingSide::QueenSide => Direction::WEST,
    };
    let mut here = castling.rook();
    std::iter::from_fn(move || {
        here = here.step(outwards)?;
        Some(here)
    })
}
