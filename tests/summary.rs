//! What to read first where counts of the suites are wrong. Its name is the last one, so that it is below all cases
//! that have failed.

use crate::suites::{first_difference, in_a_line, in_full};
use ox88::suite::{Suite, built_in};
use ox88_test_support::assert_texts;

/// All positions together are counted up to this in a moment.
const SMALL: u128 = 20_000;

/// The smallest wrong counts that fit on a screen, with the first of them in full.
const LINES: usize = 10;

/// The smallest wrong counts, at most one of each position, and the first of them in full.
fn differences<'a>(suites: impl IntoIterator<Item = &'a Suite>) -> Option<String> {
    let mut all = 0;
    let mut wrong = Vec::new();
    for suite in suites {
        all += suite.positions.len();
        let positions = suite.positions.iter();
        wrong.extend(
            positions.filter_map(|it| first_difference(suite, it, |count| count.nodes <= SMALL)),
        );
    }
    wrong.sort_by_key(|failure| failure.expected.nodes);
    let smallest = in_full(wrong.first()?);
    let which = if wrong.len() > LINES { "; the smallest" } else { "" };
    let lines: Vec<String> = wrong.iter().take(LINES).map(in_a_line).collect();
    Some(format!(
        "{} of {all} positions differ{which}:\n{}\n\n{smallest}\n\n\
         Which rule it breaks, an ox88 from before the change can say:\n\
         cargo build --release && PATH/TO/THE/OLD/ox88 hunt --engine \"target/release/ox88 uci\"",
        wrong.len(),
        lines.join("\n")
    ))
}

#[test]
fn all_positions_have_their_small_counts() {
    if let Some(differences) = differences(built_in::suites()) {
        panic!("{differences}");
    }
}

#[test]
fn where_positions_differ_their_number_and_lines_are_said_and_the_smallest_is_drawn() {
    let text = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 ;id start ;D1 20 ;D2 401\n\
                4k3/8/8/8/8/8/8/4K3 w - - 0 1 ;id kings ;D1 5 ;D2 26 ;D3 171\n\
                4k3/8/8/8/8/8/8/4K2R w K - 0 1 ;id castling ;D1 15\n";
    let suite = Suite::read("suites/planted.epd", text).expect("it can be read");
    let found = differences([&suite]).expect("two counts are wrong");
    assert_texts("summary.differences", [("two of three positions differ", found)]);
}
