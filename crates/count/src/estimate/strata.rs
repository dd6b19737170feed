//! The first plies, played out exactly: the positions to which they lead, with the number of ways to each.

use super::super::distinct::Distinct;
use ox88::Position;

/// A position to which the first plies lead.
#[derive(Clone, Copy, Debug)]
pub struct Stratum {
    /// The position.
    pub position: Position,
    /// In how many ways they lead to it.
    pub ways: u128,
}

/// All positions that are equally many plies away from the first one, each of them once.
#[derive(Clone, Debug)]
pub struct Strata {
    /// The positions, those with similar boards beside each other.
    pub strata: Vec<Stratum>,
    /// How many plies are left to play from each.
    pub depth: u32,
}

impl Strata {
    /// Plays as many plies as lead to no more than this number of distinct positions, and to no more than
    /// fit into memory, but leaves at least `last` of them.
    pub fn new(position: &Position, depth: u32, last: u32, most: usize) -> Strata {
        let mut distinct = Distinct::root(position, depth);
        let mut depth = depth;
        // One entry is for the position itself. The memory of each ply is reserved before the ply is taken.
        let mut strata = Vec::with_capacity(1);
        while depth > last
            && let Some(next) = distinct.next(most)
            && next.paths().is_some()
            && strata.try_reserve_exact(next.positions(..).len()).is_ok()
        {
            distinct = next;
            depth -= 1;
        }
        strata.extend(distinct.positions(..).map(|(position, ways)| Stratum { position, ways }));
        Strata { strata, depth }
    }
}
