//! Reads the suites of ox88, which are Extended Position Description (EPD): positions, each with its agreed counts.
//!
//! ```text
//! line       = position | # remark | nothing
//! position   = FEN ;operation ;operation …
//! FEN        = four fields, then up to two numbers: the move counters
//! operation  = id name          the name of the position
//!            | D2 400           the count at a depth
//!            | c0 "text"        a comment, c0 to c9, without ; and "
//!            | mirrored [3]     adds the position with the sides exchanged and the counts so far (or those
//!                               up to depth 3); the operations after it are about that one
//! ```
//!
//! Everything else is an error that names its line, because a count that is skipped would be a test that tests nothing.
//! `ox88-engine` reads the formats in which other people share their suites.
//!
//! This file only checks that a FEN has four to six fields. It uses nothing but the standard library, because the
//! build script includes it too.

use std::fmt;

/// One position of a suite with its agreed counts.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Entry {
    /// The line that the FEN is on; the first line is 1.
    pub line: usize,
    /// The name that the suite gives the position.
    pub id: Option<String>,
    /// The FEN as written, four to six fields, with one space between them.
    pub fen: String,
    /// At least one count, sorted by depth, each depth once.
    pub counts: Vec<Count>,
    /// The texts of the operations `c0` to `c9`, which say more about the position.
    pub comments: Vec<String>,
}

/// The number of ways to play `depth` half moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Count {
    /// At most 255.
    pub depth: u32,
    /// From the start position this exceeds 64 bits at depth 14.
    pub nodes: u128,
}

/// An error in a suite. It prints as `12: message`, so that a file name and a colon can be put in front.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EpdError {
    /// The line; the first line is 1.
    pub line: usize,
    /// What was found, and what to write instead.
    pub message: String,
}

/// Reads a suite.
///
/// # Errors
/// The first line that does not follow the grammar, or has no count.
pub fn parse(suite: &str) -> Result<Vec<Entry>, EpdError> {
    let is_position = |text: &&str| !(text.is_empty() || text.starts_with('#'));
    let lines = (1..).zip(suite.lines().map(str::trim)).filter(|(_, text)| is_position(text));
    let mut entries = Vec::new();
    for (line, text) in lines {
        entries.extend(read_line(line, text).map_err(|message| EpdError { line, message })?);
    }
    Ok(entries)
}

/// A position, and the mirrored one if the line asks for it.
fn read_line(line: usize, text: &str) -> Result<Vec<Entry>, String> {
    let mut parts = text.split(';').map(str::trim);
    let mut entry = Entry::new(line, parts.next().unwrap_or_default())?;
    let mut entries = Vec::new();
    for operation in parts {
        let (word, operand) = operation.split_once(' ').unwrap_or((operation, ""));
        let operand = operand.trim_start();
        if word == "mirrored" {
            let mirrored = entry.mirrored(operand)?;
            entries.push(std::mem::replace(&mut entry, mirrored));
        } else {
            entry.add(operation, word, operand)?;
        }
    }
    entries.push(entry);
    entries.iter().try_for_each(Entry::refuse_without_count)?;
    Ok(entries)
}

impl Entry {
    /// A position on a line, which has no counts yet.
    ///
    /// # Errors
    /// If the text has not as many fields as a FEN.
    pub fn new(line: usize, fen: &str) -> Result<Entry, String> {
        let fields: Vec<&str> = fen.split_whitespace().collect();
        if !(4..=6).contains(&fields.len()) {
            return Err(format!(
                "`{fen}` is not a FEN: write a position as in `FEN ;id name ;D1 20`"
            ));
        }
        Ok(Entry { line, fen: fields.join(" "), ..Entry::default() })
    }

    fn add(&mut self, operation: &str, word: &str, operand: &str) -> Result<(), String> {
        let is_of_name = |byte| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'_');
        if word == "id" && !operand.is_empty() && operand.bytes().all(is_of_name) {
            return match self.id.replace(operand.to_owned()) {
                None => Ok(()),
                Some(other) => Err(format!("two ids, `{other}` and `{operand}`: keep one")),
            };
        }
        if let Some(depth) = word.strip_prefix('D').and_then(read_digits)
            && let Some(nodes) = read_digits(operand)
        {
            return self.add_count(depth, nodes);
        }
        let quoted = operand.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
        if let ([b'c', b'0'..=b'9'], Some(text)) = (word.as_bytes(), quoted)
            && !text.contains('"')
        {
            self.comments.push(text.to_owned());
            return Ok(());
        }
        Err(format!(
            "`{operation}` is not an operation of a suite: write `id name` with a to z, 0 to 9 and _, \
             `D3 8902` or `c0 \"text\"`, and a `;` in front of each"
        ))
    }

    /// Adds a count. Depth 0 is kept if its count is 1, because it can show that a walk is wrong even there.
    ///
    /// # Errors
    /// If the depth is above 255 or has a count already, or if the count of depth 0 is not 1.
    pub fn add_count(&mut self, depth: u128, nodes: u128) -> Result<(), String> {
        let Ok(depth) = u8::try_from(depth).map(u32::from) else {
            return Err(format!("depth {depth} is above 255: write the depth, then the count"));
        };
        if depth == 0 && nodes != 1 {
            return Err(format!("depth 0 has count {nodes}: write 1, or count from depth 1"));
        }
        if let Some(Count { nodes: other, .. }) = self.counts.iter().find(|it| it.depth == depth) {
            return Err(format!("depth {depth} has two counts, {other} and {nodes}: keep one"));
        }
        self.counts.push(Count { depth, nodes });
        self.counts.sort_unstable();
        Ok(())
    }

    /// The same position with the sides exchanged, and the same counts: up to this depth, or all if the text is empty.
    ///
    /// # Errors
    /// If the text is no depth, or the position has no name, or is itself a mirrored one.
    pub fn mirrored(&self, max_depth: &str) -> Result<Entry, String> {
        const MARK: &str = "_mirrored";
        let id = self.id.as_ref().filter(|id| !id.ends_with(MARK)).ok_or_else(|| {
            format!(
                "`mirrored` follows no name, or one that ends in `{MARK}`: write `id name` first"
            )
        })?;
        let max_depth = match max_depth {
            "" => u128::MAX,
            text => read_digits(text).ok_or_else(|| {
                format!("`mirrored {text}` names no depth: write `mirrored`, or `mirrored 3`")
            })?,
        };
        let mut counts = self.counts.clone();
        counts.retain(|count| u128::from(count.depth) <= max_depth);
        let id = Some(format!("{id}{MARK}"));
        Ok(Entry { id, fen: mirrored(&self.fen), counts, line: self.line, comments: Vec::new() })
    }

    /// Refuses a position that tests nothing.
    ///
    /// # Errors
    /// If there is no count.
    pub fn refuse_without_count(&self) -> Result<(), String> {
        if self.counts.is_empty() {
            return Err(format!("`{}` has no count: write one, as in `;D1 20`", self.fen));
        }
        Ok(())
    }

    /// A name for tests, which is also a name of a function: the words of the id joined by `_`, after `position_` if it
    /// would begin with a digit, or `line_<n>` if there is no word.
    pub fn name(&self) -> String {
        let id = self.id.as_deref().unwrap_or_default().to_ascii_lowercase();
        let words = id.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
        let name = words.collect::<Vec<_>>().join("_");
        match name.chars().next() {
            None => format!("line_{}", self.line),
            Some('0'..='9') => format!("position_{name}"),
            Some(_) => name,
        }
    }
}

/// The FEN with the sides exchanged, as `Position::mirrored` does it: the build script has texts only.
fn mirrored(fen: &str) -> String {
    let swap = |letter: char| match letter {
        'a'..='z' => letter.to_ascii_uppercase(),
        _ => letter.to_ascii_lowercase(),
    };
    let mut fields: Vec<String> = fen.split(' ').map(str::to_owned).collect();
    if let [board, side, castling, en_passant, ..] = &mut fields[..] {
        *board = board.split('/').rev().collect::<Vec<_>>().join("/").chars().map(swap).collect();
        *side = if side == "w" { "b".to_owned() } else { "w".to_owned() };
        let mut letters: Vec<char> = castling.chars().map(swap).collect();
        letters.sort_by_key(char::is_ascii_lowercase);
        *castling = letters.into_iter().collect();
        *en_passant = match en_passant.split_at_checked(1) {
            Some((file, "3")) => format!("{file}6"),
            Some((file, "6")) => format!("{file}3"),
            _ => en_passant.clone(),
        };
    }
    fields.join(" ")
}

/// A number in plain digits, of at most 128 bits.
fn read_digits(text: &str) -> Option<u128> {
    text.parse().ok().filter(|_| text.bytes().all(|byte| byte.is_ascii_digit()))
}

impl fmt::Display for EpdError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.line, self.message)
    }
}

impl std::error::Error for EpdError {}
