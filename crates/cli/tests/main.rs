//! The program `ox88` as people and other programs run it.

mod cli;
mod docs;
mod estimate;
mod figures;
mod gpu;
mod hunt;
mod pictures;
mod program;
mod refused;
mod uci;
mod words;
mod work;
