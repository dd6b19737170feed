//! An engine that ends the game where there are moves, and the rules of draws that would explain it.

use crate::{Draw, explain_game_end};
use ox88::Move;
use ox88_engine::{Line, WrongCount};
use ox88_test_support::{assert_rules, line, square};

const DRAWS: [Draw; 3] = [Draw::FiftyMoves, Draw::Material, Draw::Repetition];

/// Below the first rule are positions with moves, and the draws there. Below the others are positions in which an engine has
/// no move, or this number of leaves after a1a2, with the draws that are said to be there.
#[test]
fn a_game_may_be_drawn_and_an_engine_that_ends_it_too_early_is_told_by_which_rule() {
    assert_rules("explain.game_end", |rule, case| {
        let (fen, rest) = case.split_once(": ").expect("a position");
        if rule.starts_with("A game may be drawn") {
            let line: Line = line(fen, rest.split_once(", ").map_or("", |it| it.1));
            return format!("{:?}", Draw::at_end_of(&line));
        }
        let mv = Move::normal(square("a1"), square("a2"));
        let theirs = rest.split(' ').next().and_then(|it| it.parse().ok());
        let counts: Vec<_> =
            theirs.map(|theirs| WrongCount { mv, theirs, ours: 5 }).into_iter().collect();
        let draws: Vec<Draw> =
            DRAWS.into_iter().filter(|it| rest.contains(&format!("{it:?}"))).collect();
        let explanation = explain_game_end(&line(fen, ""), &counts, &draws);
        assert_eq!(explanation.rule.id(), "ends-game-too-early");
        assert_eq!(explanation.squares.len(), 1, "the king is marked");
        explanation.reason
    });
}
