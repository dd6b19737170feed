//! Faults around the program: its output has no reader, the disk is full, a file is not what it should be,
//! an engine is killed, a signal comes, there is neither a terminal nor memory nor a second core. The
//! program ends soon and with its exit code, says what was wrong, never panics, and leaves result files
//! whole or not at all.
//!
//! What belongs to one command is tested with that command: an engine's troubles in `crates/engine/tests/engine.rs` and
//! `crates/cli/tests/hunt`, a count that is killed and goes on in `crates/cli/tests/work`.
//!
//! The faults are made by means of Linux.
#![cfg(target_os = "linux")]

#[expect(dead_code, reason = "the tests of commands need more of it")]
#[path = "../program.rs"]
mod program;

mod closed_output;
mod engines;
mod few_cores;
mod full_disk;
mod memory;
mod run;
mod signals;
mod strange_files;
mod terminal;
