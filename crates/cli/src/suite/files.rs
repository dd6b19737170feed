//! Reads suites: files, standard input, and the built-in ones.

use crate::input;
use crate::similar::similar;
use ox88::suite::{Suite, built_in};
use ox88_hunt::suites::{by_name, read};
use std::io::ErrorKind;
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
    if Path::new(file).is_dir() {
        return Err(format!("{file} is a folder: name the files in it, as in {file}/*.epd"));
    }
    let (name, bytes) = input::read(file);
    let bytes = bytes.map_err(|error| match error.kind() {
        ErrorKind::NotFound => format!("{file}: {error}: expected a perft suite{}", hint(file)),
        _ => format!("{name}: {error}: expected a perft suite"),
    })?;
    let suite = read(name, &bytes).map_err(|error| error.to_string())?;
    if suite.positions.is_empty() {
        // A run without any case would look as if all were right.
        return Err(format!("{name} has no position: write one in a line, as in `FEN ;D1 20`"));
    }
    Ok(suite)
}

/// What to type if a missing file was meant to be something else.
fn hint(file: &str) -> String {
    let names: Vec<&str> = built_in::suites().into_iter().map(Suite::name).collect();
    let hint = if by_name(file).is_some() {
        format!("{file} is the id of a position: type `ox88 perft 5 {file}`")
    } else if let Some(meant) = similar(file, names.iter().copied()).first() {
        format!("Did you mean the built-in suite `{meant}`?")
    } else {
        format!("The built-in ones are {}.", names.join(", "))
    };
    format!(", or the name of a built-in one\n{hint}")
}
