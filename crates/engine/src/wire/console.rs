//! A process that is sent lines of any kind, and asked whether it is ready after them. What it prints is returned as it
//! is: nothing here knows perft.

use super::command::Splitting;
use super::process::Process;
use crate::talk::{Event, waits};
use crate::trouble::{Trouble, TroubleKind};
use std::process::Stdio;
use std::time::{Duration, Instant};

/// No answer to one question has more lines.
const MOST_LINES: usize = 100_000;

/// An engine that speaks UCI, as far as `isready` goes.
#[derive(Debug)]
pub struct Console {
    command: Vec<String>,
    /// Nothing after a trouble.
    process: Option<Process>,
    /// How long to listen on after `readyok`: some engines print in one thread and are ready in another.
    pub patience: Duration,
    /// Whether it offers UCI's option for Chess960.
    pub offers_chess960: bool,
}

impl Console {
    /// Starts the engine of a command, which is split as [`Splitting::HERE`] does it, and says `uci`.
    ///
    /// # Errors
    /// Why nothing could be started, or if it ends at once or is never ready.
    pub fn start(command: &str, within: Duration) -> Result<Console, Trouble> {
        let not_started = |why| Trouble::from(TroubleKind::NotStarted(why));
        let command = Splitting::HERE.split(command).map_err(not_started)?;
        let patience = Duration::ZERO;
        let mut console = Console { command, process: None, patience, offers_chess960: false };
        console.restart(within)?;
        Ok(console)
    }

    /// Another process of the same engine.
    ///
    /// # Errors
    /// As for [`Console::start`].
    pub fn another(&self, within: Duration) -> Result<Console, Trouble> {
        let mut other = Console { command: self.command.clone(), process: None, ..*self };
        other.restart(within)?;
        Ok(other)
    }

    /// Ends the process, and starts another one in its place.
    ///
    /// # Errors
    /// As for [`Console::start`].
    pub fn restart(&mut self, within: Duration) -> Result<(), Trouble> {
        self.process = None;
        let process = Process::start(&self.command, Stdio::piped());
        self.process = Some(process.map_err(TroubleKind::NotStarted)?);
        let said = self.ask(["uci"], within)?;
        let is_it = |line: &String| line.starts_with("option") && line.contains("UCI_Chess960");
        self.offers_chess960 = said.iter().any(is_it);
        Ok(())
    }

    /// Whether there is no process any more, after a trouble.
    pub const fn is_gone(&self) -> bool {
        self.process.is_none()
    }

    /// Sends lines and then `isready`, and returns the lines up to `readyok`.
    ///
    /// # Errors
    /// If it was not ready within this time, if it has ended, or if it does not stop printing. Then it is killed, and
    /// [`Console::restart`] brings it back.
    pub fn ask<'a>(
        &mut self,
        lines: impl IntoIterator<Item = &'a str>,
        within: Duration,
    ) -> Result<Vec<String>, Trouble> {
        self.ask_until(lines, |_| true, within)
    }

    /// The same, and listens until these lines are all that was waited for, even if it is ready before.
    ///
    /// # Errors
    /// As for [`Console::ask`].
    pub fn ask_until<'a>(
        &mut self,
        lines: impl IntoIterator<Item = &'a str>,
        mut are_all: impl FnMut(&[String]) -> bool,
        within: Duration,
    ) -> Result<Vec<String>, Trouble> {
        let gone = || TroubleKind::Dies("its process is gone".to_owned());
        let process = self.process.as_mut().ok_or_else(gone)?;
        process.forget();
        lines.into_iter().chain(["isready"]).for_each(|line| process.send(line));
        let end = Instant::now() + within.min(waits::LONGEST_LIMIT);
        let (mut printed, mut ready) = (Vec::new(), None);
        let kind = loop {
            let until = match ready {
                Some(ready) if are_all(&printed) => end.min(ready + self.patience),
                _ => end,
            };
            match process.next_event(until) {
                Event::Line(line) if line.trim() == "readyok" => {
                    ready.get_or_insert_with(Instant::now);
                }
                Event::Line(_) | Event::Excess(_) if printed.len() == MOST_LINES => {
                    break TroubleKind::Floods;
                }
                Event::Line(line) => printed.push(line),
                Event::StderrLine(_) | Event::Excess(_) | Event::OutputEnded => {}
                Event::Nothing if until < end => return Ok(printed),
                Event::Nothing => break TroubleKind::Hangs(within),
                Event::Exited(exit) => break TroubleKind::Dies(exit.how),
            }
            if ready.is_some() && self.patience.is_zero() && are_all(&printed) {
                return Ok(printed);
            }
        };
        let last_lines = self.process.take().map(Process::kill).unwrap_or_default();
        Err(Trouble { kind, last_lines })
    }
}

impl Drop for Console {
    /// Asks the process to end, and kills it if it does not.
    fn drop(&mut self) {
        if let Some(mut process) = self.process.take() {
            process.send("quit");
            process.wait(waits::QUIT);
        }
    }
}
