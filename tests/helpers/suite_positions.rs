//! The positions of all suites.

use ox88::Position;
use ox88::suite::built_in;

pub fn suite_positions() -> impl Iterator<Item = Position> {
    built_in::suites()
        .into_iter()
        .flat_map(|suite| &suite.positions)
        .map(|position| position.position)
}
