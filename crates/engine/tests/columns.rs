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
    let wrong = difference.counts.len() + difference.extra.len();
    assert!(wrong == 0 || unread > 0, "{form:?} {between:?} {has_total}: {reply:?}");
    match (difference.is_empty(), unread, read.rows.len()) {
        (true, 0, _) => "right".to_owned(),
        (_, 1.., 0) => "unread".to_owned(),
        (_, _, 0) => "no row".to_owned(),
        (_, _, many) if many == right.rows().len() => "all rows, and more".to_owned(),
        (_, _, many) => format!("{many} of {} rows", right.rows().len()),
    }
}

/// The columns of all rows together show which one has the counts, without the right ones. Below what is read of all
/// questions, or of those that are named, are the forms of which that is read.
#[test]
fn the_count_is_the_column_that_nothing_else_explains() {
    let mut groups: Vec<(String, String)> = Vec::new();
    for (form, between) in forms() {
        let answers = QUESTIONS.map(|(_, fen, depth)| {
            let read = [false, true].map(|has_total| read(fen, depth, (&form, between), has_total));
            read.join(", with a total ")
        });
        let are_alike = answers.iter().all(|it| *it == answers[0]);
        let each = QUESTIONS.iter().zip(&answers).filter(|it| it.1 != "right, with a total right");
        let each = each.map(|((name, _, depth), it)| format!("{name} {depth}: {it}"));
        let told = if are_alike { answers[0].clone() } else { each.collect::<Vec<_>>().join("; ") };
        let form = format!("{form:?} {between:?}");
        match groups.iter_mut().find(|group| group.0 == told) {
            Some(group) => group.1.extend(["\n", &form]),
            None => groups.push((told, form)),
        }
    }
    assert_texts("columns.forms", groups);
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
