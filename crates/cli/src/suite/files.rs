//! Reads suites: files, standard input, and the built-in ones.

use crate::input;
use crate::similar::similar;
use ox88::suite::{Suite, built_in};
use ox88_hunt::suites::{by_name, positions};
use std::fs::File;
use std::io::{BufReader, ErrorKind, Read};
use std::path::Path;

/// The suites to take: the built-in ones if none is named. All are read before anything is done with the
/// first, so that a bad file is refused at once.
pub(crate) fn suites(names: &[String], published: bool) -> Result<Vec<Suite>, String> {
    let mut suites = Vec::new();
    if published {
        suites.push(built_in::published().clone());
    } else if names.is_empty() {
        suites.extend(built_in::suites().into_iter().cloned());
    }
    let suites = suites.into_iter().map(Ok);
    suites.chain(names.iter().map(|name| suite(name))).collect()
}

/// A built-in suite by its name, like `castling`, and any other from its file. For a file of the same
/// name, `./castling` says which is meant.
fn suite(file: &str) -> Result<Suite, String> {
    if let Some(suite) = built_in::suite(&format!("suites/{file}.epd")) {
        return Ok(suite.clone());
    }
    if file.trim() == "-" {
        let (name, input) = input::open(file);
        return read(name, input.map_err(|error| format!("{name}: {error}"))?);
    }
    read(file, open(file)?)
}

fn open(file: &str) -> Result<File, String> {
    if Path::new(file).is_dir() {
        return Err(format!("{file} is a folder: name the files in it, as in {file}/*.epd"));
    }
    File::open(file).map_err(|error| {
        let is_missing = error.kind() == ErrorKind::NotFound;
        let or_name = if is_missing { ", or the name of a built-in one" } else { "" };
        let hint = if is_missing { hint(file) } else { String::new() };
        format!("{file}: {error}: expected a perft suite{or_name}{hint}")
    })
}

/// What to type if a missing file was meant to be something else.
fn hint(file: &str) -> String {
    let names: Vec<&str> = built_in::suites().into_iter().map(Suite::name).collect();
    if by_name(file).is_some() {
        format!("\n{file} is the id of a position: type `ox88 perft 5 {file}`")
    } else if let Some(meant) = similar(file, names.iter().copied()).first() {
        format!("\nDid you mean the built-in suite `{meant}`?")
    } else {
        format!("\nThe built-in ones are {}.", names.join(", "))
    }
}

/// The largest suite, in bytes, that is kept in memory, where it takes about thirteen times as much.
const MOST_IN_MEMORY: u64 = 64 << 20;

/// Reads a suite, and refuses an empty one: a run without any case would look as if all were right.
fn read(name: &str, input: impl Read) -> Result<Suite, String> {
    let mut input = BufReader::new(input.take(MOST_IN_MEMORY));
    let positions = positions(name, &mut input).collect::<Result<Vec<_>, _>>();
    if input.into_inner().limit() == 0 {
        let most = MOST_IN_MEMORY >> 20;
        return Err(format!(
            "{name}: the suite is larger than {most} MiB: expected smaller ones, one after the other"
        ));
    }
    let positions = positions.map_err(|error| error.to_string())?;
    if positions.is_empty() {
        return Err(format!("{name} has no position: write one in a line, as in `FEN ;D1 20`"));
    }
    Ok(Suite { file: name.to_owned(), positions })
}
