//! The program `ox88` as people and other programs run it.

#[cfg(target_os = "linux")]
mod around;
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

/// The kings step to and fro and nothing else may ever move: few positions, and two to the power of `n` leaves at depth
/// `n`, which pass 128 bits soon.
const TWO_MOVES_A_PLY: &str = "5b1k/4p1p1/4P1p1/6P1/6p1/4p1P1/4P1P1/5B1K w - - 0 1";

/// A text that no test has any more would be reviewed for nothing.
#[test]
fn every_snapshot_of_texts_belongs_to_a_test() {
    ox88_test_support::assert_each_text_has_a_test();
}
