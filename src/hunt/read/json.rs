//! A divide as JSON in one line: `{"moves": {"e2e4": 20}, "total": 400}`.
//!
//! Names and places of the keys differ from engine to engine. So every key that is a move with a
//! number behind it is a row, wherever it is, and so is an object such as `{"move": "e2e4", "nodes": 20}`.

use super::reply::{OutputLine, Row};
use super::rows::row_at_start_of;
use serde::de::{Deserialize, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use std::fmt;

/// The keys of a total, and of the count of a row that is an object.
const COUNTS: [&str; 5] = ["total", "nodes", "leaves", "count", "perft"];

/// Reads a line that is an object or a list with at least one row.
pub(super) fn read_divide(line: &str) -> Option<OutputLine> {
    if !line.starts_with(['{', '[']) {
        return None;
    }
    let value = serde_json::from_str(line).ok()?;
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

impl<'de> Deserialize<'de> for Json {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Json, D::Error> {
        struct AnyJson;

        impl<'de> Visitor<'de> for AnyJson {
            type Value = Json;

            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str("JSON")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Json, A::Error> {
                let mut entries = Vec::new();
                while let Some(entry) = map.next_entry()? {
                    entries.push(entry);
                }
                Ok(Json::Object(entries))
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Json, A::Error> {
                let mut values = Vec::new();
                while let Some(value) = list.next_element()? {
                    values.push(value);
                }
                Ok(Json::List(values))
            }

            fn visit_u64<E: Error>(self, number: u64) -> Result<Json, E> {
                Ok(Json::Number(number.into()))
            }

            fn visit_str<E: Error>(self, text: &str) -> Result<Json, E> {
                // A count beyond 64 bits is mostly written as text.
                Ok(text.parse().map_or_else(|_| Json::Text(text.to_owned()), Json::Number))
            }

            fn visit_i64<E: Error>(self, _: i64) -> Result<Json, E> {
                Ok(Json::Other)
            }

            fn visit_f64<E: Error>(self, _: f64) -> Result<Json, E> {
                Ok(Json::Other)
            }

            fn visit_bool<E: Error>(self, _: bool) -> Result<Json, E> {
                Ok(Json::Other)
            }

            fn visit_unit<E: Error>(self) -> Result<Json, E> {
                Ok(Json::Other)
            }
        }

        deserializer.deserialize_any(AnyJson)
    }
}
