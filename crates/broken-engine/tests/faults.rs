//! What the broken engine counts: the right number without a fault, and with each fault the wrong
//! number that is known for it. `conversation` talks to it.

use crate::faults::{Example, Fault, Faults};
use crate::game::Game;
use crate::mutants::{Mutant, mutants};
use ox88::Position;
use ox88_test_support::{broken_engine, position, suite_positions};
use rstest::rstest;
use std::collections::HashSet;
use std::process::Command;

fn game_with(names: &[&str], position: &Position) -> Game {
    let mut faults = Faults::NONE;
    for name in names {
        assert!(faults.switch_on_by_name(name), "{name} is no fault");
    }
    Game::new(position, faults)
}

/// The right count, which is small here.
fn perft(position: &Position, depth: u32) -> u64 {
    u64::try_from(ox88::perft(position, depth)).expect("it is small")
}

/// The leaves that an engine with these faults counts.
fn count_with(names: &[&str], position: &Position, depth: u32) -> u64 {
    total(&mut game_with(names, position), depth)
}

fn total(game: &mut Game, depth: u32) -> u64 {
    game.divide(depth).iter().map(|(_, leaves)| leaves).sum()
}

// The counts.

#[test]
fn without_a_fault_every_position_of_the_suites_has_the_right_count() {
    for position in suite_positions() {
        for position in [position, position.mirrored()] {
            for depth in 1..=3 {
                let right = perft(&position, depth);
                assert_eq!(count_with(&[], &position, depth), right, "{position} at {depth}");
            }
        }
    }
}

/// The last ply is counted without making its moves, which rests on this.
#[test]
fn a_move_that_is_taken_back_leaves_nothing_behind_but_by_a_fault_of_undo() {
    let engines: Vec<Mutant> =
        mutants().into_iter().filter(|it| !it.faults.spoil_when_undone()).collect();
    let state = |it: &Game| (it.board, it.kings, it.side, it.rights, it.en_passant);
    for (place, position) in suite_positions().enumerate() {
        for mutant in engines.iter().skip(place % 16).step_by(16) {
            let mut game = Game::new(&position, mutant.faults);
            for mv in game.pseudo_legal() {
                game.make(mv);
                let before = state(&game);
                for reply in game.pseudo_legal() {
                    game.make(reply);
                    game.undo();
                    assert_eq!(
                        state(&game),
                        before,
                        "{}: {position} {mv:?} {reply:?}",
                        mutant.word
                    );
                }
                game.undo();
            }
        }
    }
}

#[test]
fn each_fault_has_the_wrong_count_that_is_known_of_it() {
    for &fault in Fault::ALL {
        for &Example { fen, depth, right, wrong } in fault.examples() {
            let (name, position) = (fault.name(), position(fen));
            assert_eq!(perft(&position, depth), right, "the right count of {fen} at {depth}");
            let found = count_with(&[name], &position, depth);
            assert_eq!(found, wrong, "{name} ({}) in {fen} at {depth}", fault.description());
            assert_ne!(right, wrong, "{name} is not shown by {fen}");
        }
    }
}

#[test]
fn each_fault_has_a_name_of_its_own_and_is_shown_by_a_position() {
    let names: HashSet<&str> = Fault::ALL.iter().map(|fault| fault.name()).collect();
    assert_eq!(names.len(), Fault::ALL.len());
    let not_shown: Vec<&Fault> =
        Fault::ALL.iter().filter(|fault| fault.examples().is_empty()).collect();
    // It has its own test below.
    assert_eq!(not_shown, [&Fault::UndoForgetsTheEpSquare]);
}

#[test]
fn a_forgotten_en_passant_square_is_missed_by_the_second_count_only() {
    let position = position("8/8/8/2k5/3Pp3/8/8/4K3 b - d3");
    let mut game = game_with(&["undo-forgets-the-ep-square"], &position);
    assert_eq!([total(&mut game, 1), total(&mut game, 1)], [9, 8]);
}

#[rstest]
#[case("promotion-to-king-instead-of-knight", "8/P1k5/K7/8/8/8/8/8 w - -")]
#[case("long-castling-to-the-b-file", "4k3/8/8/8/8/8/8/R3K3 w Q -")]
fn two_errors_may_cancel_in_the_total(#[case] name: &str, #[case] fen: &str) {
    let position = position(fen);
    assert_eq!(count_with(&[name], &position, 1), perft(&position, 1));
    let rows = game_with(&[name], &position).divide(1);
    let legal = position.legal_moves();
    assert_eq!(rows.iter().filter(|(mv, _)| !legal.contains(mv)).count(), 1);
}

const ATTACKED: &str = "4k3/8/8/8/8/8/4p3/4K2R w K -";
const CHECKED: &str = "4k3/4r3/8/8/8/8/8/R3K2R w KQ -";
const PASSED: &str = "8/8/8/2k5/3Pp3/8/8/4K3 b - d3";
/// Black takes the rook on a1, and White castles: the mistake is that of the side that captures.
const TAKEN: &str = "1k6/8/8/8/R7/1n6/8/R3K3 b Q -";

/// A fault may belong to one side, one about castling to one wing, and one about captures by pawns to the wing towards which
/// they go.
#[rstest]
#[case("castling-through-an-attack", ATTACKED, 1, [13, 13])]
#[case("white:castling-through-an-attack", ATTACKED, 1, [13, 12])]
#[case("black:castling-through-an-attack", ATTACKED, 1, [12, 13])]
#[case("castling-out-of-check", CHECKED, 1, [6, 6])]
#[case("king-side:castling-out-of-check", CHECKED, 1, [5, 5])]
#[case("white:queen-side:castling-out-of-check", CHECKED, 1, [5, 4])]
#[case("black:queen-side:castling-out-of-check", CHECKED, 1, [4, 5])]
#[case("queen-side:captured-rook-keeps-the-right", TAKEN, 2, [194, 194])]
#[case("king-side:captured-rook-keeps-the-right", TAKEN, 2, [193, 193])]
#[case("black:captured-rook-keeps-the-right", TAKEN, 2, [194, 193])]
#[case("white:captured-rook-keeps-the-right", TAKEN, 2, [193, 194])]
#[case("queen-side:ep-of-the-checking-pawn-missing", PASSED, 1, [8, 8])]
#[case("king-side:ep-of-the-checking-pawn-missing", PASSED, 1, [9, 9])]
fn a_fault_may_belong_to_a_side_or_a_wing(
    #[case] name: &str,
    #[case] fen: &str,
    #[case] depth: u32,
    #[case] expected: [u64; 2],
) {
    let here = position(fen);
    assert_eq!([here, here.mirrored()].map(|it| count_with(&[name], &it, depth)), expected);
}

#[test]
fn only_some_faults_belong_to_a_wing() {
    let mut faults = Faults::NONE;
    assert!(!faults.switch_on_by_name("king-side:pin-ignored"));
    assert!(!faults.switch_on_by_name("king-side:white:castling-missing"));
    assert!(faults.switch_on_by_name("reversed:black:king-side:castling-missing"));
}

/// What undo leaves behind spoils the moves that come later, so another order spoils others.
#[test]
fn the_moves_may_be_tried_in_many_orders() {
    let position = position("r3k2r/1P1nbq2/8/2pP4/3N1B2/8/PQ4p1/R3K2R w KQkq c6");
    let moves = |number| {
        let name = format!("shuffled-{number}:undo-forgets-the-taken-piece");
        let moves = game_with(&[&name], &position).pseudo_legal().into_iter();
        moves.map(|mv| position.move_text(mv)).collect::<Vec<_>>()
    };
    let orders: HashSet<Vec<String>> = (1..40).map(moves).collect();
    let sorted = orders.iter().cloned().map(|mut order| {
        order.sort();
        order
    });
    assert_eq!(sorted.collect::<HashSet<_>>().len(), 1, "the same moves");
    assert!(orders.len() > 30, "{} orders", orders.len());
}

#[test]
fn the_moves_may_be_tried_in_the_reversed_order() {
    let position = position("4k2r/6K1/8/8/8/8/8/8 w k -");
    let moves = |names: &[&str]| {
        let rows = game_with(names, &position).divide(1);
        rows.into_iter().map(|(mv, _)| mv).collect::<Vec<_>>()
    };
    let reversed = moves(&["reversed:rights-not-restored-by-undo"]);
    assert_eq!(reversed, moves(&[]).into_iter().rev().collect::<Vec<_>>());
}

/// A fault of an engine that remembers counts does not show when each child is counted alone.
#[rstest]
#[case(Fault::HashForgetsTheEpSquare)]
#[case(Fault::HashForgetsTheRights)]
#[case(Fault::CountsWrapAt16Bits)]
fn a_count_may_be_wrong_only_in_the_recursion(#[case] fault: Fault) {
    let Example { fen, depth, .. } = fault.examples()[0];
    let name = fault.name();
    let position = position(fen);
    let wrong = |position: &Position| count_with(&[name], position, 1) != perft(position, 1);
    let mut level = vec![position];
    for _ in 1..depth.min(4) {
        let after = |position: &Position| {
            let moves = position.legal_moves();
            moves.into_iter().map(|mv| position.after(mv)).collect::<Vec<_>>()
        };
        level = level.iter().flat_map(after).collect();
        assert!(!level.iter().any(wrong), "{name} is wrong at depth 1");
    }
    assert_ne!(count_with(&[name], &position, depth), perft(&position, depth));
}

#[test]
fn the_list_names_every_fault() {
    let output = Command::new(broken_engine()).arg("--list").output().expect("it runs");
    let text = String::from_utf8(output.stdout).expect("it prints text");
    for fault in Fault::ALL {
        assert!(text.contains(&format!("  {} ", fault.name())), "{}", fault.name());
        assert!(text.contains(&format!("\n{}:\n", fault.kind())), "{}", fault.kind());
    }
}
