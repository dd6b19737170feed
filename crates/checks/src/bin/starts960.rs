//! Confirms the starts of Chess960 with other programs: the checksums of all 960 and of a thousand of
//! double Chess960, by shakmaty, by cozy-chess, which numbers the starts itself, and by Stockfish.
//!
//! `cargo run --release -p ox88-checks --no-default-features --bin starts960 [STOCKFISH]`

use cozy_chess::Board;
use ox88_checks::measure::stockfish::Stockfish;
use ox88_test_support::starts960::{DEPTH, DOUBLE, SINGLE, board, checksum, double, single, start};
use shakmaty::{CastlingMode, Chess, fen::Fen};
use std::io;
use std::process::ExitCode;

fn main() -> ExitCode {
    let path = std::env::args().nth(1);
    let found = Stockfish::find(path.as_deref())
        .and_then(|stockfish| confirm(stockfish).map_err(|error| error.to_string()));
    match found {
        Ok(0) => ExitCode::SUCCESS,
        Ok(_) => ExitCode::from(1),
        Err(error) => {
            eprintln!("{error}");
            ExitCode::from(2)
        }
    }
}

/// Prints the checksums of each program, and returns how many of them differ.
fn confirm(mut stockfish: Option<Stockfish>) -> io::Result<u32> {
    let sets = [
        ("960 starts", single().collect::<Vec<_>>(), SINGLE),
        ("1000 starts of double Chess960", double().collect(), DOUBLE),
    ];
    let mut differences = 0;
    for (name, starts, expected) in sets {
        let mut compare = |program: &str, found: u64| {
            let is_same = found == expected;
            differences += u32::from(!is_same);
            let verdict = if is_same { "the same" } else { "DIFFERS" };
            println!("{name}, depth {DEPTH}: {found:016x}  {program}: {verdict}");
        };
        let fen = |&numbers| start(numbers).to_string();
        println!("{name}, depth {DEPTH}: {expected:016x}  the tests of ox88");
        compare("shakmaty", checksum(starts.iter().map(fen).map(|fen| by_shakmaty(&fen))));
        compare("cozy-chess", checksum(starts.iter().copied().map(by_cozy_chess)));
        if let Some(stockfish) = &mut stockfish {
            let mut lines = Vec::new();
            for fen in starts.iter().map(fen) {
                stockfish.set_up(&fen)?;
                lines.push((board(&fen), stockfish.perft(DEPTH)?.1));
            }
            let program = stockfish.name.clone();
            compare(&program, checksum(lines.into_iter()));
        }
    }
    if stockfish.is_none() {
        println!("No Stockfish is installed: install one, or give its path as the argument.");
    }
    println!("{differences} differences");
    Ok(differences)
}

fn by_shakmaty(fen: &str) -> (String, u128) {
    let read: Fen = fen.parse().expect("shakmaty reads the FEN of a start");
    let position: Chess =
        read.into_position(CastlingMode::Chess960).expect("shakmaty can play a start");
    (board(fen), shakmaty::perft(&position, DEPTH).into())
}

/// The set-ups are those of cozy-chess itself.
fn by_cozy_chess([white, black]: [usize; 2]) -> (String, u128) {
    let number = |number| u32::try_from(number).expect("a number below 960 fits");
    let start = Board::double_chess960_startpos(number(white), number(black));
    (board(&format!("{start:#}")), cozy_perft(&start, DEPTH))
}

fn cozy_perft(board: &Board, depth: u32) -> u128 {
    let mut leaves = 0;
    board.generate_moves(|moves| {
        for mv in moves {
            leaves += if depth == 1 {
                1
            } else {
                let mut after = board.clone();
                after.play_unchecked(mv);
                cozy_perft(&after, depth - 1)
            };
        }
        false
    });
    leaves
}
