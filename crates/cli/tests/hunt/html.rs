//! The page that `ox88 hunt --html` writes.

use super::run::{WORKED, broken, hunt};
use crate::program::assert_says;
use ox88_test_support::page::{all_text, read};
use ox88_test_support::{file, hand_out};
use std::fs;

/// The page of a hunt with these arguments.
fn page(name: &str, arguments: &[&str]) -> (Option<i32>, String) {
    let page = file(name, "");
    let hunted = hunt(&[arguments, &["--html", &page]].concat());
    (hunted.code, fs::read_to_string(page).expect("it is written"))
}

/// `docs/pictures/report.png` is a picture of this page.
#[test]
fn the_page_of_the_picture_in_the_docs_is_written() {
    let engine = broken("ep-of-the-checking-pawn-missing");
    let (_, page) = page("docs.html", &["--engine", &engine, "--fen", WORKED, "--depth", "5"]);
    // What differs from machine to machine: where the engine is, and how fast.
    let shown = engine.replace('"', "&quot;");
    let page = page.replace(&shown, "./my-engine");
    let (before, behind) = page.split_once(" nodes, ").expect("it says how long it took");
    let (_, behind) = behind.split_once(" s. ").expect("the time has an end");
    let page = format!("{before} nodes, 0.1 s. {behind}");

    // `ci/pictures` takes it from the folder for tests.
    hand_out("report.html", page);
}

#[test]
fn there_is_a_page_without_a_difference_and_without_a_hunt() {
    let (code, page_of_right) = page("right.html", &["--engine", &broken(""), "--max-nodes", "30"]);
    assert_eq!(code, Some(0));
    let document = read(&page_of_right);
    let shown = all_text(document.root());
    assert!(shown.contains("OK: no difference: "), "{page_of_right}");

    let (code, not_run) = page("not_run.html", &["--engine", "/no/such/engine"]);
    assert_eq!(code, Some(2));
    let document = read(&not_run);
    assert!(all_text(document.root()).contains("was found: expected a path"), "{not_run}");
}

#[test]
fn a_page_on_standard_output_takes_the_place_of_the_text() {
    let engine = broken("castling-missing");
    let hunted = hunt(&["--engine", &engine, "--max-nodes", "100", "--html", "-"]);
    assert_eq!(hunted.code, Some(1), "{}", hunted.err);
    assert_eq!(hunted.err, "");
    read(&hunted.out);
}

/// Markup wherever an engine can print something, and the page as it is quoted.
#[cfg(unix)]
#[test]
fn what_an_engine_prints_is_quoted_and_never_interpreted() {
    let hostile = "\
#!/bin/sh
echo '<script>alert(\"stderr\")</script>' >&2
echo 'a2a3\"><script>alert(1)</script>: 1'
echo '<b onclick=alert(2)>'
echo 'a2a3'\\''</pre><script>alert(3)</script>'
$1
";
    let command = |name: &str, what: &str| {
        let script = file(&format!("hostile_{name}.sh"), hostile.replace("$1", what));
        format!("sh '{script}' '<script>alert(\"command\")</script>&amp;'")
    };
    for (name, what, code, shown) in [
        ("wrong", "echo 'a2a3: 1'; echo 1", 1, &["a2 is empty"][..]),
        ("unread", "echo 'a2a3: 1'", 2, &["a2a3\"><script>alert(1)</script>: 1"]),
        (
            "end",
            "exit 3",
            2,
            &[
                "<b onclick=alert(2)>",
                "stderr: <script>alert(\"stderr\")</script>",
                "a2a3'</pre><script>alert(3)</script>",
            ],
        ),
    ] {
        let command = command(name, what);
        let (found, page) = page("hostile.html", &["--script", &command]);
        assert_eq!(found, Some(code), "{page}");
        assert!(!page.contains("<script") && !page.contains("<b "), "{page}");
        let document = read(&page);
        assert_says(&all_text(document.root()), &[shown, &[&command]].concat());
        let title = document.descendants().find(|node| node.has_tag_name("title"));
        assert!(title.is_some_and(|title| all_text(title).ends_with(&command)), "{page}");
    }
}
