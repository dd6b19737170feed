//! Engines that answer within the test, or in small shell scripts: what they are sent, and how they are read.

mod columns;
mod comparing;
#[cfg(all(unix, feature = "processes"))]
mod engine;
mod notation;
mod partial_reply;
mod pasted;
mod read;
#[cfg(feature = "processes")]
mod splitting;
#[cfg(all(unix, feature = "processes"))]
mod suites;
mod talk;

/// A text that no test has any more would be reviewed for nothing.
#[cfg(all(unix, feature = "processes"))]
#[test]
fn every_snapshot_of_texts_belongs_to_a_test() {
    ox88_test_support::assert_each_text_has_a_test();
}
