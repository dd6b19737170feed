//! The two sides as types, so that code can be compiled once for each of them.
//!
//! The rules are the same for both sides, and the colour is a value everywhere else. Where speed
//! matters most it is a constant here: the directions and ranks of that side are constants then.

use ox88::Color;

/// A side that is known to the compiler.
pub trait Side {
    /// Its colour.
    const COLOR: Color;
    /// The opponent.
    type Opponent: Side<Opponent = Self>;
}

/// White.
pub struct White;

/// Black.
pub struct Black;

impl Side for White {
    const COLOR: Color = Color::White;
    type Opponent = Black;
}

impl Side for Black {
    const COLOR: Color = Color::Black;
    type Opponent = White;
}
