//! Runs of the program.

use ox88_test_support::{ROOT, unwrapped};
use std::ffi::OsStr;
use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Child, Command, Stdio};

/// What a run of the program left behind.
pub struct Run {
    /// Its exit code, unless a signal ended it.
    pub code: Option<i32>,
    pub out: String,
    pub err: String,
}

/// Starts `ox88` with these arguments at the root of the repository, with all of its input and output piped.
pub fn start(arguments: impl IntoIterator<Item = impl AsRef<OsStr>>) -> Child {
    Command::new(env!("CARGO_BIN_EXE_ox88"))
        .args(arguments)
        .current_dir(ROOT)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program was built")
}

/// Gives the program its input, if it still takes any, and waits for its end.
pub fn finish(mut child: Child, input: impl AsRef<[u8]>) -> Run {
    if let Some(mut pipe) = child.stdin.take() {
        pipe.write_all(input.as_ref()).expect("the program reads it");
    }
    let output = child.wait_with_output().expect("the program ends");
    let text = |bytes| String::from_utf8(bytes).expect("the program writes UTF-8");
    Run {
        code: output.status.code(),
        out: text(output.stdout),
        err: unwrapped(&text(output.stderr)),
    }
}

/// Standard output of a run in which all is right.
#[track_caller]
pub fn right(arguments: &[&str]) -> String {
    let Run { code, out, err } = finish(start(arguments), "");
    assert_eq!((code, err.as_str()), (Some(0), ""), "{arguments:?} printed\n{out}");
    out
}

#[track_caller]
pub fn assert_says(text: &str, parts: &[&str]) {
    for part in parts {
        assert!(text.contains(part), "expected {part:?} in\n{text}");
    }
}

/// The path of a file or folder of tests that is not there yet.
pub fn new_path(name: &str) -> String {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_file(&path);
    let _ = fs::remove_dir_all(&path);
    path.into_os_string().into_string().expect("the folder has a plain name")
}
