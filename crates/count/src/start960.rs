//! The 960 set-ups from which a game of Chess960 begins, by their usual numbers.
//!
//! On the first rank the two bishops are on squares of different colours, and the king is between the rooks. Everything
//! else is free, which makes 4 · 4 · 6 · 10 set-ups. The number, which is Scharnagl's, says where each kind goes, one
//! after the other; 518 is the set-up of ordinary chess.

use ox88::{PieceKind, Position};

/// One of the 960 set-ups of Chess960: the pieces on the home rank of each side, from the a-file on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Start960 {
    back_rank: [PieceKind; 8],
}

/// Where the two knights go, by what bishops and queen leave of the number: their places among the five squares that
/// are free then.
const KNIGHTS: [[usize; 2]; 10] =
    [[0, 1], [0, 2], [0, 3], [0, 4], [1, 2], [1, 3], [1, 4], [2, 3], [2, 4], [3, 4]];

impl Start960 {
    /// How many there are.
    pub const COUNT: usize = 960;

    /// The set-up with this number, from 0 to 959. No other number has one.
    pub fn new(number: usize) -> Option<Start960> {
        let light_bishop = number % 4 * 2 + 1;
        let dark_bishop = number / 4 % 4 * 2;
        let queen = number / 16 % 6;
        let knights = KNIGHTS.get(number / 96)?;

        let mut back_rank = [None; 8];
        back_rank[light_bishop] = Some(PieceKind::Bishop);
        back_rank[dark_bishop] = Some(PieceKind::Bishop);
        back_rank[free_places(back_rank)[queen]] = Some(PieceKind::Queen);
        // Both are counted before either of them is put down.
        let free = free_places(back_rank);
        for &knight in knights {
            back_rank[free[knight]] = Some(PieceKind::Knight);
        }
        // Three squares are left, and the king is between the rooks.
        let free = free_places(back_rank);
        back_rank[free[1]] = Some(PieceKind::King);
        Some(Start960 { back_rank: back_rank.map(|kind| kind.unwrap_or(PieceKind::Rook)) })
    }

    /// All of them, from number 0 to number 959.
    pub fn all() -> impl Iterator<Item = Start960> {
        (0..Start960::COUNT).filter_map(Start960::new)
    }

    /// The position from which a game begins: Black has the same set-up as White.
    #[expect(clippy::missing_panics_doc, reason = "each start is a position")]
    pub fn position(self) -> Position {
        let black = String::from_iter(self.back_rank.map(PieceKind::letter));
        let white = black.to_ascii_uppercase();
        let fen = format!("{black}/pppppppp/8/8/8/8/PPPPPPPP/{white} w KQkq - 0 1");
        fen.parse().expect("each side has one king, and all that castles is at home")
    }
}

/// The places of a rank on which there is nothing yet, from the a-file on.
fn free_places(back_rank: [Option<PieceKind>; 8]) -> Vec<usize> {
    (0..8).filter(|&place| back_rank[place].is_none()).collect()
}
