//! The kinds of leaves in the published tables, as the build script makes a test of each depth.

use ox88::suite::{built_in, epd};
use ox88::{Column, stats};

include!(concat!(env!("OUT_DIR"), "/column_tests.rs"));

/// Up to this every leaf is made and looked at. Beyond it the quick walk counts, in `ox88-count`, which is held
/// against these.
const BY_DEFINITION_UP_TO: u128 = 500_000;

fn check(file: &str, line: usize, depth: u32, nodes: u128) {
    let suite = built_in::columns().unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(suite.file, file, "the program carries the only file with it");
    let position = suite.positions.iter().find(|position| position.entry.line == line);
    let position = position.expect("the build knows the line");
    let expected = position.stats(depth).unwrap_or_else(|error| panic!("{error}"));
    let expected = expected.expect("the build knows the depth");
    assert_eq!(expected.get(Column::Nodes), nodes, "the build and the program read the same");
    if nodes <= BY_DEFINITION_UP_TO {
        let fen = &position.entry.fen;
        assert_eq!(
            stats(&position.position, depth),
            expected,
            "{file}:{line}, depth {depth}: ox88 perft {depth} \"{fen}\" --stats"
        );
    }
}

#[test]
fn the_columns_of_a_suite_are_those_of_the_definition_but_the_nodes() {
    let columns = epd::Columns { depth: 1, leaves: [0; 9] };
    assert_eq!(columns.leaves.len() + 1, Column::ALL.len());
}

/// What the comments of a line say.
fn columns_of(comments: &str) -> Result<Vec<epd::Columns>, String> {
    let line = format!("{} ;D1 20 ;D3 8902 ;{comments}", ox88::START);
    let entries = epd::parse(&line).map_err(|error| error.to_string())?;
    entries[0].columns().map_err(|error| error.to_string())
}

#[test]
fn a_comment_that_begins_with_a_depth_holds_columns_and_any_other_is_passed_over() {
    let found = columns_of("c3 \"D3: 34 0 0 0 12 0 0 0 0\" ;c1 \"Double checks\"");
    let leaves = [34, 0, 0, 0, 12, 0, 0, 0, 0];
    assert_eq!(found, Ok(vec![epd::Columns { depth: 3, leaves }]));
}

#[test]
fn columns_that_cannot_be_read_are_refused_with_the_line() {
    for wrong in [
        "D3: 34 0 0 0 12 0 0 0",
        "D3: 34 0 0 0 12 0 0 0 0 0",
        "D3 34 0 0 0 12 0 0 0 0",
        "D3: 34 0 0 0 x 0 0 0 0",
        "D2: 0 0 0 0 0 0 0 0 0",
    ] {
        let error = columns_of(&format!("c3 \"{wrong}\"")).expect_err(wrong);
        assert!(error.starts_with(&format!("1: `{wrong}` has no columns")), "{error}");
    }
}
