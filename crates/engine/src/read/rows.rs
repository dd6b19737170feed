//! A move and the leaves behind it.

use super::name::Name;
use super::reply::{OutputLine, Row};
use ox88::MoveName;
use ox88::suite::epd;

/// A count, with its digits in groups or not.
pub(super) fn read_count(text: &str) -> Option<u128> {
    epd::read_number(&text.replace('\'', "_")).ok()
}

/// Reads `e2e4: 20`, `move: e2e4   nodes: 20` and `move 1 : e2e4 : 20`. A border or a line number may come first, and
/// other columns may follow.
pub(super) fn read_row(line: &str) -> Option<OutputLine> {
    let line = line.trim_start_matches(['|', '*', '"', '\'', '[', '(', '<', ' ', '\t']);
    let behind_label = without_word(line, "move");
    let line =
        behind_label.map_or(line, |rest| rest.trim_start_matches([' ', '\t', ':', '=', '#']));
    let lines = [Some(line), without_line_number(line), without_piece(line)];
    lines.into_iter().flatten().find_map(row_at_start_of).map(OutputLine::from)
}

/// Reads `20 e2e4`. In a list of moves such a number is that of the move, as [`Reply::add`] finds out.
///
/// [`Reply::add`]: super::Reply::add
pub(super) fn read_count_and_move(line: &str) -> Option<OutputLine> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let [count, text] = words[..] else { return None };
    Name::of(text).by_squares()?;
    let mut row = Row::new(text, read_count(count)?);
    row.has_count_first = true;
    Some(row.into())
}

/// The line behind the piece that moves, as in `P e2e4: 20` and `pawn e2-e4: 20`, where squares follow.
fn without_piece(line: &str) -> Option<&str> {
    const PIECES: [&str; 12] =
        ["p", "n", "b", "r", "q", "k", "pawn", "knight", "bishop", "rook", "queen", "king"];
    let rest = PIECES.iter().find_map(|piece| without_word(line, piece))?;
    let text = rest.trim_start_matches([' ', '\t', ':']);
    let (name, _) = Name::at_start_of(text)?;
    (text.len() < rest.len() && name.san().is_none()).then_some(text)
}

/// The row with which a text begins, by squares or in SAN.
pub(super) fn row_at_start_of(text: &str) -> Option<Row> {
    let (name, written) = Name::at_start_of(text)?;
    let rest = &text[written.len()..];
    let rest = without_remark(name, rest.trim_start()).unwrap_or(rest);
    Some(Row::new(written, count_at_start_of(rest)?))
}

/// What a program may say of a move before its count, also without brackets.
const REMARKS: [&str; 6] = ["capture", "castle", "castling", "en passant", "promotion", "quiet"];

/// The text behind what is said of a move before its count: the same move in another notation, as in
/// `e1g1 O-O: 1`, or words, as in `b7a7 (capture): 1`.
fn without_remark(name: Name, text: &str) -> Option<&str> {
    if let Some(rest) = REMARKS.iter().find_map(|remark| without_word(text, remark)) {
        return Some(rest);
    }
    let in_brackets = text.strip_prefix('(').and_then(|text| text.split_once(')'));
    let (remark, rest) = in_brackets.or_else(|| {
        let (_, written) = Name::at_start_of(text)?;
        Some((written, &text[written.len()..]))
    })?;
    let is_of_words = in_brackets.is_some() && !remark.contains(|it: char| it.is_ascii_digit());
    (is_of_words || name.is_in_other_words(Name::of(remark))).then_some(rest)
}

/// Reads `e7 e8 queen 20` and `e2 e4 undefined 20`: two squares, what a pawn becomes, and the count.
pub(super) fn read_row_of_words(line: &str) -> Option<OutputLine> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let [from, to, role, count] = words[..] else { return None };
    let letter = match role.to_ascii_lowercase().as_str() {
        "queen" => "q",
        "rook" => "r",
        "bishop" => "b",
        "knight" => "n",
        "undefined" | "none" | "null" => "",
        _ => return None,
    };
    let text = format!("{from}{to}{letter}");
    MoveName::from_uci(&text)?;
    Some(Row::new(text, read_count(count)?).into())
}

/// The text after a word with which it begins, in capitals or not.
pub(super) fn without_word<'a>(text: &'a str, word: &str) -> Option<&'a str> {
    let (start, rest) = text.split_at_checked(word.len())?;
    let ends = !rest.starts_with(|next: char| next.is_alphanumeric());
    (start.eq_ignore_ascii_case(word) && ends).then_some(rest)
}

/// The line after its own number: `1. `, `1) `, `[1/20] ` or `1 `.
fn without_line_number(line: &str) -> Option<&str> {
    let rest = line.trim_start_matches(['(', '[', '#']);
    let rest = rest.strip_prefix(|first: char| first.is_ascii_digit())?;
    let rest = rest.trim_start_matches(|letter: char| letter.is_ascii_digit() || letter == '/');
    let row = rest.trim_start_matches(['.', ')', ']', ':', '|', ' ', '\t']);
    (row.len() < rest.len()).then_some(row)
}

/// What a count behind a move may be called. `moves` may count other things beside the leaves.
const LABELS: [&str; 6] = ["nodes", "node", "leaves", "leaf", "positions", "count"];

/// Reads `(20)` and `(20 nodes)`, with nothing behind.
fn count_in_brackets(text: &str) -> Option<u128> {
    let (inside, rest) = text.strip_prefix(['(', '[', '{'])?.split_once([')', ']', '}'])?;
    let words: Vec<&str> = inside.split_whitespace().collect();
    let count = match words[..] {
        [count] => count,
        [count, label] | [label, count] if LABELS.contains(&label) => count,
        _ => return None,
    };
    if rest.contains(char::is_alphanumeric) { None } else { read_count(count) }
}

/// The count that follows a move, after what separates the two: `: 20`, ` 20`, ` - 20`, `-20`, and
/// perhaps its name.
fn count_at_start_of(text: &str) -> Option<u128> {
    const SEPARATORS: [char; 14] =
        [' ', '\t', ':', '=', '-', '>', '|', ',', ';', '.', '"', '\'', ']', ')'];
    let number = text.trim_start_matches(SEPARATORS);
    if let Some(labelled) = LABELS.iter().find_map(|label| without_word(number, label)) {
        return count_at_start_of(labelled);
    }
    if let Some(count) = count_in_brackets(number) {
        return Some(count);
    }
    let separator = text.strip_suffix(number)?;
    // In `e2e4-20` the dash separates, but `e2e4: -20` is a count that overflowed. A single point is
    // that of a version, as in `v1.0`.
    let is_negative = separator.len() > 1 && separator.ends_with('-');
    if separator.is_empty() || separator == "." || is_negative {
        return None;
    }
    let is_of_number = |letter: char| matches!(letter, '0'..='9' | ',' | '_' | '\'' | '.');
    let rest = number.trim_start_matches(is_of_number);
    let digits = number.strip_suffix(rest)?;
    // A letter right after the digits is a unit, as in `12ms`, and `0-0` is a castling.
    let behind = rest.strip_prefix('-').unwrap_or(rest);
    let has_unit = behind.starts_with(|next: char| next.is_alphanumeric());
    // In `1. e4 e5 2. Nf3` the number is that of the next move.
    let is_of_move = digits.ends_with('.') && !rest.trim().is_empty();
    let digits = digits.trim_end_matches([',', '.']);
    if has_unit || is_of_move {
        return None;
    }
    // A comma may also begin the next column.
    read_count(digits).or_else(|| read_count(digits.split(',').next()?))
}
