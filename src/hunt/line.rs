//! The moves that led to a position, and which of them is to blame for something.

use crate::chess::color::Color;
use crate::chess::moves::Move;
use crate::chess::position::Position;
use std::fmt;

/// The moves that led to a position.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Line {
    /// Where the moves begin.
    pub root: Position,
    /// The moves, each of them a legal one of the position before it.
    pub moves: Vec<Move>,
}

/// One move of a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ply {
    /// Its place in the path, counted from 1.
    pub ordinal: usize,
    /// The position in which it was made.
    pub before: Position,
    /// The move.
    pub mv: Move,
    /// The position to which it led.
    pub after: Position,
}

impl Line {
    /// The path that ends where it begins.
    #[must_use]
    pub const fn at(root: Position) -> Line {
        Line { root, moves: Vec::new() }
    }

    /// The position to which the moves lead.
    #[must_use]
    pub fn end(&self) -> Position {
        self.moves.iter().fold(self.root, |position, &mv| position.after_unchecked(mv))
    }

    /// This path and one more move.
    #[must_use]
    pub fn and(&self, mv: Move) -> Line {
        let mut longer = self.clone();
        longer.moves.push(mv);
        longer
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

    /// The last move with which something happened.
    pub fn last_ply(&self, mut happened: impl FnMut(&Ply) -> bool) -> Option<Ply> {
        self.plies().filter(|step| happened(step)).last()
    }

    /// The moves as UCI text, each as its position writes it.
    #[must_use]
    pub fn texts(&self) -> Vec<String> {
        self.plies().map(|step| step.text()).collect()
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

impl fmt::Display for Ply {
    /// `move 2 of the path (b3a1)`, to stand in a sentence.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "move {} of the path ({})", self.ordinal, self.text())
    }
}
