//! One cause behind many missing moves: when a piece counts as taken for pinned, or the king for checked.

use super::{mirrored_path, mirrored_text, words};
use crate::explain_missing;
use ox88::Move;
use ox88_engine::Line;
use ox88_test_support::{line, mirrored_move};
use std::collections::BTreeSet;

fn cause_at(path: &Line, missing: &[Move]) -> Option<String> {
    let explanation = explain_missing(path, missing)?;
    let squares: BTreeSet<String> = explanation.squares.iter().map(ToString::to_string).collect();
    assert_eq!(squares.len(), explanation.squares.len(), "no square is marked twice");
    Some(format!("{}: {}", explanation.rule.id(), explanation.reason))
}

/// The cause of these legal moves being missing; with the sides changed, it is the same.
fn cause(fen: &str, missing: &str) -> Option<String> {
    let path: Line = line(fen, "");
    let named = |text| path.end().find_move(text).expect("it is legal");
    let missing: Vec<Move> = missing.split(' ').map(named).collect();
    let here = cause_at(&path, &missing);
    let mirrored: Vec<Move> = missing.iter().map(|&mv| mirrored_move(mv)).collect();
    let there = cause_at(&mirrored_path(&path), &mirrored);
    let texts = (there.unwrap_or_default(), mirrored_text(&here.clone().unwrap_or_default()));
    assert_eq!(words(&texts.0), words(&texts.1));
    here
}

#[track_caller]
fn assert_cause(fen: &str, missing: &str, expected: &str) {
    assert_eq!(cause(fen, missing).as_deref(), Some(expected), "{fen} without {missing}");
}

#[track_caller]
fn assert_no_cause(fen: &str, missing: &str) {
    assert_eq!(cause(fen, missing), None, "{fen} without {missing}");
}

// A piece that is taken for pinned.

/// The rook on h1 would pin the knight, if it were not for the bishop, and the other way round.
const KNIGHT_AND_BISHOP: &str = "4k3/8/8/8/8/8/4P3/4KBNr w - - 0 1";
/// The rook on e6 would pin the one on e3, if it were not for the knight beside the king.
const ROOK: &str = "k7/8/4r3/8/8/4R3/4N3/4K3 w - - 0 1";
const ROOK_ON_ITS_RANK: &str = "e3a3 e3b3 e3c3 e3d3 e3f3 e3g3 e3h3";

#[test]
fn a_piece_without_all_its_moves_behind_another_one_is_taken_for_pinned() {
    let knight = "taken-for-pinned: the knight on g1 is treated as pinned, by the rook on h1, through the \
                  bishop on f1";
    assert_cause(KNIGHT_AND_BISHOP, "g1f3 g1h3", knight);
}

#[test]
fn a_piece_that_keeps_its_moves_along_the_line_is_taken_for_pinned() {
    let rook = "taken-for-pinned: the rook on e3 is treated as pinned, by the rook on e6, through the \
                knight on e2";
    assert_cause(ROOK, ROOK_ON_ITS_RANK, rook);
}

#[test]
fn two_pieces_may_be_taken_for_pinned_at_once() {
    let both = "taken-for-pinned: the bishop on f1 is treated as pinned, by the rook on h1, through the \
                knight on g1; the knight on g1 is treated as pinned, by the rook on h1, through the bishop \
                on f1";
    assert_cause(KNIGHT_AND_BISHOP, "f1g2 f1h3 g1f3 g1h3", both);
}

#[test]
fn a_single_move_has_no_cause_but_its_own_rule() {
    assert_no_cause("4k3/8/8/8/8/4P2P/8/4KBNr w - - 0 1", "g1f3");
    assert_no_cause("4k3/8/8/8/8/7P/4P3/4KBNr w - - 0 1", "f1g2 g1f3");
}

#[test]
fn a_piece_that_keeps_a_move_off_the_line_is_not_taken_for_pinned() {
    assert_no_cause(ROOK, "e3a3 e3b3 e3c3 e3d3 e3f3 e3g3");
}

#[test]
fn a_piece_that_lacks_some_of_its_moves_along_the_line_is_not_taken_for_pinned() {
    assert_no_cause(ROOK, &format!("{ROOK_ON_ITS_RANK} e3e4"));
}

#[test]
fn a_piece_that_is_pinned_is_not_taken_for_it() {
    assert_no_cause("k7/8/4r3/8/8/4R3/8/4K3 w - - 0 1", "e3e2 e3e4 e3e5 e3e6");
}

#[test]
fn a_piece_beside_the_line_is_not_taken_for_pinned() {
    assert_no_cause("k7/8/4r3/8/4P3/8/7P/N3K3 w - - 0 1", "a1b3 a1c2");
}

#[test]
fn only_an_enemy_slider_along_its_own_line_pins() {
    assert_no_cause("k7/8/8/8/7b/6B1/5P2/4K3 w - - 0 1", "f2f3 f2f4 g3h4");
    assert_no_cause("k7/8/8/8/7r/6N1/5P2/4K3 w - - 0 1", "g3f1 g3h1 g3e2 g3e4 g3f5 g3h5");
    assert_no_cause("k7/8/8/8/7B/6N1/5P2/4K3 w - - 0 1", "g3f1 g3h1 g3e2 g3e4 g3f5 g3h5");
}

// A king that is taken for checked.

/// The rook on e8 would give check, if it were not for the knight before it.
const CHECKED: &str = "1k2r3/8/8/4n3/8/8/P7/4K1N1 w - - 0 1";
const NO_ANSWERS: &str = "a2a3 a2a4 g1f3 g1h3";
const BY_THE_ROOK: &str = "taken-for-checked: the king on e1 is treated as in check, by the rook on e8, through \
                           the knight on e5";

#[test]
fn a_king_whose_side_keeps_only_answers_to_a_check_that_is_none_is_taken_for_checked() {
    assert_cause(CHECKED, NO_ANSWERS, BY_THE_ROOK);
    assert_cause(CHECKED, &format!("{NO_ANSWERS} e1e2"), BY_THE_ROOK);
}

#[test]
fn a_king_that_is_taken_for_checked_does_not_castle() {
    let fen = "1k2r3/8/8/4n3/8/8/8/4K2R w K - 0 1";
    let rook = "h1f1 h1g1 h1h2 h1h3 h1h4 h1h5 h1h6 h1h7 h1h8";
    assert_cause(fen, &format!("{rook} e1g1"), BY_THE_ROOK);
    assert_no_cause(fen, rook);
}

#[test]
fn the_capture_of_the_slider_is_an_answer_that_is_kept() {
    let fen = "1k2r3/8/8/1B2n3/8/8/P7/4K3 w - - 0 1";
    let bishop = "b5a4 b5a6 b5c4 b5c6 b5d3 b5d7 b5f1";
    assert_cause(fen, &format!("a2a3 a2a4 {bishop}"), BY_THE_ROOK);
    assert_no_cause(fen, &format!("a2a3 a2a4 {bishop} b5e8"));
}

#[test]
fn a_king_whose_side_keeps_a_move_that_answers_nothing_is_not_taken_for_checked() {
    assert_no_cause(CHECKED, "a2a3 a2a4 g1f3");
}

#[test]
fn a_king_whose_side_lacks_an_answer_is_not_taken_for_checked() {
    assert_no_cause(CHECKED, &format!("{NO_ANSWERS} g1e2"));
}

#[test]
fn a_king_that_lacks_a_step_off_the_line_is_not_taken_for_checked() {
    assert_no_cause(CHECKED, &format!("{NO_ANSWERS} e1d1"));
}
