//! The work of a perft as lines of text, so that several machines can share it.
//!
//! ```text
//! # ox88 work 1
//! # root rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
//! # depth 7 plies 2 lines 400 times 400 checksum f329a66d982b1928
//! # part 0/8 lines 50 times 50 checksum 2364864c805bc412
//! r1bqkbnr/pppppppp/2n5/8/1P6/8/P1PPPPPP/RNBQKBNR w KQkq - 0 1 ;times 1 ;depth 5
//! ```
//!
//! Each line is a position after some plies from the root, with the number of paths that lead to it and the depth that
//! is left. Once it is counted, `;D5 4865609` follows. The head names the perft and the sums of all lines; in a part,
//! also the sums of the lines of the part. One file may hold several such heads with their lines. Other lines that
//! begin with `#` are remarks.
//!
//! The checksum is the sum, modulo 2^64, of the FNV-1a hashes (64 bits) of the lines without their counts and line
//! ends. So it does not depend on their order, and those of the parts add up to that of the whole. It shows lines that
//! were lost or damaged on the way. It does not protect against forgers.

use ox88::Position;
use ox88::suite::EpdError;
use std::fmt;
use std::io::{self, BufRead, Read};
use std::iter::{Peekable, Zip};
use std::ops::RangeFrom;
use std::str::{FromStr, Lines};

/// The perft that some lines belong to, with their sums.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Head {
    /// The position from which all paths begin.
    pub root: Position,
    /// How deep the whole perft is.
    pub depth: u32,
    /// The plies from the root to the lines.
    pub plies: u32,
    /// The sums of all lines.
    pub whole: Sums,
    /// The part and its sums, if these are not all lines.
    pub part: Option<Part>,
}

/// A part of the lines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// The name of the part, in one word: `0/8`.
    pub name: String,
    /// The sums of its lines.
    pub sums: Sums,
}

/// The sums of some lines.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sums {
    /// The number of lines.
    pub lines: u64,
    /// How many paths lead to their positions.
    pub times: u128,
    /// The sum of their hashes.
    pub checksum: u64,
}

/// A line of work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WorkLine<'a> {
    /// The number of the line in its text; the first is 1.
    pub number: usize,
    /// The line without its count.
    pub work: &'a str,
    /// The position.
    pub fen: &'a str,
    /// How many paths lead to it.
    pub times: u128,
    /// How many plies there are left to count.
    pub depth: u32,
    /// The leaves after it, once they are counted.
    pub count: Option<u128>,
}

/// A head, and the lines below it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Section<'a> {
    /// The head.
    pub head: Head,
    /// The line on which the head begins.
    pub number: usize,
    /// The lines up to the next head.
    pub lines: Vec<WorkLine<'a>>,
}

/// The first line of every head, in this version.
const FIRST_LINE: &str = "# ox88 work 1";

/// The beginning of every head, in every version of the format.
const BEGINNING: &str = "# ox88 work ";

impl Head {
    /// The sums that the lines below this head must have.
    pub fn sums_below(&self) -> Sums {
        self.part.as_ref().map_or(self.whole, |part| part.sums)
    }

    /// Checks that the lines below this head and those below another one belong to the same work.
    ///
    /// # Errors
    /// The difference in the other head.
    pub fn same_work(&self, other: &Head) -> Result<(), String> {
        let differs = |what: &str, here: &dyn fmt::Display, there: &dyn fmt::Display| {
            Err(format!("it belongs to another {what}: found {there}, expected {here}"))
        };
        if self.root != other.root {
            differs("root", &self.root, &other.root)
        } else if self.depth != other.depth {
            differs("depth", &self.depth, &other.depth)
        } else if self.plies != other.plies {
            differs("number of plies", &self.plies, &other.plies)
        } else if self.whole != other.whole {
            differs("split", &self.whole, &other.whole)
        } else {
            Ok(())
        }
    }

    /// Reads what follows the first line of a head, which has this number.
    fn read(first: usize, lines: &mut Numbered<'_>) -> Result<Head, EpdError> {
        let mut next = |keyword| {
            let (number, line) = lines.next_if(|(_, line)| line.starts_with(keyword))?;
            Some((number, line.strip_prefix(keyword)?))
        };
        let lacks = |form: &str| refuse(first, format!("the head lacks a line as in `{form}`"));
        let unlike = |number, line: &str, form: &str| {
            refuse(number, format!("`{line}` is not a line of a head: expected one as in `{form}`"))
        };

        let (number, fen) = next("# root ").ok_or_else(|| lacks("# root FEN"))?;
        let root = fen.parse().map_err(|error| {
            refuse(number, format!("the root {fen:?} is not a position: {error}"))
        })?;

        let form = "# depth 7 plies 3 lines 5362 times 8902 checksum 0123456789abcdef";
        let (number, line) = next("# depth ").ok_or_else(|| lacks(form))?;
        let read = || {
            let (depth, rest) = line.split_once(" plies ")?;
            let (plies, sums) = rest.split_once(' ')?;
            let (depth, plies) = (digits(depth)?, digits(plies)?);
            let is_possible = (1..=depth).contains(&plies);
            Some((depth, plies, Sums::read(sums)?)).filter(|_| is_possible)
        };
        let (depth, plies, whole) = read().ok_or_else(|| unlike(number, line, form))?;

        let read = |(number, line): (usize, &str)| {
            let form = "# part 0/8 lines 671 times 1112 checksum 0123456789abcdef";
            let part = || {
                let (name, sums) = line.split_once(' ')?;
                Some(Part { name: name.to_owned(), sums: Sums::read(sums)? })
            };
            part().ok_or_else(|| unlike(number, line, form))
        };
        let part = next("# part ").map(read).transpose()?;
        Ok(Head { root, depth, plies, whole, part })
    }
}

impl Sums {
    /// Adds a line.
    ///
    /// # Errors
    /// If there are more paths than fit into 128 bits.
    pub fn add(&mut self, work: &str, times: u128) -> Result<(), String> {
        self.lines += 1;
        self.times = self
            .times
            .checked_add(times)
            .ok_or("the sum of the times passes 128 bits: expected what `ox88 work split` wrote")?;
        self.checksum = self.checksum.wrapping_add(hash(work));
        Ok(())
    }

    fn read(text: &str) -> Option<Sums> {
        let (lines, rest) = text.strip_prefix("lines ")?.split_once(" times ")?;
        let (times, checksum) = rest.split_once(" checksum ")?;
        let checksum = u64::from_str_radix(checksum, 16).ok()?;
        Some(Sums { lines: digits(lines)?, times: digits(times)?, checksum })
    }
}

/// FNV-1a, with 64 bits.
fn hash(text: &str) -> u64 {
    let step = |hash: u64, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    text.bytes().fold(0xcbf2_9ce4_8422_2325, step)
}

/// A line of work without its count and its line end.
pub fn work_line(fen: &str, times: u128, depth: u32) -> String {
    format!("{fen} ;times {times} ;depth {depth}")
}

impl Section<'_> {
    /// Checks that the lines add up to the sums of the head, and that none is counted yet.
    ///
    /// # Errors
    /// What was found instead, and where.
    pub fn check(&self) -> Result<(), EpdError> {
        let at_head = |message| refuse(self.number, message);
        let mut sums = Sums::default();
        for line in &self.lines {
            if line.count.is_some() {
                let message = "the line is counted already: expected work, not results".to_owned();
                return Err(refuse(line.number, message));
            }
            sums.add(line.work, line.times).map_err(|message| refuse(line.number, message))?;
        }
        if self.lines.is_empty() {
            return Err(at_head(
                "the head has no lines below it: expected at least one".to_owned(),
            ));
        }
        let expected = self.head.sums_below();
        if sums == expected {
            return Ok(());
        }
        Err(at_head(format!(
            "the lines are not those that were split: found {sums}, expected {expected}: copy the file \
             again"
        )))
    }
}

/// Reads the bytes of work, counted or not. An input without an end must not fill the memory, so reading stops at the
/// first line that cannot be work, and if there are many times as many lines as all heads together announce.
///
/// # Errors
/// The first line that is too long or cannot be read.
pub fn read_bytes(mut input: impl BufRead) -> Result<Vec<u8>, EpdError> {
    let mut bytes = Vec::new();
    // `None` until a head announces its number of lines.
    let mut lines: Option<u64> = None;
    let mut remarks = 0;
    for number in 1.. {
        let begin = bytes.len();
        let length = read_line(&mut input, &mut bytes);
        let length = length.map_err(|error| refuse(number, error.to_string()))?;
        let line = &bytes[begin..];
        let is_no_work = number == 1 && !line.starts_with(FIRST_LINE.as_bytes());
        if length == 0 || is_no_work {
            break;
        }
        let problem = if length > LONGEST_LINE {
            format!("the line is longer than {LONGEST_LINE} bytes")
        } else if line[0] == b'#' || line.trim_ascii().is_empty() {
            if let Some(more) = lines_of_head(line) {
                let more = more.saturating_mul(MOST_TIMES);
                lines = Some(lines.unwrap_or(0).saturating_add(more));
            }
            remarks += length;
            if remarks <= MOST_REMARKS {
                continue;
            }
            format!("the file has more than {MOST_REMARKS} bytes of heads, remarks and empty lines")
        } else if let Some(left) = &mut lines
            && *left > 0
        {
            *left -= 1;
            continue;
        } else if lines.is_none() {
            break;
        } else {
            "the file has many more lines than its heads speak of".to_owned()
        };
        return Err(refuse(number, format!("{problem}: expected what `ox88 work` has written")));
    }
    Ok(bytes)
}

/// The longest line of work, in bytes. A longer line may have no end.
const LONGEST_LINE: usize = 64 << 10;

/// Appends a line with its end to the bytes, and returns its length: 0 at the end of the input, and more than
/// [`LONGEST_LINE`] if it is too long.
fn read_line(input: &mut impl BufRead, bytes: &mut Vec<u8>) -> io::Result<usize> {
    let limit = LONGEST_LINE + 1;
    bytes.try_reserve(limit)?;
    Read::take(input, limit as u64).read_until(b'\n', bytes)
}

/// The number of lines of the whole work, if this line of a head names it.
fn lines_of_head(line: &[u8]) -> Option<u64> {
    let sums = str::from_utf8(line).ok()?.strip_prefix("# depth ")?.split_once(" lines ")?.1;
    digits(sums.split_once(' ')?.0)
}

/// How many times each line may occur, because two programs may have written the same file.
const MOST_TIMES: u64 = 16;

/// Room, in bytes, for the heads of some ten thousand parts in one file.
const MOST_REMARKS: usize = 16 << 20;

/// Reads work, counted or not, which may have several heads. `when_torn` is advice about a line that is not whole.
///
/// # Errors
/// The first line that breaks the format, or text without any head.
pub fn read<'a>(text: &'a str, when_torn: &str) -> Result<Vec<Section<'a>>, EpdError> {
    let mut sections: Vec<Section<'a>> = Vec::new();
    let mut lines = (1..).zip(text.lines()).peekable();
    while let Some((number, line)) = lines.next() {
        if line == FIRST_LINE {
            let head = Head::read(number, &mut lines)?;
            sections.push(Section { head, number, lines: Vec::new() });
            continue;
        }
        let section = match sections.last_mut() {
            Some(section) if !line.starts_with(BEGINNING) => section,
            _ => {
                // A line that is no work may have any content and any length.
                let begin: String = line.chars().take(80).collect();
                return Err(refuse(number, no_head(&format!("found {begin:?}"))));
            }
        };
        if !line.is_empty() && !line.starts_with('#') {
            let line = WorkLine::read(number, line, &section.head, when_torn)?;
            section.lines.push(line);
        }
    }
    if sections.is_empty() {
        return Err(refuse(1, no_head("it is empty")));
    }
    if !text.ends_with('\n') {
        let message = format!("the line has no line end: {when_torn}");
        return Err(refuse(text.lines().count(), message));
    }
    Ok(sections)
}

/// The unread lines of a text, each with its number.
type Numbered<'a> = Peekable<Zip<RangeFrom<usize>, Lines<'a>>>;

fn no_head(found: &str) -> String {
    format!("{found}: expected `{FIRST_LINE}`, the first line of all that `ox88 work` writes")
}

impl<'a> WorkLine<'a> {
    /// The line with its count.
    pub fn counted(&self, count: u128) -> String {
        format!("{} ;D{} {count}", self.work, self.depth)
    }

    /// Reads `FEN ;times 12 ;depth 5` or `FEN ;times 12 ;depth 5 ;D5 4865609`.
    fn read(
        number: usize,
        text: &'a str,
        head: &Head,
        when_torn: &str,
    ) -> Result<WorkLine<'a>, EpdError> {
        let line = WorkLine::parts(number, text).ok_or_else(|| {
            let form = "FEN ;times 12 ;depth 5 ;D5 4865609";
            let message = format!("`{text}` is not a whole line as in `{form}`: {when_torn}");
            refuse(number, message)
        })?;
        let expected = head.depth - head.plies;
        if line.depth == expected {
            return Ok(line);
        }
        let message = format!(
            "the line belongs to another depth: found {} plies left, expected {expected}",
            line.depth
        );
        Err(refuse(number, message))
    }

    fn parts(number: usize, text: &'a str) -> Option<WorkLine<'a>> {
        let (fen, rest) = text.split_once(" ;times ")?;
        let (times, rest) = rest.split_once(" ;depth ")?;
        let (depth, count) = match rest.split_once(" ;D") {
            None => (rest, None),
            Some((depth, count)) => (depth, Some(count.strip_prefix(depth)?.strip_prefix(' ')?)),
        };
        let behind = count.map_or(0, |count| " ;D".len() + depth.len() + " ".len() + count.len());
        Some(WorkLine {
            number,
            work: &text[..text.len() - behind],
            fen,
            times: digits(times)?,
            depth: digits(depth)?,
            count: count.map_or(Some(None), |count| digits(count).map(Some))?,
        })
    }
}

/// A number in plain digits.
fn digits<T: FromStr>(text: &str) -> Option<T> {
    let is_plain = text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|_| is_plain)
}

fn refuse(line: usize, message: String) -> EpdError {
    EpdError { line, message }
}

impl fmt::Display for Head {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Head { root, depth, plies, whole, part } = self;
        writeln!(f, "{FIRST_LINE}")?;
        writeln!(f, "# root {root}")?;
        writeln!(f, "# depth {depth} plies {plies} {whole}")?;
        match part {
            Some(Part { name, sums }) => writeln!(f, "# part {name} {sums}"),
            None => Ok(()),
        }
    }
}

impl fmt::Display for Sums {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Sums { lines, times, checksum } = self;
        write!(f, "lines {lines} times {times} checksum {checksum:016x}")
    }
}
