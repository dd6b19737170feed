//! Explanations of moves, in the positions of the suites and in those that show each rule.

mod explain;
mod truth;

/// A text that no test has any more would be reviewed for nothing.
#[test]
fn every_snapshot_of_texts_belongs_to_a_test() {
    ox88_test_support::assert_each_text_has_a_test();
}
