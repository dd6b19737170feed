//! What the rows of an answer say together: which of their numbers are the counts, where the rows are, and what the
//! letters of promotions mean.

use crate::{Reply, Row, by_squares};
use ox88::{START, divide};
use ox88_test_support::forms::{forms, printed};
use ox88_test_support::{assert_texts, position};
use rstest::rstest;

const PROMOTION: &str = "8/P1k5/K7/8/8/8/8/8 w - - 0 1";

/// Positions with counts that differ, that are alike, and that are the depth; with thousands, and with few rows.
const QUESTIONS: [(&str, &str, u32); 6] = [
    ("kiwipete", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 2),
    ("start", START, 1),
    ("start", START, 3),
    ("start", START, 4),
    ("a king that has two replies to each move", "8/8/8/8/8/5k2/8/7K b - - 0 1", 2),
    ("a king and a pawn", "K1k5/8/P7/8/8/8/8/8 w - - 0 1", 2),
];

/// What is read of the right divide in this form, with a total or not: `right`, or `unread`, or how many rows of them are
/// read. No other count or move is.
fn read(fen: &str, depth: u32, (form, between): (&str, &str), has_total: bool) -> String {
    let position = position(fen);
    let right = divide(&position, depth);
    let text = printed(&position, depth, form, between, has_total);
    let reply: Reply = text.lines().collect();
    let read = by_squares(&position, &right, &reply, &[]).reply;
    let unread = read.unread.len() + read.unread_lines.len();
    let difference = crate::compare_with(&right, &read).difference;
    match (difference.is_empty(), unread, read.rows.len()) {
        (true, 0, _) => "right".to_owned(),
        (_, 1.., 0) => "unread".to_owned(),
        _ => {
            let wrong = difference.counts.len() + difference.extra.len();
            assert_eq!(wrong, 0, "{form:?} {between:?} {has_total}: {reply:?}");
            format!("{} of {} rows", read.rows.len(), right.rows().len())
        }
    }
}

/// The columns of all rows together show which one has the counts, without the right ones.
#[test]
fn the_count_is_the_column_that_nothing_else_explains() {
    let texts = forms().into_iter().map(|(form, between)| {
        let form = (form.as_str(), between);
        let read = QUESTIONS.map(|(name, fen, depth)| {
            let read = [false, true].map(|has_total| read(fen, depth, form, has_total));
            (format!("{name} {depth}: {}", read.join(", with a total ")), read)
        });
        let is_right = read.iter().all(|(_, read)| read.iter().all(|it| it == "right"));
        let lines = read.map(|(line, _)| line).join("\n");
        (format!("{:?} {:?}", form.0, form.1), if is_right { "right".to_owned() } else { lines })
    });
    assert_texts("columns.forms", texts);
}

#[test]
fn groups_of_digits_with_blanks_are_known_by_their_total() {
    let rows = printed(&position(START), 4, "@M: @G ", "\n", false);
    let reply: Reply = format!("{rows}\nNodes searched: 197 281\n").lines().collect();
    let right = divide(&position(START), 4);
    assert!(crate::compare(&position(START), &right, &reply).difference.is_empty());
}

#[test]
fn letters_of_two_bytes_are_read() {
    let rows = printed(&position(START), 2, "@M: @N", "\n", true).replace("", "\0");
    let reply: Reply = rows.lines().collect();
    let right = divide(&position(START), 2);
    assert!(crate::compare(&position(START), &right, &reply).difference.is_empty());
}

/// Nothing in these lines is a row.
#[rstest]
#[case::moves_below_each_other("e2e4\nd2d4\nNodes: 400", 0, Some(400))]
#[case::one_move_and_a_total("e2e4\nNodes: 400", 0, Some(400))]
#[case::the_reply_after_each_row("e2e4 600 e7e5 29\nd2d4 560 d7d5 28", 2, None)]
#[case::moves_with_times("e2e4 0.3 d2d4 0.2", 0, None)]
#[case::a_game("1. e2e4 e7e5 2. g1f3 b8c6", 0, None)]
fn what_is_no_row_is_none(#[case] lines: &str, #[case] unread: usize, #[case] total: Option<u128>) {
    let reply: Reply = lines.lines().collect();
    let right = divide(&position(START), 2);
    let read = by_squares(&position(START), &right, &reply, &[]).reply;
    assert_eq!((read.rows.len(), read.total()), (0, total), "{read:?}");
    assert!(read.unread.len() >= unread, "{read:?}");
}

/// Numbers in front of moves that go on by one are those of a list, until another row shows that they are counts. Their
/// sum may be the total by chance.
#[rstest]
#[case::they_do_not_go_on("0 d4c5\n1 d4d5\n1 d4e5\n0 a2a3", 4)]
#[case::their_sum_is_a_total("0 d4c5\n1 d4d5\n2 d4e5\nNodes: 3", 0)]
#[case::a_list("0 d4c5\n1 d4d5\n2 d4e5\nNodes: 400", 0)]
#[case::a_list_that_comes_again("1 d4c5\n2 d4d5\n1 d4c5\n2 d4d5\nNodes: 400", 0)]
fn counts_in_front_are_no_list_of_moves(#[case] lines: &str, #[case] rows: usize) {
    let reply: Reply = lines.lines().collect();
    let unread = lines.lines().count() - rows - usize::from(lines.contains("Nodes"));
    assert_eq!((reply.rows.len(), reply.unread_lines.len()), (rows, unread), "{reply:?}");
}

#[rstest]
#[case::german("DTLS", "qrbn")]
#[case::small_letters("dtls", "qrbn")]
#[case::french("DTFC", "qrbn")]
#[case::spanish("DTAC", "qrbn")]
#[case::dutch("DTLP", "qrbn")]
#[case::hungarian("VBFH", "qrbn")]
#[case::those_that_all_share("DT", "qr")]
#[case::a_knight_or_a_bishop("S", "")]
#[case::no_letters_of_one_language("DR", "")]
#[case::of_no_language("XYZW", "")]
fn letters_of_other_languages_are_read_if_they_are_clear(
    #[case] letters: &str,
    #[case] read: &str,
) {
    let lines: Vec<String> = letters.chars().map(|it| format!("a7a8{it}: 1")).collect();
    let reply: Reply = lines.iter().map(String::as_str).collect();
    let position = position(PROMOTION);
    let found = by_squares(&position, &divide(&position, 1), &reply, &[]);
    let texts: Vec<&str> = found.reply.rows.iter().map(|row| row.text.as_str()).collect();
    let expected: Vec<String> = read.chars().map(|it| format!("a7a8{it}")).collect();
    assert_eq!(texts, expected);
    let unread: Vec<String> = found.reply.unread.iter().map(Row::printed).collect();
    assert_eq!(unread, if read.is_empty() { lines.clone() } else { Vec::new() });
    assert_eq!(found.texts.len(), lines.len());
}

#[test]
fn unclear_rows_are_quoted_with_the_form_that_is_expected() {
    let form = |line: &str| Reply::form_of_unclear(&[line].into_iter().collect::<Reply>().rows);
    let quoted = |line: &str, row: &str| Some((line.to_owned(), row.to_owned()));
    assert_eq!(form("e2e4 3 600"), quoted("e2e4 3 600", "e2e4: 20"));
    assert_eq!(form("a7a8S: 1"), quoted("a7a8S: 1", "a7a8q: 20"));
    assert_eq!(form("e2e4: 600"), None);
}
