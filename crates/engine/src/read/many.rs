//! Several moves on one line: `e2e4 20 d2d4 20`, `e2e4: 20, d2d4: 20`.

use super::name::Name;
use super::row::{OutputLine, Row};
use super::rows::{LABELS, columns_at_start_of, read_count};
use super::totals::{UCI_LINES, read_labelled_total};
use super::{json, trimmed};

/// Words that may be between rows. With any other word a line is not read.
const WORDS: [&str; 4] = ["move", "from_uci", "counter", "dict"];

/// A move of a line, and what is after it up to the next one.
struct Part<'a> {
    mv: &'a str,
    behind: &'a str,
}

/// Reads a line in which numbers are between several moves. Nothing if there is no such number. If it is not clear
/// which number belongs to which move, the line says nothing.
pub(super) fn read_rows(line: &str) -> Option<OutputLine> {
    let first = line.split_whitespace().next()?;
    if UCI_LINES.contains(&first) {
        return None;
    }
    let (front, parts) = parts(line);
    let is_number = |word: &str| read_count(word.trim_matches([',', '_', '\''])).is_some();
    let has_number = |text: &str| text.split(is_no_number).any(is_number);
    let is_within = |part: &Part| has_number(part.behind);
    let (last, others) = parts.split_last().filter(|(_, others)| others.iter().any(is_within))?;
    // A number and the moves that are expected to follow, or the move in another notation.
    if !has_number(front) && !has_number(last.behind) {
        return None;
    }
    let read = json::read_divide(line).or_else(|| moves_first(front, last, others));
    Some(read.unwrap_or_default())
}

/// Splits a line at its moves. A move that comes again in other words is one.
fn parts(line: &str) -> (&str, Vec<Part<'_>>) {
    let mut found: Vec<(usize, &str)> = Vec::new();
    let mut at = 0;
    while let Some(letter) = line[at..].chars().next() {
        let is_in_word = line[..at].ends_with(char::is_alphanumeric);
        match Name::at_start_of(&line[at..]).filter(|_| !is_in_word) {
            Some((name, text)) => {
                let last = found.last();
                if last.is_none_or(|(_, last)| !Name::of(last).is_in_other_words(name)) {
                    found.push((at, text));
                }
                at += text.len();
            }
            None => at += letter.len_utf8(),
        }
    }
    let ends = found.iter().skip(1).map(|&(at, _)| at).chain([line.len()]);
    let front = &line[..found.first().map_or(0, |&(at, _)| at)];
    let parts = found.iter().zip(ends).map(|(&(at, mv), end)| {
        let behind = &line[at + mv.len()..end];
        Part { mv, behind }
    });
    (front, parts.collect())
}

fn is_no_number(letter: char) -> bool {
    !(letter.is_ascii_digit() || matches!(letter, ',' | '_' | '\''))
}

/// Whether a text has no word that may say something else.
fn is_filling(text: &str) -> bool {
    let mut words = text.split(|letter: char| !(letter.is_alphabetic() || letter == '_'));
    words.all(|word| {
        let word = word.to_ascii_lowercase();
        word.is_empty() || WORDS.contains(&word.as_str()) || LABELS.contains(&word.as_str())
    })
}

/// Reads `e2e4 20 d2d4 20`, perhaps with a total at the end.
fn moves_first(front: &str, last: &Part, others: &[Part]) -> Option<OutputLine> {
    let row = |part: &Part| {
        let is_whole = is_filling(part.behind);
        let row = Row::with_columns(part.mv, columns_at_start_of(part.behind)?)?;
        is_whole.then_some(Row { has_neighbour: true, ..row })
    };
    let has_number = front.contains(|letter: char| letter.is_ascii_digit());
    let mut rows = others.iter().map(row).collect::<Option<Vec<Row>>>()?;
    let total = if is_filling(last.behind) {
        rows.push(row(last)?);
        None
    } else {
        // Behind the last count the words of a total begin.
        let count = last.behind.find(|letter: char| letter.is_ascii_digit())?;
        let end = last.behind[count..].find(char::is_alphabetic)? + count;
        let end = last.behind[..end].trim_end_matches(['"', '\'', ' ', ',', ';', '(', '[']).len();
        rows.push(row(&Part { behind: &last.behind[..end], ..*last })?);
        Some(read_labelled_total(trimmed(&last.behind[end..]))?.total?)
    };
    let is_even = rows.iter().all(|row| row.columns.behind.len() == rows[0].columns.behind.len());
    (is_even && !has_number && is_filling(front)).then(|| OutputLine {
        rows,
        total,
        ..OutputLine::default()
    })
}
