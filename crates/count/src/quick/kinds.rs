//! What kinds of leaves there are after a position, one ply above them.
//!
//! Most moves give no check, and this is known without looking: they touch no mark of what the opponent's king sees.
//! Nor do they leave the opponent without a move, where more of its pieces can move than our move can stop. The other
//! leaves are looked at on the board after the move.

use super::Side;
use super::count::moves_of;
use super::legal::{Legality, NO_MOVES, after, collect_moves};
use super::marks::Marks;
use super::pins::{Checks, Pins};
use super::squares::{Squares, Table};
use crate::stats::{Column, Stats, brings_to};
use ox88::{Board, CastlingPair, Move, MoveKind, Piece, PieceKind, Position, Square};

/// A position before any of our moves is made.
struct Parent<'a> {
    position: &'a Position,
    /// The squares with a piece of either side.
    occupied: Squares,
    /// The pinned pieces of the opponent.
    pins: Pins,
    /// Where a move of ours changes what the opponent's king sees.
    marks: Table<Marks>,
    /// Whether the opponent has a move after each move of ours that touches no mark.
    can_always_move: bool,
}

/// More pieces than a move of ours can stop from moving if it touches no mark (claim 10).
const ENOUGH_PIECES: usize = 3;

/// Adds the leaves behind a position in which this side is to move, by their kinds.
#[inline(never)]
pub fn count_kinds<S: Side>(position: &Position, stats: &mut Stats) {
    let board = position.board();
    let legality = Legality::new(position);
    let parent = Parent::new::<S>(position);
    let mut moves = NO_MOVES;
    for (from, piece) in Squares::of(board, S::COLOR).pieces(board) {
        let moves = collect_moves::<S>(position, from, piece, &mut moves);
        if moves.is_empty() {
            continue;
        }
        let is_free = legality.is_free(from);
        let must_look = !parent.can_always_move || !parent.marks[from].of_leaving().is_empty();
        let arrival = Marks::of_arrival(piece);
        for &mv in moves {
            if (!is_free || mv.kind == MoveKind::EnPassant) && !legality.allows(mv) {
                continue;
            }
            let is_plain = matches!(mv.kind, MoveKind::Normal | MoveKind::DoublePush);
            if is_plain && !must_look && (parent.marks[mv.to] & arrival).is_empty() {
                stats.count(Column::Nodes);
                if board.at(mv.to).is_some() {
                    stats.count(Column::Captures);
                }
            } else {
                parent.count::<S>(mv, piece, stats);
            }
        }
    }
}

impl<'a> Parent<'a> {
    fn new<S: Side>(position: &'a Position) -> Parent<'a> {
        let board = position.board();
        let mut marks = Table::of(Marks::NONE);
        let sides = [!S::COLOR, S::COLOR].map(|color| Squares::of(board, color));
        let pins =
            Pins::look_and_mark::<S::Opponent>(board, position.king(!S::COLOR), sides, &mut marks);
        let can_always_move = has_enough_pieces::<S::Opponent>(board, &pins);
        Parent { position, occupied: sides[0] | sides[1], pins, marks, can_always_move }
    }

    /// Adds the leaf of a legal move.
    #[inline(never)]
    fn count<S: Side>(&self, mv: Move, piece: Piece, stats: &mut Stats) {
        let (position, board) = (self.position, self.position.board());
        let (column, arriving, is_touched) = match mv.kind {
            MoveKind::Normal | MoveKind::DoublePush => {
                (None, piece, self.is_touched(mv.from, mv.to, piece))
            }
            MoveKind::Promotion(kind) => {
                let arriving = Piece::new(S::COLOR, kind);
                let is_touched =
                    self.is_touched(mv.from, mv.to, arriving) || self.pins.has_no_marks_for(mv);
                (Some(Column::Promotions), arriving, is_touched)
            }
            MoveKind::EnPassant => (Some(Column::EnPassant), piece, true),
            MoveKind::Castling { rook: home } => {
                let rook = Piece::new(S::COLOR, PieceKind::Rook);
                let target = CastlingPair::new(mv.from, home).rook_target();
                // In Chess960 king or rook may arrive where the other one was, and no mark is there.
                let is_touched = self.is_touched(mv.from, mv.to, piece)
                    || self.is_touched(home, target, rook)
                    || board.at(mv.to).is_some()
                    || board.at(target).is_some();
                (Some(Column::Castles), piece, is_touched)
            }
        };
        stats.count(Column::Nodes);
        if let Some(column) = column {
            stats.count(column);
        }
        if position.captured(mv).is_some() {
            stats.count(Column::Captures);
        }
        // claims 6 and 10
        if !is_touched && self.can_always_move {
            return;
        }
        let leaf = after(position, mv);
        let checks = match mv.kind {
            MoveKind::EnPassant | MoveKind::Castling { .. } => {
                Checks::of_king(leaf.board(), self.pins.king, !S::COLOR)
            }
            // claim 6
            _ => {
                self.pins
                    .look_again(leaf.board(), self.occupied.after(mv), mv, arriving, !S::COLOR)
                    .0
            }
        };
        let is_check = checks.is_check();
        if is_check {
            stats.count(Column::Checks);
            match checks.checkers.only() {
                Some(checker) if brings_to(mv, checker) => {}
                Some(_) => stats.count(Column::DiscoveredChecks),
                None => stats.count(Column::DoubleChecks),
            }
        }
        if !Legality::of_checks(&leaf, checks).has_legal() {
            stats.count(if is_check { Column::Checkmates } else { Column::Stalemates });
        }
    }

    /// Whether a piece that goes from one square to another changes what the opponent's king sees.
    fn is_touched(&self, from: Square, to: Square, arriving: Piece) -> bool {
        // claim 6
        !(self.marks[to] & Marks::of_arrival(arriving) | self.marks[from].of_leaving()).is_empty()
    }
}

/// Whether enough pieces of this side, its king not among them, have a move that only their capture, a pin, or a
/// piece in front of a pawn could take from them.
pub fn has_enough_pieces<S: Side>(board: &Board, pins: &Pins) -> bool {
    let pieces = Squares::of(board, S::COLOR).pieces(board).filter(|&(square, piece)| {
        can_move::<S>(board, square, piece) && pins.ray_of(square).is_none()
    });
    pieces.take(ENOUGH_PIECES).count() == ENOUGH_PIECES
}

/// Whether a piece can move, a pawn without capturing.
fn can_move<S: Side>(board: &Board, square: Square, piece: Piece) -> bool {
    match piece.kind() {
        PieceKind::Pawn => {
            square.step(S::COLOR.forward()).is_some_and(|ahead| board.at(ahead).is_none())
        }
        _ => moves_of(board, square, piece) > 0,
    }
}
