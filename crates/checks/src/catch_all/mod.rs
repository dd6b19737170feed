//! What `suites/catch_all.epd` catches, as a page, a heat map and tables, and the search that made the suite.
//!
//! ```text
//! cargo run -p ox88-checks --bin catch_all                 # prints the tables
//! cargo run -p ox88-checks --bin catch_all -- --write      # writes all of it: see `files`
//! cargo run -p ox88-checks --bin catch_all -- --search [--seconds N] [--seed N]
//! ```
//!
//! The search prints the lines of a suite that catches as much. To go on from there, put them into the suite and search
//! again with another seed.

#![allow(clippy::cast_possible_truncation, reason = "depths and numbers of mutants are small")]

pub(crate) mod caught;
pub(crate) mod cover;
pub(crate) mod heat_map;
pub(crate) mod known;
pub(crate) mod pool;
pub(crate) mod search;
pub(crate) mod table;
pub(crate) mod vary;

use crate::repository::{exit_code, write};
use ox88_broken_engine::mutants;
use std::env;
use std::process::ExitCode;
use std::time::Duration;

/// The arguments, as they are meant.
enum Arguments {
    Print,
    Write,
    Search { seconds: u64, seed: u64 },
}

/// Runs the command with the arguments of the program.
pub fn run() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let end = read(&arguments).and_then(|order| match order {
        Arguments::Print => {
            let mutants = mutants::mutants();
            print!("{}", table::tables(&mutants, &known::catches(&mutants)));
            Ok(())
        }
        Arguments::Write => files().into_iter().try_for_each(|(file, text)| write(file, &text)),
        Arguments::Search { seconds, seed } => {
            print!("{}", search::search(Duration::from_secs(seconds), seed));
            Ok(())
        }
    });
    exit_code(end)
}

fn read(arguments: &[String]) -> Result<Arguments, String> {
    const USAGE: &str = "expected nothing, --write, or --search [--seconds N] [--seed N]";
    let mut words = arguments.iter().map(String::as_str);
    match words.next() {
        None => Ok(Arguments::Print),
        Some("--write") if arguments.len() == 1 => Ok(Arguments::Write),
        Some("--search") => {
            let (mut seconds, mut seed) = (300, 1);
            while let Some(word) = words.next() {
                let number = words.next().and_then(|text| text.parse().ok());
                match (word, number) {
                    ("--seconds", Some(number)) => seconds = number,
                    ("--seed", Some(number)) => seed = number,
                    _ => return Err(format!("{word}: {USAGE}")),
                }
            }
            Ok(Arguments::Search { seconds, seed })
        }
        Some(word) => Err(format!("{word}: {USAGE}")),
    }
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
