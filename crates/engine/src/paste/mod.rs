//! Reads what people paste or save in answer to one question, line by line: decides when it is complete, and whether it
//! can be the answer.

mod doubt;
mod interview;
mod left_out;

pub use doubt::{Compared, Doubt, DoubtKind, RightAnswers, first_few};
pub use interview::Interview;

use crate::read::{
    LineReader, MOST_ROWS, OutputLine, Reply, for_people, is_move, read_line, row_of_unread,
};

/// What was pasted in answer to one question.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pasted {
    /// The rows and totals.
    pub reply: Reply,
    /// The lines that say nothing that is known.
    pub unread: Vec<String>,
    /// Whether something comes before the rows that shows that the first of them was not left out.
    pub(super) is_begun: bool,
    /// The first line, if it has no row and is not empty.
    pub(super) first: Option<String>,
    /// Whether something follows the rows that shows that the last of them was not left out.
    pub(super) goes_on: bool,
    pub(super) reader: LineReader,
    /// Which rows are the first after a gap: an empty line, a total, or talk.
    pub(super) gaps: Vec<usize>,
}

/// Whether more is to come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PasteProgress {
    /// More may come.
    GoesOn,
    /// Nothing more comes.
    Complete,
    /// Nothing more comes, and this line is of the next answer.
    BeginsNext,
}

/// The part of an answer that has been pasted.
#[derive(Clone, Debug, Default)]
pub struct PartialPaste {
    /// What was pasted so far.
    pub pasted: Pasted,
    /// Whether only a total and talk may follow.
    pub has_all_rows: bool,
}

impl Pasted {
    /// Adds a line, unless there are more rows or totals than any position has.
    pub fn add(&mut self, line: &str) {
        let read = self.reader.read(line);
        if self.reply.is_flood() {
            return;
        }
        let rows = self.reply.rows.len();
        if read.rows.is_empty() {
            let first = line.split([' ', '\t', ':']).find(|word| !word.is_empty());
            // The first line may be what is left of a row.
            match &self.first {
                None if self.is_empty() && !line.trim().is_empty() => {
                    self.first = Some(line.trim_end().to_owned());
                }
                _ => self.is_begun |= rows == 0,
            }
            // That may be the beginning of a row.
            self.goes_on |= rows > 0 && !first.is_some_and(is_move);
        } else if std::mem::take(&mut self.goes_on) || rows == 0 {
            self.gaps.push(rows);
        }
        if !read.is_other() {
            self.reply.add(read);
        } else if !line.trim().is_empty() && self.unread.len() < MOST_ROWS {
            if row_of_unread(line).is_some() {
                self.reply.unread_lines.push(for_people(line));
            }
            self.unread.push(for_people(line));
        }
    }

    /// The text ends in the middle of a line, as far as is known.
    pub fn note_broken_line(&mut self) {
        self.goes_on = false;
    }

    /// Whether there were empty lines at the most.
    pub fn is_empty(&self) -> bool {
        *self == Pasted::default()
    }

    /// Whether something comes before the rows that is more than the end of one, like `4: 20` above `b2b3: 20`.
    pub(super) fn is_begun(&self) -> bool {
        let is_end = |line: &str| {
            let mut rows = self.reply.rows.iter().map(|row| shape(&row.printed()));
            rows.any(|row| row.ends_with(&shape(line)))
        };
        self.is_begun || self.first.as_ref().is_some_and(|line| !is_end(line))
    }

    /// Whether there is a total that is the sum of the rows.
    pub(super) fn has_its_total(&self) -> bool {
        self.reply.totals.contains(&self.reply.sum())
    }

    /// Whether a line that follows is a total that belongs to these rows.
    fn lacks(&self, line: &OutputLine) -> bool {
        let rows = &self.reply.rows;
        let is_theirs = |total| total == self.reply.sum() || total == rows.len() as u128;
        !rows.is_empty()
            && line.rows.is_empty()
            && line.total.is_some_and(|total| is_theirs(total) || !self.has_its_total())
    }
}

impl PartialPaste {
    /// Takes a line. Rows end with an empty line, or with their total. Before anything else, an empty line
    /// is an answer of its own. Behind their rows, programs print a total, times and speeds.
    pub fn on_line(&mut self, line: &str) -> PasteProgress {
        let line = line.trim();
        if line.is_empty() && self.pasted.is_empty() {
            return PasteProgress::Complete;
        }
        if self.has_all_rows {
            let read = read_line(line);
            if read.is_other() {
                return PasteProgress::GoesOn;
            }
            if !self.pasted.lacks(&read) {
                return PasteProgress::BeginsNext;
            }
        }
        self.pasted.add(line);
        let is_end = line.is_empty() || self.pasted.has_its_total();
        self.has_all_rows |= is_end && !self.pasted.reply.rows.is_empty();
        PasteProgress::GoesOn
    }

    /// Nothing has come for a moment.
    pub fn on_silence(&mut self) -> PasteProgress {
        if self.has_all_rows {
            return PasteProgress::Complete;
        }
        self.has_all_rows = self.may_end_in_silence();
        PasteProgress::GoesOn
    }

    /// Whether silence may end it. A person may think before the first line, or between rows.
    pub fn may_end_in_silence(&self) -> bool {
        let waits_for_rows = !self.pasted.is_empty() && self.pasted.reply.rows.is_empty();
        self.has_all_rows || waits_for_rows
    }
}

/// A line with one sign for any number, and one for any file.
fn shape(line: &str) -> String {
    let mut letters: Vec<char> = line.chars().collect();
    letters.dedup_by(|next, letter| next.is_ascii_digit() && letter.is_ascii_digit());
    let sign = |letter: char| match letter {
        '0'..='9' => '1',
        'a'..='h' => 'a',
        other => other,
    };
    letters.into_iter().map(sign).collect()
}
