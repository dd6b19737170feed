//! A suite with its positions, and what to say of a count that differs from the agreed one.

use super::epd::{self, Count, Entry, EpdError};
use crate::chess::position::Position;
use crate::perft::divide::Divide;
use std::fmt;

/// A suite file, all of whose positions can be played.
#[derive(Clone, Debug)]
pub struct Suite {
    /// The name of the file in messages: `suites/castling.epd`.
    pub file: String,
    /// Its positions, in the order of the file.
    pub positions: Vec<SuitePosition>,
}

/// A position of a suite with its agreed counts.
#[derive(Clone, Debug)]
pub struct SuitePosition {
    /// What its line says.
    pub entry: Entry,
    /// The position that its FEN describes.
    pub position: Position,
}

/// Why a suite cannot be run: one of its lines cannot be read, or describes no position.
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
    /// Reads a suite in the format of the built-in ones. `file` is its name in messages.
    ///
    /// # Errors
    /// The first line that cannot be read, or describes no position.
    pub fn read(file: &str, text: &str) -> Result<Suite, SuiteError> {
        let refuse = |error| SuiteError { file: file.to_owned(), error };
        let entries = epd::parse(text).map_err(refuse)?;
        let positions = entries.into_iter().map(|entry| SuitePosition::new(file, entry));
        Ok(Suite { file: file.to_owned(), positions: positions.collect::<Result<_, _>>()? })
    }

    /// The name of the suite: that of its file, without folder and ending.
    pub fn name(&self) -> &str {
        let file = self.file.rsplit(['/', '\\']).next().unwrap_or(&self.file);
        file.strip_suffix(".epd").unwrap_or(file)
    }

    /// This position in the suite, if it is there, whatever its counters are.
    pub fn find(&self, position: &Position) -> Option<&SuitePosition> {
        self.positions.iter().find(|known| known.position.same_but_for_counters(position))
    }

    /// Compares an agreed count of one of this suite's positions with the total of a divide to the same depth.
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

impl SuitePosition {
    /// The position that an entry describes. `file` is the name of the suite in messages.
    ///
    /// # Errors
    /// If its FEN describes no position.
    pub fn new(file: &str, entry: Entry) -> Result<SuitePosition, SuiteError> {
        match entry.fen.parse() {
            Ok(position) => Ok(SuitePosition { entry, position }),
            Err(error) => {
                let message = format!("{:?} is not a position: {error}", entry.fen);
                let error = EpdError { line: entry.line, message };
                Err(SuiteError { file: file.to_owned(), error })
            }
        }
    }

    /// The [name](Entry::name) of the position for tests.
    pub fn name(&self) -> String {
        self.entry.name()
    }

    /// The agreed count at a depth, if there is one.
    pub fn count(&self, depth: u32) -> Option<Count> {
        self.entry.counts.iter().copied().find(|count| count.depth == depth)
    }

    /// Whether the position can arise in a game. A comment says so where it cannot: `c0 "cannot arise"`.
    pub fn can_arise(&self) -> bool {
        !self.entry.comments.iter().any(|text| text == "cannot arise")
    }
}

impl fmt::Display for SuiteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.file, self.error)
    }
}

impl std::error::Error for SuiteError {}

impl Failure<'_> {
    /// The text without the divide, and without the command that shows it again.
    pub fn head(&self) -> String {
        let Failure { suite, position, expected: Count { depth, nodes }, divide } = self;
        let Entry { line, fen, .. } = &position.entry;
        let board = position.position.board().drawing();
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
