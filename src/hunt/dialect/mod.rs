//! What engines print: a line of a divide to its row or total, a move's text to what it names.
//!
//! Every engine has a dialect of its own. What all of them share is read here, and in doubt a line
//! is none of the two: a time or a speed that is taken for a count would accuse an engine falsely.

mod total;

use self::total::read_total;
use crate::chess::notation::WrittenMove;
use crate::suite::epd;

/// One first move of a divide.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Row {
    /// The move as the engine writes it.
    pub text: String,
    /// The leaves behind it.
    pub count: u128,
}

/// What an engine answers to one question.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Reply {
    /// The rows, in the order in which they were printed.
    pub rows: Vec<Row>,
    /// The totals, in the order in which they were printed: some engines print several.
    pub totals: Vec<u128>,
}

/// What a line says.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum OutputLine {
    /// A move and the leaves behind it.
    Row(Row),
    /// The leaves behind all moves together.
    Total(u128),
    /// Anything else: a banner, `info …`, a time, a speed, nothing.
    Other,
}

impl Reply {
    /// Adds what a line says.
    pub fn add(&mut self, line: OutputLine) {
        match line {
            OutputLine::Row(row) => self.rows.push(row),
            OutputLine::Total(total) => self.totals.push(total),
            OutputLine::Other => {}
        }
    }

    /// The leaves of all rows together; no more than 128 bits can hold.
    #[must_use]
    pub fn sum(&self) -> u128 {
        self.rows.iter().fold(0, |sum, row| sum.saturating_add(row.count))
    }

    /// The total that the engine claims: the one that is the sum of its rows if any is, and else the
    /// last. Some print how many moves there are before they print how many leaves.
    #[must_use]
    pub fn total(&self) -> Option<u128> {
        let sum = self.sum();
        self.totals.iter().find(|&&total| total == sum).or(self.totals.last()).copied()
    }
}

/// What a line of an engine says.
#[must_use]
pub fn read_line(line: &str) -> OutputLine {
    let is_blank =
        |letter: char| letter.is_whitespace() || letter.is_control() || letter == '\u{FEFF}';
    let line = line.trim_matches(is_blank);
    let read = |line| match read_row(line) {
        Some(row) => Some(OutputLine::Row(row)),
        None => read_total(line).map(OutputLine::Total),
    };
    read(line).or_else(|| read(without_prompt(line)?)).unwrap_or(OutputLine::Other)
}

/// The line behind a prompt such as `engine>`, which ends with no new line.
fn without_prompt(line: &str) -> Option<&str> {
    let (prompt, rest) = line.split_once('>')?;
    let is_prompt = !prompt.contains(char::is_whitespace) && !prompt.ends_with('-');
    is_prompt.then(|| rest.trim_start_matches(['>', ' ', '\t']))
}

// Rows.

/// Reads `e2e4: 20`, with a border or a number in front or not, and other columns behind.
fn read_row(line: &str) -> Option<Row> {
    let line = line.trim_start_matches(['|', '*', ' ', '\t']);
    [Some(line), without_number(line)].into_iter().flatten().find_map(|text| {
        let written = WrittenMove::at_start_of(text)?;
        let count = count_behind(&text[written.text.len()..])?;
        Some(Row { text: written.text.to_owned(), count })
    })
}

/// The line behind its own number: `1. `, `1) `, `[1/20] ` or `1 `.
fn without_number(line: &str) -> Option<&str> {
    let rest = line.trim_start_matches(['(', '[']);
    let rest = rest.strip_prefix(|first: char| first.is_ascii_digit())?;
    let rest = rest.trim_start_matches(|letter: char| letter.is_ascii_digit() || letter == '/');
    let behind = rest.trim_start_matches(['.', ')', ']', ':', ' ', '\t']);
    (behind.len() < rest.len()).then_some(behind)
}

/// The count behind a move: `: 20`, ` 20`, ` - 20`, `-20`.
fn count_behind(rest: &str) -> Option<u128> {
    let number = rest.trim_start_matches([' ', '\t', ':', '=', '-', '>', '|', ',', ';', '.']);
    let between = rest.strip_suffix(number)?;
    // `e2e4-20` has a dash between the two, but `e2e4: -20` is a count that overflowed. One point is
    // that of a version, as in `v1.0`.
    let is_negative = between.len() > 1 && between.ends_with('-');
    if between.is_empty() || between == "." || is_negative {
        return None;
    }
    let is_of_number =
        |letter: char| letter.is_ascii_digit() || matches!(letter, ',' | '_' | '\'' | '.');
    let word = number.split(|letter: char| !is_of_number(letter)).next()?;
    // What a letter follows has a unit, as in `12ms`.
    let has_unit = number[word.len()..].starts_with(|next: char| next.is_alphanumeric());
    let word = word.trim_end_matches([',', '.']);
    if has_unit {
        return None;
    }
    // A comma may also begin the next column.
    read_count(word).or_else(|| read_count(word.split(',').next()?))
}

/// A count, with its digits in groups or not.
fn read_count(word: &str) -> Option<u128> {
    epd::read_number(&word.replace('\'', "_")).ok()
}
