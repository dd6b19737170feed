//! Lets a hunt ask owlchess, which makes each move and takes it back.
use owlchess::moves::{make_move_unchecked, unmake_move_unchecked};
use owlchess::{Board, Move, movegen::legal::gen_all};
use std::io::BufRead;

fn leaves(board: &mut Board, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let moves = gen_all(board);
    moves.iter().map(|mv| behind(board, *mv, depth)).sum()
}

fn behind(board: &mut Board, mv: Move, depth: u32) -> u64 {
    let undo = unsafe { make_move_unchecked(board, mv) };
    let count = leaves(board, depth - 1);
    unsafe { unmake_move_unchecked(board, mv, undo) };
    count
}

fn main() {
    let mut board = Board::initial();
    for line in std::io::stdin().lock().lines().map_while(Result::ok) {
        match line.split_whitespace().collect::<Vec<_>>()[..] {
            ["uci"] => println!("uciok"),
            ["isready"] => println!("readyok"),
            ["position", word, ref words @ ..] => {
                let (fen, played) = words.split_at(if word == "fen" { 6 } else { 0 });
                board = if fen.is_empty() {
                    Board::initial()
                } else {
                    Board::from_fen(&fen.join(" ")).expect("a position")
                };
                for text in played.iter().skip(1) {
                    let moves = gen_all(&board);
                    if let Some(mv) = moves.iter().find(|mv| mv.uci().to_string() == **text) {
                        unsafe { make_move_unchecked(&mut board, *mv) };
                    }
                }
            }
            ["go", _, depth] => {
                let depth = depth.parse().expect("a depth");
                let mut sum = 0;
                for mv in gen_all(&board).iter() {
                    let count = behind(&mut board, *mv, depth);
                    println!("{}: {count}", mv.uci());
                    sum += count;
                }
                println!("\nNodes searched: {sum}\n");
            }
            ["quit"] => break,
            _ => {}
        }
    }
}
