//! What the report says before the position where as many leaves are wrong as there are of one kind.

use super::run::{WORKED, broken, hunt, hunt_json};
use crate::helpers::one_line::in_one_line;
use rstest::rstest;

/// What the report of an engine with this fault says of its leaves before it names the position.
fn line_about_leaves(fault: &str, fen: &str, depth: &str) -> Option<String> {
    let run = hunt(&["--engine", &broken(fault), "--fen", fen, "--depth", depth]);
    assert_eq!(run.code, Some(1), "{}", run.err);
    let (before_the_position, _) = run.out.split_once("\ncase ").unwrap_or_default();
    let (_, leaves) = before_the_position.split_once("\nleaves ")?;
    Some(in_one_line(leaves))
}

#[rstest]
#[case::which_end_a_check(
    "ep-of-the-checking-pawn-missing",
    WORKED,
    "5",
    "81 too few at depth 5: as many as there are en passant captures that end a check"
)]
#[case::all_of_a_column(
    "ep-missing",
    "8/8/8/4k3/2p1p1p1/8/3P1P2/K7 w - - 0 1",
    "2",
    "4 too few at depth 2: as many as there are en passant captures that end a check"
)]
#[case::castlings(
    "castling-missing",
    "4k3/8/8/8/8/7p/8/R3K2R b KQ - 0 1",
    "2",
    "11 too few at depth 2: as many as there are castlings"
)]
fn where_the_difference_is_one_column_the_report_says_so_before_the_position(
    #[case] fault: &str,
    #[case] fen: &str,
    #[case] depth: &str,
    #[case] expected: &str,
) {
    assert_eq!(line_about_leaves(fault, fen, depth).as_deref(), Some(expected));
}

#[test]
fn where_no_kind_has_this_number_the_report_says_nothing_of_kinds() {
    assert_eq!(line_about_leaves("pin-ignored", ox88::START, "4"), None);
}

/// There are five castlings here, and five captures.
#[test]
fn where_two_kinds_have_this_number_the_report_names_none() {
    let line = line_about_leaves("castling-missing", "4k3/8/8/8/8/8/7p/R3K2R b KQ - 0 1", "2");
    assert_eq!(line, None);
}

#[test]
fn the_number_and_its_kind_are_in_the_json() {
    let fault = broken("ep-of-the-checking-pawn-missing");
    let (_, report) = hunt_json(&["--engine", &fault, "--fen", WORKED, "--depth", "5"]);
    let leaves = &report["findings"][0]["leaves"];
    assert_eq!(leaves["ours"].as_u64(), Some(674_624));
    assert_eq!(leaves["theirs"].as_u64(), Some(674_624 - 81));
    assert_eq!(leaves["as_many_as"].as_str(), Some("en passant captures that end a check"));
}
