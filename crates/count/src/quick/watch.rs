//! Which moves change what a king knows: a mark for each square on which that depends.
//!
//! Most moves change nothing of what the enemy's king sees, nor of where it may step. Each of the
//! two has a room of its own (`sight` and `king_zone`), which marks the squares on which its answer
//! depends. A move that touches no mark has the same answer as no move at all.

use ox88::{Piece, PieceKind, Square};
use std::ops::BitOr;

/// The marks of all squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Watch {
    marks: [Marks; Square::CELLS],
}

/// What happens on a square that a king must look at again.
// One bit for each kind of event.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Marks(u8);

impl Marks {
    /// No marks.
    pub const NONE: Marks = Marks(0);
    /// A rook or queen arrives, and what the king sees changes.
    pub const ROOK_SEEN: Marks = Marks(1);
    /// The same for a bishop or queen.
    pub const BISHOP_SEEN: Marks = Marks(1 << 1);
    /// The same for a knight.
    pub const KNIGHT_SEEN: Marks = Marks(1 << 2);
    /// The same for a pawn.
    pub const PAWN_SEEN: Marks = Marks(1 << 3);
    /// The same for any piece.
    pub const ARRIVAL_SEEN: Marks = Marks(1 << 4);
    /// A piece leaves, and what the king sees changes.
    pub const LEAVING_SEEN: Marks = Marks(1 << 5);
    /// A piece arrives, and the squares that are safe for the king change.
    pub const ARRIVAL_IN_THE_WAY: Marks = Marks(1 << 6);
    /// A piece leaves, and the squares that are safe for the king change.
    pub const LEAVING_THE_WAY: Marks = Marks(1 << 7);

    /// All that concern what the king sees along lines.
    pub const OF_LINES: Marks = Marks(0b0011_0011);
    /// All that concern which squares are safe.
    pub const OF_ZONE: Marks = Marks(0b1100_0000);

    /// All that a piece may touch when it arrives.
    #[inline(always)]
    pub fn of_arrival(piece: Piece) -> Marks {
        ARRIVALS[(piece.code() & 7) as usize]
    }

    /// Those of them that a piece touches when it leaves.
    #[inline(always)]
    pub const fn of_leaving(self) -> Marks {
        self.and(Marks(Marks::LEAVING_SEEN.0 | Marks::LEAVING_THE_WAY.0))
    }

    /// The mark for the slider that would be seen along lines of that slider.
    pub const fn of_slider(slider: PieceKind) -> Marks {
        if slider as u8 == PieceKind::Rook as u8 { Marks::ROOK_SEEN } else { Marks::BISHOP_SEEN }
    }

    /// Those that are in both.
    #[inline(always)]
    pub const fn and(self, other: Marks) -> Marks {
        Marks(self.0 & other.0)
    }

    /// These without those.
    #[inline(always)]
    pub const fn without(self, others: Marks) -> Marks {
        Marks(self.0 & !others.0)
    }

    /// Whether there are none.
    #[inline(always)]
    pub const fn is_none(self) -> bool {
        self.0 == 0
    }

    /// Whether there are any.
    #[inline(always)]
    pub const fn is_some(self) -> bool {
        self.0 != 0
    }

    /// Whether the king must look again at what it sees.
    #[inline(always)]
    pub const fn change_sight(self) -> bool {
        self.0 & 0b0011_1111 != 0
    }

    /// Whether they are such as a piece touches that gives check from where it arrives, and no others.
    #[inline(always)]
    pub const fn are_of_check(self) -> bool {
        self.0 & 0b1111 != 0 && self.0 & 0b1111_0000 == 0
    }

    /// Whether it must ask again which squares are safe.
    #[inline(always)]
    pub const fn change_steps(self) -> bool {
        self.0 & Marks::OF_ZONE.0 != 0
    }
}

/// All that a piece may touch when it arrives, in the place of the code of its kind.
static ARRIVALS: [Marks; 8] = {
    let mut arrivals = [Marks(0); 8];
    let mut number = 0;
    while number < PieceKind::ALL.len() {
        let kind = PieceKind::ALL[number];
        let seen = match kind {
            PieceKind::Pawn => Marks::PAWN_SEEN.0,
            PieceKind::Knight => Marks::KNIGHT_SEEN.0,
            PieceKind::Bishop => Marks::BISHOP_SEEN.0,
            PieceKind::Rook => Marks::ROOK_SEEN.0,
            PieceKind::Queen => Marks::BISHOP_SEEN.0 | Marks::ROOK_SEEN.0,
            PieceKind::King => 0,
        };
        arrivals[kind as usize] = Marks(seen | Marks::ARRIVAL_SEEN.0 | Marks::ARRIVAL_IN_THE_WAY.0);
        number += 1;
    }
    arrivals
};

impl BitOr for Marks {
    type Output = Marks;

    #[inline(always)]
    fn bitor(self, other: Marks) -> Marks {
        Marks(self.0 | other.0)
    }
}

impl Watch {
    /// No marks at all.
    pub const NONE: Watch = Watch { marks: [Marks(0); Square::CELLS] };

    /// The marks of a square.
    #[inline(always)]
    pub const fn at(&self, square: Square) -> Marks {
        self.marks[square.cell()]
    }

    /// Marks a square.
    #[inline(always)]
    pub const fn mark(&mut self, square: Square, marks: Marks) {
        self.marks[square.cell()].0 |= marks.0;
    }
    /// Takes marks off a square.
    #[inline(always)]
    pub const fn unmark(&mut self, square: Square, marks: Marks) {
        self.marks[square.cell()].0 &= !marks.0;
    }

    /// Takes marks off all squares.
    #[inline(always)]
    pub fn unmark_all(&mut self, marks: Marks) {
        for mark in &mut self.marks {
            mark.0 &= !marks.0;
        }
    }
}
