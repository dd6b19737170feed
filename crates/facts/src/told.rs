//! What an engine says about a position: the lines of `d`, as Stockfish and its family print them, and those of
//! `facts`, as adapters do. A line that is not there is no fault, and a line that cannot be read is told once.

mod key;
mod leaves;
mod teller;

use ox88::Square;
use ox88_engine::MoveName;
use ox88_explain::truth::End;

pub use key::Style;
pub use leaves::{kind_of_leaves, kinds_of_leaves};
pub use teller::{TellResult, Teller};

/// The version of `facts` that is written here. Version 1 is read as well: it has neither evaluations nor stages.
pub const VERSION: &str = "facts 2";
const VERSIONS: [&str; 2] = ["facts 1", VERSION];

/// The null move as UCI writes it.
pub const NULL: &str = "0000";

/// The names of a key in `d`. A pawn key or a material key is none of a position.
const KEYS: [&str; 8] =
    ["key", "hash", "hash key", "hashkey", "poskey", "position key", "zobrist", "zobrist key"];

/// The facts about one position. What is `None` was not printed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Told {
    /// Its FEN.
    pub fen: Option<String>,
    /// Its key, as it was printed.
    pub key: Option<String>,
    /// Whether the side to move is in check.
    pub check: Option<bool>,
    /// The pieces that give check.
    pub checkers: Option<Vec<Square>>,
    /// How the game stands.
    pub end: Option<End>,
    /// The moves with what is said about each.
    pub moves: Vec<ToldMove>,
    /// The evaluation that was kept along the moves, and that of a rebuild.
    pub eval: Option<[i64; 2]>,
    /// The stages of the generator, each with its moves.
    pub stages: Vec<(String, Vec<String>)>,
    /// Whether the stages list pseudo-legal moves.
    pub is_pseudo: bool,
    /// The lines of known names whose values cannot be read.
    pub unread: Vec<String>,
}

/// What is said about one move.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ToldMove {
    /// The move in UCI.
    pub text: String,
    /// The move in SAN.
    pub san: Option<String>,
    /// Whether it gives check.
    pub check: Option<bool>,
    /// Whether it mates.
    pub mate: Option<bool>,
    /// Whether it captures.
    pub capture: Option<bool>,
}

impl Told {
    /// Reads what an engine prints after `d`.
    pub fn of_drawing(lines: &[String]) -> Told {
        let mut told = Told::default();
        for line in lines {
            let line = line.trim().strip_prefix("info string ").unwrap_or(line.trim());
            let Some((name, value)) = line.split_once(':') else { continue };
            let (name, value) = (name.trim().to_lowercase(), value.trim().trim_matches('"'));
            match name.as_str() {
                "fen" => told.fen = Some(value.to_owned()),
                "checkers" => {
                    let squares = value.split([' ', ',']).filter(|word| !word.is_empty());
                    told.checkers = squares.map(Square::from_name).collect();
                    told.keep_unread(line, told.checkers.is_none());
                }
                "eval" => told.eval = two_numbers(value),
                name if KEYS.contains(&name) => {
                    told.key = value.split_whitespace().next().map(str::to_owned);
                }
                _ => {}
            }
        }
        told
    }

    /// Reads what an adapter prints after `facts`, if it prints that.
    pub fn of_facts(lines: &[String]) -> Option<Told> {
        let begin = lines.iter().position(|line| VERSIONS.contains(&line.trim()))?;
        let (mut told, mut are_stages_read) = (Told::default(), true);
        for line in lines[begin + 1..].iter().map(|line| line.trim()) {
            let (name, value) = line.split_once(' ').unwrap_or((line, ""));
            let value = value.trim();
            match name {
                "factsok" => break,
                "fen" => told.fen = Some(value.to_owned()),
                "key" => told.key = Some(value.to_owned()),
                "check" => {
                    told.check = yes_or_no(value);
                    told.keep_unread(line, told.check.is_none());
                }
                "checkers" => {
                    told.checkers = value.split_whitespace().map(Square::from_name).collect();
                    told.keep_unread(line, told.checkers.is_none());
                }
                "end" => {
                    told.end = End::from_word(value);
                    told.keep_unread(line, told.end.is_none());
                }
                "move" => {
                    let read = ToldMove::read(value);
                    told.keep_unread(line, read.is_none());
                    told.moves.extend(read);
                }
                "eval" => {
                    told.eval = two_numbers(value);
                    told.keep_unread(line, told.eval.is_none());
                }
                "noisy" | "quiet" | "stage" => {
                    let line_of_stage = line.strip_prefix("stage ").unwrap_or(line);
                    let (name, moves) = stage(line_of_stage);
                    are_stages_read &= moves.is_some();
                    told.keep_unread(line, moves.is_none());
                    told.stages.push((name, moves.unwrap_or_default()));
                }
                "pseudo" => told.is_pseudo = true,
                _ => told.keep_unread(line, !line.is_empty()),
            }
        }
        // Where one of them cannot be read, nobody knows what the others lack.
        told.stages.retain(|_| are_stages_read);
        Some(told)
    }

    fn keep_unread(&mut self, line: &str, is_unread: bool) {
        self.unread.extend(is_unread.then(|| line.to_owned()));
    }

    /// The names of the facts that are there.
    pub fn names(&self) -> Vec<&'static str> {
        let of_a_move = |has: fn(&ToldMove) -> bool| self.moves.iter().any(has);
        let names = [
            ("fen", self.fen.is_some()),
            ("key", self.key.is_some()),
            ("check", self.check.is_some()),
            ("checkers", self.checkers.is_some()),
            ("end", self.end.is_some()),
            ("evaluation", self.eval.is_some()),
            ("stages of moves", !self.stages.is_empty()),
            ("san of moves", of_a_move(|mv| mv.san.is_some())),
            ("check by moves", of_a_move(|mv| mv.check.is_some())),
            ("mate by moves", of_a_move(|mv| mv.mate.is_some())),
            ("captures", of_a_move(|mv| mv.capture.is_some())),
        ];
        names.into_iter().filter(|(_, is_there)| *is_there).map(|(name, _)| name).collect()
    }
}

impl ToldMove {
    /// Reads `e2e4 san=e4 check=no`. A word of another name is left out; a value that cannot be read makes it none.
    fn read(text: &str) -> Option<ToldMove> {
        let mut words = text.split_whitespace();
        let mut read = ToldMove { text: words.next()?.to_owned(), ..ToldMove::default() };
        for word in words {
            match word.split_once('=')? {
                ("san", value) => read.san = Some(value.to_owned()),
                ("check", value) => read.check = Some(yes_or_no(value)?),
                ("mate", value) => read.mate = Some(yes_or_no(value)?),
                ("capture", value) => read.capture = Some(yes_or_no(value)?),
                _ => {}
            }
        }
        Some(read)
    }
}

/// Reads a stage, `noisy e4d5 f1b5`: its name and its moves, if each is one.
pub fn stage(line: &str) -> (String, Option<Vec<String>>) {
    let mut words = line.split_whitespace().map(str::to_owned);
    let name = words.next().unwrap_or_default();
    let is_move = |word: String| MoveName::from_uci(&word).map(|_| word);
    (name, words.map(is_move).collect())
}

/// Reads two whole numbers and nothing else.
pub fn two_numbers(text: &str) -> Option<[i64; 2]> {
    let numbers: Option<Vec<i64>> = text.split_whitespace().map(|word| word.parse().ok()).collect();
    numbers?.try_into().ok()
}

/// Reads `yes` or `no`.
pub fn yes_or_no(text: &str) -> Option<bool> {
    match text.trim() {
        "yes" => Some(true),
        "no" => Some(false),
        _ => None,
    }
}
