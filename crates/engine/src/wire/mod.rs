//! An engine as a child process, or a script that is started for each question. Here is everything that starts a
//! process, sleeps or reads a clock. What is said to the engine, and how long it is waited for, is decided in
//! [`crate::talk`]. Nothing that an engine does can block this program.
//!
//! | module | its one job |
//! |---|---|
//! | `process` | a process with its pipes: lines in, lines out, the last lines for people |
//! | `group` | processes that are killed with all that they have started |
//! | `program` | can a program be started, and why not? |
//! | `console` | a process that is sent any lines, and asked whether it is ready after them |
//! | `command` | a command as one text, split into words as a shell does |

mod command;
mod console;
mod group;
mod process;
mod program;

use self::process::Process;
use crate::ask::{Abilities, Partner, Protocol, Trouble, TroubleKind, run_each};
use crate::ask::{Experiment, Heard, Process as Asked};
use crate::talk::{Event, Exit, Talk, Wire, waits};
use std::process::Stdio;
use std::time::{Duration, Instant};

pub use self::command::Splitting;
pub use self::console::Console;
pub use self::group::kill_all;
pub use self::program::check_program;

/// An engine that can be asked questions.
#[derive(Debug)]
pub struct Engine {
    talk: Talk<Processes>,
    /// Another process of it, which was started last beside this one.
    beside: Option<Box<Engine>>,
}

/// The processes of an engine, one after the other.
#[derive(Debug)]
struct Processes {
    command: Vec<String>,
    has_input: bool,
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
    /// Why nothing could be started, if it was not found, is not executable, or ended before any question; and what it
    /// printed last.
    pub fn start(command: &str, protocol: Protocol, limit: Duration) -> Result<Engine, String> {
        let cannot_run = |reason| format!("the engine `{command}` cannot be run: {reason}");
        if protocol == Protocol::Function {
            let why = "a function is asked in its own process: expected a program that speaks UCI, or a script";
            return Err(cannot_run(why.to_owned()));
        }
        let words = Splitting::HERE.split(command);
        let wire = Processes {
            command: words.map_err(cannot_run)?,
            has_input: protocol != Protocol::Script,
            begin: Instant::now(),
            process: None,
        };
        let mut engine = Engine { talk: Talk::new(wire, protocol, limit), beside: None };
        let started = if engine.talk.is_script() {
            check_program(&engine.talk.wire.command[0]).map_err(TroubleKind::NotStarted)
        } else {
            engine.talk.start()
        };
        let Err(kind) = started else { return Ok(engine) };
        let trouble = engine.trouble(kind);
        let reason = match &trouble.kind {
            TroubleKind::NotStarted(reason) | TroubleKind::Dies(reason) => reason.clone(),
            other => other.to_string(),
        };
        let is_silent = trouble.last_lines.is_empty();
        let last_words =
            if is_silent { String::new() } else { format!("\n{}", trouble.last_words()) };
        Err(cannot_run(reason) + &last_words)
    }

    /// Whether it says that it knows Chess960, by having the option of UCI for it.
    pub const fn offers_chess960(&self) -> bool {
        self.talk.known.chess960
    }

    /// Whether it knows more of UCI than how to set up a position, as far as it has shown.
    pub fn knows_uci(&self) -> bool {
        self.talk.knows_uci()
    }

    /// Whether nothing but silence shows where its answers end, so that each is waited for.
    pub fn ends_in_silence(&self) -> bool {
        self.talk.ends_in_silence()
    }

    /// Asks the steps of an experiment. Nobody waits beyond `end`. After any trouble the engine is killed, and the
    /// next question starts it again. A script is killed after each answer.
    fn ask_each(&mut self, experiment: &Experiment, end: Option<Duration>) -> Vec<Heard> {
        self.talk.expect(end, experiment.castling);
        run_each(experiment, |step| {
            let mut reply = match self.talk.ask(step) {
                Ok(Some(reply)) => reply,
                Ok(None) => return Heard::Cannot,
                Err(kind) => return Heard::Trouble(self.trouble(kind)),
            };
            if self.talk.is_script() {
                let last_lines = self.talk.wire.kill();
                reply.cut_off = reply.cut_off.map(|cut_off| Trouble { last_lines, ..cut_off });
            }
            Heard::Answer { reply, silence: self.talk.silence_at_end }
        })
    }

    /// Another process of the same engine, which has been asked nothing.
    fn another(&self, end: Option<Duration>) -> Result<Engine, Trouble> {
        let talk = self.talk.with_another(self.talk.wire.others());
        let mut another = Engine { talk, beside: None };
        another.talk.expect(end, None);
        another.talk.start_again(&[]).map_err(|kind| another.trouble(kind))?;
        Ok(another)
    }

    /// Kills the process, and says what it printed last.
    fn trouble(&mut self, kind: TroubleKind) -> Trouble {
        Trouble { kind, last_lines: self.talk.wire.kill() }
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
        let end = self.talk.wire.now().checked_add(within);
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

impl Processes {
    /// Other processes of the same engine. None runs.
    fn others(&self) -> Processes {
        Processes { command: self.command.clone(), process: None, ..*self }
    }

    /// Kills the process if there is one, and returns the last lines that it printed.
    fn kill(&mut self) -> Vec<String> {
        self.process.take().map(Process::kill).unwrap_or_default()
    }
}

impl Wire for Processes {
    fn start(&mut self, arguments: &[String]) -> Result<(), String> {
        // The pipes of the process before it are closed first: descriptors may be scarce.
        self.process = None;
        let input = if self.has_input { Stdio::piped() } else { Stdio::null() };
        self.process = Some(Process::start(&[&self.command[..], arguments].concat(), input)?);
        Ok(())
    }

    fn forget(&mut self) {
        self.process.iter().for_each(Process::forget);
    }

    fn send(&mut self, line: &str) {
        self.process.iter().for_each(|process| process.send(line));
    }

    fn next_event(&mut self, until: Duration) -> Event {
        match &mut self.process {
            Some(process) => process.next_event(self.begin + until),
            None => Event::Exited(Exit::default()),
        }
    }

    fn now(&self) -> Duration {
        self.begin.elapsed()
    }
}

impl Drop for Processes {
    /// Asks the process to end, and kills it if it does not.
    fn drop(&mut self) {
        if let Some(mut process) = self.process.take() {
            process.send("quit");
            process.wait(waits::QUIT);
        }
    }
}
