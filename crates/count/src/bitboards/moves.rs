//! The legal moves of a side, as sets of squares. None is made to see whether it is legal: what gives check and what is
//! pinned says which squares are left. Captures en passant and castlings are looked at one by one.

use super::board::{Bitboards, Men};
use super::sliding::Sliding;
use crate::quick::Side;
use crate::quick::squares::Squares;
use ox88::{CastlingPair, Direction, Square};

/// Legal moves of one kind.
pub enum Moves {
    /// A piece that is no pawn goes from a square to each of these.
    Of { kind: Kind, from: Squares, to: Squares },
    /// Pawns take this step to each of these, promoting on the last rank.
    OfPawns { to: Squares, step: Direction },
    /// Pawns take two steps to each of these.
    DoublePushes { to: Squares },
    /// A pawn captures en passant.
    EnPassant { from: Squares, to: Squares, victim: Squares },
    /// King and rook castle.
    Castling(CastlingPair),
}

/// How a piece goes. A queen goes in both ways of sliding.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    King,
    Knight,
    Diagonal,
    Straight,
}

/// Takes sets of moves.
// No closure, because it has to be inlined wherever it is called.
pub trait Visit {
    /// Takes some of the moves of this side.
    fn visit<S: Side>(&mut self, moves: Moves);
}

/// All legal moves of this side, which is to move.
#[inline(always)]
pub fn each_set<S: Side>(here: &Bitboards, sliding: &Sliding, visitor: &mut impl Visit) {
    let (us, them) = (here.men::<S>(), here.men::<S::Opponent>());
    let (king, occupied) = (us.king, us.all | them.all);

    // A king may step to any square that no enemy attacks when the king is lifted.
    let attacked = attacks::<S::Opponent>(them, sliding, occupied - king);
    let to = KING[king.first_number()] - us.all - attacked;
    visitor.visit::<S>(Moves::Of { kind: Kind::King, from: king, to });

    // A single check is answered on its square or between it and the king, and a double check only by the king.
    let is_check = attacked.contains(king);
    let mut answers = Squares::ALL;
    if is_check {
        let checkers = attackers::<S>(king, them, sliding, occupied);
        if !checkers.has_one_at_most() {
            return;
        }
        answers = sliding.between(king, checkers) | checkers;
    }

    let [diagonals, straights] = sliding.lines(king);
    let diagonal_pins = pins(king, diagonals & them.diagonal, sliding, occupied);
    let straight_pins = pins(king, straights & them.straight, sliding, occupied);

    let goals = answers - us.all;
    for from in (us.knights - diagonal_pins - straight_pins).singles() {
        let to = KNIGHT[from.first_number()] & goals;
        visitor.visit::<S>(Moves::Of { kind: Kind::Knight, from, to });
    }
    for from in (us.diagonal - straight_pins).singles() {
        let line = if diagonal_pins.contains(from) { diagonal_pins } else { Squares::ALL };
        let to = sliding.diagonal(from, occupied) & goals & line;
        visitor.visit::<S>(Moves::Of { kind: Kind::Diagonal, from, to });
    }
    for from in (us.straight - diagonal_pins).singles() {
        let line = if straight_pins.contains(from) { straight_pins } else { Squares::ALL };
        let to = sliding.straight(from, occupied) & goals & line;
        visitor.visit::<S>(Moves::Of { kind: Kind::Straight, from, to });
    }

    // A pawn may leave its square if it is not pinned, or goes along its pin.
    let free = |pawns: Squares, pins: Squares, step: Direction| {
        pawns - (pins - pins.stepped(step.reversed()))
    };
    let forward = S::COLOR.forward();
    let to = free(us.pawns - diagonal_pins, straight_pins, forward).stepped(forward) - occupied;
    visitor.visit::<S>(Moves::OfPawns { to: to & answers, step: forward });
    let skipped = Squares::of_rank(S::COLOR.pawn_home_rank()).stepped(forward);
    let to = (to & skipped).stepped(forward) - occupied;
    visitor.visit::<S>(Moves::DoublePushes { to: to & answers });
    let goals = them.all & answers;
    for step in S::COLOR.pawn_captures() {
        let to = free(us.pawns - straight_pins, diagonal_pins, step).stepped(step) & goals;
        visitor.visit::<S>(Moves::OfPawns { to, step });
    }

    if !here.en_passant.is_empty() {
        let (to, victim) = (here.en_passant, here.en_passant.stepped(forward.reversed()));
        for from in (pawn_attacks::<S::Opponent>(to) & us.pawns).singles() {
            let occupied_then = (occupied - victim - from) | to;
            if (attackers::<S>(king, them, sliding, occupied_then) - victim).is_empty() {
                visitor.visit::<S>(Moves::EnPassant { from, to, victim });
            }
        }
    }

    let rooks = here.castling_rooks & us.all;
    if !rooks.is_empty()
        && !is_check
        && let Some(king) = king.only()
    {
        for rook in rooks.each() {
            let castling = CastlingPair::new(king, rook);
            let [to, rook_to] = [castling.king_target(), castling.rook_target()];
            let between = |one: Square, other: Square| sliding.between(one.into(), other.into());
            let king_path = between(king, to) | to;
            let path = king_path | between(rook, rook_to) | rook_to;
            let others = occupied - king - rook;
            let occupied_then = others | to | rook_to;
            // In Chess960 the rook may have been the shield of its king.
            if (path & others | king_path & attacked).is_empty()
                && attackers::<S>(to.into(), them, sliding, occupied_then).is_empty()
            {
                visitor.visit::<S>(Moves::Castling(castling));
            }
        }
    }
}

/// The squares that this side attacks.
#[inline(always)]
fn attacks<S: Side>(men: &Men, sliding: &Sliding, occupied: Squares) -> Squares {
    let mut attacked = pawn_attacks::<S>(men.pawns) | KING[men.king.first_number()];
    for from in men.knights.singles() {
        attacked |= KNIGHT[from.first_number()];
    }
    for from in men.diagonal.singles() {
        attacked |= sliding.diagonal(from, occupied);
    }
    for from in men.straight.singles() {
        attacked |= sliding.straight(from, occupied);
    }
    attacked
}

/// The pieces of the other side that attack a square of this one, but for its king.
#[inline(always)]
fn attackers<S: Side>(
    square: Squares,
    them: &Men,
    sliding: &Sliding,
    occupied: Squares,
) -> Squares {
    pawn_attacks::<S>(square) & them.pawns
        | KNIGHT[square.first_number()] & them.knights
        | sliding.diagonal(square, occupied) & them.diagonal
        | sliding.straight(square, occupied) & them.straight
}

/// The lines on which one piece alone stands between a king and one of these sliders, each with the slider. If that piece
/// is the king's own, it may move along its line.
#[inline(always)]
fn pins(king: Squares, sliders: Squares, sliding: &Sliding, occupied: Squares) -> Squares {
    let mut pins = Squares::NONE;
    for slider in sliders.singles() {
        let between = sliding.between(king, slider);
        if (between & occupied).has_one_at_most() {
            pins |= between | slider;
        }
    }
    pins
}

/// The squares that pawns of this side attack.
#[inline(always)]
fn pawn_attacks<S: Side>(pawns: Squares) -> Squares {
    let [west, east] = S::COLOR.pawn_captures();
    pawns.stepped(west) | pawns.stepped(east)
}

static KING: [Squares; 64] = reached(Direction::ALL);
static KNIGHT: [Squares; 64] = reached(Direction::KNIGHT);

/// For each square those to which one of these steps leads.
const fn reached(steps: [Direction; 8]) -> [Squares; 64] {
    let mut reached = [Squares::NONE; 64];
    let mut number = 0;
    while let Some(from) = Square::from_number(number / 8) {
        if let Some(to) = from.step(steps[number as usize % 8]) {
            let squares = &mut reached[from.number()];
            *squares = squares.with(Squares::on(to));
        }
        number += 1;
    }
    reached
}
