//! An engine under examination: each of its replies is compared with the right answer at once.

use super::ask::{Partner, Question, Trouble, TroubleKind};
use super::compare::{Comparison, compare};
use super::line::Line;
use super::read::Reply;
use crate::chess::position::Position;

/// The greatest depth of a second question. It is small, so that second questions cost nothing.
const DEPTH_ASKED_AGAIN: u32 = 2;

/// An engine under examination.
pub(super) struct Session<'a> {
    engine: &'a mut dyn Partner,
    /// Whether the moves of a line are played, and not only the FEN of its end set up.
    plays_moves: bool,
    /// What a person has answered, who is not asked the same again.
    answered: Vec<(Line, u32, Reply)>,
    /// The last exchange that is not right.
    pub last_wrong: Option<Exchange>,
    /// Whether it has answered a second question without a new position.
    has_been_asked_again: bool,
    /// Why no second questions are asked: what the engine did at the first of them.
    pub not_asked_again: Option<TroubleKind>,
    /// How many questions were asked.
    pub questions: u64,
    /// The leaves of the right answers.
    pub nodes: u128,
}

/// A question, the reply to it, and in what that differs from the right answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exchange {
    /// The moves that lead to the position in question, as the engine was asked to play them.
    pub line: Line,
    /// How deep the engine was asked to count.
    pub depth: u32,
    /// What it replied.
    pub reply: Reply,
    /// The reply beside the right answer.
    pub comparison: Comparison,
}

/// A question without a reply.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoReply {
    /// The moves that lead to the position in question.
    pub line: Line,
    /// How deep the engine was asked to count.
    pub depth: u32,
    /// What it did instead.
    pub trouble: Trouble,
}

impl<'a> Session<'a> {
    /// An engine that has not been asked anything.
    pub fn new(engine: &'a mut dyn Partner) -> Session<'a> {
        Session {
            engine,
            plays_moves: true,
            answered: Vec::new(),
            last_wrong: None,
            has_been_asked_again: false,
            not_asked_again: None,
            questions: 0,
            nodes: 0,
        }
    }

    /// Begins with a new case. A person plays moves from here on only if the case itself has some.
    pub fn begin(&mut self, line: &Line) {
        self.plays_moves = !self.engine.is_person() || !line.moves.is_empty();
        self.last_wrong = None;
    }

    /// Whether there is a person at the other end, who can be asked a few questions only.
    pub fn is_with_person(&self) -> bool {
        self.engine.is_person()
    }

    /// Has the moves of a line played from now on. Whether they were not before.
    pub fn begins_to_play(&mut self) -> bool {
        !std::mem::replace(&mut self.plays_moves, true)
    }

    /// A line as it is asked about: as it is, or only the position at its end.
    pub fn as_asked(&self, line: &Line) -> Line {
        if self.plays_moves { line.clone() } else { Line::at(line.end()) }
    }

    /// Asks for the divide at the end of a line. A total without rows is no reply, because there is
    /// nothing in it to compare.
    pub fn ask(&mut self, line: &Line, depth: u32) -> Result<Exchange, Box<NoReply>> {
        let asked = self.as_asked(line);
        let is_it = |(known, at, _): &&(Line, u32, Reply)| (known, *at) == (&asked, depth);
        if let Some((.., reply)) = self.answered.iter().find(is_it) {
            return Ok(self.compare(line, depth, reply.clone()));
        }
        let reply = self.engine.ask(&Question { line: &asked, depth });
        if let (true, Ok(reply)) = (self.engine.is_person(), &reply) {
            self.answered.push((asked, depth, reply.clone()));
        }
        self.take(line, depth, reply)
    }

    /// Asks for the divide of a position by its own FEN.
    pub fn ask_by_fen(
        &mut self,
        position: &Position,
        depth: u32,
    ) -> Result<Exchange, Box<NoReply>> {
        self.ask(&Line::at(*position), depth)
    }

    /// Asks about the same position a second time without setting it up again, at a small depth: an
    /// engine that takes its moves back rightly gives the right answer again. Nothing if that cannot
    /// be asked.
    ///
    /// An engine that gives no reply the very first time may be one that ends after each answer or
    /// waits for a position: that is no error, and it is not asked this way again.
    pub fn ask_again(&mut self, first: &Exchange) -> Result<Option<Exchange>, Box<NoReply>> {
        if self.not_asked_again.is_some() {
            return Ok(None);
        }
        let line = &first.line;
        let depth = first.depth.min(DEPTH_ASKED_AGAIN);
        let question = Question { line, depth };
        let Some(reply) = self.engine.ask_again(&question) else { return Ok(None) };
        match self.take(line, depth, reply) {
            Ok(exchange) => {
                self.has_been_asked_again = true;
                Ok(Some(exchange))
            }
            Err(no_reply) if self.has_been_asked_again => Err(no_reply),
            Err(no_reply) => {
                self.not_asked_again = Some(no_reply.trouble.kind);
                Ok(None)
            }
        }
    }

    fn take(
        &mut self,
        line: &Line,
        depth: u32,
        reply: Result<Reply, Trouble>,
    ) -> Result<Exchange, Box<NoReply>> {
        let is_asked = !reply.as_ref().is_err_and(|trouble| trouble.kind.is_choice());
        self.questions += u64::from(is_asked);
        let no_reply = |trouble| Box::new(NoReply { line: line.clone(), depth, trouble });
        let reply = reply.map_err(no_reply)?;
        let position = line.end();
        if let (true, Some(total @ 1..)) = (reply.rows.is_empty(), reply.total())
            && !position.legal_moves().is_empty()
        {
            let last_lines = vec![format!("a total of {total}, and no row")];
            return Err(no_reply(Trouble { kind: TroubleKind::Rubbish, last_lines }));
        }
        let exchange = self.compare(line, depth, reply);
        self.nodes = self.nodes.saturating_add(exchange.comparison.nodes);
        Ok(exchange)
    }

    fn compare(&mut self, line: &Line, depth: u32, reply: Reply) -> Exchange {
        let comparison = compare(&line.end(), depth, &reply);
        let exchange = Exchange { line: line.clone(), depth, reply, comparison };
        if !exchange.is_right() {
            self.last_wrong = Some(exchange.clone());
        }
        exchange
    }
}

impl Exchange {
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
