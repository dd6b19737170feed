//! One question: a position, and how it came about.

use super::Explanation;
use super::rule::Rule;
use super::words;
use crate::chess::attacks::attackers;
use crate::chess::board::Board;
use crate::chess::color::Color;
use crate::chess::moves::Move;
use crate::chess::piece::Piece;
use crate::chess::position::Position;
use crate::chess::square::Square;
use crate::hunt::line::Line;

/// The position in which a move is explained, and the path to it.
pub(super) struct Case<'a> {
    pub path: &'a Line,
    pub here: Position,
}

impl<'a> Case<'a> {
    pub fn at_the_end_of(path: &'a Line) -> Case<'a> {
        Case { path, here: path.end() }
    }

    pub const fn board(&self) -> &Board {
        self.here.board()
    }

    /// The side to move.
    pub const fn us(&self) -> Color {
        self.here.side_to_move()
    }

    /// The king of the side to move.
    pub const fn king(&self) -> Square {
        self.here.king(self.here.side_to_move())
    }

    /// The piece there, if it is one of the side to move.
    pub fn own(&self, square: Square) -> Option<Piece> {
        self.board().at(square).filter(|piece| piece.belongs_to(self.us()))
    }

    /// The piece there, if it is one of the opponent's.
    pub fn enemy(&self, square: Square) -> Option<Piece> {
        self.board().at(square).filter(|piece| !piece.belongs_to(self.us()))
    }

    /// The opponent's pieces that attack a square.
    pub fn attackers(&self, square: Square) -> Vec<Square> {
        attackers(self.board(), square, !self.us())
    }

    /// The opponent's pieces that attack the king of the side to move after a move of its own. They
    /// stand where they stood before.
    pub fn attackers_after(&self, mv: Move) -> Vec<Square> {
        let next = self.here.after_unchecked(mv);
        attackers(next.board(), next.king(self.us()), !self.us())
    }

    /// Where the pawn stands that is taken on this en passant square.
    pub fn passed_pawn(&self, skipped: Square) -> Option<Square> {
        self.us().en_passant_victim(skipped)
    }

    /// `the knight on f3`.
    pub fn piece(&self, square: Square) -> String {
        words::piece(self.board(), square)
    }

    /// `the knight on f3 and the rook on h1`.
    pub fn pieces(&self, squares: &[Square]) -> String {
        words::pieces(self.board(), squares)
    }

    /// `knight`.
    pub fn name(&self, square: Square) -> &'static str {
        words::name(self.board(), square)
    }
}

/// A rule with its sentence, and the squares of the pieces that prove it.
pub(super) struct Reason {
    rule: Rule,
    reason: String,
    proof: Vec<Square>,
}

impl Reason {
    pub fn new(
        rule: Rule,
        reason: impl Into<String>,
        proof: impl IntoIterator<Item = Square>,
    ) -> Reason {
        Reason { rule, reason: reason.into(), proof: proof.into_iter().collect() }
    }

    /// The explanation of a move, whose ends are marked first.
    pub fn for_move(self, from: Square, to: Square) -> Explanation {
        let Reason { rule, reason, proof } = self;
        let mut squares = Vec::new();
        for square in [from, to].into_iter().chain(proof) {
            if !squares.contains(&square) {
                squares.push(square);
            }
        }
        Explanation { rule, reason, squares }
    }
}
