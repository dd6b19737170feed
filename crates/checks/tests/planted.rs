//! Faults of facts that are planted, each of which the hunt has to name, and habits of which it accuses nobody. This is the
//! door `facts` of the exam, with a sample of the pairs.

use super::sampled;
use crate::exam::facts::{MOST, Switches, alone, ask, bait, pairs};
use crate::exam::grade::Grade;
use crate::exam::{Asked, in_parallel, men};
use ox88_facts::{Report, Speaker, search};
use ox88_test_support::{assert_fits, broken_engine, in_one_line};
use rstest::rstest;
use std::time::Duration;

/// What the pairs are drawn by, and how many they are.
const SEED: u64 = 3;
const PAIRS: usize = 10;

#[rstest]
#[case::a_fault_is_named_and_no_other(sampled(&alone()))]
#[case::bait_is_never_accused(sampled(&bait()))]
#[case::of_two_faults_none_but_these_are_named(pairs(SEED, PAIRS))]
fn verdicts_of_facts_are_right(#[case] engines: Vec<Switches>) {
    let asked: Vec<Asked> = in_parallel(&engines, |switches| Some(ask(switches)));
    let wrong = asked.iter().filter(|it| it.grade != Grade::Right);
    let wrong: Vec<String> =
        wrong.map(|it| format!("{}: expected {:?}\n{}", it.words, it.expected, it.text)).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// A process of the engine.
fn process(plant: &str, by: &str) -> Result<(String, Speaker), String> {
    let command = format!("\"{}\" --plant {plant} --by {by}", broken_engine().display());
    let engine = Speaker::start(&command, "go perft", Duration::from_secs(30), None)?;
    Ok((command, engine))
}

/// An engine that ends at a text that is not a FEN has refused it.
#[test]
fn texts_that_are_not_fens_are_asked_on_demand() {
    for is_asked_fens in [true, false] {
        let (_, mut engine) = process("right", "facts").expect("it tells facts");
        engine.is_asked_fens = is_asked_fens;
        let notes = search(&mut engine, &mut |positions| positions < 2).notes;
        let says = "fens: the engine treats 29 of 29 texts as it should".to_owned();
        assert_eq!(notes.contains(&says), is_asked_fens, "{notes:?}");
    }
}

/// What is told of a process of the engine by its first answers.
fn told_by_a_process(plant: &str, by: &str) -> Result<Report, String> {
    let (command, mut engine) = process(plant, by)?;
    let outcome = search(&mut engine, &mut |positions| positions < MOST);
    Ok(Report { engine: command, outcome, time: Duration::ZERO })
}

/// After `d`, after `facts`, beside its perft, by `undo`, `null`, `legal` and `san`, each in a small position after few moves.
#[rstest]
#[case::key_by_d("en-passant-kept", "d", "key-en-passant-kept")]
#[case::key_by_facts("castling-rook-stays", "facts", "key-castling-rook")]
#[case::undo_by_perft("undo-of-capture", "d", "key-not-restored")]
#[case::fen_by_d("fen-captured-rook", "d", "fen-rights")]
#[case::fen_after_undo("fen-undo-of-clock", "facts", "fen-not-restored")]
#[case::gives_check("gives-check-castling", "facts", "gives-check-castling")]
#[case::legal("legal-is-pseudo-legal", "facts", "legal-leaves-check")]
#[case::chess960("castling-rook-from-the-corner", "d", "key-castling-rook")]
#[case::columns("column-without-captures-of-promotions", "d", "leaves-captures")]
#[case::reading_san("san-ambiguous-accepted", "facts", "san-ambiguous")]
#[case::kept_evaluation("eval-keeps-captured-bishop", "facts", "eval-capture")]
#[case::null_move("null-keeps-en-passant", "facts", "key-null")]
fn a_fault_is_named_by_each_way_to_tell_facts(
    #[case] fault: &str,
    #[case] by: &str,
    #[case] rule: &str,
) {
    let report = told_by_a_process(fault, by).expect("it tells facts");
    let rules: Vec<&str> = report.outcome.found.iter().map(|found| found.wrong.rule.id()).collect();
    assert_eq!(rules, [rule], "{}", report.text());
    let line = &report.outcome.found[0].line;
    assert!(men(line) <= 6 && line.moves.len() <= 2, "{}", report.text());
    assert_fits(fault, &report.text());
}

/// What is unusual is told once, and is no fault.
#[rstest]
#[case::additive("additive", "d", "the keys are not XORs of constants")]
#[case::narrow("bits-32", "d", "nothing wrong in ")]
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
fn a_habit_is_told_once(#[case] habit: &str, #[case] by: &str, #[case] says: &str) {
    let report = told_by_a_process(habit, by).expect("it tells facts");
    let text = report.text();
    assert!(report.outcome.found.is_empty(), "{text}");
    assert_eq!(in_one_line(&text).matches(says).count(), 1, "expected {says:?} once in\n{text}");
    assert_fits(habit, &text);
}

#[rstest]
#[case::a_board_alone("board", "prints no facts: expected `Fen:`, `Key:` or `Checkers:` after `d`")]
#[case::dies("death", "after `d`: the engine exited before its answer was complete")]
fn an_engine_without_facts_is_refused(#[case] by: &str, #[case] says: &str) {
    let why =
        told_by_a_process("right", by).map(|report| report.text()).expect_err("it tells none");
    assert!(in_one_line(&why).contains(says), "expected {says:?} in\n{why}");
}
