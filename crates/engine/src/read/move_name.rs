//! Which move does a text mean?
//!
//! Reading has two steps. First ox88 turns the text into a name: two squares and perhaps a promotion, or castling. Then
//! it looks that name up among the possible moves. Only they show whether `e1g1` is castling, and whether `e1h1` is the
//! same move in the notation of Chess960.

use ox88::{CastlingPair, CastlingSide, Move, PieceKind, Square};

/// The name of a move, whether or not any piece can make that move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MoveName {
    /// From one square to another.
    Squares {
        /// The square of the piece.
        from: Square,
        /// The square to which the piece goes, or in castling perhaps the square of the rook.
        to: Square,
        /// The kind of piece that a pawn is to become. It may be one that no pawn can become.
        promotion: Option<PieceKind>,
    },
    /// `O-O` or `O-O-O`.
    Castling(CastlingSide),
}

impl MoveName {
    /// Reads a move as UCI writes it, two squares and perhaps the letter of a promotion: `e2e4`,
    /// `e7e8q`. Anything else is refused.
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

    /// The moves among these that the name may mean: usually one or none, but four if a pawn promotes and the letter is
    /// missing.
    ///
    /// Castling may be named by the king's target or by the square of the rook. If an ordinary step of the king has the
    /// same two squares, as it may in Chess960, the name means the step.
    pub fn among(self, moves: &[Move]) -> Vec<Move> {
        let (from, to, promotion) = match self {
            MoveName::Squares { from, to, promotion } => (from, to, promotion),
            MoveName::Castling(side) => {
                return those(moves, |mv| {
                    mv.castling_rook()
                        .is_some_and(|rook| CastlingPair::new(mv.from, rook).side() == side)
                });
            }
        };
        let fits =
            |mv: Move| mv.from == from && (promotion.is_none() || promotion == mv.promotion());
        let steps = those(moves, |mv| fits(mv) && mv.to == to && mv.castling_rook().is_none());
        if !steps.is_empty() {
            return steps;
        }
        let by_king_target = those(moves, |mv| fits(mv) && mv.to == to);
        if !by_king_target.is_empty() {
            return by_king_target;
        }
        those(moves, |mv| fits(mv) && mv.castling_rook() == Some(to))
    }

    /// The move among these that the name means, if there is exactly one.
    pub fn the_one_among(self, moves: &[Move]) -> Option<Move> {
        match self.among(moves)[..] {
            [mv] => Some(mv),
            _ => None,
        }
    }
}

fn those(moves: &[Move], is_meant: impl Fn(Move) -> bool) -> Vec<Move> {
    moves.iter().copied().filter(|&mv| is_meant(mv)).collect()
}

impl From<Move> for MoveName {
    /// Names a move by its two squares.
    fn from(mv: Move) -> MoveName {
        MoveName::Squares { from: mv.from, to: mv.to, promotion: mv.promotion() }
    }
}
