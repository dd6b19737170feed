//! What people type: a depth, a number, a file, and a position with moves to play from it.

use super::output;
use super::similar::similar;
use ox88::suite::{SuitePosition, built_in};
use ox88::{Move, Position, START};
use ox88_count::Start960;
use ox88_hunt::suites::{ALIASES, by_name, read_number};
use ox88_hunt::{LineError, TypedLine, is_move, typed_move};
use std::fs::File;
use std::io::{self, BufRead, BufReader, IsTerminal, Read as _};
use std::time::Duration;

/// The same limit as in suites. No walk gets that deep.
const MAX_DEPTH: u32 = 255;

/// A larger file is none that is read here, and may have no end.
const MOST_BYTES: u64 = 64 << 20;

/// Reads a depth.
pub fn depth(text: &str) -> Result<u32, String> {
    let depth = text.parse().ok().filter(|depth| (1..=MAX_DEPTH).contains(depth));
    depth.ok_or_else(|| format!("expected a depth from 1 to {MAX_DEPTH}, like 5"))
}

/// Reads a number that may be written in groups of digits, or as large ones are: `5k`, `2M`, `1G`, `1e6`.
pub fn number(text: &str) -> Result<u128, String> {
    let text = text.trim();
    let units = [("k", 3), ("K", 3), ("M", 6), ("G", 9)];
    let unit = units.iter().find_map(|&(unit, zeros)| Some((text.strip_suffix(unit)?, zeros)));
    let power = || {
        let (digits, zeros) = text.split_once('e')?;
        Some((digits, zeros.parse().ok()?))
    };
    let (digits, zeros) = unit.or_else(power).unwrap_or((text, 0));
    let number = read_number(digits).ok().zip(10_u128.checked_pow(zeros));
    number.and_then(|(digits, unit)| digits.checked_mul(unit)).ok_or_else(|| {
        format!("`{text}` is not a number below 2^128: write it as `8902`, `8_902`, `2M` or `1e6`")
    })
}

/// Reads the seed of random numbers.
pub fn seed(text: &str) -> Result<u64, String> {
    let seed = number(text).ok().and_then(|seed| u64::try_from(seed).ok());
    seed.ok_or_else(|| format!("expected a seed from 0 to {}, as in --seed 7", u64::MAX))
}

/// Reads a time in seconds, minutes or hours.
pub fn time(text: &str) -> Option<Duration> {
    let units = [("h", 3600.0), ("m", 60.0), ("s", 1.0), ("", 1.0)];
    let split = |(unit, seconds)| Some((text.trim().strip_suffix(unit)?.trim(), seconds));
    let (number, unit) = units.into_iter().find_map(split)?;
    let time = Duration::try_from_secs_f64(number.parse::<f64>().ok()? * unit).ok()?;
    (!time.is_zero()).then_some(time)
}

/// Reads the number of a start position of Chess960.
pub fn start960(text: &str) -> Result<Start960, String> {
    let start = text.trim().parse().ok().and_then(Start960::new);
    start.ok_or_else(|| {
        format!(
            "expected the number of a Chess960 start position, from 0 to {}, as in `--start 518`, that of \
             ordinary chess",
            Start960::COUNT - 1
        )
    })
}

/// Opens a file, or standard input for `-`, and names it for messages. It may have no end, so every caller sets a
/// limit.
pub fn open(file: &str) -> (&str, io::Result<Box<dyn BufRead>>) {
    if file.trim() == "-" {
        if io::stdin().is_terminal() {
            let end = if cfg!(windows) { "Ctrl-Z and Enter end" } else { "Ctrl-D ends" };
            output::remark(&format!("reading standard input: {end} it"));
        }
        ("standard input", Ok(Box::new(io::stdin().lock())))
    } else {
        (file, File::open(file).map(|file| Box::new(BufReader::new(file)) as Box<dyn BufRead>))
    }
}

/// Reads all of a file, or of standard input for `-`, and names it for messages.
pub fn read(file: &str) -> (&str, io::Result<Vec<u8>>) {
    let (name, input) = open(file);
    let mut bytes = Vec::new();
    let too_long = || io::Error::other(format!("it has more than {} MiB", MOST_BYTES >> 20));
    match input.and_then(|input| input.take(MOST_BYTES).read_to_end(&mut bytes)) {
        Ok(length) if length as u64 == MOST_BYTES => (name, Err(too_long())),
        read => (name, read.map(|_| bytes)),
    }
}

/// Reads something from the report that a hunt with these options has written as JSON.
pub fn read_report<T>(
    file: &str,
    options: &str,
    read_json: fn(&str) -> Result<T, String>,
) -> Result<T, String> {
    let (name, bytes) = read(file);
    let json = bytes.and_then(|bytes| String::from_utf8(bytes).map_err(io::Error::other));
    let read = json.map_err(|error| error.to_string()).and_then(|json| read_json(&json));
    read.map_err(|error| format!("{name}: {error}: expected what `ox88 hunt {options}` writes"))
}

/// Reads `[FEN] [MOVES]` of another program, which writes moves as UCI does.
pub fn position_of_uci(text: &str) -> Result<Position, String> {
    let typed = TypedLine::of(text);
    let root = typed.root().map_err(|error| sentence(&error, &typed))?;
    end_of(&typed, root, |position, text| {
        position.find_move(text).map_err(|error| error.to_string())
    })
}

/// Reads `[FEN] [MOVES]`, and returns the position after the moves. They may be split into any
/// number of arguments, so that a FEN need not be quoted. The FEN, or its first fields, may come from
/// `--fen`. With a set-up of Chess960 to start from there are only moves.
pub fn position(
    arguments: &[String],
    fen: Option<&str>,
    start960: Option<Start960>,
) -> Result<Position, String> {
    let words: Vec<&str> = fen.into_iter().chain(arguments.iter().map(String::as_str)).collect();
    let text = words.join(" ");
    let is_nothing = ["position", "fen", "position fen"].contains(&text.trim());
    if is_nothing || words.first().is_some_and(|first| first.trim().is_empty()) {
        let message = "the position is empty, perhaps because a variable is not set: expected \
                       a FEN, startpos or the id of a position";
        return Err(message.to_owned());
    }
    let mut typed = TypedLine::of(&text);
    let root = match (start960, fen) {
        (Some(_), Some(_)) => {
            return Err("--fen is a position, and --start is another: leave one out".to_owned());
        }
        (Some(start), None) => {
            let moves = [typed.start, typed.moves].concat();
            typed = TypedLine { start: Vec::new(), moves };
            start.position()
        }
        (None, _) => typed.root().map_err(|error| sentence(&error, &typed))?,
    };
    end_of(&typed, root, typed_move)
}

/// Reads moves to play from a position.
pub fn moves(start: Position, text: &str) -> Result<Vec<Move>, String> {
    let text = text.trim();
    let text = format!("moves {}", text.strip_prefix("moves ").unwrap_or(text));
    let typed = TypedLine::of(&text);
    let line = typed.played_from(start, typed_move);
    line.map(|line| line.moves).map_err(|error| sentence(&error, &typed))
}

fn end_of(
    typed: &TypedLine,
    root: Position,
    read_move: fn(&Position, &str) -> Result<Move, String>,
) -> Result<Position, String> {
    let line = typed.played_from(root, read_move);
    line.map(|line| line.end()).map_err(|error| sentence(&error, typed))
}

/// Why there is no position, with what else may be typed.
fn sentence(error: &LineError, typed: &TypedLine) -> String {
    match error {
        LineError::UnknownId(id) => unknown_id(id),
        LineError::NotAPosition(..) => error.to_string(),
        LineError::Move { number, position, .. } => format!(
            "move {number} of {}: {error}\nThe position there:\n  {position}\nIts legal moves:\n{}",
            typed.moves.len(),
            output::legal_moves(position)
        ),
    }
}

fn unknown_id(id: &str) -> String {
    let aliases = ALIASES.iter().map(|(alias, _)| (*alias).to_owned());
    let positions = built_in::suites().into_iter().flat_map(|suite| &suite.positions);
    let ids: Vec<String> = positions.map(SuitePosition::name).chain(aliases).collect();
    let similar = similar(id, ids.iter().map(String::as_str));
    let hint = if is_move(id) {
        format!("To play moves from the start position, type `startpos {id}`.\n")
    } else if similar.is_empty() {
        "`ox88 suite --list` shows all ids.\n".to_owned()
    } else {
        format!("Similar ids: {}\n", similar.join(", "))
    };
    format!(
        "{id:?} is neither a FEN nor startpos nor the id of a position\n{hint}\
         A FEN has at least four fields, as in {START:?}."
    )
}

/// Whether a word names a position, or is the first of a FEN or all of it.
pub fn is_position(word: &str) -> bool {
    // The path of an engine has slashes too, but other letters than a board.
    let is_board = |field: &str| {
        field.matches('/').count() == 7
            && field.chars().all(|letter| {
                letter.is_ascii_digit() || "/pnbrqk".contains(letter.to_ascii_lowercase())
            })
    };
    word == "startpos" || word.split(' ').next().is_some_and(is_board) || by_name(word).is_some()
}
