//! Each position of the suites can arise in a game, or is marked: an engine may rely on it that the last
//! move explains a check and an en passant square.

use ox88::suite::built_in;
use ox88_test_support::{can_arise, position};
use rstest::rstest;

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

#[rstest]
#[case::no_check_and_no_square("4k3/8/8/8/8/8/8/4K3 w - - 0 1")]
#[case::any_slide("4k3/8/8/8/8/8/8/r3K3 w - - 0 1")]
#[case::a_capture_is_the_only_way("k6b/6p1/8/4K3/8/8/8/8 w - - 0 1")]
#[case::a_piece_uncovers_a_check("k6b/8/8/8/3K4/8/8/5r2 w - - 0 1")]
#[case::a_rook_that_has_not_moved_is_uncovered("4k2r/8/8/8/8/8/6b1/7K w k - 0 1")]
#[case::a_pawn_takes_and_promotes("r3k3/P7/8/8/8/8/8/rK6 w - - 0 1")]
#[case::a_knight_uncovers_a_check_and_gives_another("4r1k1/8/8/8/8/3n4/8/4K3 w - - 0 1")]
#[case::two_checks_by_promotion("4r1k1/8/8/8/8/8/8/3qK3 w - - 0 1")]
#[case::the_king_uncovers_a_check("r6K/8/8/8/8/8/8/7k w - - 0 1")]
#[case::the_double_push_gives_check("8/8/8/2k5/3Pp3/8/8/4K3 b - d3 0 1")]
#[case::the_double_push_uncovers_a_check("k7/8/8/8/5pP1/8/K7/7B b - g3 0 1")]
#[case::a_pawn_gives_check_from_where_it_stepped("6b1/8/8/4p3/3K4/8/8/k7 w - - 0 1")]
#[case::the_double_push_blocks_a_check("8/8/8/K1k1p2R/8/8/8/8 w - e6 0 1")]
#[case::a_square_that_no_pawn_can_use("4k3/8/8/4p3/3K4/8/8/8 w - e6 0 1")]
#[case::a_square_left_out_since_no_pawn_can_use_it("8/8/8/5K2/1P6/R7/R6k/R7 b - - 0 1")]
#[case::taking_en_passant_uncovers_two_lines("7k/8/8/4K3/8/3p4/8/b3r3 w - - 0 1")]
#[case::castling("8/8/8/8/8/8/5P2/2k2RK1 b - - 0 1")]
fn a_position_with_a_last_move_can_arise(#[case] fen: &str) {
    let position = position(fen);
    assert!(can_arise(&position));
    assert!(can_arise(&position.mirrored()));
}

#[rstest]
#[case::three_checkers("4r1k1/8/8/8/8/3n4/8/r3K3 w - - 0 1")]
#[case::two_knights("4k3/8/8/8/8/3n1n2/8/4K3 w - - 0 1")]
#[case::two_pawns("4k3/8/8/8/8/8/3p1p2/4K3 w - - 0 1")]
#[case::two_rooks_on_one_line("4k3/8/8/8/8/8/8/r3K2r w - - 0 1")]
#[case::a_bishop_in_a_corner("k6b/8/8/8/3K4/8/8/8 w - - 0 1")]
#[case::a_rook_that_has_not_moved("4k2r/8/8/8/8/8/8/7K w k - 0 1")]
#[case::a_rook_that_has_castled_behind_pawns("8/8/8/8/8/8/5P2/2k2RKR b - - 0 1")]
#[case::a_pawn_on_its_home_square("8/3p4/4K3/8/8/8/8/k7 w - - 0 1")]
#[case::the_king_was_in_check_before_the_double_push("8/8/1k6/8/2pP4/8/5BK1/8 b - d3 0 1")]
#[case::a_check_that_the_double_push_did_not_uncover("4k3/8/8/2K1p2r/8/8/8/8 w - e6 0 1")]
#[case::a_check_as_well_as_that_of_the_pawn("4k3/8/8/4p3/r2K4/8/8/8 w - e6 0 1")]
#[case::a_clock_that_runs_after_a_double_push("4k3/8/8/3pP3/8/8/8/4K3 w - d6 5 9")]
#[case::no_pawn_can_have_been_taken_en_passant("7k/8/8/4K3/8/3p4/3B4/b3r3 w - - 0 1")]
#[case::nine_pawns("4k3/8/8/8/8/P7/PPPPPPPP/4K3 w - - 0 1")]
#[case::ten_bishops_and_a_pawn("k7/8/8/8/8/BBBB4/BBBBBBP1/4K3 w - - 0 1")]
fn a_position_without_a_last_move_cannot_arise(#[case] fen: &str) {
    let position = position(fen);
    assert!(!can_arise(&position));
    assert!(!can_arise(&position.mirrored()));
}
