//! From a question of the plan to what is found, by asking on.
//!
//! An inquiry is straight-line code that **waits at its questions**: each of them puts the experiment that it needs on
//! the [desk](Desk), and its future is pending until whoever drives the hunt has made that experiment and added it to
//! the log. So an inquiry blocks nobody, and needs no thread and no executor: the hunt polls it once for each answer.

mod sums;
mod total;
mod totals;

use super::exchange::{Exchange, NoReply};
use super::facts::Facts;
use super::log::{Log, Need, Observation, Place};
use super::machine::Theory;
use super::oracle::{Oracle, lock};
use super::plan::{DEPTH_ASKED_AGAIN, simplest_move};
use super::told::Refuting;
use super::trouble::{may_be_refusal, may_refuse_a_move, without_numbers};
use ox88::{Divide, Move, Position};
use ox88_engine::{
    Abilities, Comparison, Difference, Experiment, Heard, Line, Process, Reply, Row, RowsFrom,
    Step, Trouble, TroubleKind, by_squares, compare_with, first_few,
};
use std::collections::HashMap;
use std::future::poll_fn;
use std::sync::{Arc, Mutex, MutexGuard};
use std::task::Poll;
use std::time::Duration;

/// How many plies deeper to ask which move is meant by a row that may mean several.
const MORE_PLIES_IN_DOUBT: u32 = 2;

/// How many of the rows that cannot be read are shown.
const LINES_SHOWN: usize = 5;

/// How deep an engine is asked to count where all that matters is whether it answers.
const LEAST_DEPTH: u32 = 1;

/// Two moves with as many replies usually have other leaves this deep.
const DEPTH_WHERE_MOVES_DIFFER: u32 = 3;

/// An engine under examination: each of its replies is compared with the right answer at once.
pub(super) struct Inquiry<'a> {
    /// Where it waits for answers.
    pub desk: &'a Desk,
    /// Who knows the right answers.
    pub oracle: &'a Oracle,
    can: Abilities,
    /// Who is asked.
    process: Process,
    /// What a new process is asked before anything else.
    before: Vec<Step>,
    /// Whether the moves of a line are played, and not only the FEN of its end set up.
    plays_moves: bool,
    /// What the observations have shown.
    pub facts: Facts,
    /// Mistakes that show in every answer, and were told before: what follows from them is not followed down.
    pub theory: Theory,
    /// When the last question has to be answered, if that is sooner than the budget says.
    end: Option<Duration>,
    /// Whether it is worth the time for findings.
    pub is_finding: bool,
    /// Who had not counted the answer to a question when the time was over.
    pub late: Option<Late>,
    /// The last exchange that is not right.
    pub wrong: Option<Exchange>,
    /// What the clock of the oracle said at the beginning of the hunt, from where all times are counted.
    pub start: Duration,
}

/// Where an inquiry and its hunt meet.
#[derive(Default)]
pub(super) struct Desk(Mutex<OnDesk>);

#[derive(Default)]
pub(super) struct OnDesk {
    /// What was asked and heard.
    pub log: Log,
    /// Which engines with one fault its answers have refuted.
    pub known: HashMap<Place, Refuting>,
    /// The experiment that the inquiry waits for.
    pub needs: Option<Need>,
    /// When the inquiry has to be over, and with a finding.
    pub ends: Option<(Duration, Duration)>,
}

impl Desk {
    pub fn open(&self) -> MutexGuard<'_, OnDesk> {
        lock(&self.0)
    }

    /// What came of an experiment, once it was made.
    async fn observe(&self, need: Need) -> Observation {
        let before = {
            let mut desk = self.open();
            desk.needs = Some(need);
            desk.log.added()
        };
        poll_fn(|_| {
            let desk = self.open();
            match desk.log.last() {
                Some(last) if desk.log.added() > before => Poll::Ready(last.clone()),
                _ => Poll::Pending,
            }
        })
        .await
    }
}

/// Who can be late with an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Late {
    Engine,
    Oracle,
}

/// Why there is no answer to a question. One that was not asked so far is cut short.
pub(super) type Unanswered = Box<NoReply>;

/// An answer, and how long it was waited on after the last of it had come.
struct TimedReply {
    reply: Reply,
    silence: Duration,
}

impl<'a> Inquiry<'a> {
    /// An inquiry that begins with what is known.
    pub fn new(desk: &'a Desk, facts: Facts, oracle: &'a Oracle, can: Abilities) -> Inquiry<'a> {
        Inquiry {
            desk,
            oracle,
            can,
            process: Process::Running,
            before: Vec::new(),
            plays_moves: true,
            facts,
            theory: Theory::default(),
            end: None,
            is_finding: false,
            late: None,
            wrong: None,
            start: Duration::ZERO,
        }
    }

    /// Begins with a new case. A person plays moves from here on only if the case itself has some.
    pub fn begin(&mut self, line: &Line) {
        self.plays_moves = !self.can.is_person || !line.moves.is_empty();
    }

    /// The time limit for each question.
    pub fn limit(&self) -> Duration {
        self.can.limit
    }

    /// Whether there is a person at the other end, who can be asked a few questions only.
    pub fn is_with_person(&self) -> bool {
        self.can.is_person
    }

    /// Has the moves of a line played from now on. Whether they were not before, and can be.
    pub fn begins_to_play(&mut self) -> bool {
        !std::mem::replace(&mut self.plays_moves, true) && !self.refuses_moves()
    }

    /// Whether the engine takes no moves, so that every position is set up by its FEN.
    pub fn refuses_moves(&self) -> bool {
        self.facts.refusal_of_moves().is_some()
    }

    /// A line as it is asked about: as it is, or only the position at its end.
    pub fn as_asked(&self, line: &Line) -> Line {
        let is_played = self.plays_moves && !self.refuses_moves();
        if is_played { line.clone() } else { line.at_end() }
    }

    /// The last questions before another one, where it had a wrong total if it ever had.
    pub fn questions_before(&self, question: &Step) -> Vec<Step> {
        let right = self.oracle.divide(&question.line.end(), question.depth).total();
        let is_wrong = |reply: &Reply| reply.total().unwrap_or_else(|| reply.sum()) != right;
        self.desk.open().log.before(question, is_wrong)
    }

    // What is asked.

    /// Asks for the divide at the end of a line. Where the reply is a total without rows, the rows are
    /// found by asking on.
    pub async fn ask(&mut self, line: &Line, depth: u32) -> Result<Exchange, Unanswered> {
        let exchange = Box::pin(self.ask_unless_known(line, depth)).await?;
        let exchange = self.beyond_theory(exchange);
        if !exchange.is_right() {
            self.wrong = Some(exchange.clone());
        }
        Ok(exchange)
    }

    /// An answer that follows from what was told before is compared with that.
    fn beyond_theory(&self, mut exchange: Exchange) -> Exchange {
        if self.theory.predicts(&exchange) {
            exchange.comparison.difference = Difference::default();
        }
        exchange
    }

    async fn ask_unless_known(&mut self, line: &Line, depth: u32) -> Result<Exchange, Unanswered> {
        let asked = self.as_asked(line);
        let mut answered = self.facts.answered.iter();
        if let Some(known) = answered.find(|known| known.line == asked && known.depth == depth) {
            return Ok(Exchange { line: line.clone(), ..known.clone() });
        }
        let waited = self.facts.waited;
        let answer = self.reply(&asked, depth).await;
        let exchange = match answer {
            Ok(answer) => self.take(line, depth, answer, waited).await,
            Err(unanswered) => Err(unanswered),
        };
        let is_by_fen = self.refuses_moves();
        let exchange = exchange.map_err(|unanswered| {
            let line = if is_by_fen { line.at_end() } else { line.clone() };
            unanswered.about(&line, depth)
        })?;
        if self.can.is_person {
            self.facts.answered.push(Exchange { line: asked, ..exchange.clone() });
        }
        Ok(exchange)
    }

    /// Asks for the divide of a position by its own FEN.
    pub async fn ask_by_fen(
        &mut self,
        position: &Position,
        depth: u32,
    ) -> Result<Exchange, Unanswered> {
        self.ask(&Line::at(*position), depth).await
    }

    /// Asks for the total at the end of a line alone, whatever is wrong with it.
    pub async fn ask_total(&mut self, line: &Line, depth: u32) -> Result<Option<u128>, Unanswered> {
        let reply = self.ask_plainly_after(line, None, depth).await;
        let reply = reply.map_err(|unanswered| unanswered.about(line, depth))?;
        Ok(whole_total(&reply))
    }

    /// Whether an engine that prints totals alone counts rightly deeper down: one move may be missing for another.
    pub async fn counts_rightly(&mut self, line: &Line) -> bool {
        let right = ox88::perft(&line.end(), DEPTH_WHERE_MOVES_DIFFER);
        let total = self.ask_total(line, DEPTH_WHERE_MOVES_DIFFER).await;
        total.is_ok_and(|total| total == Some(right))
    }

    /// The total at another depth, asked as it was in an exchange. Nothing if the engine prints none.
    pub async fn ask_total_like(
        &mut self,
        exchange: &Exchange,
        depth: u32,
    ) -> Result<Option<u128>, Unanswered> {
        let reply = self.ask_plainly_after(&exchange.line, exchange.asked_before, depth).await;
        let reply = reply.map_err(|unanswered| unanswered.about(&exchange.line, depth))?;
        Ok(whole_total(&reply))
    }

    /// Asks an engine that prints totals only, and assumes the right rows under its total.
    pub async fn ask_without_rows(
        &mut self,
        line: &Line,
        depth: u32,
    ) -> Result<Exchange, Unanswered> {
        let reply = self.ask_plainly(&self.as_asked(line), depth).await?;
        if !reply.is_total_only() || reply.cut_off.is_some() {
            return Err(NoReply::new(line, depth, TroubleKind::Rubbish));
        }
        self.with_right_rows(line, depth, reply)
    }

    /// A total as if the right rows were above it.
    fn with_right_rows(
        &mut self,
        line: &Line,
        depth: u32,
        reply: Reply,
    ) -> Result<Exchange, Unanswered> {
        let right = self.right(line, depth)?;
        let position = line.end();
        let rows = right.rows().iter().map(|&(mv, count)| Row::new(position.move_text(mv), count));
        let reply = Reply { rows: rows.collect(), source: RowsFrom::Totals, ..reply };
        let comparison = compare_with(&right, &reply);
        Ok(Exchange { line: line.clone(), depth, asked_before: None, reply, comparison })
    }

    /// Asks about the same position a second time without setting it up again, at a small depth: an
    /// engine that takes its moves back rightly gives the right answer again. Nothing if that cannot
    /// be asked.
    ///
    /// An engine that gives no reply the very first time may be one that ends after each answer or
    /// waits for a position: that is no error, and it is not asked this way again.
    pub async fn ask_again(&mut self, first: &Exchange) -> Result<Option<Exchange>, Unanswered> {
        if !self.can.again || self.facts.not_asked_again().is_some() {
            return Ok(None);
        }
        let line = &first.line;
        let depth = first.depth.min(DEPTH_ASKED_AGAIN);
        let waited = self.facts.waited;
        let exchange = match self.hear(Step::again(line, depth)).await {
            Ok(None) => return Ok(None),
            // Asking for the counts after each move would undo what this second question is for.
            Ok(Some(TimedReply { reply, .. }))
                if self.facts.prints_totals && reply.is_total_only() =>
            {
                if (depth, reply.total()) == (first.depth, first.reply.total()) {
                    Ok(first.clone())
                } else {
                    self.with_right_rows(line, depth, reply)
                }
            }
            Ok(Some(answer)) => self.take(line, depth, answer, waited).await,
            Err(unanswered) => Err(unanswered),
        };
        match exchange {
            Ok(exchange) => {
                self.facts.second = Some(Ok(()));
                let asked_before = Some(first.depth);
                Ok(Some(Exchange { asked_before, ..self.beyond_theory(exchange) }))
            }
            Err(unanswered) if self.facts.second.is_none() && !unanswered.is_cut_short() => {
                self.facts.second = Some(Err(unanswered.trouble.kind));
                Ok(None)
            }
            Err(unanswered) => {
                let asked_before = Some(first.depth);
                Err(Box::new(NoReply { asked_before, ..*unanswered.about(line, depth) }))
            }
        }
    }

    /// How the engine fails where it is asked at the end of this line what it has failed at, if it does.
    pub async fn failure_like(
        &mut self,
        failed: &NoReply,
        line: &Line,
        depth: u32,
    ) -> Option<Unanswered> {
        let Some(before) = failed.asked_before else { return self.ask(line, depth).await.err() };
        let asked = self.as_asked(line);
        if let Err(first) = self.ask_plainly(&asked, before).await {
            return Some(first.about(line, before));
        }
        let second = self.answer(Step::again(&asked, depth)).await.err()?;
        Some(Box::new(NoReply { asked_before: Some(before), ..*second.about(line, depth) }))
    }

    /// Asks at the end of this line what the engine was asked where it gave a wrong answer. With the new one, as far as
    /// it is wrong beyond the answer before it, comes whether that was right.
    pub async fn ask_like(
        &mut self,
        wrong: &Exchange,
        line: &Line,
    ) -> Result<(Exchange, bool), Unanswered> {
        let Some(depth) = wrong.asked_before else {
            return Ok((self.ask(line, wrong.depth).await?, true));
        };
        let first = self.ask(line, depth).await?;
        let again = self.ask_again(&first).await?;
        let no_reply = || NoReply::new(line, depth, TroubleKind::ClosedItsOutput);
        let again = again.ok_or_else(no_reply)?;
        let right = self.oracle.divide(&again.line.end(), again.depth);
        Ok((again.beyond(&first, &right), first.is_right()))
    }

    /// Whether the engine lists the right moves after these from the start position, which it knows by name. Not if it
    /// cannot be asked like this.
    pub async fn is_right_by_name(&mut self, line: &Line) -> Result<bool, Unanswered> {
        let answer = match self.hear(Step::by_name(line, 1)).await {
            Ok(Some(answer)) if answer.reply.cut_off.is_none() => answer,
            _ => return Ok(false),
        };
        let right = self.right(line, 1)?;
        let reply = self.facts.as_written(answer.reply);
        let reply = by_squares(&line.end(), &right, &reply, &[]).reply;
        if reply.is_total_only() {
            return Ok(reply.total() == Some(right.total()));
        }
        let difference = compare_with(&right, &reply).difference;
        let mut listed = line.end().legal_moves();
        listed.retain(|mv| !difference.missing.contains(mv));
        self.facts.note_castlings(listed);
        Ok(difference.is_empty())
    }

    /// Another process of the engine, which is asked nothing but these questions before, until a time. Nothing where
    /// there is no other process. What it was asked is [added](Inquiry::add) in the end.
    pub fn another(&self, before: &[Step], end: Duration) -> Option<Inquiry<'a>> {
        self.can.fresh.then(|| Inquiry {
            process: Process::Fresh,
            before: before.to_vec(),
            end: Some(self.end.map_or(end, |own| own.min(end))),
            is_finding: self.is_finding,
            start: self.start,
            theory: self.theory.clone(),
            ..Inquiry::new(self.desk, self.facts.of_another(), self.oracle, self.can)
        })
    }

    /// Adds how much another process was asked.
    pub fn add(&mut self, another: &Inquiry<'_>) {
        self.facts.add_another(&another.facts);
    }

    /// What the engine replies to a question, without anything that is asked to understand it.
    pub async fn ask_plainly(&mut self, line: &Line, depth: u32) -> Result<Reply, Unanswered> {
        self.reply(line, depth).await.map(|answer| answer.reply)
    }

    /// The same, asked a second time without a new position if another depth comes before.
    pub async fn ask_plainly_after(
        &mut self,
        line: &Line,
        before: Option<u32>,
        depth: u32,
    ) -> Result<Reply, Unanswered> {
        let line = self.as_asked(line);
        let Some(before) = before else { return self.ask_plainly(&line, depth).await };
        self.ask_plainly(&line, before).await?;
        self.answer(Step::again(&line, depth)).await.map(|answer| answer.reply)
    }

    /// An engine that takes no moves is not given any. One that fails where it is given a move that it lacks is given no
    /// other such move.
    async fn reply(&mut self, line: &Line, depth: u32) -> Result<TimedReply, Unanswered> {
        if !line.moves.is_empty() {
            Box::pin(self.learn_whether_it_plays()).await;
        }
        let by_fen = line.at_end();
        let line = if self.refuses_moves() { &by_fen } else { line };
        let lacks = self.facts.lacks_move_of(line);
        if let Some(trouble) = self.facts.refuses_what_it_lacks.as_ref().filter(|_| lacks) {
            return Err(NoReply::new(line, depth, trouble.clone()));
        }
        let answer = self.answer(Step::anew(line, depth)).await;
        if let Err(no_reply) = &answer
            && lacks
            && may_refuse_a_move(&no_reply.trouble.kind)
        {
            self.facts.refuses_what_it_lacks = Some(no_reply.trouble.clone());
        }
        answer
    }

    /// Whether a script plays the moves that it is given. That is seen once, by a move that every engine can play: it may
    /// refuse moves, or answer for the position before them.
    pub async fn learn_whether_it_plays(&mut self) {
        if !self.can.may_refuse_moves || self.facts.moves.is_some() {
            return;
        }
        let Some(line) = simplest_move() else { return };
        let played = self.answer(Step::anew(&line, LEAST_DEPTH)).await;
        let by_fen = self.answer(Step::anew(&line.at_end(), LEAST_DEPTH)).await;
        let is_same = |one: &TimedReply, other: &TimedReply| {
            let (one, other) = (&one.reply, &other.reply);
            (one.total(), &one.rows, &one.unread) == (other.total(), &other.rows, &other.unread)
        };
        let moves = match (played, by_fen) {
            (Err(no_reply), Ok(_)) if may_be_refusal(&no_reply.trouble.kind) => {
                Err(no_reply.trouble)
            }
            (Ok(played), Ok(by_fen)) if !is_same(&played, &by_fen) => {
                let before = self.answer(Step::anew(&Line::at(line.root), LEAST_DEPTH)).await;
                let is_ignored = before.is_ok_and(|it| is_same(&it, &played));
                if is_ignored { Err(TroubleKind::IgnoresMoves.into()) } else { Ok(()) }
            }
            _ => Ok(()),
        };
        if self.late.is_none() {
            self.facts.moves = Some(moves);
        }
    }

    async fn answer(&mut self, step: Step) -> Result<TimedReply, Unanswered> {
        let (line, depth) = (step.line.clone(), step.depth);
        let answer = self.hear(step).await?;
        answer.ok_or_else(|| NoReply::new(&line, depth, TroubleKind::ClosedItsOutput))
    }

    /// What was heard when this was asked for this time. Nothing if it cannot be asked.
    async fn hear(&mut self, step: Step) -> Result<Option<TimedReply>, Unanswered> {
        let (line, depth) = (step.line.clone(), step.depth);
        let mut steps = std::mem::take(&mut self.before);
        steps.push(step);
        let (process, castling) = (self.process, self.facts.castling);
        let experiment = Experiment { process, steps, castling };
        if process == Process::Fresh {
            self.process = Process::Beside;
        }
        let number_of_steps = experiment.steps.len();
        let observation = self.desk.observe(Need { experiment, end: self.end() }).await;
        self.facts.note(&observation);
        let is_answer = |heard: &&Heard| matches!(heard, Heard::Answer { .. });
        let last = observation.heard.iter().find(|heard| !is_answer(heard));
        match last.or(observation.heard.last()) {
            Some(Heard::Answer { reply, silence }) => {
                Ok(Some(TimedReply { reply: reply.clone(), silence: *silence }))
            }
            Some(Heard::Trouble(trouble)) => {
                if trouble.kind == TroubleKind::CutShort {
                    self.late = Some(Late::Engine);
                }
                Err(NoReply::new(&line, depth, trouble.clone()))
            }
            Some(Heard::Cannot) if observation.heard.len() == number_of_steps => Ok(None),
            Some(Heard::Cannot) => Err(NoReply::new(&line, depth, TroubleKind::ClosedItsOutput)),
            None => Err(self.cut_short(Late::Engine, &line, depth)),
        }
    }

    /// When a question has to be answered, if the time is limited.
    fn end(&self) -> Option<Duration> {
        let ends = self.desk.open().ends;
        let of_budget = ends.map(|it| if self.is_finding { it.1 } else { it.0 });
        self.end.into_iter().chain(of_budget).min()
    }

    /// A question for which there was no time.
    fn cut_short(&mut self, late: Late, line: &Line, depth: u32) -> Unanswered {
        self.late = Some(late);
        NoReply::new(line, depth, TroubleKind::CutShort)
    }

    /// The right divide at the end of a line, which is part of no time of the engine.
    ///
    /// # Errors
    /// When the time is over before it is counted.
    fn right(&mut self, line: &Line, depth: u32) -> Result<Arc<Divide>, Unanswered> {
        let end_of_counts = self.desk.open().ends.map(|it| it.1).filter(|_| self.end.is_none());
        let end = end_of_counts.or(self.end()).map(|end| self.start.saturating_add(end));
        let right = self.oracle.divide_by(&line.end(), depth, end);
        right.ok_or_else(|| self.cut_short(Late::Oracle, line, depth))
    }

    // What is read.

    /// Takes the answer to a question, before which the engine's answers had been waited for this long.
    async fn take(
        &mut self,
        line: &Line,
        depth: u32,
        answer: TimedReply,
        waited_before: Duration,
    ) -> Result<Exchange, Unanswered> {
        let time = self.facts.waited.saturating_sub(waited_before);
        let silence = answer.silence.min(time);
        let reply = self.facts.as_written(answer.reply);
        let is_san = reply.rows.iter().any(|row| row.san().is_some());
        let position = line.end();
        let right = self.right(line, depth)?;
        let reply = self.by_squares(line, &right, &reply).await?;
        let has_moves = !position.legal_moves().is_empty();
        let reply = match reply.total() {
            // A person is asked for rows in the first place. With 0 the engine claims that there is no move,
            // and then no row is missing.
            Some(1..) if reply.is_total_only() && has_moves && !self.can.is_person => {
                self.facts.prints_totals = true;
                self.check_totals(line, &right, &reply).await?;
                totals::with_rows(self, line, &right, &reply).await?
            }
            _ if self.facts.prints_totals && reply.rows.is_empty() => {
                Reply { source: RowsFrom::Totals, ..reply }
            }
            _ => reply,
        };
        let comparison = compare_with(&right, &reply);
        if let Some(trouble) = self.doubt(&position, &reply, &comparison) {
            let may_be_talk = matches!(trouble.kind, TroubleKind::UnreadRows(_));
            if may_be_talk && self.facts.talk.is_empty() && !line.moves.is_empty() {
                self.learn_talk(line, depth).await?;
            }
            if let Some(trouble) = self.doubt(&position, &reply, &comparison) {
                return Err(NoReply::new(line, depth, trouble));
            }
        }
        let line = line.clone();
        let exchange = Exchange { line, depth, asked_before: None, reply, comparison };
        self.facts.note_exchange(&exchange, is_san, time, silence);
        Ok(exchange)
    }

    /// Learns where nothing is played what the engine prints beside its rows. The position of the question is set up
    /// again in the end.
    async fn learn_talk(&mut self, line: &Line, depth: u32) -> Result<(), Unanswered> {
        if self.can.is_person {
            return Ok(());
        }
        let root = Line::at(line.root);
        if let Ok(reply) = self.ask_plainly(&root, LEAST_DEPTH).await {
            let right = self.right(&root, LEAST_DEPTH)?;
            let reply = by_squares(&line.root, &right, &self.facts.as_written(reply), &[]).reply;
            if compare_with(&right, &reply).difference.is_empty() {
                self.facts.note_talk(&line.root, &reply);
            }
        }
        self.ask_plainly(&self.as_asked(line), depth).await.map(drop)
    }

    /// The reply with its moves by their squares. Where `Nd2` is printed once and two knights can go
    /// there, the counts one or two plies deeper show which of them is meant.
    async fn by_squares(
        &mut self,
        line: &Line,
        right: &Divide,
        reply: &Reply,
    ) -> Result<Reply, Unanswered> {
        let (position, asked) = (line.end(), self.as_asked(line));
        let mut read = by_squares(&position, right, reply, &[]);
        let depth = right.depth();
        let mut deeper = depth + 1..=depth + MORE_PLIES_IN_DOUBT;
        while read.is_in_doubt
            && let Some(depth_below) = deeper.next()
        {
            let reply_below = match self.ask_plainly(&asked, depth_below).await {
                Ok(reply) if reply.cut_off.is_none() => reply,
                Err(unanswered) if unanswered.is_cut_short() => return Err(unanswered),
                // A function whose moves ox88 has to play itself does not know either which of them it lists.
                Err(unanswered)
                    if matches!(unanswered.trouble.kind, TroubleKind::UnreadRows(_)) =>
                {
                    return Err(unanswered.about(line, depth));
                }
                _ => break,
            };
            let right_below = self.right(line, depth_below)?;
            let reply_below = self.facts.as_written(reply_below);
            let below = by_squares(&position, &right_below, &reply_below, &[]);
            if !below.is_in_doubt {
                let legal = position.legal_moves();
                let names = below.reply.rows.iter().filter_map(Row::name);
                let known: Vec<Move> = names.flat_map(|name| name.among(&legal)).collect();
                read = by_squares(&position, right, reply, &known);
            }
        }
        Ok(read.reply)
    }

    /// Before the first total is called wrong: an engine that prints the same for every position counts
    /// none of them.
    async fn check_totals(
        &mut self,
        line: &Line,
        right: &Divide,
        reply: &Reply,
    ) -> Result<(), Unanswered> {
        if self.facts.totals_differ {
            return Ok(());
        }
        let depth = right.depth();
        let right = (depth, right.total());
        if reply.totals.contains(&right.1) {
            // Two numbers of one depth show as much: what repeats its command prints the depth.
            let before = self.facts.right_total.replace(right);
            self.facts.totals_differ = before.is_some_and(|it| it.0 == depth && it != right);
            return Ok(());
        }
        let same = totals::same_everywhere(self).await;
        self.facts.totals_differ = same.is_none();
        same.map_or(Ok(()), |total| {
            let kind = TroubleKind::SameTotal(total);
            let trouble = Trouble { kind, last_lines: vec![total.to_string()] };
            Err(NoReply::new(line, depth, trouble))
        })
    }

    /// Why it is not known what a reply lacks, if it lacks something.
    fn doubt(
        &self,
        position: &Position,
        reply: &Reply,
        comparison: &Comparison,
    ) -> Option<Trouble> {
        let Difference { missing, twice, counts, total, .. } = &comparison.difference;
        // Some print the rows of each depth, and those of the last may have been to come. What was printed last may
        // have been to go on.
        if let Some(cut_off) = &reply.cut_off {
            let last = reply.rows.last().and_then(Row::name);
            let is_last = |mv| last.is_some_and(|last| last.the_one_among(&[mv]).is_some());
            let is_last_wrong = total.is_some() || counts.iter().any(|count| is_last(count.mv));
            if is_last_wrong || !(missing.is_empty() && twice.is_empty()) {
                return Some(cut_off.clone());
            }
        }
        if missing.is_empty() && total.is_none() {
            return None;
        }
        let unread_rows =
            || TroubleKind::UnreadRows(first_few(missing.iter().map(|&mv| position.move_text(mv))));
        let shown = |kind, lines: &mut dyn Iterator<Item = String>| {
            Some(Trouble { kind, last_lines: lines.take(LINES_SHOWN).collect() })
        };
        if !reply.unread.is_empty() {
            let mut rows = reply.unread.iter().map(Row::printed);
            return shown(unread_rows(), &mut rows);
        }
        let is_talk = |line: &&String| self.facts.talk.contains(&without_numbers(line));
        let mut lines = reply.unread_lines.iter().filter(|line| !is_talk(line)).cloned().peekable();
        let is_confirmed = reply.source == RowsFrom::Totals || reply.totals.contains(&reply.sum());
        if lines.peek().is_some() && !is_confirmed {
            return shown(unread_rows(), &mut lines);
        }
        let is_incomplete = is_incomplete(reply, comparison);
        let mut rows = reply.rows.iter().map(Row::to_string);
        is_incomplete.then(|| shown(TroubleKind::TooFewRows, &mut rows)).flatten()
    }
}

/// The total of a reply, if none was to come after it.
fn whole_total(reply: &Reply) -> Option<u128> {
    reply.total().filter(|_| reply.cut_off.is_none())
}

/// Whether rows are missing that the engine has counted: its total is right, and nothing else is
/// wrong.
fn is_incomplete(reply: &Reply, comparison: &Comparison) -> bool {
    let Difference { extra, twice, counts, .. } = &comparison.difference;
    let with_missing = comparison.with_missing(reply.sum());
    let has_right_total = with_missing.is_some_and(|total| reply.totals.contains(&total));
    has_right_total && extra.is_empty() && twice.is_empty() && counts.is_empty()
}
