//! What is asked first is read, can have arisen in a game, and has what the comments of the file say.

use crate::probes;
use crate::rules::Rule;
use crate::truth::EnPassant;
use ox88::Position;
use ox88_test_support::can_arise;

#[test]
fn each_line_of_the_file_is_one_that_can_arise() {
    let text = include_str!("../src/probes.txt");
    let written = text.lines().filter(|line| line.contains('/') && !line.starts_with('#')).count();
    let [lines, ends, chess960] = ["lines", "ends", "chess960"].map(probes::lines);
    let grids = probes::part("grids");
    assert_eq!((lines.len() + ends.len() + chess960.len()) / 2 + grids.len(), written);
    for line in lines.iter().chain(&ends).chain(&grids).chain(&chess960) {
        assert!(can_arise(&line.root), "{} cannot arise", line.root);
    }
}

/// The reference itself refuses what has to be refused, and makes nothing else of what is to be normalised.
#[test]
fn each_text_in_place_of_a_fen_is_what_the_file_says() {
    for row in probes::FENS.lines().filter(|line| !line.starts_with('#')) {
        let cells: Vec<&str> = row.split(" | ").collect();
        match (cells[0], cells[1].parse::<Position>()) {
            ("refuse" | "normalise", Err(_)) => {}
            ("accept", Ok(_)) => assert_eq!(cells.len(), 3, "{row}"),
            ("normalise", Ok(it)) => assert_eq!(EnPassant::Legal.fen(&it), cells[3], "{row}"),
            (_, read) => panic!("{row}: {read:?}"),
        }
    }
    let keys = probes::POLYGLOT.lines().filter_map(|line| line.strip_prefix("463b96181691fc9c "));
    assert_eq!(keys.collect::<Vec<_>>(), [ox88::START]);
}

/// `KeyTurn` has the line `key-turn`.
#[test]
fn each_rule_has_its_own_line() {
    for rule in Rule::ALL {
        let words = rule.id().split('-').map(|word| word[..1].to_uppercase() + &word[1..]);
        assert_eq!(format!("{rule:?}"), words.collect::<String>());
        assert!(!rule.title().is_empty() && !rule.usual_cause().is_empty(), "{rule:?}");
    }
    let lines = include_str!("../src/rules.txt").lines().filter(|line| !line.starts_with('#'));
    assert_eq!(lines.count(), Rule::ALL.len());
}
