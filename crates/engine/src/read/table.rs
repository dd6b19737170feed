//! A table with a heading, as ox88 itself writes one: `move,depth,nodes` above `e2e4,3,600`. Without its heading nobody
//! knows which of the numbers is the count.

use super::name::Name;
use super::row::{OutputLine, Row};
use super::rows::{read_count, without_word};
use super::unread::for_people;
use super::{plain, read_line, trimmed};

/// The headings of a column of counts.
const COUNTS: [&str; 3] = ["nodes", "leaves", "count"];

/// What separates the cells of a line. `None` is any number of blanks.
const SEPARATORS: [Option<char>; 6] =
    [Some(','), Some(';'), Some('\t'), Some('|'), Some('│'), None];

/// Reads the lines of one answer, one after the other.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LineReader {
    heading: Option<Heading>,
    above: Above,
}

/// What is known of a move that was alone on a line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
enum Above {
    #[default]
    Nothing,
    /// The next count is that of this move.
    Move(String),
    /// There was another one below it: they are a list.
    Moves,
}

/// The columns of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Heading {
    separator: Option<char>,
    columns: usize,
    mv: Option<usize>,
    depth: Option<usize>,
    count: usize,
}

impl LineReader {
    /// What the next line says.
    pub fn read(&mut self, printed: &str) -> OutputLine {
        let line = &plain(printed);
        if let Some(heading) = Heading::of(line) {
            self.heading = Some(heading);
            return OutputLine::default();
        }
        if let Some(read) = self.heading.as_ref().and_then(|heading| heading.read(line)) {
            return read;
        }
        let read = read_line(printed);
        if let Some(text) = move_alone(line) {
            self.above = match self.above {
                Above::Nothing => Above::Move(text.to_owned()),
                _ => Above::Moves,
            };
        } else if let (Above::Move(text), Some(count)) = (&self.above, read.total)
            && !(read.is_info || read.may_be_moves)
        {
            let mut row = Row::new(text, count);
            (row.is_of_two_lines, row.line) = (true, Some(format!("{text}: {}", for_people(line))));
            self.above = Above::Nothing;
            return row.into();
        }
        read
    }
}

/// The move that has a line to itself, perhaps after the word for it.
fn move_alone(line: &str) -> Option<&str> {
    let is_border = |letter: char| !letter.is_alphanumeric();
    let line = line.trim_matches(is_border);
    let text = without_word(line, "move").map_or(line, |rest| rest.trim_start_matches(is_border));
    Name::of(text).by_squares().map(|_| text)
}

impl Heading {
    /// Words alone, between separators, one of which has counts below it and another the moves or the depths.
    fn of(line: &str) -> Option<Heading> {
        SEPARATORS.into_iter().find_map(|separator| Heading::with(separator, line))
    }

    fn with(separator: Option<char>, line: &str) -> Option<Heading> {
        let cells = cells(separator, line);
        let is_word = |cell: &&str| {
            let is_of_word = |letter: char| letter.is_ascii_alphabetic() || letter == '_';
            !cell.is_empty() && cell.chars().all(is_of_word)
        };
        let column = |names: &[&str]| {
            cells.iter().position(|cell| names.iter().any(|name| cell.eq_ignore_ascii_case(name)))
        };
        let (mv, depth) = (column(&["move"]), column(&["depth"]));
        let is_heading = cells.iter().all(is_word) && (mv.is_some() || depth.is_some());
        let count = column(&COUNTS).filter(|_| is_heading)?;
        Some(Heading { separator, columns: cells.len(), mv, depth, count })
    }

    fn read(&self, line: &str) -> Option<OutputLine> {
        let cells = cells(self.separator, line);
        let is_move =
            |column: usize| cells.get(column).is_some_and(|cell| Name::of(cell) != Name::Nothing);
        let count = cells.get(self.count).filter(|cell| !cell.is_empty());
        if count.is_none() && self.mv.is_some_and(is_move) {
            // A row that is cut off.
            return Some(OutputLine::default());
        }
        if cells.len() != self.columns {
            return None;
        }
        let count = read_count(count?)?;
        let Some(column) = self.mv else {
            let depth = self.depth.and_then(|column| cells[column].parse().ok());
            return Some(OutputLine { depth, ..count.into() });
        };
        // A total below a table may have as many words.
        Name::at_start_of(cells[column])?;
        let mut row = Row::new(cells[column], count);
        row.line = Some(for_people(line));
        Some(row.into())
    }
}

/// The cells of a line, without quotation marks.
fn cells(separator: Option<char>, line: &str) -> Vec<&str> {
    let line = trimmed(line).trim_matches(['|', '│']);
    let cells: Vec<&str> = match separator {
        Some(separator) => line.split(separator).collect(),
        None => line.split_whitespace().collect(),
    };
    cells.into_iter().map(|cell| cell.trim().trim_matches('"')).collect()
}
