//! The conversation with an engine, by UCI or as a script: what is sent to it, how long it is waited for, and what
//! its lines amount to. Nothing here starts a process, sleeps or reads a clock. Whoever drives a talk does what
//! [`Talk::next`] says, and tells [`Talk::on`] what happens, and at which time since some fixed moment.
//!
//! ```text
//!  ask ──> LeavingOut ── it runs ────────────────────────> SettingOption
//!              │                                                 │
//!        it has ended                                            v
//!              v               AwaitingUciok                  Reading ────> Over
//!           Starting ──> UCI: ─> AwaitingReadyok ─> LeavingOut ^ │ │  ^      ^
//!              └─ a script ────────────────────────────────────┘ │ │  └ more │
//!                                                                │ v        │
//!              ^── it left before it was asked ── AwaitingExit <─┘ LastReady─┘
//! ```
//!
//! | phase | what is awaited | what leads on |
//! |---|---|---|
//! | `Rest` | a question | |
//! | `LeavingOut` | lines of before, which are no part of the answer | silence; the end of the output |
//! | `Starting` | a new process | it runs, or does not |
//! | `AwaitingUciok` | `uciok` behind `uci` | it comes, is refused, or too late |
//! | `AwaitingReadyok` | `readyok` behind the first `isready` | as above |
//! | `AwaitingFirstExit` | how a process ends that closes its output at its start | its end, or time |
//! | `SettingOption` | `readyok` behind an option for the castling notation | as above |
//! | `Reading` | rows and totals | a complete answer and `readyok`, silence, the time limit |
//! | `AwaitingExit` | how a process ends that has closed its output | its end, or time |
//! | `LastReady` | `readyok` at the time limit: does it hang? | as above |
//! | `Over` | nobody: there is a result | |
//!
//! UCI does not know `perft`, so no line of UCI ends an answer. `readyok` helps to find its end, but an engine may
//! count in one thread and say `readyok` in another. So `readyok` never ends an answer that grew since `isready`
//! was sent, unless it is complete. It still helps: an engine that does everything in order has by then printed
//! the rest of its answer.
//!
//! Some engines flush their answer only when the next line comes. One that was silent until `isready`, and answered
//! at once in front of `readyok`, is sent `isready` right behind each question. If such a `readyok` comes before
//! the answer is complete, it means nothing.

mod capabilities;
mod partial_reply;
mod reading;
pub mod waits;

use self::capabilities::Capabilities;
use self::reading::Reading;
use crate::ask::{NEW_GAME, Protocol, Question, TroubleKind, uci_castling};
use crate::read::Reply;
use ox88::{CastlingNotation, Position};
use std::collections::VecDeque;
use std::time::Duration;

#[cfg(test)]
pub use self::partial_reply::{Expected, PartialReply};

/// How many lines after an answer are left out before the next question. More than that is a flood.
const MAX_LINES_LEFT_OUT: usize = 1000;

/// The conversation with an engine, through all of its processes, one after the other.
#[derive(Debug)]
pub struct Talk {
    protocol: Protocol,
    limit: Duration,
    /// When no answer is waited for any longer.
    end: Option<Duration>,
    known: Capabilities,
    /// The castling notation that the process uses now.
    notation: CastlingNotation,
    /// How it writes castling where ordinary chess writes the king's target, once that was seen.
    castling_written: Option<CastlingNotation>,
    /// How long its last answer was waited on after the last of it had come.
    silence_at_end: Duration,
    process: ProcessState,
    phase: Phase,
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
    /// A row or a total on standard error.
    StderrLine(String),
    /// This many more bytes of a line that was cut.
    Excess(usize),
    /// The end of standard output, behind all of its lines.
    OutputEnded,
    /// The process has ended. This comes behind the end of the output and the last row on standard error, and
    /// again whenever something is waited for.
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

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ProcessState {
    None,
    Runs,
    ClosedItsOutput,
}

#[derive(Debug)]
enum Phase {
    Rest,
    LeavingOut { most: usize, then: Then },
    Starting(Start),
    AwaitingUciok(Start, Duration),
    AwaitingReadyok(Start, Duration),
    AwaitingFirstExit(Start, Duration),
    SettingOption(Asked, Duration),
    Reading(Box<Reading>),
    AwaitingExit(Box<Reading>, Duration),
    LastReady(Box<Reading>, Duration),
    Over(Result<Option<Reply>, TroubleKind>),
}

/// What comes when all lines of before are left out.
#[derive(Debug)]
enum Then {
    /// The question, if the process still runs.
    Ask(Asked),
    /// The question for which it was started, if it has not ended by itself.
    Began(Start),
}

/// The start of a process.
#[derive(Debug)]
struct Start {
    /// What the engine is asked then, if anything.
    asked: Option<Asked>,
    /// What was known of it before, unless it is the first start of all.
    before: Option<Capabilities>,
    /// How long to wait for each of its acknowledgements.
    timeout: Duration,
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

/// What an event means where a command is to be acknowledged.
enum Acknowledgement {
    Yes,
    No,
    OutputEnded,
    NotYet,
}

impl Talk {
    /// No process is started yet.
    pub fn new(protocol: Protocol, limit: Duration) -> Talk {
        Talk {
            protocol,
            limit: limit.min(waits::LONGEST_LIMIT),
            end: None,
            known: Capabilities::UNTRIED,
            notation: CastlingNotation::KingToTarget,
            castling_written: None,
            silence_at_end: Duration::ZERO,
            process: ProcessState::None,
            phase: Phase::Rest,
            to_do: VecDeque::new(),
        }
    }

    /// The talk with another process of the same engine.
    pub fn with_another(&self) -> Talk {
        Talk { known: self.known, ..Talk::new(self.protocol.clone(), self.limit) }
    }

    pub const fn limit(&self) -> Duration {
        self.limit
    }

    pub const fn silence_at_end(&self) -> Duration {
        self.silence_at_end
    }

    /// From here on no answer is waited for after this time, and the engine writes castling like this, if that was seen.
    pub const fn expect(&mut self, end: Option<Duration>, castling: Option<CastlingNotation>) {
        (self.end, self.castling_written) = (end, castling);
    }

    /// Whether it knows more of UCI than how to set up a position, as far as it has shown.
    pub fn knows_uci(&self) -> bool {
        !self.is_script() && self.known.uci
    }

    /// Whether it says that it knows Chess960, by having the option of UCI for it.
    pub const fn offers_chess960(&self) -> bool {
        self.known.chess960
    }

    pub fn is_script(&self) -> bool {
        self.protocol == Protocol::Script
    }

    // What is wanted.

    /// Starts the engine for the first time, and learns how much of UCI it knows.
    pub fn start(&mut self) {
        let timeout = waits::START.min(self.limit);
        self.phase = Phase::Starting(Start { asked: None, before: None, timeout });
    }

    /// Starts it again, as it was started before.
    pub fn start_again(&mut self, now: Duration) {
        self.phase = self.starting_again(None, now);
    }

    /// Asks a question, of a new process if the one before has ended.
    pub fn ask(&mut self, question: &Question, now: Duration) {
        let moves = question.moves_text(question.castling_notation(self.castling_written));
        let mut arguments = vec![question.depth.to_string(), question.line.root.to_string()];
        arguments.extend((!moves.is_empty()).then_some(moves));
        let set_up = question.uci_position(question.castling_notation(self.castling_written));
        let notation = question.line.root.castling_notation();
        let asked = Asked { arguments, ..Asked::of(question, Some((notation, set_up))) };
        self.phase = if self.process == ProcessState::Runs && !self.is_script() {
            leaving_out(Then::Ask(asked))
        } else {
            self.starting_again(Some(asked), now)
        };
    }

    /// Asks about the position of the last question without setting it up again.
    pub fn ask_again(&mut self, question: &Question) {
        self.phase = if self.process == ProcessState::Runs && !self.is_script() {
            leaving_out(Then::Ask(Asked::of(question, None)))
        } else {
            Phase::Over(Ok(None))
        };
    }

    // What is to be done, and what has happened.

    /// What to do next. It stays the same until it is done.
    pub fn next(&mut self) -> Do {
        if let Some(first) = self.to_do.pop_front() {
            return first;
        }
        match &self.phase {
            Phase::Rest => Do::Done(Ok(None)),
            Phase::LeavingOut { .. } => Do::Wait(Duration::ZERO),
            Phase::Starting(start) => {
                let asked = start.asked.as_ref().filter(|_| self.is_script());
                Do::Start(asked.map(|asked| asked.arguments.clone()).unwrap_or_default())
            }
            Phase::Reading(reading) => Do::Wait(self.quiet_until(reading).min(reading.deadline)),
            Phase::AwaitingUciok(_, until)
            | Phase::AwaitingReadyok(_, until)
            | Phase::AwaitingFirstExit(_, until)
            | Phase::SettingOption(_, until)
            | Phase::AwaitingExit(_, until)
            | Phase::LastReady(_, until) => Do::Wait(*until),
            Phase::Over(_) => self.result(),
        }
    }

    fn result(&mut self) -> Do {
        let Phase::Over(result) = std::mem::replace(&mut self.phase, Phase::Rest) else {
            return Do::Done(Ok(None));
        };
        if result.is_err() {
            // After a trouble no process is asked anything.
            self.process = ProcessState::None;
        }
        Do::Done(result)
    }

    /// Takes note of what has happened, at this time.
    pub fn on(&mut self, event: Event, now: Duration) {
        if matches!(event, Event::OutputEnded | Event::Exited(_)) {
            self.process = ProcessState::ClosedItsOutput;
        }
        self.phase = match std::mem::replace(&mut self.phase, Phase::Rest) {
            Phase::LeavingOut { most, then } => self.leave_out(most, then, &event, now),
            Phase::Starting(start) => self.on_start(start, event, now),
            Phase::AwaitingUciok(start, until) => self.on_uciok(start, until, &event, now),
            Phase::AwaitingReadyok(start, until) => self.on_readyok(start, until, &event, now),
            Phase::AwaitingFirstExit(start, until) => self.on_first_exit(start, until, event, now),
            Phase::SettingOption(asked, until) => {
                match acknowledgement("isready", "readyok", &event, now < until) {
                    Acknowledgement::NotYet => Phase::SettingOption(asked, until),
                    _ => self.set_up(asked, now),
                }
            }
            Phase::Reading(reading) => self.on_answer(reading, event, now),
            Phase::AwaitingExit(reading, until) => self.on_exit(reading, until, event, now),
            Phase::LastReady(reading, until) => self.on_last_ready(reading, until, &event, now),
            still @ (Phase::Rest | Phase::Over(_)) => still,
        };
    }

    fn send(&mut self, line: impl Into<String>) {
        self.to_do.push_back(Do::Send(line.into()));
    }

    /// When something is over that begins now, and may take this long.
    fn until(&self, timeout: Duration, now: Duration) -> Duration {
        let until = now.saturating_add(timeout);
        self.end.map_or(until, |end| end.min(until))
    }

    // A process.

    fn leave_out(&mut self, most: usize, then: Then, event: &Event, now: Duration) -> Phase {
        let is_silent = matches!(event, Event::Nothing) || most <= 1;
        match then {
            Then::Ask(asked) if self.process != ProcessState::Runs => match asked.set_up {
                Some(_) => self.starting_again(Some(asked), now),
                None => Phase::Over(Ok(None)),
            },
            Then::Began(start) if self.process != ProcessState::Runs => {
                Phase::AwaitingFirstExit(start, now + waits::EXIT)
            }
            Then::Ask(asked) if is_silent => {
                let may_leave = self.known.replies > 0 && asked.set_up.is_some();
                self.begin(Asked { may_leave, ..asked }, now)
            }
            Then::Began(start) if is_silent => self.began(start, now),
            then => Phase::LeavingOut { most: most - 1, then },
        }
    }

    /// What comes late at its start may come late again.
    fn starting_again(&self, asked: Option<Asked>, now: Duration) -> Phase {
        let until = self.until(self.limit.saturating_add(waits::START), now);
        let timeout = until.saturating_sub(now);
        Phase::Starting(Start { asked, before: Some(self.known), timeout })
    }

    fn on_start(&mut self, start: Start, event: Event, now: Duration) -> Phase {
        if let Event::NotStarted(reason) = event {
            return Phase::Over(Err(TroubleKind::NotStarted(reason)));
        }
        self.process = ProcessState::Runs;
        self.notation = CastlingNotation::KingToTarget;
        let until = now + start.timeout;
        match start.asked {
            Some(asked) if self.is_script() => Phase::Reading(self.reading(asked, now)),
            // What it did not understand before is not tried again.
            _ if !self.known.uci => self.knows_no_uci(start),
            _ => {
                self.send("uci");
                Phase::AwaitingUciok(start, until)
            }
        }
    }

    fn on_uciok(&mut self, start: Start, until: Duration, event: &Event, now: Duration) -> Phase {
        let acknowledgement = acknowledgement("uci", "uciok", event, now < until);
        if let (Event::Line(line), false) = (event, matches!(acknowledgement, Acknowledgement::Yes))
        {
            self.known.learn_from_line(line);
        }
        match acknowledgement {
            Acknowledgement::NotYet => Phase::AwaitingUciok(start, until),
            Acknowledgement::No | Acknowledgement::OutputEnded => self.knows_no_uci(start),
            Acknowledgement::Yes => {
                // Some set up their tables no sooner, and count nothing before.
                self.send(NEW_GAME);
                if !self.known.isready {
                    return leaving_out(Then::Began(start));
                }
                self.send("isready");
                let until = now + start.timeout;
                Phase::AwaitingReadyok(start, until)
            }
        }
    }

    fn knows_no_uci(&mut self, start: Start) -> Phase {
        (self.known.uci, self.known.isready) = (false, false);
        leaving_out(Then::Began(start))
    }

    fn on_readyok(&mut self, start: Start, until: Duration, event: &Event, now: Duration) -> Phase {
        match acknowledgement("isready", "readyok", event, now < until) {
            Acknowledgement::NotYet => return Phase::AwaitingReadyok(start, until),
            Acknowledgement::Yes => {}
            Acknowledgement::No | Acknowledgement::OutputEnded => self.known.isready = false,
        }
        leaving_out(Then::Began(start))
    }

    fn on_first_exit(
        &mut self,
        start: Start,
        until: Duration,
        event: Event,
        now: Duration,
    ) -> Phase {
        match event {
            Event::Exited(exit) => {
                let reason = format!("it ended before it was asked anything: {}", exit.how);
                Phase::Over(Err(TroubleKind::Dies(reason)))
            }
            Event::Nothing => self.began(start, now),
            _ => Phase::AwaitingFirstExit(start, until),
        }
    }

    /// Goes on to the question. An engine that does not do now what it did when it was first started is not
    /// waited for again.
    fn began(&mut self, start: Start, now: Duration) -> Phase {
        if let Some(before) = start.before.filter(|before| *before != self.known) {
            self.known = before;
            return Phase::Over(Err(TroubleKind::Hangs(self.limit)));
        }
        start.asked.map_or(Phase::Over(Ok(None)), |asked| self.begin(asked, now))
    }

    // A question.

    /// Some engines read on while they set an option, and what they read goes before the option, or is forgotten
    /// with it. So that is waited for.
    fn begin(&mut self, asked: Asked, now: Duration) -> Phase {
        let Some((notation, _)) = asked.set_up else { return self.ask_perft(asked, now) };
        self.to_do.push_back(Do::Forget);
        if !self.known.uci || notation == self.notation {
            return self.set_up(asked, now);
        }
        self.send(uci_castling(notation));
        self.notation = notation;
        if !self.known.isready {
            return self.set_up(asked, now);
        }
        self.send("isready");
        Phase::SettingOption(asked, self.until(waits::START.min(self.limit), now))
    }

    fn set_up(&mut self, asked: Asked, now: Duration) -> Phase {
        if let Some((_, line)) = &asked.set_up {
            self.send(line.clone());
        }
        self.ask_perft(asked, now)
    }

    fn ask_perft(&mut self, asked: Asked, now: Duration) -> Phase {
        self.send(self.perft_line(asked.depth));
        let mut reading = self.reading(asked, now);
        if self.known.answers_when_nudged {
            self.ask_whether_ready(&mut reading, true, now);
        }
        if self.process == ProcessState::Runs {
            Phase::Reading(reading)
        } else {
            Phase::AwaitingExit(reading, now + waits::EXIT)
        }
    }

    /// The command with which it is asked for a divide.
    fn perft(&self) -> String {
        match &self.protocol {
            Protocol::Uci { perft } => perft.clone(),
            Protocol::Script => String::new(),
        }
    }

    fn perft_line(&self, depth: u32) -> String {
        format!("{} {depth}", self.perft())
    }
}

impl Asked {
    /// A question that is set up by this line, or asked again.
    fn of(question: &Question, set_up: Option<(CastlingNotation, String)>) -> Asked {
        let (position, depth) = (question.position(), question.depth);
        Asked { position, depth, set_up, arguments: Vec::new(), may_leave: false }
    }
}

const fn leaving_out(then: Then) -> Phase {
    Phase::LeavingOut { most: MAX_LINES_LEFT_OUT, then }
}

/// Whether a command is acknowledged. Most engines that do not know it say so, and need not be waited for.
fn acknowledgement(command: &str, word: &str, event: &Event, is_in_time: bool) -> Acknowledgement {
    match event {
        Event::Line(line) if line.trim() == word => Acknowledgement::Yes,
        Event::Line(line) if partial_reply::is_refusal(line) && line.contains(command) => {
            Acknowledgement::No
        }
        Event::OutputEnded | Event::Exited(_) => Acknowledgement::OutputEnded,
        Event::Nothing => Acknowledgement::No,
        _ if is_in_time => Acknowledgement::NotYet,
        _ => Acknowledgement::No,
    }
}
