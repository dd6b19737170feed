//! What kinds of leaves there are behind a position, one ply above them.
//!
//! Most moves give no check, and this is known without looking: they touch no mark of what the
//! opponent's king sees. Nor do they leave the opponent without a move, where more of its pieces can move
//! than our move can stop. The other leaves are looked at on the board after the move.

use super::legal::{Legality, NO_MOVES, after, collect_moves};
use super::men::{Men, men};
use super::side::Side;
use super::sight::{Pins, Sight};
use super::watch::{Marks, Watch};
use ox88::{
    Board, CastlingPair, Column, Direction, Move, MoveKind, Piece, PieceKind, Position, Square,
    Stats,
};

/// A position before any of our moves is made, and what is known of it.
struct Parent<'a> {
    position: &'a Position,
    /// The pinned pieces of the opponent.
    men: Men,
    pins: Pins,
    /// Where a move of ours changes what the opponent's king sees.
    watch: Watch,
    /// Whether the opponent has a move after each move of ours that touches no mark.
    can_always_move: bool,
}

/// More pieces than a move of ours can stop from moving if it touches no mark (claim 8).
const ENOUGH_MEN: usize = 3;

/// Adds the leaves after a position in which this side is to move, by their kinds.
#[inline(never)]
pub fn count_kinds<S: Side>(position: &Position, stats: &mut Stats) {
    let board = position.board();
    let legality = Legality::new(position);
    let parent = Parent::new::<S>(position);
    let mut moves = NO_MOVES;
    for (from, piece) in men(board, S::COLOR) {
        let moves = collect_moves::<S>(position, from, piece, &mut moves);
        if moves.is_empty() {
            continue;
        }
        let is_free = legality.is_free(from);
        let must_look = !parent.can_always_move || parent.watch.at(from).of_leaving().is_some();
        let arrival = Marks::of_arrival(piece);
        for &mv in moves {
            if (!is_free || mv.kind == MoveKind::EnPassant) && !legality.allows(mv) {
                continue;
            }
            let is_usual = matches!(mv.kind, MoveKind::Normal | MoveKind::DoublePush);
            if is_usual && !must_look && parent.watch.at(mv.to).and(arrival).is_none() {
                stats.add(Column::Nodes);
                if board.at(mv.to).is_some() {
                    stats.add(Column::Captures);
                }
            } else {
                parent.count::<S>(mv, piece, stats);
            }
        }
    }
}

impl<'a> Parent<'a> {
    #[inline(always)]
    fn new<S: Side>(position: &'a Position) -> Parent<'a> {
        let board = position.board();
        let mut watch = Watch::NONE;
        let (king, men) =
            (position.king(!S::COLOR), [!S::COLOR, S::COLOR].map(|it| Men::of(board, it)));
        let pins = Sight::watching::<S::Opponent>(board, king, men, &mut watch);
        let can_always_move = has_enough_men::<S::Opponent>(board, &pins);
        Parent { position, men: Men::of_both(board), pins, watch, can_always_move }
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
        stats.add(Column::Nodes);
        if let Some(column) = column {
            stats.add(column);
        }
        if position.captured(mv).is_some() {
            stats.add(Column::Captures);
        }
        // claims 4 and 8
        if !is_touched && self.can_always_move {
            return;
        }
        let leaf = after(position, mv);
        let sight = match mv.kind {
            MoveKind::EnPassant | MoveKind::Castling { .. } => {
                Sight::from_king(leaf.board(), self.pins.king(), !S::COLOR)
            }
            // claim 4
            _ => self.pins.seen_again(leaf.board(), self.men.after(mv), mv, arriving, !S::COLOR).0,
        };
        if sight.checks > 0 {
            stats.add(Column::Checks);
        }
        match sight.checks {
            1 if !mv.brings_to(sight.checker) => stats.add(Column::DiscoveredChecks),
            2.. => stats.add(Column::DoubleChecks),
            _ => {}
        }
        let is_check = sight.checks > 0;
        if !Legality::of_sight(&leaf, sight).has_legal() {
            stats.add(if is_check { Column::Checkmates } else { Column::Stalemates });
        }
    }

    /// Whether a piece that goes from one square to another changes what the opponent's king sees.
    #[inline(always)]
    fn is_touched(&self, from: Square, to: Square, arriving: Piece) -> bool {
        // claim 4
        let arrival = self.watch.at(to).and(Marks::of_arrival(arriving));
        (arrival | self.watch.at(from).of_leaving()).is_some()
    }
}

/// Whether enough pieces of this side, its king not among them, have a move that only their capture, a
/// pin, or a piece in front of a pawn could take from them.
#[must_use]
pub fn has_enough_men<S: Side>(board: &Board, pins: &Pins) -> bool {
    let men = men(board, S::COLOR).filter(|&(square, piece)| {
        can_move::<S>(board, square, piece) && pins.ray_of(square).is_none()
    });
    men.take(ENOUGH_MEN).count() == ENOUGH_MEN
}

/// Whether a piece can take a step on the board.
fn can_move<S: Side>(board: &Board, square: Square, piece: Piece) -> bool {
    let may_go = |step: &Direction| {
        let to = square.step(*step);
        to.is_some_and(|to| board.at(to).is_none_or(|piece| !piece.belongs_to(S::COLOR)))
    };
    match piece.kind() {
        PieceKind::Pawn => {
            square.step(S::COLOR.forward()).is_some_and(|ahead| board.at(ahead).is_none())
        }
        PieceKind::Knight => Direction::KNIGHT.iter().any(may_go),
        PieceKind::Bishop => Direction::DIAGONAL.iter().any(may_go),
        PieceKind::Rook => Direction::STRAIGHT.iter().any(may_go),
        PieceKind::Queen => Direction::ALL.iter().any(may_go),
        PieceKind::King => false,
    }
}
