//! `hunt --total`: from one number to the faults that give it.

use super::run::{broken, hunt};
use crate::program::{Run, finish, start};
use ox88_test_support::{assert_fits, assert_rules, file};
use std::sync::atomic::{AtomicBool, Ordering};

/// What most answers end with, which the first answer shows in full.
const USUAL: [&str; 3] = ["  or       compare", "  or       `ox88 hunt ./my-engine`", "  but "];

/// The commands of the snapshot, each with what is said and its exit code.
#[test]
fn a_number_is_answered_in_a_sentence() {
    let is_first = AtomicBool::new(true);
    assert_rules("total.answers", |_, command| {
        let words = shlex::split(command).expect("a shell reads it");
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let Run { code, out, err } = hunt(&[&["--total"], &words[..]].concat());
        assert_eq!((out.is_empty(), err.as_str()), (false, ""), "{command}");
        assert_fits(command, &out);
        let is_in_full = is_first.swap(false, Ordering::Relaxed);
        let mut is_usual = false;
        let is_kept = |line: &&str| {
            let goes_on = line.starts_with("     ") || line.starts_with("  ox88 ");
            is_usual = USUAL.iter().any(|it| line.starts_with(it)) || is_usual && goes_on;
            is_in_full || !is_usual
        };
        let kept: Vec<&str> = out.lines().filter(is_kept).collect();
        format!("{}\nexit code {}", kept.join("\n"), code.expect("it ends by itself"))
    });
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
        text.contains("4865351 is what an engine prints if en passant is never generated"),
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
