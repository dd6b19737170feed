//! Engines that castle by rights which may be for the wing on which the rook does not stand.

use super::{Inside, Make, RIGHT, Read};
use crate::search::{castled, moves_by_wing};
use ox88::{CastlingRights, CastlingSide, Color, File, Position, Setup, Square};

/// An engine that has the rights which this function reads from a FEN, and castles by them.
pub fn reading(read: Read) -> Inside {
    let make: Make = |here, mv| match mv.castling_rook() {
        Some(_) => castled(here, mv),
        None => here.after(mv),
    };
    Inside { read, make, list: |here, _| moves_by_wing(here), ..RIGHT }
}

/// A right may be for the wing on which the rook does not stand.
pub fn with_wing_rights(here: &Position, castling: CastlingRights) -> Position {
    let kings = Color::BOTH.map(|color| here.king(color));
    Position::unchecked(Setup { castling, ..here.setup() }, kings)
}

pub fn with_wings(
    here: &Position,
    wing: impl Fn(Color, Square) -> Option<CastlingSide>,
) -> Position {
    let mut castling = CastlingRights::NONE;
    for (color, _, rook) in here.castling_rights().iter() {
        if let Some(side) = wing(color, rook) {
            castling.grant(color, side, rook);
        }
    }
    with_wing_rights(here, castling)
}

pub fn wing_from(file: File, rook: Square) -> Option<CastlingSide> {
    match rook.file().cmp(&file) {
        std::cmp::Ordering::Less => Some(CastlingSide::QueenSide),
        std::cmp::Ordering::Equal => None,
        std::cmp::Ordering::Greater => Some(CastlingSide::KingSide),
    }
}

/// A rook on the files a to d is for the long wing, wherever the king stands.
pub const BY_ROOK: Read = |here| {
    with_wings(here, |_, rook| Some(wing_from(File::D, rook).unwrap_or(CastlingSide::QueenSide)))
};
