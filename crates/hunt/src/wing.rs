//! Castlings on a wing that need not be the one on which the rook stands: what an engine lists and makes whose rights
//! are for the wrong wing. The rooks of a position's rights say it: the right of a wing may name a rook beyond the
//! king.

use super::draft::{Draft, KingTracking};
use ox88::{
    CastlingPair, CastlingSide, Color, File, Move, Piece, PieceKind, Position, Square, is_attacked,
};

/// A castling of this king with this rook on this wing.
#[derive(Clone, Copy)]
pub(super) struct WingCastling {
    own: CastlingPair,
    king: Square,
    goal: CastlingPair,
}

impl WingCastling {
    pub fn new(king: Square, rook: Square, wing: CastlingSide) -> WingCastling {
        let home = |file| Square::new(file, king.rank());
        let goal = CastlingPair::new(home(File::E), home(wing.edge()));
        WingCastling { own: CastlingPair::new(king, rook), king, goal }
    }

    /// The castlings for which this side has a right.
    fn of(position: &Position, color: Color) -> Vec<WingCastling> {
        let king = position.king(color);
        let is_there = position.board().at(king) == Some(Piece::new(color, PieceKind::King));
        let rights = position.castling_rights().iter().filter(|it| it.0 == color && is_there);
        let of_right = |(_, wing, rook)| WingCastling::new(king, rook, wing);
        let castlings = rights.map(of_right);
        castlings.filter(|it| it.own.rook().rank() == king.rank()).collect()
    }

    /// The move, as it is written: text names the king and the rook, and not the wing.
    fn mv(self) -> Move {
        Move::castling(self.king, self.own.rook())
    }

    fn is_on_other_wing(self) -> bool {
        self.own.side() != self.goal.side()
    }

    /// Whether it would be legal, if what counts after it is the position as the engine makes it.
    pub fn is_legal(self, position: &Position) -> bool {
        let (us, board) = (position.side_to_move(), position.board());
        let (rook, goal) = (self.own.rook(), self.goal.king_target());
        let is_free = |it| it == self.king || it == rook || board.at(it).is_none();
        let after = castled(position, self.mv());
        let is_attacked = |board, square| is_attacked(board, square, !us);
        board.at(rook) == Some(Piece::new(us, PieceKind::Rook))
            && between(self.king, goal).chain(between(rook, self.goal.rook_target())).all(is_free)
            && between(self.king, goal).all(|it| it == goal || !is_attacked(board, it))
            && !is_attacked(after.board(), after.king(us))
    }

    /// The position after the castling on the rook's own wing, with king and rook on the other one.
    pub fn moved(self, draft: Draft, color: Color) -> Draft {
        draft
            .without(self.own.king_target())
            .without(self.own.rook_target())
            .with(self.goal.rook_target(), color, PieceKind::Rook)
            .with(self.goal.king_target(), color, PieceKind::King)
            .with_king(color, self.goal.king_target(), KingTracking::Follows)
    }
}

/// The castling of this move on the other wing.
pub(super) fn on_other_wing(mv: Move) -> Option<WingCastling> {
    let rook = mv.castling_rook()?;
    Some(WingCastling::new(mv.from, rook, other_side(CastlingPair::new(mv.from, rook).side())))
}

/// Whether a side has a right whose rook is beyond the king.
pub(super) fn has_other_wing(position: &Position) -> bool {
    let of = |color| WingCastling::of(position, color);
    Color::BOTH.into_iter().flat_map(of).any(WingCastling::is_on_other_wing)
}

/// The position after a castling, which is on the other wing if the only right of its rook is for that.
pub(super) fn castled(position: &Position, mv: Move) -> Position {
    let (us, after) = (position.side_to_move(), position.after_unchecked(mv));
    let Some(other) = on_other_wing(mv) else { return after };
    let castlings = WingCastling::of(position, us);
    let of_rook = castlings.iter().filter(|it| it.mv() == mv);
    let is_on_other: Vec<bool> = of_rook.map(|it| it.is_on_other_wing()).collect();
    if is_on_other.contains(&true) && !is_on_other.contains(&false) {
        other.moved(Draft::of(&after), us).position()
    } else {
        after
    }
}

/// The moves of a position: each castling where its own wing allows it.
pub(super) fn moves_by_wing(position: &Position) -> Vec<Move> {
    let mut moves = position.legal_moves();
    moves.retain(|mv| mv.castling_rook().is_none());
    let castlings = WingCastling::of(position, position.side_to_move()).into_iter();
    moves.extend(castlings.filter(|it| it.is_legal(position)).map(WingCastling::mv));
    moves
}

/// The squares of a rank from one to another, including both.
fn between(one: Square, other: Square) -> impl Iterator<Item = Square> {
    let (from, to) = (one.min(other), one.max(other));
    Square::all().filter(move |it| it.rank() == one.rank() && (from..=to).contains(it))
}

/// The other wing.
pub(super) const fn other_side(side: CastlingSide) -> CastlingSide {
    match side {
        CastlingSide::KingSide => CastlingSide::QueenSide,
        CastlingSide::QueenSide => CastlingSide::KingSide,
    }
}
