//! Checks the program that a command names before it runs: can it be started at all?

use std::io::{self, ErrorKind};

/// Checks that there is a program to start, without starting it. On systems other than Unix only
/// starting it can show that.
///
/// # Errors
/// Why it cannot be started, and what was expected.
pub fn check_program(program: &str) -> Result<(), String> {
    let obstacle = find_obstacle(program);
    obstacle.map_or(Ok(()), |kind| Err(why_not_started(program, &kind.into())))
}

#[cfg(unix)]
fn find_obstacle(program: &str) -> Option<ErrorKind> {
    use std::os::unix::fs::PermissionsExt;
    // A path is looked up as it is, and not in each folder of PATH.
    let path = if program.contains('/') { None } else { std::env::var_os("PATH") };
    let path = path.unwrap_or_default();
    let is_executable = std::env::split_paths(&path)
        .filter_map(|folder| folder.join(program).metadata().ok())
        .map(|file| file.is_file() && file.permissions().mode() & 0o111 != 0);
    match is_executable.reduce(|one, other| one || other) {
        Some(true) => None,
        Some(false) => Some(ErrorKind::PermissionDenied),
        None => Some(ErrorKind::NotFound),
    }
}

#[cfg(not(unix))]
fn find_obstacle(_: &str) -> Option<ErrorKind> {
    None
}

/// Why a program could not be started, and what was expected.
pub(super) fn why_not_started(program: &str, error: &io::Error) -> String {
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
