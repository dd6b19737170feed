//! Random numbers that are the same in every run, and games of random moves.

use crate::suite_positions;
use ox88::Position;
use std::iter;

/// How many plies of random play are played from each position of the suites.
const PLIES: usize = 16;

/// Marsaglia's xorshift. The seed may be any number but 0.
pub struct Xorshift(pub u64);

impl Xorshift {
    /// A number from 0 to just below this one.
    pub fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 >> 33).expect("31 bits fit") % end
    }

    /// One of these.
    pub fn choose<T: Copy>(&mut self, among: &[T]) -> T {
        among[self.below(among.len())]
    }
}

/// The positions of a game of random moves, from its start until there is no legal move.
pub fn random_game(start: Position, random: &mut Xorshift) -> impl Iterator<Item = Position> {
    iter::successors(Some(start), |position| {
        let moves = position.legal_moves();
        (!moves.is_empty()).then(|| position.after(random.choose(&moves)))
    })
}

/// Every position of the suites, and those of a random game from each.
pub fn random_positions(seed: u64) -> Vec<Position> {
    let mut random = Xorshift(seed);
    let mut positions = Vec::new();
    for start in suite_positions() {
        positions.extend(random_game(start, &mut random).take(PLIES + 1));
    }
    positions
}
