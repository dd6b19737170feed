//! Squares, files, ranks and directions: the geometry of the 0x88 board.
//!
//! # Why 0x88
//!
//! A square is one byte: the rank in the high four bits, the file in the low four. Each of the two needs only three
//! bits, so the fourth bit of either half, together the mask `0x88`, is zero on every square of the board.
//!
//! ```text
//!      a  b  c  d  e  f  g  h
//!  8  70 71 72 73 74 75 76 77 | 78 ..
//!  :                          |  :      beyond this line the
//!  2  10 11 12 13 14 15 16 17 | 18 ..   low spare bit is set
//!  1  00 01 02 03 04 05 06 07 | 08 ..
//! ```
//!
//! A direction is a number to add: one file is 1, one rank is 16. A step over any edge sets a spare bit. East of the
//! h-file, 7 + 1 = 8; west of the a-file, the subtraction borrows and leaves 15 in the low half; north and south, the
//! same happens in the high half. So one `and` answers "is this still on the board?" for every piece in every
//! direction, even for a knight's jump, and nothing can wrap round to the other side. The price is 64 cells that are
//! never used.

use std::fmt;

/// The two spare bits: a byte is a square exactly if both are zero.
const OFF_BOARD: u8 = 0x88;

/// One of the 64 squares.
///
/// ```
/// use ox88::{Direction, File, Rank, Square};
///
/// let e4 = Square::new(File::E, Rank::R4);
/// assert_eq!(Square::from_name("e4"), Some(e4));
/// assert_eq!(e4.step(Direction::NORTH).map(|square| square.to_string()), Some("e5".to_owned()));
/// // Nothing wraps round an edge.
/// assert_eq!(Square::H1.step(Direction::EAST), None);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

/// A file, `a` to `h`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct File(u8);

/// A rank, `1` to `8`, counted from White's side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Rank(u8);

/// A step from one square to another: the same number wherever on the board it is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Direction(i8);

impl Square {
    /// How many cells a board has: one for each square, and the 64 beyond the h-file.
    pub const CELLS: usize = 128;

    /// The corner on the left of White.
    pub const A1: Square = Square::new(File::A, Rank::R1);
    /// The corner on the right of White.
    pub const H1: Square = Square::new(File::H, Rank::R1);
    /// The corner on the right of Black.
    pub const A8: Square = Square::new(File::A, Rank::R8);
    /// The corner on the left of Black.
    pub const H8: Square = Square::new(File::H, Rank::R8);

    /// The square on which a file and a rank cross.
    pub const fn new(file: File, rank: Rank) -> Square {
        Square(rank.0 << 4 | file.0)
    }

    /// All 64 squares, from a1 along the ranks to h8.
    pub fn all() -> impl Iterator<Item = Square> {
        (0..64).filter_map(Square::from_number)
    }

    /// The number of this square among the 64: 0 for a1, then along the ranks to 63 for h8.
    pub const fn number(self) -> usize {
        (self.0 >> 4 << 3 | self.0 & 7) as usize
    }

    /// The square with this number among the 64, which is the reverse of [`Square::number`].
    pub const fn from_number(number: u32) -> Option<Square> {
        if number < 64 {
            Some(Square::new(File((number & 7) as u8), Rank((number >> 3 & 7) as u8)))
        } else {
            None
        }
    }

    /// The square with this name, `a1` to `h8`.
    pub fn from_name(name: &str) -> Option<Square> {
        let mut letters = name.chars();
        let file = File::from_letter(letters.next()?)?;
        let rank = Rank::from_digit(letters.next()?)?;
        letters.next().is_none().then_some(Square::new(file, rank))
    }

    /// The file of this square.
    pub const fn file(self) -> File {
        File(self.0 & 7)
    }

    /// The rank of this square.
    pub const fn rank(self) -> Rank {
        Rank(self.0 >> 4)
    }

    /// The square one step away, or `None` if the step leaves the board.
    pub const fn step(self, direction: Direction) -> Option<Square> {
        let index = self.0.wrapping_add_signed(direction.0);
        if index & OFF_BOARD == 0 { Some(Square(index)) } else { None }
    }

    /// The step that leads from this square to another.
    pub const fn offset_to(self, other: Square) -> Direction {
        // Both numbers are below 0x78, so that their difference fits.
        Direction(other.0.cast_signed() - self.0.cast_signed())
    }

    /// The square of the same file with the ranks upside down: a1 becomes a8, and a8 becomes a1.
    pub const fn mirrored(self) -> Square {
        Square(self.0 ^ 0x70)
    }

    /// The number of this square's cell among those of a board, below [`Square::CELLS`].
    pub const fn cell(self) -> usize {
        // The mask changes no square. It shows the compiler that no index is above 127.
        (self.0 & !OFF_BOARD) as usize
    }
}

#[allow(missing_docs, reason = "each constant has the letter of its file")]
impl File {
    pub const A: File = File(0);
    pub const B: File = File(1);
    pub const C: File = File(2);
    pub const D: File = File(3);
    pub const E: File = File(4);
    pub const F: File = File(5);
    pub const G: File = File(6);
    pub const H: File = File(7);

    /// The eight files, from a to h.
    pub fn all() -> impl DoubleEndedIterator<Item = File> {
        (0..8).map(File)
    }

    /// The file with this lowercase letter.
    pub fn from_letter(letter: char) -> Option<File> {
        File::all().find(|file| file.letter() == letter)
    }

    /// `a` to `h`.
    pub fn letter(self) -> char {
        char::from(b'a' + self.0)
    }
}

#[allow(missing_docs, reason = "each constant has the digit of its rank")]
impl Rank {
    pub const R1: Rank = Rank(0);
    pub const R2: Rank = Rank(1);
    pub const R3: Rank = Rank(2);
    pub const R4: Rank = Rank(3);
    pub const R5: Rank = Rank(4);
    pub const R6: Rank = Rank(5);
    pub const R7: Rank = Rank(6);
    pub const R8: Rank = Rank(7);

    /// The eight ranks, from 1 to 8.
    pub fn all() -> impl DoubleEndedIterator<Item = Rank> {
        (0..8).map(Rank)
    }

    /// The rank with this digit.
    pub fn from_digit(digit: char) -> Option<Rank> {
        Rank::all().find(|rank| rank.digit() == digit)
    }

    /// `1` to `8`.
    pub fn digit(self) -> char {
        char::from(b'1' + self.0)
    }
}

impl Direction {
    /// One rank up, as White sees the board: from e4 to e5.
    pub const NORTH: Direction = Direction(16);
    /// One rank down.
    pub const SOUTH: Direction = Direction(-16);
    /// One file to White's right.
    pub const EAST: Direction = Direction(1);
    /// One file to White's left.
    pub const WEST: Direction = Direction(-1);

    /// Along ranks and files.
    pub const STRAIGHT: [Direction; 4] = [Self::NORTH, Self::EAST, Self::SOUTH, Self::WEST];

    /// Along diagonals.
    pub const DIAGONAL: [Direction; 4] = [
        Self::NORTH.and(Self::EAST),
        Self::SOUTH.and(Self::EAST),
        Self::SOUTH.and(Self::WEST),
        Self::NORTH.and(Self::WEST),
    ];

    /// Straight and diagonal together, clockwise from the north.
    pub const ALL: [Direction; 8] = {
        let ([n, e, s, w], [ne, se, sw, nw]) = (Self::STRAIGHT, Self::DIAGONAL);
        [n, ne, e, se, s, sw, w, nw]
    };

    /// The jumps of a knight: one step straight, then one diagonally onwards.
    pub const KNIGHT: [Direction; 8] = {
        let ([n, e, s, w], [ne, se, sw, nw]) = (Self::STRAIGHT, Self::DIAGONAL);
        [n.and(ne), e.and(ne), e.and(se), s.and(se), s.and(sw), w.and(sw), w.and(nw), n.and(nw)]
    };

    /// This step followed by another one.
    pub const fn and(self, other: Direction) -> Direction {
        Direction(self.0.wrapping_add(other.0))
    }

    /// How many files this step leads to the east, or to the west if it is negative: -7 to 7.
    pub const fn files(self) -> i8 {
        // The low half of the sum is the files + 8, which is 1 to 15: it borrows nothing from the ranks.
        (self.0.wrapping_add(8) & 15) - 8
    }

    /// How many ranks this step leads up, or down if it is negative: -7 to 7.
    pub const fn ranks(self) -> i8 {
        self.0.wrapping_sub(self.files()) >> 4
    }

    /// The index of this direction in an array of 256, in which each has a place of its own.
    pub const fn index(self) -> usize {
        self.0.cast_unsigned() as usize
    }

    /// The step back.
    pub const fn reversed(self) -> Direction {
        Direction(-self.0)
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.file().letter(), self.rank().digit())
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}
