//! Moves: the first line is a FEN, and each word below it is the text of a move, which is played if it is
//! legal.
//!
//! - A text that is accepted means a legal move, and that move is written as a text that means it again.
//! - A refusal is not much longer than the text that it quotes.
//! - What a text names in any notation is a part of the text, means nothing but legal moves, and can be
//!   explained.

use super::fen::check_length;
use ox88::Position;
use ox88_hunt::read::Name;
use ox88_hunt::{Explanation, Line, explain_move, explain_name};

/// A game need not be longer, and each ply of a line is played again for each explanation.
const MOST_MOVES: usize = 64;

/// More words are all refused alike.
const MOST_WORDS: usize = 256;

pub fn run(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let (fen, moves) = text.split_once('\n').unwrap_or((&text, ""));
    let root = fen.parse().unwrap_or_else(|_| Position::start());
    let mut line = Line::at(root);
    for word in moves.split_whitespace().take(MOST_WORDS) {
        try_word(&line, word);
        if line.moves.len() < MOST_MOVES
            && let Ok(mv) = line.end().find_move(word)
        {
            line = line.and(mv);
        }
    }
    // Blanks are a part of some notations, and so of a whole line.
    for text in moves.lines().take(MOST_WORDS) {
        try_notations(&line, text);
    }
    let texts = line.texts();
    let position =
        texts.iter().try_fold(root, |at, text| at.find_move(text).map(|mv| at.after(mv)));
    assert_eq!(position, Ok(line.end()), "{root} moves {}", texts.join(" "));
}

fn try_word(line: &Line, word: &str) {
    let position = line.end();
    match position.find_move(word) {
        Ok(mv) => {
            assert!(position.legal_moves().contains(&mv), "{position}: {word}");
            assert_eq!(position.find_move(&position.move_text(mv)), Ok(mv), "{position}: {word}");
            assert!(word.len() <= 5, "{position}: {word}");
            check_explanation(&explain_move(line, mv));
        }
        Err(error) => check_length(&error.to_string(), word),
    }
    try_notations(line, word);
}

fn try_notations(line: &Line, text: &str) {
    let position = line.end();
    let legal = position.legal_moves();
    if let Some((name, written)) = Name::at_start_of(text) {
        assert!(text.starts_with(written), "{text:?}");
        assert_eq!(Name::at_start_of(written), Some((name, written)), "{text:?}");
        if let Some(san) = name.san() {
            let meant = san.among(position.board(), &legal);
            assert!(meant.iter().all(|mv| legal.contains(mv) && mv.to == san.to), "{text:?}");
        }
    }
    if let Some(name) = Name::of(text).by_squares() {
        let meant = name.among(&legal);
        assert!(meant.iter().all(|mv| legal.contains(mv)), "{position}: {text:?}");
        check_explanation(&explain_name(line, name));
        if let Ok(mv) = position.find_move(text.trim()) {
            assert!(meant.contains(&mv), "{position}: {text:?}");
        }
    }
}

fn check_explanation(Explanation { rule, reason, squares }: &Explanation) {
    assert!(!reason.is_empty(), "{} without a reason", rule.id());
    assert!(reason.len() < 2000, "{} bytes: {reason}", reason.len());
    assert!(!squares.is_empty(), "{reason}");
}
