//! What an engine prints, compared with the right divide.

use crate::helpers::position::position;
use ox88::internals::hunt::compare::compare;
use ox88::internals::hunt::read::{Reply, read_line};
use rstest::rstest;

/// What is missing, extra, listed twice, and counted wrongly, when an engine prints these rows.
fn compared(fen: &str, depth: u32, rows: &str) -> [Vec<String>; 4] {
    let position = position(fen);
    let mut answer = Reply::default();
    rows.split(", ").for_each(|line| answer.add(read_line(line)));
    let difference = compare(&position, depth, &answer).difference;
    let text = |mv: &ox88::Move| position.move_text(*mv);
    [
        difference.missing.iter().map(text).collect(),
        difference.extra.iter().map(|extra| extra.text.clone()).collect(),
        difference.twice.iter().map(text).collect(),
        difference
            .counts
            .iter()
            .map(|count| format!("{}:{}", text(&count.mv), count.theirs))
            .collect(),
    ]
}

const PROMOTION: &str = "8/P1k5/K7/8/8/8/8/8 w - - 0 1";

#[rstest]
#[case::right("a6a5 1, a6b5 1, a7a8q 1, a7a8r 1, a7a8b 1, a7a8n 1", 1, ["", "", "", ""])]
#[case::without_letters("a6a5 1, a6b5 1, a7a8 1, a7a8 1, a7a8 1, a7a8 1", 1, ["", "", "", ""])]
#[case::three_of_four("a6a5 1, a6b5 1, a7a8 1, a7a8 1, a7a8 1", 1, ["a7a8n", "", "", ""])]
#[case::five_of_four(
    "a6a5 1, a6b5 1, a7a8 1, a7a8 1, a7a8 1, a7a8 1, a7a8 1", 1, ["", "", "a7a8q", ""]
)]
#[case::any_order_of_counts(
    "a6a5 6, a6b5 5, a7a8 6, a7a8 5, a7a8 3, a7a8 2", 2, ["", "", "", ""]
)]
#[case::extra("a6a5 1, a6b5 1, a6b6 1, a7a8q 1, a7a8r 1, a7a8b 1, a7a8n 1", 1, ["", "a6b6", "", ""])]
#[case::a_count_that_is_not_one("a6a5 2, a6b5 1, a7a8q 1, a7a8r 1, a7a8b 1, a7a8n 1", 1, ["", "", "", "a6a5:2"])]
fn an_answer_is_compared_move_for_move(
    #[case] rows: &str,
    #[case] depth: u32,
    #[case] expected: [&str; 4],
) {
    let expected = expected.map(|words| words.split_whitespace().map(str::to_owned).collect());
    assert_eq!(compared(PROMOTION, depth, rows), expected as [Vec<String>; 4]);
}
