//! What the report says first where as many leaves are wrong as there are of one kind.

use super::run::{WORKED, broken, hunt, hunt_json};
use rstest::rstest;

/// What the report of an engine with this fault says before it names the position.
fn first_line(fault: &str, fen: &str, depth: &str) -> String {
    let run = hunt(&["--engine", &broken(fault), "--fen", fen, "--depth", depth]);
    assert_eq!(run.code, Some(1), "{}", run.err);
    run.out.lines().nth(2).unwrap_or_default().to_owned()
}

#[rstest]
#[case::which_end_a_check(
    "ep-of-the-checking-pawn-missing",
    WORKED,
    "5",
    "leaves    81 too few at depth 5: as many as there are en passant captures that end a check"
)]
#[case::all_of_a_column(
    "ep-missing",
    "8/8/8/4k3/2p1p1p1/8/3P1P2/K7 w - - 0 1",
    "2",
    "leaves    4 too few at depth 2: as many as there are en passant captures that end a check"
)]
#[case::castlings(
    "castling-missing",
    "4k3/8/8/8/8/7p/8/R3K2R b KQ - 0 1",
    "2",
    "leaves    11 too few at depth 2: as many as there are castlings"
)]
fn where_the_difference_is_one_column_the_report_says_so_first(
    #[case] fault: &str,
    #[case] fen: &str,
    #[case] depth: &str,
    #[case] expected: &str,
) {
    assert_eq!(first_line(fault, fen, depth), expected);
}

#[test]
fn where_no_kind_has_this_number_the_report_says_nothing_of_kinds() {
    assert!(first_line("pin-ignored", ox88::START, "4").starts_with("case      start_position"));
}

/// There are five castlings here, and five captures.
#[test]
fn where_two_kinds_have_this_number_the_report_names_none() {
    let line = first_line("castling-missing", "4k3/8/8/8/8/8/7p/R3K2R b KQ - 0 1", "2");
    assert_eq!(line, "case      position, depth 2");
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
