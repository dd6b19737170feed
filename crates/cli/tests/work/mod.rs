//! `ox88 work`: a perft on more than one machine, as lines of text.

mod count;
mod merge;
mod sessions;
mod split;

use crate::program::{Run, assert_says, finish, new_path, start};
use std::fs;
#[cfg(target_os = "linux")]
use std::process::{Child, Command, Stdio};

/// Runs `ox88 work` with these arguments, which are separated by blanks.
fn work(arguments: &str) -> Run {
    finish(start(format!("work {arguments}").split_whitespace()), "")
}

/// Starts `ox88` from a shell, with what else the shell is to do.
#[cfg(target_os = "linux")]
fn in_shell(before: &str, arguments: &str, behind: &str) -> Child {
    let command =
        format!("{before} exec '{}' work {arguments} {behind}", env!("CARGO_BIN_EXE_ox88"));
    let mut shell = Command::new("sh");
    shell.args(["-c", &command]).stdin(Stdio::piped()).stdout(Stdio::piped());
    shell.stderr(Stdio::piped()).spawn().expect("there is a shell")
}

/// What such a run wrote, when all is right.
#[track_caller]
fn right(arguments: &str) -> String {
    let Run { code, out, err } = work(arguments);
    assert_eq!(code, Some(0), "ox88 work {arguments} complained\n{err}");
    out
}

/// What such a run says when it cannot be done, and has written nothing.
#[track_caller]
fn refused(arguments: &str) -> String {
    crate::program::refused(&format!("work {arguments}").split_whitespace().collect::<Vec<_>>())
}

fn read(path: &str) -> String {
    fs::read_to_string(path).expect("it was written")
}

/// The lines of work or results, without heads and remarks.
fn lines(text: &str) -> Vec<&str> {
    text.lines().filter(|line| !line.starts_with('#')).collect()
}

/// The lines of the heads.
fn head(text: &str) -> Vec<&str> {
    text.lines().filter(|line| line.starts_with('#')).collect()
}

/// The number after a keyword of a line: `;times 12`.
fn number(line: &str, keyword: &str) -> u128 {
    let rest = line.split_once(keyword).map_or("", |(_, rest)| rest.trim_start());
    let digits = rest.split(' ').next().unwrap_or_default();
    digits.parse().unwrap_or_else(|_| panic!("{line} has a number behind {keyword}"))
}
