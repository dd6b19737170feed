//! Positions as JSON: an array with one of them in each line.
//!
//! The types here are the shape: a field of a struct is a key of an object, in this order. A count
//! beyond 64 bits is a string, because most readers would round the number.

use super::item::ExportedPosition;
use crate::rows::Value;
use ox88::Divide;
use ox88::suite::Count;
use serde::Serialize;
use std::collections::BTreeMap;
use std::io::{self, Write};

#[derive(Serialize)]
struct Position<'a> {
    /// `"castling"`
    suite: &'a str,
    /// The id in letters, digits and `_`: `"kiwipete"`. Without an id it is `"line_12"`.
    name: String,
    /// Whether castling is that of Chess960. Then it is written as the king that takes its own rook.
    chess960: bool,
    /// Six fields.
    fen: String,
    /// The comments of the suite, its operations `c0` to `c9`: `"cannot arise"`.
    comments: &'a [String],
    /// The legal moves, sorted, with `--with moves`.
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<&'a [String]>,
    /// The lowest depth first.
    counts: Vec<CountAtDepth>,
}

#[derive(Serialize)]
struct CountAtDepth {
    depth: u32,
    nodes: Value,
    /// The leaves after each legal move, with `--with divides`.
    #[serde(skip_serializing_if = "Option::is_none")]
    divide: Option<BTreeMap<String, Value>>,
}

pub(super) fn write(items: &[ExportedPosition], out: &mut impl Write) -> io::Result<()> {
    let mut separator = "[\n";
    for item in items {
        out.write_all(separator.as_bytes())?;
        serde_json::to_writer(&mut *out, &Position::of(item))?;
        separator = ",\n";
    }
    out.write_all(b"\n]\n")
}

impl<'a> Position<'a> {
    fn of(item: &'a ExportedPosition) -> Position<'a> {
        Position {
            suite: item.suite.name(),
            name: item.position.name(),
            chess960: item.is_chess960(),
            fen: item.fen(),
            comments: &item.position.entry.comments,
            moves: item.moves.as_deref(),
            counts: item.counts.iter().map(CountAtDepth::of).collect(),
        }
    }
}

impl CountAtDepth {
    fn of((count, divide): &(Count, Option<Divide>)) -> CountAtDepth {
        let row = |(text, leaves)| (text, Value::Number(leaves));
        let rows = |divide: &Divide| divide.texts().map(row).collect();
        CountAtDepth {
            depth: count.depth,
            nodes: Value::Number(count.nodes),
            divide: divide.as_ref().map(rows),
        }
    }
}
