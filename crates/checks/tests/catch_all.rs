//! The suite catches what it says, with nothing to spare, and the pages say what is so.

use crate::catch_all::files;
use crate::catch_all::known::{self, Catch};
use crate::repository::in_repository;
use ox88_broken_engine::mutants::{Mutant, mutants};
use std::collections::{BTreeSet, HashSet};
use std::fs;

/// The numbers of the mutants that a line catches, up to a depth.
fn caught_by(catch: &Catch, deepest: u32) -> BTreeSet<usize> {
    let is_caught = |&(_, depth): &(usize, &Option<u32>)| depth.is_some_and(|it| it <= deepest);
    catch.depths.iter().enumerate().filter(is_caught).map(|(number, _)| number).collect()
}

fn all_caught<'a>(catches: impl Iterator<Item = &'a Catch>) -> BTreeSet<usize> {
    catches.flat_map(|catch| caught_by(catch, u32::MAX)).collect()
}

#[test]
fn the_page_and_the_heat_map_are_what_the_command_writes() {
    for (file, right) in files() {
        let kept = fs::read_to_string(in_repository(file)).unwrap_or_default();
        let differing = kept.lines().zip(right.lines()).find(|(kept, right)| kept != right);
        assert!(
            kept.lines().eq(right.lines()),
            "{file} is not what the command writes: \
             cargo run -p ox88-checks --bin catch_all -- --write\n\
             first difference: {differing:#?}"
        );
    }
}

#[test]
fn each_mutant_is_caught_or_has_a_reason_not_to_be() {
    let mutants = mutants();
    let caught = all_caught(known::catches(&mutants).iter());
    for (number, Mutant { fault, word, .. }) in mutants.iter().enumerate() {
        let has_reason = known::why_not(*fault).is_some();
        assert!(caught.contains(&number) || has_reason, "{word} is caught by no line");
        assert!(
            !caught.contains(&number) || !has_reason,
            "{word} is caught, so there is no reason"
        );
    }
}

/// A named line goes to depth 3 in any case.
#[test]
fn no_line_and_no_depth_of_the_suite_is_to_spare() {
    let catches = known::catches(&mutants());
    for (index, catch) in catches.iter().enumerate() {
        let others = catches.iter().enumerate().filter(|&(other, _)| other != index);
        let others = all_caught(others.map(|(_, catch)| catch));
        let deepest = catch.line.deepest();
        let name = &catch.line.name;
        let alone = |depth| &caught_by(catch, depth) - &others;
        assert!(!alone(deepest).is_empty(), "{name} catches nothing of its own");
        let is_needed = alone(deepest) != alone(deepest - 1);
        assert!(is_needed || deepest == 3, "{name} needs no depth {deepest}");
    }
}

#[test]
fn each_mutant_has_a_word_of_its_own() {
    let mutants = mutants();
    let words: HashSet<&str> = mutants.iter().map(|mutant| mutant.word.as_str()).collect();
    assert_eq!(words.len(), mutants.len());
}
