//! A line: a position and the moves that were played from it.

use crate::read::typed_move;
use ox88::suite::built_in;
use ox88::{Color, Move, Position};
use std::fmt;
use std::str::FromStr;

/// Moves that were played one after another, and the position from which they were played.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Line {
    /// The position before the first move.
    pub root: Position,
    /// The moves, each of them legal in the position before it.
    pub moves: Vec<Move>,
}

/// One move of a line, with the positions before and after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ply {
    /// The place of the move in its line, counted from 1.
    pub ordinal: usize,
    /// The position in which the move was played.
    pub before: Position,
    /// The move.
    pub mv: Move,
    /// The position to which the move led.
    pub after: Position,
}

impl Line {
    /// The line without a move, which ends where it begins.
    #[must_use]
    pub const fn at(root: Position) -> Line {
        Line { root, moves: Vec::new() }
    }

    /// The position after the last move.
    #[must_use]
    pub fn end(&self) -> Position {
        self.moves.iter().fold(self.root, |position, &mv| position.after_unchecked(mv))
    }

    /// This line with one more move.
    #[must_use]
    pub fn and(&self, mv: Move) -> Line {
        let mut longer = self.clone();
        longer.moves.push(mv);
        longer
    }

    /// The same moves from another position, if they can be played there.
    #[must_use]
    pub fn played_from(&self, root: Position) -> Option<Line> {
        self.moves.iter().try_fold(root, |here, &mv| here.after(mv).ok())?;
        Some(Line { root, moves: self.moves.clone() })
    }

    /// The moves with the positions around them, from the first to the last.
    pub fn plies(&self) -> impl Iterator<Item = Ply> {
        let mut before = self.root;
        self.moves.iter().zip(1..).map(move |(&mv, ordinal)| {
            let ply = Ply::new(ordinal, before, mv);
            before = ply.after;
            ply
        })
    }

    /// The last move for which this is true.
    pub fn last_ply(&self, mut is_it: impl FnMut(&Ply) -> bool) -> Option<Ply> {
        self.plies().filter(|ply| is_it(ply)).last()
    }

    /// The moves as UCI text, each as the position before it writes them.
    #[must_use]
    pub fn texts(&self) -> Vec<String> {
        self.plies().map(|ply| ply.text()).collect()
    }
}

impl Ply {
    /// A move with the positions around it.
    #[must_use]
    pub fn new(ordinal: usize, before: Position, mv: Move) -> Ply {
        Ply { ordinal, before, mv, after: before.after_unchecked(mv) }
    }

    /// The side that moves.
    #[must_use]
    pub const fn side(&self) -> Color {
        self.before.side_to_move()
    }

    /// The move as UCI text.
    #[must_use]
    pub fn text(&self) -> String {
        self.before.move_text(self.mv)
    }
}

impl FromStr for Line {
    type Err = String;

    /// Reads a FEN, `startpos` or the id of a built-in position, and behind ` moves ` the moves, in any notation.
    fn from_str(text: &str) -> Result<Line, String> {
        let (start, moves) = text.split_once(" moves ").unwrap_or((text, ""));
        let root = match (start.trim(), built_in::by_id(start.trim())) {
            ("startpos", _) => Position::start(),
            (_, Some(known)) => known.position,
            (fen, None) => {
                fen.parse().map_err(|error| format!("{fen:?} is not a position: {error}"))?
            }
        };
        moves
            .split_whitespace()
            .try_fold(Line::at(root), |line, text| Ok(line.and(typed_move(&line.end(), text)?)))
    }
}

impl fmt::Display for Ply {
    /// `move 2 of the line (b3a1)`, a phrase for the middle of a sentence.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "move {} of the line ({})", self.ordinal, self.text())
    }
}
