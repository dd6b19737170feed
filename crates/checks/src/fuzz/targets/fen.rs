//! FENs: text to position to text is a fixed point, and in every position that is accepted the rules hold.
//!
//! - A position is written as a FEN that is read as the same position.
//! - A refusal is not much longer than the text that it quotes.
//! - Each legal move has a text of its own, which is read as that move, and leads to a position that is
//!   accepted.
//! - The quick walk counts the same leaves as the reference, and of the same kinds.

use ox88::{Position, perft};
use ox88_count::Tally;
use ox88_count::quick;
use ox88_count::{Stats, stats};
use std::collections::HashSet;

/// Positions with more leaves two plies away are not counted any deeper.
const MOST_LEAVES: u128 = 500;

pub fn run(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    match text.parse::<Position>() {
        Ok(position) => {
            check_fields(&text, &position);
            check(&position);
        }
        Err(error) => check_length(&error.to_string(), &text),
    }
}

/// A refusal quotes a text at most twice, with each letter as `\u{10ffff}` at the worst.
pub fn check_length(refusal: &str, quoted: &str) {
    let most = 600 + 20 * quoted.chars().count();
    assert!(refusal.len() <= most, "{} bytes: {refusal}", refusal.len());
    assert!(!refusal.is_empty());
}

/// What the text says in plain words is what the position has.
fn check_fields(text: &str, position: &Position) {
    let fen = position.to_string();
    let read: Vec<&str> = text.split_whitespace().collect();
    let written: Vec<&str> = fen.split(' ').collect();
    assert_eq!(written.len(), 6, "{fen}");
    assert_eq!((read[1], read[3]), (written[1], written[3]), "{text:?} is written as {fen}");
    let letters = |field: &str| field.replace('-', "").len();
    assert_eq!(letters(read[2]), letters(written[2]), "{text:?} is written as {fen}");
    for (place, default) in [(4, 0), (5, 1)] {
        let counter = read.get(place).map_or(Ok(default), |field| field.parse::<u32>());
        assert_eq!(counter, written[place].parse(), "{text:?} is written as {fen}");
    }
}

/// What holds in every position.
pub fn check(position: &Position) {
    check_fen(position);
    check_moves(position);
    check_counts(position);
}

fn check_fen(position: &Position) {
    let fen = position.to_string();
    assert_eq!(fen.parse().as_ref(), Ok(position), "{fen}");
    assert_eq!(Position::new(position.setup()).as_ref(), Ok(position), "{fen}");
    assert_eq!(position.is_check(), !position.checkers().is_empty(), "{fen}");
    let mirrored = position.mirrored();
    assert_eq!(mirrored.to_string().parse().as_ref(), Ok(&mirrored), "the mirrored {fen}");
    assert_eq!(&mirrored.mirrored(), position, "{fen}");
}

fn check_moves(position: &Position) {
    let legal = position.legal_moves();
    let possible = position.pseudo_legal_moves();
    let mut texts = HashSet::new();
    for &mv in &legal {
        let text = position.move_text(mv);
        assert_eq!(position.find_move(&text), Ok(mv), "{position}: {text}");
        assert!(possible.contains(&mv), "{position}: {text}");
        let after = position.after(mv);
        assert_eq!(Position::new(after.setup()), Ok(after), "{position}: {text}");
        assert_eq!(after.to_string().parse(), Ok(after), "{position}: {text}");
        assert!(texts.insert(text), "{position}: two moves have one text");
    }
    for &mv in possible.iter().filter(|mv| !legal.contains(mv)) {
        let text = position.move_text(mv);
        let is_other = position.find_move(&text).is_ok_and(|other| other != mv);
        // In Chess960 a castling that is not legal may have the squares of a step that is.
        assert!(position.find_move(&text).is_err() || is_other);
    }
    assert_eq!(position.mirrored().legal_moves().len(), legal.len(), "the mirrored {position}");
}

fn check_counts(position: &Position) {
    let mut depth = 1;
    loop {
        let leaves = perft(position, depth);
        assert_eq!(quick::perft(position, depth), leaves, "depth {depth} of {position}");
        if depth == 1 {
            assert_eq!(position.legal_moves().len() as u128, leaves, "{position}");
        }
        if depth == 2 {
            let (kinds, quick_kinds): (Stats, Stats) =
                (stats(position, depth), quick::stats(position, depth));
            assert_eq!(kinds, quick_kinds, "kinds at depth {depth} of {position}");
            assert_eq!(kinds.leaves(), leaves, "kinds at depth {depth} of {position}");
        }
        if depth == 3 || depth == 2 && leaves > MOST_LEAVES {
            return;
        }
        depth += 1;
    }
}
