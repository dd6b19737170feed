//! What has the form of a move, in any way of writing it.

use crate::chess::castling::CastlingSide;

/// A move at the start of a text.
pub(super) struct Written<'a> {
    pub(super) what: What<'a>,
    /// How many bytes of the text belong to it.
    pub(super) length: usize,
}

/// What has the form of a move. Its squares need not be on the board: an engine whose pieces walk
/// over the edge prints such names.
pub(super) enum What<'a> {
    Castling(CastlingSide),
    Squares { from: &'a str, to: &'a str, promotion: Option<char> },
}

impl Written<'_> {
    pub(super) fn at_start_of(text: &str) -> Option<Written<'_>> {
        let (what, rest) = read_castling(text).or_else(|| read_squares(text))?;
        let rest = rest.trim_start_matches(['+', '#', '!', '?']);
        let rest = [" e.p.", "e.p.", "ep"]
            .into_iter()
            .find_map(|en_passant| rest.strip_prefix(en_passant))
            .unwrap_or(rest);
        let ends = !rest.starts_with(|next: char| next.is_alphanumeric());
        ends.then_some(Written { what, length: text.len() - rest.len() })
    }
}

fn read_castling(text: &str) -> Option<(What<'_>, &str)> {
    [("o-o-o", CastlingSide::QueenSide), ("o-o", CastlingSide::KingSide)].into_iter().find_map(
        |(name, side)| {
            let (written, rest) = text.split_at_checked(name.len())?;
            let is_it = written.to_ascii_lowercase().replace('0', "o") == name;
            is_it.then_some((What::Castling(side), rest))
        },
    )
}

/// Reads two squares and perhaps a promotion: `e2e4`, `e2-e4`, `Ng1xf3`, `e7e8q`, `e7e8=Q`.
fn read_squares(text: &str) -> Option<(What<'_>, &str)> {
    let piece = text.strip_prefix(['P', 'N', 'B', 'R', 'Q', 'K']);
    let (from, rest) = piece.and_then(read_square).or_else(|| read_square(text))?;
    let (to, rest) = read_square(rest.trim_start_matches(['-', 'x', 'X', ' ']))?;
    let letter = rest.trim_start_matches(['=', '/', '(']);
    let (promotion, rest) = match letter.chars().next() {
        Some(kind) if kind.is_ascii_alphabetic() && !letter.starts_with("ep") => {
            (Some(kind), letter[1..].trim_start_matches(')'))
        }
        _ => (None, rest),
    };
    Some((What::Squares { from, to, promotion }, rest))
}

/// A letter and a digit.
fn read_square(text: &str) -> Option<(&str, &str)> {
    let is_square = |name: &str| {
        let bytes = name.as_bytes();
        bytes[0].is_ascii_alphabetic() && bytes[1].is_ascii_digit()
    };
    text.split_at_checked(2).filter(|(name, _)| is_square(name))
}
