//! The files of the repository that this crate writes: pages, tables and vectors.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// The path of a file of the repository.
pub(crate) fn in_repository(file: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(file)
}

/// Writes a file of the repository.
pub(crate) fn write(file: &str, text: &str) -> Result<(), String> {
    fs::write(in_repository(file), text)
        .map_err(|error| format!("{file}: {error}: the command writes it where the repository is"))
}

/// How a command ends that writes such files.
pub(crate) fn exit_code(end: Result<(), String>) -> ExitCode {
    exit_code_of_exam(end.map(|()| true))
}

/// How a command ends that examines something, and says whether that reached its bar.
pub(crate) fn exit_code_of_exam(end: Result<bool, String>) -> ExitCode {
    match end {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(problem) => {
            eprintln!("{problem}");
            ExitCode::from(2)
        }
    }
}

/// Writes a text into a page, between the marks `<!-- NAME -->` and `<!-- /NAME -->`.
pub(crate) fn put_between(page: &str, name: &str, text: &str) -> Result<(), String> {
    change_between(page, name, |_| text.to_owned())
}

/// Puts in place of the text between these two marks of a page what is made of it.
pub(crate) fn change_between(
    page: &str,
    name: &str,
    changed: impl FnOnce(&str) -> String,
) -> Result<(), String> {
    let (begin, end) = (format!("<!-- {name} -->\n"), format!("<!-- /{name} -->\n"));
    let refused = |error| format!("{page}: {error}: the command writes it where the repository is");
    let kept = fs::read_to_string(in_repository(page)).map_err(refused)?;
    let parts =
        kept.split_once(&begin).and_then(|(before, rest)| Some((before, rest.split_once(&end)?)));
    let (before, (old, after)) =
        parts.ok_or_else(|| format!("{page}: expected {begin} and {end}"))?;
    write(page, &format!("{before}{begin}{}{end}{after}", changed(old)))
}
