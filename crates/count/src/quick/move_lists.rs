//! The moves of the side that is not to move: after a move of the other side it still has most of them.
//!
//! Before the other side moves, the moves of each piece are listed, and for each square it is noted whose ways lead
//! to it. After a move only those pieces are asked again whose ways it has changed.

use super::Side;
use super::count::add_attackers;
use super::legal::{NO_MOVE, NO_MOVES, collect_moves};
use super::squares::{Squares, Table};
use ox88::{CastlingSide, Color, Direction, Move, MoveKind, Position, Setup, Square};

/// How many moves are listed: more than a side has in nearly any game. Pieces whose moves find no room are asked
/// again.
const MOST_LISTED: usize = 128;

/// The moves that the side which is not to move would have.
pub struct MoveLists {
    moves: [Move; MOST_LISTED],
    /// Where those of the piece on a square begin among them, and where they end.
    places: Table<(u16, u16)>,
    attackers: Table<Squares>,
    /// The pieces whose moves are not listed.
    unlisted: Squares,
}

/// The lists that are still right after a move of the other side.
#[derive(Clone, Copy)]
pub struct Unchanged<'a> {
    lists: &'a MoveLists,
    /// The pieces that have to be asked again.
    changed: Squares,
}

/// No piece has a list.
const NOTHING: MoveLists = MoveLists {
    moves: [NO_MOVE; MOST_LISTED],
    places: Table::of((0, 0)),
    attackers: Table::of(Squares::NONE),
    unlisted: Squares::NONE,
};

impl MoveLists {
    /// Lists the moves that this side, which is not to move, would have.
    #[inline(never)]
    #[expect(clippy::cast_possible_truncation, reason = "places are at most MOST_LISTED")]
    pub fn of<S: Side>(position: &Position) -> MoveLists {
        let setup = Setup { side_to_move: S::COLOR, en_passant: None, ..position.setup() };
        let kings = Color::BOTH.map(|color| position.king(color));
        let position = &Position::unchecked(setup, kings);
        let (board, king) = (position.board(), position.king(S::COLOR));
        let own = Squares::of(board, S::COLOR);
        let mut lists = NOTHING;
        add_attackers::<S>(board, own, &mut lists.attackers);
        for beside in Direction::ALL.iter().filter_map(|&step| king.step(step)) {
            lists.attackers[beside] |= king;
        }
        let rights = position.castling_rights();
        if CastlingSide::BOTH.iter().any(|&side| rights.rook(S::COLOR, side).is_some()) {
            // Castling depends on other squares, too, and on rights.
            lists.unlisted |= king;
        }
        let (mut list, mut begin) = (NO_MOVES, 0);
        for (square, piece) in own.pieces(board) {
            let moves = collect_moves::<S>(position, square, piece, &mut list);
            let end = begin + moves.len();
            if let Some(place) = lists.moves.get_mut(begin..end) {
                place.copy_from_slice(moves);
                lists.places[square] = (begin as u16, end as u16);
                begin = end;
            } else {
                lists.unlisted |= square;
            }
        }
        lists
    }

    /// The lists that are still right after a legal move of the other side, which is this one.
    #[inline(always)]
    pub fn after<Mover: Side>(&self, mv: Move) -> Unchanged<'_> {
        let behind = |it: Square| it.step(Mover::COLOR.forward().reversed());
        let attackers =
            |square: Option<Square>| square.map_or(Squares::NONE, |it| self.attackers[it]);
        let special = match mv.kind {
            MoveKind::Normal | MoveKind::Promotion(_) => Squares::NONE,
            // A pawn whose way of capturing leads to the square between may capture en passant.
            MoveKind::DoublePush => attackers(behind(mv.to)),
            MoveKind::EnPassant | MoveKind::Castling { .. } => Squares::ALL,
        };
        let changed = self.attackers[mv.from] | self.attackers[mv.to];
        let changed = changed | special | self.unlisted;
        Unchanged { lists: self, changed }
    }
}

impl Unchanged<'_> {
    /// No piece has a list.
    pub const NONE: Unchanged<'static> = Unchanged { lists: &NOTHING, changed: Squares::ALL };

    /// The moves of the piece on this square, without regard to its king, if its list is still right.
    pub fn list_of(&self, square: Square) -> Option<&[Move]> {
        if self.changed.contains(square) {
            return None;
        }
        let (begin, end) = self.lists.places[square];
        self.lists.moves.get(usize::from(begin)..usize::from(end))
    }
}
