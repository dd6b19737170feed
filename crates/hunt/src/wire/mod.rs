//! An engine as a child process, or a script that is started for each question. Here is everything that starts a
//! process, sleeps or reads a clock. What is said to the engine, and how long it is waited for, is decided in
//! [`super::talk`]. Nothing that an engine does can block this program.
//!
//! | room | its one job |
//! |---|---|
//! | `process` | a process with its pipes: lines in, lines out, the last lines for people |
//! | `pipe` | an end of a pipe that can be let go of |
//! | `group` | processes that are killed with all that they have started |
//! | `program` | can a program be started, and why not? |
//! | `command` | a command as one text, split into words as a shell does |

mod command;
mod group;
mod pipe;
mod process;
mod program;

use self::process::Process;
use self::program::check_program;
use super::ask::{CannotRun, Partner, Protocol, Question, Trouble, TroubleKind};
use super::read::Reply;
use super::talk::{Do, Event, Talk, waits};
use ox88::CastlingNotation;
use std::process::Stdio;
use std::time::{Duration, Instant};

pub use self::command::Splitting;
pub use self::group::kill_all;

/// An engine that can be asked questions.
#[derive(Debug)]
pub struct Engine {
    /// The program and its arguments.
    command: Vec<String>,
    talk: Talk,
    /// The moment from which the talk counts its time.
    begin: Instant,
    /// Nothing between a trouble and the next question.
    process: Option<Process>,
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
        let words = Splitting::HERE.split(command);
        let mut engine = Engine {
            command: words.map_err(|reason| cannot_run(reason, Vec::new()))?,
            talk: Talk::new(protocol, limit),
            begin: Instant::now(),
            process: None,
        };
        let (reason, last_lines) = match engine.first_start() {
            Ok(()) => return Ok(engine),
            Err(refusal) => refusal,
        };
        let hint = Splitting::HERE.hint(command, &engine.command[0]);
        let reason = [Some(reason), hint].into_iter().flatten().collect::<Vec<_>>();
        Err(cannot_run(reason.join("; "), last_lines))
    }

    /// Starts it, or checks that there is a script to start. Otherwise the reason, and the last lines it printed.
    fn first_start(&mut self) -> Result<(), (String, Vec<String>)> {
        if self.talk.is_script() {
            return check_program(&self.command[0]).map_err(|reason| (reason, Vec::new()));
        }
        self.talk.start();
        let started = self.converse().map(drop);
        started.map_err(|Trouble { kind, last_lines }| match kind {
            TroubleKind::NotStarted(reason) | TroubleKind::Dies(reason) => (reason, last_lines),
            other => (other.to_string(), last_lines),
        })
    }

    /// Whether it says that it knows Chess960, by having the option of UCI for it.
    #[must_use]
    pub const fn offers_chess960(&self) -> bool {
        self.talk.offers_chess960()
    }

    /// Whether it knows more of UCI than how to set up a position, as far as it has shown.
    #[must_use]
    pub fn knows_uci(&self) -> bool {
        self.talk.knows_uci()
    }

    /// Whether it can be asked about Chess960. It cannot if it speaks UCI and has no option for it.
    /// Whether any other engine can is not known before it is asked.
    #[must_use]
    pub fn may_know_chess960(&self) -> bool {
        !self.talk.knows_uci() || self.talk.offers_chess960()
    }

    /// Asks a question. After any trouble the engine is killed, and the next question starts it again.
    ///
    /// # Errors
    /// When there is no reply, or none that can be one to the question.
    pub fn ask_question(&mut self, question: &Question) -> Result<Reply, Trouble> {
        self.talk.ask(question, self.begin.elapsed());
        let mut reply = self.converse()?.ok_or(TroubleKind::ClosedItsOutput)?;
        if self.talk.is_script() {
            let last_lines = self.kill();
            if let Some(cut_off) = &mut reply.cut_off {
                cut_off.last_lines = last_lines;
            }
        }
        Ok(reply)
    }

    /// Asks about the position of the last question again without setting it up. Nothing for a script, which has no
    /// position between two questions, and for an engine that no longer runs.
    ///
    /// # Errors
    /// As [`Engine::ask_question`].
    pub fn ask_question_again(&mut self, question: &Question) -> Option<Result<Reply, Trouble>> {
        self.talk.ask_again(question);
        self.converse().transpose()
    }

    /// Starts another process of the same engine, which is waited for until a time. Nothing for a script, which is
    /// started for each question.
    ///
    /// # Errors
    /// When it cannot be started, or does not do at its start what the first one did.
    #[must_use]
    pub fn start_another(&self, end: Instant) -> Option<Result<Engine, Trouble>> {
        if self.talk.is_script() {
            return None;
        }
        let is_over = || Instant::now() >= end;
        if is_over() {
            return Some(Err(TroubleKind::CutShort.into()));
        }
        let talk = self.talk.with_another(end.saturating_duration_since(self.begin));
        let command = self.command.clone();
        let mut another = Engine { command, talk, begin: self.begin, process: None };
        another.talk.start_again(another.begin.elapsed());
        Some(match another.converse() {
            Ok(_) => Ok(another),
            Err(_) if is_over() => Err(TroubleKind::CutShort.into()),
            Err(trouble) => Err(trouble),
        })
    }

    /// Does what the talk says until it is over.
    fn converse(&mut self) -> Result<Option<Reply>, Trouble> {
        loop {
            match (self.talk.next(), &mut self.process) {
                (Do::Start(arguments), _) => {
                    let event = self.start_process(&arguments);
                    self.talk.on(event, self.begin.elapsed());
                }
                (Do::Wait(until), Some(process)) => {
                    let event = process.next_event(self.begin + until);
                    self.talk.on(event, self.begin.elapsed());
                }
                (Do::Forget, Some(process)) => process.forget(),
                (Do::Send(line), Some(process)) => process.send(&line),
                (Do::Done(Err(kind)), _) => return Err(Trouble { kind, last_lines: self.kill() }),
                (Do::Done(Ok(reply)), _) => return Ok(reply),
                (_, None) => return Err(TroubleKind::ClosedItsOutput.into()),
            }
        }
    }

    fn start_process(&mut self, arguments: &[String]) -> Event {
        // The pipes of the process before it are closed first: descriptors may be scarce.
        self.process = None;
        let input = if self.talk.is_script() { Stdio::null() } else { Stdio::piped() };
        match Process::start(&[&self.command, arguments].concat(), input) {
            Ok(process) => {
                self.process = Some(process);
                Event::Started
            }
            Err(reason) => Event::NotStarted(reason),
        }
    }

    /// Kills the process if there is one, and returns the last lines that it printed.
    fn kill(&mut self) -> Vec<String> {
        self.process.take().map(Process::kill).unwrap_or_default()
    }
}

impl Partner for Engine {
    fn ask(&mut self, question: &Question) -> Result<Reply, Trouble> {
        self.ask_question(question)
    }

    fn ask_again(&mut self, question: &Question) -> Option<Result<Reply, Trouble>> {
        self.ask_question_again(question)
    }

    fn another(&mut self, end: Instant) -> Option<Result<Box<dyn Partner + '_>, Trouble>> {
        let another = self.start_another(end)?;
        Some(another.map(|another| Box::new(another) as Box<dyn Partner>))
    }

    fn limit(&self) -> Duration {
        self.talk.limit()
    }

    fn silence_at_end(&self) -> Duration {
        self.talk.silence_at_end()
    }

    fn end_at(&mut self, end: Instant) {
        self.talk.end_at(end.saturating_duration_since(self.begin));
    }

    fn may_refuse_moves(&self) -> bool {
        self.talk.is_script()
    }

    fn castling_written(&self) -> Option<CastlingNotation> {
        self.talk.castling_written()
    }
}

impl Drop for Engine {
    /// Asks the process to end, and kills it if it does not.
    fn drop(&mut self) {
        if let Some(mut process) = self.process.take() {
            process.send("quit");
            process.wait(waits::QUIT);
        }
    }
}
