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
use super::ray::Ray;
use super::squares::{Squares, Table};
use ox88::{Board, CastlingRights, CastlingSide, Color, Move, MoveKind, Position, Square};

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
    /// What the moves of one piece share.
    lifted: Lifted,
}

/// A board without one of the pieces of a side, and the facts about the side there. If that piece is the king, only the
/// moves of the others are those without it.
struct Lifted {
    from: Option<Square>,
    board: Board,
    facts: Facts,
}

impl Facts {
    /// Before anything is looked at.
    pub const fn nothing(king: Square, color: Color) -> Facts {
        Facts {
            own: Squares::NONE,
            enemies: Squares::NONE,
            mobility: Mobility::none(color),
            pins: Pins::none(king),
            zone: KingZone::none(king),
            marks: Table::of(Marks::NONE),
        }
    }

    /// Looks at this side.
    pub fn new<S: Side>(position: &Position) -> Facts {
        let board = position.board();
        let mut facts = Facts::nothing(position.king(S::COLOR), S::COLOR);
        (facts.own, facts.enemies) = (Squares::of(board, S::COLOR), Squares::of(board, !S::COLOR));
        facts.look_at_king::<S>(position);
        facts.mobility.change::<S, true>(board, facts.own, &facts.pins);
        facts
    }

    fn look_at_king<S: Side>(&mut self, position: &Position) {
        let (board, king) = (position.board(), position.king(S::COLOR));
        self.pins =
            Pins::look_and_mark::<S>(board, king, [self.own, self.enemies], &mut self.marks);
        self.zone = KingZone::none(king);
        let rights = position.castling_rights();
        self.zone.watch::<S>(board, rights, [self.own, self.enemies], &mut self.marks);
    }

    fn look_around_king_again<S: Side>(&mut self, board: &Board, rights: CastlingRights) {
        self.marks.each(|marks| *marks -= Marks::OF_ZONE);
        self.zone = KingZone::none(self.pins.king);
        self.zone.watch::<S>(board, rights, [self.own, self.enemies], &mut self.marks);
    }
}

impl<'a> FactsBefore<'a> {
    /// Looks at the side that is to move, which is this one.
    #[inline(always)]
    pub fn new<S: Side>(position: &'a Position) -> FactsBefore<'a> {
        let facts = Facts::new::<S>(position);
        let mut attackers = Table::of(Squares::NONE);
        add_attackers::<S>(position.board(), facts.own, &mut attackers);
        let nothing = Facts::nothing(facts.pins.king, S::COLOR);
        let lifted = Lifted { from: None, board: *position.board(), facts: nothing };
        FactsBefore { position, facts, attackers, lifted }
    }

    /// Looks at the side after one of its legal moves. `facts` is overwritten: it may hold those after another move.
    #[inline(never)]
    pub fn after<S: Side>(&mut self, mv: Move, after: &Position, facts: &mut Facts) {
        // Two pieces that move, or a pawn that goes although nothing arrives there, are rare.
        if matches!(mv.kind, MoveKind::Castling { .. } | MoveKind::EnPassant) {
            *facts = Facts::new::<S>(after);
            return;
        }
        if self.lifted.from != Some(mv.from) {
            self.lift::<S>(mv.from, after.castling_rights());
        }
        let before = &self.lifted.facts;
        let (board, king) = (after.board(), self.facts.pins.king);
        (facts.own, facts.enemies) = (self.facts.own.after(mv), self.facts.enemies - mv.to);
        if mv.from == king {
            facts.marks = Table::of(Marks::NONE);
            facts.look_at_king::<S>(after);
        } else {
            (facts.pins, facts.zone, facts.marks) = (before.pins, before.zone, before.marks);
            let occupied = facts.own | facts.enemies;
            if let Some(ray) = Ray::leading(king, mv.to) {
                facts.pins.look_and_mark_again::<S>(ray, board, occupied, &mut facts.marks);
            }
            let may_castle = may_castle::<S>(after.castling_rights());
            if facts.zone.changes_with(may_castle, &facts.marks, mv.to) {
                facts.look_around_king_again::<S>(board, after.castling_rights());
            }
        }
        facts.mobility = before.mobility;
        let through = self.attackers[mv.from].each().filter(|&it| is_on_line(it, mv));
        let concerned = (self.attackers[mv.to] - mv.from) | through.collect::<Squares>();
        let own = [before.own, facts.own].map(|own| own - king);
        let pins = [&before.pins, &facts.pins];
        let boards = [&self.lifted.board, board];
        facts.mobility.change_at::<S>(boards, own, pins, mv.to, concerned);
    }

    /// Lifts a piece of this side, which then has these castling rights.
    #[inline(never)]
    fn lift<S: Side>(&mut self, from: Square, rights: CastlingRights) {
        let before = self.position.board();
        let may_castle = may_castle::<S>(self.position.castling_rights());
        let changes_zone = self.facts.zone.changes_without(may_castle, &self.facts.marks, from);
        let Lifted { from: lifted, board, facts } = &mut self.lifted;
        (*lifted, *board, *facts) = (Some(from), *before, self.facts);
        board.clear(from);
        let king = facts.pins.king;
        facts.own -= from;
        if from != king {
            if let Some(ray) = Ray::leading(king, from) {
                let occupied = facts.own | facts.enemies;
                facts.pins.look_and_mark_again::<S>(ray, board, occupied, &mut facts.marks);
            }
            if changes_zone {
                facts.look_around_king_again::<S>(board, rights);
            }
        }
        let own = [self.facts.own, facts.own].map(|own| own - king);
        let (boards, pins) = ([before, board], [&self.facts.pins, &facts.pins]);
        facts.mobility.change_at::<S>(boards, own, pins, from, self.attackers[from]);
    }
}

fn may_castle<S: Side>(rights: CastlingRights) -> bool {
    CastlingSide::BOTH.iter().any(|&side| rights.rook(S::COLOR, side).is_some())
}

/// Whether one line leads from a square to both squares of a move.
fn is_on_line(square: Square, mv: Move) -> bool {
    let line = Ray::leading(square, mv.from);
    line.is_some() && line == Ray::leading(square, mv.to)
}
