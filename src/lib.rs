//! ox88
pub mod chess;
pub mod perft;
