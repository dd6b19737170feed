//! What an engine was asked: something that came before may be the reason for what it answers now.

use super::ask::{Partner, Question, Trouble};
use super::line::Line;
use super::plan::simplest_move;
use super::read::Reply;
use ox88::CastlingNotation;
use std::collections::VecDeque;
use std::time::{Duration, Instant};

/// How many of the last questions are remembered.
const MOST_REMEMBERED: usize = 256;

/// How deep an engine is asked to count where all that matters is whether it answers.
const LEAST_DEPTH: u32 = 1;

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

/// An engine, and the last questions that its process has answered. One that refuses moves is not given any.
pub(super) struct Remembered<'a> {
    engine: &'a mut dyn Partner,
    asked: VecDeque<Asked>,
    waited: Duration,
    moves: Moves,
    /// How many questions it was asked to see whether it refuses moves, and not counted elsewhere so far.
    uncounted: u64,
}

/// Whether an engine plays the moves that it is given.
enum Moves {
    Untried,
    /// It does, or there is no telling whether that is why it gives no answer.
    Given,
    /// It answers by the FEN alone, and does this when it is given a move.
    Refused(Trouble),
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
        Remembered {
            engine,
            asked: VecDeque::new(),
            waited: Duration::ZERO,
            moves: Moves::Untried,
            uncounted: 0,
        }
    }

    /// How long its answers were waited for, all together. Nothing that ox88 does is part of that.
    pub fn waited(&self) -> Duration {
        self.waited
    }

    /// What the engine does when it is given a move, if it refuses moves.
    pub fn refusal_of_moves(&self) -> Option<&Trouble> {
        match &self.moves {
            Moves::Refused(trouble) => Some(trouble),
            Moves::Untried | Moves::Given => None,
        }
    }

    /// How many questions it was asked that are not counted elsewhere.
    pub fn take_uncounted(&mut self) -> u64 {
        std::mem::take(&mut self.uncounted)
    }

    /// Asks the engine itself, and notes how long that takes.
    fn ask_engine(&mut self, question: &Question) -> Result<Reply, Trouble> {
        let start = Instant::now();
        let reply = self.engine.ask(question);
        self.waited += start.elapsed();
        reply
    }

    /// Whether a question had no answer because it has moves. That is seen by another one, so that no single move
    /// is to blame, and only once.
    fn refuses_moves(&mut self, trouble: &Trouble) -> bool {
        let is_untried = matches!(self.moves, Moves::Untried) && self.engine.may_refuse_moves();
        let Some(line) = simplest_move() else { return false };
        if !is_untried || !trouble.kind.may_be_refusal() {
            return false;
        }
        self.uncounted += 2;
        let mut ask = |line: &Line| self.ask_engine(&Question { line, depth: LEAST_DEPTH });
        let (played, by_fen) = (ask(&line), ask(&Line::at(line.end())));
        self.moves = match played {
            Err(trouble) if trouble.kind.may_be_refusal() && by_fen.is_ok() => {
                Moves::Refused(trouble)
            }
            _ => Moves::Given,
        };
        self.refusal_of_moves().is_some()
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
        let Question { line, depth } = *question;
        let by_fen = Line::at(line.end());
        let line = if self.refusal_of_moves().is_some() { &by_fen } else { line };
        let mut reply = self.ask_engine(&Question { line, depth });
        if !line.moves.is_empty() {
            match &reply {
                Ok(_) => self.moves = Moves::Given,
                Err(trouble) if self.refuses_moves(trouble) => {
                    self.uncounted += 1;
                    reply = self.ask_engine(&Question { line: &by_fen, depth });
                }
                Err(_) => {}
            }
        }
        self.note(Asked::anew(line, depth), &reply);
        reply
    }

    fn ask_again(&mut self, question: &Question) -> Option<Result<Reply, Trouble>> {
        let start = Instant::now();
        let reply = self.engine.ask_again(question)?;
        self.waited += start.elapsed();
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

    fn castling_written(&self) -> Option<CastlingNotation> {
        self.engine.castling_written()
    }

    fn is_person(&self) -> bool {
        self.engine.is_person()
    }
}
