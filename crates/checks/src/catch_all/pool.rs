//! The positions with which the search begins: those of the suites and of the faults, and their mirror images.

use super::known;
use ox88::{CastlingNotation, Position, Setup, Square};
use ox88_broken_engine::faults::Fault;
use ox88_test_support::can_arise;
use std::collections::HashSet;

/// Small positions that show what the suites show only with many leaves.
const SEEDS: [&str; 5] = [
    "4k2r/5p1p/5P1P/8/8/8/6p1/4K2R b Kk - 0 1",
    "4k2r/5p1p/5P1P/8/8/8/1p6/R3K3 b Qk - 0 1",
    "4k3/8/8/8/8/p1p5/P1P5/R3K3 w - - 0 1",
    "1b1k4/8/8/3pP3/8/8/7K/8 w - d6 0 1",
    "4k3/8/8/R7/8/5b2/p1p5/R3K3 b Q - 0 1",
];

/// Each position once, without those of Chess960.
pub fn positions() -> Vec<Position> {
    let of_suites = known::all_lines().into_iter().map(|line| line.counted.position);
    let of_faults = Fault::ALL.iter().flat_map(|fault| fault.examples());
    let fens = of_faults.map(|shown| shown.fen).chain(SEEDS);
    let read = |fen: &str| fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"));
    let positions: Vec<Position> = of_suites.chain(fens.map(read)).collect();
    let mirrored = positions.iter().map(Position::mirrored);
    let both: Vec<Position> = positions.iter().copied().chain(mirrored).collect();
    let flipped = both.iter().filter_map(flipped);
    let mut seen = HashSet::new();
    both.iter()
        .copied()
        .chain(flipped)
        .filter(|it| it.castling_notation() == CastlingNotation::KingToTarget)
        .filter(|it| seen.insert(it.to_string()) && can_arise(it))
        .collect()
}

/// The position with left and right exchanged, if nobody may castle.
fn flipped(position: &Position) -> Option<Position> {
    let setup = position.setup();
    if setup.castling.iter().next().is_some() {
        return None;
    }
    let mut board = setup.board;
    for square in Square::all() {
        match setup.board.at(flipped_square(square)) {
            Some(piece) => board.put(square, piece),
            None => board.clear(square),
        }
    }
    Position::new(Setup { board, en_passant: setup.en_passant.map(flipped_square), ..setup }).ok()
}

fn flipped_square(square: Square) -> Square {
    let files = ox88::File::all().zip(ox88::File::all().rev());
    let file = files.into_iter().find(|&(file, _)| file == square.file()).map(|(_, other)| other);
    Square::new(file.unwrap_or(square.file()), square.rank())
}
