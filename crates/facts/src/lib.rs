//! Tests what perft never calls in an engine: keys, checks, the legality of any move, ends of games, SAN and FEN.
#![doc = ""]

pub mod truth;

#[cfg(test)]
#[path = "../tests/main.rs"]
mod tests;
