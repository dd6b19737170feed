//! The moves of the side that is not to move: after a move of the other side it still has most of them.
//!
//! Before the other side moves, the moves of each piece are listed, and for each square it is noted whose ways lead
//! to it. After a move only those pieces are asked again whose ways it has changed.

use super::count::count;
use super::legal::{NO_MOVE, NO_MOVES, collect_moves};
use super::men::{Men, men};
use super::ray::Ways;
use super::side::Side;
use super::ways_to::WaysTo;
use ox88::{CastlingSide, Color, Direction, Move, MoveKind, PieceKind, Position, Setup, Square};

/// How many moves are listed: more than a side has in nearly any game. Pieces whose moves find no room are asked again.
const MOST_LISTED: usize = 128;

/// The moves that the side which is not to move would have.
pub struct Known {
    moves: [Move; MOST_LISTED],
    /// Where those of the piece on a square begin among them, and where they end.
    places: [(u16, u16); 64],
    ways_to: WaysTo,
    /// The pieces whose moves are not listed.
    unlisted: Men,
}

/// What is known of the moves of a side that is to move.
#[derive(Clone, Copy)]
pub struct StillKnown<'a> {
    known: &'a Known,
    /// The pieces that have to be asked again.
    changed: Men,
}

/// Nothing is known of any piece.
static NOTHING: Known = Known {
    moves: [NO_MOVE; MOST_LISTED],
    places: [(0, 0); 64],
    ways_to: WaysTo::NONE,
    unlisted: Men::ALL,
};

impl Known {
    /// Lists the moves that this side, which is not to move, would have.
    #[inline(never)]
    #[expect(clippy::cast_possible_truncation, reason = "places are at most MOST_LISTED")]
    pub fn of<S: Side>(position: &Position) -> Known {
        let setup = Setup { side_to_move: S::COLOR, en_passant: None, ..position.setup() };
        let kings = Color::BOTH.map(|color| position.king(color));
        let position = &Position::unchecked(setup, kings);
        let mut known = Known {
            moves: [NO_MOVE; MOST_LISTED],
            places: [(0, 0); 64],
            ways_to: WaysTo::NONE,
            unlisted: Men::NONE,
        };
        let (mut list, mut begin) = (NO_MOVES, 0);
        for (square, piece) in men(position.board(), S::COLOR) {
            let moves = collect_moves::<S>(position, square, piece, &mut list);
            let end = begin + moves.len();
            let Some(place) = known.moves.get_mut(begin..end) else {
                known.unlisted = known.unlisted.and(Men::on(square));
                continue;
            };
            place.copy_from_slice(moves);
            known.places[square.number()] = (begin as u16, end as u16);
            begin = end;
            if piece.kind() != PieceKind::King {
                let notes = &mut known.ways_to.of(square);
                count(position.board(), square, piece, Ways::ALL, S::COLOR, notes);
                continue;
            }
            for &step in &Direction::ALL {
                if let Some(to) = square.step(step) {
                    known.ways_to.lead(Men::on(square), to);
                }
            }
            // Castling depends on other squares, too, and on rights.
            let rights = position.castling_rights();
            if CastlingSide::BOTH.iter().any(|&side| rights.rook(S::COLOR, side).is_some()) {
                known.unlisted = known.unlisted.and(Men::on(square));
            }
        }
        known
    }

    /// What is still known after a legal move of the other side, which is this one.
    #[inline(always)]
    pub fn after<S: Side>(&self, mv: Move) -> StillKnown<'_> {
        let [forward, back] = [S::COLOR.forward(), S::COLOR.forward().reversed()];
        let ways_to = |square: Option<Square>| square.map_or(Men::NONE, |it| self.ways_to.at(it));
        let special = match mv.kind {
            MoveKind::Normal | MoveKind::Promotion(_) => Men::NONE,
            // A pawn whose way of capturing leads to the square between may capture en passant.
            MoveKind::DoublePush => ways_to(mv.from.step(forward)),
            MoveKind::EnPassant => ways_to(mv.to.step(back)),
            MoveKind::Castling { .. } => Men::ALL,
        };
        let changed = self.ways_to.at(mv.from).and(self.ways_to.at(mv.to));
        let changed = changed.and(special).and(self.unlisted);
        StillKnown { known: self, changed }
    }
}

impl StillKnown<'_> {
    /// Nothing.
    pub const NOTHING: StillKnown<'static> = StillKnown { known: &NOTHING, changed: Men::ALL };

    /// The moves of the piece on this square, without regard to its king, if they are known.
    #[inline(always)]
    pub fn moves_of(&self, square: Square) -> Option<&[Move]> {
        if self.changed.contain(square) {
            return None;
        }
        let (begin, end) = self.known.places[square.number()];
        self.known.moves.get(usize::from(begin)..usize::from(end))
    }
}
