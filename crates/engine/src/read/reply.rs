//! What all lines of a reply say together.

use super::columns;
use super::name::split_letter;
use super::row::{OutputLine, Row, sum};
use super::table::LineReader;
use super::unread::{MOST_LINES, UnreadLines};
use crate::trouble::Trouble;
use ox88::{Divide, PieceKind};

/// More rows than there are ways from a square to a square, which no position has.
pub const MOST_ROWS: usize = 64 * 64;

/// What an engine replies to one question.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reply {
    /// The rows, in the order in which they were printed.
    pub rows: Vec<Row>,
    /// The totals, in the order in which they were printed: some engines print several.
    pub totals: Vec<u128>,
    /// Whether each of them may be the number of moves.
    pub may_be_moves: bool,
    /// Rows that name no move of the position, as far as is known: in SAN, or because all are written alike.
    pub unread: Vec<Row>,
    /// Lines that cannot be read, where rows belong, or that look like rows.
    pub unread_lines: Vec<String>,
    /// The first move with a number on the line below, which is a total if no other such move follows.
    pub first_of_two_lines: Option<Box<Row>>,
    /// The first line of it in which a count was found only because it was learnt where the engine puts its counts.
    pub learnt: Option<Box<str>>,
    /// How the engine failed after what it printed, if its own total does not say that this is all.
    pub cut_off: Option<Trouble>,
    /// Where the rows were found.
    pub source: RowsFrom,
    /// Whether the engine is known to write its moves in SAN, since it gave a right answer in SAN.
    pub is_san: bool,
}

/// Where the rows of a reply were found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum RowsFrom {
    /// On standard output.
    #[default]
    Stdout,
    /// On standard error.
    Stderr,
    /// Nowhere: the engine prints totals only, and each row is the total after its move.
    Totals,
}

impl<'a> FromIterator<&'a str> for Reply {
    /// The reply of an engine that prints these lines.
    fn from_iter<I: IntoIterator<Item = &'a str>>(lines: I) -> Reply {
        let (mut reply, mut unread_lines) = (Reply::default(), UnreadLines::default());
        let mut reader = LineReader::default();
        for line in lines {
            let read = reader.read(line);
            unread_lines.note(line, &read);
            reply.add(read);
        }
        reply.with_unread(unread_lines)
    }
}

/// The moves of these rows as they are written, in an order of their own.
fn moves(rows: &[Row]) -> Vec<&str> {
    let mut texts: Vec<&str> = rows.iter().map(|row| row.text.as_str()).collect();
    texts.sort_unstable();
    texts
}

impl Reply {
    /// Adds what a line says. An engine writes all its rows in one way: beside rows by squares, a line such as `d2 400`
    /// is unread.
    pub fn add(&mut self, line: OutputLine) {
        for row in line.rows {
            if row.san().is_some() && self.rows.iter().any(Row::is_by_squares) {
                self.leave_unread(&row);
                continue;
            }
            if self.is_total(&row) {
                continue;
            }
            if row.is_by_squares() && !self.rows.iter().any(Row::is_by_squares) {
                let is_in_san = |other: &mut Row| other.san().is_some();
                let others: Vec<Row> = self.rows.extract_if(.., is_in_san).collect();
                for other in &others {
                    self.leave_unread(other);
                }
            }
            self.rows.push(row);
        }
        if line.total.is_some() {
            self.may_be_moves = line.may_be_moves && (self.totals.is_empty() || self.may_be_moves);
        }
        if !line.is_info || !self.rows.is_empty() {
            self.totals.extend(line.total);
        }
        columns::settle_by_total(&mut self.rows, &self.totals);
    }

    /// Whether a move above a number is no row, as far as is known: then the number is a total.
    fn is_total(&mut self, row: &Row) -> bool {
        if !row.is_of_two_lines || self.rows.iter().any(|row| row.is_of_two_lines) {
            return false;
        }
        if self.rows.is_empty()
            && let Some(first) = self.first_of_two_lines.take()
        {
            let its = self.totals.iter().position(|&total| total == first.count);
            its.map(|its| self.totals.remove(its));
            self.rows.push(*first);
            return false;
        }
        self.totals.push(row.count);
        self.first_of_two_lines = Some(Box::new(row.clone()));
        true
    }

    fn leave_unread(&mut self, row: &Row) {
        if self.unread_lines.len() < MOST_LINES {
            self.unread_lines.push(row.printed());
        }
    }

    /// This reply, with these lines among the unread ones.
    pub(crate) fn with_unread(mut self, lines: UnreadLines) -> Reply {
        self.unread_lines.extend(lines.finish());
        self
    }

    /// Whether there are more rows or totals than any position has.
    pub fn is_flood(&self) -> bool {
        self.rows.len().max(self.totals.len()) > MOST_ROWS
    }

    /// Whether there is a total and no row. What cannot be read as SAN may be no row at all.
    pub fn is_total_only(&self) -> bool {
        let has_rows = !self.rows.is_empty() || self.unread.iter().any(|row| row.san().is_none());
        !has_rows && !self.totals.is_empty()
    }

    /// The leaves of all rows together.
    pub fn sum(&self) -> u128 {
        sum(&self.rows)
    }

    /// The greatest sum that the counts may have, as long as it is not known which numbers they are.
    pub fn greatest_sum(&self) -> u128 {
        columns::greatest_sum(&self.rows)
    }

    /// The rows with their counts, where all rows together show what each of them says. Nothing for one that is not clear.
    /// `right` is the right answer to the question.
    pub(crate) fn clear_rows(&self, right: &Divide) -> Vec<Option<Row>> {
        let mut rows = self.rows.clone();
        if !columns::settle_by_all(&mut rows, right) {
            return vec![None; rows.len()];
        }
        let mut letters = rows.iter().filter_map(|row| Some(split_letter(&row.text)?.1));
        let are_english = letters.all(|letter| PieceKind::from_letter(letter).is_some());
        // Where one letter is of another language, each may mean another piece than in English.
        let is_clear = |row: &Row| are_english || split_letter(&row.text).is_none();
        rows.into_iter().map(|row| Some(row).filter(is_clear)).collect()
    }

    /// How these rows should be written, if it is not clear which of their numbers is the count, or what their
    /// promotions mean.
    pub fn form_of_unclear(rows: &[Row]) -> Option<(String, String)> {
        let form = |row: &Row| match split_letter(&row.text) {
            Some((text, _)) => Some(format!("{text}q: 20")),
            None if !row.columns.is_clear() => Some(format!("{}: 20", row.text)),
            None => None,
        };
        rows.iter().find_map(|row| Some((row.printed(), form(row)?)))
    }

    /// Where the rows of this depth begin. Some engines count one depth after the other, and print the
    /// rows of each: the same moves as many times, at first with one leaf, or none. An engine that lists
    /// its moves twice is none of these: its total is not the sum of the last.
    pub(crate) fn start_of_last_depth(&self, depth: u32) -> usize {
        let depths = usize::try_from(depth).unwrap_or(usize::MAX);
        if depths < 2 || self.rows.is_empty() || !self.rows.len().is_multiple_of(depths) {
            return 0;
        }
        let (first, others) = self.rows.split_at(self.rows.len() / depths);
        let start = self.rows.len() - first.len();
        let is_of_each_depth = first.iter().all(|row| row.count <= 1)
            && others.chunks(first.len()).all(|rows| moves(rows) == moves(first));
        let has_total = self.totals.is_empty() || self.totals.contains(&sum(&self.rows[start..]));
        if is_of_each_depth && has_total { start } else { 0 }
    }

    /// The total that the engine claims: the one that is the sum of its rows if there is one, and otherwise the last
    /// that is not the number of its rows, by its word. Some engines print the number of moves before the number of
    /// leaves, or alone.
    pub fn total(&self) -> Option<u128> {
        let (sum, length) = (self.sum(), self.rows.len() as u128);
        let is_length = |&&total: &&u128| self.may_be_moves && total == length;
        let totals = || self.totals.iter();
        totals().find(|&&total| total == sum).or(totals().rfind(|it| !is_length(it))).copied()
    }
}
