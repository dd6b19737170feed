//! Lets `ox88 hunt` ask a library of crates.io: `matrix cozy-chess`. A FEN that the library refuses ends the program.
use std::fmt::Display;
use std::process::exit;
use std::str::FromStr;

/// What the matrix asks of a library.
trait Board: Sized {
    const HAS_CHESS960: bool = false;
    fn set_up(fen: &str) -> Self;
    /// Each legal move by its text, with the position after it.
    fn after_each(&self, is_chess960: bool) -> Vec<(String, Self)>;

    fn perft(&self, depth: u32, is_chess960: bool) -> u64 {
        let moves = self.after_each(is_chess960);
        if depth == 1 { return moves.len() as u64 }
        moves.iter().map(|(_, after)| after.perft(depth - 1, is_chess960)).sum()
    }
}

/// What the library gives, if it accepts the FEN.
fn accepted<T, E: Display>(found: Result<T, E>) -> T {
    found.unwrap_or_else(|error| {
        eprintln!("the library refuses this FEN: {error}");
        exit(1)
    })
}

impl Board for chess::Board {
    fn set_up(fen: &str) -> Self { accepted(chess::Board::from_str(fen)) }
    fn after_each(&self, _: bool) -> Vec<(String, Self)> {
        chess::MoveGen::new_legal(self).map(|mv| (mv.to_string(), self.make_move_new(mv))).collect()
    }
}

impl Board for chessie::Game {
    fn set_up(fen: &str) -> Self { accepted(chessie::Game::from_fen(fen)) }
    fn after_each(&self, _: bool) -> Vec<(String, Self)> {
        self.get_legal_moves().into_iter().map(|mv| (mv.to_uci(), self.with_move_made(mv))).collect()
    }
}

impl Board for cozy_chess::Board {
    const HAS_CHESS960: bool = true;
    fn set_up(fen: &str) -> Self {
        use cozy_chess::Board;
        accepted(Board::from_fen(fen, false).or_else(|_| Board::from_fen(fen, true)))
    }
    fn after_each(&self, is_chess960: bool) -> Vec<(String, Self)> {
        let mut rows = Vec::new();
        self.generate_moves(|moves| {
            for mv in moves {
                let mut after = self.clone();
                after.play_unchecked(mv);
                let usual = || cozy_chess::util::display_uci_move(self, mv).to_string();
                rows.push((if is_chess960 { mv.to_string() } else { usual() }, after));
            }
            false
        });
        rows
    }
}

impl Board for owlchess::Board {
    fn set_up(fen: &str) -> Self { accepted(owlchess::Board::from_fen(fen)) }
    fn after_each(&self, _: bool) -> Vec<(String, Self)> {
        let moves = owlchess::movegen::legal::gen_all(self);
        moves.iter().map(|&mv| (mv.uci().to_string(), self.make_move(mv).expect("it is legal"))).collect()
    }
}

impl Board for pleco::Board {
    fn set_up(fen: &str) -> Self { accepted(pleco::Board::from_fen(fen).map_err(|error| format!("{error:?}"))) }
    fn after_each(&self, _: bool) -> Vec<(String, Self)> {
        let after = |mv: &pleco::BitMove| {
            let mut after = self.shallow_clone();
            after.apply_move(*mv);
            (mv.stringify(), after)
        };
        self.generate_moves().iter().map(after).collect()
    }
}

impl Board for shakmaty::Chess {
    const HAS_CHESS960: bool = true;
    fn set_up(fen: &str) -> Self {
        let fen: shakmaty::fen::Fen = accepted(fen.parse());
        accepted(fen.into_position(shakmaty::CastlingMode::Chess960))
    }
    fn after_each(&self, is_chess960: bool) -> Vec<(String, Self)> {
        use shakmaty::{CastlingMode, Position};
        let castling = CastlingMode::from_chess960(is_chess960);
        let row = |&mv: &shakmaty::Move| {
            (mv.to_uci(castling).to_string(), self.clone().play(mv).expect("it is legal"))
        };
        self.legal_moves().iter().map(row).collect()
    }
}

fn talk<B: Board>() {
    let (mut fen, mut moves, mut is_chess960) = (String::new(), Vec::new(), false);
    for line in std::io::stdin().lines().map_while(Result::ok) {
        match line.split_whitespace().collect::<Vec<_>>()[..] {
            ["uci"] if B::HAS_CHESS960 => println!("option name UCI_Chess960 type check default false\nuciok"),
            ["uci"] => println!("uciok"),
            ["isready"] => println!("readyok"),
            ["setoption", .., value] => is_chess960 = value == "true",
            ["position", _, ref words @ ..] => {
                fen = words[..6].join(" ");
                moves = words.iter().skip(7).map(|&text| text.to_owned()).collect();
            }
            ["go", _, depth] => {
                let depth: u32 = depth.parse().expect("a depth");
                let board = moves.iter().fold(B::set_up(&fen), |board, text| {
                    let found = board.after_each(is_chess960).into_iter().find(|it| it.0 == *text);
                    accepted(found.ok_or(format!("{text} is not legal"))).1
                });
                let rows: Vec<(String, u64)> = board.after_each(is_chess960).into_iter()
                    .map(|(text, after)| (text, if depth > 1 { after.perft(depth - 1, is_chess960) } else { 1 }))
                    .collect();
                rows.iter().for_each(|(text, leaves)| println!("{text}: {leaves}"));
                println!("Nodes searched: {}", rows.iter().map(|it| it.1).sum::<u64>());
            }
            _ => {}
        }
    }
}

fn main() {
    match std::env::args().nth(1).as_deref() {
        Some("chess") => talk::<chess::Board>(),
        Some("chessie") => talk::<chessie::Game>(),
        Some("cozy-chess") => talk::<cozy_chess::Board>(),
        Some("owlchess") => talk::<owlchess::Board>(),
        Some("pleco") => talk::<pleco::Board>(),
        Some("shakmaty") => talk::<shakmaty::Chess>(),
        other => {
            eprintln!("expected the name of a library, found {other:?}");
            exit(2)
        }
    }
}
