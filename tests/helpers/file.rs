//! Files that tests write.

use std::fs;
use std::path::Path;
use std::process;

/// The path of a new file with this text. Names are shared by all tests, so each test takes its own.
///
/// Processes that write the same text at the same time do not see each other's half-written files.
pub fn file(name: &str, text: impl AsRef<[u8]>) -> String {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let unfinished = path.with_extension(format!("{}.unfinished", process::id()));
    fs::write(&unfinished, text).expect("the folder for tests can be written");
    fs::rename(&unfinished, &path).expect("a file there can be renamed");
    path.into_os_string().into_string().expect("the folder has a plain name")
}
