//! Faults of facts that are planted, each of which the hunt has to name, and habits of which it accuses nobody. This is the
//! door `facts` of the exam, with a sample of the pairs.

use crate::exam::Asked;
use crate::exam::facts::{Switches, alone, ask, bait, pairs};
use crate::exam::grade::Grade;
use crate::exam::in_parallel;
use ox88_facts::{Speaker, search};
use ox88_test_support::broken_engine;
use rstest::rstest;
use std::time::Duration;

/// What the sample is drawn by, and how many pairs it has.
const SEED: u64 = 3;
const PAIRS: usize = 20;

#[rstest]
#[case::each_fault_is_named_and_no_other(alone())]
#[case::bait_is_never_accused(bait())]
#[case::of_two_faults_none_but_these_are_named(pairs(SEED, PAIRS))]
fn verdicts_of_facts_are_right(#[case] engines: Vec<Switches>) {
    let asked: Vec<Asked> = in_parallel(&engines, |switches| Some(ask(switches)));
    let wrong = asked.iter().filter(|it| it.grade != Grade::Right);
    let wrong: Vec<String> =
        wrong.map(|it| format!("{}: expected {:?}\n{}", it.words, it.expected, it.text)).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// What is learnt at first, and the positions in which each rule can be broken, take so many.
const FIRST: u64 = 400;

/// Each way in which a process tells facts: after `d`, after `facts`, beside its perft, by `undo`, `legal` and `san`.
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
fn a_fault_is_named_by_each_way_to_tell_facts(
    #[case] fault: &str,
    #[case] by: &str,
    #[case] rule: &str,
) {
    let command = format!("\"{}\" --plant {fault} --by {by}", broken_engine().display());
    let mut engine =
        Speaker::start(&command, "go perft", Duration::from_secs(30)).expect("it runs");
    let found = search(&mut engine, &mut |positions| positions < FIRST).found;
    let rules: Vec<&str> = found.iter().map(|found| found.wrong.rule.id()).collect();
    assert_eq!(rules, [rule], "{found:#?}");
}
