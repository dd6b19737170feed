//! Runs suites: compares each count of each position with that of the suite.

use super::epd::{Columns, Count, Entries, Entry, EpdError};
use crate::chess::board::Symbols;
use crate::chess::position::Position;
use crate::perft::divide::Divide;
use crate::perft::stats::{Column, Stats};
use std::fmt;
use std::io::BufRead;

/// A suite file, all of whose positions can be played.
#[derive(Clone, Debug)]
pub struct Suite {
    /// The name of the file in messages: `suites/castling.epd`.
    pub file: String,
    /// Its positions, in the order of the file.
    pub positions: Vec<SuitePosition>,
    /// Whether the suite is a built-in one, with a generated test for each count.
    pub is_built_in: bool,
}

/// A position of a suite with its agreed counts.
#[derive(Clone, Debug)]
pub struct SuitePosition {
    /// The line of the file.
    pub entry: Entry,
    /// The position that its FEN describes.
    pub position: Position,
}

/// Why a suite cannot be run: one of its lines cannot be read, or its position has no meaning.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SuiteError {
    /// The name of the file.
    pub file: String,
    /// The error, with its line.
    pub error: EpdError,
}

/// A count that differs from that of the suite. Its text has everything that a reader needs to go on.
#[derive(Clone, Debug)]
pub struct Failure<'a> {
    /// The suite.
    pub suite: &'a Suite,
    /// Its position.
    pub position: &'a SuitePosition,
    /// The agreed count.
    pub expected: Count,
    /// What was counted, by the first move.
    pub divide: Divide,
}

impl Suite {
    /// Reads a suite in any dialect. `file` is its name in messages.
    ///
    /// # Errors
    /// If a line cannot be read, or its position has no meaning: the first such line.
    pub fn read(file: &str, bytes: &[u8]) -> Result<Suite, SuiteError> {
        let positions = positions(file, bytes).collect::<Result<_, _>>()?;
        Ok(Suite { positions, ..Suite::without_positions(file) })
    }

    /// A suite without its positions, which [`positions`] reads one by one.
    #[must_use]
    pub fn without_positions(file: &str) -> Suite {
        Suite { file: file.to_owned(), positions: Vec::new(), is_built_in: false }
    }

    /// The name of the suite: that of its file, without folder and ending.
    #[must_use]
    pub fn name(&self) -> &str {
        let file = self.file.rsplit(['/', '\\']).next().unwrap_or(&self.file);
        file.strip_suffix(".epd").unwrap_or(file)
    }

    /// This position in the suite, if it is there, whatever its counters are.
    #[must_use]
    pub fn find(&self, position: &Position) -> Option<&SuitePosition> {
        self.positions.iter().find(|known| known.position.same_but_for_counters(position))
    }

    /// Compares an agreed count of one of this suite's positions with the total of a divide to the
    /// same depth.
    ///
    /// # Errors
    /// If they differ: the failure, which shows both.
    pub fn check<'a>(
        &'a self,
        position: &'a SuitePosition,
        expected: Count,
        divide: Divide,
    ) -> Result<Divide, Failure<'a>> {
        if divide.total() == expected.nodes {
            Ok(divide)
        } else {
            Err(Failure { suite: self, position, expected, divide })
        }
    }
}

/// The positions of a suite in any dialect, each read when it is asked for. `file` is the name of the suite in
/// messages. An error ends them, unless only the FEN of a line is refused.
pub fn positions<R: BufRead>(
    file: &str,
    input: R,
) -> impl Iterator<Item = Result<SuitePosition, SuiteError>> {
    Entries::of(input).map(move |entry| {
        let refuse = |error| SuiteError { file: file.to_owned(), error };
        let entry = entry.map_err(refuse)?;
        let position = entry.fen.parse().map_err(|error| {
            let message = format!("{:?} is not a position: {error}", entry.fen);
            refuse(EpdError { line: entry.line, message })
        })?;
        Ok(SuitePosition { entry, position })
    })
}

impl SuitePosition {
    /// The name of the position: its id, or else its line.
    #[must_use]
    pub fn name(&self) -> String {
        self.entry.name()
    }

    /// The agreed count at a depth, if there is one.
    #[must_use]
    pub fn count(&self, depth: u32) -> Option<Count> {
        self.entry.counts.iter().copied().find(|count| count.depth == depth)
    }

    /// The agreed leaves of each kind at a depth, if there are any.
    ///
    /// # Errors
    /// When a comment of the position that has them cannot be read.
    pub fn stats(&self, depth: u32) -> Result<Option<Stats>, EpdError> {
        let columns = self.entry.columns()?.into_iter().find(|columns| columns.depth == depth);
        let stats = |count: Count, columns: Columns| {
            let mut leaves = [count.nodes; Column::ALL.len()];
            leaves[1..].copy_from_slice(&columns.leaves);
            Stats::from(leaves)
        };
        Ok(self.count(depth).zip(columns).map(|(count, columns)| stats(count, columns)))
    }
}

impl fmt::Display for SuiteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.file, self.error)
    }
}

impl std::error::Error for SuiteError {}

impl Failure<'_> {
    /// The text without the divide, and without the command.
    #[must_use]
    pub fn head(&self) -> String {
        let Failure { suite, position, expected: Count { depth, nodes }, divide } = self;
        let Entry { line, fen, .. } = &position.entry;
        let board = position.position.board().drawing(Symbols::Letters);
        let (name, file) = (position.name(), &suite.file);
        format!(
            "{name} ({file}:{line})\n  {}\n  fen       {fen}\n  depth     {depth}\n  expected  {nodes}\n  \
             got       {}\n",
            board.trim_end().replace('\n', "\n  "),
            divide.total()
        )
    }
}

impl fmt::Display for Failure<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Failure { position, expected: Count { depth, .. }, divide, .. } = self;
        let fen = &position.entry.fen;
        write!(f, "{}\n{divide}\nsee it again:  ox88 divide {depth} \"{fen}\"", self.head())
    }
}
