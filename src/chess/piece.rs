//! Pieces: six kinds in two colours, each in one byte.

use super::color::Color;
use std::fmt;
use std::num::NonZeroU8;

/// The six kinds of piece.
// The code of a slider has the third bit set, and its two other bits say along which lines it slides: the code of the
// queen contains those of the rook and the bishop.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum PieceKind {
    /// Walks straight ahead, and captures diagonally.
    Pawn = 0b001,
    /// Jumps one step straight and then one diagonally onwards.
    Knight = 0b010,
    /// Takes one step in any direction.
    King = 0b011,
    /// Slides along diagonals.
    Bishop = 0b101,
    /// Slides along ranks and files.
    Rook = 0b110,
    /// Slides like a rook and a bishop.
    Queen = 0b111,
}

/// A piece with its colour.
// The code has the kind in its low three bits, and one bit for each colour. It is never 0, so that `Option<Piece>`, a
// cell of the board, fits into one byte as well.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Piece(NonZeroU8);

impl PieceKind {
    /// All six kinds.
    pub const ALL: [PieceKind; 6] = {
        use PieceKind::{Bishop, King, Knight, Pawn, Queen, Rook};
        [Pawn, Knight, Bishop, Rook, Queen, King]
    };

    /// What a pawn may become on the last rank: anything but a king or a pawn.
    pub const PROMOTIONS: [PieceKind; 4] =
        [PieceKind::Queen, PieceKind::Rook, PieceKind::Bishop, PieceKind::Knight];

    /// The lowercase letter of this kind in FEN and in moves such as `e7e8q`.
    pub const fn letter(self) -> char {
        match self {
            PieceKind::Pawn => 'p',
            PieceKind::Knight => 'n',
            PieceKind::Bishop => 'b',
            PieceKind::Rook => 'r',
            PieceKind::Queen => 'q',
            PieceKind::King => 'k',
        }
    }

    /// The kind with this small letter.
    pub fn from_letter(letter: char) -> Option<PieceKind> {
        PieceKind::ALL.into_iter().find(|kind| kind.letter() == letter)
    }
}

impl Piece {
    /// The piece of this kind and colour.
    #[inline]
    pub const fn new(color: Color, kind: PieceKind) -> Piece {
        match NonZeroU8::new(color as u8 | kind as u8) {
            Some(code) => Piece(code),
            None => unreachable!(),
        }
    }

    /// The code of this piece, which is below 32.
    pub const fn code(self) -> u8 {
        self.0.get()
    }

    /// The kind of this piece.
    pub const fn kind(self) -> PieceKind {
        use PieceKind::{Bishop, King, Knight, Pawn, Queen, Rook};
        // Codes 0 and 4 are no kind and never occur. With a table of eight, no check is needed.
        const BY_CODE: [PieceKind; 8] = [Pawn, Pawn, Knight, King, King, Bishop, Rook, Queen];
        BY_CODE[(self.0.get() & 7) as usize]
    }

    /// The side to which this piece belongs.
    pub const fn color(self) -> Color {
        if self.belongs_to(Color::White) { Color::White } else { Color::Black }
    }

    /// Whether this is a piece of that side.
    pub const fn belongs_to(self, color: Color) -> bool {
        self.0.get() & color as u8 != 0
    }

    /// Whether this is a bishop, rook or queen.
    pub const fn slides(self) -> bool {
        self.0.get() & 0b100 != 0
    }

    /// Whether this piece slides along the lines of a rook, or of a bishop: the queen does both.
    pub const fn slides_like(self, slider: PieceKind) -> bool {
        self.0.get() & slider as u8 == slider as u8
    }

    /// The letter of this piece in a FEN: a capital for White.
    pub const fn letter(self) -> char {
        match self.color() {
            Color::White => self.kind().letter().to_ascii_uppercase(),
            Color::Black => self.kind().letter(),
        }
    }

    /// The piece with this letter in a FEN.
    pub fn from_letter(letter: char) -> Option<Piece> {
        let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
        PieceKind::from_letter(letter.to_ascii_lowercase()).map(|kind| Piece::new(color, kind))
    }
}

impl fmt::Debug for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}
