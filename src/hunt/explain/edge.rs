//! Moves that would be right if the board went on behind its edge.
//!
//! Without a test for the edge, a step over it comes back on the other side: on the same rank where
//! files and ranks are counted apart, and on the next one where the squares are numbered in one row.
//! Behind h4 is a5 if the row begins with a1, and a3 if it begins with a8.

use crate::chess::attacks::is_attacked;
use crate::chess::board::Board;
use crate::chess::piece::Piece;
use crate::chess::square::{File, Rank, Square};

/// A place by the numbers of its file and rank, on the board or beyond its edge.
#[derive(Clone, Copy)]
struct Place {
    file: i8,
    rank: i8,
}

/// A number of files and of ranks to go.
#[derive(Clone, Copy)]
struct Way {
    files: i8,
    ranks: i8,
}

/// Whether a piece on one square attacks another one while no other piece is on the board.
pub(super) fn attacks_on_empty_board(piece: Piece, from: Square, to: Square) -> bool {
    let mut board = Board::EMPTY;
    board.put(from, piece);
    is_attacked(&board, to, piece.color())
}

/// Whether a piece would come to a square round the edge, over empty squares. It passes the edge
/// once: one that passed it again and again would come to every square.
pub(super) fn reaches_round_the_edge(
    board: &Board,
    piece: Piece,
    from: Square,
    to: Square,
) -> bool {
    let start = Place::of(from);
    let direct = start.offset_to(Place::of(to));
    [-1, 1].into_iter().any(|edge| {
        let over_a_file_edge = [0, 1, -1].into_iter().any(|climb| {
            let files = direct.files + 8 * edge;
            let ranks = direct.ranks - climb * edge;
            goes(board, piece, start, Way { files, ranks }, climb)
        });
        let ranks = direct.ranks + 8 * edge;
        over_a_file_edge || goes(board, piece, start, Way { ranks, ..direct }, 0)
    })
}

/// Whether a piece goes such a way over empty squares. It climbs so many ranks where it comes back
/// from behind the h-file.
fn goes(board: &Board, piece: Piece, start: Place, way: Way, climb: i8) -> bool {
    can_go(piece, way) && is_free(board, start, way, climb)
}

/// Whether this piece moves by so many files and ranks. The rule of attacks knows, for two squares
/// that lie as far apart.
fn can_go(piece: Piece, way: Way) -> bool {
    let begin = |distance: i8| if distance < 0 { 7 } else { 0 };
    let start = Place { file: begin(way.files), rank: begin(way.ranks) };
    let squares = start.square().zip(start.plus(way, 1).square());
    squares.is_some_and(|(from, to)| attacks_on_empty_board(piece, from, to))
}

/// Whether all squares on the way are empty. A knight's jump has none.
fn is_free(board: &Board, start: Place, way: Way, climb: i8) -> bool {
    let length = way.files.abs().max(way.ranks.abs());
    let is_line = way.files % length == 0 && way.ranks % length == 0;
    let step = Way { files: way.files / length, ranks: way.ranks / length };
    let is_empty = |place: Place| place.square().is_none_or(|square| board.at(square).is_none());
    !is_line || (1..length).all(|count| is_empty(start.plus(step, count).brought_back(climb)))
}

impl Place {
    fn of(square: Square) -> Place {
        let file = File::all().zip(0..).find(|&(file, _)| file == square.file());
        let rank = Rank::all().zip(0..).find(|&(rank, _)| rank == square.rank());
        Place {
            file: file.map_or(0, |(_, number)| number),
            rank: rank.map_or(0, |(_, number)| number),
        }
    }

    fn square(self) -> Option<Square> {
        let file = File::all().nth(usize::try_from(self.file).ok()?)?;
        let rank = Rank::all().nth(usize::try_from(self.rank).ok()?)?;
        Some(Square::new(file, rank))
    }

    fn offset_to(self, goal: Place) -> Way {
        Way { files: goal.file - self.file, ranks: goal.rank - self.rank }
    }

    fn plus(self, way: Way, times: i8) -> Place {
        Place { file: self.file + way.files * times, rank: self.rank + way.ranks * times }
    }

    /// The place on the board at which one beyond its edge comes back.
    fn brought_back(self, climb: i8) -> Place {
        let rank = self.rank + climb * self.file.div_euclid(8);
        Place { file: self.file.rem_euclid(8), rank: rank.rem_euclid(8) }
    }
}
