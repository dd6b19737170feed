//! Whose ways lead to a square: which pieces of a side have to be asked again when something changes there.
//!
//! What a piece can do, if its king is left out of account, depends on the squares of its ways alone, up to the first
//! piece on each.

use super::count::{Note, Notes};
use super::men::Men;
use ox88::Square;

/// The pieces whose ways lead to each square.
pub struct WaysTo {
    men: [Men; Square::CELLS],
}

/// Takes notes of the ways of one piece.
pub struct WaysOf<'a> {
    man: Men,
    ways_to: &'a mut WaysTo,
}

impl WaysTo {
    /// No ways.
    pub const NONE: WaysTo = WaysTo { men: [Men::NONE; Square::CELLS] };

    /// The pieces whose ways lead to this square.
    #[inline(always)]
    pub const fn at(&self, square: Square) -> Men {
        self.men[square.cell()]
    }

    /// A way of this piece leads to a square.
    #[inline(always)]
    pub const fn lead(&mut self, man: Men, to: Square) {
        let there = &mut self.men[to.cell()];
        *there = there.and(man);
    }

    /// Takes notes of the ways of the piece on this square.
    #[inline(always)]
    pub fn of(&mut self, square: Square) -> WaysOf<'_> {
        WaysOf { man: Men::on(square), ways_to: self }
    }
}

impl Notes for WaysOf<'_> {
    #[inline(always)]
    fn take(&mut self, note: Note) {
        match note {
            Note::Reach(square)
            | Note::Step(square, _)
            | Note::Capture(square, _)
            | Note::Pawn(square, _) => self.ways_to.lead(self.man, square),
            Note::Arrival(..) | Note::Look(..) | Note::PinnedLook(..) => {}
        }
    }
}
