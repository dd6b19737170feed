//! The program `ox88` as people and other programs run it.

#[path = "../../../tests/helpers"]
mod helpers {
    pub mod broken_engine;
    pub mod drawn;
    pub mod file;
    pub mod harness;
    pub mod page;
    pub mod position;
    #[cfg(target_os = "linux")]
    pub mod process;
    pub mod program;
    pub mod right;
    pub mod texts;
}

#[cfg(target_os = "linux")]
mod around;
mod cli;
mod docs;
mod estimate;
mod export;
mod hunt;
mod shells;
mod uci;
mod work;

/// A text that no test has any more would be reviewed for nothing.
#[test]
fn every_snapshot_of_texts_belongs_to_a_test() {
    helpers::texts::assert_each_has_a_test();
}
