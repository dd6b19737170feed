//! What can be asked for the divide of a position, and what a question is. It replies in time, or not at all.
//!
//! A partner may be an engine in a process of its own, a person, or a function: whatever it does becomes a
//! [`Reply`] or a [`Trouble`].

mod experiment;

use crate::read::Reply;
use crate::talk::waits::LONGEST_LIMIT;
use ox88::CastlingNotation;
use std::time::Duration;

pub use self::experiment::{CastlingsWritten, Experiment, Heard, Process, Step};
pub use crate::trouble::{Trouble, TroubleKind};

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

/// The command of UCI after which castling is written like this.
pub fn uci_castling(notation: CastlingNotation) -> String {
    let is_chess960 = notation == CastlingNotation::KingTakesRook;
    format!("setoption name UCI_Chess960 value {is_chess960}")
}

/// Whatever can be asked for a divide: an engine, or something that answers in its place. It knows nothing of
/// hunting, and may take its time.
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
    pub const fn of_questions(limit: Duration) -> Abilities {
        Abilities { limit, again: false, fresh: false, is_person: false, may_refuse_moves: false }
    }

    /// Those of a person, who takes as long as that takes.
    pub const fn of_person() -> Abilities {
        Abilities { is_person: true, ..Abilities::of_questions(LONGEST_LIMIT) }
    }
}

/// One answer that was saved: there is no other.
pub struct Saved(Option<Reply>);

impl Saved {
    /// A partner with this answer to the first question.
    pub const fn new(reply: Reply) -> Saved {
        Saved(Some(reply))
    }
}

impl Partner for Saved {
    fn can(&self) -> Abilities {
        Abilities::of_person()
    }

    fn run(&mut self, experiment: &Experiment, _: Duration) -> Vec<Heard> {
        run_each(experiment, |_| self.0.take().ok_or_else(|| TroubleKind::Ended.into()).into())
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

/// The same for whoever knows a position by its FEN alone and keeps none, such as a person: nothing else can be asked.
pub fn run_each_by_fen(experiment: &Experiment, mut ask: impl FnMut(&Step) -> Heard) -> Vec<Heard> {
    run_each(experiment, |step| if step.is_by_fen() { ask(step) } else { Heard::Cannot })
}
