//! The door `facts`: engines whose perft is right, with planted faults of what perft never calls, and habits that are
//! no faults. Their hunt is another one, and so are its reports; the grades are the same.

use super::grade::Grade;
use super::{Asked, Door, Order, in_parallel, men};
use ox88_broken_engine::planted::{BAIT, FAULTS, Planted, switch};
use ox88_count::random::Random;
use ox88_facts::{Found, InProcess, Report, search};
use std::collections::BTreeSet;
use std::time::Instant;

/// The most positions of a hunt: all that is asked first, and some of the suites.
pub const MOST: u64 = 2500;

/// Switches of an engine: one fault, two, or a habit.
pub type Switches = Vec<&'static str>;

/// Each fault alone.
pub fn alone() -> Vec<Switches> {
    FAULTS.iter().map(|(fault, _)| vec![*fault]).collect()
}

/// Each habit that is no fault.
pub fn bait() -> Vec<Switches> {
    BAIT.iter().map(|bait| vec![*bait]).collect()
}

/// So many pairs of faults that break different rules.
pub fn pairs(seed: u64, count: usize) -> Vec<Switches> {
    let mut random = Random::of_piece(seed, 0, 0);
    let mut pairs = BTreeSet::new();
    while pairs.len() < count {
        let [one, other] = [(); 2].map(|()| FAULTS[random.below(FAULTS.len())]);
        if one.1 != other.1 {
            pairs.insert([one.0.min(other.0), one.0.max(other.0)]);
        }
    }
    pairs.into_iter().map(|pair| pair.to_vec()).collect()
}

/// The rules that these switches break.
fn expected(switches: &[&str]) -> Vec<&'static str> {
    let of = |switch: &&str| FAULTS.iter().find(|(fault, _)| fault == switch);
    switches.iter().filter_map(of).map(|(_, rule)| *rule).collect()
}

/// The grade of one engine.
pub fn ask(switches: &[&'static str]) -> Asked {
    let start = Instant::now();
    let mut teller = InProcess::new(|| Planted::new(switches));
    let outcome = search(&mut teller, &mut |positions| positions < MOST);
    let time = start.elapsed();
    let report = Report { engine: switches.join(" "), outcome, time };
    let (found, expected) = (&report.outcome.found, expected(switches));
    let wrong: Vec<&Found> =
        found.iter().filter(|it| !expected.contains(&it.wrong.rule.id())).collect();
    let grade = match (&wrong[..], &found[..]) {
        _ if report.outcome.trouble.is_some() => Grade::Missed,
        ([], []) if expected.is_empty() => Grade::Right,
        ([], []) => Grade::Missed,
        ([], _) => Grade::Right,
        _ if expected.is_empty() => Grade::Invented,
        _ => Grade::WrongRule,
    };
    let first = wrong.first().copied().or(found.first());
    Asked {
        words: switches.join(" "),
        faults: expected.len(),
        door: Door::Facts,
        grade,
        why: String::new(),
        expected: expected.join("; "),
        rule: first.map_or(String::new(), |it| it.wrong.rule.id().to_owned()),
        part: String::new(),
        sentence: first.map_or(String::new(), |it| it.wrong.sentence.clone()),
        pieces: first.map(|it| men(&it.line)),
        questions: report.outcome.questions,
        time,
        text: report.text(),
    }
}

/// All that is ordered.
pub fn ask_all(order: &Order) -> Vec<Asked> {
    let pairs = pairs(order.seed, order.pairs.min(order.most).min(Door::Facts.most().1));
    let all = [bait(), alone(), pairs].concat();
    in_parallel(&all, |switches| Some(ask(switches)))
}

/// The engine with these switches.
pub fn read(words: &str) -> Result<Switches, String> {
    let known = |word| switch(word).ok_or_else(|| format!("{word:?} is no fault of facts"));
    words.split_whitespace().map(known).collect()
}
