//! Positions from random play, what is right there, and what a generator answers.

use ox88::suite::built_in;
use ox88::{CastlingNotation, Move, Position, divide};
use ox88_count::random::Random;
use ox88_engine::{Console, Trouble};
use std::collections::HashSet;
use std::time::Duration;

/// No question of the exam takes longer, unless the generator hangs.
const LONGEST: Duration = Duration::from_secs(6);

/// A divide: the moves in order, each with its leaves. Moves without leaves are left out, as some generators do.
pub type Rows = Vec<(String, u64)>;

/// A position, a depth, and the right answer.
pub struct Question {
    pub position: Position,
    pub depth: u32,
    pub right: Rows,
    /// What castling is called in Chess960, and in ordinary chess: both are right.
    castlings: Vec<[String; 2]>,
}

impl Question {
    fn of(position: Position, depth: u32) -> Question {
        let rows = divide(&position, depth);
        let count = |leaves| u64::try_from(leaves).unwrap_or(u64::MAX);
        let right = in_order(rows.texts().map(|(text, leaves)| (text, count(leaves))));
        let names = |it: &(Move, u128)| {
            [it.0.text(CastlingNotation::KingTakesRook), position.move_text(it.0)]
        };
        let castlings = rows.rows().iter().map(names).filter(|it| it[0] != it[1]).collect();
        Question { position, depth, right, castlings }
    }

    pub fn leaves(&self) -> u64 {
        self.right.iter().map(|it| it.1).sum()
    }

    /// What a generator answers.
    pub fn ask(&self, engine: &mut Console) -> Result<Rows, Trouble> {
        let is_chess960 = self.position.castling_notation() == CastlingNotation::KingTakesRook;
        let option = format!("setoption name UCI_Chess960 value {is_chess960}");
        let position = format!("position fen {}", self.position);
        let mut rows = rows(engine, &[option, position, format!("go perft {}", self.depth)])?;
        for row in &mut rows {
            if let Some([_, usual]) = self.castlings.iter().find(|it| it[0] == row.0) {
                row.0.clone_from(usual);
            }
        }
        Ok(in_order(rows.into_iter()))
    }
}

/// The questions of these depths: the first so many positions at each, as far as they have no more leaves than a slow
/// generator counts in a second. Shallow ones come first, and then the depths take turns.
pub fn questions(positions: &[Position], of_depths: &[usize]) -> Vec<Question> {
    const MOST_LEAVES: u64 = 2_000;
    let mut placed = Vec::new();
    for (depth, &count) in (1..).zip(of_depths) {
        let questions = positions.iter().take(count).map(|&it| Question::of(it, depth));
        let place = |place: usize| 1_000 * place / count + 100 * depth as usize;
        let questions = questions.enumerate().map(|(i, it)| (place(i), it));
        placed.extend(questions.filter(|it| it.1.leaves() <= MOST_LEAVES));
    }
    placed.sort_by_key(|it| it.0);
    placed.into_iter().map(|it| it.1).collect()
}

/// The rows of the last answer to these lines.
pub fn rows(engine: &mut Console, lines: &[String]) -> Result<Rows, Trouble> {
    let (last, before) = lines.split_last().expect("a question has lines");
    engine.ask(before.iter().map(String::as_str), LONGEST)?;
    let printed = engine.ask([last.as_str()], LONGEST)?;
    let row = |line: &String| {
        let (text, leaves) = line.split_once(": ")?;
        Some((text.to_owned(), leaves.trim().parse().ok()?)).filter(|_| !text.contains(' '))
    };
    Ok(in_order(printed.iter().filter_map(row)))
}

/// A new process of a generator.
pub fn start(command: &str) -> Result<Console, Trouble> {
    Console::start(command, LONGEST)
}

pub fn in_order(rows: impl Iterator<Item = (String, u64)>) -> Rows {
    let mut rows: Rows = rows.filter(|it| it.1 > 0).collect();
    rows.sort();
    rows
}

/// Different positions, of Chess960 only if the generator knows it, from games that random moves continue from the start and from the suites.
/// None is the first or the second of its game.
pub fn positions(seed: u64, count: usize, knows_chess960: bool) -> Vec<Position> {
    const PLIES: usize = 80;
    let mut random = Random::of_piece(seed, 7, 0);
    let is_known =
        |it: &Position| knows_chess960 || it.castling_notation() == CastlingNotation::KingToTarget;
    let suites =
        built_in::suites().into_iter().flat_map(|it| it.positions.iter().map(|it| it.position));
    let starts: Vec<Position> = suites.filter(is_known).collect();
    let (mut known, mut found) = (HashSet::new(), Vec::new());
    while found.len() < count {
        let is_from_start = random.below(3) == 0;
        let mut here =
            if is_from_start { Position::start() } else { starts[random.below(starts.len())] };
        for ply in 0..PLIES {
            let moves = here.legal_moves();
            if moves.is_empty() {
                break;
            }
            here = here.after(moves[random.below(moves.len())]);
            if ply > 0 && random.below(4) == 0 && known.insert(here.to_string()) {
                found.push(here);
            }
        }
    }
    // The first of them are no single game.
    shuffle(&mut found, &mut random);
    found.truncate(count);
    found
}

/// Puts these into an order by chance.
pub fn shuffle<T>(items: &mut [T], random: &mut Random) {
    for end in (1..items.len()).rev() {
        items.swap(end, random.below(end + 1));
    }
}
