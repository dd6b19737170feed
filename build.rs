//! Turns every suite file into tests: one rstest case for each position and depth.
//!
//! It writes three files for the compiler. `suite_tests.rs` has a module for each suite, a function for each position
//! and a case for each depth. `column_tests.rs` has the same for suites with the kinds of leaves. `built_in.rs` lists
//! the suites that the library carries with it. None of them says what a test does: `tests/suites.rs` and
//! `tests/rules/columns.rs` do. A line that does not follow the format stops the build.

#[path = "src/suite/epd.rs"]
mod epd;

use epd::Entry;
use std::collections::HashMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, process};

const FOLDER: &str = "suites";

/// The suites in this folder also have the kinds of leaves.
const COLUMNS_FOLDER: &str = "suites/columns";

/// Keywords of Rust, which cannot name a function or a module.
const RUST_WORDS: &str = "as async await become box break const continue crate do dyn else enum \
    extern false final fn for gen if impl in let loop macro match mod move mut override priv pub \
    ref return self static struct super trait true try type typeof unsafe unsized use virtual \
    where while yield abstract";

/// A suite file with its positions.
struct Suite {
    /// `suites/castling.epd`
    file: String,
    /// `castling`
    name: String,
    entries: Vec<Entry>,
}

fn main() {
    // Cargo watches the folder itself, so the next build notices added and removed files.
    println!("cargo::rerun-if-changed={FOLDER}");
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=src/suite/epd.rs");
    write_or_exit();
}

/// Writes the three files, or ends the build. The build script of the tests, a package of their own, includes this file
/// and calls it too.
pub fn write_or_exit() {
    if let Err(message) = generate() {
        eprintln!("{message}");
        process::exit(1);
    }
}

fn generate() -> Result<(), String> {
    let suites = read_suites(FOLDER)?;
    check_names(&suites)?;
    write_out("suite_tests.rs", &tests(&suites))?;
    write_out("built_in.rs", &built_in(&suites))?;
    let columns =
        if Path::new(COLUMNS_FOLDER).exists() { read_suites(COLUMNS_FOLDER)? } else { Vec::new() };
    check_names(&columns)?;
    write_out("column_tests.rs", &tests(&columns))
}

fn read_suites(folder: &str) -> Result<Vec<Suite>, String> {
    suite_files(folder)?.iter().map(|path| read_suite(folder, path)).collect()
}

/// The files of a folder, sorted, without its subfolders. Every file must be a suite, because a file that is silently
/// skipped tests nothing.
fn suite_files(folder: &str) -> Result<Vec<PathBuf>, String> {
    let refuse = |error| format!("{folder}: {error}");
    let mut files = Vec::new();
    for item in fs::read_dir(folder).map_err(refuse)? {
        let path = item.map_err(refuse)?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        // Editors and file managers leave such files beside others.
        let is_temporary = name.starts_with('.') || name.ends_with('~');
        if path.is_dir() || is_temporary {
            continue;
        }
        if path.extension().is_none_or(|ending| ending != "epd") {
            return Err(format!("{}: expected a file name that ends in .epd", path.display()));
        }
        files.push(path);
    }
    files.sort();
    Ok(files)
}

fn read_suite(folder: &str, path: &Path) -> Result<Suite, String> {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let file = format!("{folder}/{stem}.epd");
    let text = fs::read_to_string(path).map_err(|error| format!("{file}: {error}"))?;
    let entries = epd::parse(&text).map_err(|error| format!("{file}:{error}"))?;
    Ok(Suite { name: module_name(&stem), file, entries })
}

/// Turns a file name into a module name, which has only letters, digits and underscores.
fn module_name(stem: &str) -> String {
    let name: String = stem
        .chars()
        .map(|c| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '_' })
        .collect();
    if name.starts_with(|c: char| c.is_ascii_digit()) { format!("suite_{name}") } else { name }
}

/// Checks that each name of all suites means one position, that each position has at most one name, and that no
/// position is in a file twice.
fn check_names(suites: &[Suite]) -> Result<(), String> {
    let mut seen: HashMap<(&str, &str, String), String> = HashMap::new();
    for Suite { file, name, entries } in suites {
        check_word(name, file)?;
        let mut claim = |what, scope, text: String, place: &str| {
            let message = format!("{place}: the {what} `{text}` is already");
            match seen.insert((what, scope, text), place.to_owned()) {
                Some(earlier) => Err(format!("{message} at {earlier}: write each {what} once")),
                None => Ok(()),
            }
        };
        claim("module name", "", name.clone(), file)?;
        for entry in entries {
            let place = format!("{file}:{}", entry.line);
            // No position is in a file twice.
            claim("position", file, key(entry), &place)?;
            if entry.id.is_some() {
                check_word(&entry.name(), &place)?;
                // In all suites, a position has one name.
                claim("id", "", entry.name(), &place)?;
                claim("position", "", key(entry), &place)?;
            }
        }
    }
    Ok(())
}

/// What makes two positions the same: the first four fields.
fn key(entry: &Entry) -> String {
    entry.fen.split(' ').take(4).collect::<Vec<_>>().join(" ")
}

fn check_word(name: &str, place: &str) -> Result<(), String> {
    if RUST_WORDS.split_whitespace().any(|word| word == name) {
        return Err(format!("{place}: `{name}` is a word of Rust: write another name"));
    }
    Ok(())
}

/// For each suite `mod castling { … }`, with a function for each position and its cases.
fn tests(suites: &[Suite]) -> String {
    let mut code = String::new();
    for Suite { file, name, entries } in suites {
        let _ = writeln!(code, "mod {name} {{");
        for entry in entries {
            let _ = writeln!(code, "#[rstest::rstest]");
            for count in &entry.counts {
                let (depth, nodes) = (count.depth, count.nodes);
                let _ = writeln!(code, "#[case::depth_{depth}({depth}, {nodes})]");
            }
            let name = entry.name();
            let _ = writeln!(
                code,
                "fn {name}(#[case] depth: u32, #[case] nodes: u128) {{\n\
                 super::check({file:?}, {name:?}, depth, nodes);\n}}"
            );
        }
        let _ = writeln!(code, "}}");
    }
    code
}

/// `&[("suites/castling.epd", include_str!(…)), …]`
///
/// The compiler knows the path of the package. It is not fixed here, because copies of the package may share a target
/// folder.
fn built_in(suites: &[Suite]) -> String {
    let mut code = String::from("&[\n");
    for Suite { file, .. } in suites {
        let path = format!("concat!(env!(\"CARGO_MANIFEST_DIR\"), {:?})", format!("/{file}"));
        let _ = writeln!(code, "({file:?}, include_str!({path})),");
    }
    code + "]\n"
}

fn write_out(file: &str, code: &str) -> Result<(), String> {
    let folder = PathBuf::from(env::var("OUT_DIR").expect("Cargo names a folder"));
    fs::write(folder.join(file), code).map_err(|error| format!("{file}: {error}"))
}
