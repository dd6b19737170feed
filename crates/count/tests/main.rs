//! The quick walk, the memory, the estimates and the split work, held against the reference.

#[path = "../../../tests/helpers"]
mod helpers {
    pub mod position;
    pub mod random;
    pub mod random_game;
    pub mod random_positions;
    pub mod starts960;
    pub mod suite_positions;
    pub mod texts;
}

mod chess960;
mod claims;
mod columns;
mod distinct;
mod estimate;
mod quick;
mod remembered;
mod sets;
mod stats;
mod suites;
mod worked;

/// A text that no test has any more would be reviewed for nothing.
#[test]
fn every_snapshot_of_texts_belongs_to_a_test() {
    helpers::texts::assert_each_has_a_test();
}
