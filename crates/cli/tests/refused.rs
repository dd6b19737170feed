//! What cannot be done is refused, and nothing else is printed: the commands are in the snapshot.

use crate::program::{refused, words};
use ox88_test_support::{ROOT, assert_rules, code_below};
use std::collections::BTreeSet;
use std::path::Path;

/// The commands of a row, each with what only it has: `{0|-1}` is each of these words.
fn commands(row: &str) -> Vec<(String, &str)> {
    let Some((before, rest)) = row.split_once('{') else { return vec![(row.to_owned(), "")] };
    let (alternatives, behind) = rest.split_once('}').expect("a brace has its end");
    alternatives.split('|').map(|it| (format!("{before}{it}{behind}"), it)).collect()
}

/// What is said of all commands of a row. `…` stands for the word in which they differ, and for the position and its legal
/// moves, which `perft` shows in full.
fn said(row: &str) -> String {
    let said = commands(row).into_iter().map(|(command, word)| {
        let said = refused(&words(&command));
        let said = match word {
            "" => said,
            _ => said.replace(&format!("{word}`"), "…`").replace(&format!("'{word}'"), "'…'"),
        };
        match said.split_once("\nThe position there:") {
            Some((first, _)) if !row.starts_with("perft ") => format!("{first} …"),
            _ => said.replace("\nType `", " Type `"),
        }
    });
    let said: BTreeSet<String> = said.collect();
    assert_eq!(said.len(), 1, "{row}: {said:#?}");
    said.into_iter().collect()
}

#[test]
fn what_cannot_be_done_is_refused_with_what_to_type() {
    assert_rules("refused.commands", |_, row| said(row));
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

#[test]
fn one_line_of_what_is_published_is_unsafe() {
    let crates = ["cli", "count", "engine", "explain", "facts", "gpu", "hunt", "wrong-totals"];
    let folders = crates.map(|it| format!("crates/{it}/src")).into_iter().chain(["src".to_owned()]);
    let code: String = folders.map(|it| code_below(&Path::new(ROOT).join(it))).collect();
    assert_eq!(code.lines().filter(|line| line.contains("unsafe {")).count(), 1);
}
