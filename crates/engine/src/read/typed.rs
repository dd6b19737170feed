//! The move that a person types, in any notation that is read here: `g1f3`, `Nf3`, `Ng1-f3`, `O-O`.

use super::MoveName;
use super::name::Name;
use ox88::{Move, MoveError, PieceKind, Position};

/// Whether a text has the form of a move, possible or not.
pub fn is_move(text: &str) -> bool {
    Name::of(text) != Name::Nothing
}

/// The one legal move that a text means.
///
/// # Errors
/// If the text is not a move at all, if it may mean several, or if no move is legal that it may mean.
pub fn typed_move(position: &Position, text: &str) -> Result<Move, String> {
    let name = Name::of(text);
    let fits = |mv: &Move| {
        let kind = position.board().at(mv.from).map(ox88::Piece::kind);
        named_piece(text).is_none_or(|named| kind == Some(named))
    };
    let among = |moves: &[Move]| {
        let mut meant = match name {
            Name::Move(name) => name.among(moves),
            Name::San(san) => san.among(position.board(), moves),
            Name::Nothing => Vec::new(),
        };
        meant.retain(fits);
        meant
    };
    match among(&position.legal_moves())[..] {
        [mv] if says_capture(text) && position.captured(mv).is_none() => {
            Err(format!("{text} says that a piece is taken, and there is none on {}", mv.to))
        }
        [mv] => Ok(mv),
        [] if name == Name::Nothing => Err(format!(
            "{text:?} is not a move: expected one as in e2e4 or e7e8q, or as in Nf3 or exd5"
        )),
        [] if among(&position.pseudo_legal_moves()).is_empty() => {
            Err(MoveError::NotPossible(text.to_owned()).to_string())
        }
        [] => Err(MoveError::NotLegal(text.to_owned()).to_string()),
        ref several => {
            let texts: Vec<String> = several.iter().map(|&mv| position.move_text(mv)).collect();
            Err(format!("{text} may be {}: expected one of them", texts.join(" or ")))
        }
    }
}

/// The piece whose letter stands before two squares, like `Ng1f3`. SAN looks at its letter itself.
fn named_piece(text: &str) -> Option<PieceKind> {
    let is_by_squares = matches!(Name::of(text), Name::Move(MoveName::Squares { .. }));
    let letter = text.trim().chars().next().filter(char::is_ascii_uppercase);
    let is_of_square = |text: &str| text.chars().nth(1).is_some_and(|next| next.is_ascii_digit());
    let letter = letter.filter(|_| is_by_squares && !is_of_square(text.trim()))?;
    PieceKind::from_letter(letter.to_ascii_lowercase())
}

fn says_capture(text: &str) -> bool {
    text.contains(['x', ':'])
}
