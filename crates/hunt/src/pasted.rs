//! What people paste in answer to one question, line by line: when is that all?

use crate::read::{MOST_ROWS, OutputLine, Reply, for_people, read_line};

/// What was pasted in answer to one question.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pasted {
    /// The rows and totals.
    pub reply: Reply,
    /// The lines that say nothing that is known.
    pub unread: Vec<String>,
}

/// Whether more is to come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
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
    pasted: Pasted,
    /// Whether only a total and talk may follow.
    has_all_rows: bool,
}

impl Pasted {
    /// Adds a line.
    pub fn add(&mut self, line: &str) {
        let read = read_line(line);
        if self.is_too_long() {
            return;
        }
        if read != OutputLine::Other {
            self.reply.add(read);
        } else if !line.trim().is_empty() && self.unread.len() < MOST_ROWS {
            self.unread.push(for_people(line));
        }
    }

    /// Whether there are more rows or totals than any position has. Then nothing more is kept.
    pub(super) fn is_too_long(&self) -> bool {
        self.reply.rows.len().max(self.reply.totals.len()) > MOST_ROWS
    }

    /// Whether there is neither a line nor a row.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Pasted::default()
    }

    fn has_rows(&self) -> bool {
        !self.reply.rows.is_empty()
    }

    /// Whether there is a total that is the sum of the rows.
    pub(super) fn has_its_total(&self) -> bool {
        self.reply.totals.contains(&self.reply.sum())
    }

    /// Whether a total that follows belongs to these rows.
    fn lacks_total(&self, total: u128) -> bool {
        let is_theirs = total == self.reply.sum() || total == self.reply.rows.len() as u128;
        self.has_rows() && (is_theirs || !self.has_its_total())
    }
}

impl PartialPaste {
    /// Takes a line. Rows end with an empty line, or with their total. Before anything else, an empty line
    /// is an answer of its own.
    pub fn on_line(&mut self, line: &str) -> Progress {
        let line = line.trim();
        if self.has_all_rows {
            return self.on_line_behind_rows(line);
        }
        if line.is_empty() && self.is_empty() {
            return Progress::Complete;
        }
        self.pasted.add(line);
        let is_end = line.is_empty() || self.pasted.has_its_total();
        self.has_all_rows = self.pasted.has_rows() && is_end;
        Progress::GoesOn
    }

    /// Takes what programs print behind their rows: their total behind an empty line, times, speeds.
    fn on_line_behind_rows(&mut self, line: &str) -> Progress {
        match read_line(line) {
            OutputLine::Other => Progress::GoesOn,
            OutputLine::Total(total) | OutputLine::InfoTotal(total)
                if self.pasted.lacks_total(total) =>
            {
                self.pasted.add(line);
                Progress::GoesOn
            }
            _ => Progress::BeginsNext,
        }
    }

    /// Nothing has come for a moment.
    pub fn on_silence(&mut self) -> Progress {
        if self.has_all_rows {
            return Progress::Complete;
        }
        self.has_all_rows = self.may_end_in_silence();
        Progress::GoesOn
    }

    /// Whether silence may end it. A person may think before the first line, or between rows.
    #[must_use]
    pub fn may_end_in_silence(&self) -> bool {
        self.has_all_rows || !self.is_empty() && !self.pasted.has_rows()
    }

    /// Whether nothing was pasted but empty lines.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.pasted.is_empty()
    }

    /// Whether only a total and talk may follow.
    #[must_use]
    pub const fn has_all_rows(&self) -> bool {
        self.has_all_rows
    }

    /// What was pasted, now that no more comes.
    #[must_use]
    pub fn finish(self) -> Pasted {
        self.pasted
    }
}
