//! What the tests of several packages share: positions and lines in short, random play, texts kept as snapshots, cases kept as texts, files,
//! and the engine with faults that the hunt is tried on.

#![allow(clippy::missing_panics_doc, reason = "a test panics when it fails")]

mod broken_engine;
mod files;
pub mod forms;
mod harness;
mod last_move;
pub mod page;
mod positions;
pub mod printed;
#[cfg(target_os = "linux")]
pub mod process;
mod random;
pub mod starts960;
mod texts;
pub mod waiting;
mod written;

pub use broken_engine::broken_engine;
pub use files::{assert_drawn, file, folder, hand_out};
pub use harness::names_of_tests;
pub use last_move::can_arise;
pub use positions::{line, mirrored_move, position, square, suite_positions};
pub use random::{Xorshift, random_game, random_positions};
pub use texts::{
    assert_each_text_has_a_test, assert_fits, assert_reports, assert_texts, code_below,
    in_one_line, unwrapped,
};
pub use written::{
    assert_rows, assert_rules, cases, is_remark, kept, kept_to, row, rows, unescaped,
};

/// The root of the repository.
pub const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");
