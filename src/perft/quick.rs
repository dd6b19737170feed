//! The same number as the walk's, sooner: the last two plies are counted, not made.
//!
//! Each trick is a claim with its reason; `tests/quick.rs` compares the whole with the walk, and with
//! it each of them, on every suite position and on thousands reached by random play.
//!
//! 1. **The last two plies are counted together.** After a move, the opponent's mobility is what it
//!    was before, corrected for the few squares that the move changed, four at most: a change that
//!    depends on what those squares see, and on nothing else (see `mobility`). So the opponent's
//!    moves are counted once in a position, and not once after each move. What an arrival on an empty
//!    square changes does not even depend on the piece, and is known for all squares at once (see
//!    `arrivals`).
//! 2. **Most moves need no test of the king.** If a side is not in check, a move of a piece that is
//!    not pinned cannot uncover its king: between them and the king stands no line on which an enemy
//!    slider waits. What remains (moves of the king, of pinned pieces, en passant, and all moves in
//!    check) is made and tested as in the walk; for the last ply see 3, 5 and 7.
//! 3. **Pins cost what they forbid.** A pinned piece keeps exactly the moves along the line of its pin:
//!    there it goes on shielding its king or takes the pinner. So it loses the others.
//! 4. **A king sees nothing new where nothing changed.** Checks and pins depend on the squares in the
//!    king's sight alone (see `sight`). After a move that neither leaves nor reaches one of them
//!    there is no check and, if there was no pin before, no pin: the king need not look.
//! 5. **The king's steps are tested from the enemies' side** (see `siege`), on lines that go through
//!    the king, as if it were lifted. Not being attacked there is then the whole test: a step of the
//!    king uncovers nobody else's.
//! 6. **A castling that its own side blocks stays blocked**, whatever we move: to take the piece in its
//!    way is to stand there instead. And unless its own rook stands there, **castling begins with a
//!    step**: a king that may not step beside itself may not castle past that square.
//! 7. **A single check is answered on its line.** Apart from moves of the king, only a move to the
//!    checker or between it and the king, or en passant, can end a check; against two checkers none
//!    can. Only such moves are made and tested.

use super::arrivals::Arrivals;
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

/// How many sequences of so many legal moves there are from a position.
///
/// As in the walk, 128 bits cannot wrap: without a memory nobody counts as far.
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

/// The number of legal moves.
#[must_use]
pub fn leaves_at_one(position: &Position) -> u64 {
    let mut moves = 0;
    each_legal(position, |_| moves += 1);
    moves
}

/// The leaves two plies below a position: the legal replies to all its legal moves.
#[must_use]
pub fn leaves_at_two(position: &Position) -> u64 {
    // As in `is_legal`: one piece of code, compiled once for each side.
    match position.side_to_move() {
        Color::White => replies_to_all::<true>(position),
        Color::Black => replies_to_all::<false>(position),
    }
}

/// Visits every legal move, and tests only those that need it.
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

/// What is known of a position before any of its moves: it is the same for all of them.
struct Before<'a> {
    position: &'a Position,
    /// The squares on which the opponent's checks and pins depend.
    sight: Squares,
    has_pins: bool,
    /// Our pieces around the opponent's king.
    siege: Siege,
    /// The rooks with which the opponent may perhaps castle after a move.
    castling_rooks: [Option<Square>; 2],
}

// The side is a constant here, and is told as `bool` because that is what Rust takes.
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
    // The moves of a piece come one after the other: it is lifted once for all of them.
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

/// The opponent's moves when our piece has been lifted, and what it will change by coming down.
struct Lifted {
    mobility: Mobility,
    arrivals: Arrivals,
}

/// The opponent's legal replies to a legal move, whose piece has been lifted already.
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

/// Finishes a move whose piece has been lifted. Returns whether it changed no more than the squares
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
            put_more(after, mv, piece, us);
            return false;
        }
    };
    match arriving {
        Some(piece) if after.board().at(mv.to).is_none() => after.arrive(mv.to, piece, arrivals),
        _ => after.set(mv.to, arriving, !us),
    }
    true
}

// What is rare stays out of the way of the rest.
#[inline(never)]
fn put_more(after: &mut Mobility, mv: Move, piece: Option<Piece>, us: Color) {
    if let MoveKind::Castling { rook } = mv.kind {
        after.set(rook, None, !us);
        after.set(mv.to, piece, !us);
        let goal = Castling::new(mv.from, rook).rook_target();
        after.set(goal, Some(Piece::new(us, PieceKind::Rook)), !us);
    } else {
        after.set(mv.to, piece, !us);
        if let Some(victim) = us.en_passant_victim(mv.to) {
            after.set(victim, None, !us);
        }
    }
}

/// Whether the opponent, which is not in check, may castle after our move.
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
            // The rook is no shield any more: in Chess960 it may have been one, against a slider in
            // the corner.
            let mut board = *board;
            board.clear(rook);
            is_attacked_by(&board, square, us)
        } else {
            // Where the king is and where it may step is known to be safe.
            let is_known = square == king || steps.contains(square);
            !is_known && is_attacked_by(board, square, us)
        }
    })
}

/// As [`is_attacked`], but not inlined: it is called rarely enough.
#[inline(never)]
fn is_attacked_by(board: &Board, square: Square, by: Color) -> bool {
    is_attacked(board, square, by)
}

/// The opponent's legal captures en passant of a pawn that takes two steps.
#[inline(never)]
fn en_passants_after(position: &Position, mv: Move, us: Color) -> u32 {
    let their_pawn = Some(Piece::new(!us, PieceKind::Pawn));
    let has_pawn =
        |side| mv.to.step(side).is_some_and(|beside| position.board().at(beside) == their_pawn);
    // Mostly there is none beside it, and the move need not be made.
    let may_be_taken = has_pawn(Direction::EAST) || has_pawn(Direction::WEST);
    if may_be_taken {
        position.after_unchecked(mv).en_passant_captures().map(|_| 1).sum()
    } else {
        0
    }
}

/// The legal moves that answer the check of one piece, but for those of the king.
#[inline(never)]
fn answers_to_check(position: &Position, checker: Square) -> u32 {
    let king = position.king(position.side_to_move());
    let mut answers = Squares::default();
    answers.insert(checker);
    // A knight's check has no line, and so nothing between.
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
