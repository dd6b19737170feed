//! Runs of the program in which all is right.

use super::program::{Run, finish, start};

/// Standard output of a run in which all is right.
#[track_caller]
pub fn right(arguments: &[&str]) -> String {
    let Run { code, out, err } = finish(start(arguments), "");
    assert_eq!((code, err.as_str()), (Some(0), ""), "{arguments:?} printed\n{out}");
    out
}
