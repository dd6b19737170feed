//! What a look at a side finds out that has just moved: its moves, its pins, and what its king depends on.
//!
//! One ply higher, where that side is still to move, the same look finds out most of it for all of its moves at once:
//! a move changes few pieces' moves, two lines to the king at most, and seldom what surrounds the king.

use super::count::count;
use super::king_zone::KingZone;
use super::men::{Men, men};
use super::mobility::Mobility;
use super::ray::{Ray, Ways};
use super::side::Side;
use super::sight::{Pins, Sight};
use super::watch::{Marks, Watch};
use super::ways_to::WaysTo;
use ox88::{Board, Move, MoveKind, PieceKind, Position};

/// What one look at a side finds out.
#[derive(Clone, Copy)]
pub struct Look {
    /// The moves of its pieces.
    pub mobility: Mobility,
    /// The pinned ones among them.
    pub pins: Pins,
    /// The pieces of the other side around its king.
    pub zone: KingZone,
    /// Where a move of the other side changes what the king sees, or which squares are safe for it.
    pub watch: Watch,
}

/// A look at a side that is to move.
pub struct LookBefore<'a> {
    position: &'a Position,
    look: Look,
    ways_to: WaysTo,
    /// Whether its men are so few that to count their moves again is the quickest.
    has_few_men: bool,
}

/// This many men are few.
const FEW_MEN: usize = 5;

impl Look {
    /// What is found out about this side before anything is looked at.
    #[inline(always)]
    #[must_use]
    pub fn nothing<S: Side>(position: &Position) -> Look {
        let king = position.king(S::COLOR);
        Look {
            mobility: Mobility::none(S::COLOR),
            pins: Pins::none(king),
            zone: KingZone::none(king, S::COLOR),
            watch: Watch::NONE,
        }
    }

    /// Looks at this side.
    #[inline(always)]
    #[must_use]
    pub fn new<S: Side>(position: &Position) -> Look {
        let mut look = Look::nothing::<S>(position);
        look.look::<S>(position);
        look
    }

    /// Looks at this side.
    // The tables are filled in their place, because to move them would cost as much as to fill them.
    #[inline(always)]
    pub fn look<S: Side>(&mut self, position: &Position) {
        let board = position.board();
        self.look_at_king::<S>(position);
        self.mobility.count::<S>(board, &self.pins);
    }

    #[inline(always)]
    fn look_at_king<S: Side>(&mut self, position: &Position) {
        let board = position.board();
        self.pins = Sight::watching::<S>(board, position.king(S::COLOR), &mut self.watch);
        self.look_around_king::<S>(position);
    }

    /// The king looks again along the lines through the two squares of a move, after it.
    #[inline(always)]
    fn look_along_lines<S: Side>(&mut self, board: &Board, mv: Move) {
        let king = self.pins.king();
        let (from, to) = (Ray::leading(king, mv.from), Ray::leading(king, mv.to));
        for ray in from.into_iter().chain(to.filter(|_| to != from)) {
            self.pins.watch_again::<S>(ray, board, &mut self.watch);
        }
    }

    #[inline(always)]
    fn look_around_king<S: Side>(&mut self, position: &Position) {
        self.zone = KingZone::none(position.king(S::COLOR), S::COLOR);
        self.zone.watch::<S>(position.board(), position.castling_rights(), &mut self.watch);
    }
}

impl<'a> LookBefore<'a> {
    /// Looks at the side that is to move, which is this one.
    #[inline(always)]
    #[must_use]
    pub fn new<S: Side>(position: &'a Position) -> LookBefore<'a> {
        let has_few_men = men(position.board(), S::COLOR).count() <= FEW_MEN;
        let look = Look::nothing::<S>(position);
        let mut before = LookBefore { position, look, ways_to: WaysTo::NONE, has_few_men };
        before.look.look_at_king::<S>(position);
        if !has_few_men {
            before.look.mobility.count::<S>(position.board(), &before.look.pins);
            before.note_ways::<S>();
        }
        before
    }

    /// What was found out. Of few men the moves are left out.
    #[inline(always)]
    #[must_use]
    pub const fn look(&self) -> &Look {
        &self.look
    }

    #[inline(never)]
    fn note_ways<S: Side>(&mut self) {
        let board = self.position.board();
        for (square, piece) in men(board, S::COLOR) {
            let notes = &mut self.ways_to.of(square);
            count(board, square, piece, Ways::ALL, S::COLOR, notes);
        }
    }

    /// Looks at the side after one of its legal moves.
    #[inline(never)]
    pub fn after<S: Side>(&self, mv: Move, after: &Position, look: &mut Look) {
        // Two pieces that move, or a pawn that goes although nothing arrives there, are rare.
        let is_usual = !matches!(mv.kind, MoveKind::Castling { .. } | MoveKind::EnPassant);
        if is_usual && mv.from != self.look.pins.king() {
            (look.pins, look.zone, look.watch) = (self.look.pins, self.look.zone, self.look.watch);
            look.look_along_lines::<S>(after.board(), mv);
            if look.zone.changes_with::<S>(self.position, &look.watch, mv) {
                look.watch.unmark_all(Marks::OF_ZONE);
                look.look_around_king::<S>(after);
            }
        } else {
            look.watch = Watch::NONE;
            look.look_at_king::<S>(after);
        }
        if is_usual && !self.has_few_men {
            look.mobility = self.look.mobility;
            self.change_mobility::<S>(mv, after.board(), look);
        } else {
            look.mobility = Mobility::none(S::COLOR);
            look.mobility.count::<S>(after.board(), &look.pins);
        }
    }

    /// Counts again what a move has changed.
    #[inline(always)]
    fn change_mobility<S: Side>(&self, mv: Move, after: &Board, look: &mut Look) {
        let before = self.position.board();
        let (mobility, pins) = (&mut look.mobility, &look.pins);
        let [here, there] = [mv.from, mv.to].map(Men::on);
        let [to_here, to_there] = [mv.from, mv.to].map(|square| self.ways_to.at(square));
        let pinned = self.look.pins.men().in_common(to_here.and(to_there));
        let whole = here.and(pinned).and(self.look.pins.differing(pins));
        mobility.change::<S, false>(before, whole.without(there), &self.look.pins);
        mobility.change::<S, true>(after, whole.and(there).without(here), pins);
        let is_capture = before.at(mv.to).is_some();
        for man in to_here.without(whole).pieces(before) {
            if man.1.kind() != PieceKind::Pawn || man.0.file() == mv.from.file() {
                mobility.change_towards::<S>(before, after, man, mv.from);
            }
        }
        for man in to_there.without(whole).pieces(before) {
            let (square, piece) = man;
            let is_seen = if piece.kind() == PieceKind::Pawn {
                is_capture || square.file() == mv.to.file()
            } else {
                true
            };
            let is_done = to_here.contain(square)
                && (piece.kind() == PieceKind::Pawn && square.file() == mv.from.file()
                    || piece.slides()
                        && Ray::leading(square, mv.from) == Ray::leading(square, mv.to));
            if is_seen && !is_done {
                mobility.change_towards::<S>(before, after, man, mv.to);
            }
        }
    }
}
