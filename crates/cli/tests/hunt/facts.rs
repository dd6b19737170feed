//! `hunt --facts`: what perft never calls, through pipes.

use super::run::{broken, hunt, text};
use crate::program::Run;
use rstest::rstest;
use serde_json::Value;
use std::time::{Duration, Instant};

/// Runs the hunt of facts against an engine with this fault, which tells facts in this way.
fn facts(fault: &str, by: &str, more: &[&str]) -> Run {
    let engine = broken(&format!("--plant {fault} --by {by}"));
    hunt(&[&["--facts", "--budget", "120s", "--engine", &engine], more].concat())
}

#[track_caller]
fn assert_fits(text: &str) {
    let is_copied = |line: &&str| {
        ["  ", "path ", "fen ", "engine ", "correct "].iter().any(|it| line.starts_with(it))
    };
    for line in text.lines().filter(|line| !is_copied(line)) {
        assert!(line.chars().count() <= 80, "{line:?} in\n{text}");
    }
}

/// What the page about facts shows from start to end: also after perft, which is right.
#[rstest]
#[case::facts_alone(&["--facts"])]
#[case::after_perft(&["--max-nodes", "300"])]
fn a_key_that_forgets_the_right_of_a_captured_rook_is_named(#[case] how: &[&str]) {
    let engine = broken("--plant captured-rook-keeps-right");
    let found = hunt(&[how, &["--engine", &engine]].concat());
    assert_eq!(found.code, Some(1), "{}{}", found.out, found.err);
    assert_fits(&found.out);
    for part in [
        "After the rook on h1 is captured, the key still holds White's right to castle\n\
         short\n",
        "To reproduce, send your engine:\n  \
         position fen 4k3/8/8/8/8/8/6q1/4K2R b K - 0 1 moves g2h1\n  d\n",
        "Its key must be the same as after:\n  \
         position fen 4k3/8/8/8/8/8/8/4K2q w - - 0 2\n  d\n",
    ] {
        assert!(found.out.contains(part), "expected {part:?} in\n{}", found.out);
    }
}

#[rstest]
#[case::key_by_d("en-passant-kept", "d", "key-en-passant-kept")]
#[case::key_by_facts("castling-rook-stays", "facts", "key-castling-rook")]
#[case::undo_by_perft("undo-of-capture", "d", "key-not-restored")]
#[case::fen_by_d("fen-captured-rook", "d", "fen-rights")]
#[case::fen_after_undo("fen-undo-of-clock", "facts", "fen-not-restored")]
#[case::gives_check("gives-check-castling", "facts", "gives-check-castling")]
#[case::legal("legal-is-pseudo-legal", "facts", "legal-leaves-check")]
#[case::end("fifty-before-mate", "facts", "end-mate-before-fifty")]
#[case::chess960("castling-rook-from-the-corner", "d", "key-castling-rook")]
#[case::san_of_chess960("san-castling-by-half-of-board", "facts", "san-castling")]
#[case::columns("column-without-captures-of-promotions", "d", "leaves-captures")]
#[case::undo_of_right("undo-forgets-right", "d", "key-not-restored")]
#[case::san("san-letter-for-pinned", "facts", "san-letter-extra")]
#[case::reading_san("san-ambiguous-accepted", "facts", "san-ambiguous")]
fn a_fault_is_named_by_each_way_to_tell_facts(
    #[case] fault: &str,
    #[case] by: &str,
    #[case] rule: &str,
) {
    let found = facts(fault, by, &["--json", "-"]);
    let value: Value = serde_json::from_str(&found.out).expect(&found.err);
    assert_eq!(found.code, Some(1), "{value:#}");
    assert_eq!(text(&value, "/findings/0/rule"), rule, "{value:#}");
    assert_eq!(value.pointer("/findings/1"), None, "{value:#}");
    assert_fits(&facts(fault, by, &[]).out);
}

/// What is unusual is told, once, and is no fault.
#[rstest]
#[case::right("right", "facts", "nothing wrong in ")]
#[case::additive("additive", "d", "the keys are not XORs of constants")]
#[case::narrow("bits-32", "d", "nothing wrong in ")]
#[case::wide("bits-128", "d", "nothing wrong in ")]
#[case::unsteady("unsteady", "d", "the key of the same position changes from question to question")]
#[case::of_pawns("pawn-key", "d", "the key is the same wherever a knight is")]
#[case::no_number("right", "words", "the key `none` is not a number")]
#[case::moves_that_it_does_not_make(
    "does-not-play-en-passant",
    "d",
    "the engine does not make a move of `position fen 4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1 moves d4e3`"
)]
#[case::zeros("san-zeros", "facts", "writes castling with zeros")]
#[case::root("root-not-counted", "facts", "3 times; the position that was set up is not counted")]
fn a_habit_is_no_fault(#[case] habit: &str, #[case] by: &str, #[case] says: &str) {
    let found = facts(habit, by, &[]);
    assert_eq!(found.code, Some(0), "{}{}", found.out, found.err);
    let once = found.out.replace("\n         ", " ").matches(says).count();
    assert_eq!(once, 1, "expected {says:?} once in\n{}", found.out);
    assert_fits(&found.out);
}

/// Whoever says how long that may take waits no longer, whatever the limit of one answer is.
#[test]
fn an_engine_that_falls_silent_is_asked_for_as_long_as_was_said() {
    let start = Instant::now();
    let engine = broken("--plant right --by silence");
    let found = hunt(&["--facts", "--budget", "1s", "--engine", &engine]);
    assert!(start.elapsed() < Duration::from_secs(4), "{}{}", found.out, found.err);
    let out = found.out.replace("\n         ", " ");
    assert!(out.contains("skipped: the rest, because time ran out"), "{out}");
}

#[rstest]
#[case::a_board_alone("board", "prints no facts: expected `Fen:`, `Key:` or `Checkers:` after `d`")]
#[case::nothing("none", "prints no facts")]
#[case::dies("death", "after `d`: the engine exited before its answer was complete")]
fn an_engine_without_facts_is_refused(#[case] by: &str, #[case] says: &str) {
    let found = facts("right", by, &[]);
    assert_eq!((found.code, found.out.as_str()), (Some(2), ""), "{}", found.err);
    let err = found.err.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(err.contains(says), "expected {says:?} in\n{}", found.err);
    // After perft that is no news.
    let engine = broken(&format!("--plant right --by {by}"));
    let found = hunt(&["--max-nodes", "300", "--engine", &engine]);
    assert_eq!(found.code, Some(0), "{}{}", found.out, found.err);
    assert!(!found.out.contains("fact"), "{}", found.out);
}

#[rstest]
#[case::a_position(&["--fen", "startpos"], "--facts asks about positions of its own: leave --fen out")]
#[case::a_page(&["--html", "page.html"], "leave --html out")]
#[case::a_script(&["--script", "./perft.sh"], "--facts asks an engine that speaks UCI")]
#[case::nobody(&[], "expected an engine")]
fn what_makes_no_sense_with_facts_is_refused(#[case] more: &[&str], #[case] says: &str) {
    let engine = broken("--plant right");
    let engine = if says.contains("leave") { vec!["--engine", &engine] } else { Vec::new() };
    let found = hunt(&[&["--facts"], more, &engine].concat());
    assert_eq!(found.code, Some(2), "{}", found.out);
    assert!(found.err.contains(says), "expected {says:?} in\n{}", found.err);
}
