//! The commands in the README print what is shown below them.

mod helpers {
    pub mod broken_engine;
    pub mod program;
}

use helpers::broken_engine::broken_engine;
use helpers::program::{Run, finish, start};
use std::fs;

/// The `console` blocks of the README: each command with the lines that are shown below it.
fn shown_runs() -> Vec<(String, Vec<String>)> {
    let readme = fs::read_to_string("README.md").expect("the tests run beside the README");
    let mut runs: Vec<(String, Vec<String>)> = Vec::new();
    let mut is_shown = false;
    for line in readme.lines() {
        match line.trim_start() {
            "```console" => is_shown = true,
            "```" => is_shown = false,
            line if is_shown => match line.strip_prefix("$ ox88 ") {
                Some(command) => runs.push((command.to_owned(), Vec::new())),
                None => runs.last_mut().expect("a command comes first").1.push(line.to_owned()),
            },
            _ => {}
        }
    }
    runs
}

/// The engine of the README filters captures en passant by the squares that answer a check.
fn my_engine() -> String {
    format!("\"{}\" ep-of-the-checking-pawn-missing", broken_engine().display())
}

/// The place of a file that the README writes and reads, where no other test writes one.
fn place(file: &str) -> String {
    format!("{}/readme.{file}", env!("CARGO_TARGET_TMPDIR"))
}

/// What a command prints, unless that goes into a file.
fn output(command: &str) -> String {
    let (command, file) =
        command.split_once(" > ").map_or((command, None), |it| (it.0, Some(it.1)));
    let arguments = shlex::split(command).expect("the README quotes as a shell does");
    let here = |it: String| match it.as_str() {
        "./my-engine" => my_engine(),
        "work.epd" | "result.epd" => place(&it),
        _ => it,
    };
    let Run { code, out, err } = finish(start(arguments.into_iter().map(here)), "");
    assert_ne!(code, Some(2), "ox88 {command} is refused: {err}");
    let Some(file) = file else { return out };
    fs::write(place(file), out).expect("the folder for tests can be written");
    String::new()
}

/// The words of a line that are the same on every machine: no times and speeds.
fn lasting_words(line: &str) -> Vec<&str> {
    let is_timing = |word: &&str| word.contains('.') && word.parse::<f64>().is_ok();
    let is_unit = |word: &&str| ["s", "M", "-"].contains(word);
    line.split_whitespace().filter(|word| !is_timing(word) && !is_unit(word)).collect()
}

#[test]
fn every_command_of_the_readme_prints_what_is_shown_below_it() {
    let runs = shown_runs();
    assert!(runs.len() >= 3, "the README shows how to use the program");
    for (command, shown) in runs {
        let printed = output(&command);
        let mut printed = printed.lines();
        for line in &shown {
            // A line of three dots means that the rest is left out.
            if line == "…" {
                break;
            }
            let next = printed.next().unwrap_or("(nothing more)");
            assert_eq!(lasting_words(line), lasting_words(next), "ox88 {command}");
        }
        if shown.last().is_none_or(|line| line != "…") {
            assert_eq!(printed.next(), None, "ox88 {command} prints more than the README shows");
        }
    }
}
