//! The engine as a witness: each of its answers is held against the right one at once.

use super::ask::{Engine, Question, Trouble, TroubleKind};
use super::compare::{Comparison, compare};
use super::line::Line;
use super::read::Reply;
use crate::chess::position::Position;

/// A second question is asked at most so deep: that costs nothing.
const DEPTH_ASKED_AGAIN: u32 = 2;

/// An engine under examination.
pub struct Witness<'a> {
    engine: &'a mut Engine,
    /// Whether it has answered a second question without a new position.
    has_been_asked_again: bool,
    /// Why it is not asked so: what it did when it was.
    pub not_asked_again: Option<TroubleKind>,
    /// How many questions it was asked.
    pub questions: u64,
    /// How many leaves the right answers have.
    pub nodes: u128,
}

/// A question with its answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Heard {
    /// The position that was asked about, and how the engine was told to come there.
    pub path: Line,
    /// How deep it was asked to count.
    pub depth: u32,
    /// What it said.
    pub answer: Reply,
    /// What it said beside what is right.
    pub comparison: Comparison,
}

/// A question without an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoAnswer {
    /// The position that was asked about, and how the engine was told to come there.
    pub path: Line,
    /// How deep it was asked to count.
    pub depth: u32,
    /// What it did instead.
    pub trouble: Trouble,
}

impl<'a> Witness<'a> {
    /// An engine that has not been asked anything.
    pub fn new(engine: &'a mut Engine) -> Witness<'a> {
        Witness {
            engine,
            has_been_asked_again: false,
            not_asked_again: None,
            questions: 0,
            nodes: 0,
        }
    }

    /// Asks for the divide at the end of a path.
    ///
    /// # Errors
    /// When there is no answer. Totals without rows are none: they cannot be compared.
    pub fn ask(&mut self, path: &Line, depth: u32) -> Result<Heard, Box<NoAnswer>> {
        let question = Question { line: path, depth };
        let answer = self.engine.ask(&question);
        self.hear(path, depth, answer)
    }

    /// Asks for the divide of a position by its own FEN.
    ///
    /// # Errors
    /// As [`Witness::ask`].
    pub fn ask_fen(&mut self, position: &Position, depth: u32) -> Result<Heard, Box<NoAnswer>> {
        self.ask(&Line::at(*position), depth)
    }

    /// Asks about the same position a second time without setting it up again, at depth 2 at most: an
    /// engine that takes its moves back rightly answers what is right. Nothing where that cannot be
    /// asked.
    ///
    /// # Errors
    /// When there is no answer. An engine that gives none the very first time may be one that ends
    /// after each answer or waits for a position: that is no error, and it is not asked so again.
    pub fn ask_again(&mut self, first: &Heard) -> Result<Option<Heard>, Box<NoAnswer>> {
        if self.not_asked_again.is_some() {
            return Ok(None);
        }
        let depth = first.depth.min(DEPTH_ASKED_AGAIN);
        let path = &first.path;
        let question = Question { line: path, depth };
        let Some(answer) = self.engine.ask_again(&question) else { return Ok(None) };
        match self.hear(path, depth, answer) {
            Ok(heard) => {
                self.has_been_asked_again = true;
                Ok(Some(heard))
            }
            Err(no_answer) if self.has_been_asked_again => Err(no_answer),
            Err(no_answer) => {
                self.not_asked_again = Some(no_answer.trouble.kind);
                Ok(None)
            }
        }
    }

    fn hear(
        &mut self,
        path: &Line,
        depth: u32,
        answer: Result<Reply, Trouble>,
    ) -> Result<Heard, Box<NoAnswer>> {
        self.questions += 1;
        let no_answer = |trouble| Box::new(NoAnswer { path: path.clone(), depth, trouble });
        let answer = answer.map_err(no_answer)?;
        if let (true, Some(total @ 1..)) = (answer.rows.is_empty(), answer.total()) {
            let position = path.end();
            if !position.legal_moves().is_empty() {
                let last_lines = vec![format!("a total of {total}, and no row")];
                return Err(no_answer(Trouble { kind: TroubleKind::Rubbish, last_lines }));
            }
        }
        let comparison = compare(&path.end(), depth, &answer);
        self.nodes = self.nodes.saturating_add(comparison.nodes);
        Ok(Heard { path: path.clone(), depth, answer, comparison })
    }
}

impl Heard {
    /// Whether nothing differs.
    #[must_use]
    pub fn is_right(&self) -> bool {
        self.comparison.difference.is_nothing()
    }

    /// Whether the engine lists the legal moves, each of them once.
    #[must_use]
    pub fn has_right_moves(&self) -> bool {
        self.comparison.difference.has_right_moves()
    }
}
