//! A divide as JSON in one line: `{"moves": {"e2e4": 20}, "total": 400}`.
//!
//! Names and places of the keys differ from engine to engine. So every key that is a move with a
//! number behind it is a row, wherever it is, and so is an object such as `{"move": "e2e4", "nodes": 20}`.

use super::reply::{OutputLine, Row};
use super::rows::row_at_start_of;

/// The keys of a total, and of the count of a row that is an object.
const COUNTS: [&str; 5] = ["total", "nodes", "leaves", "count", "perft"];

/// Reads a line that is an object or a list with at least one row.
pub(super) fn read_divide(line: &str) -> Option<OutputLine> {
    if !line.starts_with(['{', '[']) {
        return None;
    }
    let value = Reader::whole(line)?;
    let (mut rows, mut total) = (Vec::new(), None);
    collect(&value, &mut rows, &mut total);
    (!rows.is_empty()).then_some(OutputLine::Divide(rows, total))
}

/// JSON as far as it matters here. A key may come again: `a7a8` without its letter is there four times.
enum Json {
    Object(Vec<(String, Json)>),
    List(Vec<Json>),
    Number(u128),
    Text(String),
    Other,
}

fn collect(value: &Json, rows: &mut Vec<Row>, total: &mut Option<u128>) {
    match value {
        Json::Object(entries) => {
            let text = entries.iter().find_map(|(key, value)| match value {
                Json::Text(text) if key == "move" => Some(text),
                _ => None,
            });
            for (key, value) in entries {
                let is_count = COUNTS.contains(&key.as_str());
                match (value, text) {
                    (Json::Number(count), Some(text)) if is_count => rows.extend(row(text, *count)),
                    (Json::Number(count), None) if is_count => *total = Some(*count),
                    (Json::Number(count), None) => rows.extend(row(key, *count)),
                    _ => collect(value, rows, total),
                }
            }
        }
        Json::List(values) => values.iter().for_each(|value| collect(value, rows, total)),
        Json::Number(_) | Json::Text(_) | Json::Other => {}
    }
}

/// The row of a text that is a move and nothing else.
fn row(text: &str, count: u128) -> Option<Row> {
    row_at_start_of(&format!("{text}: {count}")).filter(|row| row.text == text)
}

/// How deep objects and lists may be in each other. No divide needs more than a few.
const DEEPEST: u32 = 32;

/// A text of which the part before has been read.
struct Reader<'a>(&'a str);

impl Reader<'_> {
    /// The value that is the whole text.
    fn whole(text: &str) -> Option<Json> {
        let mut reader = Reader(text);
        let value = reader.value(DEEPEST)?;
        reader.0.trim().is_empty().then_some(value)
    }

    fn value(&mut self, levels: u32) -> Option<Json> {
        let levels = levels.checked_sub(1)?;
        if self.takes('{') {
            let entry = |reader: &mut Reader| {
                let key = reader.text()?;
                reader.takes(':').then_some(())?;
                Some((key, reader.value(levels)?))
            };
            return self.items('}', entry).map(Json::Object);
        }
        if self.takes('[') {
            return self.items(']', |reader| reader.value(levels)).map(Json::List);
        }
        if self.0.starts_with('"') {
            let text = self.text()?;
            // A count beyond 64 bits is mostly written as text.
            return Some(text.parse().map_or_else(|_| Json::Text(text), Json::Number));
        }
        let end = self.0.find([',', '}', ']']).unwrap_or(self.0.len());
        let (word, rest) = self.0.split_at(end);
        self.0 = rest;
        let is_word = |word: &str| ["true", "false", "null"].contains(&word);
        match word.trim() {
            word if word.starts_with(|first: char| first.is_ascii_digit()) => {
                word.parse().map(Json::Number).ok().or_else(|| other_number(word))
            }
            word if is_word(word) => Some(Json::Other),
            word => other_number(word),
        }
    }

    /// The items up to the mark that ends them, with commas between them.
    fn items<T>(
        &mut self,
        end: char,
        mut item: impl FnMut(&mut Self) -> Option<T>,
    ) -> Option<Vec<T>> {
        let mut items = Vec::new();
        while !self.takes(end) {
            if !(items.is_empty() || self.takes(',')) {
                return None;
            }
            self.0 = self.0.trim_start();
            items.push(item(self)?);
        }
        Some(items)
    }

    /// A text in quotation marks.
    fn text(&mut self) -> Option<String> {
        self.0 = self.0.strip_prefix('"')?;
        let mut text = String::new();
        let mut letters = self.0.char_indices();
        loop {
            match letters.next()? {
                (at, '"') => {
                    self.0 = &self.0[at + 1..];
                    return Some(text);
                }
                // No move has a letter that is written so: what it stands for makes no difference.
                (_, '\\') => text.extend(['\\', letters.next()?.1]),
                (_, letter) => text.push(letter),
            }
        }
    }

    /// Whether the next mark is this one, which is read then with the blanks around it.
    fn takes(&mut self, mark: char) -> bool {
        self.0 = self.0.trim_start();
        let rest = self.0.strip_prefix(mark).map(str::trim_start);
        self.0 = rest.unwrap_or(self.0);
        rest.is_some()
    }
}

/// A number that is no count.
fn other_number(word: &str) -> Option<Json> {
    let is_number = word.parse::<f64>().is_ok_and(f64::is_finite);
    is_number.then_some(Json::Other)
}
