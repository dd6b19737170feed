//! Which mutants a position catches, and at which depth: the first at which the count of the mutant is wrong.

use crate::numbers::walk::{Right, total};
use ox88::Position;
use ox88_broken_engine::faults::Fault;
use ox88_broken_engine::mutants::Mutant;
use ox88_count::quick;
use std::sync::OnceLock;

/// The right leaves at depth 1, 2 and so on, as long as their sum is within a limit.
pub fn right_counts(position: &Position, deepest: u32, most_leaves: u64) -> Vec<u64> {
    let (mut sum, mut counts) = (0_u64, Vec::new());
    for depth in 1..=deepest {
        let leaves = u64::try_from(quick::perft(position, depth)).unwrap_or(u64::MAX);
        sum = sum.saturating_add(leaves);
        if sum > most_leaves {
            break;
        }
        counts.push(leaves);
    }
    counts
}

/// A position with its right counts, which many mutants are asked for.
pub struct Counted {
    pub position: Position,
    /// The right leaves at depth 1, 2 and so on.
    pub counts: Vec<u64>,
    /// For each depth, the walk of a right engine, once it is needed. A mutant walks only what differs.
    walks: Vec<OnceLock<Right>>,
}

impl Counted {
    pub fn new(position: Position, counts: Vec<u64>) -> Counted {
        let walks = counts.iter().map(|_| OnceLock::new()).collect();
        Counted { position, counts, walks }
    }

    /// The least depth at which the count of the mutant is not the right one.
    pub fn depth_that_catches(&self, mutant: &Mutant) -> Option<u32> {
        (1..=self.counts.len() as u32).find(|&depth| self.catches(mutant, depth))
    }

    /// Whether the count of the mutant is wrong at this depth.
    pub fn catches(&self, mutant: &Mutant, depth: u32) -> bool {
        let place = depth as usize - 1;
        let right = self.counts[place];
        // A counter of 16 bits is right up to here, and deep walks would fill the memory.
        if mutant.fault == Fault::CountsWrapAt16Bits {
            let most = u128::from(u16::MAX);
            let rows = || quick::divide(&self.position, depth);
            return u128::from(right) > most && rows().rows().iter().any(|row| row.1 > most);
        }
        let walk = self.walks[place].get_or_init(|| Right::new(&self.position, depth));
        let found = total(&self.position, mutant.faults, depth, walk, usize::MAX);
        found.expect("it may walk all").0 != right
    }
}
