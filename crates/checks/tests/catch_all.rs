//! The suite catches what it says, with nothing to spare, and the pages say what is so.

use crate::catch_all::caught::BitSet;
use crate::catch_all::known::{self, Catch};
use crate::catch_all::{cover, files};
use crate::repository::in_repository;
use ox88_broken_engine::mutants::{Mutant, mutants};
use std::collections::HashSet;
use std::fs;

fn caught_by(catch: &Catch, deepest: u32) -> BitSet {
    let is_caught = |&(_, depth): &(usize, &Option<u32>)| depth.is_some_and(|it| it <= deepest);
    catch.depths.iter().enumerate().filter(is_caught).map(|(number, _)| number).collect()
}

fn all_caught(catches: &[Catch]) -> BitSet {
    catches.iter().fold(BitSet::default(), |set, catch| set.with(caught_by(catch, u32::MAX)))
}

#[test]
fn the_page_the_heat_map_and_the_tables_are_what_the_command_writes() {
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
    let caught = all_caught(&known::catches(&mutants));
    for (number, Mutant { fault, word, .. }) in mutants.iter().enumerate() {
        let has_reason = known::why_not(*fault).is_some();
        assert!(caught.has(number) || has_reason, "{word} is caught by no line");
        assert!(!caught.has(number) || !has_reason, "{word} is caught, so there is no reason");
    }
}

/// A named line goes to depth 3 in any case.
#[test]
fn no_line_and_no_depth_of_the_suite_is_to_spare() {
    let catches = known::catches(&mutants());
    for (index, catch) in catches.iter().enumerate() {
        let others = catches.iter().enumerate().filter(|&(other, _)| other != index);
        let others =
            others.fold(BitSet::default(), |set, (_, it)| set.with(caught_by(it, u32::MAX)));
        let deepest = catch.line.deepest();
        let name = &catch.line.name;
        let alone = |depth| caught_by(catch, depth).without(others);
        assert!(!alone(deepest).is_empty(), "{name} catches nothing of its own");
        let is_needed = alone(deepest).without(alone(deepest - 1)).numbers().next().is_some();
        assert!(is_needed || deepest == 3, "{name} needs no depth {deepest}");
    }
}

#[test]
fn each_mutant_has_a_word_of_its_own() {
    let mutants = mutants();
    let words: HashSet<&str> = mutants.iter().map(|mutant| mutant.word.as_str()).collect();
    assert_eq!(words.len(), mutants.len());
}

#[test]
fn the_cheapest_cover_is_found() {
    let column =
        |rows: &[usize], price| cover::Column { rows: rows.iter().copied().collect(), price };
    // What adds most for its price is dearer in the end.
    let columns = [
        column(&[0, 1, 2, 3], 7),
        column(&[0, 2, 4], 6),
        column(&[1, 3, 5], 6),
        column(&[4, 5], 6),
    ];
    let cover = cover::cheapest(&columns, (0..6).collect());
    assert_eq!((cover.columns.len(), cover.price, cover.bound), (2, 12, 12));
}
