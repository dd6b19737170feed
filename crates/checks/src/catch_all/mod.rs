//! What `suites/catch_all.epd` catches, as a page and a heat map.
//!
//! ```text
//! cargo run -p ox88-checks --bin catch_all -- --write      # writes both: see `files`
//! ```

#![allow(clippy::cast_possible_truncation, reason = "depths and numbers of mutants are small")]

pub(crate) mod caught;
pub(crate) mod heat_map;
pub(crate) mod known;
pub(crate) mod table;

use crate::repository::{exit_code, write};
use ox88_broken_engine::mutants;
use std::env;
use std::process::ExitCode;

/// Runs the command with the arguments of the program.
pub fn run() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    exit_code(if arguments == ["--write"] {
        files().into_iter().try_for_each(|(file, text)| write(file, &text))
    } else {
        Err(format!("found {arguments:?}: expected --write"))
    })
}

/// The files about the suite, with the content that each should have.
pub(crate) fn files() -> [(&'static str, String); 2] {
    let mutants = mutants::mutants();
    let catches = known::catches(&mutants);
    [
        ("docs/catch_all.md", table::page(&mutants, &catches)),
        ("docs/pictures/catch_all.svg", heat_map::heat_map(&mutants, &catches)),
    ]
}
