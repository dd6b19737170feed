//! Reads other people's perft suites.
//!
//! People share suites as text in several formats. This reader takes each of them, line by line. It refuses everything
//! else and names the line, because a count that is skipped or guessed would be a test that tests nothing.
//!
//! ```text
//! line       = position | id name | perft 2 400 | comment | nothing
//! position   = FEN counts | epd FEN counts
//! FEN        = four fields, then up to two numbers: the move counters
//! counts     = ; operation ; operation …    FEN ;D1 20 ;D2 400   FEN; perft 2 = 400; id "start";
//!            | operation ; operation …      FEN perft 2 = 400 ; id start;
//!            | ; number ; number …          FEN;20;400           number i is the count of depth i
//!            | , number , number …          FEN,20,400           the same
//!            | "|" depth "|" number         FEN|2|400
//!            | nothing                      when the lines below are `perft 2 400`
//! operation  = D2 400 | perft 2 400 | perft 2 = 400 | perft2 400
//!            | id name | id "name"
//!            | any other operation of the EPD standard, which is skipped
//!            | mirrored | mirrored 3              as in the suites of ox88
//!            | times 12 | depth 5                 which `ox88 work` writes, and are skipped
//! number     = 1134888 | 1,134,888 | 1_134_888
//! comment    = % at the start of a line; # or // there or after a blank
//! ```
//!
//! An `id` line names the position below it, a `perft` line adds to the position above it, and an
//! empty line ends such a block. Commas that separate counts cannot also group digits: `FEN,8,902`
//! holds two counts. Inside quotation marks `;`, `#` and `//` are ordinary characters.
//!
//! The last of them are the suites of ox88, which `ox88::suite` reads alone.

use ox88::suite::{Entry, EpdError, Suite, SuiteError, SuitePosition, built_in};
use std::collections::VecDeque;
use std::io::{self, BufRead, Read};

/// Other names of built-in positions: those of the [page](https://www.chessprogramming.org/Perft_Results) from which
/// most programs have them.
pub const ALIASES: [(&str, &str); 5] = [
    ("position2", "kiwipete"),
    ("position3", "rook_ending_with_pins_along_both_ranks"),
    ("position4", "check_on_the_diagonal_and_pawns_about_to_promote"),
    ("position5", "pawn_on_d7_takes_bishop_and_promotes"),
    ("position6", "symmetrical_middlegame_with_pinned_knights"),
];

/// The built-in position with this id, or with another name of it.
pub fn by_name(name: &str) -> Option<&'static SuitePosition> {
    let name = name.to_ascii_lowercase();
    let alias = ALIASES.iter().find(|(alias, _)| *alias == name);
    built_in::by_id(alias.map_or(&*name, |(_, id)| id))
}

/// Reads a suite in any format. `file` is its name in messages.
///
/// # Errors
/// If a line cannot be read, or its position has no meaning: the first such line.
pub fn read(file: &str, bytes: &[u8]) -> Result<Suite, SuiteError> {
    let positions = positions(file, bytes).collect::<Result<_, _>>()?;
    Ok(Suite { file: file.to_owned(), positions })
}

/// The positions of a suite in any format, each read when it is asked for. `file` is the name of the suite in
/// messages. An error ends them, unless only the FEN of a line is refused.
pub fn positions<R: BufRead>(
    file: &str,
    input: R,
) -> impl Iterator<Item = Result<SuitePosition, SuiteError>> {
    Entries::of(input).map(move |entry| {
        let entry = entry.map_err(|error| SuiteError { file: file.to_owned(), error })?;
        SuitePosition::new(file, entry)
    })
}

/// The entries of a suite, read line by line, so that a suite of any size takes little memory. The first error ends
/// them.
///
/// A byte-order mark in front is ignored, and so are blanks, carriage returns and NULs at line ends. An error is the
/// first line that does not follow the grammar or is not UTF-8, or a position that has no count.
#[derive(Debug)]
pub struct Entries<R> {
    input: R,
    /// The number of the line that was read last.
    line: usize,
    draft: Draft,
    /// What has been read already.
    ready: VecDeque<Entry>,
    has_ended: bool,
}

impl<R: BufRead> Entries<R> {
    /// The entries that can be read from here.
    pub fn of(input: R) -> Entries<R> {
        Entries {
            input,
            line: 0,
            draft: Draft::default(),
            ready: VecDeque::new(),
            has_ended: false,
        }
    }

    /// Reads lines until an entry is complete, which it is when the line after it has been read, or until the end.
    fn read_on(&mut self) -> Result<(), EpdError> {
        let mut bytes = Vec::new();
        while self.ready.is_empty() {
            bytes.clear();
            let number = self.line + 1;
            let refuse = |message| EpdError { line: number, message };
            let length = read_line(&mut self.input, &mut bytes);
            if length.map_err(|error| refuse(error.to_string()))? == 0 {
                self.has_ended = true;
                self.ready.extend(std::mem::take(&mut self.draft).finish()?);
                return Ok(());
            }
            self.line = number;
            let text = text_of_line(&bytes).map_err(refuse)?;
            let text =
                if number == 1 { text.strip_prefix('\u{FEFF}').unwrap_or(text) } else { text };
            self.ready.extend(self.draft.read_line(number, text)?);
        }
        Ok(())
    }
}

impl<R: BufRead> Iterator for Entries<R> {
    type Item = Result<Entry, EpdError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.ready.is_empty()
            && !self.has_ended
            && let Err(error) = self.read_on()
        {
            self.has_ended = true;
            return Some(Err(error));
        }
        self.ready.pop_front().map(Ok)
    }
}

/// The longest line of a suite, in bytes. A longer line may have no end.
const LONGEST_LINE: usize = 64 << 10;

/// Reads a line with its end, appends it to the bytes, and returns its length: 0 at the end of the input, and more than
/// [`LONGEST_LINE`] if it is too long.
fn read_line(input: &mut impl BufRead, bytes: &mut Vec<u8>) -> io::Result<usize> {
    let limit = LONGEST_LINE + 1;
    bytes.try_reserve(limit)?;
    Read::take(input, limit as u64).read_until(b'\n', bytes)
}

fn text_of_line(bytes: &[u8]) -> Result<&str, String> {
    let text = std::str::from_utf8(bytes).map_err(|error| {
        // A line that is too long may have been cut within a letter.
        bytes.get(error.valid_up_to()).filter(|_| bytes.len() <= LONGEST_LINE)
    });
    match text {
        Err(Some(byte)) => {
            Err(format!("byte 0x{byte:02X} is not UTF-8 text: save the file as UTF-8"))
        }
        Ok(text) if text.len() <= LONGEST_LINE => Ok(text),
        _ => Err(format!(
            "the line is longer than {LONGEST_LINE} bytes: write one position in a line"
        )),
    }
}

/// An entry that is being read, whose FEN may still be empty; and the one that it mirrors.
#[derive(Debug, Default, PartialEq)]
struct Draft(Entry, Option<Entry>);

impl Draft {
    /// Reads a line, and returns the entries that it completes, if any: those before it.
    fn read_line(&mut self, line: usize, raw: &str) -> Result<Vec<Entry>, EpdError> {
        let refuse = |message| EpdError { line, message };
        let tidy = tidy_line(raw).map_err(refuse)?;
        if tidy.is_empty() {
            return std::mem::take(self).finish();
        }
        let text = strip_comment(tidy);
        if text.is_empty() {
            // A comment may be inside a block; only an empty line ends it.
            return Ok(Vec::new());
        }

        let (keyword, operand) = split_word(text);
        let adds_counts = keyword.starts_with("perft");
        let begins_entry = keyword == "id" || !(adds_counts || self.0.fen.is_empty());
        let before = if begins_entry { std::mem::take(self).finish()? } else { Vec::new() };
        if !adds_counts {
            self.0.line = line;
        }
        match keyword {
            "id" => self.add_operations(text),
            "epd" => self.read_position(operand),
            _ if adds_counts => self.add_counts_below(text),
            _ => self.read_position(text),
        }
        .map_err(refuse)?;
        Ok(before)
    }

    /// A FEN and the counts after it, in any format.
    fn read_position(&mut self, text: &str) -> Result<(), String> {
        let (fields, counts) = split_fen(text);
        refuse_unlike_fen(&fields)?;
        self.0.fen = fields.join(" ");

        if let Some(pair) = counts.strip_prefix('|') {
            self.add_pipe_pair(pair)
        } else if let Some(places) = counts.strip_prefix(',') {
            self.add_counts_by_place(places, ',')
        } else if let Some(list) = counts.strip_prefix(';') {
            // Two formats use the semicolon. The text after the first one tells them apart.
            if starts_with_digit(list.trim_start_matches([';', ' ', '\t'])) {
                self.add_counts_by_place(list, ';')
            } else {
                self.add_operations(list)
            }
        } else if counts.is_empty() || counts.starts_with(|c: char| c.is_ascii_alphabetic()) {
            self.add_operations(counts)
        } else {
            Err(format!("`{counts}` follows the FEN: write counts as in `;D1 20 ;D2 400`"))
        }
    }

    /// A `perft` line.
    fn add_counts_below(&mut self, text: &str) -> Result<(), String> {
        if self.0.fen.is_empty() {
            return Err(format!("`{text}` has no position: write a FEN on the line above"));
        }
        self.add_operations(text)
    }

    /// `3|8902`
    fn add_pipe_pair(&mut self, text: &str) -> Result<(), String> {
        let text = trim_end_separators(text, '|');
        match text.split_once('|') {
            Some((depth, nodes)) => self.add_count(read_number(depth.trim())?, nodes),
            None => Err(format!("`{text}` is not a depth and a count: write `FEN|3|8902`")),
        }
    }

    /// `20;400;8902`
    fn add_counts_by_place(&mut self, text: &str, separator: char) -> Result<(), String> {
        let places = trim_end_separators(text, separator).split(separator);
        for (depth, nodes) in (1..).zip(places) {
            self.add_count(depth, nodes)?;
        }
        Ok(())
    }

    /// `D1 20; D2 400; id "start";`, where the last one is empty.
    fn add_operations(&mut self, text: &str) -> Result<(), String> {
        for operation in split_operations(text) {
            self.add_operation(operation)?;
        }
        Ok(())
    }

    fn add_operation(&mut self, operation: &str) -> Result<(), String> {
        if !operation.matches('"').count().is_multiple_of(2) {
            return Err(format!("`{operation}` has an open quotation: write `\"` at its end"));
        }
        if let Some((depth, nodes)) = split_count_operation(operation) {
            return self.add_count(read_number(depth)?, nodes);
        }
        refuse_swallowed_count(operation)?;
        let (opcode, operand) = split_word(operation);
        let mut skipped_opcodes = SKIPPED_OPCODES.split_whitespace().chain(WORK_OPCODES);
        if opcode == "id" {
            self.set_id(operand)
        } else if opcode == "mirrored" {
            let mirrored = self.0.mirrored(operand)?;
            self.1 = Some(std::mem::replace(&mut self.0, mirrored));
            Ok(())
        } else if COMMENT_OPCODES.split_whitespace().any(|comment| comment == opcode) {
            self.0.comments.push(unquoted(operand).to_owned());
            Ok(())
        } else if opcode.is_empty() || skipped_opcodes.any(|skipped| skipped == opcode) {
            Ok(())
        } else {
            Err(format!("`{operation}` is not a known operation: write a count as in `D3 8902`"))
        }
    }

    fn set_id(&mut self, operand: &str) -> Result<(), String> {
        let id = unquoted(operand);
        if id.is_empty() {
            return Err("the `id` is empty: write a name, as in `id start`".to_owned());
        }
        match self.0.id.replace(id.to_owned()) {
            None => Ok(()),
            Some(other) => Err(format!("two ids, `{other}` and `{id}`: keep one")),
        }
    }

    fn add_count(&mut self, depth: u128, nodes: &str) -> Result<(), String> {
        let nodes = nodes.trim();
        if nodes.is_empty() {
            return Err(format!("depth {depth} has no count: write one, as in `D{depth} 8902`"));
        }
        self.0.add_count(depth, read_number(nodes)?)
    }

    /// Makes entries of the draft, unless it is empty.
    fn finish(self) -> Result<Vec<Entry>, EpdError> {
        if self == Draft::default() {
            return Ok(Vec::new());
        }
        let Draft(entry, mirrors) = self;
        let line = entry.line;
        let entries: Vec<Entry> = mirrors.into_iter().chain([entry]).collect();
        let check = |entry: &Entry| match &*entry.fen {
            "" => Err("the `id` has no position: write a FEN on the line below".to_owned()),
            _ => entry.refuse_without_count(),
        };
        let checked = entries.iter().try_for_each(check);
        checked.map_err(|message| EpdError { line, message })?;
        Ok(entries)
    }
}

/// The operations of the EPD standard that hold a comment.
const COMMENT_OPCODES: &str = "c0 c1 c2 c3 c4 c5 c6 c7 c8 c9";

/// The operations of the EPD standard that say nothing about perft.
const SKIPPED_OPCODES: &str = "acd acn acs am bm ce dm draw_accept \
    draw_claim draw_offer draw_reject eco fmvn hmvc nic noop pm pv rc resign sm tcgs tcri tcsi \
    v0 v1 v2 v3 v4 v5 v6 v7 v8 v9";

/// The operations of a line of `ox88 work`: how often its count is added, and the depth, which is in the count as well.
const WORK_OPCODES: [&str; 2] = ["times", "depth"];

/// The line without blanks and NULs at its ends. A tab is the only control character that may remain.
fn tidy_line(raw: &str) -> Result<&str, String> {
    let text = raw.trim_end_matches(|c: char| c == '\0' || c.is_whitespace()).trim_start();
    match text.chars().find(|&c| c.is_control() && c != '\t') {
        None => Ok(text),
        Some(control) => Err(format!(
            "the line contains the control character U+{:04X}: write plain text",
            u32::from(control)
        )),
    }
}

fn strip_comment(line: &str) -> &str {
    if line.starts_with('%') {
        return "";
    }
    let start = outside_quotes(line).map(|(at, _)| at).find(|&at| {
        let (before, after) = line.split_at(at);
        let is_mark = after.starts_with('#') || after.starts_with("//");
        is_mark && (before.is_empty() || before.ends_with(char::is_whitespace))
    });
    start.map_or(line, |at| line[..at].trim_end())
}

/// The first word, and what follows it.
fn split_word(text: &str) -> (&str, &str) {
    let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    (word, rest.trim_start())
}

/// The fields of the FEN at the start of `text`, and what follows them.
fn split_fen(text: &str) -> (Vec<&str>, &str) {
    let mut fields = Vec::new();
    let mut rest = text;
    while fields.len() < 6 {
        let ends_field = |c: char| c.is_whitespace() || ";,|".contains(c);
        let (field, after) = rest.split_at(rest.find(ends_field).unwrap_or(rest.len()));
        let belongs = fields.len() < 4 || is_digits(field);
        if field.is_empty() || !belongs {
            break;
        }
        fields.push(field);
        rest = after.trim_start();
    }
    (fields, rest)
}

fn refuse_unlike_fen(fields: &[&str]) -> Result<(), String> {
    let placement = fields.first().copied().unwrap_or_default();
    if placement.matches('/').count() != 7 {
        Err(format!(
            "`{placement}` is not the board of a FEN: write a FEN, or `#` in front of a comment"
        ))
    } else if !matches!(fields, [_, "w" | "b", _, _, ..]) {
        let found = fields.join(" ");
        Err(format!(
            "`{found}` is not a FEN: write pieces, `w` or `b`, castling, en passant square"
        ))
    } else {
        Ok(())
    }
}

/// Cuts at the semicolons, except those inside quotation marks.
fn split_operations(text: &str) -> Vec<&str> {
    let mut operations = Vec::new();
    let mut start = 0;
    for (at, _) in outside_quotes(text).filter(|&(_, c)| c == ';') {
        operations.push(text[start..at].trim());
        start = at + 1;
    }
    operations.push(text[start..].trim());
    operations
}

/// The characters outside quotation marks, each with its byte position.
fn outside_quotes(text: &str) -> impl Iterator<Item = (usize, char)> {
    let mut inside = false;
    text.char_indices().filter(move |&(_, c)| {
        if c == '"' {
            inside = !inside;
        }
        !inside
    })
}

/// Depth and count of `D3 8902`, `perft 3 8902`, `perft 3 = 8902` or `perft3 8902`.
fn split_count_operation(operation: &str) -> Option<(&str, &str)> {
    let operand = operation.strip_prefix("perft").or_else(|| operation.strip_prefix('D'))?;
    let operand = operand.trim_start();
    if !starts_with_digit(operand) {
        return None;
    }
    let depth_end = operand.find(|c: char| !c.is_ascii_digit()).unwrap_or(operand.len());
    let (depth, nodes) = operand.split_at(depth_end);
    let nodes = nodes.trim_start();
    Some((depth, nodes.strip_prefix('=').unwrap_or(nodes)))
}

/// Refuses an operation that is no count but contains one, because nobody would check that count. A comment in
/// quotation marks may contain anything; a name may not.
fn refuse_swallowed_count(operation: &str) -> Result<(), String> {
    let is_quoted = |at: usize| operation[..at].matches('"').count() % 2 == 1;
    let may_quote = split_word(operation).0 != "id";
    let begins_word =
        |at: usize| !operation[..at].ends_with(|c: char| c.is_ascii_alphanumeric() || c == '_');
    let is_count = |text: &str| {
        split_count_operation(text).is_some_and(|(_, nodes)| starts_with_digit(nodes.trim_start()))
    };
    let mut starts = operation.char_indices().map(|(at, _)| at).filter(|&at| begins_word(at));
    let found = starts.find(|&at| is_count(&operation[at..]) && !(may_quote && is_quoted(at)));
    let Some(at) = found else { return Ok(()) };
    let count = &operation[at..];
    let count = count[..count.find([';', '"']).unwrap_or(count.len())].trim_end();
    Err(if is_quoted(at) {
        format!("the id holds the count `{count}`: write the count outside the quotation marks")
    } else {
        format!("a `;` is missing in front of `{count}`: nobody would check that count")
    })
}

/// The text between quotation marks, if there are any around it.
fn unquoted(text: &str) -> &str {
    let inside = text.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
    inside.unwrap_or(text).trim()
}

fn trim_end_separators(text: &str, separator: char) -> &str {
    text.trim_end_matches(|c: char| c == separator || c.is_whitespace())
}

/// Reads digits, alone or in groups of three.
///
/// # Errors
/// If the text is no such number, or if it does not fit into 128 bits.
pub fn read_number(text: &str) -> Result<u128, String> {
    let groups: Vec<&str> = text.split([',', '_']).collect();
    let in_threes = groups[0].len() <= 3 && groups[1..].iter().all(|group| group.len() == 3);
    let well_grouped = groups.len() == 1 || in_threes;
    if !well_grouped || !groups.iter().all(|group| is_digits(group)) {
        return Err(format!("`{text}` is not a number: write it as `8902` or as `8_902`"));
    }
    let number = groups.concat().parse();
    number.map_err(|_| format!("`{text}` does not fit into 128 bits: write at most {}", u128::MAX))
}

fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

fn starts_with_digit(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_digit())
}
