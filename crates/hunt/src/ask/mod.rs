//! What can be asked for the divide of a position, and what a question is. It replies in time, or not at all.
//!
//! A partner may be an engine in a process of its own, a person, or a function: whatever it does becomes a
//! [`Reply`] or a [`Trouble`].
//!
//! A new kind of trouble is a variant of [`TroubleKind`] with its id, its title and its sentence.

mod trouble;

use super::line::Line;
use super::read::Reply;
use ox88::{CastlingNotation, Move, Position};
use std::time::{Duration, Instant};

pub use self::trouble::{CannotRun, Trouble, TroubleKind};

/// The command of UCI after which nothing of what came before counts.
pub const NEW_GAME: &str = "ucinewgame";

/// How an engine is asked.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Protocol {
    /// By commands of UCI, to one process for all questions.
    Uci {
        /// What comes before the depth: `go perft` or `perft`.
        perft: String,
    },
    /// By starting it as `script DEPTH ROOT_FEN [MOVES]`, as perftree does.
    Script,
}

/// What an engine is asked: how many leaves are behind each move of the position at the end of a
/// line?
#[derive(Clone, Copy, Debug)]
pub struct Question<'a> {
    /// The position, and how the engine is to come there.
    pub line: &'a Line,
    /// How many half moves deep to count, at least 1.
    pub depth: u32,
}

impl Question<'_> {
    /// The castling notation for the moves of the line: that of the root, because it is from the root
    /// that an engine learns which one is used. But one that writes ordinary castling as king takes
    /// rook may understand nothing else.
    #[must_use]
    pub fn castling_notation(&self, written: Option<CastlingNotation>) -> CastlingNotation {
        match self.line.root.castling_notation() {
            CastlingNotation::KingTakesRook => CastlingNotation::KingTakesRook,
            CastlingNotation::KingToTarget => written.unwrap_or(CastlingNotation::KingToTarget),
        }
    }

    /// The position that the question is about.
    #[must_use]
    pub fn position(&self) -> Position {
        self.line.end()
    }

    /// The moves of the line, separated by blanks, all in one castling notation.
    #[must_use]
    pub fn moves_text(&self, castling: CastlingNotation) -> String {
        let text = |mv: &Move| mv.text(castling);
        self.line.moves.iter().map(text).collect::<Vec<_>>().join(" ")
    }

    /// The command of UCI that sets up the position. It always has a FEN, even for the start
    /// position, so that two ways to a position differ in nothing but the moves.
    #[must_use]
    pub fn uci_position(&self, castling: CastlingNotation) -> String {
        let moves = if self.line.moves.is_empty() { "" } else { " moves " };
        format!("position fen {}{moves}{}", self.line.root, self.moves_text(castling))
    }
}

/// The command of UCI after which castling is written like this.
#[must_use]
pub fn uci_castling(notation: CastlingNotation) -> String {
    let is_chess960 = notation == CastlingNotation::KingTakesRook;
    format!("setoption name UCI_Chess960 value {is_chess960}")
}

/// Whatever can be asked for a divide: an engine, or something that answers in its place.
pub trait Partner {
    /// Asks a question.
    ///
    /// # Errors
    /// When there is no reply, or none that can be one to the question.
    fn ask(&mut self, question: &Question) -> Result<Reply, Trouble>;

    /// Asks about the position of the last question again without setting it up, which shows what
    /// the last reply left behind. Nothing where that cannot be asked.
    ///
    /// # Errors
    /// As [`Partner::ask`].
    fn ask_again(&mut self, question: &Question) -> Option<Result<Reply, Trouble>>;

    /// Another process of the same engine, beside this one, which has been asked nothing. It is waited for until
    /// a time. Nothing where each question has a process of its own, or there is none.
    ///
    /// # Errors
    /// When it cannot be started, or does not do at its start what the first one did.
    fn another(&mut self, _end: Instant) -> Option<Result<Box<dyn Partner + '_>, Trouble>> {
        None
    }

    /// The time limit for each question.
    fn limit(&self) -> Duration;

    /// How long the last answer was waited on after the last of it had come.
    fn silence_at_end(&self) -> Duration {
        Duration::ZERO
    }

    /// Sets a time at which no answer is waited for any longer. One who answers by hand need not
    /// keep it.
    fn end_at(&mut self, _end: Instant) {}

    /// Whether it may be a program that takes a FEN and no moves, as some scripts are.
    fn may_refuse_moves(&self) -> bool {
        false
    }

    /// How it writes castling where ordinary chess writes the king's target, once that was seen.
    fn castling_written(&self) -> Option<CastlingNotation> {
        None
    }

    /// Whether each question is work for a person. Then as few as possible are asked: positions are
    /// set up by their FEN, and moves are played only where that can show something else.
    fn is_person(&self) -> bool {
        false
    }
}
