//! Each position of the suites can arise in a game, or is marked: an engine may rely on it that the last
//! move explains a check and an en passant square.

use super::clauses::assert_each;
use ox88::suite::built_in;
use ox88_test_support::{can_arise, position};

#[test]
fn every_position_of_the_suites_can_arise_or_is_marked_and_no_mark_is_needless() {
    let suites = built_in::suites();
    let published = built_in::published();
    for suite in suites.into_iter().chain([published]) {
        for known in &suite.positions {
            let place = format!("{}:{}: {}", suite.file, known.entry.line, known.entry.fen);
            match (can_arise(&known.position), known.can_arise()) {
                (true, true) | (false, false) => {}
                (false, true) => {
                    panic!("{place}: no last move leads here: write c0 \"cannot arise\"")
                }
                (true, false) => panic!("{place}: a last move leads here: leave the mark out"),
            }
        }
    }
}

#[test]
fn a_position_can_arise_if_a_last_move_leads_there() {
    assert_each("Whether a last move leads to a position.", |fen, _| {
        let arises = can_arise(&position(fen));
        assert_eq!(can_arise(&position(fen).mirrored()), arises, "{fen}");
        if arises { "yes" } else { "no" }.to_owned()
    });
}
