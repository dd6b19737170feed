//! The position that was typed, and the moves that were played from it.

use ox88::suite::built_in;
use ox88::{Move, Position, START};
use ox88_hunt::Line;
use ox88_hunt::read::read_line;

/// A position, as it was typed and as it is.
#[derive(Clone, Debug)]
pub struct Place {
    /// The text of the position without moves: a FEN, `startpos` or an id.
    pub start: String,
    /// What it means, with the moves.
    pub line: Line,
}

impl Place {
    /// Reads a FEN, `startpos` or the id of a position, and moves behind it in UCI or SAN. An empty text is the start
    /// position.
    ///
    /// # Errors
    /// What was found, and what was expected.
    pub fn read(text: &str) -> Result<Place, String> {
        let words = text.split_whitespace().map(without_number);
        let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
        let words = words.strip_prefix(&["position"]).unwrap_or(&words);
        let words = words.strip_prefix(&["fen"]).unwrap_or(words);
        let (start, moves) = words.split_at(length_of_start(words));
        let start = if start.is_empty() { "startpos".to_owned() } else { start.join(" ") };
        let root = match &start[..] {
            "startpos" => Position::start(),
            id if !id.contains('/') => {
                let known = built_in::by_id(id).map(|known| known.position);
                known.ok_or_else(|| {
                    format!(
                        "“{id}” is neither a FEN nor the id of a position: expected a FEN as in “{START}”, \
                         “startpos”, or an id as in “kiwipete”"
                    )
                })?
            }
            fen => fen.parse().map_err(|error| format!("This FEN is not a position: {error}"))?,
        };
        let moves = moves.strip_prefix(&["moves"]).unwrap_or(moves);
        let mut line = Line::at(root);
        for (word, number) in moves.iter().zip(1..) {
            let mv = find_move(&line.end(), word);
            let mv = mv.map_err(|why| format!("Move {number}, “{word}”: {why}"))?;
            line.moves.push(mv);
        }
        Ok(Place { start, line })
    }

    /// The text with all moves in UCI.
    pub fn text(&self) -> String {
        self.with(self.line.texts())
    }

    /// The text of the position with these moves in place of its own.
    pub fn with(&self, moves: impl IntoIterator<Item = String>) -> String {
        let moves: Vec<String> = moves.into_iter().collect();
        let word = if moves.is_empty() { "" } else { " moves " };
        format!("{}{word}{}", self.start, moves.join(" "))
    }
}

/// Removes the number that books write in front of a move: `1.e4`, or `1. e4` as two words.
fn without_number(word: &str) -> &str {
    let is_number = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    word.rsplit_once('.').filter(|(number, _)| is_number(number)).map_or(word, |(_, mv)| mv)
}

/// How many words name the position from which the moves start. A FEN has four fields, and then perhaps counters.
fn length_of_start(words: &[&str]) -> usize {
    let Some(first) = words.first() else { return 0 };
    if !first.contains('/') {
        let is_known = *first == "startpos" || built_in::by_id(first).is_some();
        let is_move = find_move(&Position::start(), first).is_ok();
        return usize::from(is_known || !is_move && *first != "moves");
    }
    let is_field = |(index, word): &(usize, &&str)| {
        *index < 4 || word.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-')
    };
    words.iter().enumerate().take_while(is_field).count()
}

fn find_move(position: &Position, text: &str) -> Result<Move, String> {
    let as_uci = position.find_move(text);
    let Err(error) = as_uci else { return as_uci.map_err(|error| error.to_string()) };
    let legal = position.legal_moves();
    // A move is read in the same way as that of a row.
    let read = read_line(&format!("{}: 1", text.trim_end_matches(['+', '#', '!', '?'])));
    let meant = match &read.rows[..] {
        [row] => match (row.san(), row.name()) {
            (Some(san), _) => san.among(position.board(), &legal),
            (None, Some(name)) => name.among(&legal),
            (None, None) => return Err(error.to_string()),
        },
        _ => return Err(error.to_string()),
    };
    match meant[..] {
        [mv] => Ok(mv),
        [] => Err("no such move is legal there".to_owned()),
        _ => Err("more than one move is written like this".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_is_a_fen_or_an_id_or_nothing_with_moves_in_uci_or_san() {
        let same = [
            "",
            "startpos",
            "start_position",
            "position startpos",
            START,
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -",
        ];
        for start in same {
            for moves in [
                "e2e4 e7e5 g1f3",
                "moves e2e4 e7e5 g1f3",
                "1. e4 e5 2. Nf3",
                "1.e4 1...e5 2.Nf3",
                "e4 e5 Nf3!",
            ] {
                let place = Place::read(&format!("{start} {moves}")).expect(moves);
                assert_eq!(place.line.texts().join(" "), "e2e4 e7e5 g1f3", "{start} {moves}");
            }
        }
        assert_eq!(Place::read("e4 e5").expect("moves").text(), "startpos moves e2e4 e7e5");
        let castled = Place::read("kiwipete O-O e8c8").expect("castlings");
        assert_eq!(castled.text(), "kiwipete moves e1g1 e8c8");
    }

    #[test]
    fn what_cannot_be_read_is_answered_with_what_was_expected() {
        for (text, expected) in [
            ("kiwipeet", "neither a FEN nor the id"),
            ("8/8 w - -", "This FEN is not a position"),
            ("startpos e4 e4", "Move 2, “e4”"),
            ("startpos e2e4 <b>", "Move 2, “<b>”"),
            ("startpos Nd2", "no such move is legal"),
            ("4k3/8/8/8/8/1N3N2/8/4K3 w - - 0 1 Nd4", "more than one move"),
        ] {
            let error = Place::read(text).expect_err(text);
            assert!(error.contains(expected), "{text}: {error}");
        }
    }
}
