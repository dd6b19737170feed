//! Moves in SAN, the notation of books: `Nf3`, `Nbd2`, `exd6`, `e8=Q+`.
//!
//! SAN names the square to which a piece goes, and of the square from which it comes only what is
//! needed. So which move it means depends on the moves that are possible. Castling is no part of it
//! here: `O-O` needs no board, and [`super::written`] reads it.

use super::written::{end_of_move, split_promotion};
use ox88::{Board, File, Move, MoveKind, PieceKind, Rank, Square};

/// What a move in SAN says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct San {
    /// The kind of piece that moves.
    pub kind: PieceKind,
    /// The file from which it comes. For a pawn that captures there always is one.
    pub from_file: Option<File>,
    /// The rank from which it comes.
    pub from_rank: Option<Rank>,
    /// The square to which it goes.
    pub to: Square,
    /// The kind of piece that a pawn becomes.
    pub promotion: Option<PieceKind>,
}

impl San {
    /// Reads the move with which a text begins, and returns it with the text of the move. Files are
    /// small letters and pieces are capitals: `bxc3` is a pawn and `Bxc3` a bishop.
    #[must_use]
    pub fn at_start_of(text: &str) -> Option<(San, &str)> {
        let first = text.chars().next()?;
        let piece = PieceKind::from_letter(first.to_ascii_lowercase());
        let piece = piece.filter(|_| first.is_ascii_uppercase());
        let (san, rest) = match piece {
            Some(kind) => read_piece_move(kind, &text[1..])?,
            None => read_pawn_move(text)?,
        };
        let rest = end_of_move(rest)?;
        Some((san, &text[..text.len() - rest.len()]))
    }

    /// Reads a text that is a move and nothing else.
    #[must_use]
    pub fn from_text(text: &str) -> Option<San> {
        let text = text.trim();
        San::at_start_of(text).filter(|&(_, written)| written == text).map(|(san, _)| san)
    }

    /// Which of these moves on a board it may mean. Several if the text does not say enough: two
    /// knights for `Nd2`, or four promotions where the letter is missing.
    #[must_use]
    pub fn among(&self, board: &Board, moves: &[Move]) -> Vec<Move> {
        let fits = |mv: &&Move| {
            mv.to == self.to
                && !matches!(mv.kind, MoveKind::Castling { .. })
                && self.may_come_from(board, mv.from)
                && (self.promotion.is_none() || self.promotion == mv.promotion())
        };
        moves.iter().filter(fits).copied().collect()
    }

    /// Whether the piece on a square is of this kind, and on the file and rank that are given. A pawn
    /// without a file stays on its own.
    #[must_use]
    pub fn may_come_from(&self, board: &Board, from: Square) -> bool {
        let goes_straight = self.kind == PieceKind::Pawn && self.from_file.is_none();
        let file = if goes_straight { Some(self.to.file()) } else { self.from_file };
        board.at(from).is_some_and(|piece| piece.kind() == self.kind)
            && file.is_none_or(|file| file == from.file())
            && self.from_rank.is_none_or(|rank| rank == from.rank())
    }
}

/// Reads what follows the letter of a piece: `f3`, `xf3`, `bd2`, `1xd2`, and for a pawn `e4`.
fn read_piece_move(kind: PieceKind, text: &str) -> Option<(San, &str)> {
    if kind == PieceKind::Pawn {
        return read_pawn_move(text);
    }
    let san = |from_file, from_rank, to| San { kind, from_file, from_rank, to, promotion: None };
    if let Some((to, rest)) = split_square(without_capture(text)) {
        return Some((san(None, None, to), rest));
    }
    let mut letters = text.chars();
    let hint = letters.next()?;
    let (to, rest) = split_square(without_capture(letters.as_str()))?;
    let (file, rank) = (File::from_letter(hint), Rank::from_digit(hint));
    (file.is_some() || rank.is_some()).then(|| (san(file, rank, to), rest))
}

/// Reads `e4`, `exd5`, `ed5`, and promotions as `e8=Q`.
fn read_pawn_move(text: &str) -> Option<(San, &str)> {
    let straight = split_square(text).map(|(to, rest)| (None, to, rest));
    let capture = || {
        let mut letters = text.chars();
        let file = File::from_letter(letters.next()?)?;
        let (to, rest) = split_square(without_capture(letters.as_str()))?;
        Some((Some(file), to, rest))
    };
    let (from_file, to, rest) = straight.or_else(capture)?;
    let (letter, rest) = split_promotion(rest);
    let promotion = match letter {
        Some(letter) => Some(PieceKind::from_letter(letter.to_ascii_lowercase())?),
        None => None,
    };
    Some((San { kind: PieceKind::Pawn, from_file, from_rank: None, to, promotion }, rest))
}

fn without_capture(text: &str) -> &str {
    text.strip_prefix(['x', ':']).unwrap_or(text)
}

fn split_square(text: &str) -> Option<(Square, &str)> {
    let (name, rest) = text.split_at_checked(2)?;
    Some((Square::from_name(name)?, rest))
}
