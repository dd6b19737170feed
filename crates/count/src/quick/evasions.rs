//! How many moves answer a check, besides those of the king and captures en passant.
//!
//! A move answers the check of one piece if it captures that piece, or ends between it and the king. So it is enough
//! to know how many moves of pieces that are not pinned lead to these squares.

use super::count::moves_of_pawn_to;
use super::facts::Facts;
use super::mobility::Leaving;
use super::pins::{Checks, Pins};
use super::ray::Ray;
use super::squares::Squares;
use ox88::{Board, Color, Direction, Move, Piece, PieceKind, Square};

/// The number of answers to the check of a piece that has just arrived, where they can be looked up: these facts and
/// this board are those before the move, and no piece is pinned that was not or set free. `None` if they cannot, or if
/// something is in the way of the check.
#[inline(always)]
pub fn look_up_evasions(facts: &Facts, board: &Board, leaving: &Leaving, mv: Move) -> Option<i32> {
    let Facts { mobility, pins, .. } = facts;
    let occupied = facts.own | facts.enemies;
    // A slider may have got a way to this square when our piece left.
    let opened = |square: Square| {
        let opens = leaving.may_be_along
            && Ray::leading(mv.from, square).is_some_and(|ray| leaving.opens(ray))
            && (Squares::between(mv.from, square) & occupied).is_empty();
        i32::from(opens)
    };
    let mut answers = i32::from(mobility.captures[mv.to]) + opened(mv.to);
    // A knight that gives check shares no line with the king: there is nothing between them.
    let Some(ray) = Ray::leading(pins.king, mv.to) else { return Some(answers) };
    let between = Squares::between(pins.king, mv.to);
    if !(between & occupied).is_empty() {
        return None;
    }
    if between.is_empty() {
        return Some(answers);
    }
    for square in between.each() {
        answers += i32::from(mobility.landings[square]) + opened(square);
        answers += i32::from(leaving.lets_pawn_to(mv.from, square));
    }
    // A piece that could go to the squares between through the one on which ours has arrived, or from there, no
    // longer can. A pinned piece was not counted.
    let stopped =
        if occupied.contains(mv.to) { Some(mv.to) } else { occupied.first_on(ray, mv.to) };
    let Some((square, piece)) = stopped.and_then(|square| Some((square, board.at(square)?))) else {
        return Some(answers);
    };
    let color = mobility.color;
    let is_counted = piece.belongs_to(color) && pins.ray_of(square).is_none();
    match piece.kind() {
        _ if !is_counted => Some(answers),
        // It may lose one step or two.
        PieceKind::Pawn if ray == Ray::of_step(color.forward().reversed()) => None,
        _ if piece.slides_like(ray.slider()) => Some(answers - between.number().cast_signed()),
        _ => Some(answers),
    }
}

/// The number of answers to the one check that the king of this side sees.
#[inline(never)]
pub fn count_evasions(board: &Board, occupied: Squares, checks: &Checks, color: Color) -> i32 {
    let answers = checks.answers().each();
    answers.map(|square| moves_to(board, occupied, square, &checks.pins, color)).sum()
}

/// How many moves of pieces of this side that are not pinned lead to a square.
fn moves_to(board: &Board, occupied: Squares, square: Square, pins: &Pins, color: Color) -> i32 {
    let may_answer = |from, piece: Piece| piece.belongs_to(color) && pins.ray_of(from).is_none();
    let is_capture = board.at(square).is_some();
    let mut moves = 0;
    for &ray in &Ray::ALL {
        let Some((from, piece)) = occupied.first_piece_on(ray, square, board) else { continue };
        if may_answer(from, piece) {
            moves += if piece.kind() == PieceKind::Pawn {
                moves_of_pawn(from, square, ray.opposite().direction(), is_capture, color)
            } else {
                i32::from(piece.slides_like(ray.slider()))
            };
        }
    }
    for &jump in &Direction::KNIGHT {
        if let Some(from) = square.step(jump)
            && let Some(piece) = board.at(from)
        {
            moves += i32::from(piece.kind() == PieceKind::Knight && may_answer(from, piece));
        }
    }
    moves
}

/// How many moves a pawn has that go to a square in this direction, where nothing is between them.
fn moves_of_pawn(from: Square, to: Square, direction: Direction, takes: bool, color: Color) -> i32 {
    let each = i32::from(moves_of_pawn_to(to, color));
    match Ray::steps(from, to) {
        1 if takes && color.pawn_captures().contains(&direction) => each,
        1 if !takes && color.forward() == direction => each,
        2 if !takes && color.forward() == direction => {
            i32::from(from.rank() == color.pawn_home_rank())
        }
        _ => 0,
    }
}
