//! Writes files whole or not at all. A file that an option names is replaced only if it is an earlier output of ox88.

use crate::outcome::{CommandVerdict, Result};
use std::fs::{self, File};
use std::io::{self, BufWriter, Read as _, Write};
use std::path::{Path, PathBuf};

/// What an option writes to the file that it names.
#[derive(Clone, Copy)]
pub(crate) struct ReportFile {
    pub option: &'static str,
    /// How each of its files begins.
    beginning: &'static str,
    /// A name for such a file.
    pub example: &'static str,
}

impl ReportFile {
    pub const REPORT: ReportFile =
        ReportFile { option: "--json", beginning: "{\n  \"format\": ", example: "report.json" };
    pub const FACTS: ReportFile =
        ReportFile { beginning: "{\n  \"engine\": ", ..ReportFile::REPORT };
    pub const PAGE: ReportFile = ReportFile {
        option: "--html",
        beginning: "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"/>\
                    <meta http-equiv=\"Content-Security-Policy\"",
        example: "page.html",
    };
    pub const MARKDOWN: ReportFile =
        ReportFile { option: "--markdown", beginning: "## ox88 hunt of ", example: "report.md" };

    /// Refuses a file that has anything else in it, because an option may have taken a file that was not meant for it.
    pub fn may_replace(self, file: &str) -> Result<(), String> {
        let ReportFile { option, beginning, example } = self;
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
    pub fn write(self, file: &str, text: &str, out: &mut impl Write) -> Result<()> {
        if file.trim() == "-" {
            return CommandVerdict::Right.once_written(out.write_all(text.as_bytes())).map(drop);
        }
        self.may_replace(file)?;
        let cannot_write =
            |error: io::Error| format!("{file}: {error}: expected a file that can be written");
        Ok(write(file, |out| out.write_all(text.as_bytes())).map_err(cannot_write)?)
    }
}

/// Writes a file, in place of an existing one. If that fails, or is interrupted, the existing one stays, and there is no
/// half of the new one.
pub fn write(file: &str, content: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    // A link stays one.
    let target = fs::canonicalize(file).unwrap_or_else(|_| PathBuf::from(file));
    let is_other = fs::symlink_metadata(&target).is_ok_and(|it| !it.is_file());
    if target.exists() {
        // One that may not be written is refused.
        File::options().append(true).open(&target)?;
    }
    let mut beside = target.clone().into_os_string();
    beside.push(".unfinished");
    // Devices and pipes stay, and so does what a shell opened as `/dev/stdout`.
    let is_in_place = is_other || Path::new(file).starts_with("/dev");
    let new = if is_in_place { None } else { File::create(&beside).ok() };
    let Some(new) = new else { return content(&mut File::create(file)?) };
    let mut out = BufWriter::new(new);
    let written = content(&mut out).and_then(|()| out.flush());
    // A file that is mounted cannot be renamed.
    let put = || fs::rename(&beside, &target).or_else(|_| fs::copy(&beside, &target).map(drop));
    let written = written.and_then(|()| put());
    let _ = fs::remove_file(&beside);
    written
}
