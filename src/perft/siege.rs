//! Where a king may step: the enemy pieces that attack squares around it.
//!
//! To look outwards from up to eight squares, one by one, would be the most expensive part of a
//! count. Seen from the enemy pieces it is cheap: the step that leads from a piece to the king
//! determines which neighbours of the king the piece would attack on an empty board, and most
//! pieces attack none. For a knight, pawn or king that is the answer. For a slider the line to the
//! neighbour must be empty as well.

use crate::chess::board::Board;
use crate::chess::color::Color;
use crate::chess::piece::{Piece, PieceKind};
use crate::chess::square::{Direction, Square};

/// The pieces of one side that attack neighbours of the other side's king, or would on an empty
/// board.
pub struct Siege {
    king: Square,
    by: Color,
    // A side has at most 63 pieces, because the other king has a square of its own.
    besiegers: [Besieger; 63],
    count: usize,
}

/// The neighbouring squares to which a king may step: bit i is direction i of [`Direction::ALL`].
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Steps {
    king: Square,
    bits: u8,
}

#[derive(Clone, Copy)]
struct Besieger {
    square: Square,
    slides: bool,
    /// The neighbours of the king that it would attack on an empty board.
    attacks: u8,
}

impl Siege {
    /// The siege of a king by the other side.
    #[inline]
    #[must_use]
    pub fn of(king: Square, board: &Board, by: Color) -> Siege {
        let none = Besieger { square: king, slides: false, attacks: 0 };
        let mut siege = Siege { king, by, besiegers: [none; 63], count: 0 };
        board.each_piece(by, |square, piece| {
            let besieger = Besieger::new(square, piece, king);
            if besieger.attacks != 0
                && let Some(place) = siege.besiegers.get_mut(siege.count)
            {
                *place = besieger;
                siege.count += 1;
            }
        });
        siege
    }

    /// The legal steps of the king after a move of the besieging side from one square to another.
    /// `board` is the one after the move.
    #[inline(always)]
    #[must_use]
    pub fn steps_after(&self, board: &Board, from: Square, to: Square) -> Steps {
        let mut bits = 0;
        for (neighbour, direction) in Direction::ALL.into_iter().enumerate() {
            if let Some(beside) = self.king.step(direction)
                && board.at(beside).is_none_or(|piece| piece.belongs_to(self.by))
            {
                bits |= 1 << neighbour;
            }
        }
        if bits != 0 {
            if let Some(piece) = board.at(to) {
                bits &= !self.attacks_of(Besieger::new(to, piece, self.king), bits, board);
            }
            for &besieger in &self.besiegers[..self.count] {
                if besieger.square != from {
                    bits &= !self.attacks_of(besieger, bits, board);
                }
            }
        }
        Steps { king: self.king, bits }
    }

    /// Which of these neighbours a besieger attacks on this board.
    #[inline(always)]
    fn attacks_of(&self, besieger: Besieger, neighbours: u8, board: &Board) -> u8 {
        let mut attacks = besieger.attacks & neighbours;
        if besieger.slides {
            let mut on_lines = attacks;
            while on_lines != 0 {
                let neighbour = on_lines.trailing_zeros() as usize;
                on_lines &= on_lines - 1;
                let sees_it = self
                    .king
                    .step(Direction::ALL[neighbour])
                    .is_some_and(|target| self.is_line_empty(board, besieger.square, target));
                attacks &= !(u8::from(!sees_it) << neighbour);
            }
        }
        attacks
    }

    /// Whether nothing is between a besieger and a square on one line with it. The king does not
    /// count: it cannot hide in its own shadow.
    #[inline(always)]
    fn is_line_empty(&self, board: &Board, besieger: Square, target: Square) -> bool {
        for square in besieger.between(target) {
            if board.at(square).is_some() && square != self.king {
                return false;
            }
        }
        true
    }
}

impl Steps {
    /// The number of steps.
    #[inline]
    #[must_use]
    pub const fn count(self) -> u32 {
        self.bits.count_ones()
    }

    /// Whether one of them leads to this square.
    #[inline]
    #[must_use]
    pub fn contains(self, square: Square) -> bool {
        let offset = self.king.offset_to(square);
        for (neighbour, direction) in Direction::ALL.into_iter().enumerate() {
            if direction == offset {
                return self.bits >> neighbour & 1 == 1;
            }
        }
        false
    }
}

impl Besieger {
    #[inline(always)]
    fn new(square: Square, piece: Piece, king: Square) -> Besieger {
        let attacks = &ATTACKS[piece.color().index()][piece.kind() as usize];
        let slides = piece.slides();
        Besieger { square, slides, attacks: attacks[square.offset_to(king).index()] }
    }
}

/// For each side and kind of piece, and for each offset from it to the king: the neighbours of the
/// king that the piece attacks on an empty board. On the 0x88 board the offset, which is the
/// difference of two squares, is enough: it means the same wherever the two are.
static ATTACKS: [[[u8; 256]; 8]; 2] = {
    let mut attacks = [[[0; 256]; 8]; 2];
    let mut side = 0;
    while side < 2 {
        let mut kind = 0;
        while kind < PieceKind::ALL.len() {
            attacks[side][PieceKind::ALL[kind] as usize] =
                attacks_of(PieceKind::ALL[kind], Color::BOTH[side]);
            kind += 1;
        }
        side += 1;
    }
    attacks
};

const fn attacks_of(kind: PieceKind, color: Color) -> [u8; 256] {
    match kind {
        PieceKind::Pawn => attacks_along(&color.pawn_captures(), 1),
        PieceKind::Knight => attacks_along(&Direction::KNIGHT, 1),
        PieceKind::King => attacks_along(&Direction::ALL, 1),
        PieceKind::Bishop => attacks_along(&Direction::DIAGONAL, 7),
        PieceKind::Rook => attacks_along(&Direction::STRAIGHT, 7),
        PieceKind::Queen => attacks_along(&Direction::ALL, 7),
    }
}

/// The attacks of a piece that takes up to this many steps in these directions. Each square that it
/// reaches may be any of the king's eight neighbours: the king is then one step back from there.
const fn attacks_along(directions: &[Direction], steps: usize) -> [u8; 256] {
    let mut attacks = [0; 256];
    let mut direction = 0;
    while direction < directions.len() {
        let mut offset = directions[direction];
        let mut step = 0;
        while step < steps {
            let mut neighbour = 0;
            while neighbour < 8 {
                let offset_to_king = offset.and(Direction::ALL[neighbour].reversed());
                attacks[offset_to_king.index()] |= 1 << neighbour;
                neighbour += 1;
            }
            offset = offset.and(directions[direction]);
            step += 1;
        }
        direction += 1;
    }
    attacks
}
