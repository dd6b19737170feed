//! Files of work as text, with their names in messages.

use crate::input;
use ox88::Position;
use ox88_count::work::{self, Section, WorkLine};
use std::fs;
use std::io;
use std::path::Path;

/// A file of work.
pub struct WorkFile {
    /// Its name in messages.
    pub name: String,
    text: String,
}

impl WorkFile {
    /// Reads a file, or standard input for `-`.
    pub fn read(file: &str) -> Result<WorkFile, String> {
        if Path::new(file).is_dir() {
            return Err(format!(
                "{file} is a folder: expected a file of work, as in {file}/part-0.epd"
            ));
        }
        let (name, bytes) = bytes(file)?;
        WorkFile::new(name, bytes)
    }

    /// The text of a file with this name.
    pub fn new(name: &str, bytes: Vec<u8>) -> Result<WorkFile, String> {
        let text = String::from_utf8(bytes).map_err(|_| {
            format!("{name} is not UTF-8 text: expected a file that `ox88 work` has written")
        })?;
        Ok(WorkFile { name: name.to_owned(), text })
    }

    /// The sections of the file: at least one.
    pub fn sections(&self) -> Result<Vec<Section<'_>>, String> {
        work::read(&self.text, WHEN_TORN).map_err(|error| format!("{}:{error}", self.name))
    }
}

/// Advice about a line that is not whole.
const WHEN_TORN: &str =
    "if `ox88 work count` was writing here, start it again with --resume, else copy the file again";

/// Reads the bytes of a file of work, or of standard input for `-`, with the name of it in messages.
pub fn bytes(file: &str) -> Result<(&str, Vec<u8>), String> {
    let (name, input) = input::open(file);
    let input = input.map_err(|error| {
        format!("{name}: {error}: expected a file that `ox88 work` has written")
    })?;
    let bytes = work::read_bytes(input).map_err(|error| format!("{name}:{error}"))?;
    Ok((name, bytes))
}

/// The position of a line in a file with this name.
pub fn position_of(name: &str, line: &WorkLine<'_>) -> Result<Position, String> {
    let WorkLine { number, fen, .. } = line;
    fen.parse().map_err(|error| format!("{name}:{number}: {fen:?} is not a position: {error}"))
}

/// Reads a file of work, or all parts that `ox88 work split` wrote into a folder.
pub fn file_or_folder(path: &str) -> Result<Vec<WorkFile>, String> {
    if !Path::new(path).is_dir() {
        return Ok(vec![WorkFile::read(path)?]);
    }
    let files = parts_in(path).map_err(|error| format!("{path}: {error}"))?;
    if files.is_empty() {
        let form = "as `ox88 work split 7 --plies 3 --parts 8 --into FOLDER` writes them";
        return Err(format!("{path} has no part-0.epd or other parts: expected them {form}"));
    }
    files.iter().map(|file| WorkFile::read(file)).collect()
}

/// The parts in a folder, by the names that [`part_name`] gives them.
pub fn parts_in(folder: &str) -> io::Result<Vec<String>> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder)? {
        let name = entry?.file_name();
        let name = name.to_string_lossy();
        let number = name.strip_prefix("part-").and_then(|rest| rest.strip_suffix(".epd"));
        if number.is_some_and(|number| number.parse::<usize>().is_ok()) {
            files.push(format!("{}/{name}", folder.trim_end_matches('/')));
        }
    }
    files.sort();
    Ok(files)
}

/// The file of a part. Parts are numbered from 0, as Kubernetes numbers its pods.
pub fn part_name(folder: &str, number: usize) -> String {
    format!("{}/part-{number}.epd", folder.trim_end_matches('/'))
}
