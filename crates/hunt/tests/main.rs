//! The hunt, checks and reports, in process: engines that answer within the test, what is asked of them, what is
//! concluded, and what is said of it.

#[cfg(feature = "reports")]
mod baseline;
mod check;
mod coverage;
mod engines;
mod evidence;
#[cfg(feature = "reports")]
mod failure;
mod faulty;
mod fewer;
#[cfg(feature = "reports")]
mod html;
mod inside;
#[cfg(feature = "reports")]
mod keys;
mod oracle;
mod origin;
mod other_process;
mod other_wing;
mod pace;
mod plan;
mod refused_moves;
#[cfg(feature = "reports")]
mod report;
mod rights;
mod search;
mod spoilt;
mod states;
mod systematic;
mod table_key;
mod way_down;
mod worlds;

/// A text that no test has any more would be reviewed for nothing.
#[test]
fn every_snapshot_of_texts_belongs_to_a_test() {
    ox88_test_support::assert_each_text_has_a_test();
}
