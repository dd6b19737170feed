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
use super::ask::{Abilities, CannotRun, Partner, Protocol, Trouble, TroubleKind, run_each};
use super::ask::{Experiment, Heard, Process as Asked};
use super::read::{CutOff, Reply};
use super::talk::{Do, Event, Talk, waits};
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
    /// Another process of it, which was started last beside this one.
    beside: Option<Box<Engine>>,
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
            beside: None,
        };
        let started = if engine.talk.is_script() {
            let found = check_program(&engine.command[0]);
            found.map_err(|reason| TroubleKind::NotStarted(reason).into())
        } else {
            engine.talk.start();
            engine.converse().map(drop)
        };
        let Err(Trouble { kind, last_lines }) = started else { return Ok(engine) };
        let reason = match kind {
            TroubleKind::NotStarted(reason) | TroubleKind::Dies(reason) => reason,
            other => other.to_string(),
        };
        let hint = Splitting::HERE.hint(command, &engine.command[0]);
        let hint = hint.map_or(String::new(), |hint| format!("; {hint}"));
        Err(cannot_run(reason + &hint, last_lines))
    }

    /// Whether it says that it knows Chess960, by having the option of UCI for it.
    #[must_use]
    pub const fn offers_chess960(&self) -> bool {
        self.talk.known.chess960
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
        !self.talk.knows_uci() || self.talk.known.chess960
    }

    /// Asks the steps of an experiment. Nobody waits beyond `end`. After any trouble the engine is killed, and the
    /// next question starts it again. A script is killed after each answer.
    fn ask_each(&mut self, experiment: &Experiment, end: Option<Duration>) -> Vec<Heard> {
        self.talk.expect(end, experiment.castling);
        run_each(experiment, |step| {
            self.talk.ask(&step.question(), step.is_again, self.begin.elapsed());
            let mut reply = match self.converse() {
                Ok(Some(reply)) => reply,
                Ok(None) => return Heard::Cannot,
                Err(trouble) => return Heard::Trouble(trouble),
            };
            if self.talk.is_script() {
                let last_lines = self.kill();
                reply.cut_off = reply.cut_off.map(|cut_off| CutOff { last_lines, ..cut_off });
            }
            Heard::Answer { reply, silence: self.talk.silence_at_end }
        })
    }

    /// Another process of the same engine, which has been asked nothing.
    fn another(&self, end: Option<Duration>) -> Result<Engine, Trouble> {
        let (command, mut talk) = (self.command.clone(), self.talk.with_another());
        talk.expect(end, None);
        talk.start_again(self.begin.elapsed());
        let mut another = Engine { command, talk, begin: self.begin, process: None, beside: None };
        another.converse().map(|_| another)
    }

    /// Does what the talk says until it is over.
    fn converse(&mut self) -> Result<Option<Reply>, Trouble> {
        loop {
            match (self.talk.next(), &mut self.process) {
                (Do::Start(arguments), _) => {
                    // The pipes of the process before it are closed first: descriptors may be scarce.
                    self.process = None;
                    let input = if self.talk.is_script() { Stdio::null() } else { Stdio::piped() };
                    let started = Process::start(&[&self.command[..], &arguments].concat(), input);
                    let event = started.map_or_else(Event::NotStarted, |process| {
                        self.process = Some(process);
                        Event::Started
                    });
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

    /// Kills the process if there is one, and returns the last lines that it printed.
    fn kill(&mut self) -> Vec<String> {
        self.process.take().map(Process::kill).unwrap_or_default()
    }
}

impl Partner for Engine {
    fn can(&self) -> Abilities {
        // Each question of a script has a process of its own, without a position between two questions.
        let is_script = self.talk.is_script();
        Abilities {
            again: !is_script,
            fresh: !is_script,
            may_refuse_moves: is_script,
            ..Abilities::of_questions(self.talk.limit)
        }
    }

    fn run(&mut self, experiment: &Experiment, within: Duration) -> Vec<Heard> {
        let end = self.begin.elapsed().checked_add(within);
        if experiment.process != Asked::Beside {
            self.beside = None;
        }
        match experiment.process {
            Asked::Running => return self.ask_each(experiment, end),
            Asked::Fresh => match self.another(end) {
                Ok(another) => self.beside = Some(Box::new(another)),
                Err(trouble) => return vec![Heard::Trouble(trouble)],
            },
            Asked::Beside => {}
        }
        match &mut self.beside {
            Some(another) => another.ask_each(experiment, end),
            None => vec![Heard::Cannot],
        }
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
