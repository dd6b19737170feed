//! What engines print: is a line of output a row of the divide, its total, or something else?
//!
//! Every engine has a format of its own. `FORMS` lists the forms of a line that are understood, each read by one
//! function. To add a format, write the function for its form, give it a place in that list, and add an example to
//! `tests/read.rs`. Of an engine that answers in none of these forms, `talk/learning.rs` finds out at which `CountPlace` of
//! its lines the counts are.
//!
//! When in doubt, a line is neither a row nor a total: a time or a speed taken for a count would
//! accuse an engine falsely. What the text of a move names is read here, once. Which move that is decides
//! [`MoveName`], because only the moves that are possible can show it.

mod columns;
mod info;
mod json;
mod many;
mod move_name;
mod name;
mod place;
mod reply;
mod row;
mod rows;
mod san;
mod table;
mod totals;
mod typed;
mod unread;

pub use move_name::MoveName;
pub use name::Name;
pub(crate) use place::{CountPlace, has_number};
pub use reply::{MOST_ROWS, Reply, RowsFrom};
pub(crate) use row::sum;
pub use row::{OutputLine, Row};
pub use san::{San, san};
pub use table::LineReader;
pub use totals::depth_of_total;
pub use typed::{is_move, typed_move};
pub(crate) use unread::UnreadLines;
pub use unread::{for_people, is_like_row, row_of_unread};

/// The forms of a row or a total, in the order in which they are tried.
const FORMS: [fn(&str) -> Option<OutputLine>; 6] = [
    rows::read_row,              // e2e4: 20, and move: e2e4  nodes: 20
    info::read_info,             // info string e2e4 20
    json::read_divide,           // {"moves": {"e2e4": 20}, "total": 400}
    totals::read_bare_total,     // 400
    totals::read_counted_total,  // 400 nodes
    totals::read_labelled_total, // Nodes searched: 400
];

/// What a line of an engine says by itself. A line of a table says more below its heading: see [`LineReader`].
pub fn read_line(printed: &str) -> OutputLine {
    let line = &plain(printed);
    let line = trimmed(line);
    if many::has_several_counts(line) {
        return json::read_divide(line).unwrap_or_default();
    }
    let read = |line| FORMS.iter().find_map(|form| form(line));
    let mut read = read(line).or_else(|| read(without_prompt(line)?)).unwrap_or_default();
    if let [row] = &mut read.rows[..] {
        row.line = Some(for_people(printed));
    }
    // In `20 leaves behind e2e4` it is that of the move.
    let is_of_move = read.rows.is_empty()
        && read.total.is_some()
        && !read.is_info
        && row_of_unread(line).is_some();
    if is_of_move { OutputLine::default() } else { read }
}

/// The line without what may be around it: blanks, control characters, and the marks of another encoding.
fn trimmed(printed: &str) -> &str {
    let is_blank =
        |letter: char| letter.is_whitespace() || letter.is_control() || letter == '\u{FFFD}';
    printed.trim_matches(is_blank)
}

/// The line without the colours of a terminal and signs that nobody sees, and with `_` between the digits of a number
/// that are grouped by a narrow blank or one that does not break, as some languages write them. An ordinary blank may
/// separate two columns, and stays one.
fn plain(line: &str) -> String {
    let line = without_colours(line);
    let is_group = |letter| ['\u{A0}', '\u{2009}', '\u{202F}', '\u{2019}'].contains(&letter);
    let mut parts = line.split(is_group);
    let mut plain = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let is_digit = |letter: char| letter.is_ascii_digit();
        let is_grouped = plain.ends_with(is_digit) && part.starts_with(is_digit);
        plain.push(if is_grouped { '_' } else { ' ' });
        plain += part;
    }
    plain
}

/// The line without the sequences that set colours, and without signs of no width. Where a carriage return is within
/// it, a new line would begin elsewhere.
fn without_colours(line: &str) -> String {
    let mut plain = String::with_capacity(line.len());
    let mut letters = line.chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            '\u{1B}' if letters.next_if_eq(&'[').is_some() => {
                let _ = letters.find(|end| matches!(end, '@'..='~'));
            }
            '\0' | '\u{1B}' | '\u{200B}'..='\u{200F}' | '\u{2060}' | '\u{FE0F}' | '\u{FEFF}' => {}
            '\r' => plain.push(' '),
            // Of the full width of an ideograph.
            '\u{FF1A}' => plain.push(':'),
            letter => plain.push(letter),
        }
    }
    plain
}

/// The line after a prompt such as `engine>`, which an engine prints without a line break.
fn without_prompt(line: &str) -> Option<&str> {
    let (prompt, rest) = line.split_once('>')?;
    let is_prompt = !prompt.contains(char::is_whitespace) && !prompt.ends_with('-');
    is_prompt.then(|| rest.trim_start_matches(['>', ' ', '\t']))
}
