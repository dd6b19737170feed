//! The rules, positions and texts of the reference, and the format of the suites.

mod build_script;
mod chess960;
mod clauses;
mod columns;
mod cross_examination;
mod epd;
mod fen;
mod last_move;
mod modules;
mod stats;
