//! The lines of a reply that cannot be read, where rows belong: one of them may be a row.

use super::reply::OutputLine;
use super::rows::read_count;
use super::totals::UCI_LINES;

/// How many lines of a reply are kept.
const MOST_LINES: usize = 64;

/// How many letters of each of them.
const MOST_LETTERS: usize = 160;

/// The lines that cannot be read among the rows of a reply, and directly above and below them. Which moves are legal
/// has no say in it.
#[derive(Clone, Debug, Default)]
pub struct UnreadLines {
    lines: Vec<String>,
    /// Those that are among the rows only if another row follows.
    apart: Vec<String>,
    has_row: bool,
    /// Whether the last row is in a line of `info`.
    is_in_info: bool,
    /// Whether a total or an empty line has come since the last row.
    is_below: bool,
}

impl UnreadLines {
    /// Takes note of a line, and of what it says.
    pub fn note(&mut self, line: &str, read: &OutputLine) {
        if read.has_row() {
            self.lines.append(&mut self.apart);
            self.is_in_info = matches!(read, OutputLine::InfoRow(_));
            (self.has_row, self.is_below) = (true, false);
        } else if *read == OutputLine::Other && !line.trim().is_empty() {
            let is_among = self.has_row && !self.is_below;
            if self.may_be_row(line) && self.lines.len() + self.apart.len() < MOST_LINES {
                let lines = if is_among { &mut self.lines } else { &mut self.apart };
                lines.push(for_people(line));
            }
        } else {
            self.is_below = true;
            if !self.has_row {
                self.apart.clear();
            }
        }
    }

    /// The lines, as they were printed.
    #[must_use]
    pub fn finish(self) -> Vec<String> {
        self.lines
    }

    /// Whether a line that cannot be read may be a row. Above the first one that can be, most lines are headings.
    fn may_be_row(&self, line: &str) -> bool {
        let first = line.split_whitespace().next().unwrap_or_default();
        let is_of_uci = UCI_LINES.contains(&first) && !(first == "info" && self.is_in_info);
        let has_words = line.contains(char::is_alphanumeric);
        has_words && !is_of_uci && (self.has_row || is_word_and_count(line))
    }
}

/// Whether a line is a word and a count.
fn is_word_and_count(line: &str) -> bool {
    let is_between = |letter: char| letter.is_whitespace() || [':', '='].contains(&letter);
    let mut words = line.split(is_between).filter(|word| !word.is_empty());
    let count = words.nth(1);
    count.is_some_and(|count| read_count(count).is_some()) && words.next().is_none()
}

/// A line cut to a readable length and without anything that would move the cursor of a terminal.
#[must_use]
pub fn for_people(line: &str) -> String {
    let plain = line.replace(char::is_control, " ");
    let plain = plain.trim();
    let mut text: String = plain.chars().take(MOST_LETTERS).collect();
    if text.len() < plain.len() {
        text.push('…');
    }
    text
}
