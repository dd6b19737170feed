//! Why a cell of the table is empty: there can be no such move.

use super::Cell;
use super::moves::MoveType;
use super::states::State;
use ox88::PieceKind;

/// Why there can be no such move in such a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    KingIsNotPinned,
    NoCastlingFarFromHome,
    KingIsFarFromTheSquare,
    OneCheckAtMost,
    KingHasLeftHome,
    OnlyTheKingMoves,
    NoCastlingInCheck,
    NothingComesBetween,
    NoPromotionTakesThePawn,
    LineIsElsewhere,
    PinnedKnight,
    NoPromotionAlongThePin,
}

impl Reason {
    /// Each reason in a sentence.
    pub const ALL: [(Reason, &str); 12] = [
        (Reason::KingIsNotPinned, "The king moves, and a king is not pinned."),
        (
            Reason::NoCastlingFarFromHome,
            "A king at home is neither beside a pawn that has taken two steps, nor on a line through \
                 the square that it has left.",
        ),
        (
            Reason::KingIsFarFromTheSquare,
            "The king to which that pawn gives check is two ranks away from the square.",
        ),
        (
            Reason::OneCheckAtMost,
            "Two steps of a pawn give one check at most: no line runs from the square that it has \
                 left to one that it attacks.",
        ),
        (Reason::KingHasLeftHome, "A king beside the square has left its home, and has no right."),
        (Reason::OnlyTheKingMoves, "In double check only the king moves."),
        (Reason::NoCastlingInCheck, "The king does not castle out of check."),
        (
            Reason::NothingComesBetween,
            "The pawn is beside the king: it is taken, or the king moves.",
        ),
        (Reason::NoPromotionTakesThePawn, "The pawn is not on the last rank."),
        (
            Reason::LineIsElsewhere,
            "The line that the pawn has uncovered, by leaving it straight ahead, neither passes over \
                 the square nor crosses the last rank between the checker and the king.",
        ),
        (Reason::PinnedKnight, "A knight never moves along a line."),
        (
            Reason::NoPromotionAlongThePin,
            "A pawn that is pinned along its file has the king or the other piece before it.",
        ),
    ];

    /// How the table calls it.
    pub fn letter(self) -> char {
        char::from(b'a' + self as u8)
    }

    /// The reason for which there can be no such cell, if there is one.
    pub fn why_impossible(cell: Cell) -> Option<Reason> {
        let Cell { is_legal, mv, state } = cell;
        Reason::of_any_move(mv, state)
            .or_else(|| is_legal.then(|| Reason::of_legal_move(mv, state)).flatten())
    }

    /// What cannot be, whether legal or not.
    fn of_any_move(mv: MoveType, state: State) -> Option<Reason> {
        let is_castling = matches!(mv, MoveType::Castling(_));
        let is_to_square = mv == MoveType::ToEnPassantSquare(PieceKind::King);
        let needs_square = matches!(mv, MoveType::EnPassant | MoveType::ToEnPassantSquare(_));
        match state {
            State::Pinned if mv.is_of_king() => Some(Reason::KingIsNotPinned),
            State::CheckByThePawn | State::CheckUncovered if is_castling => {
                Some(Reason::NoCastlingFarFromHome)
            }
            State::CheckByThePawn if is_to_square => Some(Reason::KingIsFarFromTheSquare),
            State::DoubleCheck if needs_square => Some(Reason::OneCheckAtMost),
            State::OwnKingSide | State::OwnQueenSide if is_to_square => {
                Some(Reason::KingHasLeftHome)
            }
            _ => None,
        }
    }

    /// What cannot be legal.
    fn of_legal_move(mv: MoveType, state: State) -> Option<Reason> {
        use MoveType::{Capture, Castling, Quiet, ToEnPassantSquare};
        let is_quiet = matches!(
            mv,
            Quiet(_) | ToEnPassantSquare(_) | MoveType::DoublePush | MoveType::Promotion
        );
        let is_to_square = matches!(mv, ToEnPassantSquare(_));
        match (state, mv) {
            (State::DoubleCheck, _) if !mv.is_of_king() => Some(Reason::OnlyTheKingMoves),
            (State::Check | State::DoubleCheck, Castling(_)) => Some(Reason::NoCastlingInCheck),
            (State::CheckByThePawn, _) if is_quiet && !mv.is_of_king() => {
                Some(Reason::NothingComesBetween)
            }
            (State::CheckByThePawn, MoveType::PromotionByCapture) => {
                Some(Reason::NoPromotionTakesThePawn)
            }
            (State::CheckUncovered, MoveType::EnPassant | MoveType::Promotion) => {
                Some(Reason::LineIsElsewhere)
            }
            // A check while there is such a square is one or the other of these two.
            (State::CheckUncovered | State::Check, _) if is_to_square && !mv.is_of_king() => {
                Some(Reason::LineIsElsewhere)
            }
            (
                State::Pinned,
                Quiet(PieceKind::Knight)
                | Capture(PieceKind::Knight)
                | ToEnPassantSquare(PieceKind::Knight),
            ) => Some(Reason::PinnedKnight),
            (State::Pinned, MoveType::Promotion) => Some(Reason::NoPromotionAlongThePin),
            _ => None,
        }
    }
}
