//! Writes files whole or not at all: under another name first, and then renamed. A file that an option names is
//! replaced only if it is an earlier output of ox88.

use crate::outcome::{CommandVerdict, Stop};
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, ErrorKind, Read as _, Write};
use std::path::{Path, PathBuf};
use std::process;

/// What an option writes to the file that it names.
#[derive(Clone, Copy)]
pub(crate) struct Output {
    pub option: &'static str,
    /// How each of its files begins.
    beginning: &'static str,
    /// A name for such a file.
    pub example: &'static str,
}

impl Output {
    pub const REPORT: Output =
        Output { option: "--json", beginning: "{\n  \"format\": ", example: "report.json" };
    pub const FACTS: Output = Output { beginning: "{\n  \"engine\": ", ..Output::REPORT };
    pub const PAGE: Output = Output {
        option: "--html",
        beginning: "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"/>\
                    <meta http-equiv=\"Content-Security-Policy\"",
        example: "page.html",
    };
    pub const MARKDOWN: Output =
        Output { option: "--markdown", beginning: "## ox88 hunt of ", example: "report.md" };

    /// Refuses a file that has anything else in it, because an option may have taken a file that was not meant for it.
    pub fn may_replace(self, file: &str) -> Result<(), String> {
        let Output { option, beginning, example } = self;
        if file.starts_with("--") {
            return Err(format!(
                "{option} took {file} as the file to write, and that is an option: name a file, as in \
                 `{option} {example}`, or - for standard output"
            ));
        }
        let Ok(true) = fs::metadata(file).map(|it| it.is_file() && it.len() > 0) else {
            return Ok(());
        };
        let mut begin = Vec::new();
        // Twice as many bytes, because git may have turned line ends into two.
        let read = File::open(file)
            .and_then(|it| it.take(2 * beginning.len() as u64).read_to_end(&mut begin));
        begin.retain(|&byte| byte != b'\r');
        if read.is_ok() && begin.starts_with(beginning.as_bytes()) {
            return Ok(());
        }
        Err(format!(
            "{option} took {file} as the file to write, and that has something else in it, which would be lost: \
             name a new file, as in `{option} {example}`"
        ))
    }

    /// Writes a text to a file, or to standard output for `-`.
    pub fn write(self, file: &str, text: &str, out: &mut impl Write) -> Result<(), Stop> {
        if file.trim() == "-" {
            return CommandVerdict::Right.once_written(out.write_all(text.as_bytes())).map(drop);
        }
        self.may_replace(file)?;
        let cannot_write =
            |error: io::Error| format!("{file}: {error}: expected a file that can be written");
        Ok(write(file, |out| out.write_all(text.as_bytes())).map_err(cannot_write)?)
    }
}

/// Writes a file, and replaces an existing one. If that fails, no half of it is left. Devices and pipes are written
/// directly, and a link stays a link.
///
/// # Errors
/// If the file cannot be written.
pub fn write(file: &str, content: impl Fn(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    let before = fs::metadata(file).ok();
    if before.as_ref().is_some_and(|before| !before.is_file()) {
        return write_to(File::create(file)?, &content).map(drop);
    }
    let file = behind_links(Path::new(file));
    if before.is_some() {
        // A file that may not be written is not replaced either.
        OpenOptions::new().write(true).open(&file)?;
    }
    let (new, beside) = match create_beside(&file) {
        // The folder may refuse a second file, and the existing one may still be written.
        Err(_) if before.is_some() => (File::create(&file)?, None),
        Err(error) => return Err(error),
        Ok((new, name)) => (new, Some(name)),
    };
    let name = beside.as_deref().unwrap_or(&file);
    let written = write_to(new, &content)
        .and_then(|new| new.sync_all())
        .and_then(|()| {
            before.map_or(Ok(()), |before| fs::set_permissions(name, before.permissions()))
        })
        .and_then(|()| if beside.is_some() { fs::rename(name, &file) } else { Ok(()) });
    if written.is_err() {
        // There may be nothing to remove; otherwise nothing more can be done.
        let _ = fs::remove_file(name);
    }
    written
}

/// Where a link leads, whether or not a file is there.
fn behind_links(file: &Path) -> PathBuf {
    match (fs::canonicalize(file), fs::read_link(file)) {
        (Ok(file), _) => file,
        (Err(error), Ok(target)) if error.kind() == ErrorKind::NotFound => {
            behind_links(&file.with_file_name("").join(target))
        }
        _ => file.to_owned(),
    }
}

/// A new file in the same folder, with its name.
fn create_beside(file: &Path) -> io::Result<(File, PathBuf)> {
    let mut name = file.as_os_str().to_owned();
    name.push(format!(".{}.new", process::id()));
    let name = PathBuf::from(name);
    Ok((File::create_new(&name)?, name))
}

fn write_to(file: File, content: impl Fn(&mut dyn Write) -> io::Result<()>) -> io::Result<File> {
    let mut file = BufWriter::new(file);
    content(&mut file)?;
    file.into_inner().map_err(io::IntoInnerError::into_error)
}
