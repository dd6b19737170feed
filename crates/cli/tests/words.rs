//! What the tests of the packages for Python and JavaScript and of the page for a browser expect to read. They run by
//! night; these words are looked for by day, so that whoever changes them changes those tests in the same step.

use ox88_test_support::{ROOT, in_one_line};
use std::fs;
use std::path::Path;

/// Their tests.
const TESTS: [&str; 3] = [
    "crates/python/tests/test_ox88.py",
    "crates/web/package/tests/ox88.test.js",
    "crates/web/tests/page.mjs",
];

/// What writes the words: sources, and snapshots of what is printed.
const WRITERS: [&str; 4] = ["crates", "src", "docs", "snapshots"];

/// The texts of a folder, but for tests and what is built there.
fn texts(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("the tests run in the repository");
    let texts = entries.map(|entry| entry.expect("it is there").path()).flat_map(|path| {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if path.is_dir() {
            let is_left_out = ["tests", "target", "node_modules"].contains(&name.as_str());
            return if is_left_out { Vec::new() } else { texts(&path) };
        }
        let is_text = ["rs", "snap", "md", "js", "mjs", "html", "py"];
        let is_text = path.extension().is_some_and(|it| is_text.iter().any(|known| it == *known));
        if is_text { vec![printed_by(&path)] } else { Vec::new() }
    });
    texts.collect()
}

/// A line that goes on after a `\` is one. Comments print nothing.
fn printed_by(path: &Path) -> String {
    let text = fs::read_to_string(path).expect("it is a text").replace("\\\n", " ");
    let lines = text.lines().filter(|line| !line.trim_start().starts_with("//"));
    in_one_line(&lines.collect::<Vec<_>>().join("\n"))
}

#[test]
fn what_tests_in_other_languages_expect_is_still_written() {
    let written: Vec<String> =
        WRITERS.iter().flat_map(|it| texts(&Path::new(ROOT).join(it))).collect();
    let tests = TESTS.map(|it| (it, printed_by(&Path::new(ROOT).join(it))));
    for words in include_str!("words.txt").lines() {
        let expects: Vec<&str> =
            tests.iter().filter(|it| it.1.contains(words)).map(|it| it.0).collect();
        assert!(!expects.is_empty(), "no test expects {words:?}: take it off words.txt");
        let is_written = written.iter().any(|it| it.contains(words));
        assert!(is_written, "{words:?} is written nowhere: change it in {}", expects.join(", "));
    }
}
