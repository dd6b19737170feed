//! Where the tests find the engine, which cargo builds among the examples.

use crate::ROOT;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;
use std::time::SystemTime;
use std::{env, fs};

/// The broken engine of this build.
///
/// # Panics
/// When it cannot be built.
pub fn broken_engine() -> &'static Path {
    static PROGRAM: OnceLock<PathBuf> = OnceLock::new();
    PROGRAM.get_or_init(|| {
        // The tests lie in `target/debug/deps`, the examples in `target/debug/examples`.
        let tests = env::current_exe().expect("a test knows where it is");
        let folder = tests.ancestors().nth(2).expect("a test lies in a folder of the target");
        let name = Path::new("broken_engine").with_extension(env::consts::EXE_EXTENSION);
        let program = folder.join("examples").join(name);
        // It is an example of the program's package: `cargo test` builds it first, but neither
        // `cargo test --test program` nor a test of another package does.
        if !is_new(&program) {
            build(folder);
        }
        assert!(program.exists(), "{} was not built", program.display());
        program
    })
}

/// Whether a program is newer than the sources that it is made of.
fn is_new(program: &Path) -> bool {
    let Some(built) = changed(program) else { return false };
    let folders = ["crates/broken-engine/src", "src", "src/chess", "src/perft", "src/suite"];
    let files = folders.into_iter().flat_map(|folder| fs::read_dir(Path::new(ROOT).join(folder)));
    files.flatten().flatten().all(|file| changed(&file.path()).is_some_and(|time| time <= built))
}

fn changed(path: &Path) -> Option<SystemTime> {
    fs::metadata(path).and_then(|data| data.modified()).ok()
}

/// Builds it with the profile of this test.
fn build(folder: &Path) {
    let profile = match folder.file_name().and_then(|name| name.to_str()) {
        Some("debug") | None => "dev",
        Some(name) => name,
    };
    let target = folder.parent().expect("a profile lies in a target");
    let status = Command::new(env!("CARGO"))
        .args(["build", "--locked", "--quiet", "--package", "ox88-cli"])
        .args(["--example", "broken_engine"])
        .args(["--profile", profile])
        .arg("--target-dir")
        .arg(target)
        .current_dir(ROOT)
        .status();
    assert!(status.is_ok_and(|status| status.success()), "the broken engine does not build");
}
