//! Where the tests find the engine, which cargo builds among the examples.

use std::path::{Path, PathBuf};
use std::time::SystemTime;
use std::{env, fs};

/// The broken engine, as this build made it.
///
/// # Panics
/// When it has not been built, or from older sources. A plain `cargo test` builds it first, but
/// `cargo test --test NAME` does not.
pub fn broken_engine() -> PathBuf {
    // The tests lie in `target/debug/deps`, the examples in `target/debug/examples`.
    let tests = env::current_exe().expect("a test knows where it is");
    let folder = tests.ancestors().nth(2).expect("a test lies in a folder of the target");
    let program =
        folder.join("examples").join("broken_engine").with_extension(env::consts::EXE_EXTENSION);
    let advice = "type `cargo build --example broken_engine` first, or a plain `cargo test`";
    let Some(built) = changed(&program) else {
        panic!("{} is missing: {advice}", program.display())
    };
    let sources = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/broken_engine");
    for source in fs::read_dir(sources).expect("the sources are there").flatten() {
        let source = source.path();
        // This file is not a part of the engine.
        let is_part = !source.ends_with("program.rs");
        let is_newer = changed(&source).is_some_and(|changed| changed > built);
        assert!(!(is_part && is_newer), "{} is newer than the engine: {advice}", source.display());
    }
    program
}

fn changed(path: &Path) -> Option<SystemTime> {
    fs::metadata(path).and_then(|data| data.modified()).ok()
}
