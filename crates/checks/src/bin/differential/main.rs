//! Plays at random from many positions, and compares ox88 with shakmaty and cozy-chess at each ply.
//!
//! `cargo run --release -p ox88-checks --bin differential -- --positions 1_000_000`
//!
//! What is compared: the legal moves, whether the king is in check, the position after each legal move, which moves
//! give check, SAN, mate and stalemate, the FEN by three conventions of the en passant square, and the number of leaves
//! at depth 2 by the reference, by the quick walk and by its kinds of leaves. The three programs play the same moves on
//! boards of their own, so that an error in one of them would last.

mod boards;
mod starts;

use argh::FromArgs;
use boards::Boards;
use starts::{Kind, Random};
use std::process::ExitCode;
use std::time::{Duration, Instant};

/// Compares ox88 with shakmaty and cozy-chess on positions that random play reaches.
#[derive(FromArgs)]
struct Arguments {
    /// how many positions to compare (100_000 if no limit is given)
    #[argh(option, from_str_fn(number))]
    positions: Option<u64>,
    /// how many seconds to go on
    #[argh(option, from_str_fn(number))]
    seconds: Option<u64>,
    /// which random numbers to play by (1 if left out)
    #[argh(option, default = "1", from_str_fn(number))]
    seed: u64,
}

/// A game is given up after this many plies: by then it has mostly come down to a few pieces.
const MOST_PLIES: usize = 120;

fn number(text: &str) -> Result<u64, String> {
    let digits = text.replace('_', "");
    digits.parse().map_err(|_| "expected a number, as in 1_000_000".to_owned())
}

fn main() -> ExitCode {
    let Arguments { positions, seconds, seed } = argh::from_env();
    let no_limit = positions.is_none() && seconds.is_none();
    let most = positions.unwrap_or(if no_limit { 100_000 } else { u64::MAX });
    let time = Duration::from_secs(seconds.unwrap_or(u64::MAX));
    let start = Instant::now();
    let mut random = Random::new(seed);
    let mut counts = [Counts::default(); Kind::ALL.len()];
    let mut compared = 0;
    let mut games = 0u64;
    while compared < most && start.elapsed() < time {
        let kind = Kind::ALL[(games % Kind::ALL.len() as u64) as usize];
        let fen = kind.fen(&mut random);
        let counts = &mut counts[kind as usize];
        games += 1;
        match play(&fen, most - compared, &mut random, counts) {
            Ok(positions) => compared += positions,
            Err(difference) => {
                println!("seed {seed}, game {games}, {}: {difference}", kind.name());
                return ExitCode::FAILURE;
            }
        }
    }
    for (kind, counts) in Kind::ALL.iter().zip(counts) {
        let Counts { games, positions, moves, without_cozy_chess } = counts;
        println!(
            "{:<34} {games:>8} games {positions:>10} positions {moves:>12} moves, {without_cozy_chess} \
             positions without cozy-chess",
            kind.name()
        );
    }
    println!(
        "no difference in {compared} positions, {:.0} s, seed {seed}",
        start.elapsed().as_secs_f64()
    );
    ExitCode::SUCCESS
}

/// What was compared.
#[derive(Clone, Copy, Default)]
struct Counts {
    games: u64,
    positions: u64,
    moves: u64,
    /// cozy-chess does not set up every position that ox88 does.
    without_cozy_chess: u64,
}

/// Plays a game, and compares every position of it. Returns how many they are.
fn play(fen: &str, most: u64, random: &mut Random, counts: &mut Counts) -> Result<u64, String> {
    let Some(mut boards) = Boards::new(fen)? else { return Ok(0) };
    counts.games += 1;
    let mut positions = 0;
    for _ in 0..MOST_PLIES {
        let moves = boards.compare().map_err(|difference| format!("{fen}: {difference}"))?;
        positions += 1;
        counts.positions += 1;
        counts.moves += moves.len() as u64;
        counts.without_cozy_chess += u64::from(!boards.has_cozy_chess());
        if moves.is_empty() || positions == most {
            break;
        }
        boards.play(moves[random.below(moves.len())]);
    }
    Ok(positions)
}
