//! The states in which a move is made: the columns of the table.

use ox88::{CastlingSide, Move, Position, Square, attackers};

/// What holds of the side to move, or of the piece that moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum State {
    EnPassant,
    CheckByThePawn,
    CheckUncovered,
    OwnKingSide,
    OwnQueenSide,
    TheirKingSide,
    TheirQueenSide,
    Check,
    DoubleCheck,
    OtherPinned,
    Pinned,
}

impl State {
    /// Each state with its name in the table and what it is.
    pub const ALL: [(State, &str, &str); 11] = [
        (State::EnPassant, "ep", "an en passant square is set"),
        (
            State::CheckByThePawn,
            "ep+",
            "the pawn that has just jumped over it gives check, and alone",
        ),
        (State::CheckUncovered, "ep/", "that pawn has uncovered a check, the only one"),
        (State::OwnKingSide, "own K", "the right to castle kingside"),
        (State::OwnQueenSide, "own Q", "the right to castle queenside"),
        (State::TheirKingSide, "opp K", "the other side has the right to castle kingside"),
        (State::TheirQueenSide, "opp Q", "the other side has the right to castle queenside"),
        (State::Check, "+", "one piece gives check"),
        (State::DoubleCheck, "++", "two pieces give check"),
        (State::OtherPinned, "pin", "a piece is pinned that does not move now"),
        (State::Pinned, "pinned", "the piece that moves is pinned"),
    ];
}

/// The states of a position in which this move is made.
pub fn states(position: &Position, mv: Move) -> Vec<State> {
    let (us, checkers) = (position.side_to_move(), position.checkers());
    let has = |color, side| position.castling_rights().rook(color, side).is_some();
    let jumped = position.en_passant().and_then(|skipped| us.en_passant_victim(skipped));
    let (pinned, others): (Vec<Square>, Vec<Square>) =
        pinned(position).into_iter().partition(|&square| square == mv.from);
    let holds = |state| match state {
        State::EnPassant => jumped.is_some(),
        State::CheckByThePawn => jumped.is_some_and(|pawn| checkers == [pawn]),
        State::CheckUncovered => {
            jumped.is_some_and(|pawn| checkers.len() == 1 && checkers != [pawn])
        }
        State::OwnKingSide => has(us, CastlingSide::KingSide),
        State::OwnQueenSide => has(us, CastlingSide::QueenSide),
        State::TheirKingSide => has(!us, CastlingSide::KingSide),
        State::TheirQueenSide => has(!us, CastlingSide::QueenSide),
        State::Check => checkers.len() == 1,
        State::DoubleCheck => checkers.len() == 2,
        State::OtherPinned => !others.is_empty(),
        State::Pinned => !pinned.is_empty(),
    };
    State::ALL.map(|(state, ..)| state).into_iter().filter(|&state| holds(state)).collect()
}

/// The pieces of the side to move without which its king would be attacked by one piece more.
fn pinned(position: &Position) -> Vec<Square> {
    let us = position.side_to_move();
    let (king, checkers) = (position.king(us), position.checkers().len());
    let mut pinned = Vec::new();
    for (square, _) in position.board().pieces(us) {
        let mut without = *position.board();
        without.clear(square);
        if square != king && attackers(&without, king, !us).len() > checkers {
            pinned.push(square);
        }
    }
    pinned
}
