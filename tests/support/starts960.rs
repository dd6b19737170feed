//! The starts of Chess960 that are counted, and the checksum of their counts. The tests count them, and
//! `crates/checks/src/bin/confirm.rs` has other programs count them.

use crate::Xorshift;
use ox88::{CastlingSide, Color, Position};
use ox88_count::Start960;

/// How deep each is counted.
pub const DEPTH: u32 = 3;

/// The checksum of the 960 starts in which the sides have the same set-up, in the order of their numbers.
pub const SINGLE: u64 = 0x73a3_073c_43b8_f94f;

/// The checksum of the starts of double Chess960.
pub const DOUBLE: u64 = 0xdf29_30c4_ed28_6b84;

/// How many of those there are.
const DOUBLES: usize = 1000;

const SEED: u64 = 960;

/// The numbers of White's set-up and of Black's, for each of the 960 starts.
pub fn single() -> impl Iterator<Item = [usize; 2]> {
    (0..Start960::COUNT).map(|number| [number, number])
}

/// The same for starts of double Chess960: different numbers, drawn at random.
pub fn double() -> impl Iterator<Item = [usize; 2]> {
    let mut random = Xorshift(SEED);
    let numbers: Vec<usize> = (0..Start960::COUNT).collect();
    let pairs = std::iter::repeat_with(move || {
        let white = random.choose(&numbers);
        [white, random.choose(&numbers)]
    });
    pairs.filter(|[white, black]| white != black).take(DOUBLES)
}

/// The start with these numbers: White has the one set-up, and Black the other.
pub fn start(numbers: [usize; 2]) -> Position {
    let [white, black] = numbers
        .map(|number| Start960::new(number).expect("every number is below 960").position().setup());
    let mut setup = white;
    for (square, piece) in black.board.pieces(Color::Black) {
        setup.board.put(square, piece);
    }
    for side in CastlingSide::BOTH {
        let rook = black.castling.rook(Color::Black, side).expect("each side may castle");
        setup.castling.grant(Color::Black, side, rook);
    }
    Position::new(setup).expect("each half is that of a start")
}

/// FNV-1a, with 64 bits, of a line for each start: the first field of its FEN, a blank, and its leaves.
/// (The other fields are written differently by different programs.)
pub fn checksum(lines: impl Iterator<Item = (String, u128)>) -> u64 {
    let text = |(board, leaves): (String, u128)| format!("{board} {leaves}\n");
    lines.map(text).fold(0xcbf2_9ce4_8422_2325, |sum, line| {
        line.bytes()
            .fold(sum, |sum, byte| (sum ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3))
    })
}

/// The first field of a FEN.
pub fn board(fen: &str) -> String {
    fen.split(' ').next().unwrap_or_default().to_owned()
}

/// Compares the checksum of the counts with the one that other programs have confirmed.
#[track_caller]
pub fn assert_checksum(
    starts: impl Iterator<Item = [usize; 2]>,
    count: impl Fn(&Position) -> u128,
    expected: u64,
) {
    let found = checksum(starts.map(|numbers| {
        let position = start(numbers);
        (board(&position.to_string()), count(&position))
    }));
    assert_eq!(format!("{found:016x}"), format!("{expected:016x}"));
}
