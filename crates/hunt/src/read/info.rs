//! Rows and totals in the `info` lines of UCI.

use super::reply::{OutputLine, Row};
use super::rows::{read_count, read_row, without_word};
use super::totals::read_labelled_total;
use crate::read::written::WrittenMove;

/// Reads `info currmove e2e4 currmovenumber 1 nodes 20`, `info string e2e4 20`, and their totals. A
/// search prints lines that look much alike, so that any other word makes it none of these.
pub(super) fn read_info(line: &str) -> Option<OutputLine> {
    let rest = without_word(line, "info")?.trim();
    if let Some(text) = without_word(rest, "string") {
        let row = || match read_row(text.trim()) {
            Some(OutputLine::Row(row)) if row.is_by_squares() => Some(OutputLine::InfoRow(row)),
            _ => None,
        };
        let total = || match read_labelled_total(text) {
            Some(OutputLine::Total(total)) => Some(OutputLine::InfoTotal(total)),
            _ => None,
        };
        return row().or_else(total);
    }
    let words: Vec<&str> = rest.split_whitespace().collect();
    let mut row = None;
    let mut nodes = None;
    for pair in words.chunks(2) {
        match *pair {
            ["currmove", text] => row = Some(text.to_owned()),
            ["nodes", count] => nodes = Some(read_count(count)?),
            ["depth" | "currmovenumber" | "nps" | "time", _] => {}
            _ => return None,
        }
    }
    match row {
        Some(text) => {
            // A comma or a quotation mark behind the move is none of it.
            let text = WrittenMove::at_start_of(&text)?.text.to_owned();
            Some(OutputLine::InfoRow(Row { text, count: nodes? }))
        }
        None => nodes.map(OutputLine::InfoTotal),
    }
}
