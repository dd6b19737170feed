//! Confirms the suites with other people's programs: every count with shakmaty and with Stockfish,
//! and the divide of every named position, move for move, with Stockfish.
//!
//! `cargo run --release --manifest-path benches/Cargo.toml --bin confirm [STOCKFISH]`

use ox88::suite::{built_in, run::SuitePosition};
use shakmaty::{CastlingMode, Chess, PositionError, fen::Fen};
use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitCode, Stdio};

/// The depth at which divides are compared: that of the snapshots.
const DIVIDE_DEPTH: u32 = 3;

fn main() -> ExitCode {
    let command = std::env::args().nth(1).unwrap_or_else(|| "stockfish".to_owned());
    match Stockfish::start(&command).and_then(confirm) {
        Ok(0) => ExitCode::SUCCESS,
        Ok(_) => ExitCode::from(1),
        Err(error) => {
            eprintln!("{command}: {error}: write the path of a Stockfish behind the command");
            ExitCode::from(2)
        }
    }
}

/// Compares everything, and answers with the number of differences.
fn confirm(mut stockfish: Stockfish) -> io::Result<u32> {
    let suites = built_in::suites().expect("the suites of this build can be read");
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
                let rows = stockfish.divide(&position.entry.fen, depth)?;
                let total: u128 = rows.iter().map(|(_, leaves)| leaves).sum();
                compare(format!("depth {depth}, Stockfish"), &nodes, &total);
                counts += 1;
                if depth == DIVIDE_DEPTH && position.entry.id.is_some() {
                    let divide = ox88::divide(&position.position, depth);
                    let theirs = ox88::Divide { rows };
                    compare("divide, Stockfish".to_owned(), &divide, &theirs);
                    divides += 1;
                }
            }
        }
        println!("{}: {counts} counts and {divides} divides compared", suite.file);
    }
    println!("{differences} differences");
    Ok(differences)
}

fn shakmaty_position(position: &SuitePosition) -> Chess {
    let fen: Fen = position.entry.fen.parse().expect("shakmaty reads the FENs of the suites");
    let mode = CastlingMode::Chess960;
    let setup = fen.into_position::<Chess>(mode);
    // Positions that no game can reach are welcome in a suite.
    setup
        .or_else(PositionError::ignore_impossible_check)
        .or_else(PositionError::ignore_too_much_material)
        .expect("shakmaty can play the positions of the suites")
}

/// A running Stockfish that answers `go perft`.
struct Stockfish {
    process: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    chess960: bool,
}

impl Stockfish {
    fn start(command: &str) -> io::Result<Stockfish> {
        let mut process =
            Command::new(command).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
        let input = process.stdin.take().expect("the input is piped");
        let output = BufReader::new(process.stdout.take().expect("the output is piped"));
        Ok(Stockfish { process, input, output, chess960: false })
    }

    /// The divide of a position, sorted by the text of the moves.
    fn divide(&mut self, fen: &str, depth: u32) -> io::Result<Vec<(String, u128)>> {
        let chess960 = fen.split(' ').nth(2).is_some_and(|rights| {
            rights != "-" && rights.contains(|letter| !"KQkq".contains(letter))
        });
        if chess960 != self.chess960 {
            writeln!(self.input, "setoption name UCI_Chess960 value {chess960}")?;
            self.chess960 = chess960;
        }
        writeln!(self.input, "position fen {fen}\ngo perft {depth}")?;
        self.input.flush()?;
        let mut rows = Vec::new();
        for line in self.output.by_ref().lines() {
            let line = line?;
            if line.starts_with("Nodes searched") {
                break;
            }
            // Other lines are the banner and remarks.
            if let Some((text, leaves)) = line.split_once(": ")
                && let Ok(leaves) = leaves.parse()
            {
                rows.push((text.to_owned(), leaves));
            }
        }
        rows.sort();
        Ok(rows)
    }
}

impl Drop for Stockfish {
    fn drop(&mut self) {
        // It ends by itself when told to; where it does not, nothing here depends on it.
        let _ = writeln!(self.input, "quit");
        let _ = self.process.wait();
    }
}
