//! Files of work as text, with their names in messages.

use crate::cli::input;
use ox88::suite::work::{self, Section};
use std::fs;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

/// A file of work.
pub struct Source {
    /// Its name in messages.
    pub name: String,
    text: String,
}

impl Source {
    /// Reads a file, or standard input for `-`.
    pub fn read(file: &str) -> Result<Source, String> {
        let (name, input) = input::open(file);
        let bytes = input.and_then(read_work).map_err(|error| {
            if Path::new(file).is_dir() {
                format!("{file} is a folder: expected a file of work, as in {file}/part-0.epd")
            } else {
                format!("{name}: {error}: expected a file that `ox88 work` has written")
            }
        })?;
        Source::new(name, &bytes)
    }

    /// The text of a file with this name.
    pub fn new(name: &str, bytes: &[u8]) -> Result<Source, String> {
        let text = str::from_utf8(bytes).map_err(|_| {
            format!("{name} is not UTF-8 text: expected a file that `ox88 work` has written")
        })?;
        Ok(Source { name: name.to_owned(), text: text.to_owned() })
    }

    /// The sections of the file: at least one.
    pub fn sections(&self) -> Result<Vec<Section<'_>>, String> {
        work::read(&self.text).map_err(|error| format!("{}:{error}", self.name))
    }
}

/// As much of a first line is read as it takes to quote what is there in place of a head.
const LONGEST_FIRST_LINE: u64 = 64 << 10;

/// Reads all of what begins as work does. Of anything else the first line is enough: it may have no end.
fn read_work(input: impl Read) -> io::Result<Vec<u8>> {
    let mut input = BufReader::new(input);
    let mut bytes = Vec::new();
    Read::take(&mut input, LONGEST_FIRST_LINE).read_until(b'\n', &mut bytes)?;
    if bytes.starts_with(work::BEGINNING.as_bytes()) {
        input.read_to_end(&mut bytes)?;
    } else if bytes.len() as u64 == LONGEST_FIRST_LINE {
        // It may have been cut inside of a letter.
        bytes.truncate(bytes.utf8_chunks().next().map_or(0, |chunk| chunk.valid().len()));
    }
    Ok(bytes)
}

/// Reads a file of work, or all parts that `ox88 work split` wrote into a folder.
pub fn file_or_folder(path: &str) -> Result<Vec<Source>, String> {
    if !Path::new(path).is_dir() {
        return Ok(vec![Source::read(path)?]);
    }
    let files = parts_in(path).map_err(|error| format!("{path}: {error}"))?;
    if files.is_empty() {
        let form = "as `ox88 work split 7 --plies 3 --parts 8 --into FOLDER` writes them";
        return Err(format!("{path} has no part-0.epd or other parts: expected them {form}"));
    }
    files.iter().map(|file| Source::read(file)).collect()
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
