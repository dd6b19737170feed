//! What an engine with a corrupted state would believe: positions with one thing wrong.
//!
//! A belief explains an answer when the answer is exactly the right one to the wrong position. That
//! is more than a guess: the whole divide has to agree, move for move and count for count.

use crate::chess::attacks::is_attacked;
use crate::chess::castling::{CastlingRights, CastlingSide};
use crate::chess::color::Color;
use crate::chess::moves::{Move, MoveKind};
use crate::chess::notation::MoveName;
use crate::chess::piece::{Piece, PieceKind};
use crate::chess::position::Position;
use crate::chess::setup::Setup;
use crate::chess::square::Square;
use crate::hunt::compare::compare;
use crate::hunt::explain::rule::Rule;
use crate::hunt::explain::words;
use crate::hunt::witness::Heard;

/// In what the position that an engine has is another one than it should be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct State {
    /// The rule that this breaks.
    pub rule: Rule,
    /// What would be so, to stand behind "the engine answers as if": "White could still castle".
    pub as_if: String,
}

/// A wrong position and what is wrong with it.
#[derive(Clone, Debug)]
pub(super) struct Belief {
    pub position: Position,
    /// Whether the king is looked for where it is believed even after it has moved.
    pub loses_sight_of_king: bool,
    pub state: State,
}

impl Belief {
    pub fn new(draft: &Draft, rule: Rule, as_if: String) -> Belief {
        let state = State { rule, as_if };
        Belief { position: draft.position(), loses_sight_of_king: false, state }
    }

    /// The same with an engine that does not follow the king any more when it moves on.
    pub fn losing_sight_of_king(mut self) -> Belief {
        self.loses_sight_of_king = true;
        self
    }

    /// Whether the answer would be right in this position.
    pub fn explains(&self, heard: &Heard) -> bool {
        if self.loses_sight_of_king {
            heard.depth == 1 && lists(&self.moves_without_sight_of_king(), heard)
        } else {
            compare(&self.position, heard.depth, &heard.answer).difference.is_nothing()
        }
    }

    /// The moves after which the square is not attacked on which the king is believed.
    fn moves_without_sight_of_king(&self) -> Vec<Move> {
        let position = &self.position;
        let us = position.side_to_move();
        let mut moves = position.pseudo_legal_moves();
        moves.retain(|&mv| {
            let is_castling = matches!(mv.kind, MoveKind::Castling { .. });
            !is_attacked(position.after_unchecked(mv).board(), position.king(us), !us)
                && (!is_castling || position.is_legal(mv))
        });
        moves
    }
}

/// Whether an answer lists exactly these moves.
fn lists(moves: &[Move], heard: &Heard) -> bool {
    let mut left = moves.to_vec();
    let is_expected = |text: &str| {
        let named = MoveName::from_text(text).and_then(|named| named.the_one_among(&left));
        let place = left.iter().position(|&mv| Some(mv) == named);
        place.map(|place| left.swap_remove(place)).is_some()
    };
    heard.answer.rows.iter().map(|row| row.text.as_str()).all(is_expected) && left.is_empty()
}

/// The position after a move for an engine that has this one on its board, where the move may be
/// impossible: its own piece in the way is overwritten. Nothing if no piece is there to be moved.
pub(super) fn after_on_its_board(position: &Position, mv: Move) -> Option<Position> {
    let is_own = |square| {
        position.board().at(square).is_some_and(|piece| piece.belongs_to(position.side_to_move()))
    };
    let is_overwritten = is_own(mv.to) && mv.castling_rook().is_none();
    let here =
        if is_overwritten { Draft::of(position).without(mv.to).position() } else { *position };
    is_own(mv.from).then(|| here.after_unchecked(mv))
}

/// A position that is being falsified.
#[derive(Clone, Copy)]
pub(super) struct Draft {
    pub setup: Setup,
    pub kings: [Square; 2],
}

impl Draft {
    pub fn of(position: &Position) -> Draft {
        Draft { setup: position.setup(), kings: Color::BOTH.map(|color| position.king(color)) }
    }

    pub fn position(&self) -> Position {
        Position::unchecked(self.setup, self.kings)
    }

    #[must_use]
    pub fn with(mut self, square: Square, color: Color, kind: PieceKind) -> Draft {
        self.setup.board.put(square, Piece::new(color, kind));
        self
    }

    #[must_use]
    pub fn with_piece(mut self, square: Square, piece: Option<Piece>) -> Draft {
        match piece {
            Some(piece) => self.setup.board.put(square, piece),
            None => self.setup.board.clear(square),
        }
        self
    }

    #[must_use]
    pub fn without(mut self, square: Square) -> Draft {
        self.setup.board.clear(square);
        self
    }

    #[must_use]
    pub fn with_en_passant(mut self, square: Option<Square>) -> Draft {
        self.setup.en_passant = square;
        self
    }

    #[must_use]
    pub fn with_rights(mut self, rights: CastlingRights) -> Draft {
        self.setup.castling = rights;
        self
    }

    #[must_use]
    pub fn with_king(mut self, color: Color, square: Square) -> Draft {
        self.kings[color.index()] = square;
        self
    }

    #[must_use]
    pub fn with_turn_of(mut self, color: Color) -> Draft {
        self.setup.side_to_move = color;
        self
    }
}

/// A right to castle in words, with what may be done about it: `White could still castle on the
/// king's side`.
pub(super) fn castling_words(color: Color, can: &str, side: CastlingSide) -> String {
    format!("{color} could {can} castle on {}", words::side(side))
}
