//! Texts that people read are kept as snapshots, so that a better wording is one review.

use crate::ROOT;
use std::fmt::Display;
use std::path::{Path, PathBuf};
use std::{env, fs};

/// The folder of the package whose tests run: cargo says it to each test.
fn package() -> PathBuf {
    env::var_os("CARGO_MANIFEST_DIR").expect("cargo runs the tests").into()
}

/// Where the snapshots of its texts are.
fn folder() -> PathBuf {
    package().join("snapshots/texts")
}

/// The text of a snapshot, without its head.
pub(crate) fn text_of(snapshot: &str) -> String {
    let path = folder().join(format!("{snapshot}.snap"));
    let text =
        fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let text = text.replace('\r', "");
    text.splitn(3, "---\n").last().unwrap_or_default().to_owned()
}

/// A text as if no line of it had been wrapped.
pub fn in_one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// What a program says on standard error, as if its messages had not been wrapped: where they are depends on how long
/// the paths in them are. What was wrapped goes on below the first word of the message.
pub fn unwrapped(text: &str) -> String {
    let (mut unwrapped, mut rest) = (String::new(), text);
    while let Some((line, next)) = rest.split_once("\n      ") {
        unwrapped += line;
        unwrapped += if next.starts_with(' ') { "\n      " } else { " " };
        rest = next;
    }
    unwrapped + rest
}

/// Compares texts, each below its title, with `snapshots/texts/<name>.snap` of the package. The name begins
/// with that of the module of the test.
pub fn assert_texts(name: &str, texts: impl IntoIterator<Item = (impl Display, impl Display)>) {
    let entry = |(title, text): (_, _)| {
        let lines = format!("{title}\n{text}").trim_end().replace('\n', "\n  ");
        lines.replace("\n  \n", "\n\n") + "\n"
    };
    let module = name.split('.').next().unwrap_or_default();
    let mut settings = insta::Settings::new();
    settings.set_snapshot_path(folder());
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    let package = env::var("CARGO_PKG_NAME").expect("cargo runs the tests");
    settings.set_description(format!("cargo test -p {package} {module}"));
    let text = texts.into_iter().map(entry).collect::<Vec<_>>().join("\n");
    settings.bind(|| insta::assert_snapshot!(name, text));
}

/// The same of texts that stand at a terminal: they fit its 80 columns.
pub fn assert_reports(name: &str, texts: impl IntoIterator<Item = (impl Display, impl Display)>) {
    let texts = texts.into_iter().map(|(title, text)| (title.to_string(), text.to_string()));
    let texts: Vec<(String, String)> = texts.collect();
    for (title, text) in &texts {
        assert_fits(title, text);
    }
    assert_texts(name, texts);
}

/// Checks that a report fits 80 columns, but for lines to copy, which stay whole.
pub fn assert_fits(name: &str, report: &str) {
    let is_to_copy = |line: &&str| {
        ["position ", "ox88 ", "\"", "path ", "fen "]
            .iter()
            .any(|it| line.trim_start().starts_with(it))
    };
    for line in report.lines().filter(|line| !is_to_copy(line)) {
        assert!(line.chars().count() <= 80, "{name}: {line:?} in\n{report}");
    }
}

/// Checks that each of these snapshots of all packages has a test, which says its name: `assert_texts("fen.moves", …)`. A
/// text that no test has any more would be reviewed for nothing.
pub fn assert_each_text_has_a_test() {
    let root = Path::new(ROOT);
    let crates = fs::read_dir(root.join("crates")).expect("the tests run in the repository");
    let crates = crates.map(|it| it.expect("the folder can be read").path());
    for package in crates.chain([root.join("tests")]) {
        // Those of the reference are a package of their own.
        let tests = [package.join("tests"), package.clone()];
        let code = code_below(tests.iter().find(|it| it.is_dir()).expect("the package is there"));
        for file in fs::read_dir(package.join("snapshots/texts")).into_iter().flatten() {
            let path = file.expect("the folder can be read").path();
            // A `.snap.new` waits to be reviewed, and the test that wrote it has failed already.
            if path.extension().is_some_and(|it| it == "snap") {
                let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
                let has_a_test = code.contains(&format!("\"{name}\""));
                assert!(has_a_test, "{} has no test: delete it", path.display());
            }
        }
    }
}

/// The text of all files of Rust in a folder and below it.
pub fn code_below(folder: &Path) -> String {
    let mut code = String::new();
    for file in fs::read_dir(folder).expect("the folder is there") {
        let path = file.expect("the folder can be read").path();
        if path.is_dir() {
            code += &code_below(&path);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            code += &fs::read_to_string(&path).expect("code is text");
        }
    }
    code
}
