//! The position that was typed, and the moves that were played from it.

use ox88::{Position, START};
use ox88_hunt::{Line, LineError, TypedLine, is_move, typed_move};

/// What books write after a move.
const ANNOTATIONS: [char; 4] = ['+', '#', '!', '?'];

/// A position, as it was typed and as it is.
#[derive(Clone, Debug)]
pub struct TypedPosition {
    /// The text of the position without moves: a FEN, `startpos` or an id.
    pub start: String,
    /// What it means, with the moves.
    pub line: Line,
}

impl TypedPosition {
    /// Reads a FEN, `startpos` or the id of a position, and moves after it in UCI or SAN. An empty text is the start
    /// position.
    ///
    /// # Errors
    /// What was found, and what was expected.
    pub fn read(text: &str) -> Result<TypedPosition, String> {
        let mut typed = TypedLine::of(text);
        // Moves alone are played from the start position.
        if let [word] = typed.start[..]
            && is_move(word)
            && typed.root().is_err()
        {
            typed = TypedLine { moves: [typed.start, typed.moves].concat(), start: Vec::new() };
        }
        let read =
            |here: &Position, text: &str| typed_move(here, text.trim_end_matches(ANNOTATIONS));
        let line = typed.root().and_then(|root| typed.played_from(root, read));
        let line = line.map_err(|error| match error {
            LineError::UnknownId(id) => format!(
                "“{id}” is neither a FEN nor the id of a position: expected a FEN as in “{START}”, \
                 “startpos”, or an id as in “kiwipete”"
            ),
            LineError::NotAPosition(_, why) => format!("This FEN is not a position: {why}"),
            LineError::Move { number, text, why, .. } => format!("Move {number}, “{text}”: {why}"),
        })?;
        let start =
            if typed.start.is_empty() { "startpos".to_owned() } else { typed.start.join(" ") };
        Ok(TypedPosition { start, line })
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
                let place = TypedPosition::read(&format!("{start} {moves}")).expect(moves);
                assert_eq!(place.line.texts().join(" "), "e2e4 e7e5 g1f3", "{start} {moves}");
            }
        }
        assert_eq!(TypedPosition::read("e4 e5").expect("moves").text(), "startpos moves e2e4 e7e5");
        let castled = TypedPosition::read("kiwipete O-O e8c8").expect("castlings");
        assert_eq!(castled.text(), "kiwipete moves e1g1 e8c8");
    }

    #[test]
    fn what_cannot_be_read_is_answered_with_what_was_expected() {
        for (text, expected) in [
            ("kiwipeet", "neither a FEN nor the id"),
            ("8/8 w - -", "This FEN is not a position"),
            ("startpos e4 e4", "Move 2, “e4”"),
            ("startpos e2e4 <b>", "Move 2, “<b>”"),
            ("startpos Nd2", "Nd2"),
            ("4k3/8/8/8/8/1N3N2/8/4K3 w - - 0 1 Nd4", "expected one of them"),
        ] {
            let error = TypedPosition::read(text).expect_err(text);
            assert!(error.contains(expected), "{text}: {error}");
        }
    }
}
