//! Rays: the eight lines along which kings, queens, rooks, bishops and pawns move.

use super::sets::set;
use ox88::{Direction, PieceKind, Square};

/// One of the eight directions in which a line leaves a square.
// The number of the direction in `Direction::ALL`: clockwise from the north.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ray(u8);

set! {
    /// A set of rays.
    Rays(u8)
}

impl Ray {
    /// All eight, clockwise from the north.
    pub const ALL: [Ray; 8] = [Ray(0), Ray(1), Ray(2), Ray(3), Ray(4), Ray(5), Ray(6), Ray(7)];

    /// Along ranks and files.
    pub const STRAIGHT: [Ray; 4] = [Ray(0), Ray(2), Ray(4), Ray(6)];

    /// Along diagonals.
    pub const DIAGONAL: [Ray; 4] = [Ray(1), Ray(3), Ray(5), Ray(7)];

    /// The ray from one square to another, if they share a line.
    pub fn leading(from: Square, to: Square) -> Option<Ray> {
        Ray::along(from.offset_to(to))
    }

    /// The ray that this offset, of one step or of several, follows.
    pub fn along(offset: Direction) -> Option<Ray> {
        let (ray, _) = FOLLOWED[offset.index()];
        if ray < 8 { Some(Ray(ray)) } else { None }
    }

    /// The ray of a single step in one of the eight directions.
    pub fn of_step(step: Direction) -> Ray {
        Ray(FOLLOWED[step.index()].0 & 7)
    }

    /// How many steps it takes along a line from one square to the other, or 0 if they share none.
    pub fn steps(from: Square, to: Square) -> u8 {
        FOLLOWED[from.offset_to(to).index()].1
    }

    /// The squares on this ray, as they are reached from another one.
    #[inline(always)]
    pub fn beyond(self, mut here: Square) -> impl Iterator<Item = Square> {
        std::iter::from_fn(move || {
            here = here.step(self.direction())?;
            Some(here)
        })
    }

    /// One step along this ray.
    pub const fn direction(self) -> Direction {
        Direction::ALL[self.index()]
    }

    /// The ray on the other side of the square.
    pub const fn opposite(self) -> Ray {
        Ray(self.0 ^ 4)
    }

    /// The kind of piece that slides along it, besides the queen.
    pub const fn slider(self) -> PieceKind {
        if self.0 & 1 == 0 { PieceKind::Rook } else { PieceKind::Bishop }
    }

    /// The number of this ray: its place in [`Ray::ALL`].
    pub const fn index(self) -> usize {
        // The mask changes nothing. It shows the compiler that the index is below eight.
        (self.0 & 7) as usize
    }
}

/// For each offset the number of the ray that it follows, or 8, and how many steps along that ray it is, or 0.
static FOLLOWED: [(u8, u8); 256] = {
    let mut followed = [(8, 0); 256];
    let mut number = 0;
    while number < 8 {
        let mut offset = Direction::ALL[number as usize];
        let mut step = 1;
        while step < 8 {
            followed[offset.index()] = (number, step);
            offset = offset.and(Direction::ALL[number as usize]);
            step += 1;
        }
        number += 1;
    }
    followed
};

impl From<Ray> for Rays {
    fn from(ray: Ray) -> Rays {
        Rays(1 << ray.index())
    }
}

impl Rays {
    /// All eight.
    pub const ALL: Rays = Rays(0xFF);

    /// This ray and its opposite.
    pub fn of_line(ray: Ray) -> Rays {
        Rays::from(ray) | ray.opposite()
    }

    /// Those of a slider. A knight follows none, and kings and pawns take single steps.
    #[inline(always)]
    pub const fn of_kind(kind: PieceKind) -> Rays {
        match kind {
            PieceKind::Bishop => Rays(0xAA),
            PieceKind::Rook => Rays(0x55),
            PieceKind::Queen => Rays::ALL,
            PieceKind::Pawn | PieceKind::Knight | PieceKind::King => Rays::NONE,
        }
    }

    /// Each of them, clockwise from the north.
    #[inline(always)]
    pub fn each(self) -> impl Iterator<Item = Ray> {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            let ray = (rest != 0).then_some(Ray((rest.trailing_zeros() & 7) as u8));
            rest &= rest.wrapping_sub(1);
            ray
        })
    }
}
