//! What people type: a depth, a number, a file, and a position with moves to play from it.

use super::output;
use super::similar::similar;
use ox88::suite::built_in;
use ox88::{Move, Position, START, Start960};
use ox88_hunt::suites::read_number;
use ox88_hunt::{is_move, typed_move};
use std::fs::File;
use std::io::{self, BufRead, BufReader, IsTerminal, Read};

/// The same limit as in suites. No walk gets that deep.
const MAX_DEPTH: u32 = 255;

/// Reads the depth that is an argument.
pub fn depth(text: &str) -> Result<u32, String> {
    depth_as_in("ox88 perft 5", text)
}

/// Reads the depth that is an option.
pub fn depth_option(text: &str) -> Result<u32, String> {
    depth_as_in("--depth 3", text)
}

fn depth_as_in(example: &str, text: &str) -> Result<u32, String> {
    let depth = text.parse().ok().filter(|depth| (1..=MAX_DEPTH).contains(depth));
    depth.ok_or_else(|| format!("expected a depth from 1 to {MAX_DEPTH}, as in `{example}`"))
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

/// Reads the number of a set-up of Chess960.
pub fn start960(text: &str) -> Result<Start960, String> {
    let start = text.trim().parse().ok().and_then(Start960::new);
    start.ok_or_else(|| {
        format!(
            "expected the number of a set-up of Chess960, from 0 to {}, as in `--start 518`, which is that \
             of ordinary chess",
            Start960::COUNT - 1
        )
    })
}

/// Opens a file, or standard input for `-`, and names it for messages. It may have no end, so every caller sets a
/// limit.
pub fn open(file: &str) -> (&str, io::Result<Box<dyn BufRead>>) {
    if file.trim() == "-" {
        announce_typing();
        ("standard input", Ok(Box::new(io::stdin().lock())))
    } else {
        (file, File::open(file).map(|file| Box::new(BufReader::new(file)) as Box<dyn BufRead>))
    }
}

/// Tells a person at standard input that ox88 is waiting for input.
fn announce_typing() {
    if io::stdin().is_terminal() {
        let end = if cfg!(windows) { "Ctrl-Z and Enter end" } else { "Ctrl-D ends" };
        output::remark(&format!("reading standard input: {end} it"));
    }
}

/// How much of a line was read.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum LineRead {
    /// Nothing: the input is over.
    End,
    /// All of it.
    Whole,
    /// Its beginning. It was too long, and the rest was skipped.
    Cut,
}

/// Reads a line, with its end if it has one, and keeps no more of it than this many bytes: an input need
/// have no line ends.
pub fn line(input: &mut impl BufRead, most: usize, line: &mut Vec<u8>) -> io::Result<LineRead> {
    line.clear();
    Read::take(&mut *input, most as u64).read_until(b'\n', line)?;
    if line.is_empty() {
        return Ok(LineRead::End);
    }
    if line.len() < most || line.ends_with(b"\n") {
        return Ok(LineRead::Whole);
    }
    let skipped = input.skip_until(b'\n')?;
    Ok(if skipped == 0 { LineRead::Whole } else { LineRead::Cut })
}

/// Reads the text of a move.
type MoveReader = fn(&Position, &str) -> Result<Move, String>;

/// Reads `[FEN] [MOVES]` of another program, which writes moves as UCI does.
pub fn position_of_uci(text: &str) -> Result<Position, String> {
    position_by(
        |position, text| position.find_move(text).map_err(|error| error.to_string()),
        &[text.to_owned()],
        None,
    )
}

/// Reads `[FEN] [MOVES]`, and returns the position after the moves. They may be split into any
/// number of arguments, so that a FEN need not be quoted. The FEN, or its first fields, may come from
/// `--fen`. With a set-up of Chess960 to start from there are only moves.
pub fn position(
    arguments: &[String],
    fen: Option<&str>,
    start960: Option<Start960>,
) -> Result<Position, String> {
    if let Some(fen) = fen {
        if start960.is_some() {
            return Err("--fen is a position, and --start is another: leave one out".to_owned());
        }
        let typed = arguments.join(" ");
        without_start(&typed.split_whitespace().collect::<Vec<_>>(), "--fen FEN")?;
        return position(&[&[fen.to_owned()], arguments].concat(), None, None);
    }
    position_by(typed_move, arguments, start960)
}

fn position_by(
    read_move: MoveReader,
    arguments: &[String],
    start960: Option<Start960>,
) -> Result<Position, String> {
    let text = arguments.join(" ");
    let tokens: Vec<&str> = text.split_whitespace().collect();
    // These keywords of UCI come before a FEN, and `moves` comes after it.
    let tokens = tokens.strip_prefix(&["position"]).unwrap_or(&tokens);
    let tokens = tokens.strip_prefix(&["fen"]).unwrap_or(tokens);
    // No argument means the start position, and one without a text is most likely a mistake.
    let is_forgotten = arguments.first().is_some_and(|argument| argument.trim().is_empty());
    if is_forgotten || tokens.is_empty() && !arguments.is_empty() {
        let message = "the position is empty, perhaps because a variable is not set: expected \
                       a FEN, startpos or the id of a position";
        return Err(message.to_owned());
    }
    let (root, moves) = if let Some(start) = start960 {
        (start.position(), without_start(tokens, "--start N")?)
    } else {
        let (start, moves) = tokens.split_at(length_of_start(tokens));
        (read_start(start)?, moves)
    };
    let moves = moves.strip_prefix(&["moves"]).unwrap_or(moves);
    Ok(play(root, moves, read_move)?.0)
}

/// The tokens if they are moves from a start that is known already, and do not name another.
fn without_start<'a>(tokens: &'a [&'a str], option: &str) -> Result<&'a [&'a str], String> {
    let is_position = |token: &str| {
        token.contains('/') || token == "startpos" || built_in::by_id(token).is_some()
    };
    match tokens.first() {
        Some(first) if is_position(first) => {
            let start = tokens[..length_of_start(tokens)].join(" ");
            let name = option.split(' ').next().unwrap_or_default();
            let example = if name == "--fen" { "--fen startpos" } else { "--start 518" };
            Err(format!(
                "{name} is a position, and {start:?} is another: leave one out. Moves may follow \
                 `{option}`, as in `{example} e2e4`."
            ))
        }
        _ => Ok(tokens),
    }
}

/// How many of the tokens name the position from which the moves start.
fn length_of_start(tokens: &[&str]) -> usize {
    if tokens.first().is_some_and(|first| first.contains('/')) {
        // A FEN has four fields and then perhaps counters. Unlike moves, counters do not begin with
        // a letter.
        let is_field = |&(index, token): &(usize, &&str)| {
            index < 4 || !token.starts_with(|letter: char| letter.is_alphabetic())
        };
        tokens.iter().enumerate().take_while(is_field).count()
    } else {
        tokens.len().min(1)
    }
}

/// Reads moves to play from a position.
pub fn moves(start: Position, text: &str) -> Result<Vec<Move>, String> {
    let tokens: Vec<&str> = text.split_whitespace().collect();
    let moves = tokens.strip_prefix(&["moves"]).unwrap_or(&tokens);
    Ok(play(start, moves, typed_move)?.1)
}

fn read_start(tokens: &[&str]) -> Result<Position, String> {
    let fen = match *tokens {
        [] | ["startpos"] => return Ok(Position::start()),
        [id] if !id.contains('/') => {
            let named = built_in::by_id(id).ok_or_else(|| unknown_id(id))?;
            return Ok(named.position);
        }
        _ => tokens.join(" "),
    };
    fen.parse().map_err(|error| format!("{fen:?} is not a position: {error}"))
}

fn unknown_id(id: &str) -> String {
    let similar = similar(id, built_in::ids());
    let hint = if is_number(id) {
        "A position follows the depth, and one of Chess960 is `--start N`.\n".to_owned()
    } else if is_move(id) {
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

/// Whether a word is digits and nothing else.
pub fn is_number(word: &str) -> bool {
    !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit())
}

/// Plays moves: the position after them, and the moves themselves.
fn play(
    start: Position,
    moves: &[&str],
    read_move: MoveReader,
) -> Result<(Position, Vec<Move>), String> {
    let mut position = start;
    let mut played = Vec::new();
    for (number, text) in (1..).zip(moves) {
        let mv = read_move(&position, text).map_err(|error| {
            format!(
                "move {number} of {}: {error}\nThe position there: {position}\nIts legal moves:\n{}",
                moves.len(),
                output::legal_moves(&position)
            )
        })?;
        position = position.after_unchecked(mv);
        played.push(mv);
    }
    Ok((position, played))
}
