//! What people and programs write where a position is expected: a FEN, `startpos` or the id of a built-in position, and
//! after it moves to play.

use crate::line::Line;
use crate::read::typed_move;
use crate::suites;
use ox88::{Move, Position};
use std::fmt;
use std::str::FromStr;

/// The words of a position with moves.
#[derive(Clone, Debug, Default)]
pub struct TypedLine<'a> {
    /// Those of the FEN, `startpos`, or an id.
    pub start: Vec<&'a str>,
    /// The moves, without the numbers that books write.
    pub moves: Vec<&'a str>,
}

/// Why a text is no position with moves. Each front end says what its user may type instead.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LineError {
    /// There is no FEN with a `/`, and this is no id.
    UnknownId(String),
    /// This FEN is refused, for this reason.
    NotAPosition(String, String),
    /// A move cannot be played.
    Move {
        /// Which of the moves it is, from 1 on.
        number: usize,
        /// Its text.
        text: String,
        /// Why not.
        why: String,
        /// Where it was to be played.
        position: Box<Position>,
    },
}

impl<'a> TypedLine<'a> {
    /// Splits a text at its blanks. The keywords of UCI may stand in it: `position fen FEN moves e2e4`.
    pub fn of(text: &'a str) -> TypedLine<'a> {
        let words = text.split_whitespace().map(without_number);
        let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
        let words = words.strip_prefix(&["position"]).unwrap_or(&words);
        let words = words.strip_prefix(&["fen"]).unwrap_or(words);
        let (start, moves) = words.split_at(length_of_start(words));
        let moves = moves.strip_prefix(&["moves"]).unwrap_or(moves);
        TypedLine { start: start.to_vec(), moves: moves.to_vec() }
    }

    /// The position that the start means. No word is the start position.
    ///
    /// # Errors
    /// If it means none.
    pub fn root(&self) -> Result<Position, LineError> {
        let fen = match self.start[..] {
            [] | ["startpos"] => return Ok(Position::start()),
            [id] if !id.contains('/') => {
                let known = suites::by_name(id).map(|known| known.position);
                return known.ok_or_else(|| LineError::UnknownId(id.to_owned()));
            }
            _ => self.start.join(" "),
        };
        fen.parse().map_err(|error| LineError::NotAPosition(fen, format!("{error}")))
    }

    /// The moves played from a position.
    ///
    /// # Errors
    /// If one of them cannot be played.
    pub fn played_from<E: ToString>(
        &self,
        root: Position,
        read_move: impl Fn(&Position, &str) -> Result<Move, E>,
    ) -> Result<Line, LineError> {
        let mut here = root;
        let mut line = Line::at(root).as_typed(&self.start.join(" "));
        for (number, text) in (1..).zip(&self.moves) {
            let mv = read_move(&here, text).map_err(|why| LineError::Move {
                number,
                text: (*text).to_owned(),
                why: why.to_string(),
                position: Box::new(here),
            })?;
            here = here.after(mv);
            line.moves.push(mv);
        }
        Ok(line)
    }
}

/// How many of the words name the position from which the moves start. A FEN has four fields and then perhaps counters.
/// Unlike moves, counters do not begin with a letter.
fn length_of_start(words: &[&str]) -> usize {
    let is_field = |&(index, word): &(usize, &&str)| {
        index < 4 || !word.starts_with(|letter: char| letter.is_alphabetic())
    };
    match words.first() {
        Some(first) if first.contains('/') => words.iter().enumerate().take_while(is_field).count(),
        first => usize::from(first.is_some_and(|&first| first != "moves")),
    }
}

/// Removes the number that books write in front of a move: `1.e4`, or `1. e4` as two words.
fn without_number(word: &str) -> &str {
    let is_number = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    word.rsplit_once('.').filter(|(number, _)| is_number(number)).map_or(word, |(_, mv)| mv)
}

impl Line {
    /// Reads a FEN, `startpos` or the id of a built-in position, and moves in any notation.
    ///
    /// # Errors
    /// What was found, and what was expected.
    pub fn read(position: &str, moves: &[String]) -> Result<Line, String> {
        format!("{position} moves {}", moves.join(" ")).parse()
    }
}

impl FromStr for Line {
    type Err = String;

    /// Reads a FEN, `startpos` or the id of a built-in position, and after ` moves ` the moves, in any notation.
    fn from_str(text: &str) -> Result<Line, String> {
        let typed = TypedLine::of(text);
        let line = typed.root().and_then(|root| typed.played_from(root, typed_move));
        line.map_err(|error| error.to_string())
    }
}

impl fmt::Display for LineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LineError::UnknownId(id) => {
                write!(f, "{id:?} is neither a FEN nor startpos nor the id of a position")
            }
            LineError::NotAPosition(fen, why) => write!(f, "{fen:?} is not a position: {why}"),
            LineError::Move { why, .. } => f.write_str(why),
        }
    }
}
