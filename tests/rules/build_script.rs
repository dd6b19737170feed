//! The build script, run over planted suites: what it writes, and what it refuses.

use ox88_test_support::{assert_rules, assert_texts, folder, unescaped};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::OnceLock;
use std::{env, fs};

/// The build script, compiled once for all tests of this process: cargo-nextest runs each test in one of its own.
fn build_script() -> &'static Path {
    static SCRIPT: OnceLock<PathBuf> = OnceLock::new();
    SCRIPT.get_or_init(|| {
        let script = folder().join("build_script");
        let compiler = env::var("RUSTC").unwrap_or_else(|_| "rustc".to_owned());
        let status = Command::new(compiler)
            .args(["--edition", "2024", "-o"])
            .arg(&script)
            .arg(concat!(env!("CARGO_MANIFEST_DIR"), "/../build.rs"))
            .status();
        assert!(status.expect("the compiler runs").success());
        script
    })
}

/// Runs the build script in a folder of its own whose suites are these files.
fn run(test: &str, suites: &[(&str, &str)]) -> (Output, PathBuf) {
    let folder = folder().join(test);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(folder.join("suites/columns")).expect("the folder can be made");
    for (name, text) in suites {
        fs::write(folder.join("suites").join(name), text).expect("the suite can be written");
    }
    let output = Command::new(build_script())
        .current_dir(&folder)
        .env("OUT_DIR", &folder)
        .env("CARGO_MANIFEST_DIR", &folder)
        .output();
    (output.expect("the build script runs"), folder)
}

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const KINGS: &str = "4k3/8/8/8/8/8/8/4K3 w - - 0 1";

/// Each position becomes a function and each depth a case, also with columns. A position without an id may stand in a
/// second file, and files that an editor keeps beside its own are passed over.
#[test]
fn tests_are_written_for_what_the_folder_holds_and_it_is_watched() {
    let suite = format!("# A comment.\n{START} ;id start ;D1 20 ;D2 400\n{KINGS} ;D1 5\n");
    let columns = format!("{START} ;id start ;D1 20 ;c1 \"D1: 0 0 0 0 0 0 0 0 0\"\n");
    let classic = format!("{START} ;D1 20 ;D2 400\n");
    let suites =
        [("small.epd", &*suite), ("columns/small.epd", &*columns), ("dropped in.epd", &*classic)];
    let beside = [(".x.epd.swp", "\u{1}"), ("x.epd~", "hello"), (".DS_Store", "")];
    let (output, folder) = run("written", &[&suites[..], &beside].concat());
    assert!(output.status.success(), "{output:?}");
    let said = String::from_utf8(output.stdout).expect("cargo reads text");
    assert!(said.lines().any(|line| line == "cargo::rerun-if-changed=suites"));
    let code = ["suite_tests.rs", "column_tests.rs"]
        .map(|name| (name, fs::read_to_string(folder.join(name)).expect("the tests are written")));
    assert_texts("build_script.written", code);
}

/// What cannot be trusted: the files, with `|` between them.
#[test]
fn a_suite_that_cannot_be_trusted_stops_the_build() {
    assert_rules("build_script.refusals", |_, case| {
        let (what, files) = case.split_once(": ").expect("it says what is wrong");
        let files = unescaped(&files.replace("KINGS", KINGS));
        let suites: Vec<_> = files.split(" | ").filter_map(|it| it.split_once(": ")).collect();
        let (output, _) = run(&what.replace(' ', "_"), &suites);
        assert!(!output.status.success(), "{what}");
        String::from_utf8_lossy(&output.stderr).into_owned()
    });
}
