//! What people type: a depth, a number, and a position with moves to play from it.

use super::output;
use ox88::suite::{built_in, read_number};
use ox88::{Move, MoveError, Position, START};

/// As the suites have it: no walk gets any deeper.
const MAX_DEPTH: u32 = 255;

/// Reads a depth to walk to.
pub fn depth(text: &str) -> Result<u32, String> {
    let depth = text.parse().ok().filter(|depth| (1..=MAX_DEPTH).contains(depth));
    depth.ok_or_else(|| format!("expected a depth from 1 to {MAX_DEPTH}, as in `ox88 perft 5`"))
}

/// Reads a number that may be written in groups of digits.
pub fn number(text: &str) -> Result<u128, String> {
    read_number(text.trim())
}

/// Reads `[FEN] [MOVES]`: the position after the moves. The words may come in any grouping, so that
/// nobody has to quote a FEN.
pub fn position(arguments: &[String]) -> Result<Position, String> {
    let text = arguments.join(" ");
    let words: Vec<&str> = text.split_whitespace().collect();
    // UCI writes these words in front of a FEN, and `moves` behind it.
    let words = words.strip_prefix(&["position"]).unwrap_or(&words);
    let words = words.strip_prefix(&["fen"]).unwrap_or(words);
    let (start, moves) = words.split_at(words_of_start(words));
    let moves = moves.strip_prefix(&["moves"]).unwrap_or(moves);
    Ok(play(read_start(start)?, moves)?.0)
}

/// How many of the words say where the moves start from.
fn words_of_start(words: &[&str]) -> usize {
    if words.first().is_some_and(|first| first.contains('/')) {
        // A FEN has four fields and then perhaps counters, which do not begin with a letter as
        // moves do.
        let is_field = |&(index, word): &(usize, &&str)| {
            index < 4 || !word.starts_with(|letter: char| letter.is_alphabetic())
        };
        words.iter().enumerate().take_while(is_field).count()
    } else {
        words.len().min(1)
    }
}

/// Reads moves that are to be played from a position.
pub fn moves(start: Position, text: &str) -> Result<Vec<Move>, String> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let words = words.strip_prefix(&["moves"]).unwrap_or(&words);
    Ok(play(start, words)?.1)
}

fn read_start(words: &[&str]) -> Result<Position, String> {
    let fen = match *words {
        [] | ["startpos"] => return Ok(Position::start()),
        [id] if !id.contains('/') => {
            let named = built_in::by_id(id).map_err(ToString::to_string)?;
            let named = named.ok_or_else(|| unknown_id(id))?;
            return Ok(named.position);
        }
        _ => words.join(" "),
    };
    fen.parse().map_err(|error| format!("{fen:?} is not a position: {error}"))
}

fn unknown_id(id: &str) -> String {
    let similar = built_in::similar_ids(id);
    let hint = if is_move(id) {
        format!("To play moves from the start position, type `startpos {id}`.\n")
    } else if similar.is_empty() {
        String::new()
    } else {
        format!("Similar ids: {}\n", similar.join(", "))
    };
    format!(
        "{id:?} is neither a FEN nor startpos nor the id of a position\n{hint}\
         A FEN has at least four fields, as in {START:?}."
    )
}

/// Whether a text has the form of a move, be it possible or not.
fn is_move(text: &str) -> bool {
    !matches!(Position::start().find_move(text), Err(MoveError::NotAMove(_)))
}

/// The position after moves, and the moves.
fn play(start: Position, moves: &[&str]) -> Result<(Position, Vec<Move>), String> {
    let mut position = start;
    let mut played = Vec::new();
    for (number, text) in (1..).zip(moves) {
        let mv = position.find_move(text).map_err(|error| {
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
