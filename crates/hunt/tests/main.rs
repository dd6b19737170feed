//! The hunt, in process: engines that answer within the test, what is read, concluded and reported.

#[path = "../../../tests/helpers"]
mod helpers {
    #[cfg(feature = "processes")]
    pub mod file;
    pub mod mirror;
    #[cfg(feature = "reports")]
    pub mod page;
    pub mod position;
    #[cfg(all(target_os = "linux", feature = "processes"))]
    pub mod process;
    pub mod square;
    pub mod suite_positions;
    pub mod texts;
}

#[cfg(feature = "reports")]
mod baseline;
mod by_squares;
mod check;
mod comparing;
mod coverage;
#[cfg(all(unix, feature = "processes"))]
mod engine;
mod evidence;
mod explain;
mod failure;
mod fewer;
#[cfg(feature = "reports")]
mod html;
mod inside;
mod keys;
mod leaf_kinds;
mod line;
mod notation;
mod oracle;
mod origin;
mod other_process;
mod pace;
mod partial_reply;
mod pasted;
mod plan;
mod read;
mod refused_moves;
mod reply;
#[cfg(feature = "reports")]
mod report;
mod search;
#[cfg(feature = "processes")]
mod splitting;
mod spoilt;
mod states;
mod systematic;
mod table_key;
mod talk;
mod way_down;

/// A text that no test has any more would be reviewed for nothing.
#[test]
fn every_snapshot_of_texts_belongs_to_a_test() {
    helpers::texts::assert_each_has_a_test();
}
