//! Files that tests write.

use std::fs;
use std::path::Path;

/// The path of a new file with this text. Names are shared by all tests, so each test takes its own.
pub fn file(name: &str, text: impl AsRef<[u8]>) -> String {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::write(&path, text).expect("the folder for tests can be written");
    path.into_os_string().into_string().expect("the folder has a plain name")
}
