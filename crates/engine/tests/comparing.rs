//! What an engine prints, compared with the right divide.

use crate::{by_squares, compare, compare_with};
use ox88::divide;
use ox88_test_support::position;
use rstest::rstest;

/// What is missing, extra, listed twice, and counted wrongly, when an engine prints these rows.
fn compared(fen: &str, depth: u32, rows: &str) -> [Vec<String>; 4] {
    let position = position(fen);
    let difference =
        compare(&position, &divide(&position, depth), &rows.split(", ").collect()).difference;
    let text = |mv: &ox88::Move| position.move_text(*mv);
    [
        difference.missing.iter().map(text).collect(),
        difference.extra.iter().map(|extra| extra.text.clone()).collect(),
        difference.twice.iter().map(text).collect(),
        difference
            .counts
            .iter()
            .map(|count| format!("{}:{}", text(&count.mv), count.theirs))
            .collect(),
    ]
}

const PROMOTION: &str = "8/P1k5/K7/8/8/8/8/8 w - - 0 1";

#[rstest]
#[case::right("a6a5 1, a6b5 1, a7a8q 1, a7a8r 1, a7a8b 1, a7a8n 1", 1, ["", "", "", ""])]
#[case::without_letters("a6a5 1, a6b5 1, a7a8 1, a7a8 1, a7a8 1, a7a8 1", 1, ["", "", "", ""])]
#[case::three_of_four("a6a5 1, a6b5 1, a7a8 1, a7a8 1, a7a8 1", 1, ["a7a8n", "", "", ""])]
#[case::five_of_four(
    "a6a5 1, a6b5 1, a7a8 1, a7a8 1, a7a8 1, a7a8 1, a7a8 1", 1, ["", "", "a7a8q", ""]
)]
#[case::any_order_of_counts(
    "a6a5 6, a6b5 5, a7a8 6, a7a8 5, a7a8 3, a7a8 2", 2, ["", "", "", ""]
)]
#[case::extra("a6a5 1, a6b5 1, a6b6 1, a7a8q 1, a7a8r 1, a7a8b 1, a7a8n 1", 1, ["", "a6b6", "", ""])]
#[case::a_count_that_is_not_one("a6a5 2, a6b5 1, a7a8q 1, a7a8r 1, a7a8b 1, a7a8n 1", 1, ["", "", "", "a6a5:2"])]
fn an_answer_is_compared_move_for_move(
    #[case] rows: &str,
    #[case] depth: u32,
    #[case] expected: [&str; 4],
) {
    let expected = expected.map(|words| words.split_whitespace().map(str::to_owned).collect());
    assert_eq!(compared(PROMOTION, depth, rows), expected as [Vec<String>; 4]);
}

#[test]
fn promotions_without_letters_are_kept_apart_by_their_pawns() {
    let rows = "a1b1 1, a1b2 1, a1a2 1, h7h8 1, a7a8 1, h7h8 1, a7a8 1, h7h8 1, a7a8 1, h7h8 1";
    let found = compared("8/P6P/8/8/8/3k4/8/K7 w - - 0 1", 1, rows);
    assert_eq!(found.map(|texts| texts.join(" ")), ["a7a8n", "", "", ""]);
}

/// A promotion without its letter, beside others with theirs: how many rows are unread, and what is missing and extra.
#[rstest]
#[case::none("a7b8q 1, a7b8r 1, a7b8b 1, a7b8n 1", 0, "", "")]
#[case::the_set_of_four("a7b8 1, a7b8 1, a7b8 1, a7b8 1", 4, "a7b8b a7b8n a7b8q a7b8r", "")]
#[case::one_of_the_four("a7b8 1, a7b8r 1, a7b8b 1, a7b8n 1", 1, "a7b8q", "")]
#[case::a_fifth("a7b8 1, a7b8q 1, a7b8r 1, a7b8b 1, a7b8n 1", 0, "", "a7b8")]
#[case::a_pawn_that_does_not_promote("a7b8 1", 0, "a7b8b a7b8n a7b8q a7b8r", "a7b8")]
fn a_promotion_without_its_letter_is_no_other_promotion(
    #[case] rows: &str,
    #[case] unread: usize,
    #[case] missing: &str,
    #[case] extra: &str,
) {
    let here = position("1n2k3/P7/8/8/8/8/8/K7 w - - 0 1");
    let lines = format!("a1b1 1, a1a2 1, a1b2 1, a7a8q 1, a7a8r 1, a7a8b 1, a7a8n 1, {rows}");
    let right = divide(&here, 1);
    let reply = by_squares(&here, &right, &lines.split(", ").collect(), &[]).reply;
    let difference = compare_with(&right, &reply).difference;
    let mut texts: Vec<String> = difference.missing.iter().map(|&mv| here.move_text(mv)).collect();
    texts.sort();
    let extras: Vec<String> = difference.extra.into_iter().map(|extra| extra.text).collect();
    let found = (reply.unread.len(), texts.join(" "), extras.join(" "));
    assert_eq!(found, (unread, missing.to_owned(), extra.to_owned()));
    assert_eq!(difference.twice, []);
}

/// Some programs write the letter of a piece other than a queen alone.
#[test]
fn a_queen_may_need_no_letter() {
    let rows = "a6a5 1, a6b5 1, a7a8 1, a7a8r 1, a7a8b 1, a7a8n 1";
    assert_eq!(compared(PROMOTION, 1, rows).concat(), Vec::<String>::new());
}

/// Qg7 is mate, and Kf6 is stalemate: nothing is behind them at depth 2, where some engines print no row.
const MATE: &str = "7k/8/5KQ1/8/8/8/8/8 w - - 0 1";

#[test]
fn a_row_with_no_leaves_says_that_its_move_was_not_counted() {
    let nothing: [Vec<String>; 4] = Default::default();
    let rows = "Kh8-g7 0, Kh8-h7 0, Kh8-g8 0, 0";
    assert_eq!(compared("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", 1, rows), nothing);
}

/// An engine that prints a row for one of them prints one for each.
#[test]
fn moves_that_end_the_game_need_no_row_deeper_down_unless_one_of_them_has_one() {
    let position = position(MATE);
    let missing = |depth, has_row: fn(&str, u128) -> bool| {
        let rows = ox88::divide(&position, depth);
        let rows = rows.texts().filter(|(text, leaves)| has_row(text, *leaves));
        let rows: Vec<String> = rows.map(|(text, leaves)| format!("{text} {leaves}")).collect();
        let [found, ..] = compared(MATE, depth, &rows.join(", "));
        found.join(" ")
    };
    assert_eq!(missing(1, |text, _| text != "g6g7"), "g6g7");
    assert_eq!(missing(2, |_, leaves| leaves > 0), "");
    assert_eq!(missing(2, |text, _| text != "g6g7"), "g6g7");
}

// Two knights can go to d2.
const KNIGHTS: &str = "4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1";

#[rstest]
#[case::both_knights("Nd2 1, Nd2 1", ["b1d2", "f3d2"], "")]
#[case::with_a_hint("Nbd2 1, Nd2 1", ["b1d2", "f3d2"], "")]
#[case::with_the_other_hint("Nd2 1, Nfd2+ 1", ["b1d2", "f3d2"], "")]
fn a_row_in_san_means_what_is_left_for_it(
    #[case] rows: &str,
    #[case] present: [&str; 2],
    #[case] extra: &str,
) {
    let [missing, others, twice, _] = compared(KNIGHTS, 1, &format!("{rows}, {REST}"));
    assert!(present.iter().all(|mv| !missing.contains(&(*mv).to_owned())), "{missing:?}");
    assert_eq!((missing.len(), others.join(" ").as_str(), twice.len()), (0, extra, 0));
}

const REST: &str = "Na3 1, Nc3 1, Ng1 1, Nh2 1, Nh4 1, Ng5 1, Ne5 1, Nd4 1, Kd1 1, Kd2 1, Ke2 1, \
                    Kf2 1, Kf1 1";

#[rstest]
#[case::a_knight_that_jumps_too_far("Nd2 1, Nd2 1, Ng6 1", "b1g6")]
#[case::a_king_round_the_edge("Nd2 1, Nd2 1, Kh1 1", "e1h1")]
#[case::one_knight_twice("Nd2 1, Nd2 1, Nbd2 1", "")]
#[case::no_such_piece("Nd2 1, Nd2 1, Qd4 1", "")]
#[case::a_table_and_no_row("Nd2 1, Nd2 1, d2 400", "")]
fn a_row_in_san_is_a_wrong_move_only_if_a_piece_of_that_kind_is_there(
    #[case] rows: &str,
    #[case] extra: &str,
) {
    let [missing, others, ..] = compared(KNIGHTS, 1, &format!("{rows}, {REST}"));
    assert_eq!((missing, others.join(" ")), (Vec::new(), extra.to_owned()));
}

#[test]
fn talk_that_looks_like_san_is_no_divide() {
    let [missing, extra, ..] = compared(KNIGHTS, 1, "d2 400, e3 8902");
    assert_eq!((missing.len(), extra.len()), (15, 0));
}

#[test]
fn a_legal_knight_and_a_pinned_one_are_not_one_move_twice() {
    let both = "1r2k3/8/8/8/8/8/1N6/1K3N2 w - - 0 1";
    let position = position(both);
    let legal: Vec<String> =
        position.legal_moves().iter().map(|mv| format!("{} 1", position.move_text(*mv))).collect();
    assert!(legal.iter().all(|row| !row.starts_with("b2")), "the knight on b2 is pinned");
    let rows = "Nd2 1, Ng3 1, Nh2 1, Ne3 1, Kc1 1, Kc2 1, Ka1 1, Ka2 1, Nd1 1";
    let [_, extra, twice, _] = compared(both, 1, rows);
    assert_eq!((extra, twice), (vec!["b2d1".to_owned()], Vec::new()));
}

/// With the king on f1 and a rook on h1, `f1g1` is a step, and the castling of an engine that names the
/// king's target.
#[rstest]
#[case::right("f1g1 5, f1g1 3", ["", "", "", ""])]
#[case::in_the_other_order("f1g1 3, f1g1 5", ["", "", "", ""])]
#[case::a_wrong_count("f1g1 9, f1g1 3", ["", "", "", "f1g1:9"])]
#[case::a_wrong_count_after("f1g1 3, f1g1 9", ["", "", "", "f1g1:9"])]
#[case::a_wrong_count_of_the_castling("f1g1 9, f1g1 5", ["", "", "", "f1h1:9"])]
#[case::a_wrong_count_of_the_castling_after("f1g1 5, f1g1 9", ["", "", "", "f1h1:9"])]
#[case::castling_missing("f1g1 5", ["f1h1", "", "", ""])]
#[case::as_uci_writes_it("f1g1 5, f1h1 3", ["", "", "", ""])]
fn a_step_and_a_castling_that_share_a_text_are_kept_apart(
    #[case] rows: &str,
    #[case] expected: [&str; 4],
) {
    let of_others = "f1e1 5, f1e2 5, f1f2 5, f1g2 5, h1g1 5, h1h2 5, h1h3 5, h1h4 5, h1h5 5, h1h6 5, \
                     h1h7 2, h1h8 3";
    let found = compared("4k3/8/8/8/8/8/8/5K1R w H - 0 1", 2, &format!("{of_others}, {rows}"));
    assert_eq!(found.map(|texts| texts.join(" ")), expected);
}
