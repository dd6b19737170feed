//! What engines print: is a line of output a row of the divide, its total, or something else?
//!
//! Every engine has a dialect of its own. `FORMS` lists the forms of a line that are understood, each
//! read by one function. To add a dialect, write the function for its form, give it a place in that
//! list, and add an example to `tests/read.rs`.
//!
//! When in doubt, a line is neither a row nor a total: a time or a speed taken for a count would
//! accuse an engine falsely. What the text of a move means is decided elsewhere, in
//! `chess::notation`, because only the moves that are possible can decide it.

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

/// What an engine replies to one question.
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
    /// Anything else: a banner, `info …`, a time, a speed, nothing at all.
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

    /// The leaves of all rows together. A sum beyond 128 bits becomes the greatest number there is.
    #[must_use]
    pub fn sum(&self) -> u128 {
        self.rows.iter().fold(0, |sum, row| sum.saturating_add(row.count))
    }

    /// The total that the engine claims: the one that is the sum of its rows if there is one, and
    /// otherwise the last. Some engines print the number of moves before the number of leaves.
    #[must_use]
    pub fn total(&self) -> Option<u128> {
        let sum = self.sum();
        self.totals.iter().find(|&&total| total == sum).or(self.totals.last()).copied()
    }
}

/// The forms of a row or a total, in the order in which they are tried.
const FORMS: [fn(&str) -> Option<OutputLine>; 4] = [
    read_row,            // e2e4: 20
    read_bare_total,     // 400
    read_counted_total,  // 400 nodes
    read_labelled_total, // Nodes searched: 400
];

/// What a line of an engine says.
#[must_use]
pub fn read_line(line: &str) -> OutputLine {
    let is_blank =
        |letter: char| letter.is_whitespace() || letter.is_control() || letter == '\u{FEFF}';
    let line = line.trim_matches(is_blank);
    let read = |line| FORMS.iter().find_map(|form| form(line));
    read(line).or_else(|| read(without_prompt(line)?)).unwrap_or(OutputLine::Other)
}

/// The line after a prompt such as `engine>`, which an engine prints without a line break.
fn without_prompt(line: &str) -> Option<&str> {
    let (prompt, rest) = line.split_once('>')?;
    let is_prompt = !prompt.contains(char::is_whitespace) && !prompt.ends_with('-');
    is_prompt.then(|| rest.trim_start_matches(['>', ' ', '\t']))
}

/// A count, with its digits in groups or not.
fn read_count(text: &str) -> Option<u128> {
    epd::read_number(&text.replace('\'', "_")).ok()
}

// Rows.

/// Reads `e2e4: 20`. A border or a line number may come first, and other columns may follow.
fn read_row(line: &str) -> Option<OutputLine> {
    let line = line.trim_start_matches(['|', '*', ' ', '\t']);
    [Some(line), without_line_number(line)].into_iter().flatten().find_map(|line| {
        let written = WrittenMove::at_start_of(line)?;
        let count = count_at_start_of(&line[written.text.len()..])?;
        Some(OutputLine::Row(Row { text: written.text.to_owned(), count }))
    })
}

/// The line after its own number: `1. `, `1) `, `[1/20] ` or `1 `.
fn without_line_number(line: &str) -> Option<&str> {
    let rest = line.trim_start_matches(['(', '[']);
    let rest = rest.strip_prefix(|first: char| first.is_ascii_digit())?;
    let rest = rest.trim_start_matches(|letter: char| letter.is_ascii_digit() || letter == '/');
    let row = rest.trim_start_matches(['.', ')', ']', ':', ' ', '\t']);
    (row.len() < rest.len()).then_some(row)
}

/// The count that follows a move, after what separates the two: `: 20`, ` 20`, ` - 20`, `-20`.
fn count_at_start_of(text: &str) -> Option<u128> {
    let number = text.trim_start_matches([' ', '\t', ':', '=', '-', '>', '|', ',', ';', '.']);
    let separator = text.strip_suffix(number)?;
    // In `e2e4-20` the dash separates, but `e2e4: -20` is a count that overflowed. A single point is
    // that of a version, as in `v1.0`.
    let is_negative = separator.len() > 1 && separator.ends_with('-');
    if separator.is_empty() || separator == "." || is_negative {
        return None;
    }
    let is_of_number =
        |letter: char| letter.is_ascii_digit() || matches!(letter, ',' | '_' | '\'' | '.');
    let digits = number.split(|letter: char| !is_of_number(letter)).next()?;
    // A letter right after the digits is a unit, as in `12ms`.
    let has_unit = number[digits.len()..].starts_with(|next: char| next.is_alphanumeric());
    let digits = digits.trim_end_matches([',', '.']);
    if has_unit {
        return None;
    }
    // A comma may also begin the next column.
    read_count(digits).or_else(|| read_count(digits.split(',').next()?))
}

// Totals.

/// The label of a total has at least one of these words.
const COUNTED: [&str; 8] =
    ["total", "nodes", "node", "moves", "leaves", "leaf", "positions", "perft"];

/// The label of a total may also have these words. Any other word makes the number something else,
/// as in `Total time` and `Nodes/s`.
const BESIDE: [&str; 15] = [
    "searched", "visited", "counted", "found", "count", "number", "result", "legal", "of", "at",
    "to", "for", "the", "in", "depth",
];

/// A number before one of these words is no count of leaves.
const UNITS: [&str; 9] = ["ms", "s", "us", "sec", "secs", "seconds", "milliseconds", "nps", "knps"];

/// Lines of UCI that begin with these words count other things.
const UCI_LINES: [&str; 4] = ["info", "id", "option", "bestmove"];

/// A greater number after `perft` or `depth` is no depth, because no engine counts that deep.
const MAX_DEPTH: u128 = 255;

/// Reads `400`.
fn read_bare_total(line: &str) -> Option<OutputLine> {
    read_count(line).map(OutputLine::Total)
}

/// Reads `400 nodes`.
fn read_counted_total(line: &str) -> Option<OutputLine> {
    let words = words(line);
    let count = read_count(words.first()?)?;
    let is = |at: usize, word: &str| words.get(at).is_some_and(|found| found == word);
    let counts_leaves = is(1, "nodes") || is(1, "leaves");
    (counts_leaves && !is(2, "per")).then_some(OutputLine::Total(count))
}

/// Reads `Nodes searched: 400`, `Total: 400` or `Perft(2) = 400`: the greatest of the numbers with
/// the label of a total. If a line has both the moves and the leaves, the leaves are more.
fn read_labelled_total(line: &str) -> Option<OutputLine> {
    let words = words(line);
    let first = words.first()?;
    if UCI_LINES.contains(&first.as_str()) || read_count(first).is_some() {
        return None;
    }
    let mut totals = Vec::new();
    let mut label: Vec<&str> = Vec::new();
    let mut has_depth = false;
    for (at, word) in words.iter().enumerate() {
        let Some(count) = read_count(word) else {
            // The unit of one number does not belong to the label of the next.
            let is_unit = label.is_empty() && UNITS.contains(&word.as_str());
            if !is_unit {
                label.push(word);
            }
            continue;
        };
        // In `Perft(5) = 20` and `Nodes at depth 5: 20` the first number is the depth, and the words
        // before it are the label of the second.
        let is_depth = matches!(label.last(), Some(&("depth" | "perft"))) && count <= MAX_DEPTH;
        if is_depth && !has_depth {
            has_depth = true;
            continue;
        }
        let has_unit = words.get(at + 1).is_some_and(|next| UNITS.contains(&next.as_str()));
        let is_known = label.iter().all(|word| COUNTED.contains(word) || BESIDE.contains(word));
        let is_counted = label.iter().any(|word| COUNTED.contains(word));
        if is_known && is_counted && !has_unit {
            totals.push(count);
        }
        label.clear();
        has_depth = false;
    }
    totals.into_iter().max().map(OutputLine::Total)
}

/// The words and numbers of a line, in small letters.
fn words(line: &str) -> Vec<String> {
    let is_of_word = |letter: char| {
        letter.is_alphanumeric() || matches!(letter, ',' | '_' | '\'' | '.' | '/' | '-')
    };
    line.split(|letter: char| !is_of_word(letter))
        .map(|word| word.trim_matches([',', '.']).to_ascii_lowercase())
        .filter(|word| word.chars().any(char::is_alphanumeric))
        .collect()
}
