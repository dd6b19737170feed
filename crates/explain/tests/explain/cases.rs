//! Each rule of the table, shown by moves that prove it.
//!
//! The title of a case says what the move shows and the rule that makes it legal or illegal. Below are the position and the
//! moves: the last one is asked about, those before it are played. The rule is asserted, and the sentence is compared with
//! the snapshot, one file for each group of moves. To add a case, write its first two lines there, and run the test with
//! `INSTA_UPDATE=always`.

use super::explain;
use ox88_test_support::{assert_texts, kept};
use rstest::rstest;

#[rstest]
#[case::what_generators_get_wrong_about_en_passant_is_named("explain.wrong_en_passant")]
#[case::what_generators_get_wrong_about_castling_is_named("explain.wrong_castling")]
#[case::what_generators_get_wrong_about_pawns_is_named("explain.wrong_pawns")]
#[case::what_generators_get_wrong_about_pins_and_checks_is_named("explain.wrong_pins_and_checks")]
#[case::a_plain_move_is_explained_by_how_the_piece_moves("explain.plain_moves")]
#[case::a_move_in_check_or_in_a_pin_is_explained_by_what_it_does_about_it(
    "explain.checks_and_pins"
)]
#[case::a_castling_is_explained_by_what_is_known_of_its_right("explain.castling")]
#[case::two_squares_mean_a_castling_if_the_king_goes_where_it_castles_or_onto_its_rook(
    "explain.castling_by_squares"
)]
#[case::a_move_that_no_piece_has_is_explained_by_what_is_wrong_with_it("explain.impossible_moves")]
#[case::a_move_is_round_the_edge_only_if_it_would_be_right_on_a_longer_board("explain.edges")]
#[case::a_move_that_leaves_the_king_in_check_is_explained_by_the_attacker("explain.left_in_check")]
fn each_rule_is_shown_by_moves_that_prove_it(#[case] snapshot: &str) {
    let texts = kept(snapshot).into_iter().map(|(title, lines)| {
        let (_, rule) = title.split_once(": ").expect("a case names its rule");
        let (fen, moves) = lines[0].split_once(": ").expect("a position has moves");
        let (played, text) = moves.rsplit_once(' ').unwrap_or(("", moves));
        let explanation = explain(fen, played, text);
        assert_eq!(explanation.rule.id(), rule, "{title}: {}", lines[0]);
        let squares: Vec<String> = explanation.squares.iter().map(ToString::to_string).collect();
        let told = format!("{}\n{} [{}]", lines[0], explanation.reason, squares.join(" "));
        (title, told)
    });
    assert_texts(snapshot, texts);
}
