//! Which moves change what a king knows: marks on the squares on which that depends.
//!
//! Most moves change no check and no pin of the king that will reply, nor where it may step. Two modules find these
//! things out (`pins` and `king_zone`), and mark the squares on which their answers depend. A move that touches no
//! mark has the same answer as no move at all.

use super::sets::set;
use ox88::{Piece, PieceKind};

set! {
    /// What may happen on a square that changes something for a king.
    Marks(u8)
}

impl Marks {
    /// A rook or queen arrives, and checks or pins change.
    pub const ROOK_ARRIVES: Marks = Marks(1);
    /// The same for a bishop or queen.
    pub const BISHOP_ARRIVES: Marks = Marks(1 << 1);
    /// The same for a knight.
    pub const KNIGHT_ARRIVES: Marks = Marks(1 << 2);
    /// The same for a pawn.
    pub const PAWN_ARRIVES: Marks = Marks(1 << 3);
    /// The same for any piece.
    pub const ANY_ARRIVES: Marks = Marks(1 << 4);
    /// A piece leaves, and checks or pins change.
    pub const ANY_LEAVES: Marks = Marks(1 << 5);
    /// A piece arrives, and the squares that are safe for the king change.
    pub const ARRIVES_IN_THE_WAY: Marks = Marks(1 << 6);
    /// A piece leaves, and the squares that are safe for the king change.
    pub const LEAVES_THE_WAY: Marks = Marks(1 << 7);

    /// All of safe squares.
    pub const OF_ZONE: Marks = Marks(Marks::ARRIVES_IN_THE_WAY.0 | Marks::LEAVES_THE_WAY.0);
    /// All of checks and pins.
    const OF_PINS: Marks = Marks(!Marks::OF_ZONE.0);
    /// Those of a piece that arrives and may give check from there.
    const OF_CHECK: Marks = Marks(Marks::OF_PINS.0 & !Marks::ANY_ARRIVES.0 & !Marks::ANY_LEAVES.0);
    /// All of checks and pins along lines.
    pub const OF_LINES: Marks =
        Marks(Marks::OF_PINS.0 & !Marks::KNIGHT_ARRIVES.0 & !Marks::PAWN_ARRIVES.0);

    /// All that a piece may touch when it arrives.
    pub fn of_arrival(piece: Piece) -> Marks {
        ARRIVALS[(piece.code() & 7) as usize]
    }

    /// Those of them that a piece touches when it leaves.
    pub fn of_leaving(self) -> Marks {
        self & (Marks::ANY_LEAVES | Marks::LEAVES_THE_WAY)
    }

    /// The mark for sliders of this kind.
    pub fn of_slider(slider: PieceKind) -> Marks {
        if slider == PieceKind::Rook { Marks::ROOK_ARRIVES } else { Marks::BISHOP_ARRIVES }
    }

    /// Whether checks or pins may change.
    pub fn change_pins(self) -> bool {
        !(self & Marks::OF_PINS).is_empty()
    }

    /// Whether they are such as a piece touches that gives check from where it arrives, and no others.
    pub fn are_of_check(self) -> bool {
        !self.is_empty() && Marks::OF_CHECK.contains(self)
    }

    /// Whether the squares that are safe for the king may change.
    pub fn change_zone(self) -> bool {
        !(self & Marks::OF_ZONE).is_empty()
    }
}

/// All that a piece may touch when it arrives, in the place of the code of its kind.
static ARRIVALS: [Marks; 8] = {
    let mut arrivals = [Marks(Marks::ANY_ARRIVES.0 | Marks::ARRIVES_IN_THE_WAY.0); 8];
    arrivals[PieceKind::Pawn as usize].0 |= Marks::PAWN_ARRIVES.0;
    arrivals[PieceKind::Knight as usize].0 |= Marks::KNIGHT_ARRIVES.0;
    arrivals[PieceKind::Bishop as usize].0 |= Marks::BISHOP_ARRIVES.0;
    arrivals[PieceKind::Rook as usize].0 |= Marks::ROOK_ARRIVES.0;
    arrivals[PieceKind::Queen as usize].0 |= Marks::BISHOP_ARRIVES.0 | Marks::ROOK_ARRIVES.0;
    arrivals
};
