//! Confirms the suites with other programs: every count with shakmaty and with Stockfish, and the
//! divide of every named position, move for move, with Stockfish. Then the checksums of the starts of Chess960: all 960,
//! and a thousand of double Chess960, also with cozy-chess, which numbers the starts itself.
//!
//! `cargo run --release -p ox88-checks --no-default-features --bin confirm [STOCKFISH]`

use cozy_chess::Board;
use ox88::suite::{SuitePosition, built_in};
use ox88_checks::measure::programs::cozy_perft;
use ox88_checks::measure::stockfish::Stockfish;
use ox88_test_support::starts960::{DEPTH, DOUBLE, SINGLE, board, checksum, double, single, start};
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
    let differences = confirm_suites(&mut stockfish)? + confirm_starts(&mut stockfish)?;
    println!("{differences} differences");
    Ok(differences)
}

fn confirm_suites(stockfish: &mut Stockfish) -> io::Result<u32> {
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
    Ok(differences)
}

/// Prints the checksums of each program, and returns how many of them differ.
fn confirm_starts(stockfish: &mut Stockfish) -> io::Result<u32> {
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
        println!("{name}, depth {DEPTH}: {expected:016x}  the tests of ox88");
        let fens: Vec<String> = starts.iter().map(|&it| start(it).to_string()).collect();
        compare("shakmaty", checksum(fens.iter().map(|fen| by_shakmaty(fen))));
        compare("cozy-chess", checksum(starts.into_iter().map(by_cozy_chess)));
        let mut lines = Vec::new();
        for fen in fens {
            stockfish.set_up(&fen)?;
            lines.push((board(&fen), stockfish.perft(DEPTH)?.1));
        }
        compare(&stockfish.name, checksum(lines.into_iter()));
    }
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
    (board(&format!("{start:#}")), cozy_perft(&start, DEPTH).into())
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
