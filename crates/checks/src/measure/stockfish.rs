//! A running Stockfish that answers `go perft`.

use std::io::{self, BufRead, BufReader, ErrorKind, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// Where Stockfish is looked for: on the path, and where Debian puts games, which not every path
/// has.
const PLACES: [&str; 2] = ["stockfish", "/usr/games/stockfish"];

/// A running Stockfish.
pub struct Stockfish {
    /// Its own name for itself: `Stockfish 15.1`.
    pub name: String,
    process: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    is_chess960: bool,
}

impl Stockfish {
    /// Starts the Stockfish at this path. Without a path it is looked for in the usual places, and
    /// may not be there.
    ///
    /// # Errors
    /// If the one at this path cannot be started, or if one was started and does not speak UCI.
    pub fn find(path: Option<&str>) -> Result<Option<Stockfish>, String> {
        let places = path.as_ref().map_or(&PLACES[..], std::slice::from_ref);
        for place in places {
            match Stockfish::start(place) {
                Ok(stockfish) => return Ok(Some(stockfish)),
                Err(error) if path.is_none() && error.kind() == ErrorKind::NotFound => {}
                Err(error) => {
                    return Err(format!(
                        "{place}: {error}: give the path of a Stockfish as the argument"
                    ));
                }
            }
        }
        Ok(None)
    }

    fn start(command: &str) -> io::Result<Stockfish> {
        let mut process =
            Command::new(command).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
        let (Some(input), Some(output)) = (process.stdin.take(), process.stdout.take()) else {
            return Err(io::Error::other("its input and output are no pipes"));
        };
        let output = BufReader::new(output);
        let name = command.to_owned();
        let mut stockfish = Stockfish { name, process, input, output, is_chess960: false };
        stockfish.send("uci")?;
        let lines = stockfish.read_to("uciok")?;
        if let Some(name) = lines.iter().find_map(|line| line.strip_prefix("id name ")) {
            name.clone_into(&mut stockfish.name);
        }
        Ok(stockfish)
    }

    /// The number of its process.
    pub fn process_id(&self) -> u32 {
        self.process.id()
    }

    /// Sets up a position, and returns when that is done.
    ///
    /// # Errors
    /// If Stockfish has ended.
    pub fn set_up(&mut self, fen: &str) -> io::Result<()> {
        let is_chess960 = fen.split(' ').nth(2).is_some_and(|rights| {
            rights != "-" && rights.contains(|letter| !"KQkq".contains(letter))
        });
        if is_chess960 != self.is_chess960 {
            self.send(&format!("setoption name UCI_Chess960 value {is_chess960}"))?;
            self.is_chess960 = is_chess960;
        }
        self.send(&format!("position fen {fen}\nisready"))?;
        self.read_to("readyok")?;
        Ok(())
    }

    /// The divide of the position that was set up, in the order of Stockfish, and its total.
    ///
    /// # Errors
    /// If Stockfish has ended, or prints no total.
    pub fn perft(&mut self, depth: u32) -> io::Result<(Vec<(String, u128)>, u128)> {
        self.send(&format!("go perft {depth}"))?;
        let lines = self.read_to("Nodes searched")?;
        let number = |line: &str| {
            let (text, number) = line.split_once(": ")?;
            Some((text.to_owned(), number.parse().ok()?))
        };
        // Any other line is a remark.
        let mut rows: Vec<(String, u128)> = lines.iter().filter_map(|line| number(line)).collect();
        let total = rows.pop().filter(|(text, _)| text == "Nodes searched");
        let (_, total) =
            total.ok_or_else(|| io::Error::other("expected a number behind `Nodes searched: `"))?;
        Ok((rows, total))
    }

    fn send(&mut self, line: &str) -> io::Result<()> {
        writeln!(self.input, "{line}")?;
        self.input.flush()
    }

    /// The lines up to and including the first that begins like this.
    fn read_to(&mut self, last: &str) -> io::Result<Vec<String>> {
        let mut lines = Vec::new();
        for line in self.output.by_ref().lines() {
            let line = line?;
            let is_last = line.starts_with(last);
            lines.push(line);
            if is_last {
                return Ok(lines);
            }
        }
        Err(io::Error::other(format!("it ended before it printed `{last}`")))
    }
}

impl Drop for Stockfish {
    fn drop(&mut self) {
        // It should end by itself after this. If it does not, nothing here depends on that.
        let _ = self.send("quit");
        let _ = self.process.wait();
    }
}
