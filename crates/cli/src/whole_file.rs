//! Writes files whole or not at all: under another name first, and then renamed.

use crate::outcome::{CommandVerdict, Stop};
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::process;

/// Writes a file, and replaces an existing one. If that fails, neither is left. Devices and pipes are written directly,
/// and a link stays a link.
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
        let _ = fs::remove_file(&file);
    }
    written
}

/// Writes a text to a file, or to standard output for `-`.
pub(crate) fn write_text(file: &str, text: &str, out: &mut impl Write) -> Result<(), Stop> {
    if file.trim() == "-" {
        return CommandVerdict::Right.once_written(out.write_all(text.as_bytes())).map(drop);
    }
    let cannot_write =
        |error: io::Error| format!("{file}: {error}: expected a file that can be written");
    Ok(write(file, |out| out.write_all(text.as_bytes())).map_err(cannot_write)?)
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
