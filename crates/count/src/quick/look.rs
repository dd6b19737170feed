//! What a look at a side finds out that has just moved: its moves, its pins, and what its king depends on.
//!
//! One ply higher, where that side is still to move, a look finds out most of it for all of its moves at once (claim 10):
//! a move changes the moves of few pieces, at most two lines to the king, and seldom what surrounds the king.

use super::count::count;
use super::king_zone::KingZone;
use super::men::Men;
use super::mobility::Mobility;
use super::ray::{Ray, Ways};
use super::side::Side;
use super::sight::{Pins, Sight};
use super::watch::{Marks, Watch};
use super::ways_to::WaysTo;
use ox88::{Board, Move, MoveKind, PieceKind, Position, Square};

/// What one look at a side finds out.
#[derive(Clone, Copy)]
pub struct Look {
    /// Its men.
    pub men: Men,
    /// Those of the other side.
    pub enemies: Men,
    /// The moves of its pieces.
    pub mobility: Mobility,
    /// The pinned ones among them.
    pub pins: Pins,
    /// The pieces of the other side around its king.
    pub zone: KingZone,
    /// Where a move of the other side changes what the king sees, or which squares are safe for it.
    pub watch: Watch,
    /// Whether a move may have changed the moves of its pieces.
    has_other_moves: bool,
}

/// A look at a side that is to move.
pub struct LookBefore<'a> {
    position: &'a Position,
    look: Look,
    ways_to: WaysTo,
    /// Whether its pieces are so few that to count their moves again is the quickest.
    has_few_men: bool,
}

/// This many pieces are few.
const FEW_MEN: u32 = 5;

impl Look {
    /// What is found out about this side before anything is looked at.
    #[inline(always)]
    #[must_use]
    pub fn nothing<S: Side>(position: &Position) -> Look {
        let (board, king) = (position.board(), position.king(S::COLOR));
        Look {
            men: Men::of(board, S::COLOR),
            enemies: Men::of(board, !S::COLOR),
            mobility: Mobility::none(S::COLOR),
            pins: Pins::none(king),
            zone: KingZone::none(king, S::COLOR),
            watch: Watch::NONE,
            has_other_moves: true,
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
        self.look_at_king::<S>(position);
        self.count_moves::<S>(position.board());
    }

    #[inline(always)]
    fn look_at_king<S: Side>(&mut self, position: &Position) {
        let (board, king) = (position.board(), position.king(S::COLOR));
        self.pins = Sight::watching::<S>(board, king, [self.men, self.enemies], &mut self.watch);
        self.look_around_king::<S>(position);
    }

    /// The king looks again along the lines through the two squares of a move, after it.
    #[inline(always)]
    fn look_along_lines<S: Side>(&mut self, board: &Board, mv: Move) {
        let (king, men) = (self.pins.king(), self.men.and(self.enemies));
        let (from, to) = (Ray::leading(king, mv.from), Ray::leading(king, mv.to));
        for ray in from.into_iter().chain(to.filter(|_| to != from)) {
            self.pins.watch_again::<S>(ray, board, men, &mut self.watch);
        }
    }

    #[inline(always)]
    fn look_around_king<S: Side>(&mut self, position: &Position) {
        self.zone = KingZone::none(position.king(S::COLOR), S::COLOR);
        let (board, rights) = (position.board(), position.castling_rights());
        self.zone.watch::<S>(board, rights, [self.men, self.enemies], &mut self.watch);
    }

    #[inline(always)]
    fn count_moves<S: Side>(&mut self, board: &Board) {
        self.mobility.change::<S, true>(board, self.men, &self.pins);
    }
}

impl<'a> LookBefore<'a> {
    /// Looks at the side that is to move, which is this one.
    #[inline(always)]
    #[must_use]
    pub fn new<S: Side>(position: &'a Position) -> LookBefore<'a> {
        let look = Look::nothing::<S>(position);
        let has_few_men = look.men.number() <= FEW_MEN;
        let mut before = LookBefore { position, look, ways_to: WaysTo::NONE, has_few_men };
        before.look.look::<S>(position);
        if !has_few_men {
            before.note_ways::<S>();
        }
        before
    }

    /// The squares around its king.
    #[inline(always)]
    #[must_use]
    pub const fn zone(&self) -> &KingZone {
        &self.look.zone
    }

    #[inline(never)]
    fn note_ways<S: Side>(&mut self) {
        let board = self.position.board();
        for (square, piece) in self.look.men.pieces(board) {
            let notes = &mut self.ways_to.of(square);
            count(board, square, piece, Ways::ALL, S::COLOR, notes);
        }
    }

    /// Looks at the side after one of its legal moves, into what another look has left.
    #[inline(never)]
    pub fn after<S: Side>(&self, mv: Move, after: &Position, look: &mut Look) {
        // Two pieces that move, or a pawn that goes although nothing arrives there, are rare.
        let is_usual = !matches!(mv.kind, MoveKind::Castling { .. } | MoveKind::EnPassant);
        if is_usual {
            let [leaver, arriver] = [mv.from, mv.to].map(Men::on);
            look.men = self.look.men.without(leaver).and(arriver);
            look.enemies = self.look.enemies.without(arriver);
        } else {
            look.men = Men::of(after.board(), S::COLOR);
            look.enemies = Men::of(after.board(), !S::COLOR);
        }
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
        let has_other_moves = !is_usual || self.may_change_moves(mv, &look.pins);
        if has_other_moves && (self.has_few_men || !is_usual) {
            look.mobility = Mobility::none(S::COLOR);
            look.count_moves::<S>(after.board());
        } else if has_other_moves || look.has_other_moves {
            look.mobility = self.look.mobility;
            if has_other_moves {
                self.change_mobility::<S>(mv, after.board(), look);
            }
        }
        look.has_other_moves = has_other_moves;
    }

    /// Whether a move may change what other pieces than the king can do. A step of the king mostly does not.
    #[inline(always)]
    fn may_change_moves(&self, mv: Move, pins: &Pins) -> bool {
        let Look { mobility, pins: before, .. } = &self.look;
        mv.from != before.king()
            || mobility.concerns(mv.from)
            || mobility.concerns(mv.to)
            || !before.men().and(pins.men()).is_none()
    }

    /// Counts again what a move has changed: of the piece that moves and of those whose pins change all moves, of others
    /// those that lead to its squares.
    #[inline(always)]
    fn change_mobility<S: Side>(&self, mv: Move, after: &Board, look: &mut Look) {
        let before = self.position.board();
        let (mobility, pins) = (&mut look.mobility, &look.pins);
        let [leaver, arriver] = [mv.from, mv.to].map(Men::on);
        let [through_from, through_to] = [mv.from, mv.to].map(|square| self.ways_to.at(square));
        let concerned = through_from.and(through_to);
        let pinned = self.look.pins.men().in_common(concerned);
        let whole = leaver.and(pinned).and(self.look.pins.differing(pins));
        mobility.change::<S, false>(before, whole.without(arriver), &self.look.pins);
        mobility.change::<S, true>(after, whole.and(arriver).without(leaver), pins);

        let is_capture = before.at(mv.to).is_some();
        for man in concerned.without(whole).pieces(before) {
            let (square, piece) = man;
            let is_pawn = piece.kind() == PieceKind::Pawn;
            // Where a pawn could capture, it matters to it only whether an enemy is there.
            let notices = |on: Square| !is_pawn || square.file() == on.file();
            let notices_leaving = through_from.contain(square) && notices(mv.from);
            let notices_arrival = through_to.contain(square) && (notices(mv.to) || is_capture);
            if notices_leaving {
                mobility.change_towards::<S>(before, after, man, mv.from);
            }
            if notices_arrival && !(notices_leaving && (is_pawn || is_on_line(square, mv))) {
                mobility.change_towards::<S>(before, after, man, mv.to);
            }
        }
    }
}

/// Whether one line leads from a square to both squares of a move.
#[inline(always)]
fn is_on_line(square: Square, mv: Move) -> bool {
    let line = Ray::leading(square, mv.from);
    line.is_some() && line == Ray::leading(square, mv.to)
}
