//! The kinds of leaves in the published tables, by the quick walk. The reference finds the smaller ones in
//! `tests/rules/columns.rs` of the workspace.

use crate::{Counter, Stats};
use ox88::suite::built_in;
use rstest::rstest;

/// In a sample, counts beyond twenty million leaves are left out.
#[rstest]
#[case::in_a_sample(20_000_000)]
#[ignore = "all columns take long: cargo test -p ox88-count -- --ignored"]
#[case::to_all_depths(u128::MAX)]
fn every_column_of_the_published_tables_is_found_by_the_quick_walk(#[case] most: u128) {
    let quick = Counter::new(256 << 20, 2).expect("two threads").by_kind();
    let suite = built_in::columns();
    for position in &suite.positions {
        let counts = position.entry.counts.iter().filter(|count| count.nodes <= most);
        for depth in counts.map(|count| count.depth) {
            let expected = Stats::agreed(position, depth);
            let found = quick.perft(&position.position, depth).expect("it fits");
            let fen = &position.entry.fen;
            assert_eq!(Some(found), expected, "ox88 perft {depth} \"{fen}\" --stats");
        }
    }
}
