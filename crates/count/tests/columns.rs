//! The kinds of leaves in the published tables, by the quick walk. The reference finds the smaller ones in
//! `tests/rules/columns.rs` of the workspace.

use crate::Counter;
use ox88::suite::built_in;

#[test]
fn every_column_of_the_published_tables_is_found_by_the_quick_walk() {
    let quick = Counter::new(256 << 20, 2).expect("two threads").by_kind();
    let suite = built_in::columns().unwrap_or_else(|error| panic!("{error}"));
    for position in &suite.positions {
        for depth in position.entry.counts.iter().map(|count| count.depth) {
            let expected = position.stats(depth).unwrap_or_else(|error| panic!("{error}"));
            let found = quick.perft(&position.position, depth).expect("it fits");
            let fen = &position.entry.fen;
            assert_eq!(Some(found), expected, "ox88 perft {depth} \"{fen}\" --stats");
        }
    }
}
