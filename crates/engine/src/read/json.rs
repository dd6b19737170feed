//! A divide as JSON in one line: `{"moves": {"e2e4": 20}, "total": 400}`.
//!
//! Names and places of the keys differ from engine to engine. So every key that is a move with a
//! number after it is a row, wherever it is, and so is an object such as `{"move": "e2e4", "nodes": 20}`. Python prints
//! the same with other quotation marks.

use super::row::{OutputLine, Row};
use super::rows::row_at_start_of;

/// The keys of a total, and of the count of a row that is an object.
const COUNTS: [&str; 5] = ["total", "nodes", "leaves", "count", "perft"];

/// An object or a list, as far as it matters here.
#[derive(Default)]
struct Items<'a> {
    /// What is behind the key `move`.
    mv: Option<&'a str>,
    /// The numbers with their keys. A key may come again: `a7a8` without its letter is there four times.
    counts: Vec<(&'a str, u128)>,
}

/// Reads a line that is an object or a list with at least one row.
pub(super) fn read_divide(line: &str) -> Option<OutputLine> {
    if !line.starts_with(['{', '[']) {
        return None;
    }
    // So Python prints it.
    let line: &str = &if line.contains('"') { line.to_owned() } else { line.replace('\'', "\"") };
    let (mut read, mut open, mut key, mut rest) = (OutputLine::default(), Vec::new(), None, line);
    while let Some(first) = rest.chars().next() {
        let (word, behind) = split_word(rest)?;
        rest = behind;
        match first {
            '{' | '[' => open.push(Items::default()),
            '}' | ']' => open.pop()?.add_to(&mut read),
            ':' | ',' | ' ' | '\t' => {}
            _ if key.is_none() => {
                key = Some(word);
                continue;
            }
            _ => open.last_mut()?.add(key.take()?, word),
        }
        if ['{', '[', '}', ']', ','].contains(&first) {
            key = None;
        }
    }
    (open.is_empty() && key.is_none() && !read.rows.is_empty()).then_some(read)
}

impl<'a> Items<'a> {
    /// Adds a value. A count beyond 64 bits is mostly written as text.
    fn add(&mut self, key: &'a str, value: &'a str) {
        if key == "move" {
            self.mv = Some(value);
        } else if let Ok(count) = value.parse() {
            self.counts.push((key, count));
        }
    }

    fn add_to(self, read: &mut OutputLine) {
        for (key, count) in self.counts {
            match (self.mv, COUNTS.contains(&key)) {
                (None, true) => read.total = Some(count),
                (Some(mv), true) => read.rows.extend(row(mv, count)),
                (None, false) => read.rows.extend(row(key, count)),
                (Some(_), false) => {}
            }
        }
    }
}

/// Splits off a text without its quotation marks, a single sign, or a word up to the next sign. No move has a letter
/// that is written with `\`.
fn split_word(text: &str) -> Option<(&str, &str)> {
    if let Some(text) = text.strip_prefix('"') {
        let mut is_escaped = false;
        return text.split_once(|letter| {
            let is_end = letter == '"' && !is_escaped;
            is_escaped = letter == '\\' && !is_escaped;
            is_end
        });
    }
    let is_sign = |letter: char| "{}[]:,\"".contains(letter) || letter.is_whitespace();
    let end = text.find(is_sign).unwrap_or(text.len());
    text.split_at_checked(end.max(1))
}

/// The row of a text that is a move and nothing else.
fn row(text: &str, count: u128) -> Option<Row> {
    row_at_start_of(&format!("{text}: {count}")).filter(|row| row.text == text)
}
