//! The exam by day: a sample of what `ci/slow exam` has whole.

use crate::catch_all::known::why_not;
use crate::exam::cases::{Case, alone, pairs, sample};
use crate::exam::doors::Door;
use crate::exam::{Asked, ask, in_parallel};
use std::collections::BTreeSet;

/// What the sample is drawn by, and how many pairs it is drawn from.
const SEED: u64 = 3;
const PAIRS: usize = 100;

/// How many engines with one fault, and with two, are asked at each door.
const SAMPLE: [(Door, usize, usize); 7] = [
    (Door::Uci, 10, 6),
    (Door::ScriptMoves, 4, 2),
    (Door::Divide2, 10, 4),
    (Door::Paste, 10, 4),
    (Door::PasteKiwipete, 10, 4),
    (Door::Check, 4, 2),
    (Door::Slow, 4, 2),
];

/// Known verdicts of the sample that accuse what is not at fault: the door, the grade and the switches. What is
/// repaired has to be taken off.
const KNOWN: &[(&str, &str, &str)] = &[];

/// Where only Chess960, a second question or a deep one shows a fault, most doors ask for minutes, and find nothing.
/// `ci/slow exam` has these too.
fn is_soon_shown(case: &Case) -> bool {
    case.kinds().into_iter().all(|fault| why_not(fault).is_none())
}

#[test]
fn no_verdict_of_the_sample_is_wrong_but_those_that_are_known() {
    let (alone, pairs) = (alone(0), pairs(SEED, PAIRS));
    let of_door = |&(door, ones, twos): &(Door, usize, usize)| {
        let (ones, twos) = (sample(&alone, SEED, ones), sample(&pairs, SEED, twos));
        let all = ones.into_iter().chain(twos);
        let asked = all.filter(|case| door == Door::Uci || is_soon_shown(case));
        asked.map(move |case| (door, case)).collect::<Vec<_>>()
    };
    let questions: Vec<(Door, &Case)> = SAMPLE.iter().flat_map(of_door).collect();
    let asked: Vec<Asked> = in_parallel(&questions, |&(door, case)| ask(case, door, SEED));
    let wrong: Vec<&Asked> = asked.iter().filter(|it| it.grade.is_wrong()).collect();
    let name = |it: &&Asked| (it.door.name(), it.grade.name(), it.words.clone());
    let found: BTreeSet<_> = wrong.iter().map(name).collect();
    let known = KNOWN.iter().map(|&(door, grade, words)| (door, grade, words.to_owned()));
    let known: BTreeSet<_> = known.collect();
    let news: Vec<String> = wrong
        .iter()
        .filter(|it| !known.contains(&name(it)))
        .map(|it| {
            format!("{:?}: expected {}, told {}: {}", name(it), it.expected, it.sentence, it.why)
        })
        .collect();
    assert!(news.is_empty(), "these are new:\n{}", news.join("\n"));
    for it in &asked {
        ox88_test_support::assert_fits(&it.words, &it.text);
    }
    let repaired: Vec<_> = known.difference(&found).collect();
    assert!(repaired.is_empty(), "these are repaired, take them off: {repaired:#?}");
}
