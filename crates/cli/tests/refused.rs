//! What cannot be done is refused, and nothing else is printed: the commands are in `refused.txt`.

use crate::program::{commands, finish, refused, start, words};
use ox88_test_support::{ROOT, assert_texts, code_below};
use rstest::rstest;
use std::path::Path;

/// What is said of each command below the heading of this snapshot.
fn refusals(snapshot: &str) -> Vec<(String, String)> {
    // Each system says it in its own words.
    let not_found = std::io::Error::from_raw_os_error(2).to_string();
    let said = |line: &str| refused(&words(line)).replace(&not_found, "(no such file)");
    let lines = commands(include_str!("refused.txt"), snapshot);
    lines.map(|line| (format!("$ ox88 {line}"), said(line))).collect()
}

#[rstest]
fn what_cannot_be_done_is_refused_with_what_to_type(
    #[values(
        "cli.depths",
        "cli.positions",
        "cli.empty_positions",
        "cli.positions_by_option",
        "cli.starts",
        "cli.ids",
        "cli.moves",
        "cli.lists",
        "cli.suite_formats",
        "cli.suites_refused",
        "cli.options",
        "cli.guesses_at_hunts",
        "cli.no_guesses",
        "cli.formats",
        "cli.arguments",
        "estimate.refusals",
        "export.refusals",
        "hunt.refusals",
        "work.split"
    )]
    snapshot: &str,
) {
    assert_texts(snapshot, refusals(snapshot));
}

/// Each library also serves the page, Python and JavaScript, whose users have other options.
#[test]
fn no_library_names_an_option_of_the_program() {
    let libraries =
        ["count", "diagnose", "engine", "explain", "facts", "gpu", "hunt", "wrong-totals"];
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

#[test]
fn a_guess_is_answered_with_the_command_that_does_it() {
    let guesses = refusals("cli.guesses");
    for (_, complaint) in &guesses {
        let (_, suggested) =
            complaint.split_once("Did you mean this?\n  ox88 ").expect("it suggests something");
        let suggested = suggested.lines().next().and_then(shlex::split).expect("it is a command");
        assert_eq!(finish(start(&suggested), "").code, Some(0), "{suggested:?}");
    }
    assert_texts("cli.guesses", guesses);
}
