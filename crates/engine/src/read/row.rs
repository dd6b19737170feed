//! A move with the leaves after it, and what a line says.

use super::MoveName;
use super::name::Name;
use super::san::San;
use std::fmt;

/// One first move of a divide.
#[derive(Clone, Debug, Eq)]
pub struct Row {
    /// The move as the engine writes it.
    pub text: String,
    /// The leaves after it.
    pub count: u128,
    /// What the text says.
    pub(super) name: Name,
    /// Its line, if it was read from one that has no other row.
    pub(super) line: Option<String>,
    /// Its text in SAN, where that was rewritten by squares.
    pub(crate) in_san: Option<Box<str>>,
    /// Whether the count was on the line below the move.
    pub(super) is_of_two_lines: bool,
    /// The numbers beside the move, if nothing has shown yet which of them is the count.
    pub(super) columns: Columns,
}

impl PartialEq for Row {
    /// Whether both say the same, wherever they come from.
    fn eq(&self, other: &Row) -> bool {
        (&self.text, self.count) == (&other.text, other.count)
    }
}

/// The numbers beside a move, if more than one may be its count.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Columns {
    /// The number in front of the move.
    pub front: Option<u128>,
    /// Those after it. The first of them is the count of a line that is alone.
    pub behind: Vec<u128>,
    /// The number that those after the move are if they are groups of its digits.
    pub grouped: Option<u128>,
}

impl Columns {
    /// A count in a place that leaves no doubt.
    pub fn of(count: u128) -> Columns {
        Columns { behind: vec![count], ..Columns::default() }
    }

    /// Whether there is one number only.
    pub const fn is_clear(&self) -> bool {
        self.front.is_none() && self.behind.len() <= 1 && self.grouped.is_none()
    }
}

/// What a line says. A banner, a time or a speed has neither a row nor a total.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OutputLine {
    /// The moves with the leaves after them: one, or those of a whole divide in one line.
    pub rows: Vec<Row>,
    /// The total.
    pub total: Option<u128>,
    /// Whether it is a line of UCI's `info`. After a search its row means nothing, and its total means
    /// something only after rows in such lines.
    pub is_info: bool,
    /// Whether the total has the word `moves`, like `Moves: 20`: to some engines these are the leaves, and to others
    /// the moves of the position. Or only `perft` is before it, where the depth may be.
    pub may_be_moves: bool,
    /// The depth of the total, if the heading of a table says that.
    pub depth: Option<u32>,
}

impl OutputLine {
    /// Whether it has neither a row nor a total.
    pub const fn is_other(&self) -> bool {
        self.rows.is_empty() && self.total.is_none()
    }
}

impl From<Row> for OutputLine {
    fn from(row: Row) -> OutputLine {
        OutputLine { rows: vec![row], ..OutputLine::default() }
    }
}

impl From<u128> for OutputLine {
    fn from(total: u128) -> OutputLine {
        OutputLine { total: Some(total), ..OutputLine::default() }
    }
}

impl Row {
    /// The row of a move, as it is written, with the leaves after it.
    pub fn new(text: impl Into<String>, count: u128) -> Row {
        let text = text.into();
        Row {
            name: Name::of(&text),
            text,
            count,
            line: None,
            in_san: None,
            is_of_two_lines: false,
            columns: Columns::default(),
        }
    }

    /// The row of a move with these numbers, the first of which is its count as far as its line shows.
    pub(super) fn with_columns(text: &str, columns: Columns) -> Option<Row> {
        let count = *columns.behind.first()?;
        Some(Row { columns, ..Row::new(text, count) })
    }

    /// The move as the engine writes it, also where SAN was rewritten by squares.
    pub fn written(&self) -> &str {
        self.in_san.as_deref().unwrap_or(&self.text)
    }

    /// What it names by squares, or as a castling.
    pub const fn name(&self) -> Option<MoveName> {
        self.name.by_squares()
    }

    /// What it names in SAN. Castling is written alike in both, and is no SAN here.
    pub const fn san(&self) -> Option<San> {
        self.name.san()
    }

    /// The row as it was printed.
    pub fn printed(&self) -> String {
        self.line.clone().unwrap_or_else(|| self.to_string())
    }

    /// Whether its notation is certain to be by squares.
    pub(super) const fn is_by_squares(&self) -> bool {
        !matches!(self.name, Name::San(_) | Name::Move(MoveName::Castling(_)))
    }
}

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.text, self.count)
    }
}

/// The leaves of these rows together. A sum beyond 128 bits becomes the greatest number there is.
pub(crate) fn sum(rows: &[Row]) -> u128 {
    rows.iter().fold(0, |sum, row| sum.saturating_add(row.count))
}
