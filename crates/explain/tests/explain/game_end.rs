//! An engine that ends the game where there are moves, and the rules of draws that would explain it.

use crate::{Draw, explain_game_end};
use ox88::Move;
use ox88_engine::WrongCount;
use ox88_test_support::{line, square};
use rstest::rstest;

#[rstest]
#[case::nothing_of_the_kind("4k3/8/8/8/8/8/8/R3K3 w - - 99 80", "", &[])]
#[case::fifty_moves_of_each_side("4k3/8/8/8/8/8/8/R3K3 w - - 100 80", "", &[Draw::FiftyMoves])]
#[case::the_last_of_these_moves("4k3/8/8/8/8/8/8/R3K3 w - - 99 80", "a1a2", &[Draw::FiftyMoves])]
#[case::bare_kings("4k3/8/8/8/8/8/8/4K3 w - - 0 1", "", &[Draw::Material])]
#[case::a_knight("4k3/8/8/8/8/8/8/N3K3 w - - 0 1", "", &[Draw::Material])]
#[case::a_bishop("b3k3/8/8/8/8/8/8/4K3 w - - 0 1", "", &[Draw::Material])]
#[case::two_knights("4k3/8/8/8/8/8/8/NN2K3 w - - 0 1", "", &[])]
#[case::a_pawn("4k3/p7/8/8/8/8/8/4K3 w - - 0 1", "", &[])]
#[case::there_and_back("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "a1a2 e8e7 a2a1 e7e8", &[Draw::Repetition])]
#[case::back_without_a_right("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "a1a2 e8e7 a2a1 e7e8", &[])]
#[case::there_alone("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "a1a2 e8e7 a2a1", &[])]
#[case::all_three(
    "4k3/8/8/8/8/8/8/4K3 w - - 99 80",
    "e1e2 e8e7 e2e1 e7e8",
    &[Draw::FiftyMoves, Draw::Material, Draw::Repetition]
)]
fn a_game_may_be_drawn_at_the_end_of_a_line(
    #[case] fen: &str,
    #[case] moves: &str,
    #[case] expected: &[Draw],
) {
    assert_eq!(Draw::at_end_of(&line(fen, moves)), expected);
}

const ROOK: &str = "4k3/8/8/8/8/8/8/R3K3 w - - 100 80";

fn reason(fen: &str, counts: &[WrongCount], draws: &[Draw]) -> String {
    let explanation = explain_game_end(&line(fen, ""), counts, draws);
    assert_eq!(explanation.rule.id(), "ends-game-too-early");
    assert_eq!(explanation.squares.len(), 1, "the king is marked");
    explanation.reason
}

#[test]
fn an_engine_without_a_move_ends_the_game_by_a_rule_that_would_draw_it_or_without_one() {
    assert_eq!(reason(ROOK, &[], &[]), "the engine lists no move here, but 15 are legal");
    assert_eq!(
        reason("7k/8/8/8/8/8/1r6/K7 w - - 0 1", &[], &[]),
        "the engine lists no move here, but one is legal"
    );
    assert_eq!(
        reason(ROOK, &[], &[Draw::FiftyMoves, Draw::Repetition]),
        "the engine lists no move here, but 15 are legal; the fifty-move rule applies (no capture and no pawn \
         move in fifty moves), and the position repeats an earlier one, but perft ignores draws"
    );
}

#[test]
fn an_engine_without_a_leaf_after_a_move_ends_the_game_there() {
    let mv = Move::normal(square("a1"), square("a2"));
    let count = |theirs| [WrongCount { mv, theirs, ours: 5 }];
    assert_eq!(
        reason(ROOK, &count(0), &[]),
        "the engine counts 0 after a1a2, but there are leaves"
    );
    assert_eq!(
        reason(ROOK, &count(0), &[Draw::Material]),
        "the engine counts 0 after a1a2, where neither side has the material to mate, \
         but perft ignores draws"
    );
    assert_eq!(
        reason(ROOK, &count(1), &[Draw::Repetition]),
        "the engine counts too few leaves after a1a2, where the position repeats an earlier one, but \
         perft ignores draws"
    );
}
