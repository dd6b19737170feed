//! The facts behind an explanation, and the phrases for them.

use ox88::{
    Board, CastlingSide, Color, Direction, Move, Piece, PieceKind, Position, Square, attackers,
    is_attacked,
};
use ox88_engine::Line;
use std::iter::successors;

/// The position at the end of a line, as the side to move sees it.
pub struct Scene<'a> {
    /// The moves that led here, on which some rules depend.
    pub line: &'a Line,
    /// The position in which a move is explained.
    pub here: Position,
    /// The opponent's pieces that give check.
    pub checkers: Vec<Square>,
    /// The engine is wrong here, and right at the end of these lines. `None` if no engine is in question.
    pub right_in: Option<Vec<Line>>,
    /// Where else it is right.
    pub control: Option<Line>,
}

impl Scene<'_> {
    /// The position at the end of a line.
    pub fn at_end_of(line: &Line) -> Scene<'_> {
        let here = line.end();
        Scene { line, here, checkers: here.checkers(), right_in: None, control: None }
    }

    /// The same for an engine that is wrong there, and right in these lines, each without one of the pieces. Without
    /// any other piece that could be taken off the board, it is still wrong.
    pub fn right_in(self, right_in: Option<Vec<Line>>) -> Self {
        Scene { right_in, ..self }
    }

    /// Whether it is known that the engine is right without one of the pieces.
    pub(crate) fn has_control(&self) -> bool {
        self.right_in.as_ref().is_some_and(|right_in| !right_in.is_empty())
    }

    /// Whether one of these pieces may matter to the error of the engine.
    pub(crate) fn may_matter(&self, men: &[Square]) -> bool {
        let is_gone = |there: &Line| {
            let there = there.end();
            men.iter().any(|&man| there.board().at(man) != self.board().at(man))
        };
        self.right_in.as_ref().is_none_or(|right_in| right_in.iter().any(is_gone))
    }

    /// Whether the attack on a square may matter to it: the engine is right nowhere in spite of that.
    pub(crate) fn may_matter_to_be_attacked(&self, square: Square) -> bool {
        let is_attacked = |there: &Line| is_attacked(there.end().board(), square, !self.us());
        !self.right_in.iter().flatten().any(is_attacked)
    }

    pub(crate) const fn board(&self) -> &Board {
        self.here.board()
    }

    /// The side to move.
    pub(crate) const fn us(&self) -> Color {
        self.here.side_to_move()
    }

    /// The king of the side to move.
    pub const fn king(&self) -> Square {
        self.here.king(self.us())
    }

    /// What the side to move has on this square.
    pub(crate) fn own(&self, square: Square) -> Option<PieceKind> {
        self.board().at(square).filter(|piece| piece.belongs_to(self.us())).map(Piece::kind)
    }

    /// What the opponent has on this square.
    pub(crate) fn enemy(&self, square: Square) -> Option<PieceKind> {
        self.board().at(square).filter(|piece| piece.belongs_to(!self.us())).map(Piece::kind)
    }

    /// Those of the squares on which there is a piece.
    pub(crate) fn occupied(&self, squares: impl IntoIterator<Item = Square>) -> Vec<Square> {
        squares.into_iter().filter(|&square| self.board().at(square).is_some()).collect()
    }

    /// The opponent's pieces that attack a square.
    pub(crate) fn attackers(&self, square: Square) -> Vec<Square> {
        attackers(self.board(), square, !self.us())
    }

    /// The opponent's pieces that attack the king of the side to move after this move of its own.
    pub(crate) fn attackers_after(&self, mv: Move) -> Vec<Square> {
        let next = self.here.after(mv);
        attackers(next.board(), next.king(self.us()), !self.us())
    }

    /// The piece that would give check if this square were empty, and does not give check now. It
    /// is the only one, because only one line leads from the king through the square.
    pub(crate) fn uncovered_by(&self, square: Square) -> Option<Square> {
        let mut board = *self.board();
        board.clear(square);
        let attackers = attackers(&board, self.king(), !self.us());
        attackers.into_iter().find(|from| !self.checkers.contains(from))
    }

    /// `the knight on f3`.
    pub(crate) fn piece(&self, square: Square) -> String {
        match self.board().at(square) {
            Some(piece) => format!("the {} on {square}", kind_name(piece.kind())),
            None => format!("the empty square {square}"),
        }
    }

    /// `knight on f3`, after the name of its owner.
    pub(crate) fn name_and_square(&self, square: Square) -> String {
        format!("{} on {square}", name_on(self.board(), square))
    }

    /// `the knight on f3 and the rook on h1`.
    pub(crate) fn pieces(&self, squares: &[Square]) -> String {
        enumeration(squares.iter().map(|&square| self.piece(square)))
    }

    /// `the knight on f3 attacks`, or `the knight on f3 and the rook on h1 attack`. The verb comes
    /// in the form for one piece.
    pub(crate) fn pieces_do(&self, squares: &[Square], verb: &str) -> String {
        let verb = if squares.len() == 1 { verb } else { verb.trim_end_matches('s') };
        format!("{} {verb}", self.pieces(squares))
    }
}

/// `knight`.
pub const fn kind_name(kind: PieceKind) -> &'static str {
    match kind {
        PieceKind::Pawn => "pawn",
        PieceKind::Knight => "knight",
        PieceKind::Bishop => "bishop",
        PieceKind::Rook => "rook",
        PieceKind::Queen => "queen",
        PieceKind::King => "king",
    }
}

/// `white knight`.
pub fn man_name(man: Piece) -> String {
    let color = if man.color() == Color::White { "white" } else { "black" };
    format!("{color} {}", kind_name(man.kind()))
}

/// The name of the piece on a square of some board: `knight`.
pub(super) fn name_on(board: &Board, square: Square) -> &'static str {
    board.at(square).map_or("nothing", |piece| kind_name(piece.kind()))
}

/// `queenside`, as in `castle queenside` and `the queenside right`.
pub const fn side_name(side: CastlingSide) -> &'static str {
    match side {
        CastlingSide::KingSide => "kingside",
        CastlingSide::QueenSide => "queenside",
    }
}

/// `e1, f1 and g1`.
pub fn enumeration<T: ToString>(items: impl IntoIterator<Item = T>) -> String {
    let items: Vec<String> = items.into_iter().map(|item| item.to_string()).collect();
    match &items[..] {
        [] => String::new(),
        [only] => only.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

/// The squares between two on the same rank, file or diagonal, in order. There are none if the two share no line.
pub fn between(from: Square, to: Square) -> impl Iterator<Item = Square> {
    let beyond = move |line| successors(from.step(line), move |square| square.step(line));
    let line = Direction::ALL.into_iter().find(|&line| beyond(line).any(|square| square == to));
    line.into_iter().flat_map(beyond).take_while(move |&square| square != to)
}

/// Whether a piece on one square attacks another one while the board is empty but for that piece.
pub(crate) fn attacks_on_empty_board(piece: Piece, from: Square, to: Square) -> bool {
    let mut board = Board::EMPTY;
    board.put(from, piece);
    is_attacked(&board, to, piece.color())
}
