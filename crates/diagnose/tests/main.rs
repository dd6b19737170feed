//! The hunt, in process: engines that answer within the test, what is asked of them, and what is concluded.

mod coverage;
mod engines;
mod evidence;
mod faulty;
mod fewer;
mod inside;
mod oracle;
mod origin;
mod other_process;
mod other_wing;
mod pace;
mod plan;
mod refused_moves;
mod search;
mod spoilt;
mod states;
mod systematic;
mod table_key;
mod way_down;

// The tests of `ox88-hunt` share `inside`, and have `machine/wing.rs` under this name.
use crate::machine as wing;

/// A text that no test has any more would be reviewed for nothing.
#[test]
fn every_snapshot_of_texts_belongs_to_a_test() {
    ox88_test_support::assert_each_text_has_a_test();
}
