//! What an engine was asked: something that came before may be the reason for what it answers now.

use super::ask::{Partner, Question, Trouble};
use super::line::Line;
use super::read::Reply;
use std::collections::VecDeque;
use std::time::{Duration, Instant};

/// How many of the last questions are remembered.
const MOST_REMEMBERED: usize = 256;

/// A question that an engine was asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Asked {
    /// The moves that lead to the position in question.
    pub line: Line,
    /// How deep the engine was asked to count.
    pub depth: u32,
    /// Whether the position was that of the question before, and was not set up again.
    pub is_again: bool,
}

/// An engine, and the last questions that its process has answered.
pub(super) struct Remembered<'a> {
    engine: &'a mut dyn Partner,
    asked: VecDeque<Asked>,
}

impl Asked {
    /// A question for which the position is set up.
    pub(super) fn anew(line: &Line, depth: u32) -> Asked {
        Asked { line: line.clone(), depth, is_again: false }
    }

    /// A question about the position of the question before.
    pub(super) fn again(line: &Line, depth: u32) -> Asked {
        Asked { line: line.clone(), depth, is_again: true }
    }
}

impl Remembered<'_> {
    /// An engine that has not been asked anything.
    pub fn new(engine: &mut dyn Partner) -> Remembered<'_> {
        Remembered { engine, asked: VecDeque::new() }
    }

    /// The last questions before this one, in the order in which they were asked.
    pub fn before(&self, question: &Asked) -> Vec<Asked> {
        let index = self.asked.iter().rposition(|asked| asked == question).unwrap_or(0);
        self.asked.iter().take(index).cloned().collect()
    }

    /// Asks the same as before. Nothing if that cannot be asked.
    pub fn repeat(&mut self, asked: &Asked) -> Option<Result<Reply, Trouble>> {
        let question = Question { line: &asked.line, depth: asked.depth };
        if asked.is_again { self.ask_again(&question) } else { Some(self.ask(&question)) }
    }

    fn note(&mut self, asked: Asked, reply: &Result<Reply, Trouble>) {
        if reply.is_err() {
            // The next question is for a new process.
            self.asked.clear();
            return;
        }
        if self.asked.len() >= MOST_REMEMBERED {
            self.asked.pop_front();
        }
        self.asked.push_back(asked);
    }
}

impl Partner for Remembered<'_> {
    fn ask(&mut self, question: &Question) -> Result<Reply, Trouble> {
        let reply = self.engine.ask(question);
        self.note(Asked::anew(question.line, question.depth), &reply);
        reply
    }

    fn ask_again(&mut self, question: &Question) -> Option<Result<Reply, Trouble>> {
        let reply = self.engine.ask_again(question)?;
        self.note(Asked::again(question.line, question.depth), &reply);
        Some(reply)
    }

    fn another(&mut self, end: Instant) -> Option<Result<Box<dyn Partner + '_>, Trouble>> {
        self.engine.another(end)
    }

    fn limit(&self) -> Duration {
        self.engine.limit()
    }

    fn silence_at_end(&self) -> Duration {
        self.engine.silence_at_end()
    }

    fn end_at(&mut self, end: Instant) {
        self.engine.end_at(end);
    }

    fn is_person(&self) -> bool {
        self.engine.is_person()
    }
}
