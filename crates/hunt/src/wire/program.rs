//! The program behind a command, before it runs: can it be started at all?

use std::io::{self, ErrorKind};

/// Checks that there is a program to start, without starting it. On systems other than Unix only
/// starting it can show that.
///
/// # Errors
/// Why it cannot be started, and what was expected.
pub(super) fn check_program(program: &str) -> Result<(), String> {
    let obstacle = find_obstacle(program);
    obstacle.map_or(Ok(()), |kind| Err(why_not_started(program, &kind.into())))
}

#[cfg(unix)]
fn find_obstacle(program: &str) -> Option<ErrorKind> {
    use std::os::unix::fs::PermissionsExt;
    // A path is looked up as it is, and not in each folder of PATH.
    let path = if program.contains('/') { None } else { std::env::var_os("PATH") };
    let folders = std::env::split_paths(&path.unwrap_or_default()).collect::<Vec<_>>();
    let files = folders.iter().filter_map(|folder| folder.join(program).metadata().ok());
    let files = files.collect::<Vec<_>>();
    let is_executable =
        |file: &std::fs::Metadata| file.is_file() && file.permissions().mode() & 0o111 != 0;
    if files.is_empty() {
        Some(ErrorKind::NotFound)
    } else if files.iter().any(is_executable) {
        None
    } else {
        Some(ErrorKind::PermissionDenied)
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
