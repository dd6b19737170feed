//! Explanations of moves, in the positions of the suites and in those that show each rule.

#[path = "../../../tests/helpers"]
mod helpers {
    pub mod line;
    pub mod mirror;
    pub mod position;
    pub mod square;
    pub mod suite_positions;
    pub mod texts;
}

mod explain;

/// A text that no test has any more would be reviewed for nothing.
#[test]
fn every_snapshot_of_texts_belongs_to_a_test() {
    helpers::texts::assert_each_has_a_test();
}
