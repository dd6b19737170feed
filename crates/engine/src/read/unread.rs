//! The lines of a reply that cannot be read, where rows belong: one of them may be a row.

use super::many;
use super::name::Name;
use super::row::OutputLine;
use super::rows::{UNITS, read_count};
use super::totals::UCI_LINES;

/// How many lines of a reply are kept.
pub(super) const MOST_LINES: usize = 64;

/// How many letters of each of them.
const MOST_LETTERS: usize = 160;

/// The lines that cannot be read among the rows of a reply, and directly above and below them. Which moves are legal
/// has no say in it.
#[derive(Clone, Debug, Default)]
pub(crate) struct UnreadLines {
    lines: Vec<String>,
    /// Lines elsewhere that have a move and a number.
    elsewhere: Vec<String>,
    /// How many of them are certain to be among the rows. The others are only if another row follows.
    certain: usize,
    has_row: bool,
    /// Whether the last row is in a line of `info`.
    is_in_info: bool,
    /// Whether no total and no empty line has come since the last row.
    is_among_rows: bool,
}

impl UnreadLines {
    /// Takes note of a line, and of what it says.
    pub fn note(&mut self, line: &str, read: &OutputLine) {
        if !read.rows.is_empty() {
            self.is_in_info = read.is_info;
            (self.has_row, self.is_among_rows) = (true, true);
        } else if !read.is_other() || line.trim().is_empty() {
            self.is_among_rows = false;
            if !self.has_row {
                self.lines.clear();
            }
        } else if self.may_be_row(line) && self.lines.len() < MOST_LINES {
            self.lines.push(for_people(line));
        }
        if read.is_other() && self.elsewhere.len() < MOST_LINES && row_of_unread(line).is_some() {
            self.elsewhere.push(for_people(line));
        }
        if self.is_among_rows {
            self.certain = self.lines.len();
        }
    }

    /// The lines, as they were printed.
    pub fn finish(mut self) -> Vec<String> {
        self.lines.truncate(self.certain);
        self.elsewhere.retain(|line| !self.lines.contains(line));
        self.lines.extend(self.elsewhere);
        self.lines
    }

    /// Whether a line that cannot be read may be a row. Above the first one that can be, most lines are headings.
    fn may_be_row(&self, line: &str) -> bool {
        let is_of_uci =
            is_of_uci(line) && !(self.is_in_info && line.trim_start().starts_with("info"));
        let has_words = line.contains(char::is_alphanumeric);
        let is_word_and_count =
            || matches!(words(line)[..], [_, count] if read_count(count).is_some());
        has_words && !is_of_uci && (self.has_row || is_word_and_count())
    }
}

/// Whether a line looks like a row wherever it is: it has a square or a castling, and a number after that.
pub fn is_like_row(line: &str) -> bool {
    let is_pair = |pair: &[u8]| std::str::from_utf8(pair).is_ok_and(is_square);
    let is_move = |word: &&str| {
        word.as_bytes().windows(2).any(is_pair) || word.contains("O-O") || word.contains("0-0")
    };
    let words = words(line);
    let mut behind = words.iter().skip_while(|word| !is_move(word)).skip(1);
    // A FEN may have a square and numbers, too, but has more words.
    let has_count = behind.any(|word| read_count(word).is_some()) && words.len() < 6;
    has_count && !is_of_uci(line)
}

/// The row that a line may be in a form that is not known, written as it could be read: its one move, or the first of
/// those with a number each, and its last number. Nothing if it tells something else, such as the best move or a time.
pub fn row_of_unread(line: &str) -> Option<String> {
    const OTHER: [&str; 7] = ["best", "bestmove", "ponder", "score", "cp", "eval", "pv"];
    // Most lines of a flood have no number.
    if !line.contains(|letter: char| letter.is_ascii_digit()) {
        return None;
    }
    // What may be within a move or a number, like `e2-e4`, `O-O+` and `8.902`; a slash is between squares as well.
    let is_between = |letter: char| !(letter.is_alphanumeric() || "-~→+#/.!_".contains(letter));
    let words: Vec<&str> = line.split(is_between).filter(|word| !word.is_empty()).collect();
    let has_one_of = |others: &[&str]| {
        words.iter().any(|word| others.contains(&word.to_ascii_lowercase().as_str()))
    };
    // A square alone is no move.
    let is_move = |word: &&str| word.len() > 2 && Name::of(word) != Name::Nothing;
    // In `from e2 to e4` and `e2*e4` the squares are words of their own.
    let squares = words.iter().copied().filter(|word| word.get(..2).is_some_and(is_square));
    if let [from, to] = &squares.collect::<Vec<&str>>()[..]
        && from.len() == 2
        && let mv = format!("{from}{to}")
        && let Name::Move(_) = Name::of(&mv)
    {
        let line = line.replacen(from, "", 1).replacen(to, &mv, 1);
        return row_of_unread(&line);
    }
    let mut moves = words.iter().copied().filter(is_move);
    let (mv, second) = (moves.next()?, moves.next());
    let is_same = |second| Name::of(mv).is_in_other_words(Name::of(second));
    let is_number = |word: &&&str| {
        let digits = word.strip_prefix("0x").unwrap_or(word);
        let of_number = |letter: char| letter.is_ascii_hexdigit() || letter == '.';
        read_count(word).is_some()
            || word.starts_with(|letter: char| letter.is_ascii_digit())
                && digits.chars().all(of_number)
    };
    let mut numbers = words.iter().rev().filter(|word| **word != mv).filter(is_number);
    let number = numbers.next()?;
    // With such a word, one number is no count.
    let is_measure = (has_one_of(&UNITS) || has_one_of(&["time"])) && numbers.next().is_none();
    let is_row = second.is_none_or(is_same) && moves.next().is_none() || many::may_be_rows(line);
    let is_row = is_row && !is_of_uci(line) && !has_one_of(&OTHER) && !is_measure;
    is_row.then(|| format!("{mv}: {}", as_decimal(number)))
}

/// A number as it is read: 20 for `0x14` and `20.0`, 42 for `2a`, and 8902 for `8.902`.
fn as_decimal(number: &str) -> String {
    let hex = number.strip_prefix("0x").unwrap_or(number);
    if hex.len() < number.len() || number.contains(|letter: char| letter.is_ascii_alphabetic()) {
        return u128::from_str_radix(hex, 16).map_or_else(|_| "20".to_owned(), |it| it.to_string());
    }
    let (whole, behind) = number.split_once('.').unwrap_or((number, ""));
    let is_grouped = behind.split('.').all(|group| group.len() == 3);
    if is_grouped { number.replace('.', "") } else { whole.to_owned() }
}

fn is_square(text: &str) -> bool {
    matches!(text.as_bytes(), [b'a'..=b'h', b'1'..=b'8'])
}

fn is_of_uci(line: &str) -> bool {
    line.split_whitespace().next().is_some_and(|first| UCI_LINES.contains(&first))
}

fn words(line: &str) -> Vec<&str> {
    let is_between = |letter: char| letter.is_whitespace() || [':', '='].contains(&letter);
    line.split(is_between).filter(|word| !word.is_empty()).collect()
}

/// A line cut to a readable length and without anything that would move the cursor of a terminal.
pub fn for_people(line: &str) -> String {
    let plain = super::without_colours(line).replace(char::is_control, " ");
    let plain = plain.trim();
    let mut text: String = plain.chars().take(MOST_LETTERS).collect();
    if text.len() < plain.len() {
        text.push('…');
    }
    text
}
