//! A small chess engine that makes and takes back its moves on one board, and whose faults can be
//! switched on: in the tests of `ox88 hunt` it makes the mistakes that engines really make.
//!
//! ```text
//! broken_engine [FAULT…] [--dialect NAME]… [--trouble NAME] [--speed N] [--list]
//! broken_engine [FAULT…] [--dialect NAME]… [--trouble NAME] [--speed N] --script DEPTH ROOT_FEN [MOVES]
//! ```
//!
//! With a speed it takes a second for each N leaves.
//!
//! Without a fault it counts what `ox88` counts, Chess960 included.

pub mod catch_all;
mod count;
mod dialect;
mod faults;
mod game;
mod generate;
mod legal;
mod list;
mod talk;
mod trouble;

use dialect::{Dialect, Style};
use faults::{Fault, Faults, Shown};
use std::env;
use std::io::{self, ErrorKind};
use std::process::ExitCode;
use talk::Talk;
use trouble::Trouble;

/// Runs the engine with the arguments of the program.
#[must_use]
pub fn run() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    if arguments.iter().any(|word| word == "--list") {
        print!("{}", list_of_names());
        return ExitCode::SUCCESS;
    }
    let end = match read(&arguments) {
        Ok((mut talk, None)) => talk.uci(),
        Ok((mut talk, Some(question))) => talk.script(question),
        Err(problem) => Err(io::Error::other(format!("{problem}\n\n{}", list_of_names()))),
    };
    match end {
        Ok(()) => ExitCode::SUCCESS,
        // The output is closed.
        Err(error) if error.kind() == ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("broken_engine: {error}");
            ExitCode::from(2)
        }
    }
}

/// Who is to talk, and the question to answer if the engine is called as a script of perftree.
fn read(arguments: &[String]) -> Result<(Talk, Option<&[String]>), String> {
    let mut faults = Faults::NONE;
    let mut style = Style { dialects: Vec::new(), chess960: false };
    let mut trouble = None;
    let mut speed = None;
    let mut question = None;
    let mut words = arguments.iter();
    while let Some(word) = words.next() {
        match word.as_str() {
            "--script" => {
                question = Some(words.as_slice());
                break;
            }
            "--dialect" => style.dialects.push(named(&Dialect::ALL, words.next(), "dialect")?),
            "--trouble" => trouble = Some(named(&Trouble::ALL, words.next(), "trouble")?),
            "--speed" => {
                let number = words.next().and_then(|word| word.parse().ok());
                speed = Some(number.filter(|&speed| speed > 0).ok_or("expected leaves a second")?);
            }
            _ if faults.switch_on_by_name(word) => {}
            _ => return Err(format!("{word:?} is not a fault")),
        }
    }
    if let Some(trouble) = trouble {
        trouble.at_start();
    }
    Ok((Talk::new(faults, style, trouble, speed), question))
}

fn named<T: Copy>(
    table: &[(T, &str, &str)],
    word: Option<&String>,
    what: &str,
) -> Result<T, String> {
    let word = word.ok_or_else(|| format!("expected the name of a {what}"))?;
    let entry = table.iter().find(|(_, name, _)| name == word);
    entry.map(|&(value, ..)| value).ok_or_else(|| format!("{word:?} is not a {what}"))
}

/// What stands above the list of faults.
const FAULTS: &str = "\
faults, or with white: or black: in front for one side only, and those about castling and
captures by pawns with king-side: or queen-side: for one wing only; with reversed: before all
of that the moves are tried in the reversed order
";

/// All that can be asked for.
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
        for Shown { fen, depth, right, wrong } in fault.shown() {
            text += &row("", &format!("{fen} depth {depth}: {right} becomes {wrong}"));
        }
    }
    text += "\ndialects (--dialect NAME, several at once)\n";
    text.extend(Dialect::ALL.map(|(_, name, what)| row(name, what)));
    text += "\ntroubles (--trouble NAME)\n";
    text.extend(Trouble::ALL.map(|(_, name, what)| row(name, what)));
    text
}

#[cfg(test)]
#[path = "../tests/main.rs"]
mod tests;
