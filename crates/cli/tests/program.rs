//! Runs of the program.

use ox88::START;
use ox88_test_support::{ROOT, cases, file, folder, kept, unescaped, unwrapped};
use std::ffi::OsStr;
use std::fmt::Debug;
use std::fs;
use std::io::{self, Write};
use std::process::{Child, Command, Stdio};

/// The kings step to and fro and nothing else may ever move: few positions, and two to the power of `n` leaves at depth
/// `n`, which pass 128 bits soon.
pub const TWO_MOVES_A_PLY: &str = "5b1k/4p1p1/4P1p1/6P1/6p1/4p1P1/4P1P1/5B1K w - - 0 1";

/// What a run of the program left behind.
pub struct Run {
    /// Its exit code, unless a signal ended it.
    pub code: Option<i32>,
    pub out: String,
    /// What it said besides, but for how far it had come.
    pub err: String,
}

/// A text of standard error without the lines that say how far a run has come: on a busy machine any run may have some.
pub fn without_progress(text: &str) -> String {
    // `work split` has a result that is said in the same way.
    let is_result = |line: &&str| !line.starts_with("ox88: after ") || line.contains("half move");
    unwrapped(text).split_inclusive('\n').filter(is_result).collect()
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

/// Gives the program its input, if it still takes any, and waits for its end. One that refuses its arguments may have ended
/// before it is given anything.
pub fn finish(mut child: Child, input: impl AsRef<[u8]>) -> Run {
    if let Some(mut pipe) = child.stdin.take() {
        let written = pipe.write_all(input.as_ref());
        let is_over = |error: &io::Error| error.kind() == io::ErrorKind::BrokenPipe;
        assert!(written.as_ref().err().is_none_or(is_over), "{written:?}");
    }
    let output = child.wait_with_output().expect("the program ends");
    let text = |bytes| String::from_utf8(bytes).expect("the program writes UTF-8");
    Run {
        code: output.status.code(),
        out: text(output.stdout),
        err: without_progress(&text(output.stderr)),
    }
}

/// Standard output of a run in which all is right.
#[track_caller]
pub fn right(arguments: &[&str]) -> String {
    let Run { code, out, err } = finish(start(arguments), "");
    assert_eq!((code, err.as_str()), (Some(0), ""), "{arguments:?} printed\n{out}");
    out
}

/// The complaint of a run that could not use its input, and has no result, without the place of the files of tests.
#[track_caller]
pub fn refused(arguments: &[impl AsRef<OsStr> + Debug]) -> String {
    let Run { code, out, err } = finish(start(arguments), "");
    assert_eq!((code, out.as_str()), (Some(2), ""), "{arguments:?} complained\n{err}");
    without_place(&err)
}

/// A text of the program without the place of the files of tests, and without how a system says that there is none.
pub fn without_place(text: &str) -> String {
    let text = text.replace(&folder_name(), "…");
    let missing = [2, 3].map(|code| io::Error::from_raw_os_error(code).to_string());
    missing.iter().fold(text, |text, missing| text.replace(missing, "(no such file)"))
}

/// The commands in the titles of a snapshot, as a shell reads them. Behind `@` is the name of a file of `files.txt`.
pub fn commands(snapshot: &str) -> impl Iterator<Item = String> {
    let titles = kept(snapshot).into_iter().map(|(title, _)| title);
    titles.map(|title| title.strip_prefix("$ ox88 ").expect("it is a command").to_owned())
}

/// The words of a command as a shell reads it, with the path of a file of `files.txt` in place of `@` and its name.
pub fn words(command: &str) -> Vec<String> {
    let words = shlex::split(command).expect("a shell reads it");
    let word = |word: String| word.strip_prefix('@').map_or_else(|| word.clone(), path);
    words.into_iter().map(word).collect()
}

fn path(name: &str) -> String {
    let text = match name {
        "" => return folder_name(),
        "rubbish.epd" => return file(name, b"\x7FELF\n\xFF"),
        "no_line_ends.epd" => format!("# fine\n{}", "é".repeat(40_000)),
        _ => {
            let files = cases(include_str!("files.txt"), "Suites.").into_iter();
            let mut texts = files.filter_map(|line| line.strip_prefix(name)?.strip_prefix(": "));
            unescaped(texts.next().expect("it is in files.txt")).replace("START", START)
        }
    };
    file(name, text)
}

#[track_caller]
pub fn assert_says(text: &str, parts: &[&str]) {
    for part in parts {
        assert!(text.contains(part), "expected {part:?} in\n{text}");
    }
}

fn folder_name() -> String {
    folder().to_str().expect("it has a plain name").to_owned()
}

/// The path of a file or folder of tests that is not there yet.
pub fn new_path(name: &str) -> String {
    let path = folder().join(name);
    let _ = fs::remove_file(&path);
    let _ = fs::remove_dir_all(&path);
    path.into_os_string().into_string().expect("the folder has a plain name")
}
