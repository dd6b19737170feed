//! A move and the leaves after it.

use super::name::Name;
use super::row::{Columns, OutputLine, Row};
use crate::suites::read_number;

/// A count, with its digits in groups or not.
pub(super) fn read_count(text: &str) -> Option<u128> {
    read_number(&text.replace('\'', "_")).ok()
}

/// Reads `e2e4: 20`, `move: e2e4   nodes: 20`, `move 1 : e2e4 : 20` and `divide 2 e2e4 20`. A border or a line number may come first, and
/// other columns may follow.
pub(super) fn read_row(line: &str) -> Option<OutputLine> {
    let is_border = |letter: char| !(letter.is_alphanumeric() || letter == '{');
    let border = line;
    let line = line.trim_start_matches(is_border);
    // As in `#01 | e2e4: 20`.
    let is_number = border.strip_suffix(line).is_some_and(|border| border.ends_with('#'));
    // After the last two comes the depth, as in `divide 2 e2e4: 20`.
    let line = ["move", "from_uci", "divide", "perft"].iter().fold(line, |line, label| {
        let is_between = |letter: char| " \t:=#('\".".contains(letter);
        without_word(line, label).map_or(line, |rest| rest.trim_start_matches(is_between))
    });
    let numbered = || {
        let (front, line) = without_line_number(line)?;
        let mut row = row_at_start_of(line)?;
        row.columns.front = front.filter(|_| !is_number).or(row.columns.front);
        Some(row)
    };
    let behind_piece = || row_at_start_of(without_piece(line)?);
    row_at_start_of(line).or_else(numbered).or_else(behind_piece).map(OutputLine::from)
}

/// The line after the piece that moves, like `P e2e4: 20` and `pawn e2-e4: 20`, where squares follow.
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
    Row::with_columns(written, columns_at_start_of(rest)?)
}

/// What a program may say of a move before its count, also without brackets.
const REMARKS: [&str; 6] = ["capture", "castle", "castling", "en passant", "promotion", "quiet"];

/// The text after what is said of a move before its count: the same move in another notation, as in
/// `e1g1 O-O: 1`, or words, like `b7a7 (capture): 1`.
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

/// The text after a word with which it begins, in capitals or not.
pub(super) fn without_word<'a>(text: &'a str, word: &str) -> Option<&'a str> {
    let (start, rest) = text.split_at_checked(word.len())?;
    let ends = !rest.starts_with(|next: char| next.is_alphanumeric());
    (start.eq_ignore_ascii_case(word) && ends).then_some(rest)
}

/// The line after its own number: `1. `, `1) `, `[1/20] ` or `1 `, and that number if it may be anything else.
fn without_line_number(line: &str) -> Option<(Option<u128>, &str)> {
    let line = line.trim_start_matches(['(', '[', '#']);
    let rest = line.trim_start_matches(|letter: char| letter.is_ascii_digit() || letter == '/');
    let row = rest.trim_start_matches(['.', ')', ']', ':', '|', ' ', '\t', ',', ';']);
    let (number, mark) = (line.strip_suffix(rest)?, rest.strip_suffix(row)?);
    let front = if mark.contains(['.', ')', ']']) { None } else { read_count(number) };
    (number.starts_with(|first: char| first.is_ascii_digit()) && !mark.is_empty())
        .then_some((front, row))
}

/// What a count after a move may be called. `moves` may count other things beside the leaves.
const LABELS: [&str; 6] = ["nodes", "node", "leaves", "leaf", "positions", "count"];

/// A number in front of one of these words is no count.
pub(super) const UNITS: [&str; 10] =
    ["ms", "s", "us", "sec", "secs", "seconds", "milliseconds", "nps", "knps", "kn/s"];

/// A number after one of these words is no count either.
const NAMES: [&str; 9] =
    ["time", "took", "in", "depth", "ply", "captures", "checks", "total", "of"];

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
/// perhaps its name. With it come the other numbers after it that may be the count instead.
fn columns_at_start_of(text: &str) -> Option<Columns> {
    let is_separator = |letter: char| " \t:=->|,;.\"\'])*`│–—→➔➡⇒".contains(letter);
    let number = text.trim_start_matches(is_separator);
    if let Some(labelled) = LABELS.iter().find_map(|label| without_word(number, label)) {
        let columns = columns_at_start_of(labelled)?;
        let is_grouped = columns.grouped.is_some();
        return Some(if is_grouped { columns } else { Columns::of(columns.behind[0]) });
    }
    if let Some(count) = count_in_brackets(number) {
        return Some(Columns::of(count));
    }
    let separator = text.strip_suffix(number)?;
    // In `e2e4-20` the dash separates, but `e2e4: -20` is a count that overflowed. A single point is
    // that of a version, like `v1.0`.
    let is_negative = separator.len() > 1 && separator.ends_with('-');
    if separator.is_empty() || separator == "." || is_negative {
        return None;
    }
    let is_of_number = |letter: char| matches!(letter, '0'..='9' | ',' | '_' | '\'' | '.');
    let rest = number.trim_start_matches(is_of_number);
    let digits = number.strip_suffix(rest)?;
    // A letter right after the digits is a unit, like `12ms`, and `0-0` is a castling.
    let ends = rest.strip_prefix('-').map_or_else(
        || {
            rest.is_empty()
                || rest.starts_with([' ', '\t', ';', '|', ')', ']', '}', '"', ':', '*', '`', '│'])
        },
        |behind| !behind.starts_with(|next: char| next.is_alphanumeric()),
    );
    // In `1. e4 e5 2. Nf3` the number is that of the next move.
    let is_of_move = digits.ends_with('.') && !rest.trim().is_empty();
    let digits = digits.trim_end_matches([',', '.', '\'']);
    let mut words = words(rest);
    let (unit, next) = (words.next(), words.next().and_then(read_count));
    // In `20 nps 1000` a speed has its name before it.
    let names_next = unit.is_some_and(|unit| unit.ends_with("nps")) && next.is_some();
    if !ends || is_of_move || unit.is_some_and(is_unit) && !names_next {
        return None;
    }
    let groups: Vec<&str> = digits.split(',').collect();
    let whole = read_count(digits);
    // A comma may also begin the next column.
    let separates = whole.is_none() || separator.contains(',') && !separator.ends_with('"');
    if groups.len() > 1 && separates {
        let behind: Option<Vec<u128>> = groups.iter().map(|group| read_count(group)).collect();
        let others = unnamed_numbers(rest);
        let behind =
            behind.map_or(vec![read_count(groups[0])?], |behind| [behind, others].concat());
        return Some(Columns { grouped: whole, behind, front: None });
    }
    let is_counted = unit.is_some_and(|word| LABELS.contains(&word));
    let behind = if is_counted && next.is_none() { Vec::new() } else { unnamed_numbers(rest) };
    Some(Columns {
        grouped: grouped(digits, rest),
        behind: [vec![whole?], behind].concat(),
        front: None,
    })
}

/// The number of which this is the first group of digits, if blanks separate them: `8 902`.
pub(super) fn grouped(first: &str, rest: &str) -> Option<u128> {
    let is_group = |word: &&str| word.len() == 3 && word.bytes().all(|it| it.is_ascii_digit());
    let groups = rest.strip_prefix(' ')?.split(' ').take_while(is_group);
    let number = groups.fold(first.to_owned(), |number, group| number + "_" + group);
    if number == first { None } else { read_count(&number) }
}

/// The words of a text, and its numbers.
fn words(text: &str) -> impl Iterator<Item = &str> {
    let is_between = |letter: char| letter.is_whitespace() || ",;|()[]{}\"\'*`│".contains(letter);
    text.split(is_between).filter(|word| !word.is_empty())
}

fn is_unit(word: &str) -> bool {
    word.starts_with('%') || UNITS.contains(&word.to_ascii_lowercase().as_str())
}

/// The whole numbers after a count for which no word shows that they are something else.
fn unnamed_numbers(rest: &str) -> Vec<u128> {
    let words: Vec<&str> = words(rest).collect();
    let is_named = |at: usize| {
        let before = at.checked_sub(1).map_or("", |before| words[before]);
        let label = before.trim_end_matches([':', '=']).to_ascii_lowercase();
        let is_label = label.len() < before.len() && !label.is_empty();
        let is_other = NAMES.contains(&label.as_str()) || is_unit(&label);
        let is_counted = LABELS.contains(&label.as_str());
        is_other || is_label && !is_counted || words.get(at + 1).is_some_and(|word| is_unit(word))
    };
    let numbers = words.iter().enumerate().filter(|&(at, _)| !is_named(at));
    numbers.filter_map(|(_, word)| read_count(word)).collect()
}
