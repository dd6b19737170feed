//! The moves of the side that is not to move: after a move of the other side it still has most of them.
//!
//! What a piece can do, if its king is left out of account, depends on the squares of its ways alone, up to the
//! first piece on each. Before the other side moves, the moves of each piece are listed, and for each square it is
//! noted whose ways lead to it. After a move only those pieces are asked again whose ways it has changed.

use super::count::{Note, Notes, count};
use super::legal::{NO_MOVE, NO_MOVES, collect_moves};
use super::men::men;
use super::ray::Ways;
use super::side::Side;
use ox88::{CastlingSide, Color, Direction, Move, MoveKind, PieceKind, Position, Setup, Square};

/// How many moves are listed: more than a side has in any game. Pieces whose moves find no room are asked again.
const MOST_LISTED: usize = 256;

/// The moves that the side which is not to move would have.
pub struct Known {
    moves: [Move; MOST_LISTED],
    /// Where those of the piece on a square begin among them, and where they end.
    places: [(u16, u16); 64],
    /// The pieces whose ways lead to a square, a bit for each.
    ways_to: [u64; 128],
    /// The pieces whose moves are not listed.
    unlisted: u64,
}

/// What is known of the moves of a side that is to move.
#[derive(Clone, Copy)]
pub struct StillKnown<'a> {
    known: &'a Known,
    /// The pieces that have to be asked again, a bit for each.
    changed: u64,
}

/// Takes a note of the ways of one piece.
struct WaysOf<'a> {
    piece: u64,
    ways_to: &'a mut [u64; 128],
}

/// Nothing is known of any piece.
static NOTHING: Known = Known {
    moves: [NO_MOVE; MOST_LISTED],
    places: [(0, 0); 64],
    ways_to: [0; 128],
    unlisted: u64::MAX,
};

impl Known {
    /// Lists the moves that this side, which is not to move, would have.
    #[inline(never)]
    #[must_use]
    #[expect(clippy::cast_possible_truncation, reason = "places are at most MOST_LISTED")]
    pub fn of<S: Side>(position: &Position) -> Known {
        let setup = Setup { side_to_move: S::COLOR, en_passant: None, ..position.setup() };
        let kings = Color::BOTH.map(|color| position.king(color));
        let position = &Position::unchecked(setup, kings);
        let mut known = Known {
            moves: [NO_MOVE; MOST_LISTED],
            places: [(0, 0); 64],
            ways_to: [0; 128],
            unlisted: 0,
        };
        let (mut list, mut begin) = (NO_MOVES, 0);
        for (square, piece) in men(position.board(), S::COLOR) {
            let bit = 1 << square.ordinal();
            let moves = collect_moves::<S>(position, square, piece, &mut list);
            let end = begin + moves.len();
            let Some(place) = known.moves.get_mut(begin..end) else {
                known.unlisted |= bit;
                continue;
            };
            place.copy_from_slice(moves);
            known.places[square.ordinal()] = (begin as u16, end as u16);
            begin = end;
            let mut ways = WaysOf { piece: bit, ways_to: &mut known.ways_to };
            if piece.kind() != PieceKind::King {
                count(position.board(), square, piece, Ways::ALL, S::COLOR, &mut ways);
                continue;
            }
            for &step in &Direction::ALL {
                if let Some(to) = square.step(step) {
                    ways.lead_to(to);
                }
            }
            // Castling depends on other squares, too, and on rights.
            let rights = position.castling_rights();
            if CastlingSide::BOTH.iter().any(|&side| rights.rook(S::COLOR, side).is_some()) {
                known.unlisted |= bit;
            }
        }
        known
    }

    /// What is still known after a legal move of the other side, which is this one.
    #[inline(always)]
    #[must_use]
    pub fn after<S: Side>(&self, mv: Move) -> StillKnown<'_> {
        let [forward, back] = [S::COLOR.forward(), S::COLOR.forward().reversed()];
        let ways_to = |square: Option<Square>| square.map_or(0, |it| self.ways_to[it.index()]);
        let changed = match mv.kind {
            MoveKind::Normal | MoveKind::Promotion(_) => 0,
            // A pawn whose way of capturing leads to the square between may capture en passant.
            MoveKind::DoublePush => ways_to(mv.from.step(forward)),
            MoveKind::EnPassant => ways_to(mv.to.step(back)),
            MoveKind::Castling { .. } => u64::MAX,
        };
        let changed = self.unlisted | changed | ways_to(Some(mv.from)) | ways_to(Some(mv.to));
        StillKnown { known: self, changed }
    }
}

impl StillKnown<'_> {
    /// Nothing.
    pub const NOTHING: StillKnown<'static> = StillKnown { known: &NOTHING, changed: u64::MAX };

    /// The moves of the piece on this square, without regard to its king, if they are known.
    #[inline(always)]
    #[must_use]
    pub fn moves_of(&self, square: Square) -> Option<&[Move]> {
        if self.changed >> square.ordinal() & 1 == 1 {
            return None;
        }
        let (begin, end) = self.known.places[square.ordinal()];
        self.known.moves.get(usize::from(begin)..usize::from(end))
    }
}

impl WaysOf<'_> {
    #[inline(always)]
    fn lead_to(&mut self, square: Square) {
        self.ways_to[square.index()] |= self.piece;
    }
}

impl Notes for WaysOf<'_> {
    #[inline(always)]
    fn take(&mut self, note: Note) {
        match note {
            Note::Reach(square)
            | Note::Step(square, _)
            | Note::Capture(square, _)
            | Note::Pawn(square, _) => self.lead_to(square),
            Note::Arrival(..) | Note::Look(..) | Note::PinnedLook(..) => {}
        }
    }
}
