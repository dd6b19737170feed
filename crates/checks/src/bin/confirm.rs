//! Confirms the suites with other programs: every count with shakmaty and with Stockfish, and the
//! divide of every named position, move for move, with Stockfish.
//!
//! `cargo run --release -p ox88-checks --no-default-features --bin confirm [STOCKFISH]`

use ox88::suite::{SuitePosition, built_in};
use ox88_checks::measure::stockfish::Stockfish;
use shakmaty::{CastlingMode, Chess, PositionError, fen::Fen};
use std::io;
use std::process::ExitCode;

/// The depth at which divides are compared, which is that of the snapshots.
const DIVIDE_DEPTH: u32 = 3;

fn main() -> ExitCode {
    let path = std::env::args().nth(1);
    let differences = Stockfish::find(path.as_deref()).and_then(|found| {
        let stockfish = found
            .ok_or("no Stockfish is installed: install one, or give its path as the argument")?;
        confirm(stockfish).map_err(|error| error.to_string())
    });
    match differences {
        Ok(0) => ExitCode::SUCCESS,
        Ok(_) => ExitCode::from(1),
        Err(error) => {
            eprintln!("{error}");
            ExitCode::from(2)
        }
    }
}

/// Compares everything, and returns the number of differences.
fn confirm(mut stockfish: Stockfish) -> io::Result<u32> {
    let suites = built_in::suites();
    let mut differences = 0;
    for suite in suites {
        let (mut counts, mut divides) = (0, 0);
        for position in &suite.positions {
            let name = format!("{}:{}", suite.file, position.entry.line);
            let mut compare = |what: String, ours: &dyn ToString, theirs: &dyn ToString| {
                if ours.to_string() != theirs.to_string() {
                    differences += 1;
                    println!("{name}: {what}");
                    println!("  suite {}\n  other {}", ours.to_string(), theirs.to_string());
                }
            };
            let other = shakmaty_position(position);
            for count in &position.entry.counts {
                let (depth, nodes) = (count.depth, count.nodes);
                compare(
                    format!("depth {depth}, shakmaty"),
                    &nodes,
                    &u128::from(shakmaty::perft(&other, depth)),
                );
                stockfish.set_up(&position.entry.fen)?;
                let (mut rows, total) = stockfish.perft(depth)?;
                compare(format!("depth {depth}, Stockfish"), &nodes, &total);
                counts += 1;
                if depth == DIVIDE_DEPTH && position.entry.id.is_some() {
                    let divide = ox88::divide(&position.position, depth);
                    rows.sort();
                    let ours: Vec<_> = divide.texts().collect();
                    compare("divide, Stockfish".to_owned(), &lines(&ours), &lines(&rows));
                    divides += 1;
                }
            }
        }
        println!("{}: {counts} counts and {divides} divides compared", suite.file);
    }
    println!("{differences} differences");
    Ok(differences)
}

/// The rows of a divide, one per line.
fn lines(rows: &[(String, u128)]) -> String {
    let line = |(text, leaves): &(String, u128)| format!("\n    {text}: {leaves}");
    rows.iter().map(line).collect::<Vec<_>>().concat()
}

fn shakmaty_position(position: &SuitePosition) -> Chess {
    let fen: Fen = position.entry.fen.parse().expect("shakmaty reads the FENs of the suites");
    let mode = CastlingMode::Chess960;
    let setup = fen.into_position::<Chess>(mode);
    // A suite may have positions that no game can reach.
    setup
        .or_else(PositionError::ignore_impossible_check)
        .or_else(PositionError::ignore_too_much_material)
        .expect("shakmaty can play the positions of the suites")
}
