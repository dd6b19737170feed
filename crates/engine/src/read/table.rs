//! A table with a heading, as ox88 itself writes one: `move,depth,nodes` above `e2e4,3,600`. Without its heading nobody
//! knows which of the numbers is the count.

use super::reply::{OutputLine, Row};
use super::rows::read_count;
use super::unread::for_people;
use super::{read_line, trimmed};

/// The headings of a column of counts.
const COUNTS: [&str; 3] = ["nodes", "leaves", "count"];

/// Reads the lines of one answer, one after the other.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LineReader {
    heading: Option<Heading>,
}

/// The columns of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Heading {
    columns: usize,
    mv: Option<usize>,
    depth: Option<usize>,
    count: usize,
}

impl LineReader {
    /// What the next line says.
    pub fn read(&mut self, printed: &str) -> OutputLine {
        if let Some(heading) = Heading::of(printed) {
            self.heading = Some(heading);
            return OutputLine::default();
        }
        let row = self.heading.as_ref().and_then(|heading| heading.read(printed));
        row.unwrap_or_else(|| read_line(printed))
    }
}

impl Heading {
    /// Words alone, with commas between them, one of which has counts below it and another the moves or the depths.
    fn of(line: &str) -> Option<Heading> {
        let cells = cells(line);
        let is_word = |cell: &&str| {
            let is_of_word = |letter: char| letter.is_ascii_alphabetic() || letter == '_';
            !cell.is_empty() && cell.chars().all(is_of_word)
        };
        let column = |names: &[&str]| {
            cells.iter().position(|cell| names.iter().any(|name| cell.eq_ignore_ascii_case(name)))
        };
        let (mv, depth) = (column(&["move"]), column(&["depth"]));
        let is_heading = cells.iter().all(is_word) && (mv.is_some() || depth.is_some());
        let count = column(&COUNTS).filter(|_| is_heading)?;
        Some(Heading { columns: cells.len(), mv, depth, count })
    }

    fn read(&self, line: &str) -> Option<OutputLine> {
        let cells = cells(line);
        if cells.len() != self.columns {
            return None;
        }
        let count = read_count(cells[self.count])?;
        let Some(column) = self.mv else {
            let depth = self.depth.and_then(|column| cells[column].parse().ok());
            return Some(OutputLine { depth, ..count.into() });
        };
        let mut row = Row::new(cells[column], count);
        row.line = Some(for_people(line));
        Some(row.into())
    }
}

/// The cells of a line, without quotation marks.
fn cells(line: &str) -> Vec<&str> {
    trimmed(line).split(',').map(|cell| cell.trim().trim_matches('"')).collect()
}
