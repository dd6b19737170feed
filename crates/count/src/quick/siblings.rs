//! What all moves of a position three plies above the leaves share.

use super::facts::{Facts, FactsBefore};
use super::legal::{Legality, after};
use super::move_lists::MoveLists;
use super::replies::replies_to_all;
use super::{Black, Side, White, for_side_to_move};
use ox88::{Color, Move, Position};

/// What the moves of a position share, found out before the first of them is made.
pub struct Siblings<'a> {
    position: &'a Position,
    /// The moves of the other side.
    lists: MoveLists,
    /// The facts of the side to move.
    before: FactsBefore<'a>,
    /// Those after one move, kept for the next because they are large.
    facts: Facts,
}

impl<'a> Siblings<'a> {
    /// What the moves of this position share.
    pub fn new(position: &'a Position) -> Siblings<'a> {
        for_side_to_move!(siblings_of(position))
    }

    /// The number of leaves two plies below the position after a legal move.
    pub fn leaves_after(&mut self, mv: Move) -> u64 {
        let position = self.position;
        for_side_to_move!(leaves_after(position, self, mv))
    }
}

/// The number of leaves three plies below a position.
pub fn leaves_at_three<S: Side>(position: &Position) -> u128 {
    let mut siblings = siblings_of::<S>(position);
    let zone = siblings.before.facts.zone;
    let mut leaves = 0u128;
    let mut legality = Legality::new(position);
    legality.zone = Some(&zone);
    legality.each_legal(|mv| {
        leaves += u128::from(leaves_after::<S>(position, &mut siblings, mv));
    });
    leaves
}

#[inline(always)]
fn siblings_of<S: Side>(position: &Position) -> Siblings<'_> {
    // claims 8 and 9
    let (lists, before) = (MoveLists::of::<S::Opponent>(position), FactsBefore::new::<S>(position));
    let facts = Facts::nothing(before.facts.pins.king, S::COLOR);
    Siblings { position, lists, before, facts }
}

fn leaves_after<S: Side>(position: &Position, siblings: &mut Siblings, mv: Move) -> u64 {
    let Siblings { lists, before, facts, .. } = siblings;
    let after = after(position, mv);
    before.after::<S>(mv, &after, facts);
    replies_to_all::<S::Opponent>(&after, lists.after::<S>(mv), facts)
}
