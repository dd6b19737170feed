//! What the rows of an engine mean, and what is wrong with them.

use crate::{BySquares, Reply, by_squares, compare, compare_with};
use ox88::{Move, Position, divide};
use ox88_test_support::{assert_texts, is_remark, kept, position, row};

/// What the rows of an answer mean, behind those in front of them: their moves, in order, unless they are written so, their
/// total, and the rows that mean nothing; and what is missing, extra, listed twice and counted wrongly.
fn compared(here: &Position, depth: u32, front: &str, answer: &str) -> String {
    let in_front = front.matches(", ").count();
    let answer = &format!("{front}{answer}");
    let mut parts = answer.split(" [").map(|part| part.trim_end_matches(']'));
    let mut reply: Reply = parts.next().unwrap_or_default().split(", ").collect();
    let mut known: Vec<Move> = Vec::new();
    for part in parts {
        match part.strip_prefix("known ") {
            Some(text) => known.push(here.find_move(text).expect("it is legal")),
            None => reply.is_san = true,
        }
    }
    let right = divide(here, depth);
    let BySquares { reply: read, is_in_doubt, texts } = by_squares(here, &right, &reply, &known);
    let words =
        |rows: &[crate::Row]| rows.iter().map(|row| row.text.clone()).collect::<Vec<_>>().join(" ");
    assert_eq!(texts.len(), reply.rows.len(), "{answer}");
    let all: Vec<&str> = texts.iter().flatten().map(|text| &**text).collect();
    assert_eq!(all.join(" "), words(&read.rows));
    let meant =
        texts[in_front..].iter().flatten().map(|text| &**text).collect::<Vec<_>>().join(" ");
    let meant = if meant == words(&reply.rows[in_front..]) { String::new() } else { meant };
    let difference = compare_with(&right, &read).difference;
    if known.is_empty() && !reply.is_san {
        assert_eq!(compare(here, &right, &reply).difference, difference);
    }
    let text = |mv: &Move| here.move_text(*mv);
    let count = |it: &crate::WrongCount| format!("{}:{}", text(&it.mv), it.theirs);
    let lines = [
        ("means", meant),
        ("total", read.total().map_or(String::new(), |total| total.to_string())),
        ("unread", words(&read.unread)),
        ("in doubt", if is_in_doubt { "yes".to_owned() } else { String::new() }),
        ("missing", difference.missing.iter().map(text).collect::<Vec<_>>().join(" ")),
        ("extra", difference.extra.iter().map(|it| it.text.clone()).collect::<Vec<_>>().join(" ")),
        ("twice", difference.twice.iter().map(text).collect::<Vec<_>>().join(" ")),
        ("counts", difference.counts.iter().map(count).collect::<Vec<_>>().join(" ")),
    ];
    let lines = lines.iter().filter(|(_, words)| !words.is_empty());
    lines.map(|(name, words)| format!("{name} {words}")).collect::<Vec<_>>().join("; ")
}

/// The answers of the snapshot, each with its name, below their position and depth; `and` are rows that all have in front.
/// Of an engine that is known to write SAN, `[SAN]` is behind its answer, and `[known MOVE]` if it is known to list that move.
#[test]
fn an_answer_is_compared_move_for_move() {
    let questions = kept("comparing.answers").into_iter().map(|(question, lines)| {
        let (fen, depth) = question.split_once(" to ").expect("there is a depth");
        let (here, depth) = (position(fen), depth.parse().expect("it is a number"));
        let mut front = String::new();
        let mut answers = Vec::new();
        for line in lines {
            if is_remark(&line) {
                answers.push(line);
                continue;
            }
            let (name, rows) = line.split_once(": ").expect("it has a name");
            answers.push(row(&line, &compared(&here, depth, &front, rows)));
            if name == "and" {
                front = format!("{rows}, ");
            }
        }
        (question, answers.join("\n"))
    });
    assert_texts("comparing.answers", questions);
}

/// Qg7 is mate, and Kf6 is stalemate: nothing is behind them at depth 2, where some engines print no row. An engine that
/// prints a row for one of them prints one for each.
#[test]
fn moves_that_end_the_game_need_no_row_deeper_down_unless_one_of_them_has_one() {
    let position = position("7k/8/5KQ1/8/8/8/8/8 w - - 0 1");
    let missing = |depth, has_row: fn(&str, u128) -> bool| {
        let right = divide(&position, depth);
        let rows = right.texts().filter(|(text, leaves)| has_row(text, *leaves));
        let rows: Vec<String> = rows.map(|(text, leaves)| format!("{text} {leaves}")).collect();
        let reply = rows.iter().map(String::as_str).collect();
        let difference = compare(&position, &right, &reply).difference;
        let missing = difference.missing.iter().map(|&mv| position.move_text(mv));
        missing.collect::<Vec<_>>().join(" ")
    };
    assert_eq!(missing(1, |text, _| text != "g6g7"), "g6g7");
    assert_eq!(missing(2, |_, leaves| leaves > 0), "");
    assert_eq!(missing(2, |text, _| text != "g6g7"), "g6g7");
}
