//! What can be asked for the divide of a position, and what a question is. It replies in time, or not at all.
//!
//! A partner may be an engine in a process of its own, a person, or a function: whatever it does becomes a
//! [`Reply`] or a [`Trouble`].
//!
//! A new kind of trouble is a variant of [`TroubleKind`] with its id, its title and its sentence.

mod experiment;
mod trouble;

use super::line::Line;
use super::read::Reply;
use ox88::{CastlingNotation, Move, Position};
use std::time::Duration;

pub use self::experiment::{Experiment, Heard, Process, Step};
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
    /// By calling a function in this process, with the FEN, the moves and the depth.
    Function,
}

/// What an engine is asked: how many leaves are behind each move of the position at the end of a
/// line?
#[derive(Clone, Copy, Debug)]
pub struct Question<'a> {
    /// The position, and how the engine is to come there.
    pub line: &'a Line,
    /// How many half moves deep to count, at least 1.
    pub depth: u32,
    /// Whether the start position, where the line begins, is set up by its name in place of its FEN.
    pub is_by_name: bool,
}

impl<'a> Question<'a> {
    /// A question for which the position is set up by its FEN.
    #[must_use]
    pub const fn new(line: &'a Line, depth: u32) -> Question<'a> {
        Question { line, depth, is_by_name: false }
    }

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

    /// The command of UCI that sets up the position. It has a FEN even for the start position, so that two ways to a
    /// position differ in nothing but the moves, unless it is to differ in that.
    #[must_use]
    pub fn uci_position(&self, castling: CastlingNotation) -> String {
        let moves = if self.line.moves.is_empty() { "" } else { " moves " };
        let root = if self.is_by_name { "startpos" } else { &format!("fen {}", self.line.root) };
        format!("position {root}{moves}{}", self.moves_text(castling))
    }
}

/// The command of UCI after which castling is written like this.
#[must_use]
pub fn uci_castling(notation: CastlingNotation) -> String {
    let is_chess960 = notation == CastlingNotation::KingTakesRook;
    format!("setoption name UCI_Chess960 value {is_chess960}")
}

/// Whatever can be asked for a divide: an engine, or something that answers in its place. It knows nothing of
/// hunting, and may take its time.
///
/// A partner with nothing but a function is [`InProcess`].
pub trait Partner {
    /// What it can be asked.
    fn can(&self) -> Abilities;

    /// Asks the steps of an experiment one after the other, up to the first that gets no answer, and says what became
    /// of each. No answer is waited for after this time. One who answers by hand need not keep it.
    fn run(&mut self, experiment: &Experiment, within: Duration) -> Vec<Heard>;
}

/// What a partner can be asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is something that it can be asked or not")]
pub struct Abilities {
    /// The time limit for each question.
    pub limit: Duration,
    /// Whether it may be asked about the position of the question before without setting it up, which shows what the
    /// last answer left behind.
    pub again: bool,
    /// Whether there can be another process beside the one that is running, which has been asked nothing.
    pub fresh: bool,
    /// Whether each question is work for a person. Then as few as possible are asked: positions are
    /// set up by their FEN, and moves are played only where that can show something else.
    pub is_person: bool,
    /// Whether it may be a program that takes a FEN and no moves, as some scripts are.
    pub may_refuse_moves: bool,
}

impl Abilities {
    /// Those of something that answers each question for itself, within this time.
    #[must_use]
    pub const fn of_questions(limit: Duration) -> Abilities {
        Abilities { limit, again: false, fresh: false, is_person: false, may_refuse_moves: false }
    }
}

/// A generator in this process, by a function from a question to its answer.
pub struct InProcess<F> {
    /// What it can be asked.
    pub can: Abilities,
    /// Its answer to a question.
    pub answer: F,
}

/// No function is waited for.
pub(crate) const LIMIT_IN_PROCESS: Duration = Duration::from_secs(60 * 60);

impl<F: FnMut(&Question) -> Result<Reply, Trouble>> InProcess<F> {
    /// A generator that answers like this.
    pub const fn new(answer: F) -> InProcess<F> {
        InProcess { can: Abilities::of_questions(LIMIT_IN_PROCESS), answer }
    }
}

impl<F: FnMut(&Question) -> Result<Reply, Trouble>> Partner for InProcess<F> {
    fn can(&self) -> Abilities {
        self.can
    }

    fn run(&mut self, experiment: &Experiment, _: Duration) -> Vec<Heard> {
        run_each(experiment, |step| {
            if step.is_by_fen() { (self.answer)(&step.question()).into() } else { Heard::Cannot }
        })
    }
}

/// What became of the steps of an experiment, each asked like this, up to the first that got no answer.
pub fn run_each(experiment: &Experiment, mut ask: impl FnMut(&Step) -> Heard) -> Vec<Heard> {
    let mut heard = Vec::new();
    for step in &experiment.steps {
        heard.push(ask(step));
        if !matches!(heard.last(), Some(Heard::Answer { .. })) {
            break;
        }
    }
    heard
}
