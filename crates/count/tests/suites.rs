//! Every count of every suite by the quick walk with a memory.

use crate::Counter;
use ox88::suite::built_in;

/// The quick walk has the same generator, `is_legal`, `after` and rule of castling as the reference.
/// What is compared here is the rest: its shortcuts, and its memory, which all positions share.
#[test]
fn every_count_of_every_suite_is_found_by_the_quick_walk() {
    let quick = Counter::new(64 << 20, 1).expect("one thread needs nothing of the system");
    for suite in built_in::suites() {
        for position in &suite.positions {
            for count in &position.entry.counts {
                let found = quick.perft(&position.position, count.depth);
                assert_eq!(found, Ok(count.nodes), "depth {} of {}", count.depth, position.name());
            }
        }
    }
}
