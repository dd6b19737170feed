//! The first plies, played out exactly: which positions they lead to, and in how many ways.

use super::super::key::Key;
use super::super::quick;
use crate::chess::position::Position;
use std::collections::HashMap;

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
    /// The positions, those behind the same first moves beside each other.
    pub strata: Vec<Stratum>,
    /// How many plies are left to play from each.
    pub depth: u32,
}

impl Strata {
    /// Plays as many plies as lead to no more than this number of distinct positions, but leaves at
    /// least `last` of them.
    #[must_use]
    pub fn new(position: &Position, depth: u32, last: u32, most: usize) -> Strata {
        let first = Stratum { position: *position, ways: 1 };
        let mut strata = Strata { strata: vec![first], depth };
        while strata.depth > last
            && let Some(next) = strata.next(most)
        {
            strata = next;
        }
        strata
    }

    /// The positions one ply later, if they are no more than `most`, and the ways to each fit into
    /// 128 bits.
    fn next(&self, most: usize) -> Option<Strata> {
        let mut strata: Vec<Stratum> = Vec::new();
        let mut places = HashMap::new();
        for Stratum { position, ways } in &self.strata {
            let key = Key::new(position, self.depth);
            let mut fits = true;
            quick::each_legal(position, |mv| {
                let place = *places.entry(key.after(position, mv)).or_insert_with(|| {
                    strata.push(Stratum { position: position.after_unchecked(mv), ways: 0 });
                    strata.len() - 1
                });
                let sum = strata[place].ways.checked_add(*ways);
                fits &= sum.is_some();
                strata[place].ways = sum.unwrap_or_default();
            });
            if !fits || strata.len() > most {
                return None;
            }
        }
        Some(Strata { strata, depth: self.depth - 1 })
    }
}
