//! The table of wrong totals is what the engines print, its pages are what it says, and it accuses nobody of another
//! fault.

use crate::numbers::page::{PAGE, table};
use crate::numbers::table::{Made, engines, places, totals};
use crate::numbers::walk::{Right, total};
use crate::repository::in_repository;
use ox88_broken_engine::game::Game;
use ox88_broken_engine::mutants::mutants;
use ox88_count::random::Random;
use ox88_hunt::{explain_total, known_totals};
use std::collections::BTreeMap;
use std::fs;

/// Counts that a test walks.
const MOST: u128 = 6_000;

#[test]
fn a_walk_with_a_memory_counts_what_the_engine_counts() {
    for (number, (place, _)) in places().into_iter().enumerate().step_by(5) {
        let depth =
            (1..=4).take_while(|&it| place.count(it).is_some_and(|it| it.nodes <= MOST)).last();
        let Some(depth) = depth else { continue };
        let right = Right::new(&place.position, depth);
        for mutant in mutants().into_iter().skip(number % 3).step_by(3) {
            let rows = Game::new(&place.position, mutant.faults).divide(depth);
            let plain: u64 = rows.iter().map(|row| row.1).sum();
            let walked = total(&place.position, mutant.faults, depth, &right, usize::MAX);
            assert_eq!(walked.map(|it| it.0), Some(plain), "{} at {}", mutant.word, place.name());
        }
    }
}

#[test]
fn a_sample_of_the_table_is_what_the_engines_print() {
    let engines: Vec<Made> = engines();
    let mut random = Random::of_piece(49, 0, 0);
    let places = places();
    for _ in 0..6 {
        let (place, _) = places[random.below(places.len())];
        let depth =
            (1..=3).take_while(|&it| place.count(it).is_some_and(|it| it.nodes <= MOST)).last();
        let Some(depth) = depth else { continue };
        let walked = totals(&engines, &place.position, depth, false);
        for (depth, walked) in (1..).zip(walked) {
            let kept =
                known_totals().filter(|it| it.position.name() == place.name() && it.depth == depth);
            // Those of pairs alone were not walked here.
            let kept = kept.filter(|it| it.faults[0].names.len() == 1);
            let kept: Vec<u128> = kept.map(|it| it.total).collect();
            let walked: Vec<u128> = walked.into_keys().map(u128::from).collect();
            assert_eq!(
                kept,
                walked,
                "{} at depth {depth}: is a fault new? \
                 cargo run --release -p ox88-checks --bin numbers -- --walk",
                place.name()
            );
        }
    }
}

#[test]
fn the_page_is_that_of_the_table() {
    let read = |file| fs::read_to_string(in_repository(file)).unwrap_or_default();
    let command = "cargo run --release -p ox88-checks --bin numbers";
    assert!(read(PAGE).contains(&table()), "{PAGE} is not what the command writes: {command}");
}

/// Engines drawn by a seed, with a number each: whoever is named, the fault of the engine is among them.
#[test]
fn no_number_of_300_engines_names_another_fault_alone() {
    let (mutants, places) = (mutants(), places());
    let mut random = Random::of_piece(4949, 0, 0);
    let (mut asked, mut named) = (0, 0);
    let mut right = BTreeMap::new();
    while asked < 300 {
        let (mutant, place) = (random.below(mutants.len()), random.below(places.len()));
        let (mutant, known) = (&mutants[mutant], places[place].0);
        let depths = (1..=5).take_while(|&it| known.count(it).is_some_and(|it| it.nodes <= MOST));
        let Some(depth) = depths.last() else { continue };
        let counts = right.entry(place).or_insert_with(|| Right::new(&known.position, depth));
        let printed = total(&known.position, mutant.faults, depth, counts, usize::MAX)
            .expect("it is small")
            .0;
        if u128::from(printed) == known.count(depth).expect("it is known").nodes {
            continue;
        }
        asked += 1;
        for (position, depth) in [(None, None), (Some(&known.position), Some(depth))] {
            let explained = explain_total(printed.into(), position, depth);
            let faults = explained.faults();
            named += usize::from(!faults.is_empty());
            let has_it = faults.iter().any(|it| it.names.contains(&mutant.fault.name()));
            assert!(
                faults.is_empty() || has_it,
                "{} at {} prints {printed}: {}\n(after a new bug: cargo run --release -p ox88-checks --bin numbers -- --walk)",
                mutant.word,
                known.name(),
                explained.text()
            );
            assert!(
                explained.text().lines().all(|line| line.chars().count() <= 80),
                "{}",
                explained.text()
            );
        }
    }
    assert!(named >= 150, "few were named: {named}");
}
