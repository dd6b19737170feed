//! The engine without a process: a command goes in, and lines come out.

use crate::format::Format;
use crate::switches::Switches;
use crate::talk::Talk;
use std::io;

/// A broken engine in this process.
///
/// ```
/// use ox88_broken_engine::Engine;
///
/// let mut engine = Engine::new("castling-missing --format dashes").expect("there is such a fault");
/// assert!(engine.command("position fen 7k/7p/7P/8/8/p7/P7/4K2R w K - 0 1").is_empty());
/// let lines = engine.command("go perft 1");
/// assert!(lines.contains(&"e1f2 - 1".to_owned()) && !lines.contains(&"e1g1 - 1".to_owned()));
/// ```
pub struct Engine {
    /// Its switches when it was started.
    switches: Switches,
    talk: Talk,
}

impl Engine {
    /// Starts an engine. The words are those of its command line, up to `--script`.
    ///
    /// # Errors
    /// When a word means nothing, or what it asks for needs a process: a trouble, standard error, or a script.
    pub fn new(words: &str) -> Result<Engine, String> {
        let words: Vec<String> = words.split_whitespace().map(str::to_owned).collect();
        let (switches, question) = Switches::read(&words)?;
        let needs_a_process =
            switches.trouble.is_some() || switches.style.has(Format::Stderr) || question.is_some();
        if needs_a_process {
            return Err(format!("{words:?} needs a process"));
        }
        Ok(Engine { talk: Talk::new(switches.clone()), switches })
    }

    /// The engine as if it had just been started.
    pub fn restarted(&self) -> Engine {
        Engine { switches: self.switches.clone(), talk: Talk::new(self.switches.clone()) }
    }

    /// Answers a UCI command with the lines that the engine prints. A second question without a new position is about
    /// the position as the first one has left it.
    #[expect(clippy::missing_panics_doc, reason = "it never does")]
    pub fn command(&mut self, line: &str) -> Vec<String> {
        printed(|out| self.talk.command(line, out).map(drop)).expect("a vector takes all bytes")
    }

    /// The lines that it prints when it is started as a script of perftree, with these arguments:
    /// `DEPTH ROOT_FEN [MOVES]`. That has nothing to do with what it was asked before.
    ///
    /// # Errors
    /// When the arguments are not those of such a script.
    pub fn script(&self, arguments: &[String]) -> io::Result<Vec<String>> {
        printed(|out| Talk::new(self.switches.clone()).script(arguments, out))
    }
}

/// What is written here, line by line.
fn printed(write: impl FnOnce(&mut Vec<u8>) -> io::Result<()>) -> io::Result<Vec<String>> {
    let mut bytes = Vec::new();
    write(&mut bytes)?;
    Ok(String::from_utf8_lossy(&bytes).lines().map(str::to_owned).collect())
}
