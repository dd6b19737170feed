//! The program of an engine before it runs: is there one, and if not, why not?

use std::io::{Error, ErrorKind};

/// Why a program could not be started, and what was expected.
pub(super) fn why_not_started(program: &str, error: &Error) -> String {
    match error.kind() {
        ErrorKind::NotFound => format!(
            "no program {program:?} was found: expected a path, or the name of a program in PATH"
        ),
        ErrorKind::PermissionDenied => {
            format!("{program:?} is not executable: expected a program")
        }
        _ => format!("{program:?} could not be started: {error}"),
    }
}

/// Whether a program can be started, for one that is not started yet.
#[cfg(unix)]
pub(super) fn find(program: &str) -> Result<(), String> {
    use std::os::unix::fs::PermissionsExt;
    use std::path::{Path, PathBuf};
    let candidates: Vec<PathBuf> = if program.contains('/') {
        vec![Path::new(program).to_owned()]
    } else {
        let path = std::env::var_os("PATH").unwrap_or_default();
        std::env::split_paths(&path).map(|folder| folder.join(program)).collect()
    };
    let files: Vec<_> = candidates.iter().filter_map(|path| path.metadata().ok()).collect();
    let is_executable =
        |file: &std::fs::Metadata| file.is_file() && file.permissions().mode() & 0o111 != 0;
    let kind = if files.is_empty() { ErrorKind::NotFound } else { ErrorKind::PermissionDenied };
    let found = files.iter().any(is_executable);
    if found { Ok(()) } else { Err(why_not_started(program, &kind.into())) }
}

/// Whether a program can be started: here only trying tells.
#[cfg(not(unix))]
#[allow(clippy::unnecessary_wraps)]
pub(super) fn find(_: &str) -> Result<(), String> {
    Ok(())
}
