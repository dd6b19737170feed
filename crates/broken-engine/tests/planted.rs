//! Faults that are planted, each of which the hunt has to name, and habits of which it accuses nobody.

use crate::planted::{BAIT, FAULTS, Planted};
use ox88_facts::{InProcess, Outcome, search};
use std::thread;

/// The most positions: all that is asked first, and some of the suites.
const MOST: u64 = 1900;

fn hunted(switch: &'static str) -> Outcome {
    let mut teller = InProcess::new(move || Planted::new(&[switch]));
    search(&mut teller, &mut |positions| positions < MOST)
}

/// What each of these shows that is not as it should be.
fn each(switches: &[&'static str], wrong: fn(&str, &Outcome) -> Option<String>) -> Vec<String> {
    let threads = thread::available_parallelism().map_or(2, usize::from);
    let size = switches.len().div_ceil(threads);
    let parts: Vec<Vec<&'static str>> = switches.chunks(size).map(<[_]>::to_vec).collect();
    let check = move |part: Vec<&'static str>| {
        let one = |switch| wrong(switch, &hunted(switch));
        part.into_iter().filter_map(one).collect::<Vec<String>>()
    };
    let parts: Vec<_> = parts.into_iter().map(|part| thread::spawn(move || check(part))).collect();
    parts.into_iter().flat_map(|part| part.join().expect("no panic")).collect()
}

fn named(outcome: &Outcome) -> Vec<&'static str> {
    outcome.found.iter().map(|found| found.wrong.rule.id()).collect()
}

#[test]
fn each_planted_fault_is_named_and_no_other() {
    let faults: Vec<&str> = FAULTS.iter().map(|(fault, _)| *fault).collect();
    let wrong = each(&faults, |fault, outcome| {
        let expected = FAULTS.iter().find(|(it, _)| *it == fault).map_or("", |(_, rule)| rule);
        (named(outcome) != [expected])
            .then(|| format!("{fault}: {:?} {:?}", named(outcome), outcome.notes))
    });
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn bait_is_never_accused() {
    let wrong = each(BAIT, |bait, outcome| {
        let found: Vec<String> = outcome.found.iter().map(|it| format!("{:?}", it.wrong)).collect();
        (!found.is_empty()).then(|| format!("{bait}: {found:?} {:?}", outcome.notes))
    });
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
