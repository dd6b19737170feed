//! Engines that answer within the test, or in small shell scripts: what they are sent, and how they are read.

#[path = "../../../tests/helpers"]
mod helpers {
    #[cfg(feature = "processes")]
    pub mod file;
    pub mod line;
    pub mod position;
    #[cfg(all(target_os = "linux", feature = "processes"))]
    pub mod process;
    pub mod square;
    #[cfg(all(unix, feature = "processes"))]
    pub mod texts;
}

mod by_squares;
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
    helpers::texts::assert_each_has_a_test();
}
