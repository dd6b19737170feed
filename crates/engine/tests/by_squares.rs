//! Which moves an engine means that writes them in SAN, or all alike.

use crate::{BySquares, Reply, by_squares};
use ox88::{Move, divide};
use ox88_test_support::position;
use rstest::rstest;

/// What the rows mean: their moves, in order, after `?` those that mean nothing, and `doubt` where nothing
/// shows which moves the engine lacks. `known` are moves that it is known to list.
fn meant(fen: &str, depth: u32, rows: &str, known: &str, is_san: bool) -> String {
    let position = position(fen);
    let reply = Reply { is_san, ..rows.split(", ").collect() };
    let named = |text| position.find_move(text).expect("it is legal");
    let known: Vec<Move> = known.split_whitespace().map(named).collect();
    let BySquares { reply, is_in_doubt, texts } =
        by_squares(&position, &divide(&position, depth), &reply, &known);
    let rows: Vec<&str> = reply.rows.iter().map(|row| row.text.as_str()).collect();
    assert_eq!(texts.iter().flatten().collect::<Vec<_>>(), rows);
    let mut words: Vec<&str> = reply.rows.iter().map(|row| row.text.as_str()).collect();
    if !reply.unread.is_empty() {
        words.push("?");
        words.extend(reply.unread.iter().map(|row| row.text.as_str()));
    }
    if is_in_doubt {
        words.push("doubt");
    }
    words.join(" ")
}

/// Two knights can go to d2: after that from b1 there are 11 leaves at depth 2, and after that from f3,
/// which opens the way of the rook, 13.
const KNIGHTS: &str = "4kr2/8/8/8/8/5N2/8/1N2K3 w - - 0 1";

#[rstest]
#[case::in_order("Nd2 11, Nd2 13", "b1d2 f3d2")]
#[case::in_the_other_order("Nd2 13, Nd2 11", "f3d2 b1d2")]
#[case::where_one_is_wrong("Nd2 99, Nd2 11", "f3d2 b1d2")]
#[case::where_both_are_wrong("Nd2 99, Nd2 98", "b1d2 f3d2")]
#[case::where_a_hint_leaves_one("Nd2 99, Nbd2 98", "f3d2 b1d2")]
fn rows_with_one_text_mean_the_moves_whose_counts_they_have(
    #[case] rows: &str,
    #[case] expected: &str,
) {
    assert_eq!(meant(KNIGHTS, 2, rows, "", false), expected);
}

#[rstest]
#[case::it_is_not_if_its_count_is_that_of_one(2, "Nd2 13", "", "f3d2")]
#[case::it_is_with_a_count_that_is_that_of_none(2, "Nd2 99", "", "b1d2 doubt")]
#[case::it_is_with_a_count_that_is_that_of_both(1, "Nd2 1", "", "b1d2 doubt")]
#[case::it_is_not_if_one_is_known_to_be_listed(1, "Nd2 1", "b1d2", "b1d2")]
#[case::it_is_not_if_the_other_is_known_to_be_listed(1, "Nd2 1", "f3d2", "f3d2")]
fn which_of_two_moves_has_the_only_row_may_be_in_doubt(
    #[case] depth: u32,
    #[case] rows: &str,
    #[case] known: &str,
    #[case] expected: &str,
) {
    assert_eq!(meant(KNIGHTS, depth, rows, known, false), expected);
}

#[test]
fn promotions_without_a_letter_are_never_in_doubt() {
    assert_eq!(meant("8/P1k5/K7/8/8/8/8/8 w - - 0 1", 1, "a8 1, Kb5 1", "", false), "a7a8q a6b5");
}

/// The knight on b3 is pinned; after the move of the other one to d2 there are 13 leaves.
const PINNED: &str = "1r2k3/8/8/8/8/1N3N2/8/1K6 w - - 0 1";

#[rstest]
#[case::the_legal_move_first("Nd2 13, Nd2 5", "f3d2 b3d2")]
#[case::the_illegal_move_first("Nd2 99, Nd2 13", "b3d2 f3d2")]
#[case::the_legal_move_alone("Nd2 99", "f3d2")]
#[case::one_row_more_is_the_legal_move_again("Nd2 13, Nd2 5, Nd2 5", "f3d2 b3d2 f3d2")]
#[case::an_illegal_move_alone("Nc1 5, Ka1 13", "b3c1 b1a1")]
fn a_row_more_than_there_are_legal_moves_means_an_illegal_one(
    #[case] rows: &str,
    #[case] expected: &str,
) {
    assert_eq!(meant(PINNED, 2, rows, "", false), expected);
}

#[rstest]
#[case::half_of_them("Nc3 1, d4 400", "b1c3 ? d4")]
#[case::less_than_half_of_them("Nc3 1, d4 400, e4 3", "? Nc3 d4 e4")]
#[case::rows_with_one_text_count_each("Nd2 1, Nd2 1, d4 400, e4 3", "b1d2 f3d2 ? d4 e4")]
fn a_divide_in_san_names_mostly_moves(#[case] rows: &str, #[case] expected: &str) {
    assert_eq!(meant(KNIGHTS, 1, rows, "", false), expected);
}

#[test]
fn whatever_an_engine_prints_that_is_known_to_write_san_is_a_row() {
    assert_eq!(meant(KNIGHTS, 1, "Nc3 1, d4 400, e4 3, Qd4 2", "", true), "b1c3 d4 e4 Qd4");
}

/// The pawn on g2 takes on h1, or promotes there. An engine whose board has lost the piece on h1 writes no capture.
#[test]
fn san_that_was_written_on_a_spoilt_board_may_hide_a_legal_move() {
    let promotion = "8/2k5/8/8/8/8/5Kp1/7N b - - 0 1";
    assert_eq!(meant(promotion, 1, "h1=B 1, Qh1 1, Ra1 1", "", true), "Ra1 ? h1=B Qh1");
}

#[test]
fn castling_is_a_row_beside_rows_in_san() {
    let castling = "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1";
    assert_eq!(meant(castling, 1, "Ra2 1, O-O-O 1", "", false), "a1a2 O-O-O");
}

#[rstest]
#[case::of_a_piece_that_could_go_there("Bf4 1", "h2f4")]
#[case::of_a_pawn_behind_it("b5 1", "b2b5")]
#[case::of_a_pawn_on_the_file("axe3 1", "a2e3")]
#[case::of_the_first_piece_of_that_kind("Ne5 1", "g1e5")]
#[case::with_a_promotion("b5=Q 1", "b2b5q")]
#[case::of_no_such_piece("Re5 1", "? Re5")]
#[case::of_no_pawn_behind_it("h5 1", "? h5")]
fn a_move_that_no_piece_can_make_is_one_of_a_piece_that_it_may_mean(
    #[case] row: &str,
    #[case] expected: &str,
) {
    let fen = "4k3/8/8/8/8/6p1/PP5B/B3K1N1 w - - 0 1";
    let rows = format!("Nh3 1, Nf3 1, {row}");
    assert_eq!(meant(fen, 1, &rows, "", false), format!("g1h3 g1f3 {expected}"));
}

/// One legal move: the king takes on b1.
const ONE_MOVE: &str = "7k/8/8/8/8/8/8/Kq6 w - - 0 1";
const KINGS: &str = "7k/8/8/8/8/8/8/K7 w - - 0 1";
const MATE: &str = "7k/5KQ1/8/8/8/8/8/8 b - - 0 1";
/// The king stays on g1 when it castles with the rook on h1.
const KING_ON_G1: &str = "1k6/8/8/8/8/8/8/6KR w H - 0 1";

#[rstest]
#[case::all_alike(KINGS, "h8h7 1, h8h7 1, h8h7 1", "? h8h7 h8h7 h8h7")]
#[case::all_alike_over_the_edge(KINGS, "a1a0 1, a1a0 1", "? a1a0 a1a0")]
#[case::all_from_a_square_to_itself(KINGS, "h8h8 1, a1a1 1, b1b1 1", "? h8h8 a1a1 b1b1")]
#[case::the_only_one(ONE_MOVE, "h8h8 1", "? h8h8")]
fn rows_that_all_name_no_move_are_unread(
    #[case] fen: &str,
    #[case] rows: &str,
    #[case] expected: &str,
) {
    assert_eq!(meant(fen, 1, rows, "", false), expected);
}

#[rstest]
#[case::a_legal_move_again_and_again(KINGS, "a1b1 1, a1b1 1, a1b1 1")]
#[case::the_only_legal_move_twice(ONE_MOVE, "a1b1 1, a1b1 1")]
#[case::two_that_are_not_legal(KINGS, "a1a3 1, a1c1 1")]
#[case::one_that_is_not_legal(ONE_MOVE, "a1a2 1")]
#[case::one_that_stays_beside_others(KINGS, "a1a2 1, a1b1 1, a1b2 1, a1a1 1")]
#[case::one_that_stays_where_there_is_no_move(MATE, "h8h8 1")]
#[case::castling_of_a_king_that_stays(KING_ON_G1, "g1g1 1")]
fn other_rows_are_taken_as_they_are_written(#[case] fen: &str, #[case] rows: &str) {
    let texts: Vec<&str> = rows.split(", ").filter_map(|row| row.split(' ').next()).collect();
    assert_eq!(meant(fen, 1, rows, "", false), texts.join(" "));
}
