//! What cannot be done is refused, and nothing else is printed: the commands are in the snapshots.

use crate::program::{commands, refused, words};
use ox88_test_support::{ROOT, assert_texts, code_below};
use rstest::rstest;
use std::path::Path;

/// What is said of each command of this snapshot.
fn refusals(snapshot: &str) -> Vec<(String, String)> {
    // Each system says it in its own words.
    let not_found = std::io::Error::from_raw_os_error(2).to_string();
    let said = |line: &str| refused(&words(line)).replace(&not_found, "(no such file)");
    commands(snapshot).map(|line| (format!("$ ox88 {line}"), said(&line))).collect()
}

#[rstest]
#[case::a_depth_is_from_1_to_255("cli.depths")]
#[case::a_fen_that_is_no_position_is_refused_with_its_field("cli.positions")]
#[case::an_empty_text_is_no_position("cli.empty_positions")]
#[case::a_position_is_named_once_by_its_option_or_without("cli.positions_by_option")]
#[case::a_start_is_a_number_from_0_to_959_and_comes_without_another_position("cli.starts")]
#[case::an_unknown_id_is_refused_with_similar_ones("cli.ids")]
#[case::a_move_that_cannot_be_played_is_refused_with_the_legal_ones("cli.moves")]
#[case::a_list_of_nothing_is_refused_with_similar_names("cli.lists")]
#[case::what_is_no_suite_is_refused_by_its_name_and_line_and_so_is_a_suite_that_would_test_nothing(
    "cli.suites_refused"
)]
#[case::threads_are_from_1_to_1024_and_memory_is_a_size("cli.options")]
#[case::a_hunt_that_is_not_meant_so_is_refused_and_no_engine_is_started("cli.guesses_at_hunts")]
#[case::a_hunt_is_told_one_engine_and_options_that_go_together("hunt.refusals")]
#[case::work_is_split_into_plies_below_its_depth_and_into_parts_in_a_folder("work.split")]
#[case::limits_and_seeds_of_an_estimate_are_positive_and_in_reach("estimate.refusals")]
#[case::rows_are_printed_in_one_format("cli.formats")]
#[case::arguments_that_mean_nothing_are_refused_with_what_to_type("cli.arguments")]
fn what_cannot_be_done_is_refused_with_what_to_type(#[case] snapshot: &str) {
    assert_texts(snapshot, refusals(snapshot));
}

/// Each library also serves the page, Python and JavaScript, whose users have other options.
#[test]
fn no_library_names_an_option_of_the_program() {
    let libraries = ["count", "engine", "explain", "facts", "gpu", "hunt", "wrong-totals"];
    for crate_name in libraries {
        let code = code_below(&Path::new(ROOT).join(format!("crates/{crate_name}/src")));
        let has_option = |line: &&str| {
            let mut words = line.split("--").skip(1);
            let is_comment = line.trim_start().starts_with("//");
            !is_comment && words.any(|it| it.starts_with(|it: char| it.is_ascii_lowercase()))
        };
        assert_eq!(code.lines().find(has_option), None, "{crate_name}");
    }
}
