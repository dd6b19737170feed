//! `ox88 uci`: answers over UCI, for programs that would otherwise ask Stockfish.

use super::backend::Backend;
use super::outcome::{CommandVerdict, Result, Stop};
use super::output::shortened;
use super::{input, show};
use argh::{ArgsInfo, FromArgs};
use ox88::{CastlingNotation, Position, root_moves};
use ox88_count::CountOverflow;
use std::io::{self, BufRead, BufReader, Read, Write};

/// Speaks UCI, for programs that ask an engine for perft.
#[derive(FromArgs, ArgsInfo)]
#[argh(
    subcommand,
    name = "uci",
    help_triggers("-h", "--help", "help"),
    note = "It reads uci, isready, ucinewgame, setoption name UCI_Chess960, position,\n\
            go perft, stop, d and quit from standard input, one per line.",
    example = "{command_name}\n\
               printf 'position startpos moves e2e4\\ngo perft 3\\n' | {command_name}"
)]
pub struct Uci {}

/// Runs the command to the end of its input, and writes the answers to `out`.
pub(crate) fn run(out: &mut impl Write) -> Result {
    // Programs like perftree read exactly one line before they ask.
    writeln!(out, "{NAME}, a reference for legal chess moves")?;
    out.flush()?;
    let backend = Backend::new(None, None, false, false)?;
    converse(&mut BufReader::new(io::stdin()), &backend, out)
}

/// Answers the commands of an input up to `quit` or to its end, each before the next one is read.
///
/// # Errors
/// The input could not be read, the output not be written, or a signal came.
pub fn converse(input: &mut impl BufRead, backend: &Backend, out: &mut impl Write) -> Result {
    let position = Some(Position::start());
    let mut session = Session { position, is_chess960: false, backend };
    let mut line = Vec::new();
    loop {
        line.clear();
        let mut read = Read::take(&mut *input, LONGEST_COMMAND).read_until(b'\n', &mut line);
        let is_cut = line.len() as u64 == LONGEST_COMMAND && !line.ends_with(b"\n");
        if is_cut {
            read = input.skip_until(b'\n');
        }
        read.map_err(|error| format!("standard input: {error}"))?;
        let text = String::from_utf8_lossy(&line);
        let mut tokens: Vec<&str> = text.split_whitespace().collect();
        // Half of a position is another one, and its name alone is refused.
        tokens.truncate(if is_cut { 1 } else { usize::MAX });
        if line.is_empty() || tokens.first() == Some(&"quit") {
            return Ok(CommandVerdict::Right);
        }
        session.answer(&tokens, out)?;
        out.flush()?;
    }
}

/// The longest command, in bytes. A position with all the moves of the longest game is shorter.
const LONGEST_COMMAND: u64 = 128 << 10;

const NAME: &str = concat!("ox88 ", env!("CARGO_PKG_VERSION"));

/// The position that is set up, and the counter.
struct Session<'a> {
    /// `None` after a refused `position`, because the one before it is no longer meant.
    position: Option<Position>,
    is_chess960: bool,
    backend: &'a Backend,
}

impl Session<'_> {
    /// Answers one command. A command that is refused changes nothing, except that a refused
    /// `position` leaves none.
    fn answer(&mut self, tokens: &[&str], out: &mut impl Write) -> Result<()> {
        let Some((&command, arguments)) = tokens.split_first() else { return Ok(()) };
        let answered = match command {
            "uci" => {
                writeln!(out, "id name {NAME}")?;
                writeln!(out, "id author the authors of ox88")?;
                writeln!(out, "option name UCI_Chess960 type check default false")?;
                Ok(writeln!(out, "uciok")?)
            }
            "isready" => Ok(writeln!(out, "readyok")?),
            // A count has ended before the next command is read.
            "ucinewgame" | "stop" => Ok(()),
            "setoption" => read_option(arguments).map(|is_chess960| self.is_chess960 = is_chess960),
            "position" => {
                let position = read_position(arguments);
                self.position = position.as_ref().ok().copied();
                position.map(drop)
            }
            "go" => return self.go(arguments, out),
            "d" => match &self.position {
                Some(position) => Ok(show::write_position(position, out)?),
                None => Err(NO_POSITION.to_owned()),
            },
            unknown => Err(format!(
                "{unknown:?} is not a command here: expected uci, isready, ucinewgame, setoption, \
                 position, go perft, stop, d or quit"
            )),
        };
        Ok(answered.or_else(|refusal| inform(out, &refusal))?)
    }

    /// Counts leaves; `go` can ask for nothing else here.
    fn go(&self, arguments: &[&str], out: &mut impl Write) -> Result<()> {
        let depth = match *arguments {
            ["perft", depth] => input::depth(depth).map_err(|_| {
                format!("{depth:?} is not a depth: expected one from 1 to 255, as in `go perft 5`")
            }),
            ["perft", ..] => Err("expected one depth, as in `go perft 5`".to_owned()),
            _ => Err("ox88 does not play: expected `go perft` and a depth".to_owned()),
        };
        let position = self.position.as_ref().ok_or_else(|| NO_POSITION.to_owned());
        match position.and_then(|position| Ok((position, depth?))) {
            Ok((position, depth)) => self.divide(position, depth, out),
            Err(refusal) => {
                inform(out, &refusal)?;
                // A program that waits for the end of a search would otherwise wait for ever.
                Ok(writeln!(out, "bestmove 0000")?)
            }
        }
    }

    /// Writes the rows of a divide as they are counted, so that a reader can see that there is
    /// progress, and so that a reader who has gone away is noticed.
    fn divide(&self, position: &Position, depth: u32, out: &mut impl Write) -> Result<()> {
        let castling = if self.is_chess960 {
            CastlingNotation::KingTakesRook
        } else {
            position.castling_notation()
        };
        let mut total = Some(0u128);
        for (mv, after) in root_moves(position, castling) {
            let leaves =
                self.backend.perft_until(&after, depth - 1, &|| false)?.ok_or(Stop::Interrupted)?;
            total = total.and_then(|total| total.checked_add(leaves));
            writeln!(out, "{}: {leaves}", mv.text(castling))?;
            out.flush()?;
        }
        Ok(writeln!(out, "\nNodes searched: {}\n", total.ok_or(CountOverflow)?)?)
    }
}

const NO_POSITION: &str =
    "there is no position, since the last one was refused: expected `position` with another one";

/// Sends a message for people, each of its lines as an `info string`.
fn inform(out: &mut impl Write, text: &str) -> io::Result<()> {
    shortened(text).lines().try_for_each(|line| writeln!(out, "info string {line}"))
}

/// Reads `startpos|fen F [moves …]`.
fn read_position(arguments: &[&str]) -> Result<Position, String> {
    let text = arguments.join(" ");
    match arguments {
        ["startpos", ..] => input::position_of_uci(&text),
        ["fen", board, ..] if board.contains('/') => input::position_of_uci(&text),
        _ => Err(format!(
            "{text:?} is not a position: expected `position startpos` or `position fen` and a FEN, \
             then perhaps `moves` and moves"
        )),
    }
}

/// Reads `name UCI_Chess960 value true|false`: whether castling is always written as in Chess960.
fn read_option(arguments: &[&str]) -> Result<bool, String> {
    let value = match *arguments {
        ["name", name, "value", value] if name.eq_ignore_ascii_case("UCI_Chess960") => value,
        _ => "",
    };
    value.to_ascii_lowercase().parse().map_err(|_| {
        format!(
            "{:?} is not an option here: expected `setoption name UCI_Chess960 value true` or `false`",
            arguments.join(" ")
        )
    })
}
