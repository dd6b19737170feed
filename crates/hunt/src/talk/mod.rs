//! The conversation with an engine, by UCI or as a script: which lines to send, how long to wait, and what the
//! engine's lines amount to. Nothing here starts a process, sleeps or reads a clock. The driver of a talk does what
//! [`Talk::next`] says, and tells [`Talk::on`] what happens, and at which time since some fixed moment.
//!
//! ```text
//!  ask ──> LeavingOut ── it runs ──────────────────────────> Option
//!              │                                                │
//!        it has ended                                           v
//!              v                                             Reading ────> Over
//!           Starting ──> UCI: ─> Uciok ─> FirstReady ─> LeavingOut ^ │ │  ^  ^
//!              └─ a script ──────────────────────────────────────┘ │ │  └more │
//!                                                                  │ v      │
//!              ^── it left before it was asked ── AwaitingExit <───┘ LastReady
//! ```
//!
//! UCI does not know `perft`, so no line of UCI ends an answer. `readyok` helps to find its end, but an engine may
//! count in one thread and say `readyok` in another. So `readyok` never ends an answer that grew since `isready`
//! was sent, unless it is complete. It still helps: an engine that does everything in order has by then printed
//! the rest of its answer.
//!
//! Some engines flush their answer only when the next line comes. One that was silent until `isready`, and answered
//! at once in front of `readyok`, is sent `isready` right behind each question. If such a `readyok` comes before
//! the answer is complete, it means nothing.
//!
//! Where rows are missing, and neither a total nor the end of the output shows that no more come, the engine is asked
//! once more, and waited for twice as long. The answer counts if the same rows come again, and then more or none.

mod capabilities;
mod partial_reply;
mod reading;
pub mod waits;

use self::partial_reply::is_refusal;
use self::reading::Readiness;
use crate::ask::{NEW_GAME, Protocol, Question, TroubleKind, uci_castling};
use crate::read::Reply;
use ox88::{CastlingNotation, Position};
use std::collections::VecDeque;
use std::time::Duration;

pub use self::capabilities::Capabilities;
pub use self::partial_reply::PartialReply;

/// How many lines after an answer are left out before the next question. More than that is a flood.
const MAX_LINES_LEFT_OUT: usize = 1000;

/// The conversation with an engine, through all of its processes, one after the other.
#[derive(Debug)]
pub struct Talk {
    protocol: Protocol,
    pub limit: Duration,
    /// When nobody waits for an answer any longer.
    end: Option<Duration>,
    pub known: Capabilities,
    /// What was known when the process was started again. Nothing at the first start of all.
    known_before: Option<Capabilities>,
    /// How long a new process may take for each of its acknowledgements.
    start_timeout: Duration,
    runs: bool,
    /// The castling notation that the process uses now.
    notation: CastlingNotation,
    /// How it writes castling where ordinary chess writes the king's target, once that was seen.
    castling_written: Option<CastlingNotation>,
    /// What the engine is asked, if anything.
    asked: Option<Asked>,
    /// What it has answered, and when it was asked.
    reply: PartialReply,
    asked_at: Duration,
    /// When a line came or was sent, whatever it was.
    last_event: Duration,
    readiness: Readiness,
    /// An answer that lacks rows, and that nothing but silence has ended. It has to come again when the engine is waited for
    /// twice as long.
    in_doubt: Option<Reply>,
    /// How many times as long as at first the question is waited for now.
    patience: u32,
    /// How long the talk waited behind the last row or total of the last answer, and for one that was in doubt.
    pub silence_at_end: Duration,
    phase: Phase,
    /// When the phase is over, whatever happens.
    until: Duration,
    to_do: VecDeque<Do>,
}

/// What the driver of a talk is to do next.
#[derive(Debug)]
pub enum Do {
    /// Start a process in place of the one before, with these arguments behind those of the command. Then comes
    /// [`Event::Started`] or [`Event::NotStarted`].
    Start(Vec<String>),
    /// Forget what it printed so far: a question begins.
    Forget,
    /// Send a line.
    Send(String),
    /// Wait for an event until this time.
    Wait(Duration),
    /// Nothing, because this is over. Without a reply the engine is ready for a question, or was asked again and
    /// has no position any more.
    Done(Result<Option<Reply>, TroubleKind>),
}

/// What happens while a talk waits.
#[derive(Clone, Debug)]
pub enum Event {
    Started,
    /// The system has not started it, for this reason.
    NotStarted(String),
    Line(String),
    /// A row or a total on standard error, or a line like a row.
    StderrLine(String),
    /// This many more bytes of a line that was cut.
    Excess(usize),
    /// The end of standard output, behind all of its lines.
    OutputEnded,
    /// The process has ended. This comes behind the end of the output and the last row on standard error, and
    /// again whenever the talk waits.
    Exited(Exit),
    /// Nothing, until the time that was given. So the process runs.
    Nothing,
}

/// How a process has ended.
#[derive(Clone, Debug)]
pub struct Exit {
    /// In the words of the system, as in `exit status: 3`.
    pub how: String,
    pub is_success: bool,
    /// Whether a signal has ended it.
    pub by_signal: bool,
}

#[derive(Debug)]
enum Phase {
    /// Lines of before are no part of the answer. Silence and the end of the output lead on, or so many lines.
    LeavingOut {
        most: usize,
        is_start: bool,
    },
    /// A new process runs, or does not.
    Starting,
    /// A process that closes its output at its start ends, or may be asked.
    AwaitingFirstExit,
    /// A command is acknowledged or refused, or it is too late.
    Acknowledging(Awaited),
    /// Rows and totals come until the answer is complete and the engine ready, or until silence or the time limit.
    Reading,
    /// A process that has closed its output ends, or goes on.
    AwaitingExit,
    Over(Result<Option<Reply>, TroubleKind>),
}

/// Which acknowledgement the engine owes.
#[derive(Clone, Copy, Debug)]
enum Awaited {
    /// `uciok` for `uci`.
    Uciok,
    /// `readyok` for the first `isready`.
    FirstReady,
    /// `readyok` behind an option for the castling notation.
    Option,
    /// `readyok` at the time limit: does it hang?
    LastReady,
}

/// A question as the engine is asked it.
#[derive(Debug)]
struct Asked {
    position: Position,
    depth: u32,
    /// How its root writes castling, and the line that sets it up. Nothing if it is asked again.
    set_up: Option<(CastlingNotation, String)>,
    /// The arguments of a script.
    arguments: Vec<String>,
    /// Whether the process was asked before, and may end after each answer.
    may_leave: bool,
}

impl Talk {
    /// No process is started yet.
    pub fn new(protocol: Protocol, limit: Duration) -> Talk {
        Talk {
            protocol,
            limit: limit.min(waits::LONGEST_LIMIT),
            end: None,
            // UCI is tried at least once.
            known: Capabilities { uci: true, isready: true, ..Capabilities::default() },
            known_before: None,
            start_timeout: waits::START.min(limit),
            runs: false,
            notation: CastlingNotation::KingToTarget,
            castling_written: None,
            asked: None,
            reply: PartialReply::default(),
            asked_at: Duration::ZERO,
            last_event: Duration::ZERO,
            readiness: Readiness::Unknown,
            in_doubt: None,
            patience: 1,
            silence_at_end: Duration::ZERO,
            phase: Phase::Over(Ok(None)),
            until: Duration::ZERO,
            to_do: VecDeque::new(),
        }
    }

    /// The talk with another process of the same engine.
    pub fn with_another(&self) -> Talk {
        Talk { known: self.known, ..Talk::new(self.protocol.clone(), self.limit) }
    }

    /// From here on nobody waits for an answer after this time, and the engine writes castling like this, if that was
    /// seen.
    pub const fn expect(&mut self, end: Option<Duration>, castling: Option<CastlingNotation>) {
        (self.end, self.castling_written) = (end, castling);
    }

    /// Whether it knows more of UCI than how to set up a position, as far as it has shown.
    pub fn knows_uci(&self) -> bool {
        !self.is_script() && self.known.uci
    }

    pub fn is_script(&self) -> bool {
        self.protocol == Protocol::Script
    }

    // What is wanted.

    /// Starts the engine for the first time, and learns how much of UCI it knows.
    pub fn start(&mut self) {
        self.phase = Phase::Starting;
    }

    /// Starts it again, as it was started before, and asks it the question if there is one. Only where the engine is
    /// asked again there is nothing to start: the position is gone. What came late at its start may come late again.
    pub fn start_again(&mut self, now: Duration) {
        if let Some(asked) = &mut self.asked {
            if asked.set_up.is_none() {
                return self.over(Ok(None));
            }
            asked.may_leave = false;
        }
        let until = self.end_of_wait(now, self.limit.saturating_add(waits::START));
        self.start_timeout = until.saturating_sub(now);
        self.known_before = Some(self.known);
        self.phase = Phase::Starting;
    }

    /// Asks a question, of a new process if the one before has ended. If it is asked again, it is about the position of
    /// the last question, which is not set up again.
    pub fn ask(&mut self, question: &Question, is_again: bool, now: Duration) {
        let castling = question.castling_notation(self.castling_written);
        let set_up = (question.line.root.castling_notation(), question.uci_position(castling));
        let mut arguments = Vec::new();
        if self.is_script() {
            let moves = question.moves_text(castling);
            arguments.extend([question.depth.to_string(), question.line.root.to_string()]);
            arguments.extend((!moves.is_empty()).then_some(moves));
        }
        self.asked = Some(Asked {
            position: question.position(),
            depth: question.depth,
            set_up: (!is_again).then_some(set_up),
            arguments,
            may_leave: !is_again && self.known.replies > 0,
        });
        (self.in_doubt, self.patience, self.silence_at_end) = (None, 1, Duration::ZERO);
        if self.runs && !self.is_script() { self.leave_out(false) } else { self.start_again(now) }
    }

    // What is to be done, and what has happened.

    /// What to do next. It stays the same until it is done.
    pub fn next(&mut self) -> Do {
        if let Some(first) = self.to_do.pop_front() {
            return first;
        }
        match &mut self.phase {
            Phase::LeavingOut { .. } => Do::Wait(Duration::ZERO),
            Phase::Starting => {
                let arguments = self.asked.as_ref().map(|asked| asked.arguments.clone());
                Do::Start(arguments.unwrap_or_default())
            }
            Phase::Reading => Do::Wait(self.quiet_until().min(self.until)),
            Phase::AwaitingFirstExit | Phase::Acknowledging(_) | Phase::AwaitingExit => {
                Do::Wait(self.until)
            }
            Phase::Over(result) => {
                let result = std::mem::replace(result, Ok(None));
                // After a trouble no process is asked anything.
                self.runs &= result.is_ok();
                Do::Done(result)
            }
        }
    }

    /// Takes note of what has happened, at this time.
    pub fn on(&mut self, event: Event, now: Duration) {
        self.runs &= !matches!(event, Event::OutputEnded | Event::Exited(_));
        match self.phase {
            Phase::LeavingOut { most, is_start } => self.on_left_out(most, is_start, &event, now),
            Phase::Starting => self.on_start(event, now),
            Phase::AwaitingFirstExit => match event {
                Event::Exited(exit) => {
                    let reason = format!("it ended before it was asked anything: {}", exit.how);
                    self.over(Err(TroubleKind::Dies(reason)));
                }
                Event::Nothing => self.began(now),
                _ => {}
            },
            Phase::Acknowledging(awaited) => self.on_acknowledgement(awaited, &event, now),
            Phase::Reading => self.on_answer(&event, now),
            Phase::AwaitingExit => self.on_exit(event, now),
            Phase::Over(_) => {}
        }
    }

    fn send(&mut self, line: impl Into<String>) {
        self.to_do.push_back(Do::Send(line.into()));
    }

    fn await_until(&mut self, until: Duration, phase: Phase) {
        (self.phase, self.until) = (phase, until);
    }

    fn await_ready(&mut self, until: Duration, awaited: Awaited) {
        self.send("isready");
        self.await_until(until, Phase::Acknowledging(awaited));
    }

    fn over(&mut self, result: Result<Option<Reply>, TroubleKind>) {
        self.phase = Phase::Over(result);
    }

    /// When a wait is over that begins now: after this timeout, or when nobody waits any longer.
    fn end_of_wait(&self, now: Duration, timeout: Duration) -> Duration {
        let until = now.saturating_add(timeout);
        self.end.map_or(until, |end| end.min(until))
    }

    // A process.

    fn leave_out(&mut self, is_start: bool) {
        self.phase = Phase::LeavingOut { most: MAX_LINES_LEFT_OUT, is_start };
    }

    fn on_left_out(&mut self, most: usize, is_start: bool, event: &Event, now: Duration) {
        let is_silent = matches!(event, Event::Nothing) || most <= 1;
        if !self.runs && is_start {
            self.await_until(now + waits::EXIT, Phase::AwaitingFirstExit);
        } else if !self.runs {
            self.start_again(now);
        } else if !is_silent {
            self.phase = Phase::LeavingOut { most: most - 1, is_start };
        } else if is_start {
            self.began(now);
        } else {
            self.begin(now);
        }
    }

    fn on_start(&mut self, event: Event, now: Duration) {
        if let Event::NotStarted(reason) = event {
            return self.over(Err(TroubleKind::NotStarted(reason)));
        }
        self.runs = true;
        self.notation = CastlingNotation::KingToTarget;
        if self.is_script() {
            self.read_answer(now);
        } else if self.known.uci {
            self.send("uci");
            self.await_until(now + self.start_timeout, Phase::Acknowledging(Awaited::Uciok));
        } else {
            // What it did not understand before is not tried again.
            self.knows_no_uci();
        }
    }

    fn knows_no_uci(&mut self) {
        (self.known.uci, self.known.isready) = (false, false);
        self.leave_out(true);
    }

    /// Most engines that do not know a command say so, and need not be waited for.
    fn on_acknowledgement(&mut self, awaited: Awaited, event: &Event, now: Duration) {
        let (command, word) = match awaited {
            Awaited::Uciok => ("uci", "uciok"),
            _ => ("isready", "readyok"),
        };
        let is_acknowledged = matches!(event, Event::Line(line) if line.trim() == word);
        let is_refused = match event {
            Event::Line(line) => is_refusal(line) && line.contains(command),
            Event::OutputEnded | Event::Exited(_) | Event::Nothing => true,
            _ => false,
        };
        if let (Awaited::Uciok, Event::Line(line), false) = (awaited, event, is_acknowledged) {
            self.known.learn_from_line(line);
        }
        if !is_acknowledged && !is_refused && now < self.until {
            return;
        }
        match awaited {
            Awaited::Uciok if !is_acknowledged => self.knows_no_uci(),
            Awaited::Uciok => {
                // Some set up their tables no sooner, and count nothing before.
                self.send(NEW_GAME);
                if !self.known.isready {
                    return self.leave_out(true);
                }
                self.await_ready(now + self.start_timeout, Awaited::FirstReady);
            }
            Awaited::FirstReady => {
                self.known.isready = is_acknowledged;
                self.leave_out(true);
            }
            Awaited::Option => self.ask_perft(now),
            Awaited::LastReady if is_acknowledged => self.fail(TroubleKind::Rubbish),
            Awaited::LastReady => self.fail(TroubleKind::Hangs(self.limit)),
        }
    }

    /// Goes on to the question. An engine that does not do now what it did when it was first started is not
    /// waited for again.
    fn began(&mut self, now: Duration) {
        match self.known_before {
            Some(before) if before != self.known => {
                self.known = before;
                self.over(Err(TroubleKind::Hangs(self.limit)));
            }
            _ => self.begin(now),
        }
    }

    // A question.

    /// Sets the castling notation first. Some engines read on while they set an option, and what they read goes
    /// before the option, or is forgotten with it. So the talk waits for that.
    fn begin(&mut self, now: Duration) {
        let Some(asked) = &self.asked else { return self.over(Ok(None)) };
        let Some((notation, _)) = asked.set_up else { return self.ask_perft(now) };
        self.to_do.push_back(Do::Forget);
        if self.known.uci && notation != self.notation {
            self.send(uci_castling(notation));
            self.notation = notation;
            if self.known.isready {
                let until = self.end_of_wait(now, waits::START.min(self.limit));
                return self.await_ready(until, Awaited::Option);
            }
        }
        self.ask_perft(now);
    }

    fn ask_perft(&mut self, now: Duration) {
        if let Some(Asked { set_up: Some((_, line)), .. }) = &self.asked {
            self.to_do.push_back(Do::Send(line.clone()));
        }
        self.read_answer(now);
        self.send(self.perft_line());
        if self.known.answers_when_nudged {
            self.ask_whether_ready(true, now);
        }
        if !self.runs {
            self.await_until(now + waits::EXIT, Phase::AwaitingExit);
        }
    }

    /// The command with which it is asked for a divide.
    fn perft(&self) -> String {
        match &self.protocol {
            Protocol::Uci { perft } => perft.clone(),
            Protocol::Script => String::new(),
        }
    }

    fn perft_line(&self) -> String {
        format!("{} {}", self.perft(), self.reply.depth)
    }
}
