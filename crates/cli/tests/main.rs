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

/// A text that no test has any more would be reviewed for nothing.
#[test]
fn every_snapshot_of_texts_belongs_to_a_test() {
    ox88_test_support::assert_each_text_has_a_test();
}
