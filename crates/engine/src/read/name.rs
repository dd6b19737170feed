//! What the text of a move says, in all the ways in which programs write it: `e2e4`, `e2-e4`, `Ng1xf3+`,
//! `e7e8=Q`, castling as `O-O` or `0-0`, and SAN.

use super::MoveName;
use super::san::{San, read_san, split_promotion};
use ox88::{CastlingSide, Color, Square};

/// What the text of a move says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Name {
    /// Two squares, or a castling.
    Move(MoveName),
    /// A move in SAN: the position shows which one.
    San(San),
    /// No squares of the board: a program whose pieces walk over the edge writes `h5i6`.
    Nothing,
}

impl Name {
    /// Reads a text that is a move and nothing else.
    pub fn of(text: &str) -> Name {
        let text = text.trim();
        let whole = Name::at_start_of(text).filter(|&(_, written)| written == text);
        whole.map_or(Name::Nothing, |(name, _)| name)
    }

    /// Reads the move with which a text begins, and returns it with its part of the text. A text that
    /// can be read by squares is not SAN.
    pub fn at_start_of(text: &str) -> Option<(Name, &str)> {
        let written = |(name, rest)| Some((name, text.strip_suffix(end_of_move(rest)?)?));
        let squares = || read_squares(text).and_then(written);
        let san = || read_san(text).and_then(|(san, rest)| written((Name::San(san), rest)));
        read_castling(text).and_then(written).or_else(squares).or_else(san)
    }

    /// The move by its squares, or the castling.
    pub const fn by_squares(self) -> Option<MoveName> {
        if let Name::Move(name) = self { Some(name) } else { None }
    }

    /// Whether another text says the same in another notation, as far as can be seen without a board.
    pub(super) fn is_in_other_words(self, other: Name) -> bool {
        use MoveName::{Castling, Squares};
        match (self, other) {
            (Name::Move(Squares { from, to, .. }), Name::Move(Castling(_)))
            | (Name::Move(Castling(_)), Name::Move(Squares { from, to, .. })) => {
                from.rank() == to.rank()
            }
            (Name::Move(Squares { to, promotion, .. }), Name::San(san))
            | (Name::San(san), Name::Move(Squares { to, promotion, .. })) => {
                (san.to, san.promotion) == (to, promotion)
            }
            _ => false,
        }
    }

    /// The move in SAN.
    pub const fn san(self) -> Option<San> {
        if let Name::San(san) = self { Some(san) } else { None }
    }
}

/// The letter after two squares of a promotion, in any language, and the text in front of it.
pub(super) fn split_letter(text: &str) -> Option<(&str, char)> {
    let text = text.trim_end_matches(['+', '#', '!', '?', ')']);
    let (at, letter) =
        text.char_indices().next_back().filter(|(_, it)| it.is_ascii_alphabetic())?;
    let squares = text[..at].trim_end_matches(['=', '/', '(']);
    let MoveName::Squares { from, to, promotion: None } = Name::of(squares).by_squares()? else {
        return None;
    };
    let is_of_pawn = |color: Color| {
        let last = (!color).home_rank();
        to.rank() == last && from.step(color.forward()).is_some_and(|next| next.rank() == last)
    };
    let is_promotion = is_of_pawn(Color::White) || is_of_pawn(Color::Black);
    is_promotion.then_some((squares, letter.to_ascii_lowercase()))
}

/// The text after the marks of check and of en passant that may end a move. Nothing if a word goes on
/// there, because then it is no move.
fn end_of_move(rest: &str) -> Option<&str> {
    let is_mark = ['+', '#', '!', '?'];
    let rest = rest.trim_start_matches(is_mark);
    let mut en_passant = [" e.p.", "e.p.", " ep", "ep"].into_iter();
    let rest = en_passant.find_map(|mark| rest.strip_prefix(mark)).unwrap_or(rest);
    let rest = rest.trim_start_matches(is_mark);
    (!rest.starts_with(char::is_alphanumeric)).then_some(rest)
}

/// Reads `O-O` and `O-O-O`, also with small letters or zeros, and `OO` and `OOO`.
fn read_castling(text: &str) -> Option<(Name, &str)> {
    use CastlingSide::{KingSide, QueenSide};
    let sides = [("o-o-o", QueenSide), ("OOO", QueenSide), ("o-o", KingSide), ("OO", KingSide)];
    sides.into_iter().find_map(|(name, side)| {
        let (written, rest) = text.split_at_checked(name.len())?;
        let is_it = written == name || written.to_ascii_lowercase().replace('0', "o") == name;
        is_it.then_some((Name::Move(MoveName::Castling(side)), rest))
    })
}

/// What separates two squares, or says that a piece is taken.
const BETWEEN_SQUARES: [char; 16] =
    ['-', 'x', 'X', ' ', '>', '~', '→', '/', '_', ':', ',', '.', '–', '—', '×', '➔'];

/// Reads two squares and perhaps a promotion: `e2e4`, `e2-e4`, `Ng1xf3`, `e7e8q`, `e7e8=Q`.
fn read_squares(text: &str) -> Option<(Name, &str)> {
    let piece = text.strip_prefix(['P', 'N', 'B', 'R', 'Q', 'K']);
    let (from, rest) = piece.and_then(split_square).or_else(|| split_square(text))?;
    // In `B1c3` and `B1xc3` the capital is a bishop: in squares with capitals both would have one.
    let is_piece = from.starts_with(|first: char| first.is_ascii_uppercase());
    let goes_on = rest.trim_start_matches(BETWEEN_SQUARES);
    let goes_on = goes_on.strip_prefix("to ").unwrap_or(goes_on);
    if is_piece && goes_on.starts_with(|next: char| next.is_ascii_lowercase()) {
        return None;
    }
    let (to, rest) = split_square(goes_on)?;
    let (promotion, rest) = split_promotion(rest);
    let name = || {
        let square = |name: &str| Square::from_name(&name.to_ascii_lowercase());
        Some(MoveName::Squares { from: square(from)?, to: square(to)?, promotion: promotion.ok()? })
    };
    Some((name().map_or(Name::Nothing, Name::Move), rest))
}

/// Splits off a letter and a digit, which need not name a square of the board.
fn split_square(text: &str) -> Option<(&str, &str)> {
    text.split_at_checked(2).filter(|(name, _)| {
        matches!(name.as_bytes(), [file, rank] if file.is_ascii_alphabetic() && rank.is_ascii_digit())
    })
}
