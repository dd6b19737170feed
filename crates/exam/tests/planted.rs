//! Faults of facts that are planted, each of which the hunt has to name, and habits of which it accuses nobody. This is the
//! door `facts` of the exam, with a sample of the pairs.

use crate::exam::Asked;
use crate::exam::facts::{Switches, alone, ask, bait, pairs};
use crate::exam::grade::Grade;
use crate::exam::in_parallel;
use rstest::rstest;

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
