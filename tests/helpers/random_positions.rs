//! Many positions that play leads to: those of the suites, and those of a random game from each.

use super::random::Xorshift;
use super::random_game::random_game;
use super::suite_positions::suite_positions;
use ox88::Position;

/// How many plies of random play are played from each position of the suites.
const PLIES: usize = 16;

/// Every position of the suites, and those of a random game from each.
pub fn random_positions(seed: u64) -> Vec<Position> {
    let mut random = Xorshift(seed);
    let mut positions = Vec::new();
    for start in suite_positions() {
        positions.extend(random_game(start, &mut random).take(PLIES + 1));
    }
    positions
}
