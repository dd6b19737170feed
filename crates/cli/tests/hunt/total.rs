//! `hunt --total`: from one number to the faults that give it.

use super::run::{broken, hunt};
use crate::program::{finish, start};
use ox88_test_support::file;
use rstest::rstest;

/// What real authors had: the number, what else they said, and the beginning of the answer.
#[rstest]
#[case::no_en_passant(
    &["4865351"],
    "4865351 for startpos, depth 5 is exactly what an engine prints if en passant is never generated"
)]
#[case::one_too_few(
    &["2038"],
    "any one of 7 known faults gives exactly 2038 for kiwipete, depth 2: en passant (4), castling (3)"
)]
#[case::en_passant_dropped_by_the_check_mask(
    &["674543"],
    "674543 for position3, depth 5 is exactly what an engine prints if en passant is filtered by the check mask"
)]
#[case::promotions_to_queens(
    &["1806790"],
    "1806790 for position5, depth 4 is exactly what an engine prints if a pawn becomes a queen and nothing else"
)]
#[case::mate_is_a_leaf(
    &["4085604"],
    "any one of 2 known faults gives exactly 4085604 for kiwipete, depth 4, all of them about the rule `leaf-at-game-end`"
)]
// No fault that is planted gives it, as far as it was walked there.
#[case::of_no_known_fault(
    &["1184480", "--fen", "r3k2r/1b4bq/8/8/8/8/7B/R3K2R w KQkq - 0 1", "--depth", "4"],
    "1184480 is 89726 too few for bishops_and_queen_capture_castling_rooks, depth 4, and no known fault gives it"
)]
fn a_number_of_a_real_engine_is_answered_by_the_first_sentence(
    #[case] arguments: &[&str],
    #[case] first: &str,
) {
    let answer = hunt(&[&["--total"], arguments].concat());
    assert_eq!(answer.code, Some(1), "{}", answer.err);
    let text = answer.out.replace('\n', " ");
    assert!(text.starts_with(first), "expected {first:?} in\n{}", answer.out);
    let fits = |line: &str| line.chars().count() <= 80;
    assert!(answer.out.lines().all(fits), "{}", answer.out);
}

#[rstest]
#[case::right(&["4865609"], 0, "4865609 is right for startpos, depth 5")]
#[case::in_groups(&["4,865,609"], 0, "4865609 is right for startpos, depth 5")]
#[case::with_underscores(&["4_865_609"], 0, "4865609 is right for startpos")]
#[case::with_blanks(&["4 865 609"], 0, "4865609 is right for startpos")]
#[case::of_another_depth(&["2039", "--fen", "kiwipete", "--depth", "3"], 1, "2039 is right for depth 2, not for depth 3")]
#[case::of_another_position(&["4865609", "--fen", "kiwipete"], 1, "4865609 is right for startpos, depth 5, another position")]
#[case::captures(&["1576"], 1, "1576 is not a number of leaves: for startpos, depth 4 it counts the captures")]
#[case::captures_of_all_depths(&["1610"], 1, "1610 is not a number of leaves: for startpos, depth 4")]
#[case::double_checks_of_a_table(&["2637"], 1, "2637 is not a number of leaves: for kiwipete, depth 5")]
#[case::double_checks(&["2645"], 1, "2645 is not a number of leaves: for kiwipete, depth 5")]
#[case::without_rights(&["19", "--fen", "4k3/8/8/8/8/8/7P/R3K2R w KQ -", "--depth", "1"], 1, "19 is right for this position without its rights to castle")]
#[case::without_en_passant(&["6", "--fen", "4k3/8/8/pP6/8/8/8/4K3 w - a6", "--depth", "1"], 1, "6 is right for this position without its en passant square")]
#[case::of_another_start_position(&["9026", "--start", "0", "--depth", "3"], 1, "9026 is right for --start 100, depth 3, another position")]
#[case::unknown(&["4865600"], 1, "4865600 is 9 too few for startpos, depth 5, and no known fault gives it")]
#[case::of_nothing(&["77777777777"], 1, "77777777777 is near no count that ox88 knows")]
fn a_number_is_right_or_something_else(
    #[case] arguments: &[&str],
    #[case] code: i32,
    #[case] first: &str,
) {
    let answer = hunt(&[&["--total"], arguments].concat());
    assert_eq!(answer.code, Some(code), "{}", answer.err);
    let text = answer.out.replace('\n', " ");
    assert!(text.starts_with(first), "expected {first:?} in\n{}", answer.out);
}

#[rstest]
#[case::nothing(&[""], "there is no number")]
#[case::no_number(&["many"], "`many` is not a number")]
#[case::a_sum(&["20+400"], "a sum of several numbers")]
#[case::negative(&["-5"], "a count is not negative")]
#[case::beyond_128_bits(&["340282366920938463463374607431768211456"], "does not fit into 128 bits")]
#[case::wrong_groups(&["48,65351"], "is not a number")]
#[case::a_fraction(&["4.5"], "is not a number")]
#[case::depth_0(&["5", "--depth", "0"], "expected a depth from 1 to 255")]
#[case::no_position(&["5", "--fen", "8/8"], "8/8")]
#[case::an_engine(&["5", "./my-engine"], "cannot be combined")]
#[case::a_suite(&["5", "--suite", "my.epd"], "--total takes one number")]
fn what_is_no_number_is_refused(#[case] arguments: &[&str], #[case] why: &str) {
    let answer = hunt(&[&["--total"], arguments].concat());
    assert_eq!((answer.code, answer.out.as_str()), (Some(2), ""));
    assert!(answer.err.contains(why), "expected {why:?} in\n{}", answer.err);
}

#[test]
fn a_number_has_no_report_and_whoever_reads_one_is_told_so() {
    let answer = hunt(&["--total", "5", "--json", "-"]);
    assert_eq!(answer.code, Some(2));
    for text in [&answer.err, &answer.out] {
        assert!(text.contains("there is no report"), "{text}");
    }
}

#[test]
fn a_suite_with_the_number_of_a_known_fault_says_so() {
    let path =
        file("total.epd", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 ;D5 4865351\n");
    let checked = finish(start(["suite", &path]), "");
    assert_eq!(checked.code, Some(1), "{}", checked.err);
    let text = checked.out.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(
        text.contains("engines print 4865351 if en passant is never generated"),
        "{}",
        checked.out
    );
}

#[test]
fn an_engine_that_prints_totals_alone_is_told_which_faults_give_the_first_wrong_one() {
    let engine = broken("castling-missing --format total-only");
    let hunted = hunt(&["--engine", &engine, "--fen", "kiwipete", "--depth", "3"]);
    let text = hunted.out.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(text.contains("if castling is never generated"), "{}", hunted.out);
}
