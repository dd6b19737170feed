//! The conversation with an engine, by UCI or as a script: which lines to send, how long to wait, and what the engine's
//! lines amount to. It is told in the order in which it happens. Nothing here starts a process, sleeps or reads a
//! clock: a [`Wire`] does that, and tests turn the clock of theirs.
//!
//! UCI does not know `perft`, so no line of UCI ends an answer. `readyok` helps to find its end, but an engine may
//! count in one thread and say `readyok` in another. So `readyok` never ends an answer that grew since `isready`
//! was sent, unless it is complete. It still helps: an engine that does everything in order has by then printed
//! the rest of its answer.
//!
//! Some engines flush their answer only when the next line comes. One that was silent until `isready`, and answered
//! at once in front of `readyok`, is sent `isready` right after each question. If such a `readyok` comes before
//! the answer is complete, it means nothing.
//!
//! Where rows are missing, and neither a total nor the end of the output shows that no more come, the engine is asked
//! once more, and waited for twice as long. The answer counts if the same rows come again, and then more or none. If
//! others come, a pause may have been taken for the end: a new process is asked, and waited for half of the limit.

mod capabilities;
mod learning;
mod partial_reply;
mod reading;
mod remote;
pub mod waits;

use self::learning::Printed;
use self::partial_reply::is_refusal;
use self::reading::{AnswerState, Readiness};
use crate::ask::{CastlingsWritten, NEW_GAME, Protocol, Step, TroubleKind, uci_castling};
use crate::read::Reply;
use ox88::CastlingNotation;
use std::time::Duration;

pub use self::capabilities::Capabilities;
pub use self::partial_reply::PartialReply;
pub use self::remote::{Does, Remote, Stands};

/// How many lines after an answer are left out before the next question. More than that is a flood.
const MAX_LINES_LEFT_OUT: usize = 1000;

/// What a talk needs of the world: a process of the engine, one after the other, and the time since some fixed moment.
pub trait Wire {
    /// Starts a process in place of the one before, with these arguments after those of the command. An error is
    /// the reason for which the system has not started it.
    fn start(&mut self, arguments: &[String]) -> Result<(), String>;

    /// Forgets what it printed so far: a question begins.
    fn forget(&mut self);

    fn send(&mut self, line: &str);

    /// Waits for an event until this time.
    fn next_event(&mut self, until: Duration) -> Event;

    fn now(&self) -> Duration;
}

/// The conversation with an engine, through all of its processes, one after the other.
#[derive(Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is something that is so now or not")]
pub struct Talk<W> {
    pub wire: W,
    protocol: Protocol,
    pub limit: Duration,
    /// When nobody waits for an answer any longer.
    end: Option<Duration>,
    pub known: Capabilities,
    runs: bool,
    /// The castling notation that the process uses now.
    notation: CastlingNotation,
    /// How it writes castlings where ordinary chess writes the king's target, once that was seen.
    castling_written: Option<CastlingsWritten>,
    /// What it has answered, when it was asked, and until when it is waited for, whatever happens.
    reply: PartialReply,
    asked_at: Duration,
    until: Duration,
    /// When a line came or was sent, whatever it was.
    last_event: Duration,
    readiness: Readiness,
    /// What was found nothing in, as long as that may show where its counts are.
    printed: Printed,
    /// The right total, where the answer is only to show how the engine writes it.
    right: Option<u128>,
    /// An answer that lacks rows, and that nothing but silence has ended. It has to come again when the engine is
    /// waited for twice as long.
    in_doubt: Option<Reply>,
    /// How many times as long as at first the question is waited for now.
    patience: u32,
    /// Whether the question is asked for the last time, since a pause may have been taken for the end of the answer.
    is_last_time: bool,
    /// Whether the process was asked before, and may end after each answer.
    may_leave: bool,
    /// Whether it was not ready after its last answer.
    is_unready: bool,
    /// How long the talk waited after the last row or total of the last answer, and for one that was in doubt.
    pub silence_at_end: Duration,
}

/// What happens while a talk waits.
#[derive(Clone, Debug)]
pub enum Event {
    Line(String),
    /// A row or a total on standard error, or a line like a row.
    StderrLine(String),
    /// This many more bytes of a line that was cut.
    Excess(usize),
    /// The end of standard output, after all of its lines.
    OutputEnded,
    /// The process has ended. This comes after the end of the output and the last row on standard error, and
    /// again whenever the talk waits.
    Exited(Exit),
    /// Nothing, until the time that was given. So the process runs.
    Nothing,
}

/// How a process has ended.
#[derive(Clone, Debug, Default)]
pub struct Exit {
    /// In the words of the system, like `exit status: 3`.
    pub how: String,
    pub is_success: bool,
    /// Whether a signal has ended it.
    pub by_signal: bool,
}

impl<W: Wire> Talk<W> {
    /// No process is started yet.
    pub fn new(wire: W, protocol: Protocol, limit: Duration) -> Talk<W> {
        Talk {
            wire,
            protocol,
            limit: limit.min(waits::LONGEST_LIMIT),
            end: None,
            // UCI is tried at least once.
            known: Capabilities { uci: true, isready: true, ..Capabilities::default() },
            runs: false,
            notation: CastlingNotation::KingToTarget,
            castling_written: None,
            reply: PartialReply::default(),
            asked_at: Duration::ZERO,
            until: Duration::ZERO,
            last_event: Duration::ZERO,
            readiness: Readiness::Unknown,
            printed: Printed::default(),
            right: None,
            in_doubt: None,
            patience: 1,
            is_last_time: false,
            may_leave: false,
            is_unready: false,
            silence_at_end: Duration::ZERO,
        }
    }

    /// The talk with another process of the same engine.
    pub fn with_another(&self, wire: W) -> Talk<W> {
        Talk { known: self.known.clone(), ..Talk::new(wire, self.protocol.clone(), self.limit) }
    }

    /// From here on nobody waits for an answer after this time, and the engine writes castlings like this, if that was
    /// seen.
    pub const fn expect(&mut self, end: Option<Duration>, castling: Option<CastlingsWritten>) {
        (self.end, self.castling_written) = (end, castling);
    }

    /// Whether it knows more of UCI than how to set up a position, as far as it has shown.
    pub fn knows_uci(&self) -> bool {
        !self.is_script() && self.known.uci
    }

    /// Whether nothing but silence shows where its answers end, as far as it has shown.
    pub fn ends_in_silence(&self) -> bool {
        let known = &self.known;
        let has_total = known.prints_totals || known.begins_with_total || known.totals_only_to > 0;
        let has_end = known.isready || has_total;
        known.replies > 0 && !has_end && !self.is_script()
    }

    pub fn is_script(&self) -> bool {
        self.protocol == Protocol::Script
    }

    /// When a wait is over that begins now: after this timeout, or when nobody waits any longer.
    fn end_of_wait(&self, timeout: Duration) -> Duration {
        let until = self.wire.now().saturating_add(timeout);
        self.end.map_or(until, |end| end.min(until))
    }

    fn next_event(&mut self, until: Duration) -> Event {
        let event = self.wire.next_event(until);
        self.runs &= !matches!(event, Event::OutputEnded | Event::Exited(_));
        event
    }

    // A process.

    /// Starts the engine for the first time, and learns how much of UCI it knows.
    pub fn start(&mut self) -> Result<(), TroubleKind> {
        self.start_process(&[], waits::START.min(self.limit))
    }

    /// Starts another process of it. What came late at its start may come late again. But an engine that does not do
    /// now what it did before is not waited for again.
    pub fn start_again(&mut self, arguments: &[String]) -> Result<(), TroubleKind> {
        let before = self.known.clone();
        let until = self.end_of_wait(self.limit.saturating_add(waits::START));
        self.start_process(arguments, until.saturating_sub(self.wire.now()))?;
        if self.known == before {
            return Ok(());
        }
        self.known = before;
        Err(TroubleKind::Hangs(self.limit))
    }

    /// Starts a process, which has this long for each of its acknowledgements. What the engine did not understand
    /// before is not tried again.
    fn start_process(
        &mut self,
        arguments: &[String],
        timeout: Duration,
    ) -> Result<(), TroubleKind> {
        self.wire.start(arguments).map_err(TroubleKind::NotStarted)?;
        (self.runs, self.is_unready) = (true, false);
        self.notation = CastlingNotation::KingToTarget;
        if self.is_script() {
            return Ok(());
        }
        let (uci, isready) = (self.known.uci, self.known.isready);
        self.known.uci = uci && self.is_acknowledged("uci", self.wire.now() + timeout);
        if self.known.uci {
            // Some set up their tables no sooner, and count nothing before.
            self.wire.send(NEW_GAME);
        }
        self.known.isready =
            self.known.uci && isready && self.is_acknowledged("isready", self.wire.now() + timeout);
        self.leave_out_lines();
        if self.runs { Ok(()) } else { self.await_first_exit() }
    }

    /// Sends a command, and waits until it is acknowledged or refused, or it is too late. Most engines that do not know
    /// a command say so, and need not be waited for.
    fn is_acknowledged(&mut self, command: &str, until: Duration) -> bool {
        let is_first = command == "uci";
        let word = if is_first { "uciok" } else { "readyok" };
        self.wire.send(command);
        loop {
            match self.next_event(until) {
                Event::Line(line) if line.trim() == word => return true,
                Event::Line(line) => {
                    if is_first {
                        self.known.learn_from_line(&line);
                    }
                    if is_refusal(&line) && line.contains(command) {
                        return false;
                    }
                }
                Event::OutputEnded | Event::Exited(_) | Event::Nothing => return false,
                Event::StderrLine(_) | Event::Excess(_) => {}
            }
            if self.wire.now() >= until {
                return false;
            }
        }
    }

    /// Lines of before are no part of the answer. Silence and the end of the output lead on, or so many lines.
    fn leave_out_lines(&mut self) {
        for _ in 0..MAX_LINES_LEFT_OUT {
            if matches!(self.next_event(Duration::ZERO), Event::Nothing) || !self.runs {
                break;
            }
        }
    }

    /// A process that closes its output at its start ends, or may be asked.
    fn await_first_exit(&mut self) -> Result<(), TroubleKind> {
        let until = self.wire.now() + waits::EXIT;
        loop {
            match self.next_event(until) {
                Event::Exited(exit) => {
                    let reason = format!("it exited at once, before any question ({})", exit.how);
                    return Err(TroubleKind::Dies(reason));
                }
                Event::Nothing => return Ok(()),
                _ => {}
            }
        }
    }

    // A question.

    /// Asks a question, of a new process if the one before has ended. If it is asked again, it is about the position of
    /// the last question, which is not set up again: there is no reply if that position is gone.
    pub fn ask(&mut self, question: &Step) -> Result<Option<Reply>, TroubleKind> {
        (self.in_doubt, self.patience, self.is_last_time) = (None, 1, false);
        self.silence_at_end = Duration::ZERO;
        self.may_leave = !question.is_again && self.known.replies > 0;
        let mut result = self.ask_until_complete(question);
        let is_learnt_from = match &result {
            Ok(reply) => self.may_be_moves(question.depth, reply.as_ref()),
            Err(kind) => *kind == TroubleKind::Rubbish && self.may_learn(),
        };
        if is_learnt_from {
            self.learn();
            result = self.ask_until_complete(question);
        }
        // After a trouble no process is asked anything.
        self.runs &= result.is_ok();
        result
    }

    fn ask_until_complete(&mut self, question: &Step) -> Result<Option<Reply>, TroubleKind> {
        loop {
            if self.runs && !self.is_script() {
                self.leave_out_lines();
            }
            if !self.runs || self.is_script() {
                if question.is_again || question.is_by_name && self.is_script() {
                    return Ok(None);
                }
                self.may_leave = false;
                self.start_again(&self.arguments(question))?;
            }
            if !self.is_script() && !question.is_again {
                self.set_up(question);
            }
            self.begin_to_read(question);
            if !self.is_script() {
                self.wire.send(&self.perft_line());
            }
            if self.known.answers_when_nudged {
                self.ask_whether_ready(true);
            }
            let answer = self.read_answer().map_err(|kind| self.trouble(kind))?;
            if let AnswerState::Complete(reply) = answer {
                self.known.replies += 1;
                return Ok(Some(reply));
            }
        }
    }

    /// The arguments of a script. An engine has none.
    fn arguments(&self, question: &Step) -> Vec<String> {
        if !self.is_script() {
            return Vec::new();
        }
        let moves = question.moves_text(self.castling_written);
        let root = question.line.fen();
        let mut arguments = vec![question.depth.to_string(), root];
        arguments.extend((!moves.is_empty()).then_some(moves));
        arguments
    }

    /// Sets the castling notation first. Some engines read on while they set an option, and what they read goes
    /// before the option, or is forgotten with it. So the talk waits for that.
    fn set_up(&mut self, question: &Step) {
        self.wire.forget();
        let notation = question.line.root.castling_notation();
        if self.known.uci && notation != self.notation {
            self.wire.send(&uci_castling(notation));
            self.notation = notation;
            if self.known.isready {
                let until = self.end_of_wait(waits::START.min(self.limit));
                self.is_acknowledged("isready", until);
            }
        }
        self.wire.send(&question.uci_position(self.castling_written));
    }

    /// The command with which it is asked for a divide.
    fn perft(&self) -> String {
        match &self.protocol {
            Protocol::Uci { perft } => perft.clone(),
            Protocol::Script | Protocol::Function => String::new(),
        }
    }

    fn perft_line(&self) -> String {
        format!("{} {}", self.perft(), self.reply.depth)
    }
}
