//! Reports and checks, in process: what they say of engines that answer within the test.

#[cfg(feature = "reports")]
mod baseline;
mod check;
#[cfg(feature = "reports")]
mod failure;
#[cfg(feature = "reports")]
mod html;
// No crate can hold these for both: the tests of `ox88-diagnose` are inside it, and would meet its types twice.
#[path = "../../diagnose/tests/inside/mod.rs"]
mod inside;
#[cfg(feature = "reports")]
mod keys;
#[cfg(feature = "reports")]
mod report;
mod rights;
#[expect(dead_code, reason = "the engines of tests take no move back")]
#[path = "../../diagnose/src/machine/wing.rs"]
mod wing;

/// A text that no test has any more would be reviewed for nothing.
#[test]
fn every_snapshot_of_texts_belongs_to_a_test() {
    ox88_test_support::assert_each_text_has_a_test();
}
