//! The kinds of leaves: each column by the position that shows its definition.

use ox88::{Stats, stats};
use ox88_test_support::position;
use rstest::rstest;

/// The columns of the leaf after one move that are not 0, beside the number of nodes.
fn columns_behind(fen: &str, mv: &str) -> String {
    let position = position(fen);
    let mv = position.find_move(mv).expect("the move is legal");
    let stats = Stats::of_leaf(&position, mv);
    let names = stats.columns().filter(|&(_, leaves)| leaves > 0).map(|(column, _)| column.name());
    names.skip(1).collect::<Vec<_>>().join(" ")
}

#[rstest]
#[case::a_quiet_move("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "a1a2", "")]
#[case::a_capture("4k3/8/8/8/8/8/p7/R3K3 w - - 0 1", "a1a2", "captures")]
#[case::en_passant_is_a_capture("4k3/8/8/pP6/8/8/8/4K3 w - a6 0 1", "b5a6", "captures en_passant")]
#[case::castling("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", "castles")]
#[case::a_king_that_castles_onto_its_rook_captures_nothing(
    "4k3/8/8/8/8/8/8/5KR1 w G - 0 1",
    "f1g1",
    "castles"
)]
#[case::a_promotion("8/P7/8/3k4/8/8/8/4K3 w - - 0 1", "a7a8n", "promotions")]
#[case::a_capture_that_promotes("1n6/P7/8/3k4/8/8/8/4K3 w - - 0 1", "a7b8n", "captures promotions")]
#[case::a_check("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "a1a8", "checks")]
#[case::a_check_by_the_rook_that_castles_is_not_discovered(
    "5k2/8/8/8/8/8/8/4K2R w K - 0 1",
    "e1g1",
    "castles checks"
)]
#[case::a_piece_that_leaves_a_line_discovers_a_check(
    "4k3/8/8/8/8/8/4N3/K3R3 w - - 0 1",
    "e2c3",
    "checks discovered_checks"
)]
#[case::a_pawn_taken_en_passant_opens_a_line(
    "7k/8/8/3pP3/8/8/1B6/4K3 w - d6 0 1",
    "e5d6",
    "captures en_passant checks discovered_checks"
)]
#[case::a_double_check_is_not_among_the_discovered_ones(
    "4k3/8/8/8/4N3/8/8/K3R3 w - - 0 1",
    "e4d6",
    "checks double_checks"
)]
#[case::a_double_check_by_a_pawn_that_captures_en_passant(
    "8/4k3/8/3pP3/8/8/8/K3R3 w - d6 0 1",
    "e5d6",
    "captures en_passant checks double_checks"
)]
#[case::a_mate_is_a_check("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "a1a8", "checks checkmates")]
#[case::a_stalemate("7k/8/6K1/8/8/8/8/5Q2 w - - 0 1", "f1f7", "stalemates")]
#[case::a_pawn_that_promotes_checks_along_its_own_file(
    "8/4P3/8/8/4k3/8/8/K7 w - - 0 1",
    "e7e8r",
    "promotions checks"
)]
fn each_column_asks_what_its_definition_says(
    #[case] fen: &str,
    #[case] mv: &str,
    #[case] expected: &str,
) {
    assert_eq!(columns_behind(fen, mv), expected);
}

#[test]
fn the_leaf_at_depth_0_is_a_node_and_nothing_else() {
    let mate = position("R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1");
    assert_eq!(stats(&mate, 0).columns().map(|(_, leaves)| leaves).sum::<u128>(), 1);
    assert_eq!(stats(&mate, 1), Stats::NONE);
}
