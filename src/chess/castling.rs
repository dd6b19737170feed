//! Castling: the rights that are left, and which squares must be empty or safe. `movegen` tests that.
//!
//! Chess960 is the general case and ordinary chess a special case of it: wherever king and rook are at home, kingside
//! castling ends with the king on the g-file and the rook on the f-file, and queenside castling with the king on the
//! c-file and the rook on the d-file. So a right names the home square of its rook, and no home square is built in.

use super::color::Color;
use super::square::{Direction, File, Square};
use std::iter;

/// The two sides of the board on which a king can castle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CastlingSide {
    /// Towards the h-file.
    KingSide,
    /// Towards the a-file.
    QueenSide,
}

/// The castling rights of White and Black: on each side of the board, the home square of the rook with which the king
/// may castle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CastlingRights {
    rooks: [[Option<Square>; 2]; 2],
}

/// A king and a rook that castle with each other, both at home on the same rank.
///
/// ```
/// use ox88::{CastlingPair, Square};
///
/// // In Chess960 king and rook may begin side by side, and pass each other.
/// let [king, rook] = ["b1", "c1"].map(|name| Square::from_name(name).unwrap());
/// let castling = CastlingPair::new(king, rook);
/// assert_eq!(castling.king_target().to_string(), "g1");
/// assert_eq!(castling.rook_target().to_string(), "f1");
/// // Nothing else may be on a square that one of them crosses or reaches.
/// assert!(castling.is_free(|_| true));
/// assert!(!castling.is_free(|square| square.to_string() != "d1"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CastlingPair {
    king: Square,
    rook: Square,
}

impl CastlingSide {
    /// Kingside, then queenside.
    pub const BOTH: [CastlingSide; 2] = [CastlingSide::KingSide, CastlingSide::QueenSide];

    /// The file at the edge of this side, where the rook is at home in ordinary chess.
    pub const fn edge(self) -> File {
        match self {
            CastlingSide::KingSide => File::H,
            CastlingSide::QueenSide => File::A,
        }
    }
}

impl CastlingRights {
    /// No rights at all.
    pub const NONE: CastlingRights = CastlingRights { rooks: [[None; 2]; 2] };

    /// The home square of the rook with which a player may still castle on a side of the board.
    pub const fn rook(self, color: Color, side: CastlingSide) -> Option<Square> {
        self.rooks[color.index()][side as usize]
    }

    /// Gives a player the right to castle on a side of the board, with the rook on that square.
    pub const fn grant(&mut self, color: Color, side: CastlingSide, rook: Square) {
        self.rooks[color.index()][side as usize] = Some(rook);
    }

    /// All rights that are left: the player, the side of the board, and the rook.
    pub fn iter(self) -> impl Iterator<Item = (Color, CastlingSide, Square)> {
        Color::BOTH.into_iter().flat_map(move |color| {
            CastlingSide::BOTH
                .into_iter()
                .filter_map(move |side| self.rook(color, side).map(|rook| (color, side, rook)))
        })
    }

    /// The rights that remain after a piece has left or reached this square. The right of a rook is lost when the rook
    /// moves, and also when it is captured at home.
    #[inline]
    pub fn without_rook_on(mut self, square: Square) -> CastlingRights {
        for right in self.rooks.as_flattened_mut() {
            if *right == Some(square) {
                *right = None;
            }
        }
        self
    }

    /// The rights that remain after the king of this player has moved: the other player's.
    pub const fn without_king_of(mut self, color: Color) -> CastlingRights {
        self.rooks[color.index()] = [None; 2];
        self
    }

    /// The rights in the mirrored position: each player has the other's.
    pub fn mirrored(self) -> CastlingRights {
        let [white, black] = self.rooks;
        CastlingRights {
            rooks: [black, white].map(|sides| sides.map(|rook| rook.map(Square::mirrored))),
        }
    }
}

impl CastlingPair {
    /// The castling of a king with a rook.
    pub const fn new(king: Square, rook: Square) -> CastlingPair {
        CastlingPair { king, rook }
    }

    /// The home square of the rook.
    pub const fn rook(self) -> Square {
        self.rook
    }

    /// Kingside if the rook is east of the king, and otherwise queenside.
    pub fn side(self) -> CastlingSide {
        if self.rook.file() > self.king.file() {
            CastlingSide::KingSide
        } else {
            CastlingSide::QueenSide
        }
    }

    /// The square on which the king arrives.
    pub fn king_target(self) -> Square {
        self.target_on([File::G, File::C])
    }

    /// The square on which the rook arrives.
    pub fn rook_target(self) -> Square {
        self.target_on([File::F, File::D])
    }

    /// The square of the king's rank on one of two files: that for kingside castling, and that for queenside castling.
    fn target_on(self, files: [File; 2]) -> Square {
        Square::new(files[self.side() as usize], self.king.rank())
    }

    /// Whether nothing is in the way: king and rook may pass each other, but no other piece may be on a square that
    /// either of them crosses or reaches.
    pub fn is_free(self, is_empty: impl Fn(Square) -> bool) -> bool {
        let free = |square| square == self.king || square == self.rook || is_empty(square);
        path(self.king, self.king_target()).all(free)
            && path(self.rook, self.rook_target()).all(free)
    }

    /// The path of the king: the square that it leaves, those that it crosses, and its target. None of them may be
    /// attacked on the board before castling. A slider behind the king does not see the squares beyond it there, but it
    /// gives check. A square that only the rook crosses may be attacked.
    ///
    /// As after any other move, the king must not be attacked afterwards either. In Chess960 the rook may have been its
    /// shield: with a king on c1, its rook on b1 and an enemy rook on a1.
    pub fn king_path(self) -> impl Iterator<Item = Square> {
        path(self.king, self.king_target())
    }
}

/// The squares of a rank from one square to another, including both.
fn path(from: Square, to: Square) -> impl Iterator<Item = Square> {
    let step = if from < to { Direction::EAST } else { Direction::WEST };
    iter::successors(Some(from), move |&here| if here == to { None } else { here.step(step) })
}
