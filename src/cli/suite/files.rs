//! Reads suites: files, standard input, and those that the program carries with it.

use crate::cli::input;
use ox88::suite::{Suite, built_in};
use std::io::ErrorKind;
use std::path::Path;

/// The suites to take: the built-in ones if none is named. All are read before anything is done with the
/// first, so that a bad file is refused at once.
pub fn suites(names: &[String], published: bool) -> Result<Vec<Suite>, String> {
    let mut suites = Vec::new();
    if published {
        suites.push(built_in::published().map_err(ToString::to_string)?.clone());
    } else if names.is_empty() {
        suites.extend(built_in::suites().map_err(ToString::to_string)?.into_iter().cloned());
    }
    for name in names {
        suites.push(read(name)?);
    }
    Ok(suites)
}

/// Reads a suite, which must have at least one position: a built-in one by its name, as in `castling`,
/// and any other from its file. For a file of the same name, `./castling` says which is meant.
fn read(file: &str) -> Result<Suite, String> {
    let built_in = built_in::suite(&format!("suites/{file}.epd")).map_err(ToString::to_string)?;
    if let Some(suite) = built_in {
        return Ok(suite.clone());
    }
    let (name, bytes) = input::bytes(file);
    let bytes = bytes.map_err(|error| {
        if Path::new(file).is_dir() {
            format!("{file} is a folder: name the files in it, as in {file}/*.epd")
        } else if error.kind() == ErrorKind::NotFound {
            format!("{name}: {error}: expected a perft suite, or the name of a built-in one")
        } else {
            format!("{name}: {error}: expected a perft suite")
        }
    })?;
    let suite = Suite::read(name, &bytes).map_err(|error| error.to_string())?;
    if suite.positions.is_empty() {
        return Err(format!("{name} has no position: write one in a line, as in `FEN ;D1 20`"));
    }
    Ok(suite)
}
