//! A divide as JSON in one line: `{"moves": {"e2e4": 20}, "total": 400}`.
//!
//! Names and places of the keys differ from engine to engine. So every key that is a move with a
//! number behind it is a row, wherever it is, and so is an object such as `{"move": "e2e4", "nodes": 20}`.

use super::reply::{OutputLine, Row};
use super::rows::row_at_start_of;

/// The keys of a total, and of the count of a row that is an object.
const COUNTS: [&str; 5] = ["total", "nodes", "leaves", "count", "perft"];

/// How deep objects and lists may be in each other. No divide needs more than a few.
const DEEPEST: u32 = 32;

/// Reads a line that is an object or a list with at least one row.
pub(super) fn read_divide(line: &str) -> Option<OutputLine> {
    if !line.starts_with(['{', '[']) {
        return None;
    }
    let mut reader = Reader { rest: line, rows: Vec::new(), total: None };
    reader.value(DEEPEST)?;
    let is_whole = reader.rest.trim().is_empty() && !reader.rows.is_empty();
    is_whole.then_some(OutputLine { rows: reader.rows, total: reader.total, is_info: false })
}

/// A value as far as it matters here.
enum Json {
    Number(u128),
    Text(String),
    Other,
}

/// What has been found in a line, and the rest of it.
struct Reader<'a> {
    rest: &'a str,
    rows: Vec<Row>,
    total: Option<u128>,
}

impl Reader<'_> {
    fn value(&mut self, levels: u32) -> Option<Json> {
        let levels = levels.checked_sub(1)?;
        for (begin, end) in [('{', '}'), ('[', ']')] {
            if self.takes(begin) {
                self.items(end, levels)?;
                return Some(Json::Other);
            }
        }
        if self.rest.starts_with('"') {
            let text = self.text()?;
            // A count beyond 64 bits is mostly written as text.
            return Some(text.parse().map_or_else(|_| Json::Text(text), Json::Number));
        }
        let end = self.rest.find([',', '}', ']']).unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at(end);
        self.rest = rest;
        match word.trim() {
            "true" | "false" | "null" => Some(Json::Other),
            number => match number.parse() {
                Ok(count) if !number.starts_with('+') => Some(Json::Number(count)),
                _ => number.parse().is_ok_and(f64::is_finite).then_some(Json::Other),
            },
        }
    }

    /// Reads the items of an object or a list, and adds what they say. Those of a list have an empty key. A
    /// key may come again: `a7a8` without its letter is there four times.
    fn items(&mut self, end: char, levels: u32) -> Option<()> {
        let mut items = Vec::new();
        while !self.takes(end) {
            if !(items.is_empty() || self.takes(',')) {
                return None;
            }
            let key = if end == '}' { self.text()? } else { String::new() };
            if end == '}' && !self.takes(':') {
                return None;
            }
            items.push((key, self.value(levels)?));
        }
        let text = items.iter().find_map(|(key, value)| match value {
            Json::Text(text) if key == "move" => Some(text),
            _ => None,
        });
        for (key, value) in &items {
            let Json::Number(count) = *value else { continue };
            match (text, COUNTS.contains(&key.as_str())) {
                (Some(text), true) => self.rows.extend(row(text, count)),
                (Some(_), false) => {}
                (None, true) => self.total = Some(count),
                (None, false) => self.rows.extend(row(key, count)),
            }
        }
        Some(())
    }

    /// A text in quotation marks. No move has a letter that is written with `\`.
    fn text(&mut self) -> Option<String> {
        let text = self.rest.strip_prefix('"')?;
        let mut is_escaped = false;
        let end = text.find(|letter| {
            let is_end = letter == '"' && !is_escaped;
            is_escaped = letter == '\\' && !is_escaped;
            is_end
        })?;
        self.rest = &text[end + 1..];
        Some(text[..end].to_owned())
    }

    /// Whether the next mark is this one, which is read then with the blanks around it.
    fn takes(&mut self, mark: char) -> bool {
        self.rest = self.rest.trim_start();
        let rest = self.rest.strip_prefix(mark).map(str::trim_start);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }
}

/// The row of a text that is a move and nothing else.
fn row(text: &str, count: u128) -> Option<Row> {
    row_at_start_of(&format!("{text}: {count}")).filter(|row| row.text == text)
}
