//! Which move does a text mean?
//!
//! Reading has two steps. First a text names something: two squares and perhaps a promotion, or a
//! castling. Then the name is looked up among moves that are possible, because only they tell
//! whether `e1g1` is a castling and `e1h1` the same castling in the notation of Chess960.

use super::castling::{Castling, CastlingSide};
use super::moves::Move;
use super::piece::PieceKind;
use super::square::Square;

/// What the text of a move names, whether or not any piece can make that move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MoveName {
    /// From one square to another.
    Squares {
        /// Where the piece stands.
        from: Square,
        /// Where it goes; for castling this may also be the square of the rook.
        to: Square,
        /// What the pawn becomes, if the text says so. It may be a piece that no pawn can become.
        promotion: Option<PieceKind>,
    },
    /// `O-O` or `O-O-O`.
    Castling(CastlingSide),
}

/// A move at the start of a longer text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WrittenMove<'a> {
    /// The part of the text that is the move.
    pub text: &'a str,
    /// What it names. Nothing if it has the form of a move and is none on this board: a program
    /// whose pieces walk over the edge writes `h5i6`.
    pub name: Option<MoveName>,
}

impl MoveName {
    /// Reads a move as UCI writes it: two squares and perhaps the letter of a promotion, as in `e2e4`
    /// and `e7e8q`. Anything else is refused.
    #[must_use]
    pub fn from_uci(text: &str) -> Option<MoveName> {
        let (from, rest) = text.split_at_checked(2)?;
        let (to, rest) = rest.split_at_checked(2)?;
        let promotion = match rest {
            "" => None,
            letter => {
                let is_it = |kind: &PieceKind| letter.chars().eq([kind.letter()]);
                Some(PieceKind::PROMOTIONS.into_iter().find(is_it)?)
            }
        };
        Some(MoveName::Squares {
            from: Square::from_name(from)?,
            to: Square::from_name(to)?,
            promotion,
        })
    }

    /// Reads a move in any of the ways in which programs write one: `e2-e4`, `Ng1xf3+`, `e7e8=Q`,
    /// `0-0`.
    #[must_use]
    pub fn from_text(text: &str) -> Option<MoveName> {
        let text = text.trim();
        WrittenMove::at_start_of(text).filter(|written| written.text == text)?.name
    }

    /// The moves among these that the name may mean: mostly one or none, and four where a pawn
    /// promotes and the letter is missing.
    ///
    /// A castling is found by the square that the king reaches and by the square of its rook. In
    /// Chess960 a step of the king may have the same squares: the step comes first, as UCI has it.
    #[must_use]
    pub fn among(self, moves: &[Move]) -> Vec<Move> {
        let all = |is_meant: &dyn Fn(Move) -> bool| -> Vec<Move> {
            moves.iter().copied().filter(|&mv| is_meant(mv)).collect()
        };
        match self {
            MoveName::Castling(side) => all(&|mv| {
                mv.castling_rook().is_some_and(|rook| Castling::new(mv.from, rook).side() == side)
            }),
            MoveName::Squares { from, to, promotion } => {
                let readings: [&dyn Fn(Move) -> bool; 3] =
                    [&|mv| mv.to == to && mv.castling_rook().is_none(), &|mv| mv.to == to, &|mv| {
                        mv.castling_rook() == Some(to)
                    }];
                let fits = |mv: Move| {
                    mv.from == from && (promotion.is_none() || promotion == mv.promotion())
                };
                let mut found =
                    readings.into_iter().map(|is_read| all(&|mv| fits(mv) && is_read(mv)));
                found.find(|moves| !moves.is_empty()).unwrap_or_default()
            }
        }
    }

    /// The one move among these that the name means, if it means no other.
    #[must_use]
    pub fn the_one_among(self, moves: &[Move]) -> Option<Move> {
        match self.among(moves)[..] {
            [mv] => Some(mv),
            _ => None,
        }
    }
}

impl From<Move> for MoveName {
    /// The name of a move by its two squares.
    fn from(mv: Move) -> MoveName {
        MoveName::Squares { from: mv.from, to: mv.to, promotion: mv.promotion() }
    }
}

impl WrittenMove<'_> {
    /// The move that a text begins with, in any way of writing it.
    #[must_use]
    pub fn at_start_of(text: &str) -> Option<WrittenMove<'_>> {
        let (name, rest) = read_castling(text).or_else(|| read_squares(text))?;
        let rest = rest.trim_start_matches(['+', '#', '!', '?']);
        let rest = [" e.p.", "e.p.", "ep"]
            .into_iter()
            .find_map(|en_passant| rest.strip_prefix(en_passant))
            .unwrap_or(rest);
        let ends = !rest.starts_with(|next: char| next.is_alphanumeric());
        ends.then(|| WrittenMove { text: &text[..text.len() - rest.len()], name })
    }
}

/// Reads `O-O` and `O-O-O`, also with small letters and with noughts.
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
    let (to, rest) = split_square(rest.trim_start_matches(['-', 'x', 'X', ' ']))?;
    let letter = rest.trim_start_matches(['=', '/', '(']);
    let (promotion, rest) = match letter.chars().next() {
        Some(kind) if kind.is_ascii_alphabetic() && !letter.starts_with("ep") => {
            (Some(kind), letter[1..].trim_start_matches(')'))
        }
        _ => (None, rest),
    };
    Some((name_of(from, to, promotion), rest))
}

/// A letter and a digit, and what follows them. They need not name a square of the board.
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
