//! What the rows of an answer say together: which of their numbers are the counts, where the rows are, and what the
//! letters of promotions mean.

use crate::{Reply, Row, by_squares};
use ox88::{START, divide};
use ox88_test_support::position;
use rstest::rstest;

const PROMOTION: &str = "8/P1k5/K7/8/8/8/8/8 w - - 0 1";

/// One row of the divide of a position, to be printed in some form.
struct Printed {
    mv: String,
    count: u128,
    /// Its place, from 0.
    at: usize,
    /// The sum of the counts up to this one.
    sum: u128,
}

/// What is read of the right divide, printed like this with a total after it or not: `right`, or `unread`, or what is
/// wrong.
fn read(fen: &str, depth: u32, total: &str, print: impl Fn(&Printed) -> String) -> String {
    let (position, mut sum) = (position(fen), 0);
    let right = divide(&position, depth);
    let rows = right.texts().enumerate().map(|(at, (mv, count))| {
        sum += count;
        print(&Printed { mv: mv.clone(), count, at, sum })
    });
    let text = rows.collect::<Vec<String>>().join("\n");
    let text = format!("{text}\n\n{}", total.replace('#', &right.total().to_string()));
    let reply: Reply = text.lines().collect();
    let read = by_squares(&position, &right, &reply, &[]).reply;
    let unread = read.unread.len() + read.unread_lines.len();
    let is_right = crate::compare_with(&right, &read).difference.is_empty();
    match (is_right, unread, read.rows.len()) {
        (true, 0, _) => "right".to_owned(),
        (_, 1.., 0) => "unread".to_owned(),
        _ => format!("{read:?}"),
    }
}

const NONE: &str = "";
const TOTAL: &str = "Nodes searched: #";

/// The columns of all rows together show which one has the counts, without the right ones.
#[rstest]
#[case::depth_and_count(|it: &Printed| format!("{},2,{}", it.mv, it.count), ["right", "right"])]
#[case::between_semicolons(|it: &Printed| format!("{};2;{}", it.mv, it.count), ["right", "right"])]
#[case::between_tabs(|it: &Printed| format!("{}\t2\t{}", it.mv, it.count), ["right", "right"])]
#[case::between_blanks(|it: &Printed| format!("{} 2 {}", it.mv, it.count), ["right", "right"])]
#[case::the_depth_after(|it: &Printed| format!("{} {} 2", it.mv, it.count), ["right", "right"])]
#[case::the_depth_in_front(|it: &Printed| format!("2 {} {}", it.mv, it.count), ["right", "right"])]
#[case::the_count_in_front(|it: &Printed| format!("{} {} 2", it.count, it.mv), ["right", "right"])]
#[case::sums(|it: &Printed| format!("{} {} {}", it.mv, it.count, it.sum), ["right", "right"])]
#[case::sums_first(|it: &Printed| format!("{} {} {}", it.mv, it.sum, it.count), ["right", "right"])]
#[case::depth_count_and_sums(
    |it: &Printed| format!("{} 2 {} {}", it.mv, it.count, it.sum), ["right", "right"]
)]
#[case::places(|it: &Printed| format!("{} {} {}", it.mv, it.at + 1, it.count), ["right", "right"])]
#[case::places_from_nought(|it: &Printed| format!("{} {} {}", it.at, it.mv, it.count), ["right", "right"])]
#[case::the_count_again(|it: &Printed| format!("{} {} {}", it.mv, it.count, it.count), ["right", "right"])]
#[case::a_time(|it: &Printed| format!("{} {} {}", it.mv, it.count, it.at * 7 % 5), ["unread", "right"])]
#[case::a_time_first(
    |it: &Printed| format!("{}: {} {}", it.mv, it.at * 7 % 5, it.count), ["unread", "right"]
)]
#[case::a_time_with_its_unit(
    |it: &Printed| format!("{} {} {} ms", it.mv, it.count, it.at * 7 % 5), ["right", "right"]
)]
#[case::a_time_with_its_unit_first(
    |it: &Printed| format!("{} {} ms {}", it.mv, it.at * 7 % 5, it.count), ["unread", "unread"]
)]
#[case::a_share(|it: &Printed| format!("{} {} {}%", it.mv, it.count, it.at), ["right", "right"])]
#[case::a_share_first(|it: &Printed| format!("{}: {}% {}", it.mv, it.at, it.count), ["unread", "unread"])]
#[case::a_speed(|it: &Printed| format!("{} {} nps {}", it.mv, it.count, it.at), ["right", "right"])]
#[case::another_depth(|it: &Printed| format!("{} 3 {}", it.mv, it.count), ["unread", "right"])]
fn the_count_is_the_column_that_nothing_else_explains(
    #[case] print: fn(&Printed) -> String,
    #[case] expected: [&str; 2],
) {
    // Of the start position each move has 20 replies. Here they differ.
    let fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    assert_eq!([NONE, TOTAL].map(|total| read(fen, 2, total, print)), expected);
}

/// `3 600` may be 3600, but not where each row begins with the depth.
#[test]
fn a_depth_is_no_group_of_digits() {
    assert_eq!(read(START, 3, NONE, |it| format!("{},3,{}", it.mv, it.count)), "right");
    assert_eq!(read(START, 3, NONE, |it| format!("{} 3 {}", it.mv, it.count)), "right");
}

/// At depth 1 each count is the depth.
#[test]
fn a_count_that_is_the_depth_is_not_left_out() {
    let print = |it: &Printed| format!("{} {} {}", it.mv, it.count, it.at * 7 % 5);
    assert_eq!([NONE, TOTAL].map(|total| read(START, 1, total, print)), ["unread", "right"]);
    // Each of three moves has two replies.
    let fen = "8/8/8/8/8/5k2/8/7K b - - 0 1";
    let twos = |it: &Printed| format!("{} 2 {}", it.mv, 40 + it.at * 7 % 5);
    assert_ne!(read(fen, 2, NONE, twos), "right");
}

/// Of a few rows no column shows that it has their places.
#[test]
fn a_number_after_its_sign_is_no_count() {
    let print = |it: &Printed| format!("#{:02} | {} => {} kids", it.at + 1, it.mv, it.count);
    assert_eq!(read("K1k5/8/P7/8/8/8/8/8 w - - 0 1", 2, NONE, print), "right");
}

fn with(sign: &str, count: u128) -> String {
    let digits = count.to_string();
    let (first, rest) = digits.split_at(digits.len().saturating_sub(3));
    if first.is_empty() { digits } else { format!("{first}{sign}{rest}") }
}

#[rstest]
#[case::comma(",", "right")]
#[case::apostrophe("'", "right")]
#[case::curved_apostrophe("\u{2019}", "right")]
#[case::line("_", "right")]
#[case::narrow_blank("\u{202F}", "right")]
#[case::blank(" ", "unread")]
#[case::point(".", "unread")]
fn groups_of_digits_are_one_number(#[case] sign: &str, #[case] expected: &str) {
    let print = |it: &Printed| format!("{}: {}", it.mv, with(sign, it.count));
    assert_eq!(read(START, 4, NONE, print), expected);
    if sign == " " {
        assert_eq!(read(START, 4, "Nodes searched: 197 281", print), "right");
    }
}

#[rstest]
#[case::colours(|it: &Printed| format!("\u{1B}[1;32m{}\u{1B}[0m: \u{1B}[33m{}\u{1B}[m", it.mv, it.count))]
#[case::a_slash(|it: &Printed| format!("{}/{}: {}", &it.mv[..2], &it.mv[2..], it.count))]
#[case::a_line(|it: &Printed| format!("{}_{} {}", &it.mv[..2], &it.mv[2..], it.count))]
#[case::a_long_dash(|it: &Printed| format!("{}–{} – {}", &it.mv[..2], &it.mv[2..], it.count))]
#[case::a_picture(|it: &Printed| format!("✅ {}: {} 🎉", it.mv, it.count))]
#[case::a_list(|it: &Printed| format!("- **{}**: {}", it.mv, it.count))]
#[case::a_frame(|it: &Printed| format!("│ {} │ {} │", it.mv, it.count))]
#[case::two_bytes_a_letter(|it: &Printed| format!("{}: {}", it.mv, it.count).replace("", "\0"))]
#[case::no_width(|it: &Printed| format!("\u{200B}{}\u{200B}: {}", it.mv, it.count))]
#[case::counts_first(|it: &Printed| format!("{} {}", it.count, it.mv))]
#[case::counts_first_with_colons(|it: &Printed| format!("{}: {}", it.count, it.mv))]
#[case::two_lines(|it: &Printed| format!("Move: {}\nNodes: {}", it.mv, it.count))]
#[case::two_lines_and_others(|it: &Printed| format!("{}\nDepth: 2\n{}\nTime: 3 ms", it.mv, it.count))]
#[case::lines_of_json(|it: &Printed| format!("{{\n \"move\": \"{}\",\n \"nodes\": {}\n}},", it.mv, it.count))]
#[case::python(|it: &Printed| format!("Move.from_uci('{}'): {}", it.mv, it.count))]
#[case::one_line(|it: &Printed| format!("{}{} {}", joint(it, " "), it.mv, it.count))]
#[case::one_line_with_colons(|it: &Printed| format!("{}{}: {}", joint(it, ", "), it.mv, it.count))]
#[case::one_line_with_depths(|it: &Printed| format!("{}('{}', 2, {})", joint(it, ", "), it.mv, it.count))]
#[case::one_line_of_counts_first(|it: &Printed| format!("{}{} {}", joint(it, " "), it.count, it.mv))]
#[case::one_line_of_carriage_returns(|it: &Printed| format!("{}{}: {}", joint(it, "\r"), it.mv, it.count))]
#[case::four_a_line(|it: &Printed| {
    let end = if it.at % 4 == 3 { "\n" } else { "   " };
    format!("\u{8}{}: {}{end}", it.mv, it.count)
})]
fn rows_are_read_in_these_forms_too(#[case] print: fn(&Printed) -> String) {
    // With `\u{8}` in front, rows share their line with the one before.
    let text = |total: &str| {
        let printed = divide(&position(START), 2);
        let rows = printed
            .texts()
            .enumerate()
            .map(|(at, (mv, count))| print(&Printed { mv: mv.clone(), count, at, sum: 0 }));
        rows.collect::<Vec<String>>().join("\n").replace("\n\u{8}", "") + total
    };
    for total in ["", "\n\nNodes searched: 400"] {
        let reply: Reply = text(total).replace('\u{8}', "").lines().collect();
        let right = divide(&position(START), 2);
        let comparison = crate::compare(&position(START), &right, &reply);
        assert!(comparison.difference.is_empty(), "{}\n{reply:?}", text(total));
    }
}

/// What is between two rows of one line.
fn joint(row: &Printed, text: &str) -> String {
    if row.at == 0 { String::new() } else { format!("\u{8}{text}") }
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
