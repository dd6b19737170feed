//! The text of a move between two squares, in all the ways in which programs write it: `e2e4`, `e2-e4`,
//! `Ng1xf3+`, `e7e8=Q`, and castling as `O-O` or `0-0`.
//!
//! [`MoveName`] has the strict reading of UCI. What a name means among possible moves is decided there.

use ox88::{CastlingSide, MoveName, PieceKind, Square};

/// The move with which a longer text begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WrittenMove<'a> {
    /// The part of the text that is the move.
    pub text: &'a str,
    /// What it names. `None` if the text has the form of a move but names no squares of the board:
    /// a program whose pieces walk over the edge writes `h5i6`.
    pub name: Option<MoveName>,
}

/// Reads a text that is a move and nothing else.
#[must_use]
pub fn move_name(text: &str) -> Option<MoveName> {
    let text = text.trim();
    WrittenMove::at_start_of(text).filter(|written| written.text == text)?.name
}

impl WrittenMove<'_> {
    /// Reads the move with which a text begins, in any of these ways.
    #[must_use]
    pub fn at_start_of(text: &str) -> Option<WrittenMove<'_>> {
        let (name, rest) = read_castling(text).or_else(|| read_squares(text))?;
        let rest = end_of_move(rest)?;
        Some(WrittenMove { text: &text[..text.len() - rest.len()], name })
    }
}

/// The text after the marks of check and of en passant that may end a move. Nothing if a word goes on
/// there, because then it is no move.
pub(super) fn end_of_move(rest: &str) -> Option<&str> {
    let is_mark = ['+', '#', '!', '?'];
    let rest = rest.trim_start_matches(is_mark);
    let rest = [" e.p.", "e.p.", " ep", "ep"]
        .into_iter()
        .find_map(|en_passant| rest.strip_prefix(en_passant))
        .unwrap_or(rest);
    let rest = rest.trim_start_matches(is_mark);
    (!rest.starts_with(|next: char| next.is_alphanumeric())).then_some(rest)
}

/// Reads `O-O` and `O-O-O`, also with small letters or zeros.
fn read_castling(text: &str) -> Option<(Option<MoveName>, &str)> {
    let sides = [("o-o-o", CastlingSide::QueenSide), ("o-o", CastlingSide::KingSide)];
    sides.into_iter().find_map(|(name, side)| {
        let (written, rest) = text.split_at_checked(name.len())?;
        let is_it = written.to_ascii_lowercase().replace('0', "o") == name;
        is_it.then_some((Some(MoveName::Castling(side)), rest))
    })
}

/// Reads two squares and perhaps a promotion: `e2e4`, `e2-e4`, `Ng1xf3`, `e7e8q`, `e7e8=Q`.
fn read_squares(text: &str) -> Option<(Option<MoveName>, &str)> {
    let piece = text.strip_prefix(['P', 'N', 'B', 'R', 'Q', 'K']);
    let (from, rest) = piece.and_then(split_square).or_else(|| split_square(text))?;
    // In `B1c3` and `B1xc3` the capital is a bishop: in squares with capitals both would have one.
    let is_piece = from.starts_with(|first: char| first.is_ascii_uppercase());
    let goes_on = rest.trim_start_matches(['-', 'x', 'X', ' ']);
    if is_piece && goes_on.starts_with(|next: char| next.is_ascii_lowercase()) {
        return None;
    }
    let (to, rest) = split_square(goes_on)?;
    let (promotion, rest) = split_promotion(rest);
    Some((name_of(from, to, promotion), rest))
}

/// Splits off the letter of a promotion, as in `q`, `=Q` and `(Q)`.
pub(super) fn split_promotion(text: &str) -> (Option<char>, &str) {
    let letter = text.trim_start_matches(['=', '/', '(']);
    match letter.chars().next() {
        Some(kind) if kind.is_ascii_alphabetic() && !letter.starts_with("ep") => {
            (Some(kind), letter[1..].trim_start_matches(')'))
        }
        _ => (None, text),
    }
}

/// Splits off a letter and a digit, which need not name a square of the board.
fn split_square(text: &str) -> Option<(&str, &str)> {
    let is_square = |name: &str| {
        let bytes = name.as_bytes();
        bytes[0].is_ascii_alphabetic() && bytes[1].is_ascii_digit()
    };
    text.split_at_checked(2).filter(|(name, _)| is_square(name))
}

fn name_of(from: &str, to: &str, promotion: Option<char>) -> Option<MoveName> {
    let square = |name: &str| Square::from_name(&name.to_ascii_lowercase());
    let promotion = match promotion {
        Some(letter) => Some(PieceKind::from_letter(letter.to_ascii_lowercase())?),
        None => None,
    };
    Some(MoveName::Squares { from: square(from)?, to: square(to)?, promotion })
}
