//! Scripts that fail: was their answer complete before that? And scripts that refuse MOVES.

use super::run::{FEW, hunt, hunt_json, name_of_case, number};
use ox88_test_support::file;
use rstest::{Context, rstest};
use serde_json::Value;

/// What it finds wrong in a position with three moves, of a script that does this.
fn found_by_script(name: &str, text: &str, depth: &str) -> (Option<i32>, Value) {
    let script = format!("sh '{}'", file(&format!("{name}.sh"), text));
    let kings = "7k/8/8/8/8/8/8/K7 w - - 0 1";
    hunt_json(&["--script", &script, "--fen", kings, "--depth", depth])
}

/// It may have been about to print the moves that are missing.
#[rstest]
#[case::in_the_middle("echo 'a1a2: 1'; echo 'no such piece' >&2; exit 1", "1")]
#[case::after_a_total_of_something_else("echo 'Moves: 3'; echo 'a1a2: 3'; exit 1", "2")]
#[case::in_the_rows_of_the_second_depth(
    "echo 'a1a2: 1'; echo 'a1b1: 1'; echo 'a1b2: 1'; [ $1 = 1 ] || echo 'a1a2: 3'; exit 1",
    "2"
)]
#[case::after_a_move_that_is_not_legal(
    "echo 'a1a2: 1'; echo 'a1a3: 1'; echo 'a1a4: 1'; exit 1",
    "1"
)]
#[case::in_the_last_count("echo 'a1a2: 15'; echo 'a1b1: 15'; printf 'a1b2: 2'; exit 1", "3")]
#[case::in_its_total(
    "echo 'a1a2: 15'; echo 'a1b1: 15'; echo 'a1b2: 24'; printf 'Nodes: 5'; exit 1",
    "3"
)]
#[case::before_any_row("echo 'Moves: 3'; exit 1", "2")]
fn an_answer_that_ends_in_a_failure_has_no_missing_moves(
    #[context] context: Context,
    #[case] text: &str,
    #[case] depth: &str,
) {
    let (code, found) = found_by_script(&name_of_case(&context), text, depth);
    let is_heard = number(&found, "/nodes") > 0;
    assert_eq!(code, Some(if is_heard { 1 } else { 2 }), "{found:#}");
    let trouble = &found["findings"][0]["trouble"];
    assert_eq!(trouble["kind"], "dies", "{found:#}");
    assert!(trouble["sentence"].to_string().contains("exit status: 1"), "{trouble}");
}

#[test]
fn an_answer_that_ends_in_a_failure_is_quoted_as_it_was_printed() {
    let text = "echo ' a1a2:  1'; echo 'a1b1 -> ?'; echo 'KeyError: 7' >&2; exit 1";
    let (_, found) = found_by_script("quoted_failure", text, "1");
    let mut lines: Vec<String> = found["findings"][0]["trouble"]["last_lines"]
        .as_array()
        .expect("there are lines")
        .iter()
        .map(|line| line.as_str().expect("it is text").to_owned())
        .collect();
    lines.sort();
    assert_eq!(lines, ["a1a2:  1", "a1b1 -> ?", "stderr: KeyError: 7"]);
}

/// Whether it is right or wrong: what it says is whole, and its exit code means something else.
#[rstest]
#[case::all_rows("echo 'a1a2: 1'; echo 'a1b1: 1'; echo 'a1b2: 1'; exit 7", Some(0), "")]
#[case::a_total_alone("echo 3; exit 7", Some(0), "")]
#[case::a_row_too_few_in_its_total(
    "echo 'a1a2: 1'; echo 'a1b1: 1'; echo 2; exit 7",
    Some(1),
    "king-step"
)]
#[case::a_row_too_many(
    "echo 'a1a2: 1'; echo 'a1b1: 1'; echo 'a1b2: 1'; echo 'a1a3: 1'; exit 7",
    Some(1),
    "not-its-way"
)]
fn a_complete_answer_counts_whatever_the_exit_code_is(
    #[context] context: Context,
    #[case] text: &str,
    #[case] expected: Option<i32>,
    #[case] rule: &str,
) {
    let name = format!("complete_{}", name_of_case(&context));
    let (code, found) = found_by_script(&name, text, "1");
    assert_eq!(code, expected, "{found:#}");
    assert_eq!(found["findings"][0]["rule"].as_str().unwrap_or_default(), rule, "{found:#}");
}

#[cfg(unix)]
#[test]
fn a_right_script_that_takes_no_moves_is_told_so_once() {
    let program = env!("CARGO_BIN_EXE_ox88");
    let text = format!(
        "[ $# = 2 ] || {{ echo 'usage: perft DEPTH FEN' >&2; exit 2; }}\n'{program}' divide $1 \"$2\""
    );
    let script = format!("sh '{}'", file("no_moves.sh", text));
    let suite = file("no_moves.epd", FEW);
    let run = hunt(&["--script", &script, "--suite", &suite]);
    assert_eq!(run.code, Some(0), "{}{}", run.out, run.err);
    assert_eq!(run.out.matches("refuses MOVES").count(), 1, "{}", run.out);
    assert!(run.out.contains("usage: perft DEPTH FEN"), "{}", run.out);
}
