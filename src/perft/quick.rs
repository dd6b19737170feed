//! The same number as the walk's, sooner: the last two plies are counted, not made.
//!
//! Each trick is a claim with its reason. The tests compare the whole with the reference: every
//! count of every suite, and thousands of positions that random play reaches, to depth 2 and some
//! of them to depth 3. Only the second claim is also tested by itself. All claims are about
//! positions in which the rules have a meaning: in others this walk may count something different
//! from the reference.
//!
//! 1. **The last two plies are counted together.** After a move, the opponent's mobility is what it
//!    was before, corrected for the few squares that the move changed, which are at most four. The
//!    correction depends only on what those squares see (see `mobility`). So the opponent's moves
//!    are counted once in a position, and not once after each move. By how much an arrival on an
//!    empty square changes them does not even depend on the piece, and is known for all squares at
//!    once (see `arrivals`).
//! 2. **Most moves need no test of the king.** If a side is not in check, a move of a piece that is
//!    not pinned cannot uncover its king: no enemy slider waits behind that piece on a line to the
//!    king. The other moves (those of the king and of pinned pieces, en passant, and all moves in
//!    check) are made and tested as in the walk, except in the last ply: see 3, 5, 6 and 7.
//! 3. **A pin costs the moves that it forbids.** A pinned piece keeps exactly its moves along the
//!    line of the pin: there it goes on shielding its king, or captures the pinning piece. So its
//!    other moves are subtracted.
//! 4. **A king sees nothing new where nothing has changed.** Checks and pins depend only on the
//!    squares in sight of the king (see `sight`), and the opponent is not in check while we are to
//!    move. So after a move that changes none of those squares there is no check and, if there was
//!    no pin before, no pin: the king need not look.
//! 5. **Steps of the king are tested from the enemies' side** (see `siege`), along lines that go
//!    through the king as if it had been lifted. No other test is needed, because a step of the
//!    king cannot uncover another attack on it.
//! 6. **A castling that its own side blocks stays blocked** whatever we move: a piece that captures
//!    the one in the way is then in the way itself. And **a castling begins with a step**, unless
//!    its own rook is there: a king that may not step to the square beside it may not castle across
//!    that square.
//! 7. **A single check is answered on its line.** Apart from moves of the king, only a move to the
//!    square of the checking piece or between it and the king, or a capture en passant, can end a
//!    check, and none of them can end two. Only such moves are made and tested.

use super::arrivals::Arrivals;
use super::divide::{Divide, divide_by};
use super::mobility::Mobility;
use super::siege::{Siege, Steps};
use super::sight::{Checks, look_from_king, squares_in_sight};
use super::squares::Squares;
use super::view::moves_off_line;
use crate::chess::attacks::is_attacked;
use crate::chess::board::Board;
use crate::chess::castling::{Castling, CastlingSide};
use crate::chess::color::Color;
use crate::chess::moves::{Move, MoveKind};
use crate::chess::piece::{Piece, PieceKind};
use crate::chess::position::Position;
use crate::chess::square::{Direction, Square};
use std::cmp::Ordering;

/// The number of leaves at this depth.
///
/// As in the walk, 128 bits cannot wrap: without a memory no count comes near that.
#[must_use]
pub fn perft(position: &Position, depth: u32) -> u128 {
    match depth {
        0 => 1,
        1 => u128::from(leaves_at_one(position)),
        2 => u128::from(leaves_at_two(position)),
        _ => {
            let mut leaves = 0u128;
            each_legal(position, |mv| leaves += perft(&position.after_unchecked(mv), depth - 1));
            leaves
        }
    }
}

/// The divide of a position, counted by this walk.
#[must_use]
pub fn divide(position: &Position, depth: u32) -> Divide {
    divide_by(position, depth, perft)
}

/// The number of legal moves.
#[must_use]
pub fn leaves_at_one(position: &Position) -> u64 {
    let mut moves = 0;
    each_legal(position, |_| moves += 1);
    moves
}

/// The number of legal replies to all legal moves.
#[must_use]
pub fn leaves_at_two(position: &Position) -> u64 {
    // As in `is_legal`: one piece of code, compiled once for each side.
    match position.side_to_move() {
        Color::White => replies_to_all::<true>(position),
        Color::Black => replies_to_all::<false>(position),
    }
}

/// Visits every legal move, and tests only those that need a test.
#[inline(always)]
pub fn each_legal(position: &Position, mut visit: impl FnMut(Move)) {
    let king = position.king(position.side_to_move());
    let mut unsure = Squares::default();
    unsure.insert(king);
    let pinned = |pinned, _| unsure.insert(pinned);
    let checks = look_from_king(position.board(), king, position.side_to_move(), pinned);
    position.each_pseudo_legal(|mv| {
        let is_sure =
            checks.count == 0 && !unsure.contains(mv.from) && mv.kind != MoveKind::EnPassant;
        if is_sure || position.is_legal(mv) {
            visit(mv);
        }
    });
}

/// What is known of a position before any of its moves is made, and is the same for all of them.
struct Before<'a> {
    position: &'a Position,
    /// The squares on which the opponent's checks and pins depend.
    sight: Squares,
    has_pins: bool,
    /// Our pieces around the opponent's king.
    siege: Siege,
    /// The rooks with which the opponent may perhaps castle after a move: none of its own pieces is
    /// in the way.
    castling_rooks: [Option<Square>; 2],
}

// The side is a constant here. It is a `bool` because a constant cannot be of a type of our own.
fn replies_to_all<const WHITE: bool>(position: &Position) -> u64 {
    let us = if WHITE { Color::White } else { Color::Black };
    let board = position.board();
    let king = position.king(!us);
    let mut has_pins = false;
    let _ = look_from_king(board, king, !us, |_, _| has_pins = true);
    let sight = squares_in_sight(board, king);
    let siege = Siege::of(king, board, us);
    let castling_rooks = CastlingSide::BOTH.map(|side| {
        let rook = position.castling_rights().rook(!us, side)?;
        let is_ours_or_empty = |square| board.at(square).is_none_or(|piece| piece.belongs_to(us));
        Castling::new(king, rook).is_free(is_ours_or_empty).then_some(rook)
    });
    let before = Before { position, sight, has_pins, siege, castling_rooks };

    let (mobility, arrivals) = Mobility::of(board, !us);
    // All moves of a piece come one after the other: it is lifted once for all of them.
    let mut lifted = Lifted { mobility: mobility.clone(), arrivals: arrivals.clone() };
    let mut lifted_from = None;
    let mut leaves = 0;
    each_legal(position, |mv| {
        if lifted_from != Some(mv.from) {
            lifted = Lifted { mobility: mobility.clone(), arrivals: arrivals.clone() };
            lifted.mobility.leave(mv.from, !us, &mut lifted.arrivals);
            lifted_from = Some(mv.from);
        }
        leaves += u64::from(replies::<WHITE>(&before, &lifted, mv));
    });
    leaves
}

/// The opponent's mobility when our piece has been lifted, and what it will change by coming down.
struct Lifted {
    mobility: Mobility,
    arrivals: Arrivals,
}

/// The number of the opponent's legal replies to a legal move, whose piece has been lifted already.
#[inline(never)]
fn replies<const WHITE: bool>(before: &Before, lifted: &Lifted, mv: Move) -> u32 {
    let us = if WHITE { Color::White } else { Color::Black };
    let Before { position, sight, has_pins, siege, castling_rooks } = before;
    let king = position.king(!us);

    let mut after = lifted.mobility.clone();
    let changes_two_squares = put_down(&mut after, &lifted.arrivals, position, mv, us);
    let board = after.board();
    let sees_the_same =
        changes_two_squares && !has_pins && !sight.contains(mv.from) && !sight.contains(mv.to);

    let mut moves = after.moves();
    let checks = if sees_the_same {
        Checks::none(king)
    } else {
        look_from_king(board, king, !us, |pinned, line| {
            moves -= moves_off_line(board, pinned, line, !us);
        })
    };
    let steps = if changes_two_squares {
        siege.steps_after(board, mv.from, mv.to)
    } else {
        Siege::of(king, board, us).steps_after(board, mv.from, mv.from)
    };
    match checks.count {
        0 => {
            if mv.kind == MoveKind::DoublePush {
                moves += en_passants_after(position, mv, us);
            }
            for &rook in castling_rooks.iter().flatten() {
                moves += u32::from(rook != mv.to && may_castle(king, rook, board, steps, us));
            }
            moves + steps.count()
        }
        1 => steps.count() + answers_to_check(&position.after_unchecked(mv), checks.from),
        _ => steps.count(),
    }
}

/// Finishes a move whose piece has been lifted. Returns whether it changed only the two squares
/// from which and to which it goes.
#[inline(always)]
fn put_down(
    after: &mut Mobility,
    arrivals: &Arrivals,
    position: &Position,
    mv: Move,
    us: Color,
) -> bool {
    let piece = position.board().at(mv.from);
    let arriving = match mv.kind {
        MoveKind::Normal | MoveKind::DoublePush => piece,
        MoveKind::Promotion(kind) => Some(Piece::new(us, kind)),
        MoveKind::EnPassant | MoveKind::Castling { .. } => {
            put_down_castling_or_en_passant(after, mv, piece, us);
            return false;
        }
    };
    match arriving {
        Some(piece) if after.board().at(mv.to).is_none() => after.arrive(mv.to, piece, arrivals),
        _ => after.set(mv.to, arriving, !us),
    }
    true
}

// Not inlined, because it is rare.
#[inline(never)]
fn put_down_castling_or_en_passant(
    after: &mut Mobility,
    mv: Move,
    piece: Option<Piece>,
    us: Color,
) {
    if let MoveKind::Castling { rook } = mv.kind {
        after.set(rook, None, !us);
        after.set(mv.to, piece, !us);
        let rook_target = Castling::new(mv.from, rook).rook_target();
        after.set(rook_target, Some(Piece::new(us, PieceKind::Rook)), !us);
    } else {
        after.set(mv.to, piece, !us);
        if let Some(victim) = us.en_passant_victim(mv.to) {
            after.set(victim, None, !us);
        }
    }
}

/// Whether the opponent, which is not in check, may castle after our move. `steps` are those that
/// its king may take.
#[inline(never)]
fn may_castle(king: Square, rook: Square, board: &Board, steps: Steps, us: Color) -> bool {
    let castling = Castling::new(king, rook);
    let target = castling.king_target();
    let beside = match target.cmp(&king) {
        Ordering::Greater => king.step(Direction::EAST),
        Ordering::Less => king.step(Direction::WEST),
        Ordering::Equal => None,
    };
    if beside.is_some_and(|beside| beside != rook && !steps.contains(beside))
        || !castling.is_free(|square| board.at(square).is_none())
    {
        return false;
    }
    castling.is_safe(|square| {
        if square == target {
            // Here the rook counts as gone: in Chess960 it may have been the shield against a
            // slider in the corner.
            let mut board = *board;
            board.clear(rook);
            is_attacked_by(&board, square, us)
        } else {
            // The square of the king and those to which it may step are known to be safe.
            let is_known = square == king || steps.contains(square);
            !is_known && is_attacked_by(board, square, us)
        }
    })
}

/// The same as [`is_attacked`], but not inlined, because it is called rarely.
#[inline(never)]
fn is_attacked_by(board: &Board, square: Square, by: Color) -> bool {
    is_attacked(board, square, by)
}

/// The number of the opponent's legal captures en passant after a pawn of ours takes two steps.
#[inline(never)]
fn en_passants_after(position: &Position, mv: Move, us: Color) -> u32 {
    let their_pawn = Some(Piece::new(!us, PieceKind::Pawn));
    let has_pawn =
        |side| mv.to.step(side).is_some_and(|beside| position.board().at(beside) == their_pawn);
    // Mostly there is no enemy pawn beside ours, and the move need not be made.
    let may_be_taken = has_pawn(Direction::EAST) || has_pawn(Direction::WEST);
    if may_be_taken {
        position.after_unchecked(mv).en_passant_captures().map(|_| 1).sum()
    } else {
        0
    }
}

/// The number of legal moves, other than those of the king, that answer the check of one piece.
#[inline(never)]
fn answers_to_check(position: &Position, checker: Square) -> u32 {
    let king = position.king(position.side_to_move());
    let mut answers = Squares::default();
    answers.insert(checker);
    // A knight that gives check shares no line with the king: there is nothing between them.
    for square in king.between(checker) {
        answers.insert(square);
    }
    let mut moves = 0;
    position.each_pseudo_legal(|mv| {
        let may_answer = answers.contains(mv.to) || mv.kind == MoveKind::EnPassant;
        moves += u32::from(may_answer && mv.from != king && position.is_legal(mv));
    });
    moves
}
