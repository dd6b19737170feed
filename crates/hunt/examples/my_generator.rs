//! A generator of yours in your own tests: a dev-dependency, and one line.
//!
//! ```sh
//! cargo test -p ox88-hunt --example my_generator
//! ```
//!
//! The generator here is cozy-chess with a fault: in check, it keeps a move of another piece than the king only if that
//! goes to the checking piece, or between it and the king.

use cozy_chess::{Board, Move, get_between_rays, util};
use std::collections::HashMap;

/// Your code here: the legal moves.
fn my_moves(board: &Board) -> Vec<Move> {
    let mut moves = Vec::new();
    board.generate_moves(|of_a_piece| {
        moves.extend(of_a_piece);
        false
    });
    let king = board.king(board.side_to_move());
    for checker in board.checkers() {
        let answers = get_between_rays(king, checker) | checker.bitboard();
        moves.retain(|mv| mv.from == king || answers.has(mv.to));
    }
    moves
}

/// Your code here: the position after a move.
fn after(board: &Board, mv: Move) -> Board {
    let mut board = board.clone();
    board.play_unchecked(mv);
    board
}

fn my_perft(board: &Board, depth: u32) -> u64 {
    match depth {
        0 => 1,
        _ => my_moves(board).into_iter().map(|mv| my_perft(&after(board, mv), depth - 1)).sum(),
    }
}

/// The leaves after each move, after these moves from a FEN. Nothing where cozy-chess refuses the position, as it does
/// when more than fifty moves were made without a capture.
fn my_divide(fen: &str, moves: &[&str], depth: u32) -> Option<HashMap<String, u64>> {
    let mut board = Board::from_fen(fen, false).ok()?;
    for text in moves {
        board = after(&board, util::parse_uci_move(&board, text).expect("a move"));
    }
    let text = |mv| util::display_uci_move(&board, mv).to_string();
    let row = |mv| (text(mv), my_perft(&after(&board, mv), depth - 1));
    Some(my_moves(&board).into_iter().map(row).collect())
}

#[test]
fn my_generator_is_right() {
    ox88_hunt::check(my_divide).assert();
}

fn main() {
    print!("{}", ox88_hunt::check(my_divide).report().text(false));
}
