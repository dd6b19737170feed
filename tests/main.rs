//! All tests of the reference: every line of every suite, and the rules one by one.
//!
//! They are one program, because cargo stops at the first program that fails, and every suite line has to run whatever
//! else fails. Rust runs tests in the order of their names, and ends with the names of those that have failed, in the
//! same order. So the suites come behind the rules, where they stay on the screen, and their summary comes last.

// The build script writes counts as the suites do, without separators.
#![allow(clippy::unreadable_literal)]

mod rules;
mod suites;
mod summary;

/// A text that no test has any more would be reviewed for nothing.
#[test]
fn every_snapshot_of_texts_belongs_to_a_test() {
    ox88_test_support::assert_each_text_has_a_test();
}
