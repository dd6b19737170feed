//! Runs `ox88 hunt` against the broken engine, which is built first if it has to be.

use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;
use std::time::{Duration, Instant, SystemTime};
use std::{env, fs};

/// What a hunt has said.
pub struct Hunted {
    /// Its exit code; nothing if it was killed.
    pub code: Option<i32>,
    pub out: String,
    pub complaints: String,
    pub time: Duration,
}

/// Runs `ox88 hunt` with these arguments.
pub fn hunt(arguments: &[&str]) -> Hunted {
    let begun = Instant::now();
    let output = Command::new(env!("CARGO_BIN_EXE_ox88"))
        .arg("hunt")
        .args(arguments)
        .stdin(Stdio::null())
        .output()
        .expect("the program runs");
    Hunted {
        code: output.status.code(),
        out: String::from_utf8(output.stdout).expect("it prints text"),
        complaints: String::from_utf8(output.stderr).expect("it prints text"),
        time: begun.elapsed(),
    }
}

/// Runs it with what is found as JSON.
pub fn hunt_json(arguments: &[&str]) -> (Option<i32>, Value) {
    let hunted = hunt(&[arguments, &["--json", "-"]].concat());
    let value = serde_json::from_str(&hunted.out);
    let value = value.unwrap_or_else(|error| {
        panic!("{error} in\n{}{}", hunted.out, hunted.complaints);
    });
    (hunted.code, value)
}

/// The command of the broken engine with these faults, dialects and troubles.
pub fn broken(words: &str) -> String {
    format!("\"{}\" {words}", broken_engine().display())
}

/// The names that it lists below a heading.
pub fn listed(heading: &str) -> Vec<String> {
    let output = Command::new(broken_engine()).arg("--list").output().expect("it runs");
    let text = String::from_utf8(output.stdout).expect("it prints text");
    let below = text.split("\n\n").find(|part| part.starts_with(heading)).expect("it has a list");
    let names = below.lines().skip(1).filter_map(|line| line.strip_prefix("  "));
    let names = names.filter(|line| !line.starts_with(' '));
    names.filter_map(|line| line.split_whitespace().next()).map(str::to_owned).collect()
}

/// The broken engine of this build.
fn broken_engine() -> &'static Path {
    static PROGRAM: OnceLock<PathBuf> = OnceLock::new();
    PROGRAM.get_or_init(|| {
        // The tests lie in `target/debug/deps`, the examples in `target/debug/examples`.
        let tests = env::current_exe().expect("a test knows where it is");
        let folder = tests.ancestors().nth(2).expect("a test lies in a folder of the target");
        let name = Path::new("broken_engine").with_extension(env::consts::EXE_EXTENSION);
        let program = folder.join("examples").join(name);
        // `cargo test` builds it first, but `cargo test --test hunt` does not.
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
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folders = ["tests/broken_engine", "src", "src/chess", "src/perft", "src/suite"];
    let files = folders.into_iter().flat_map(|folder| fs::read_dir(root.join(folder)));
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
        .args(["build", "--quiet", "--example", "broken_engine", "--profile", profile])
        .arg("--target-dir")
        .arg(target)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .status();
    assert!(status.is_ok_and(|status| status.success()), "the broken engine does not build");
}
