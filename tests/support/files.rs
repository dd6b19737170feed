//! Files that tests write.

use crate::ROOT;
use std::fs::DirEntry;
use std::path::{Path, PathBuf};
use std::process;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;
use std::{env, fs};

/// The folder for the files of this process: another that tests at the same time has a folder of its own.
///
/// Those of processes that have ended are removed.
pub fn folder() -> &'static Path {
    static FOLDER: OnceLock<PathBuf> = OnceLock::new();
    FOLDER.get_or_init(|| {
        let all = shared_folder();
        let id = process::id().to_string();
        for folder in fs::read_dir(&all).into_iter().flatten().flatten() {
            let name = folder.file_name();
            let is_of_a_process = name.to_str().is_some_and(|it| it.parse::<u32>().is_ok());
            if is_of_a_process && (*name == *id || has_ended(&folder)) {
                let _ = fs::remove_dir_all(folder.path());
            }
        }
        let folder = all.join(id);
        fs::create_dir_all(&folder).expect("the target can be written");
        folder
    })
}

/// Where a system does not list its processes, none is expected to test for an hour.
fn has_ended(folder: &DirEntry) -> bool {
    let processes = Path::new("/proc");
    if processes.join("self").exists() {
        return !processes.join(folder.file_name()).exists();
    }
    let age = folder.metadata().and_then(|it| it.modified()).map(|it| it.elapsed());
    age.is_ok_and(|age| age.is_ok_and(|age| age > Duration::from_secs(3600)))
}

/// The folder for files of all tests, beside `debug`.
fn shared_folder() -> PathBuf {
    // The tests lie in `target/debug/deps`.
    let tests = env::current_exe().expect("a test knows where it is");
    let target = tests.ancestors().nth(3).expect("a test lies in a folder of the target");
    let folder = target.join("tmp");
    fs::create_dir_all(&folder).expect("the target can be written");
    folder
}

/// The path of a new file with this text. Names are shared by all tests, so each test takes its own.
///
/// Tests that write the same file at once never see each other's half-written text.
pub fn file(name: &str, text: impl AsRef<[u8]>) -> String {
    write(&folder().join(name), text)
}

/// Writes a file of `target/tmp` for a script of `ci/`.
pub fn hand_out(name: &str, text: impl AsRef<[u8]>) {
    write(&shared_folder().join(name), text);
}

fn write(path: &Path, text: impl AsRef<[u8]>) -> String {
    static WRITTEN: AtomicU32 = AtomicU32::new(0);

    let number = WRITTEN.fetch_add(1, Ordering::Relaxed);
    let unfinished = path.with_extension(format!("{}.{number}.unfinished", process::id()));
    fs::write(&unfinished, text).expect("the folder for tests can be written");
    fs::rename(&unfinished, path).expect("a file there can be renamed");
    path.to_str().expect("the folder has a plain name").to_owned()
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
