//! Rows and totals in the `info` lines of UCI.

use super::name::Name;
use super::row::{OutputLine, Row};
use super::rows::{read_count, read_row, without_word};
use super::totals::read_labelled_total;

/// Reads `info currmove e2e4 currmovenumber 1 nodes 20`, `info string e2e4 20`, and their totals. A
/// search prints lines that look much alike, so that any other word makes it none of these.
pub(super) fn read_info(line: &str) -> Option<OutputLine> {
    let rest = without_word(line, "info")?.trim();
    let read = if let Some(text) = without_word(rest, "string") {
        let row = read_row(text.trim()).filter(|read| read.rows.iter().all(Row::is_by_squares));
        row.or_else(|| read_labelled_total(text))?
    } else {
        read_pairs(rest)?
    };
    Some(OutputLine { is_info: true, ..read })
}

/// Reads words each of which has its value after it.
fn read_pairs(text: &str) -> Option<OutputLine> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let (mut currmove, mut nodes) = (None, None);
    for pair in words.chunks(2) {
        match *pair {
            ["currmove", text] => currmove = Some(text),
            ["nodes", count] => nodes = Some(read_count(count)?),
            ["depth" | "currmovenumber" | "nps" | "time", _] => {}
            _ => return None,
        }
    }
    let Some(text) = currmove else { return nodes.map(OutputLine::from) };
    // A comma or a quotation mark after the move is none of it.
    let (_, text) = Name::at_start_of(text).filter(|(name, _)| name.san().is_none())?;
    Some(Row::new(text, nodes?).into())
}
