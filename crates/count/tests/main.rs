//! The quick walk, the memory, the estimates and the split work, held against the reference.

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
mod work;
mod worked;

/// A text that no test has any more would be reviewed for nothing.
#[test]
fn every_snapshot_of_texts_belongs_to_a_test() {
    ox88_test_support::assert_each_text_has_a_test();
}
