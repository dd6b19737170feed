//! The squares around a king to which it may step or castle, and which pieces attack them.
//!
//! On the 0x88 board the offset from one square to another, which is their difference, is enough to know how they lie
//! to each other. So which squares around a king a piece attacks on an empty board is a table for each piece and
//! offset, the same for every king.

use super::ray::Ray;
use super::sets::set;
use super::squares::Squares;
use ox88::{Color, Direction, Piece, PieceKind, Square};

set! {
    /// A set of squares around a king: the eight beside it, and all on its rank, where it may castle.
    // Bits 0 to 7 are the neighbours, in the order of `Ray::ALL`. Bits 8 to 22 are the squares of the rank, from
    // seven files to the west of the king to seven to the east.
    Targets(u32)
}

impl Targets {
    /// What no king has as a target.
    pub const NEVER_SAFE: Targets = Targets(1 << 31);

    /// The square beside the king on this ray.
    pub const fn beside(ray: Ray) -> Targets {
        Targets(1 << ray.index())
    }

    /// All squares beside a king, as targets and as squares.
    pub fn around(king: Square) -> (Targets, Squares) {
        AROUND[king.number() & 63]
    }

    /// A square on the rank of the king.
    pub const fn on_rank(king: Square, square: Square) -> Targets {
        Targets(1 << (8 + 7 + square.number() - king.number()))
    }

    /// The targets that a piece attacks from a square on an empty board.
    pub fn attacked_by(piece: Piece, square: Square, king: Square) -> Targets {
        ATTACKS[(piece.code() & 31) as usize][square.offset_to(king).index()]
    }

    /// Squares of which one must be occupied to hide any of these targets from a piece that attacks them on an empty
    /// board. A rook on a2 attacks f2, g2 and h2 beside a king on g3, if b2 to g2 are empty. They are the same if f2
    /// alone is asked about, so a piece on one of them need not hide anything.
    pub fn between(self, square: Square, piece: Piece, king: Square) -> Squares {
        let lines = LINES[piece.kind() as usize & 7][square.offset_to(king).index()];
        if self.0 > 0xFF { Squares::ALL } else { lines.shifted_to(square) }
    }

    /// The targets that lie behind a square on a ray.
    pub fn behind(square: Square, ray: Ray, king: Square) -> Targets {
        BEHIND[ray.index()][square.offset_to(king).index()]
    }

    /// Whether all of them are beside the king, and no castling depends on them.
    pub const fn are_beside(self) -> bool {
        self.0 <= 0xFF
    }

    /// How many neighbours of the king are among them.
    pub fn steps(self) -> i32 {
        i32::from(COUNTS[(self.0 & 0xFF) as usize])
    }

    /// The offset from the king to one of them.
    pub fn first(self) -> Option<Direction> {
        if self.0 == 0 { None } else { Some(OFFSETS[(self.0.trailing_zeros() & 31) as usize]) }
    }
}

/// All squares beside each king.
static AROUND: [(Targets, Squares); 64] = {
    let mut around = [(Targets::NONE, Squares::NONE); 64];
    let mut number = 0;
    while let Some(king) = Square::from_number(number / 8) {
        let ray = Ray::ALL[number as usize % 8];
        if let Some(beside) = king.step(ray.direction()) {
            let (targets, squares) = around[king.number()];
            around[king.number()] =
                (Targets(targets.0 | Targets::beside(ray).0), squares.with(Squares::on(beside)));
        }
        number += 1;
    }
    around
};

/// The number of bits of each byte.
// Not every processor that this is compiled for counts bits by itself.
static COUNTS: [u8; 256] = {
    let mut counts = [0; 256];
    let mut byte = 1;
    while byte < 256 {
        counts[byte] = counts[byte / 2] + if byte % 2 == 1 { 1 } else { 0 };
        byte += 1;
    }
    counts
};

/// The offset from the king to each target.
static OFFSETS: [Direction; 32] = {
    let mut offsets = [Direction::EAST.and(Direction::WEST); 32];
    let mut ray = 0;
    while ray < 8 {
        offsets[ray] = Direction::ALL[ray];
        ray += 1;
    }
    let mut offset = Direction::EAST;
    let mut files = 1;
    while files < 8 {
        offsets[15 + files] = offset;
        offsets[15 - files] = offset.reversed();
        offset = offset.and(Direction::EAST);
        files += 1;
    }
    offsets
};

/// The targets that a piece attacks on an empty board, for each offset from it to the king.
type Attacks = [Targets; 256];

/// The attacks of each piece, in the place of its code.
static ATTACKS: [Attacks; 32] = {
    let mut attacks = [[Targets::NONE; 256]; 32];
    let mut number = 0;
    while number < 2 * PieceKind::ALL.len() {
        let (kind, color) = (PieceKind::ALL[number / 2], Color::BOTH[number % 2]);
        attacks[Piece::new(color, kind).code() as usize] = attacks_of_kind(kind, color).0;
        number += 1;
    }
    attacks
};

/// What a piece attacks that slides along one ray alone, for each of them.
static BEHIND: [Attacks; 8] = {
    let mut behind = [[Targets::NONE; 256]; 8];
    let mut ray = 0;
    while ray < 8 {
        behind[ray] = attacks_towards(&[Direction::ALL[ray]], 7).0;
        ray += 1;
    }
    behind
};

/// The squares between each piece and the squares beside a king that it attacks on an empty board. A pawn has none.
static LINES: [[Squares; 256]; 8] = {
    let mut lines = [[Squares::NONE; 256]; 8];
    let mut number = 0;
    while number < PieceKind::ALL.len() {
        let kind = PieceKind::ALL[number];
        lines[kind as usize] = attacks_of_kind(kind, Color::White).1;
        number += 1;
    }
    lines
};

/// The attacks of a piece, and the squares between.
const fn attacks_of_kind(kind: PieceKind, color: Color) -> (Attacks, [Squares; 256]) {
    match kind {
        PieceKind::Pawn => attacks_towards(&color.pawn_captures(), 1),
        PieceKind::Knight => attacks_towards(&Direction::KNIGHT, 1),
        PieceKind::King => attacks_towards(&Direction::ALL, 1),
        PieceKind::Bishop => attacks_towards(&Direction::DIAGONAL, 7),
        PieceKind::Rook => attacks_towards(&Direction::STRAIGHT, 7),
        PieceKind::Queen => attacks_towards(&Direction::ALL, 7),
    }
}

/// The attacks of a piece that takes up to this many steps in these directions, and the squares between it and the
/// squares beside a king that it attacks: for each offset to that king.
const fn attacks_towards(directions: &[Direction], steps: usize) -> (Attacks, [Squares; 256]) {
    let (mut attacks, mut lines) = ([Targets::NONE; 256], [Squares::NONE; 256]);
    let mut number = 0;
    while number < directions.len() {
        let mut between = Squares::NONE;
        let mut target = directions[number];
        let mut step = 0;
        while step < steps {
            add_kings(&mut attacks, target);
            let mut ray = 0;
            while ray < 8 {
                let king = target.and(OFFSETS[ray].reversed()).index();
                lines[king] = lines[king].with(between);
                ray += 1;
            }
            between = between.with(Squares::from_a1(target));
            target = target.and(directions[number]);
            step += 1;
        }
        number += 1;
    }
    (attacks, lines)
}

/// Adds an attack on the square at this offset, for each king to which that is a target.
const fn add_kings(attacks: &mut Attacks, target: Direction) {
    let mut number = 0;
    while number < 23 {
        let from_king = OFFSETS[number];
        // Two squares are at most seven files apart: a greater offset would mean another square, a rank away.
        if target.files().abs_diff(from_king.files()) < 8 {
            attacks[target.and(from_king.reversed()).index()].0 |= 1 << number;
        }
        number += 1;
    }
}
