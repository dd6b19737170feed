//! A small chess engine with a switch for each fault, on which `ox88 hunt` is tested: it makes the mistakes that real
//! engines make. Moves are made and taken back on one board.
//!
//! ```text
//! broken_engine [FAULT…] [--format NAME]… [--trouble NAME] [--speed N] [--list]
//! broken_engine [FAULT…] [--format NAME]… [--trouble NAME] [--speed N] --script DEPTH ROOT_FEN [MOVES]
//! ```
//!
//! With `--plant FAULT` its perft is right, and what perft never calls is wrong: see `planted`.
//!
//! With `--speed` it counts N leaves a second. [`Engine`] is the same without a process.
//!
//! Without a fault it counts what `ox88` counts, Chess960 included.

#![allow(
    missing_docs,
    clippy::missing_panics_doc,
    clippy::missing_errors_doc,
    reason = "it is not published: where a name says all, there is no comment"
)]

mod count;
mod engine;
pub mod faults;
pub mod format;
pub mod game;
mod generate;
mod legal;
mod list;
pub mod mutants;
mod order;
pub mod planted;
mod planted_talk;
mod switches;
mod talk;
pub mod trouble;
pub mod truth;

use faults::{Example, Fault};
use format::Format;
use std::env;
use std::io::{self, ErrorKind};
use std::process::ExitCode;
use switches::Switches;
use talk::Talk;
use trouble::Trouble;

pub use engine::Engine;

/// Runs the engine with the arguments of the program.
pub fn run() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    if arguments.iter().any(|word| word == "--list") {
        print!("{}", list_of_names());
        return ExitCode::SUCCESS;
    }
    let end = match Switches::read(&arguments) {
        _ if arguments.first().is_some_and(|word| word == "--plant") => {
            planted_talk::run(&arguments[1..], io::stdin().lock(), &mut io::stdout().lock())
        }
        Ok((switches, question)) => {
            if let Some(trouble) = switches.trouble {
                trouble.at_start();
            }
            let mut talk = Talk::new(switches);
            let mut out = io::stdout().lock();
            match question {
                None => talk.uci(io::stdin().lock(), &mut out),
                Some(question) => talk.script(question, &mut out),
            }
        }
        Err(problem) => Err(io::Error::other(format!("{problem}\n\n{}", list_of_names()))),
    };
    match end {
        Ok(()) => ExitCode::SUCCESS,
        // The reader of the output is gone.
        Err(error) if error.kind() == ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("broken_engine: {error}");
            ExitCode::from(2)
        }
    }
}

/// The text above the list of faults.
const FAULTS: &str = "\
faults, or with white: or black: in front for one side only, and those about castling and
captures by pawns with king-side: or queen-side: for one wing only; with reversed: or
shuffled-7: before all of that the moves are tried in another order, one for each number
";

/// The list of all faults, formats and troubles.
fn list_of_names() -> String {
    let row = |name: &str, what: &str| format!("  {name:<43} {what}\n");
    let mut text = FAULTS.to_owned();
    let mut kind = "";
    for fault in Fault::ALL {
        if fault.kind() != kind {
            kind = fault.kind();
            text.extend([kind, ":\n"]);
        }
        text += &row(fault.name(), fault.description());
        for Example { fen, depth, right, wrong } in fault.examples() {
            text += &row("", &format!("{fen} depth {depth}: {right} becomes {wrong}"));
        }
    }
    text += "\nformats (--format NAME, several at once)\n";
    text.extend(Format::ALL.map(|(_, name, what)| row(name, what)));
    text += "\ntroubles (--trouble NAME)\n";
    text.extend(Trouble::ALL.map(|(_, name, what)| row(name, what)));
    text
}

#[cfg(test)]
#[path = "../tests/main.rs"]
mod tests;
