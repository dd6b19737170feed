//! Which mutants a position catches, and at which depth: the first at which the count of the mutant is wrong.

use ox88::Position;
use ox88_broken_engine::faults::Fault;
use ox88_broken_engine::game::Game;
use ox88_broken_engine::mutants::Mutant;
use ox88_count::quick;

/// There is room for this many times 64 mutants.
const WORDS: usize = 16;

/// A set of mutants, by their numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct BitSet([u64; WORDS]);

impl BitSet {
    pub fn insert(&mut self, number: usize) {
        self.0[number / 64] |= 1 << (number % 64);
    }

    pub fn has(self, number: usize) -> bool {
        self.0[number / 64] >> (number % 64) & 1 != 0
    }

    pub fn with(self, other: BitSet) -> BitSet {
        BitSet(std::array::from_fn(|word| self.0[word] | other.0[word]))
    }

    pub fn without(self, other: BitSet) -> BitSet {
        BitSet(std::array::from_fn(|word| self.0[word] & !other.0[word]))
    }

    pub fn is_empty(self) -> bool {
        self == BitSet::default()
    }

    pub fn len(self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    pub fn numbers(self) -> impl Iterator<Item = usize> {
        (0..64 * WORDS).filter(move |&number| self.has(number))
    }
}

impl FromIterator<usize> for BitSet {
    fn from_iter<T: IntoIterator<Item = usize>>(numbers: T) -> BitSet {
        let mut set = BitSet::default();
        numbers.into_iter().for_each(|number| set.insert(number));
        set
    }
}

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

/// The least depth at which the count of the mutant is not the right one.
pub fn depth_that_catches(mutant: &Mutant, position: &Position, right: &[u64]) -> Option<u32> {
    (1..)
        .zip(right)
        .find(|&(depth, &leaves)| is_caught(mutant, position, depth, leaves))
        .map(|it| it.0)
}

/// Whether the count of the mutant is wrong at this depth.
pub fn is_caught(mutant: &Mutant, position: &Position, depth: u32, right: u64) -> bool {
    // A counter of 16 bits is right below this number, and counting that far takes long.
    if mutant.fault == Fault::CountsWrapAt16Bits && u16::try_from(right).is_ok() {
        return false;
    }
    let rows = Game::new(position, mutant.faults).divide(depth);
    rows.iter().map(|(_, leaves)| leaves).sum::<u64>() != right
}
