//! What an engine is asked, and how it is written.

use crate::chess::moves::Move;
use crate::chess::position::Position;

/// What an engine is asked: how many leaves are behind each move of the position after some moves?
#[derive(Clone, Copy, Debug)]
pub struct Question<'a> {
    /// The position from which the moves are played.
    pub root: &'a Position,
    /// The moves that lead to the position, each legal where it is played.
    pub moves: &'a [Move],
    /// How many half moves deep to count, at least 1.
    pub depth: u32,
}

impl Question<'_> {
    /// The position that the question is about.
    #[must_use]
    pub fn position(&self) -> Position {
        self.moves.iter().fold(*self.root, |position, &mv| position.after_unchecked(mv))
    }

    /// The moves in one line. All of them are written as the root has it, since it is there that an
    /// engine learns how castling is written.
    #[must_use]
    pub fn moves_text(&self) -> String {
        let text = |mv: &Move| mv.text(self.root.castling_notation());
        self.moves.iter().map(text).collect::<Vec<_>>().join(" ")
    }

    /// The command by which UCI sets up the position. The FEN is always in it, so that nothing but
    /// the moves differs between two ways to one position.
    #[must_use]
    pub fn uci_position(&self) -> String {
        let moves = if self.moves.is_empty() { "" } else { " moves " };
        format!("position fen {}{moves}{}", self.root, self.moves_text())
    }
}
