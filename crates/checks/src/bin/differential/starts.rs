//! Positions from which to play.

use ox88::suite::built_in;
use ox88_count::Start960;
use ox88_test_support::starts960::start;

/// Where a position comes from.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Start,
    Suites,
    Chess960,
    DoubleChess960,
    FewPieces,
    ManyQueens,
}

/// xorshift64*, which is enough to play at random.
pub struct Random(u64);

impl Kind {
    pub const ALL: [Kind; 6] = [
        Kind::Start,
        Kind::Suites,
        Kind::Chess960,
        Kind::DoubleChess960,
        Kind::FewPieces,
        Kind::ManyQueens,
    ];

    pub const fn name(self) -> &'static str {
        match self {
            Kind::Start => "from the start",
            Kind::Suites => "from positions of the suites",
            Kind::Chess960 => "from a start of Chess960",
            Kind::DoubleChess960 => "from a start for each side",
            Kind::FewPieces => "from a few pieces anywhere",
            Kind::ManyQueens => "from many pieces, mostly queens",
        }
    }

    /// A position of this kind, which may be one that cannot be played.
    pub fn fen(self, random: &mut Random) -> String {
        match self {
            Kind::Start => ox88::START.to_owned(),
            Kind::Suites => suite_position(random),
            Kind::Chess960 => {
                let number = start960(random);
                start([number, number]).to_string()
            }
            Kind::DoubleChess960 => start([start960(random), start960(random)]).to_string(),
            Kind::FewPieces => anywhere(random, 10, b"PPPPNBRQ"),
            Kind::ManyQueens => anywhere(random, 28, b"QQQQQRBN"),
        }
    }
}

impl Random {
    pub const fn new(seed: u64) -> Random {
        // 0 would stay 0.
        Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    /// A number below this one.
    pub fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33) as usize % end
    }
}

fn suite_position(random: &mut Random) -> String {
    let suites = built_in::suites();
    let suite = suites[random.below(suites.len())];
    suite.positions[random.below(suite.positions.len())].position.to_string()
}

/// The number of a start of Chess960, each as likely as the others.
fn start960(random: &mut Random) -> usize {
    random.below(Start960::COUNT)
}

/// Both kings and up to this many of these pieces, of either colour, anywhere.
fn anywhere(random: &mut Random, most: usize, pieces: &[u8]) -> String {
    let mut board = [b'.'; 64];
    for king in [b'K', b'k'] {
        let square = random.below(64);
        board[square] = king;
    }
    for _ in 0..=random.below(most) {
        let (square, piece) = (random.below(64), pieces[random.below(pieces.len())]);
        let is_pawn_on_edge = piece == b'P' && !(8..56).contains(&square);
        if board[square] == b'.' && !is_pawn_on_edge {
            board[square] = if random.below(2) == 0 { piece } else { piece.to_ascii_lowercase() };
        }
    }
    let rank = |rank: &[u8]| -> String {
        let mut text = String::new();
        for &piece in rank {
            match (piece, text.chars().last().and_then(|last| last.to_digit(10))) {
                (b'.', Some(empty)) => {
                    text.pop();
                    text += &(empty + 1).to_string();
                }
                (b'.', None) => text.push('1'),
                _ => text.push(char::from(piece)),
            }
        }
        text
    };
    let ranks: Vec<String> = board.chunks(8).map(rank).collect();
    let side = if random.below(2) == 0 { "w" } else { "b" };
    format!("{} {side} - - 0 1", ranks.join("/"))
}
