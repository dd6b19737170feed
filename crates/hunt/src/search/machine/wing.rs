//! Castlings on a wing that need not be the one on which the rook stands: what an engine lists and makes whose rights
//! are for the wrong wing. The rooks of a position's rights say it: the right of a wing may name a rook beyond the
//! king.

use ox88::{
    CastlingPair, CastlingSide, Color, File, Move, Piece, PieceKind, Position, Square, is_attacked,
};
use ox88_explain::between;

/// A castling of a king with a rook on the wing of the goal.
#[derive(Clone, Copy)]
pub(crate) struct WingCastling {
    mv: Move,
    own: CastlingPair,
    goal: CastlingPair,
}

impl WingCastling {
    fn new(king: Square, rook: Square, wing: CastlingSide) -> WingCastling {
        let home = |file| Square::new(file, king.rank());
        let goal = CastlingPair::new(home(File::E), home(wing.edge()));
        WingCastling { mv: Move::castling(king, rook), own: CastlingPair::new(king, rook), goal }
    }

    /// Whether no other piece stands where king and rook go.
    pub fn has_room(self, here: &Position) -> bool {
        let is_own = |square| square == self.mv.from || square == self.own.rook();
        let is_free = |square| is_own(square) || here.board().at(square).is_none();
        is_free(self.goal.king_target()) && is_free(self.goal.rook_target())
    }

    /// The castlings for which this side has a right.
    fn of(position: &Position, color: Color) -> Vec<WingCastling> {
        let king = position.king(color);
        let is_there = position.board().at(king) == Some(Piece::new(color, PieceKind::King));
        let rights = position.castling_rights().iter();
        let rights = rights.filter(|it| is_there && it.0 == color && it.2.rank() == king.rank());
        rights.map(|(_, wing, rook)| WingCastling::new(king, rook, wing)).collect()
    }

    fn is_on_other_wing(self) -> bool {
        self.own.side() != self.goal.side()
    }

    /// Whether it would be legal, if what counts after it is the position as the engine makes it.
    pub fn is_legal(self, position: &Position) -> bool {
        let (us, board) = (position.side_to_move(), position.board());
        let (king, rook, after) = (self.mv.from, self.own.rook(), castled(position, self.mv));
        let (king_goal, rook_goal) = (self.goal.king_target(), self.goal.rook_target());
        let is_free = |it: Square| it == king || it == rook || board.at(it).is_none();
        let mut way = between(king, king_goal).chain(between(rook, rook_goal));
        board.at(rook) == Some(Piece::new(us, PieceKind::Rook))
            && way.all(is_free)
            && is_free(king_goal)
            && is_free(rook_goal)
            && !between(king, king_goal).chain([king]).any(|it| is_attacked(board, it, !us))
            && !is_attacked(after.board(), after.king(us), !us)
    }

    /// The position after the castling on the rook's own wing, with king and rook on the other one.
    pub fn moved(self, after: &Position, color: Color) -> Position {
        let (mut setup, mut kings) = (after.setup(), Color::BOTH.map(|color| after.king(color)));
        setup.board.clear(self.own.king_target());
        setup.board.clear(self.own.rook_target());
        setup.board.put(self.goal.rook_target(), Piece::new(color, PieceKind::Rook));
        setup.board.put(self.goal.king_target(), Piece::new(color, PieceKind::King));
        kings[color.index()] = self.goal.king_target();
        Position::unchecked(setup, kings)
    }
}

/// The castling of this move on the other wing.
pub(crate) fn on_other_wing(mv: Move) -> Option<WingCastling> {
    let rook = mv.castling_rook()?;
    Some(WingCastling::new(mv.from, rook, other_side(CastlingPair::new(mv.from, rook).side())))
}

/// Whether a side has a right whose rook is beyond the king.
pub(super) fn has_other_wing(position: &Position) -> bool {
    let of = |color| WingCastling::of(position, color);
    Color::BOTH.into_iter().flat_map(of).any(WingCastling::is_on_other_wing)
}

/// The position after a move. A castling is on the other wing if the only right of its rook is for that.
pub(crate) fn castled(position: &Position, mv: Move) -> Position {
    let Some(other) = on_other_wing(mv) else { return position.after(mv) };
    let (us, after) = (position.side_to_move(), position.after(mv));
    let mut castlings = WingCastling::of(position, us);
    castlings.retain(|it| it.mv == mv);
    let is_other = !castlings.is_empty() && castlings.iter().all(|it| it.is_on_other_wing());
    if is_other { other.moved(&after, us) } else { after }
}

/// The moves of a position: each castling where its own wing allows it.
pub(crate) fn moves_by_wing(position: &Position) -> Vec<Move> {
    let mut moves = position.legal_moves();
    moves.retain(|mv| mv.castling_rook().is_none());
    let castlings = WingCastling::of(position, position.side_to_move()).into_iter();
    moves.extend(castlings.filter(|it| it.is_legal(position)).map(|it| it.mv));
    moves
}

/// The other wing.
pub(super) const fn other_side(side: CastlingSide) -> CastlingSide {
    match side {
        CastlingSide::KingSide => CastlingSide::QueenSide,
        CastlingSide::QueenSide => CastlingSide::KingSide,
    }
}
