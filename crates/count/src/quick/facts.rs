//! All facts about the side that will reply: its moves, its pins, and what its king depends on.
//!
//! One ply higher, where that side is still to move, one look finds most of them for all of its moves at once (claim
//! 9): a move changes the moves of few pieces, at most two lines to the king, and seldom what surrounds the king.

use super::Side;
use super::count::add_attackers;
use super::king_zone::KingZone;
use super::marks::Marks;
use super::mobility::Mobility;
use super::pins::Pins;
use super::ray::{Ray, Rays};
use super::squares::{Squares, Table};
use ox88::{Board, Move, MoveKind, PieceKind, Position, Square};

/// What one look at a side finds out.
#[derive(Clone, Copy)]
pub struct Facts {
    /// The squares of its pieces.
    pub own: Squares,
    /// Those of the other side.
    pub enemies: Squares,
    /// The moves of its pieces.
    pub mobility: Mobility,
    /// The pinned ones among them.
    pub pins: Pins,
    /// The pieces of the other side around its king.
    pub zone: KingZone,
    /// Where a move of the other side changes what the king sees, or which squares are safe for it.
    pub marks: Table<Marks>,
}

/// The facts about a side that is to move.
pub struct FactsBefore<'a> {
    position: &'a Position,
    /// What one look finds out.
    pub facts: Facts,
    /// The pieces that attack each square, or step there as pawns.
    attackers: Table<Squares>,
    /// Whether its pieces are so few that counting their moves again is the quickest.
    has_few_pieces: bool,
}

/// This many pieces are few.
const FEW_PIECES: u32 = 5;

impl Facts {
    /// Before anything is looked at.
    #[inline(always)]
    pub fn nothing<S: Side>(position: &Position) -> Facts {
        let (board, king) = (position.board(), position.king(S::COLOR));
        Facts {
            own: Squares::of(board, S::COLOR),
            enemies: Squares::of(board, !S::COLOR),
            mobility: Mobility::none(S::COLOR),
            pins: Pins::none(king),
            zone: KingZone::none(king),
            marks: Table::of(Marks::NONE),
        }
    }

    /// Looks at this side.
    pub fn new<S: Side>(position: &Position) -> Facts {
        let mut facts = Facts::nothing::<S>(position);
        facts.look_at_king::<S>(position);
        facts.mobility.change::<S, true>(position.board(), facts.own, &facts.pins);
        facts
    }

    fn look_at_king<S: Side>(&mut self, position: &Position) {
        let (board, king) = (position.board(), position.king(S::COLOR));
        self.pins = Pins::watched::<S>(board, king, [self.own, self.enemies], &mut self.marks);
        self.look_around_king::<S>(position);
    }

    fn look_around_king<S: Side>(&mut self, position: &Position) {
        self.zone = KingZone::none(position.king(S::COLOR));
        let (board, rights) = (position.board(), position.castling_rights());
        self.zone.watch::<S>(board, rights, [self.own, self.enemies], &mut self.marks);
    }
}

impl<'a> FactsBefore<'a> {
    /// Looks at the side that is to move, which is this one.
    #[inline(always)]
    pub fn new<S: Side>(position: &'a Position) -> FactsBefore<'a> {
        let facts = Facts::new::<S>(position);
        let has_few_pieces = facts.own.number() <= FEW_PIECES;
        let mut attackers = Table::of(Squares::NONE);
        if !has_few_pieces {
            add_attackers::<S>(position.board(), facts.own, &mut attackers);
        }
        FactsBefore { position, facts, attackers, has_few_pieces }
    }

    /// Looks at the side after one of its legal moves. `facts` is overwritten: it may hold those after another move.
    #[inline(never)]
    pub fn after<S: Side>(&self, mv: Move, after: &Position, facts: &mut Facts) {
        // Two pieces that move, or a pawn that goes although nothing arrives there, are rare.
        let moves_one_piece = !matches!(mv.kind, MoveKind::Castling { .. } | MoveKind::EnPassant);
        if moves_one_piece {
            facts.own = self.facts.own.after(mv);
            facts.enemies = self.facts.enemies - mv.to;
        } else {
            facts.own = Squares::of(after.board(), S::COLOR);
            facts.enemies = Squares::of(after.board(), !S::COLOR);
        }
        if moves_one_piece && mv.from != self.facts.pins.king {
            (facts.pins, facts.zone, facts.marks) =
                (self.facts.pins, self.facts.zone, self.facts.marks);
            let occupied = facts.own | facts.enemies;
            for ray in Rays::through(facts.pins.king, mv).each() {
                facts.pins.watch_again::<S>(ray, after.board(), occupied, &mut facts.marks);
            }
            if facts.zone.changes::<S>(self.position, &facts.marks, mv) {
                facts.marks.each(|marks| *marks -= Marks::OF_ZONE);
                facts.look_around_king::<S>(after);
            }
        } else {
            facts.marks = Table::of(Marks::NONE);
            facts.look_at_king::<S>(after);
        }
        let is_changed = !moves_one_piece || self.may_change_moves(mv, &facts.pins);
        if is_changed && (self.has_few_pieces || !moves_one_piece) {
            facts.mobility = Mobility::none(S::COLOR);
            facts.mobility.change::<S, true>(after.board(), facts.own, &facts.pins);
        } else {
            facts.mobility = self.facts.mobility;
            if is_changed {
                self.change_mobility::<S>(mv, after.board(), facts);
            }
        }
    }

    /// Whether a move may change what other pieces than the king can do. A step of the king mostly does not.
    fn may_change_moves(&self, mv: Move, pins: &Pins) -> bool {
        let Facts { mobility, pins: before, .. } = &self.facts;
        mv.from != before.king
            || mobility.concerns(mv.from)
            || mobility.concerns(mv.to)
            || !(before.pinned() | pins.pinned()).is_empty()
    }

    /// Counts again what a move has changed: of the piece that moves and of those whose pins change all moves, of
    /// others those that lead to its squares.
    #[inline(always)]
    fn change_mobility<S: Side>(&self, mv: Move, after: &Board, facts: &mut Facts) {
        let before = self.position.board();
        let (mobility, pins) = (&mut facts.mobility, &facts.pins);
        let [through_from, through_to] = [mv.from, mv.to].map(|square| self.attackers[square]);
        let concerned = through_from | through_to;
        let pinned = self.facts.pins.pinned() & concerned;
        let whole = self.facts.pins.differing(pins) | pinned | mv.from;
        mobility.change::<S, false>(before, whole - mv.to, &self.facts.pins);
        mobility.change::<S, true>(after, (whole | mv.to) - mv.from, pins);

        let is_capture = before.at(mv.to).is_some();
        for it in (concerned - whole).pieces(before) {
            let (square, piece) = it;
            let is_pawn = piece.kind() == PieceKind::Pawn;
            // Where a pawn could capture, it matters to it only whether an enemy is there.
            let notices = |on: Square| !is_pawn || square.file() == on.file();
            let notices_leaving = through_from.contains(square) && notices(mv.from);
            let notices_arrival = through_to.contains(square) && (notices(mv.to) || is_capture);
            if notices_leaving {
                mobility.change_towards::<S>(before, after, it, mv.from);
            }
            if notices_arrival && !(notices_leaving && (is_pawn || is_on_line(square, mv))) {
                mobility.change_towards::<S>(before, after, it, mv.to);
            }
        }
    }
}

/// Whether one line leads from a square to both squares of a move.
fn is_on_line(square: Square, mv: Move) -> bool {
    let line = Ray::leading(square, mv.from);
    line.is_some() && line == Ray::leading(square, mv.to)
}
