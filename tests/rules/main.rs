//! The rules, positions and texts of the reference, and the format of the suites. `tests/suites.rs` has the
//! counts.

// The build script writes counts as the suites do, without separators.
#![allow(clippy::unreadable_literal)]

#[path = "../helpers"]
mod helpers {
    pub mod last_move;
    pub mod mirror;
    pub mod position;
    pub mod random;
    pub mod random_game;
    pub mod square;
    pub mod starts960;
    pub mod suite_positions;
    pub mod texts;
}

mod build_script;
mod chess960;
mod clauses;
mod columns;
mod cross_examination;
mod epd;
mod fen;
mod house;
mod last_move;
mod stats;

/// A text that no test has any more would be reviewed for nothing.
#[test]
fn every_snapshot_of_texts_belongs_to_a_test() {
    helpers::texts::assert_each_has_a_test();
}
