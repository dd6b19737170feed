//! Which moves are legal here?

pub mod attacks;
pub mod board;
pub mod castling;
pub mod color;
pub mod fen;
pub mod movegen;
pub mod moves;
pub mod piece;
pub mod position;
pub mod square;
pub mod valid;
