//! The wrong totals of faulty engines in the positions that authors count first: from the number to the fault.
//!
//! ```text
//! cargo run --release -p ox88-checks --bin numbers                         # writes the page
//! cargo run --release -p ox88-checks --bin numbers -- --csv                # prints all numbers
//! cargo run --release -p ox88-checks --bin numbers -- --walk [--most N]    # walks them all first
//! ```
//!
//! The walks take minutes. With `--most` no count with more leaves is walked, which takes seconds.
//!
//! ```text
//! walk, pseudo ──> table ──> crates/wrong-totals/src/index.txt ──> (ox88-wrong-totals reads it) ──> page ──> docs
//! ```
//!
//! | part | its one job |
//! |---|---|
//! | `walk` | counts what an engine with faults counts, with an exact memory |
//! | `pseudo` | the same of an engine that never tests the king |
//! | `table` | who is walked where, and the text of all that |
//! | `page` | the likeliest numbers for people, and all of them for programs |

#![allow(clippy::cast_possible_truncation, reason = "depths and numbers of mutants are small")]

pub(crate) mod page;
pub(crate) mod pseudo;
pub(crate) mod table;
pub(crate) mod walk;

use crate::repository::{exit_code, put_between, write};
use ox88_broken_engine::faults::Fault;
use ox88_broken_engine::mutants::mutants;
use std::env;
use std::process::ExitCode;

/// The file of the table.
pub(crate) const FILE: &str = "crates/wrong-totals/src/index.txt";

/// Runs the command with the arguments of the program.
#[must_use]
pub fn run() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let walk = |most| write(FILE, &table::text(most));
    let end = match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [] => put_between(page::PAGE, "numbers", &page::table()),
        ["--csv"] => {
            print!("{}", page::csv());
            Ok(())
        }
        ["--walk"] => walk(u128::MAX),
        ["--walk", "--most", number] => {
            number.parse().map_err(|_| format!("{number}: expected a number")).and_then(walk)
        }
        _ => Err("expected nothing, --csv, or --walk [--most N]".to_owned()),
    };
    exit_code(end)
}

/// Which forms a fault has beside the whole one, in letters.
fn forms(fault: Fault) -> String {
    let words = mutants().into_iter().filter(|it| it.fault == fault).map(|it| it.word);
    let words: Vec<String> = words.collect();
    let has = |part: &str| words.iter().any(|word| word.contains(part));
    let letters = [("o", "reversed:"), ("s", "white:"), ("w", "king-side:")];
    letters.into_iter().filter(|it| has(it.1)).map(|it| it.0).collect()
}
