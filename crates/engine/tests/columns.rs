//! What the rows of an answer say together: which of their numbers are the counts, where the rows are, and what the
//! letters of promotions mean.

use crate::{Reply, by_squares};
use ox88::{START, divide};
use ox88_test_support::forms::{forms, printed};
use ox88_test_support::{assert_texts, position};

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
    let mut right = Vec::new();
    let read = forms().into_iter().filter_map(|(form, between)| {
        let form = (form.as_str(), between);
        // Where all of an answer is read, nothing is said of it.
        let read = QUESTIONS.iter().filter_map(|&(name, fen, depth)| {
            let read = [false, true].map(|has_total| read(fen, depth, form, has_total));
            let told = format!("{name} {depth}: {}", read.join(", with a total "));
            read.iter().any(|it| it != "right").then_some(told)
        });
        let lines = read.collect::<Vec<_>>().join("\n");
        let form = format!("{:?} {:?}", form.0, form.1);
        if lines.is_empty() {
            right.push(form);
            return None;
        }
        Some((form, lines))
    });
    let mut texts: Vec<(String, String)> = read.collect();
    texts.push(("right, all of them".to_owned(), right.join("\n")));
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

#[test]
fn unclear_rows_are_quoted_with_the_form_that_is_expected() {
    let form = |line: &str| Reply::form_of_unclear(&[line].into_iter().collect::<Reply>().rows);
    let quoted = |line: &str, row: &str| Some((line.to_owned(), row.to_owned()));
    assert_eq!(form("e2e4 3 600"), quoted("e2e4 3 600", "e2e4: 20"));
    assert_eq!(form("a7a8S: 1"), quoted("a7a8S: 1", "a7a8q: 20"));
    assert_eq!(form("e2e4: 600"), None);
}
