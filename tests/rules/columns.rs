//! The kinds of leaves in the published tables, as the build script makes a test of each depth.

use ox88::suite::{Suite, built_in};
use ox88_count::{Column, Stats, stats};

include!(concat!(env!("OUT_DIR"), "/column_tests.rs"));

/// Up to this every leaf is made and looked at. Beyond it the quick walk counts, in `ox88-count`, which is held
/// against these.
const BY_DEFINITION_UP_TO: u128 = 500_000;

fn check(file: &str, name: &str, depth: u32, nodes: u128) {
    let suite = built_in::columns();
    assert_eq!(suite.file, file, "the program carries the only file with it");
    let position = suite.positions.iter().find(|position| position.name() == name);
    let position = position.expect("the build knows the name");
    let expected = Stats::agreed(position, depth);
    let expected = expected.unwrap_or_else(|| {
        panic!(
            "{file}: {name}: depth {depth} needs a comment as in `c3 \"D3: 34 0 0 0 12 0 0 0 0\"`"
        )
    });
    assert_eq!(expected.get(Column::Nodes), nodes, "the build and the program read the same");
    if nodes <= BY_DEFINITION_UP_TO {
        let fen = &position.entry.fen;
        assert_eq!(
            stats(&position.position, depth),
            expected,
            "{file}: {name}, depth {depth}: ox88 perft {depth} \"{fen}\" --stats"
        );
    }
}

/// What the comments of a line say about depth 3.
fn columns_of(comments: &str) -> Option<Stats> {
    let line = format!("{} ;D1 20 ;D3 8902 ;{comments}", ox88::START);
    let suite = Suite::read("columns.epd", &line).expect("it is a suite");
    Stats::agreed(&suite.positions[0], 3)
}

#[test]
fn a_comment_that_begins_with_a_depth_holds_columns_and_any_other_is_passed_over() {
    let found = columns_of("c1 \"Double checks\" ;c3 \"D3: 34 0 0 0 12 0 0 0 0\"");
    assert_eq!(found, Some(Stats::from([8902, 34, 0, 0, 0, 12, 0, 0, 0, 0])));
}

#[test]
fn columns_that_cannot_be_read_are_none() {
    for wrong in [
        "D3: 34 0 0 0 12 0 0 0",
        "D3: 34 0 0 0 12 0 0 0 0 0",
        "D3 34 0 0 0 12 0 0 0 0",
        "D3: 34 0 0 0 x 0 0 0 0",
        "D2: 0 0 0 0 0 0 0 0 0",
    ] {
        assert_eq!(columns_of(&format!("c3 \"{wrong}\"")), None, "{wrong}");
    }
}
