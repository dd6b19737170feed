//! What engines print is read as it is meant, or left out.

use crate::told::{Style, Told, ToldMove};
use rstest::rstest;

fn lines(text: &str) -> Vec<String> {
    text.lines().map(str::to_owned).collect()
}

/// Of Stockfish 15, Fairy-Stockfish, and engines with names of their own.
#[rstest]
#[case::stockfish(
    " | R |\n\nFen: 8/8 w - - 0 1\nKey: 8F8F01D4\nCheckers: e4 f6\n",
    Some("8/8 w - - 0 1"),
    Some("8F8F01D4"),
    Some(2)
)]
#[case::no_checkers("Fen: 8/8 w\nCheckers: ", Some("8/8 w"), None, Some(0))]
#[case::others("FEN: 8/8 w\nHash key: 0x12 (18)\n", Some("8/8 w"), Some("0x12"), None)]
#[case::in_info("info string Zobrist: 99", None, Some("99"), None)]
#[case::of_pawns("Pawn key: 12\nMaterial key: 13", None, None, None)]
#[case::a_board_alone("8 r n b q\n7 p p p p", None, None, None)]
#[case::unreadable("Checkers: two of them", None, None, None)]
#[case::nothing("", None, None, None)]
fn lines_of_d_are_read(
    #[case] text: &str,
    #[case] fen: Option<&str>,
    #[case] key: Option<&str>,
    #[case] checkers: Option<usize>,
) {
    let told = Told::of_drawing(&lines(text));
    assert_eq!(told.fen.as_deref(), fen);
    assert_eq!(told.key.as_deref(), key);
    assert_eq!(told.checkers.map(|squares| squares.len()), checkers);
}

#[rstest]
#[case::no_version("key 12", None)]
#[case::another_version("facts 3\nkey 12", None)]
#[case::noise_before("info string hello\nfacts 1\nkey 12\nfactsok\nkey 13", Some(("12", 0)))]
#[case::unreadable("facts 1\nkey 12\ncheck maybe\nend draw\nhello\nmove", Some(("12", 4)))]
fn lines_of_facts_are_read(#[case] text: &str, #[case] expected: Option<(&str, usize)>) {
    let told = Told::of_facts(&lines(text));
    let told = told.map(|told| (told.key.unwrap_or_default(), told.unread.len()));
    assert_eq!(told.as_ref().map(|(key, unread)| (key.as_str(), *unread)), expected);
}

/// A stage that cannot be read hides what the others lack, and one number shows nothing.
#[rstest]
#[case::both("eval 35 -35\nnoisy e4d5\nstage killers f1b5\nquiet\npseudo", Some([35, -35]), 3, true, 0)]
#[case::one_number("eval 35", None, 0, false, 1)]
#[case::three("eval 1 2 3\neval", None, 0, false, 2)]
#[case::no_moves("noisy e4d5\nquiet Nf3", None, 0, false, 1)]
fn evaluations_and_stages_are_read(
    #[case] text: &str,
    #[case] eval: Option<[i64; 2]>,
    #[case] stages: usize,
    #[case] is_pseudo: bool,
    #[case] unread: usize,
) {
    let told = Told::of_facts(&lines(&format!("facts 2\n{text}\nfactsok"))).expect("it has one");
    assert_eq!((told.eval, told.stages.len(), told.is_pseudo), (eval, stages, is_pseudo));
    assert_eq!(told.unread.len(), unread, "{:?}", told.unread);
}

#[test]
fn words_of_a_move_may_be_left_out_or_new() {
    let text = lines("facts 1\nmove e2e4 san=e4 new=1 capture=no\nmove e7e8q check=perhaps");
    let told = Told::of_facts(&text).expect("it has the first line");
    let e4 = ToldMove {
        text: "e2e4".to_owned(),
        san: Some("e4".to_owned()),
        capture: Some(false),
        ..ToldMove::default()
    };
    assert_eq!((told.moves, told.unread.len()), (vec![e4], 1));
}

#[rstest]
#[case::hexadecimal(&["8F8F", "0012"], "8F8F", Some(0x8f8f))]
#[case::with_prefix(&["0x12", "0x34"], "0x12", Some(0x12))]
#[case::as_in_c(&["0x12ULL"], "0x12ULL", Some(0x12))]
#[case::decimal(&["18446744073709551615", "12"], "12", Some(12))]
#[case::signed(&["-1", "12"], "-1", Some(u128::from(u64::MAX)))]
#[case::no_number(&["none"], "none", None)]
#[case::too_wide(&["0x12"], "123456789abcdef0123456789abcdef01", None)]
fn a_key_is_a_number(#[case] keys: &[&str], #[case] key: &str, #[case] number: Option<u128>) {
    let keys: Vec<String> = keys.iter().map(|&key| key.to_owned()).collect();
    assert_eq!(Style::of(&keys).number(key), number);
}
