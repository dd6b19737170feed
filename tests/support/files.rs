//! Files that tests write.

use crate::ROOT;
use std::path::Path;
use std::process;
use std::sync::atomic::{AtomicU32, Ordering};
use std::{env, fs};

/// The path of a new file with this text. Names are shared by all tests, so each test takes its own.
///
/// Tests that write the same file at once never see each other's half-written text.
pub fn file(name: &str, text: impl AsRef<[u8]>) -> String {
    static WRITTEN: AtomicU32 = AtomicU32::new(0);

    // The tests lie in `target/debug/deps`.
    let tests = env::current_exe().expect("a test knows where it is");
    let folder =
        tests.ancestors().nth(3).expect("a test lies in a folder of the target").join("tmp");
    fs::create_dir_all(&folder).expect("the target can be written");
    let path = folder.join(name);
    let number = WRITTEN.fetch_add(1, Ordering::Relaxed);
    let unfinished = path.with_extension(format!("{}.{number}.unfinished", process::id()));
    fs::write(&unfinished, text).expect("the folder for tests can be written");
    fs::rename(&unfinished, &path).expect("a file there can be renamed");
    path.into_os_string().into_string().expect("the folder has a plain name")
}

/// Compares a file of `docs/` with what it has to be, or writes it if `OX88_DRAW` is set. The advice says what to type
/// if it differs.
#[track_caller]
pub fn assert_drawn(file: &str, drawn: &str, advice: &str) {
    let path = Path::new(ROOT).join(file);
    if env::var_os("OX88_DRAW").is_some() {
        fs::write(&path, drawn).expect("the file can be written");
    }
    let kept = fs::read_to_string(path).unwrap_or_default();
    // Its lines, because a checkout may have other ends of lines.
    assert!(kept.lines().eq(drawn.lines()), "{file} {advice}");
}
