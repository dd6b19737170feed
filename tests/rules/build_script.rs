//! The build script, run over planted suites: what it writes, and what it refuses.

use ox88_test_support::assert_texts;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::OnceLock;
use std::{env, fs};

/// The build script, compiled once for all tests of this process: cargo-nextest runs each test in one of its own.
fn build_script() -> &'static Path {
    static SCRIPT: OnceLock<PathBuf> = OnceLock::new();
    SCRIPT.get_or_init(|| {
        let name = format!("build_script_{}", std::process::id());
        let script = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
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

/// Files with their names.
type Suites = &'static [(&'static str, &'static str)];

/// Runs the build script in a folder of its own whose suites are these files.
fn run(test: &str, suites: &[(&str, &str)]) -> (Output, PathBuf) {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(test);
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

#[test]
fn each_position_becomes_a_function_and_each_depth_a_case() {
    let suite = format!("# A comment.\n{START} ;id start ;D1 20 ;D2 400\n{KINGS} ;D1 5\n");
    let (output, folder) = run("each_position", &[("small.epd", &suite)]);
    assert!(output.status.success());
    let code = fs::read_to_string(folder.join("suite_tests.rs")).expect("the tests are written");
    assert_eq!(
        code,
        "mod small {\n\
         #[rstest::rstest]\n\
         #[case::depth_1(1, 20)]\n\
         #[case::depth_2(2, 400)]\n\
         fn start(#[case] depth: u32, #[case] nodes: u128) {\n\
         super::check(\"suites/small.epd\", \"start\", depth, nodes);\n\
         }\n\
         #[rstest::rstest]\n\
         #[case::depth_1(1, 5)]\n\
         fn line_3(#[case] depth: u32, #[case] nodes: u128) {\n\
         super::check(\"suites/small.epd\", \"line_3\", depth, nodes);\n\
         }\n\
         }\n"
    );
}

#[test]
fn each_depth_with_columns_becomes_a_case() {
    let columns = "c1 \"D1: 0 0 0 0 0 0 0 0 0\"";
    let suite = format!("{START} ;id start ;D1 20 ;{columns}\n");
    let (output, folder) = run("each_column", &[("columns/small.epd", &suite)]);
    assert!(output.status.success());
    let code = fs::read_to_string(folder.join("column_tests.rs")).expect("the tests are written");
    assert_eq!(
        code,
        "mod small {\n\
         #[rstest::rstest]\n\
         #[case::depth_1(1, 20)]\n\
         fn start(#[case] depth: u32, #[case] nodes: u128) {\n\
         super::check(\"suites/columns/small.epd\", \"start\", depth, nodes);\n\
         }\n\
         }\n"
    );
}

#[test]
fn the_folder_is_watched_so_that_a_new_file_is_seen() {
    let (output, _) = run("watched", &[]);
    let said = String::from_utf8(output.stdout).expect("cargo reads text");
    assert!(said.lines().any(|line| line == "cargo::rerun-if-changed=suites"));
}

#[test]
fn a_position_without_an_id_may_stand_in_a_second_file() {
    let named = format!("{START} ;id start ;D1 20\n");
    let classic = format!("{START} ;D1 20 ;D2 400\n");
    let (output, _) = run("second_file", &[("a.epd", &named), ("dropped in.epd", &classic)]);
    assert!(output.status.success());
}

#[test]
fn files_that_an_editor_keeps_beside_its_own_are_passed_over() {
    let (output, _) =
        run("editor", &[(".x.epd.swp", "\u{1}"), ("x.epd~", "hello"), (".DS_Store", "")]);
    assert!(output.status.success());
}

/// What cannot be trusted: the suites, and the place that is named.
const REFUSED: &[(&str, Suites, &str)] = &[
    ("malformed line", &[("x.epd", "# comment\n\nhello\n")], "suites/x.epd:3: "),
    (
        "position twice in a file",
        &[("x.epd", "4k3/8/8/8/8/8/8/4K3 w - - 0 1 ;D1 5\n4k3/8/8/8/8/8/8/4K3 w - - 7 9 ;D2 25\n")],
        "suites/x.epd:2: ",
    ),
    (
        "id twice in a file",
        &[(
            "x.epd",
            "4k3/8/8/8/8/8/8/4K3 w - - ;id a ;D1 5\n4k3/8/8/8/8/8/8/4K3 b - - ;id a ;D1 5\n",
        )],
        "suites/x.epd:2: ",
    ),
    (
        "id in two files",
        &[
            ("x.epd", "4k3/8/8/8/8/8/8/4K3 w - - ;id a ;D1 5\n"),
            ("y.epd", "\n4k3/8/8/8/8/8/8/4K3 b - - ;id a ;D1 5\n"),
        ],
        "suites/y.epd:2: ",
    ),
    (
        "named position in two files",
        &[
            ("x.epd", "4k3/8/8/8/8/8/8/4K3 w - - ;id a ;D1 5\n"),
            ("y.epd", "4k3/8/8/8/8/8/8/4K3 w - - ;id b ;D1 5\n"),
        ],
        "suites/y.epd:1: ",
    ),
    (
        "id that is a word of rust",
        &[("x.epd", "4k3/8/8/8/8/8/8/4K3 w - - ;id match ;D1 5\n")],
        "suites/x.epd:1: ",
    ),
    ("file that is no suite", &[("x.txt", "")], "suites/x.txt: "),
    ("binary rubbish", &[("x.epd", "\u{1}\u{2}\n")], "suites/x.epd:1: "),
];

#[test]
fn a_suite_that_cannot_be_trusted_stops_the_build() {
    let mut refusals = Vec::new();
    for (what, suites, place) in REFUSED {
        let (output, _) = run(&what.replace(' ', "_"), suites);
        assert!(!output.status.success(), "{what}");
        let refusal = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(refusal.starts_with(place), "{what}: {refusal}");
        refusals.push((what, refusal));
    }
    assert_texts("build_script.refusals", refusals);
}
