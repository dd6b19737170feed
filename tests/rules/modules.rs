//! What no edge of a crate can hold: in `src/chess` a module uses only those before it, one module knows the number
//! 0x88, and no rule is written out for each side. Code is read line by line, without its comments.

use crate::suites::in_repository;
use std::fs;

/// The modules of `src/chess` in reading order: a file uses only files before it.
const MODULES: [&str; 11] = [
    "square", "color", "piece", "board", "attacks", "castling", "moves", "position", "movegen",
    "valid", "fen",
];

/// Where White and Black may have an arm of a `match` each: what the sides are, their letters in a FEN, and the
/// number of the move.
const MAY_MATCH_COLORS: [&str; 4] = ["color", "piece", "fen", "movegen"];

/// The lines of code of a file.
fn code(path: &str) -> Vec<String> {
    let text = fs::read_to_string(in_repository(path)).expect("the source is there");
    let lines = text.lines().map(str::trim).filter(|line| !line.starts_with("//"));
    lines.map(str::to_owned).collect()
}

fn modules_with(is_there: impl Fn(&str) -> bool) -> Vec<&'static str> {
    let has_it =
        |module: &&str| code(&format!("src/chess/{module}.rs")).iter().any(|it| is_there(it));
    MODULES.into_iter().filter(has_it).collect()
}

#[test]
fn every_module_of_chess_is_on_the_list() {
    let files = fs::read_dir(in_repository("src/chess")).expect("the source is there");
    let names = files.map(|file| file.expect("it can be read").file_name().into_string());
    let mut names: Vec<String> = names.map(|name| name.expect("it is text")).collect();
    names.retain(|name| name != "mod.rs");
    let mut modules = MODULES.map(|module| format!("{module}.rs"));
    names.sort();
    modules.sort();
    assert_eq!(names, modules);
}

#[test]
fn a_module_of_chess_uses_only_those_before_it() {
    for (place, module) in MODULES.into_iter().enumerate() {
        for line in code(&format!("src/chess/{module}.rs")) {
            let used =
                line.split("super::").skip(1).map(|rest| rest.split("::").next().unwrap_or(rest));
            for used in used.filter(|used| MODULES.contains(used)) {
                assert!(MODULES[..place].contains(&used), "{module} uses {used}: {line}");
            }
            assert!(!line.contains("crate::"), "{module} uses another part of the crate: {line}");
        }
    }
}

/// Whether a line has a number that only makes sense where 16 cells are a rank, and 128 a board.
fn knows_the_cells(line: &str) -> bool {
    let words = line.split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_');
    let numbers = ["0x88", "0x77", "0x70", "16", "128"];
    // A board in memory begins at such a place.
    let is_of_cells = !line.contains("align(16)");
    is_of_cells && words.into_iter().any(|word| numbers.contains(&&*word.replace('_', "")))
}

#[test]
fn only_the_module_of_squares_knows_how_a_square_is_a_number() {
    assert_eq!(modules_with(knows_the_cells), ["square"]);
}

#[test]
fn the_quick_walk_does_not_know_how_a_square_is_a_number() {
    let folder = "crates/count/src/quick";
    let files = fs::read_dir(in_repository(folder)).expect("the source is there");
    // So many moves are listed at most.
    let is_other = |line: &String| line.contains("MOST_LISTED");
    for file in files {
        let path = file.expect("it can be read").path();
        let lines = code(&path.to_string_lossy());
        let known = lines.iter().find(|line| !is_other(line) && knows_the_cells(line));
        assert_eq!(known, None, "{}", path.display());
    }
}

#[test]
fn no_rule_of_chess_is_written_out_for_each_side() {
    let is_arm = |line: &str| {
        let pattern = line.split_once("=>").map_or("", |(pattern, _)| pattern);
        pattern.contains("White") || pattern.contains("Black")
    };
    let mut modules = modules_with(is_arm);
    assert!(modules.contains(&"color"), "the sides have their geometry");
    modules.retain(|module| !MAY_MATCH_COLORS.contains(module));
    assert_eq!(modules, [""; 0], "ask the colour instead");
}
