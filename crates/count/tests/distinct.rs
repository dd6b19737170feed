//! The distinct positions after some plies.

use crate::Split;
use crate::key::Key;
use ox88::{Position, perft};
use ox88_test_support::{position, suite_positions};
use std::collections::HashMap;

/// The same by the definition: every path is played, and the keys of its ends are counted.
fn by_definition(position: &Position, plies: u32) -> HashMap<String, u128> {
    fn play(position: &Position, plies: u32, ends: &mut HashMap<String, u128>) {
        if plies == 0 {
            let end = Key::new(position, 0).position().to_string();
            *ends.entry(end).or_default() += 1;
            return;
        }
        for mv in position.legal_moves() {
            play(&position.after(mv), plies - 1, ends);
        }
    }
    let mut ends = HashMap::new();
    play(position, plies, &mut ends);
    ends
}

#[test]
fn the_split_of_every_suite_position_has_each_position_once_with_all_its_paths() {
    for position in suite_positions() {
        for plies in 0..=2 {
            let split = Split::new(&position, plies).expect("it is a small number");
            let positions: Vec<_> = split.positions(0..split.len()).collect();
            let found: HashMap<_, _> =
                positions.iter().map(|(end, paths)| (end.to_string(), *paths)).collect();
            assert_eq!(found.len(), positions.len(), "{position}: each position is there once");
            assert_eq!(found, by_definition(&position, plies), "{position} after {plies} plies");
            assert_eq!(split.paths(), perft(&position, plies), "{position} after {plies} plies");
        }
    }
}

#[test]
fn the_positions_are_sorted_by_the_text_of_their_fen() {
    for position in suite_positions().chain([Position::start()]) {
        let split = Split::new(&position, 3).expect("it is a small number");
        let fens = split.positions(0..split.len()).map(|(end, _)| end.to_string());
        assert!(fens.is_sorted(), "{position}");
    }
}

#[test]
fn the_numbers_of_distinct_positions_of_the_start_position_are_the_published_ones() {
    let numbers: Vec<_> = (0..=5)
        .map(|plies| Split::new(&Position::start(), plies).map_or(0, |it| it.len()))
        .collect();
    assert_eq!(numbers, [1, 20, 400, 5362, 72078, 822_518]);
}

#[test]
fn paths_beyond_128_bits_are_refused_and_not_wrapped() {
    let lone_kings = position("8/8/8/8/8/8/8/K1k5 w - - 0 1");
    let split = Split::new(&lone_kings, 40).expect("they fit");
    assert!(split.len() < 4000, "there are not more places for two kings");
    assert!(split.paths() > 1 << 80, "there are many paths");
    assert!(Split::new(&lone_kings, 100).is_err());
}
