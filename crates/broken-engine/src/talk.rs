//! The conversation: UCI as far as perft needs it, and the protocol of perftree's scripts.

use crate::format::{Format, Style};
use crate::game::{Game, is_castling};
use crate::switches::Switches;
use crate::trouble::Trouble;
use ox88::{CastlingNotation, Move, Position};
use std::io::{self, BufRead, Write};
use std::ops::ControlFlow;
use std::thread;
use std::time::Duration;

pub struct Talk {
    switches: Switches,
    /// The position that was set up last. Perft works on it, so a faulty `undo` spoils it for the next question.
    game: Game,
}

/// Whether the engine goes on after a command.
pub type Flow = ControlFlow<()>;

impl Talk {
    pub fn new(switches: Switches) -> Talk {
        let game = Game::start(switches.faults);
        Talk { switches, game }
    }

    /// Answers commands up to `quit` or to the end of the input.
    pub fn uci(&mut self, commands: impl BufRead, out: &mut impl Write) -> io::Result<()> {
        self.say_all(out, &self.style().greeting())?;
        for line in commands.lines() {
            if self.command(&line?, out)?.is_break() {
                break;
            }
        }
        Ok(())
    }

    /// Answers one command.
    pub fn command(&mut self, line: &str, out: &mut impl Write) -> io::Result<Flow> {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words[..] {
            [] => {}
            ["quit"] => return Ok(Flow::Break(())),
            ["position", ref position @ ..] => self.set_position(position, out)?,
            ["perft", depth] if self.style().has_plain_verb() => self.perft(depth, out)?,
            ["d"] => self.say(out, &self.game.board.drawing())?,
            _ if self.style().has_plain_verb() => self.refuse(line, out)?,
            ["go", "perft", depth] => self.perft(depth, out)?,
            ["uci"] => self.say_all(
                out,
                &[
                    "id name broken_engine".to_owned(),
                    "option name UCI_Chess960 type check default false".to_owned(),
                    "uciok".to_owned(),
                ],
            )?,
            ["isready"] => self.say(out, "readyok")?,
            ["ucinewgame"] => {}
            ["setoption", "name", "UCI_Chess960", "value", value] => {
                self.switches.style.chess960 = value == "true";
            }
            _ => self.refuse(line, out)?,
        }
        Ok(Flow::Continue(()))
    }

    /// Answers one question of perftree: `DEPTH ROOT_FEN [MOVES]`.
    pub fn script(&mut self, arguments: &[String], out: &mut impl Write) -> io::Result<()> {
        let [depth, root, moves @ ..] = arguments else {
            return Err(io::Error::other("expected DEPTH ROOT_FEN [MOVES]"));
        };
        let position: Position = root.parse().map_err(io::Error::other)?;
        let style = &mut self.switches.style;
        style.chess960 = position.castling_notation() == CastlingNotation::KingTakesRook;
        style.formats.extend([Format::NoColon, Format::BareTotal]);
        let moves: Vec<&str> = moves.iter().flat_map(|moves| moves.split_whitespace()).collect();
        self.play(Game::new(&position, self.switches.faults), &moves, out)?;
        self.perft(depth, out)
    }

    /// Sets up `startpos|fen FEN [moves …]`.
    fn set_position(&mut self, words: &[&str], out: &mut impl Write) -> io::Result<()> {
        let mut parts = words.splitn(2, |&word| word == "moves");
        let (start, moves) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
        let faults = self.switches.faults;
        let of_fen = |position: Position| Game::new(&position, faults);
        let game = match start {
            ["startpos"] => Ok(Game::start(faults)),
            ["fen", fields @ ..] => {
                fields.join(" ").parse().map(of_fen).map_err(|error| format!("{error}"))
            }
            _ => Err("expected startpos or fen".to_owned()),
        };
        match game {
            Ok(game) => self.play(game, moves, out),
            Err(problem) => self.say(out, &format!("info string {problem}")),
        }
    }

    fn play(&mut self, game: Game, moves: &[&str], out: &mut impl Write) -> io::Result<()> {
        let ignores_position = self.switches.trouble == Some(Trouble::IgnoresPosition);
        let ignores_moves =
            ignores_position || self.switches.trouble == Some(Trouble::IgnoresMoves);
        self.game = if ignores_position { Game::start(self.switches.faults) } else { game };
        for &text in moves.iter().filter(|_| !ignores_moves) {
            let Some(mv) = self.find_move(text) else {
                return self.say(out, &format!("info string no piece can move {text}"));
            };
            self.game.make(mv);
        }
        Ok(())
    }

    /// Finds the move of a text. Castling may be written in either notation, but a step of the king comes first.
    fn find_move(&mut self, text: &str) -> Option<Move> {
        let moves = if self.style().has(Format::LegalMovesOnly) {
            self.game.legal_moves()
        } else {
            self.game.pseudo_legal()
        };
        let mut castlings = vec![CastlingNotation::KingToTarget, CastlingNotation::KingTakesRook];
        if self.style().has(Format::LegalMovesOnly)
            && self.style().has(Format::CastlingKingTakesRook)
        {
            castlings = vec![CastlingNotation::KingTakesRook];
        }
        if self.switches.trouble == Some(Trouble::CastlesForAStep)
            && let Some(&mv) = moves
                .iter()
                .find(|mv| is_castling(**mv) && mv.text(CastlingNotation::KingToTarget) == text)
        {
            return Some(mv);
        }
        castlings
            .into_iter()
            .find_map(|castling| moves.iter().find(|mv| mv.text(castling) == text).copied())
    }

    fn perft(&mut self, depth: &str, out: &mut impl Write) -> io::Result<()> {
        let depth: u32 = match depth.parse() {
            Ok(depth) if depth > 0 => depth,
            _ => return self.say(out, &format!("info string {depth} is no depth")),
        };
        let has_en_passant = self.game.en_passant.is_some();
        let rows = self.game.divide(depth);
        let sum = rows.iter().map(|(_, leaves)| leaves).sum::<u64>();
        if let Some(speed) = self.switches.leaves_per_second {
            let leaves = u32::try_from(sum).unwrap_or(u32::MAX);
            thread::sleep(Duration::from_secs(1) * leaves / speed);
        }
        let total = if self.switches.trouble == Some(Trouble::Lie) { sum + 1 } else { sum };
        let mut totals = Vec::new();
        let style = self.style();
        if style.has(Format::TableOfDepths) || style.has(Format::TableWithTimes) {
            let sum = |depth| self.game.divide(depth).iter().map(|(_, leaves)| leaves).sum::<u64>();
            totals.extend((1..depth).map(sum));
        }
        totals.resize(depth as usize - 1, 0);
        totals.push(total);
        let lines = self.style().answer(&self.game.board, &rows, &totals);
        match self.switches.trouble {
            None if self.style().has(Format::Stderr) => {
                eprintln!("{}", lines.join("\n"));
                Ok(())
            }
            None => self.say_all(out, &lines),
            Some(trouble) => {
                trouble.before_answer();
                trouble.perft(&lines, has_en_passant, |bytes| self.write(bytes, out))
            }
        }
    }

    fn refuse(&self, line: &str, out: &mut impl Write) -> io::Result<()> {
        if self.style().has(Format::SilentPlainVerb) {
            return Ok(());
        }
        self.say(out, &format!("Unknown command: '{line}'"))
    }

    fn say(&self, out: &mut impl Write, line: &str) -> io::Result<()> {
        self.say_all(out, &[line.to_owned()])
    }

    fn say_all(&self, out: &mut impl Write, lines: &[String]) -> io::Result<()> {
        if let Some(trouble) = self.switches.trouble {
            trouble.before_answer();
        }
        self.write((lines.join("\n") + "\n").as_bytes(), out)
    }

    /// Writes bytes with the line ends of the format.
    fn write(&self, bytes: &[u8], out: &mut impl Write) -> io::Result<()> {
        for part in bytes.split_inclusive(|&byte| byte == b'\n') {
            match part.strip_suffix(b"\n") {
                Some(line) => {
                    out.write_all(line)?;
                    out.write_all(self.style().line_end().as_bytes())?;
                }
                None => out.write_all(part)?,
            }
        }
        out.flush()
    }
    fn style(&self) -> &Style {
        &self.switches.style
    }
}
