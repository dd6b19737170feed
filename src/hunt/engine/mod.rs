//! An engine that is asked for the divide of a position, and answers in time or not at all.
//!
//! It may speak UCI, or only some of it, or be a script that is started for each question. Whatever
//! it does is an answer or a [`Trouble`]: nothing that it does makes anybody wait for ever.

mod answering;
mod group;
mod last_lines;
mod listening;
mod process;
mod program;
mod question;
mod trouble;

use self::answering::Answering;
use self::listening::{FAREWELL, Manners, PATIENCE_FOR_END, is_heard, listen, offers_chess960};
use self::process::{Heard, Process};
use super::dialect::Reply;
use crate::chess::moves::CastlingNotation;
use std::process::ExitStatus;
use std::time::{Duration, Instant};

pub use self::group::kill_all;
pub use self::question::Question;
pub use self::trouble::{CannotRun, Trouble, TroubleKind};

/// Nobody waits any longer, and no clock need count any further.
const LONGEST_LIMIT: Duration = Duration::from_secs(365 * 24 * 60 * 60);

/// An engine that knows UCI says so at once, and one that does not will never answer.
const PATIENCE_FOR_UCI: Duration = Duration::from_secs(2);

/// How many lines an engine may still print after its answer. They are not heard; what is more
/// belongs to a flood.
const MOST_LEFT_OVER: usize = 1000;

/// How an engine is asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Protocol {
    /// By UCI's commands, on one standard input for all questions.
    Uci {
        /// What comes before the depth: `go perft` or `perft`.
        perft: String,
    },
    /// By starting it as `script DEPTH ROOT_FEN [MOVES]`, as perftree does.
    Script,
}

/// An engine to which questions are put.
#[derive(Debug)]
pub struct Engine {
    words: Vec<String>,
    protocol: Protocol,
    limit: Duration,
    /// The engine as it runs now: not between a trouble and the next question.
    process: Option<Process>,
    manners: Manners,
    /// The way in which castling is written that it was last told.
    castling: CastlingNotation,
}

impl Engine {
    /// Starts an engine, which then has so much time for each question. The command is split into
    /// words as a shell does it, with quotes.
    ///
    /// # Errors
    /// When nothing could be started: not found, not executable, or it ended before any question.
    pub fn start(command: &str, protocol: Protocol, limit: Duration) -> Result<Engine, CannotRun> {
        let cannot_run = |(reason, last_lines)| {
            Err(CannotRun { command: command.to_owned(), reason, last_lines })
        };
        let words = match shlex::split(command) {
            Some(words) if words.is_empty() => {
                return cannot_run(("expected the name of a program".to_owned(), Vec::new()));
            }
            Some(words) => words,
            None => {
                let reason = "a quotation mark or a backslash is open at its end: expected words as \
                              in a shell";
                return cannot_run((reason.to_owned(), Vec::new()));
            }
        };
        let mut engine = Engine {
            words,
            protocol,
            limit: limit.min(LONGEST_LIMIT),
            process: None,
            manners: Manners { knows_uci: true, gets_ready: true, knows_chess960: false },
            castling: CastlingNotation::KingToTarget,
        };
        let started = match engine.protocol {
            Protocol::Script => program::find(&engine.words[0]),
            Protocol::Uci { .. } => engine.start_process(PATIENCE_FOR_UCI.min(limit)),
        };
        match started {
            Ok(()) => Ok(engine),
            Err(reason) => cannot_run((reason, engine.kill())),
        }
    }

    /// How much time it has for each question.
    #[must_use]
    pub const fn limit(&self) -> Duration {
        self.limit
    }

    /// Whether it can be asked about Chess960: not if it speaks UCI and offers no option for it. Others
    /// cannot be told beforehand, and have to be asked.
    #[must_use]
    pub fn may_know_chess960(&self) -> bool {
        self.protocol == Protocol::Script || !self.manners.knows_uci || self.manners.knows_chess960
    }

    /// Asks a question. After any trouble the engine is killed, and the next question starts it
    /// again.
    ///
    /// # Errors
    /// When no answer came, or none that can be one.
    pub fn ask(&mut self, question: &Question) -> Result<Reply, Trouble> {
        let answer = match self.protocol.clone() {
            Protocol::Uci { perft } => self.ask_by_uci(question, &perft),
            Protocol::Script => self.ask_script(question),
        };
        answer.map_err(|kind| Trouble { kind, last_lines: self.kill() })
    }

    /// Asks about the position of the last question again without setting it up, so that what the
    /// last answer has left behind is seen. Nothing for a script, which has no position between two
    /// questions, and for an engine that does not run any more.
    ///
    /// # Errors
    /// As [`Engine::ask`].
    pub fn ask_again(&mut self, question: &Question) -> Option<Result<Reply, Trouble>> {
        let Protocol::Uci { perft } = self.protocol.clone() else { return None };
        if !self.still_runs() {
            return None;
        }
        let answer = self.ask_depth(question, &perft);
        Some(answer.map_err(|kind| Trouble { kind, last_lines: self.kill() }))
    }

    /// Kills the process if there is one, and tells the last lines that it printed.
    fn kill(&mut self) -> Vec<String> {
        self.process.take().map(Process::kill).unwrap_or_default()
    }

    // UCI.

    /// Starts the process and learns how much of UCI it knows, in so much time.
    fn start_process(&mut self, patience: Duration) -> Result<(), String> {
        let process = Process::start(&self.words, true)
            .map_err(|error| program::why_not_started(&self.words[0], &error))?;
        let process = self.process.insert(process);
        self.castling = CastlingNotation::KingToTarget;
        let Manners { knows_uci, gets_ready, knows_chess960 } = &mut self.manners;
        let notice = |line: &str| *knows_chess960 |= offers_chess960(line);
        *knows_uci = *knows_uci && is_heard(process, "uci", "uciok", patience, notice);
        *gets_ready =
            *knows_uci && *gets_ready && is_heard(process, "isready", "readyok", patience, |_| {});
        match process.status() {
            None => Ok(()),
            Some(status) => Err(format!("it ended before it was asked anything: {status}")),
        }
    }

    fn ask_by_uci(&mut self, question: &Question, perft: &str) -> Result<Reply, TroubleKind> {
        self.have_it_running()?;
        let Some(process) = &mut self.process else { return Err(TroubleKind::ClosedItsOutput) };
        process.forget_last_lines();
        let castling = question.root.castling_notation();
        if self.manners.knows_uci && castling != self.castling {
            let is_chess960 = castling == CastlingNotation::KingTakesRook;
            process.tell(&format!("setoption name UCI_Chess960 value {is_chess960}"));
            self.castling = castling;
        }
        process.tell(&question.uci_position());
        self.ask_depth(question, perft)
    }

    /// Asks for the leaves of the position that is set up.
    fn ask_depth(&mut self, question: &Question, perft: &str) -> Result<Reply, TroubleKind> {
        let Some(process) = &mut self.process else { return Err(TroubleKind::ClosedItsOutput) };
        process.tell(&format!("{perft} {}", question.depth));
        let asked = question.position();
        let mut answering = Answering::new(asked.legal_moves().len());
        listen(process, &mut answering, &mut self.manners, self.limit)?;
        answering.finish(&asked)
    }

    /// Starts the engine again if it does not run any more.
    fn have_it_running(&mut self) -> Result<(), TroubleKind> {
        if self.still_runs() {
            return Ok(());
        }
        let known = self.manners;
        self.start_process(self.limit).map_err(TroubleKind::Dies)?;
        // What it did when it was first started it does not do now.
        if self.manners != known {
            self.manners = known;
            return Err(TroubleKind::Hangs(self.limit));
        }
        Ok(())
    }

    fn still_runs(&mut self) -> bool {
        self.process.as_mut().is_some_and(|process| {
            // What is left over from the last answer does not belong to the next one.
            let mut left_over = (0..MOST_LEFT_OVER).map(|_| process.hear(Duration::ZERO));
            let last = left_over.find(|heard| !matches!(heard, Heard::Line(_) | Heard::More(_)));
            !matches!(last, Some(Heard::End)) && process.status().is_none()
        })
    }

    // Scripts.

    fn ask_script(&mut self, question: &Question) -> Result<Reply, TroubleKind> {
        let mut words = self.words.clone();
        words.extend([question.depth.to_string(), question.root.to_string()]);
        if !question.moves.is_empty() {
            words.push(question.moves_text());
        }
        let process = Process::start(&words, false)
            .map_err(|error| TroubleKind::Dies(program::why_not_started(&words[0], &error)))?;
        let process = self.process.insert(process);

        let asked = question.position();
        let mut answering = Answering::new(asked.legal_moves().len());
        let deadline = Instant::now() + self.limit;
        loop {
            match process.hear(deadline.saturating_duration_since(Instant::now())) {
                Heard::Line(line) => answering.hear_line(&line)?,
                Heard::More(bytes) => answering.hear_bytes(bytes)?,
                Heard::Nothing => return Err(TroubleKind::Hangs(self.limit)),
                Heard::End => break,
            }
        }
        // The exit code says nothing where there is an answer, but a signal does.
        let status = process.status_within(PATIENCE_FOR_END);
        let is_failure = |status: &ExitStatus| match status.code() {
            Some(code) => code != 0 && answering.length() == 0,
            None => true,
        };
        if let Some(status) = status.filter(is_failure) {
            return Err(TroubleKind::Dies(status.to_string()));
        }
        let answer = answering.finish(&asked)?;
        self.process = None;
        Ok(answer)
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        if let Some(process) = &mut self.process {
            process.tell("quit");
            let _ = process.status_within(FAREWELL);
        }
    }
}
