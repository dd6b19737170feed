//! An engine as a child process. It may speak UCI, or only a part of it, or be a script that is started for each
//! question. Nothing that it does can block this program.
//!
//! How to read what another engine prints is said in [`super::read`].

mod command;
mod partial_reply;
mod pipe;
mod process;
mod process_group;
mod program;
mod uci;

use self::process::{EXIT_TIMEOUT, Event, Process};
use self::program::check_program;
use self::uci::Capabilities;
use super::ask::{CannotRun, Partner, Protocol, Question, Trouble, TroubleKind, uci_castling};
use super::read::{CutOff, Reply};
use ox88::{CastlingNotation, MoveName};
use std::process::{ExitStatus, Stdio};
use std::time::{Duration, Instant};

pub use self::command::Splitting;
pub use self::partial_reply::PartialReply;
pub use self::process_group::kill_all;

/// A longer time limit would be of no use, and might overflow a clock.
const MAX_LIMIT: Duration = Duration::from_secs(365 * 24 * 60 * 60);

/// How long to wait for `uciok` and `readyok` when an engine is first started. One that knows UCI
/// says so at once.
const UCI_TIMEOUT: Duration = Duration::from_secs(2);

/// How long to wait for an engine to quit.
const QUIT_TIMEOUT: Duration = Duration::from_millis(200);

/// How many lines after a reply are skipped before the next question. More than that is a flood.
const MAX_LINES_SKIPPED: usize = 1000;

/// An engine that can be asked questions.
#[derive(Debug)]
pub struct Engine {
    /// The program and its arguments.
    command: Vec<String>,
    protocol: Protocol,
    limit: Duration,
    /// When no answer is waited for any longer.
    end: Option<Instant>,
    /// Nothing between a trouble and the next question.
    process: Option<Process>,
    capabilities: Capabilities,
    /// The castling notation that the engine uses now.
    notation: CastlingNotation,
    /// How it writes castling where ordinary chess writes the king's target, once that was seen.
    castling_written: Option<CastlingNotation>,
    /// Whether it ended without a failure when it was asked last, and before it said anything.
    has_left: bool,
    /// How long its last answer was waited on after the last of it had come.
    silence_at_end: Duration,
}

/// Why a process does not run, and whose fault that is.
enum NotRunning {
    /// The system did not start it: it is not there, or there are too many processes or open files.
    NotStarted(String),
    /// It was started, and has ended by itself.
    Ended(String),
}

impl NotRunning {
    fn into_reason(self) -> String {
        match self {
            NotRunning::NotStarted(reason) | NotRunning::Ended(reason) => reason,
        }
    }
}

impl Engine {
    /// Starts an engine, with a time limit for each question. The command is split as
    /// [`Splitting::HERE`] does it.
    ///
    /// # Errors
    /// When nothing could be started: not found, not executable, or it ended before any question.
    pub fn start(command: &str, protocol: Protocol, limit: Duration) -> Result<Engine, CannotRun> {
        let cannot_run =
            |reason, last_lines| CannotRun { command: command.to_owned(), reason, last_lines };
        let mut engine = Engine {
            command: Splitting::HERE
                .split(command)
                .map_err(|reason| cannot_run(reason, Vec::new()))?,
            protocol,
            limit: limit.min(MAX_LIMIT),
            end: None,
            process: None,
            capabilities: Capabilities::UNTRIED,
            notation: CastlingNotation::KingToTarget,
            castling_written: None,
            has_left: false,
            silence_at_end: Duration::ZERO,
        };
        let started = match engine.protocol {
            Protocol::Script => check_program(&engine.command[0]),
            Protocol::Uci { .. } => {
                engine.start_process(UCI_TIMEOUT.min(limit)).map_err(NotRunning::into_reason)
            }
        };
        match started {
            Ok(()) => Ok(engine),
            Err(reason) => {
                let hint = Splitting::HERE.hint(command, &engine.command[0]);
                let reason = [Some(reason), hint].into_iter().flatten().collect::<Vec<_>>();
                Err(cannot_run(reason.join("; "), engine.kill()))
            }
        }
    }

    /// Whether it says that it knows Chess960, by having the option of UCI for it.
    #[must_use]
    pub fn offers_chess960(&self) -> bool {
        self.capabilities.chess960
    }

    /// Whether it knows more of UCI than how to set up a position, as far as it has shown.
    #[must_use]
    pub const fn knows_uci(&self) -> bool {
        matches!(self.protocol, Protocol::Uci { .. }) && self.capabilities.uci
    }

    /// Whether it can be asked about Chess960. It cannot if it speaks UCI and has no option for it.
    /// Whether any other engine can is not known before it is asked.
    #[must_use]
    pub fn may_know_chess960(&self) -> bool {
        self.protocol == Protocol::Script || !self.capabilities.uci || self.capabilities.chess960
    }

    fn reply_or_trouble(&mut self, reply: Result<Reply, TroubleKind>) -> Result<Reply, Trouble> {
        reply.map_err(|kind| {
            let refuses = kind == TroubleKind::Rubbish && self.capabilities.replies > 0;
            let kind = if refuses { TroubleKind::Refuses } else { kind };
            Trouble { kind, last_lines: self.kill() }
        })
    }

    /// Asks the process to end, if there is one, and kills it if it does not.
    fn quit(&mut self) {
        if let Some(mut process) = self.process.take() {
            process.send("quit");
            let _ = process.status_within(QUIT_TIMEOUT);
        }
    }

    /// Kills the process if there is one, and returns the last lines that it printed.
    fn kill(&mut self) -> Vec<String> {
        self.process.take().map(Process::kill).unwrap_or_default()
    }

    // UCI.

    /// Starts the process, and learns how much of UCI it knows.
    fn start_process(&mut self, timeout: Duration) -> Result<(), NotRunning> {
        // The pipes of the process before it are closed first: descriptors may be scarce.
        self.process = None;
        let process = Process::start(&self.command, Stdio::piped());
        let process = self.process.insert(process.map_err(NotRunning::NotStarted)?);
        self.notation = CastlingNotation::KingToTarget;
        self.capabilities.probe(process, timeout);
        match process.status() {
            None => Ok(()),
            Some(status) => {
                let reason = format!("it ended before it was asked anything: {status}");
                Err(NotRunning::Ended(reason))
            }
        }
    }

    /// Asks an engine that may end after each reply. It may do so just when it is asked again, and then
    /// another is started.
    fn ask_by_uci(&mut self, question: &Question, perft: &str) -> Result<Reply, TroubleKind> {
        let may_leave = self.capabilities.replies > 0 && self.is_running();
        let reply = self.set_up_and_ask(question, perft);
        if !(may_leave && self.has_left && matches!(reply, Err(TroubleKind::Dies(_)))) {
            return reply;
        }
        self.kill();
        self.set_up_and_ask(question, perft)
    }

    fn set_up_and_ask(&mut self, question: &Question, perft: &str) -> Result<Reply, TroubleKind> {
        self.ensure_running()?;
        let Some(process) = &mut self.process else { return Err(TroubleKind::ClosedItsOutput) };
        process.forget_last_lines();
        let notation = question.line.root.castling_notation();
        if self.capabilities.uci && notation != self.notation {
            let timeout = time_left(UCI_TIMEOUT.min(self.limit), self.end);
            self.capabilities.set_option(process, &uci_castling(notation), timeout);
            self.notation = notation;
        }
        process.send(&question.uci_position(question.castling_notation(self.castling_written)));
        self.ask_perft(question, perft)
    }

    /// Asks for the divide of the position that is set up.
    fn ask_perft(&mut self, question: &Question, perft: &str) -> Result<Reply, TroubleKind> {
        let Some(process) = &mut self.process else { return Err(TroubleKind::ClosedItsOutput) };
        process.forget_stderr();
        process.send(&format!("{perft} {}", question.depth));
        let mut reply = PartialReply::new(
            &question.position(),
            question.depth,
            question.depth <= self.capabilities.totals_only_to,
        );
        if self.capabilities.prints_totals {
            reply = reply.that_ends_with_a_total();
        }
        if self.capabilities.answers_in_info {
            reply = reply.that_is_in_info_lines();
        }
        let deadline = deadline(self.limit, self.end);
        uci::read_reply(process, &mut reply, &mut self.capabilities, self.limit, deadline)
            .map_err(|kind| {
                let is_success = process.status().is_some_and(|status| status.success());
                self.has_left = reply.is_silent() && is_success;
                // Some engines that know no perft search for ever.
                if reply.is_search() { TroubleKind::Searches(perft.to_owned()) } else { kind }
            })?;
        if reply.is_search() {
            return Err(TroubleKind::Searches(perft.to_owned()));
        }
        self.silence_at_end = reply.silence();
        let has_moves = reply.has_moves();
        self.capabilities.prints_totals |= reply.ends_with_its_total();
        if has_moves && reply.is_silent() {
            return Err(TroubleKind::NoAnswer(format!("{perft} {}", question.depth)));
        }
        let is_in_info_lines = reply.is_in_info_lines();
        let reply = reply.finish()?;
        self.capabilities.answers_in_info |= is_in_info_lines;
        self.capabilities.replies += 1;
        // With 0 it claims that there is no move, and then it has no row to print.
        if has_moves && reply.is_total_only() && reply.total() != Some(0) {
            // Some do so at depth 1 alone, and none from some greater depth on.
            let to = if question.depth == 1 { 1 } else { u32::MAX };
            self.capabilities.totals_only_to = self.capabilities.totals_only_to.max(to);
        }
        Ok(reply)
    }

    /// Starts the engine again if it no longer runs.
    fn ensure_running(&mut self) -> Result<(), TroubleKind> {
        if self.is_running() {
            return Ok(());
        }
        let known = self.capabilities;
        // What comes late at its start may come late again.
        let timeout = time_left(self.limit.saturating_add(UCI_TIMEOUT), self.end);
        self.start_process(timeout).map_err(|why| match why {
            NotRunning::NotStarted(reason) => TroubleKind::NotStarted(reason),
            NotRunning::Ended(reason) => TroubleKind::Dies(reason),
        })?;
        // It does not do now what it did when it was first started.
        if self.capabilities != known {
            self.capabilities = known;
            return Err(TroubleKind::Hangs(self.limit));
        }
        Ok(())
    }

    fn is_running(&mut self) -> bool {
        self.process.as_mut().is_some_and(|process| {
            // What came after the last reply does not belong to the next one.
            let mut events = (0..MAX_LINES_SKIPPED).map(|_| process.next_event(Duration::ZERO));
            let is_output = |event: &Event| !matches!(event, Event::End | Event::Timeout);
            let last = events.find(|event| !is_output(event));
            !matches!(last, Some(Event::End)) && process.status().is_none()
        })
    }

    // Scripts.

    fn ask_script(&mut self, question: &Question) -> Result<Reply, TroubleKind> {
        let mut command = self.command.clone();
        command.extend([question.depth.to_string(), question.line.root.to_string()]);
        if !question.line.moves.is_empty() {
            command.push(question.moves_text(question.castling_notation(self.castling_written)));
        }
        self.process = None;
        let process = Process::start(&command, Stdio::null()).map_err(TroubleKind::NotStarted)?;
        let process = self.process.insert(process);

        let mut reply = PartialReply::new(&question.position(), question.depth, false);
        let deadline = deadline(self.limit, self.end);
        let mut has_exited = false;
        loop {
            match process.next_event(deadline.saturating_duration_since(Instant::now())) {
                Event::Line(line) => reply.add_line(&line)?,
                Event::StderrLine(line) => reply.add_stderr_line(&line)?,
                Event::Excess(bytes) => reply.add_bytes(bytes)?,
                Event::Timeout => return Err(TroubleKind::Hangs(self.limit)),
                Event::StderrGrew => {}
                Event::End if has_exited || reply.is_complete() => break,
                // Where standard output has ended, the rows may come on standard error.
                Event::End => {
                    let left = deadline.saturating_duration_since(Instant::now());
                    has_exited = process.status_within(left.min(EXIT_TIMEOUT)).is_some();
                    if !has_exited && left.is_zero() {
                        return Err(TroubleKind::Hangs(self.limit));
                    }
                }
            }
        }
        let is_failure = |status: &ExitStatus| !status.success();
        let failure = process.status_within(EXIT_TIMEOUT).filter(is_failure);
        if let Some(status) = failure
            && (status.code().is_none() || reply.is_empty())
        {
            return Err(TroubleKind::Dies(status.to_string()));
        }
        // Behind a complete reply the exit code does not matter.
        let failure = failure.filter(|_| !reply.is_complete());
        let mut reply = reply.finish()?;
        self.capabilities.replies += 1;
        let last_lines = self.kill();
        reply.cut_off = failure.map(|status| CutOff { how: status.to_string(), last_lines });
        Ok(reply)
    }
}

impl Partner for Engine {
    /// After any trouble the engine is killed, and the next question starts it again.
    fn ask(&mut self, question: &Question) -> Result<Reply, Trouble> {
        let reply = match self.protocol.clone() {
            Protocol::Uci { perft } => self.ask_by_uci(question, &perft),
            Protocol::Script => self.ask_script(question),
        };
        if let Ok(reply) = &reply {
            self.castling_written = castling_written(question, reply).or(self.castling_written);
        }
        self.reply_or_trouble(reply)
    }

    /// Nothing for a script, which has no position between two questions, and for an engine that no
    /// longer runs.
    fn ask_again(&mut self, question: &Question) -> Option<Result<Reply, Trouble>> {
        let Protocol::Uci { perft } = self.protocol.clone() else { return None };
        if !self.is_running() {
            return None;
        }
        let reply = self.ask_perft(question, &perft);
        Some(self.reply_or_trouble(reply))
    }

    /// Nothing for a script, which is started for each question.
    fn another(&mut self, end: Instant) -> Option<Result<Box<dyn Partner + '_>, Trouble>> {
        let Protocol::Uci { .. } = self.protocol else { return None };
        let mut another = Engine {
            command: self.command.clone(),
            protocol: self.protocol.clone(),
            end: Some(end),
            process: None,
            ..*self
        };
        let is_over = || Instant::now() >= end;
        if is_over() {
            return Some(Err(TroubleKind::CutShort.into()));
        }
        Some(match another.ensure_running() {
            Ok(()) => Ok(Box::new(another)),
            Err(_) if is_over() => Err(TroubleKind::CutShort.into()),
            Err(kind) => Err(Trouble { kind, last_lines: another.kill() }),
        })
    }

    fn limit(&self) -> Duration {
        self.limit
    }

    fn silence_at_end(&self) -> Duration {
        self.silence_at_end
    }

    fn end_at(&mut self, end: Instant) {
        self.end = Some(end);
    }

    fn may_refuse_moves(&self) -> bool {
        self.protocol == Protocol::Script
    }

    fn castling_written(&self) -> Option<CastlingNotation> {
        self.castling_written
    }
}

/// How a reply writes castling in a position of ordinary chess, if it lists one by its squares.
fn castling_written(question: &Question, reply: &Reply) -> Option<CastlingNotation> {
    let position = question.position();
    if position.castling_notation() == CastlingNotation::KingTakesRook {
        return None;
    }
    let castlings = position.legal_moves().into_iter().filter(|mv| mv.castling_rook().is_some());
    castlings.into_iter().find_map(|mv| {
        let notations = [CastlingNotation::KingToTarget, CastlingNotation::KingTakesRook];
        let is_written = |castling: &CastlingNotation| {
            let name = MoveName::from_uci(&mv.text(*castling));
            reply.rows.iter().any(|row| row.name() == name)
        };
        notations.into_iter().find(is_written)
    })
}

impl Drop for Engine {
    fn drop(&mut self) {
        self.quit();
    }
}

/// How long something may take that begins now, and may take this long.
fn time_left(limit: Duration, end: Option<Instant>) -> Duration {
    deadline(limit, end).saturating_duration_since(Instant::now())
}

/// When a question that is asked now has to be answered.
fn deadline(limit: Duration, end: Option<Instant>) -> Instant {
    let deadline = Instant::now() + limit;
    end.map_or(deadline, |end| end.min(deadline))
}
