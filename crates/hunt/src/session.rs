//! An engine under examination: each of its replies is compared with the right answer at once.

use super::ask::{Partner, Question, Trouble, TroubleKind};
use super::by_squares::by_squares;
use super::compare::{Comparison, Difference, compare};
use super::history::{Asked, Remembered};
use super::line::Line;
use super::oracle::Oracle;
use super::pace::Pace;
use super::plan::DEPTH_ASKED_AGAIN;
use super::read::{Reply, Row, Source};
use super::totals;
use ox88::{CastlingNotation, Divide, Move, Position};
use std::collections::HashSet;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// How many plies deeper to ask which move is meant by a row that may mean several.
const MORE_PLIES_IN_DOUBT: u32 = 2;

/// How many of the rows that cannot be read are shown.
const LINES_SHOWN: usize = 5;

/// How many lines are known to be no rows.
const MOST_TALK: usize = 4096;

/// An engine under examination.
pub(super) struct Session<'a> {
    engine: Remembered<'a>,
    /// Who knows the right answers.
    pub oracle: &'a Oracle,
    /// Whether the moves of a line are played, and not only the FEN of its end set up.
    plays_moves: bool,
    /// What a person has answered, who is not asked the same again.
    answered: Vec<Exchange>,
    /// The last exchange that is not right.
    pub last_wrong: Option<Exchange>,
    /// Whether it has answered a second question without a new position.
    has_been_asked_again: bool,
    /// When the last question has to be answered, if the time is limited.
    end: Option<Instant>,
    /// How long the right answer to the last question may be counted, if that is longer.
    pub end_of_counts: Option<Instant>,
    /// Who had not counted the answer to a question when the time was over.
    pub late: Option<Late>,
    /// Why the engine could not be started again, once that was so: then it can be asked nothing more.
    pub not_started: Option<TroubleKind>,
    /// How fast it answers.
    pub pace: Pace,
    /// Why no second questions are asked: what the engine did at the first of them.
    pub not_asked_again: Option<TroubleKind>,
    habits: Habits,
    /// The lines that it prints among its rows where each move has one, by what they are without their numbers. These
    /// are no rows.
    talk: HashSet<String>,
    /// Where its rows were found.
    pub source: Source,
    /// How many rows of right answers could not be read.
    pub unread_rows: usize,
    /// How many questions were asked.
    pub questions: u64,
    /// The leaves of the right answers.
    pub nodes: u128,
}

/// Who can be late with an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Late {
    Engine,
    Oracle,
}

/// What an engine has been seen to do.
#[derive(Clone, Copy, Default)]
struct Habits {
    /// It has given a right answer in SAN.
    writes_san: bool,
    /// It has printed a total without rows.
    prints_totals: bool,
    /// Its totals are not the same in every position.
    totals_differ: bool,
    /// The last total without rows that was right, with its depth.
    right_total: Option<(u32, u128)>,
}

/// A question, the reply to it, and how that differs from the right answer.
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
    pub fn new(engine: &'a mut dyn Partner, oracle: &'a Oracle) -> Session<'a> {
        Session {
            engine: Remembered::new(engine),
            oracle,
            plays_moves: true,
            answered: Vec::new(),
            last_wrong: None,
            has_been_asked_again: false,
            end: None,
            end_of_counts: None,
            late: None,
            not_started: None,
            pace: Pace::default(),
            not_asked_again: None,
            habits: Habits::default(),
            talk: HashSet::new(),
            source: Source::Stdout,
            unread_rows: 0,
            questions: 0,
            nodes: 0,
        }
    }

    /// Begins with a new case. A person plays moves from here on only if the case itself has some.
    pub fn begin(&mut self, line: &Line) {
        self.plays_moves = !self.engine.is_person() || !line.moves.is_empty();
        self.last_wrong = None;
    }

    /// The time limit for each question.
    pub fn limit(&self) -> Duration {
        self.engine.limit()
    }

    /// How long the engine's answers were waited for, all together.
    pub fn waited(&self) -> Duration {
        self.engine.waited()
    }

    /// How the engine writes castling where ordinary chess writes the king's target, once that was seen.
    pub fn castling_written(&self) -> Option<CastlingNotation> {
        self.engine.castling_written()
    }

    /// Whether there is a person at the other end, who can be asked a few questions only.
    pub fn is_with_person(&self) -> bool {
        self.engine.is_person()
    }

    /// Has the moves of a line played from now on. Whether they were not before, and can be.
    pub fn begins_to_play(&mut self) -> bool {
        !std::mem::replace(&mut self.plays_moves, true) && !self.refuses_moves()
    }

    /// Whether the engine takes no moves, so that every position is set up by its FEN.
    pub fn refuses_moves(&self) -> bool {
        self.engine.refusal_of_moves().is_some()
    }

    /// What the engine does when it is given a move, if it refuses moves.
    pub fn refusal_of_moves(&self) -> Option<Trouble> {
        self.engine.refusal_of_moves().cloned()
    }

    /// A line as it is asked about: as it is, or only the position at its end.
    pub fn as_asked(&self, line: &Line) -> Line {
        let is_played = self.plays_moves && !self.refuses_moves();
        if is_played { line.clone() } else { Line::at(line.end()) }
    }

    /// Sets a time after which no question is asked, and none is waited for.
    pub fn end_at(&mut self, end: Instant) {
        self.end = Some(end);
        self.engine.end_at(end);
    }

    fn is_over(&self) -> bool {
        self.end.is_some_and(|end| Instant::now() >= end)
    }

    /// Refuses a question that comes too late.
    fn check_time(&mut self, line: &Line, depth: u32) -> Result<(), Box<NoReply>> {
        if self.is_over() { Err(self.cut_short(Late::Engine, line, depth)) } else { Ok(()) }
    }

    /// A question for which there was no time.
    fn cut_short(&mut self, late: Late, line: &Line, depth: u32) -> Box<NoReply> {
        self.late = Some(late);
        let trouble = TroubleKind::CutShort.into();
        Box::new(NoReply { line: line.clone(), depth, trouble })
    }

    /// The right divide at the end of a line, which is part of no time of the engine.
    ///
    /// # Errors
    /// When the time is over before it is counted.
    fn right(&mut self, line: &Line, depth: u32) -> Result<Arc<Divide>, Box<NoReply>> {
        let end = self.end_of_counts.or(self.end);
        let is_over = move || end.is_some_and(|end| Instant::now() >= end);
        let right = self.oracle.divide_until(&line.end(), depth, &is_over);
        right.ok_or_else(|| self.cut_short(Late::Oracle, line, depth))
    }

    /// Asks for the divide at the end of a line. Where the reply is a total without rows, the rows are
    /// found by asking on.
    pub fn ask(&mut self, line: &Line, depth: u32) -> Result<Exchange, Box<NoReply>> {
        let exchange = self.ask_unless_known(line, depth)?;
        if !exchange.is_right() {
            self.last_wrong = Some(exchange.clone());
        }
        Ok(exchange)
    }

    fn ask_unless_known(&mut self, line: &Line, depth: u32) -> Result<Exchange, Box<NoReply>> {
        let asked = self.as_asked(line);
        let mut answered = self.answered.iter();
        if let Some(known) = answered.find(|known| known.line == asked && known.depth == depth) {
            return Ok(Exchange { line: line.clone(), ..known.clone() });
        }
        self.check_time(line, depth)?;
        let before = self.waited();
        let reply = self.engine.ask(&Question { line: &asked, depth });
        let exchange = self.take(line, depth, reply, before).map_err(|mut no_reply| {
            if self.refuses_moves() {
                no_reply.line = Line::at(no_reply.line.end());
            }
            no_reply
        })?;
        if self.is_with_person() {
            self.answered.push(Exchange { line: asked, ..exchange.clone() });
        }
        Ok(exchange)
    }

    /// Asks for the divide of a position by its own FEN.
    pub fn ask_by_fen(
        &mut self,
        position: &Position,
        depth: u32,
    ) -> Result<Exchange, Box<NoReply>> {
        self.ask(&Line::at(*position), depth)
    }

    /// Asks for the total at the end of a line alone, whatever is wrong with it.
    pub fn ask_total(&mut self, line: &Line, depth: u32) -> Result<Option<u128>, Box<NoReply>> {
        self.check_time(line, depth)?;
        self.questions += 1;
        let reply = self.engine.ask(&Question { line: &self.as_asked(line), depth });
        let reply = self.unless_over(line, depth, reply)?;
        Ok(reply.total().filter(|_| reply.cut_off.is_none()))
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
        self.check_time(line, depth)?;
        let (question, before) = (Question { line, depth }, self.waited());
        let Some(reply) = self.engine.ask_again(&question) else { return Ok(None) };
        match self.take(line, depth, reply, before) {
            Ok(exchange) => {
                self.has_been_asked_again = true;
                Ok(Some(exchange))
            }
            Err(no_reply) if self.has_been_asked_again || no_reply.is_cut_short() => Err(no_reply),
            Err(no_reply) => {
                self.not_asked_again = Some(no_reply.trouble.kind);
                Ok(None)
            }
        }
    }

    /// The last questions before another one.
    pub fn questions_before(&self, question: &Asked) -> Vec<Asked> {
        self.engine.before(question)
    }

    /// Asks another process of the engine, which has been asked nothing, until a time. Nothing where there is
    /// no other process.
    ///
    /// # Errors
    /// When it cannot be asked, or it is too late.
    pub fn ask_another<T>(
        &mut self,
        end: Instant,
        ask: impl FnOnce(&mut Session) -> Result<T, TroubleKind>,
    ) -> Option<Result<T, TroubleKind>> {
        let end = self.end.map_or(end, |own| own.min(end));
        let mut another = match self.engine.another(end)? {
            Ok(another) => another,
            Err(trouble) => return Some(Err(trouble.kind)),
        };
        let mut session = Session {
            habits: self.habits,
            talk: self.talk.clone(),
            has_been_asked_again: self.has_been_asked_again,
            ..Session::new(&mut *another, self.oracle)
        };
        session.end_at(end);
        let answer = ask(&mut session);
        let (questions, nodes) = (session.questions, session.nodes);
        self.questions += questions;
        self.nodes = self.nodes.saturating_add(nodes);
        Some(answer)
    }

    /// Asks something that was asked before. What is answered does not matter.
    pub fn repeat(&mut self, asked: &Asked) -> Result<(), Box<NoReply>> {
        let Asked { line, depth, .. } = asked;
        self.check_time(line, *depth)?;
        self.questions += 1;
        let reply = self.engine.repeat(asked);
        let reply = reply.unwrap_or_else(|| Err(TroubleKind::ClosedItsOutput.into()));
        self.unless_over(line, *depth, reply).map(drop)
    }

    /// The reply with its moves by their squares. Where `Nd2` is printed once and two knights can go
    /// there, the counts one or two plies deeper show which of them is meant.
    fn by_squares(
        &mut self,
        line: &Line,
        right: &Divide,
        reply: &Reply,
    ) -> Result<Reply, Box<NoReply>> {
        let (position, asked) = (line.end(), self.as_asked(line));
        let mut read = by_squares(&position, right, reply, &[]);
        let depth = right.depth();
        let mut deeper = depth..depth + MORE_PLIES_IN_DOUBT;
        while read.is_in_doubt
            && let Some(depth_before) = deeper.next()
        {
            self.check_time(line, depth)?;
            let question = Question { line: &asked, depth: depth_before + 1 };
            let reply_below = self.engine.ask(&question);
            let is_choice = reply_below.as_ref().is_err_and(|trouble| trouble.kind.is_choice());
            self.questions += u64::from(!is_choice);
            let is_whole = |reply: &Reply| reply.cut_off.is_none();
            let Some(reply_below) = reply_below.ok().filter(is_whole) else { break };
            let right_below = self.right(line, question.depth)?;
            let below = by_squares(&position, &right_below, &self.as_written(reply_below), &[]);
            if !below.is_in_doubt {
                let legal = position.legal_moves();
                let names = below.reply.rows.iter().filter_map(Row::name);
                let known: Vec<Move> = names.flat_map(|name| name.among(&legal)).collect();
                read = by_squares(&position, right, reply, &known);
            }
        }
        Ok(read.reply)
    }

    /// The reply, marked as SAN if the engine is known to write SAN.
    fn as_written(&self, reply: Reply) -> Reply {
        Reply { is_san: self.habits.writes_san, ..reply }
    }

    /// The reply, or what the engine did instead. One that was not given its time does not hang, and has not
    /// said all that it had to say.
    fn unless_over(
        &mut self,
        line: &Line,
        depth: u32,
        reply: Result<Reply, Trouble>,
    ) -> Result<Reply, Box<NoReply>> {
        reply.map_err(|trouble| {
            if !trouble.kind.comes_without_waiting() && self.is_over() {
                return self.cut_short(Late::Engine, line, depth);
            }
            Box::new(NoReply { line: line.clone(), depth, trouble })
        })
    }

    /// Before the first total is called wrong: an engine that prints the same for every position counts
    /// none of them.
    fn check_totals(
        &mut self,
        line: &Line,
        right: &Divide,
        reply: &Reply,
    ) -> Result<(), Box<NoReply>> {
        if self.habits.totals_differ {
            return Ok(());
        }
        let depth = right.depth();
        let right = (depth, right.total());
        if reply.totals.contains(&right.1) {
            // Two numbers of one depth show as much: what repeats its command prints the depth.
            let before = self.habits.right_total.replace(right);
            self.habits.totals_differ = before.is_some_and(|it| it.0 == depth && it != right);
            return Ok(());
        }
        let same = totals::same_everywhere(&mut self.engine, &mut self.questions);
        self.habits.totals_differ = same.is_none();
        same.map_or(Ok(()), |total| {
            let kind = TroubleKind::SameTotal(total);
            let trouble = Trouble { kind, last_lines: vec![total.to_string()] };
            Err(Box::new(NoReply { line: line.clone(), depth, trouble }))
        })
    }

    /// Why it is not known which moves a reply lacks, if it lacks some.
    fn doubt(&self, reply: &Reply, comparison: &Comparison) -> Option<Trouble> {
        let Difference { missing, twice, .. } = &comparison.difference;
        // Some print the rows of each depth, and those of the last may have been to come.
        if let Some(cut_off) = &reply.cut_off
            && !(missing.is_empty() && twice.is_empty())
        {
            return Some(cut_off.clone().into());
        }
        if missing.is_empty() {
            return None;
        }
        let shown = |kind, lines: &mut dyn Iterator<Item = String>| {
            Some(Trouble { kind, last_lines: lines.take(LINES_SHOWN).collect() })
        };
        if !reply.unread.is_empty() {
            let mut rows = reply.unread.iter().map(Row::to_string);
            return shown(TroubleKind::UnreadRows, &mut rows);
        }
        let is_talk = |line: &&String| self.talk.contains(&without_numbers(line));
        let mut lines = reply.unread_lines.iter().filter(|line| !is_talk(line)).cloned().peekable();
        if lines.peek().is_some() && !reply.totals.contains(&reply.sum()) {
            return shown(TroubleKind::UnreadRows, &mut lines);
        }
        let is_incomplete = is_incomplete(reply, comparison);
        let mut rows = reply.rows.iter().map(Row::to_string);
        is_incomplete.then(|| shown(TroubleKind::TooFewRows, &mut rows)).flatten()
    }

    /// Takes the reply to a question, before which the engine's answers had been waited for this long.
    fn take(
        &mut self,
        line: &Line,
        depth: u32,
        reply: Result<Reply, Trouble>,
        waited_before: Duration,
    ) -> Result<Exchange, Box<NoReply>> {
        let is_choice = reply.as_ref().is_err_and(|trouble| trouble.kind.is_choice());
        self.questions += u64::from(!is_choice) + self.engine.take_uncounted();
        if let Err(Trouble { kind: kind @ TroubleKind::NotStarted(_), .. }) = &reply {
            self.not_started = Some(kind.clone());
        }
        let time = self.waited().saturating_sub(waited_before);
        let silence = self.engine.silence_at_end().min(time);
        let reply = self.unless_over(line, depth, reply)?;
        let reply = self.as_written(reply);
        let is_san = reply.rows.iter().any(|row| row.san().is_some());
        let position = line.end();
        let right = self.right(line, depth)?;
        let reply = self.by_squares(line, &right, &reply)?;
        let has_moves = !position.legal_moves().is_empty();
        let reply = match reply.total() {
            // A person is asked for rows in the first place. With 0 the engine claims that there is no move,
            // and then no row is missing.
            Some(1..) if reply.is_total_only() && has_moves && !self.is_with_person() => {
                self.habits.prints_totals = true;
                self.check_totals(line, &right, &reply)?;
                let (plays_moves, questions) = (!self.refuses_moves(), &mut self.questions);
                let engine = &mut self.engine;
                let with_rows =
                    totals::with_rows(engine, line, &right, &reply, plays_moves, questions);
                self.unless_over(line, depth, with_rows)?
            }
            _ if self.habits.prints_totals && reply.rows.is_empty() => {
                Reply { source: Source::Totals, ..reply }
            }
            _ => reply,
        };
        let no_reply = |trouble| Box::new(NoReply { line: line.clone(), depth, trouble });
        let comparison = compare(&position, &right, &reply);
        if let Some(trouble) = self.doubt(&reply, &comparison) {
            return Err(no_reply(trouble));
        }
        if comparison.difference.is_empty() && reply.rows.len() >= position.legal_moves().len() {
            let room = MOST_TALK.saturating_sub(self.talk.len());
            let talk = reply.unread_lines.iter().map(|line| without_numbers(line));
            self.talk.extend(talk.take(room));
        }
        self.habits.writes_san |=
            is_san && reply.unread.is_empty() && comparison.difference.is_empty();
        // Some engines print rows at every depth but 1.
        if depth > 1 || reply.source != Source::Totals {
            self.source = self.source.max(reply.source);
        }
        self.unread_rows += reply.unread.len();
        self.nodes = self.nodes.saturating_add(comparison.nodes);
        self.pace.add(comparison.nodes, time, silence);
        Ok(Exchange { line: line.clone(), depth, reply, comparison })
    }
}

/// The words of a line, with a sign for each number.
fn without_numbers(line: &str) -> String {
    line.split(|letter: char| letter.is_ascii_digit())
        .filter(|part| !part.is_empty())
        .collect::<Vec<_>>()
        .join("#")
}

/// Whether rows are missing that the engine has counted: its total is right, and nothing else is
/// wrong.
fn is_incomplete(reply: &Reply, comparison: &Comparison) -> bool {
    let Difference { extra, twice, counts, .. } = &comparison.difference;
    let with_missing = comparison.with_missing(reply.sum());
    let has_right_total = with_missing.is_some_and(|total| reply.totals.contains(&total));
    has_right_total && extra.is_empty() && twice.is_empty() && counts.is_empty()
}

impl NoReply {
    /// Whether there was no time for the question. That is no trouble of the engine.
    pub(super) fn is_cut_short(&self) -> bool {
        self.trouble.kind == TroubleKind::CutShort
    }
}

impl Exchange {
    /// Whether nothing differs.
    #[must_use]
    pub fn is_right(&self) -> bool {
        self.comparison.difference.is_empty()
    }

    /// Whether the engine has no move, where there are some.
    #[must_use]
    pub fn has_no_rows(&self) -> bool {
        self.reply.rows.is_empty() && !self.comparison.difference.missing.is_empty()
    }

    /// The moves behind which the engine counts no leaf, where there are some, if nothing else is wrong.
    #[must_use]
    pub fn moves_without_leaves(&self) -> Vec<Move> {
        let counts = &self.comparison.difference.counts;
        let is_all = self.has_right_moves() && counts.iter().all(|count| count.theirs == 0);
        if is_all { counts.iter().map(|count| count.mv).collect() } else { Vec::new() }
    }

    /// Whether the engine lists the legal moves, each of them once.
    #[must_use]
    pub fn has_right_moves(&self) -> bool {
        self.comparison.difference.has_right_moves()
    }
}
