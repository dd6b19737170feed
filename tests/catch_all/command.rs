//! What `suites/catch_all.epd` catches, as a table, and the search that made the suite.
//!
//! ```text
//! cargo run --release --example catch_all                 # prints the table
//! cargo run --release --example catch_all -- --write      # writes it to docs/catch_all.md
//! cargo run --release --example catch_all -- --search [--seconds N] [--seed N]
//! ```
//!
//! The search prints the lines of a suite that catches as much. To go on from what it has found, put them
//! into the suite and search again with another seed.

#![allow(clippy::cast_possible_truncation, reason = "depths and numbers of mutants are small")]

#[path = "../helpers"]
mod helpers {
    pub mod last_move;
}

#[path = "../broken_engine/count.rs"]
mod count;
#[allow(dead_code, reason = "of the positions that show a fault only the FENs are wanted here")]
#[path = "../broken_engine/faults.rs"]
mod faults;
#[path = "../broken_engine/game.rs"]
mod game;
#[path = "../broken_engine/generate.rs"]
mod generate;
#[path = "../broken_engine/legal.rs"]
mod legal;
#[path = "../broken_engine/list.rs"]
mod list;
#[allow(dead_code, reason = "of the troubles only the names are wanted here")]
#[path = "../broken_engine/trouble.rs"]
mod trouble;

mod caught;
mod cover;
mod known;
mod mutants;
mod pool;
mod search;
mod table;
#[cfg(test)]
mod tests;
mod vary;

use std::env;
use std::fs;
use std::process::ExitCode;
use std::time::Duration;

/// Where the table is kept.
const PAGE: &str = "docs/catch_all.md";

/// What is asked for.
enum Order {
    Print,
    Write,
    Search { seconds: u64, seed: u64 },
}

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let end = read(&arguments).and_then(|order| match order {
        Order::Print => {
            print!("{}", page());
            Ok(())
        }
        Order::Write => fs::write(PAGE, page()).map_err(|error| {
            format!("{PAGE}: {error}: the command writes it where the repository is")
        }),
        Order::Search { seconds, seed } => {
            print!("{}", search::search(Duration::from_secs(seconds), seed));
            Ok(())
        }
    });
    match end {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            eprintln!("{problem}");
            ExitCode::from(2)
        }
    }
}

fn read(arguments: &[String]) -> Result<Order, String> {
    const USAGE: &str = "expected nothing, --write, or --search [--seconds N] [--seed N]";
    let mut words = arguments.iter().map(String::as_str);
    match words.next() {
        None => Ok(Order::Print),
        Some("--write") if arguments.len() == 1 => Ok(Order::Write),
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
            Ok(Order::Search { seconds, seed })
        }
        Some(word) => Err(format!("{word}: {USAGE}")),
    }
}

/// The page as it should be.
fn page() -> String {
    let mutants = mutants::mutants();
    table::page(&mutants, &known::catches(&mutants))
}
