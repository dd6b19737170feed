//! The floors of the house: an arrow that runs up, from a room to one above it, fails here.
//!
//! The sources are read as text. Comments and strings are left out, `use` trees are taken apart,
//! and each path is followed from `crate`, `self` or `super` to the room in which it ends. Paths
//! that stand in the code without a `use` count as well.

use rstest::rstest;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::{fs, iter};

/// The wings, from the lowest to the highest: each may use those before it.
const WINGS: [&str; 5] = ["chess", "perft", "suite", "hunt", "cli"];

/// The rooms of `src/chess`, from the ground up: floor, room, and what it may import.
const CHESS: [(u8, &str, &str); 12] = [
    (0, "square", ""),
    (0, "color", "square"),
    (0, "piece", "square color"),
    (1, "board", "square color piece"),
    (1, "castling", "square color"),
    // On the same floor: where the king arrives when it castles is part of the move.
    (1, "moves", "square piece castling"),
    (2, "attacks", "square color piece board"),
    (2, "setup", "square color piece board castling attacks"),
    (2, "position", "square color piece board castling moves attacks setup"),
    (2, "fen", "square color piece board castling moves attacks setup position"),
    (3, "make", "square color piece castling moves position"),
    (3, "movegen", "square color piece board castling moves attacks position make"),
];

/// The files of `src/chess` in which White and Black may have an arm of a `match` each: the two
/// that define what the sides are, their letters in a FEN, the number of the move, and the two
/// copies of the test for legality that the compiler makes.
const MAY_MATCH_COLORS: [&str; 5] = ["color", "piece", "fen", "make", "movegen"];

// The sources.

/// A file of `src` and the path of its module: `["chess", "square"]` for `chess/square.rs`.
struct Source {
    module: Vec<String>,
    file: String,
    text: String,
}

/// All files of `src`.
fn sources() -> Vec<Source> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    collect_files(&root, &mut files);
    files.sort();
    let source = |path: &PathBuf| {
        let inside = path.strip_prefix(&root).unwrap().with_extension("");
        let parts = inside.iter().map(|part| part.to_str().unwrap().to_owned());
        Source {
            module: parts.filter(|part| !["lib", "main", "mod"].contains(&part.as_str())).collect(),
            file: format!("src/{}", path.strip_prefix(&root).unwrap().display()).replace('\\', "/"),
            text: fs::read_to_string(path).unwrap(),
        }
    };
    files.iter().map(source).collect()
}

fn collect_files(folder: &Path, files: &mut Vec<PathBuf>) {
    for item in fs::read_dir(folder).unwrap() {
        let path = item.unwrap().path();
        if path.is_dir() {
            collect_files(&path, files);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            files.push(path);
        }
    }
}

/// The words and signs of a source, without comments, strings, letters in quotes and the marks of
/// lifetimes. `::` and `=>` are one sign each.
fn tokens(text: &str) -> Vec<String> {
    let letters: Vec<char> = text.chars().collect();
    let mut tokens = Vec::new();
    let mut at = 0;
    while at < letters.len() {
        let rest = &letters[at..];
        let is_word = |letter: &&char| letter.is_alphanumeric() || **letter == '_';
        let word: String = rest.iter().take_while(is_word).collect();
        let length = if starts_with(rest, "//") {
            rest.iter().take_while(|&&letter| letter != '\n').count()
        } else if starts_with(rest, "/*") {
            comment_length(rest)
        } else if let Some(length) = raw_string_length(rest) {
            length
        } else if rest[0] == '"' {
            quotation_length(rest, '"')
        } else if rest[0] == '\'' {
            // What closes after one letter, or begins with \, is a letter; else it is a lifetime.
            let is_letter = rest.get(1) == Some(&'\\') || rest.get(2) == Some(&'\'');
            if is_letter { quotation_length(rest, '\'') } else { 1 }
        } else if !word.is_empty() {
            let length = word.chars().count();
            tokens.push(word);
            length
        } else {
            let pair = ["::", "=>"].into_iter().find(|pair| starts_with(rest, pair));
            let sign = pair.map_or_else(|| rest[0].to_string(), str::to_owned);
            let length = sign.chars().count();
            if !rest[0].is_whitespace() {
                tokens.push(sign);
            }
            length
        };
        at += length;
    }
    tokens
}

fn starts_with(letters: &[char], text: &str) -> bool {
    text.chars().enumerate().all(|(index, letter)| letters.get(index) == Some(&letter))
}

/// Comments of this kind may hold others.
fn comment_length(letters: &[char]) -> usize {
    let (mut at, mut depth) = (0, 0);
    while at < letters.len() {
        let (step, change) = match () {
            () if starts_with(&letters[at..], "/*") => (2, 1),
            () if starts_with(&letters[at..], "*/") => (2, -1),
            () => (1, 0),
        };
        at += step;
        depth += change;
        if depth == 0 {
            break;
        }
    }
    at
}

/// `r"…"` or `r#"…"#`, also with a `b` in front.
fn raw_string_length(letters: &[char]) -> Option<usize> {
    let prefix = usize::from(letters[0] == 'b');
    if letters.get(prefix) != Some(&'r') {
        return None;
    }
    let hashes = letters[prefix + 1..].iter().take_while(|&&letter| letter == '#').count();
    let begin = prefix + 1 + hashes;
    if letters.get(begin) != Some(&'"') {
        return None;
    }
    let end = format!("\"{}", "#".repeat(hashes));
    let inside = (begin + 1..letters.len()).find(|&at| starts_with(&letters[at..], &end))?;
    Some(inside + end.len())
}

fn quotation_length(letters: &[char], mark: char) -> usize {
    let mut at = 1;
    while at < letters.len() && letters[at] != mark {
        at += if letters[at] == '\\' { 2 } else { 1 };
    }
    at + 1
}

// The paths.

/// Every path in a source that begins at `crate`, `self`, `super` or the name of this package, as
/// it runs from the root: `["chess", "square", "Square"]`.
fn paths(module: &[String], text: &str) -> Vec<Vec<String>> {
    let tokens = tokens(text);
    let mut written: Vec<(Vec<String>, Vec<String>)> = Vec::new();
    // Modules written inside the file, each with the depth of braces around it.
    let mut inner: Vec<(String, usize)> = Vec::new();
    let mut depth = 0;
    let mut at = 0;
    while at < tokens.len() {
        let here =
            || module.iter().cloned().chain(inner.iter().map(|(name, _)| name.clone())).collect();
        let follows = |sign: &str| tokens.get(at + 1).is_some_and(|next| next == sign);
        let before = at.checked_sub(1).map(|before| tokens[before].as_str());
        match tokens[at].as_str() {
            "use" => {
                let begin = at + 1;
                at = tokens[begin..]
                    .iter()
                    .position(|token| token == ";")
                    .map_or(tokens.len(), |end| begin + end);
                let here: Vec<String> = here();
                let tree = leaves(&mut tokens[begin..at].iter().map(String::as_str).peekable());
                written.extend(tree.into_iter().map(|path| (here.clone(), path)));
            }
            "crate" | "self" | "super" | "ox88"
                if follows("::") && before != Some("::") && before != Some("in") =>
            {
                let path = tokens[at..]
                    .chunks(2)
                    .take_while(|pair| is_name(&pair[0]))
                    .scan(true, |goes_on, pair| {
                        let name = goes_on.then(|| pair[0].clone());
                        *goes_on = pair.get(1).is_some_and(|sign| sign == "::");
                        name
                    })
                    .collect();
                written.push((here(), path));
            }
            "mod" if tokens.get(at + 2).is_some_and(|sign| sign == "{") => {
                inner.push((tokens[at + 1].clone(), depth));
            }
            "{" => depth += 1,
            "}" => {
                depth -= 1;
                if inner.last().is_some_and(|(_, outside)| *outside == depth) {
                    inner.pop();
                }
            }
            _ => {}
        }
        at += 1;
    }
    written.into_iter().filter_map(|(here, path)| from_root(&here, &path)).collect()
}

fn is_name(token: &str) -> bool {
    token.starts_with(|letter: char| letter.is_alphabetic() || letter == '_')
}

/// The paths that a `use` tree joins: `a::{b, c::d as e}` is `a::b` and `a::c::d`.
fn leaves<'a>(tokens: &mut iter::Peekable<impl Iterator<Item = &'a str>>) -> Vec<Vec<String>> {
    let mut path: Vec<String> = Vec::new();
    while let Some(token) = tokens.next_if(|&token| token != "," && token != "}") {
        match token {
            "::" => {}
            "{" => {
                let mut branches = Vec::new();
                while tokens.peek().is_some_and(|&token| token != "}") {
                    branches.extend(leaves(tokens));
                    let _ = tokens.next_if_eq(&",");
                }
                tokens.next();
                return branches.iter().map(|branch| [&path[..], branch].concat()).collect();
            }
            // The new name says nothing about where the old one comes from.
            "as" => drop(tokens.next()),
            name => path.push(name.to_owned()),
        }
    }
    vec![path]
}

/// Where a path ends that was written in some module; nothing for one into another package.
fn from_root(here: &[String], path: &[String]) -> Option<Vec<String>> {
    let mut base = match path.first()?.as_str() {
        "crate" | "ox88" => Vec::new(),
        "self" | "super" => here.to_vec(),
        _ => return None,
    };
    for (index, name) in path.iter().enumerate() {
        match name.as_str() {
            "super" => drop(base.pop()),
            "self" => {}
            "crate" | "ox88" if index == 0 => {}
            name => base.push(name.to_owned()),
        }
    }
    Some(base)
}

// The rule.

/// What is wrong with the arrows of a source, one sentence each.
fn upward_arrows(module: &[String], text: &str) -> Vec<String> {
    let Some(side) = module.first() else {
        // The map and the three lines of the program lead to every room.
        return Vec::new();
    };
    let Some(floor) = WINGS.iter().position(|name| name == side) else {
        return vec![format!("{side} is no side: the sides are {}", WINGS.join(", "))];
    };
    let problem = |path: Vec<String>| {
        let text = path.join("::");
        let Some(goal) = path.first() else {
            return Some("* of the root: name the room".to_owned());
        };
        let Some(goal_floor) = WINGS.iter().position(|name| name == goal) else {
            // The program is a user of the library like others and may come through the front door.
            return (side != "cli").then(|| format!("{text}: name the room in which it is"));
        };
        if goal_floor > floor {
            Some(format!("{text}: {side} may not use {goal}"))
        } else if side == "chess" {
            room_problem(&module[1..], &path[1..]).map(|problem| format!("{text}: {problem}"))
        } else {
            None
        }
    };
    paths(module, text).into_iter().filter_map(problem).collect()
}

/// What is wrong with an arrow between two rooms of `src/chess`.
fn room_problem(from: &[String], to: &[String]) -> Option<String> {
    // The list of the rooms leads to all of them.
    let from = from.first()?;
    let Some(to) = to.first().filter(|room| *room != "*") else {
        return Some("name the room".to_owned());
    };
    let Some((_, _, allowed)) = CHESS.iter().find(|(_, room, _)| room == from) else {
        return Some(format!("{from} is no room: give it a floor"));
    };
    let is_allowed = from == to || allowed.split(' ').any(|room| room == to);
    (!is_allowed).then(|| format!("{from} may import {allowed:?}, but not {to}"))
}

#[test]
fn no_arrow_runs_up_the_floors() {
    let sources = sources();
    assert!(sources.len() > CHESS.len(), "only {} files: where are the sources?", sources.len());
    let problems: Vec<String> = sources
        .iter()
        .flat_map(|source| {
            let problems = upward_arrows(&source.module, &source.text);
            problems.into_iter().map(|problem| format!("{}: {problem}", source.file))
        })
        .collect();
    assert_eq!(problems, Vec::<String>::new());
}

#[test]
fn every_room_of_the_chess_wing_has_a_floor_and_every_floor_its_rooms() {
    let in_table: BTreeSet<String> = CHESS.iter().map(|(_, room, _)| (*room).to_owned()).collect();
    let in_folder: BTreeSet<String> = sources()
        .into_iter()
        .filter(|source| source.module.first().is_some_and(|side| side == "chess"))
        .filter_map(|source| source.module.get(1).cloned())
        .collect();
    assert_eq!(in_folder, in_table);
    assert_eq!(in_table.len(), CHESS.len());
}

#[test]
fn the_table_itself_allows_no_arrow_up_and_no_circle() {
    for (index, (floor, room, allowed)) in CHESS.iter().enumerate() {
        for goal in allowed.split_whitespace() {
            let below = CHESS[..index].iter().find(|(_, name, _)| *name == goal);
            let (goal_floor, _, _) = below.unwrap_or_else(|| panic!("{goal} is not below {room}"));
            assert!(goal_floor <= floor, "{goal} is above {room}");
        }
    }
    assert!(CHESS.is_sorted_by_key(|(floor, _, _)| *floor));
}

#[test]
fn the_arrows_that_are_there_are_found() {
    let found: BTreeSet<String> = sources()
        .iter()
        .filter(|source| source.file == "src/chess/movegen.rs")
        .flat_map(|source| paths(&source.module, &source.text))
        .map(|path| path[..2].join("::"))
        .collect();
    for room in ["attacks", "moves", "position", "square"] {
        assert!(found.contains(&format!("chess::{room}")), "movegen uses {room}, but: {found:?}");
    }
}

/// The problems of a source that is planted as this file of `src`.
fn planted(module: &str, text: &str) -> String {
    let module: Vec<String> = module.split('/').map(str::to_owned).collect();
    upward_arrows(&module, text).join("\n")
}

#[rstest]
#[case::a_neighbour("chess/square", "use super::color::Color;", "chess::color::Color")]
#[case::from_the_root("chess/board", "use crate::chess::fen::START;", "chess::fen::START")]
#[case::up_and_down_again("chess/board", "use super::super::chess::make::X;", "chess::make::X")]
#[case::in_a_group(
    "chess/attacks",
    "use super::{board::Board, movegen::{self, X}, color::Color};",
    "chess::movegen"
)]
#[case::over_several_lines(
    "chess/attacks",
    "use super::{\n    color::Color,\n    position::\n        Position,\n};",
    "chess::position::Position"
)]
#[case::behind_a_new_name("chess/moves", "pub use super::board as b;", "chess::board")]
#[case::all_of_a_room("chess/moves", "pub(super) use super::board::*;", "chess::board::*")]
#[case::inside_a_function("chess/moves", "fn f() { use super::fen::X; }", "chess::fen::X")]
#[case::inside_a_module(
    "chess/moves",
    "mod inner { mod more { fn f() {} } use super::super::make::X; }",
    "chess::make::X"
)]
#[case::after_a_module("chess/moves", "mod inner { fn f() {} } use super::make::X;", "make::X")]
#[case::without_use("chess/moves", "fn f(x: &super::fen::X<'_>) {}", "chess::fen::X")]
#[case::behind_a_lifetime("chess/moves", "fn f<'a>(x: &'a super::fen::X) {}", "chess::fen::X")]
#[case::behind_a_quoted_quote("chess/moves", "const A: char = '\"'; use super::fen::X;", "fen::X")]
#[case::behind_a_raw_string("chess/moves", r##"f(r#"""#); use super::fen::X;"##, "chess::fen::X")]
#[case::all_rooms_at_once("chess/movegen", "use super::*;", "name the room")]
#[case::the_wing_itself("chess/movegen", "use crate::chess;", "name the room")]
#[case::all_wings_at_once("perft/walk", "use crate::*;", "name the room")]
#[case::through_the_map("perft/walk", "use crate::Position;", "name the room")]
#[case::from_chess_to_perft(
    "chess/fen",
    "use crate::perft::walk::perft;",
    "chess may not use perft"
)]
#[case::from_perft_to_suite("perft/walk", "use crate::suite::epd;", "perft may not use suite")]
#[case::from_suite_to_cli("suite/run", "use super::super::cli::show;", "suite may not use cli")]
#[case::from_suite_to_hunt("suite/run", "use crate::hunt::engine;", "suite may not use hunt")]
#[case::from_hunt_to_cli("hunt/engine", "use ox88::cli::show;", "hunt may not use cli")]
#[case::from_the_door_of_a_wing("perft", "pub use super::cli::show;", "perft may not use cli")]
#[case::a_room_without_a_floor("chess/cellar", "use super::square::Square;", "give it a floor")]
#[case::a_wing_without_a_place("garden/shed", "", "garden is no side")]
fn an_arrow_up_is_found_wherever_it_is_planted(
    #[case] module: &str,
    #[case] text: &str,
    #[case] expected: &str,
) {
    let found = planted(module, text);
    assert!(found.contains(expected), "{text:?} in {module} has: {found:?}");
}

#[rstest]
#[case::down("chess/movegen", "use super::{position::Position, square::{Direction, Square}};")]
#[case::itself("chess/moves", "use self::MoveKind::Normal; fn f(x: super::moves::Move) {}")]
#[case::another_package("chess/square", "use std::fmt::{self, Write}; use once_cell::sync::Lazy;")]
#[case::a_comment(
    "chess/square",
    "// use super::color::Color;\n/* /* super::fen::X */ super::fen::X */"
)]
#[case::a_string("chess/square", r#"const A: &str = "\"use super::color::Color;";"#)]
#[case::a_raw_string("chess/square", r##"const A: &str = r#""super::color::Color"#;"##)]
#[case::who_may_see_it("chess/square", "pub(in crate::chess) fn f() {} pub(super) fn g() {}")]
#[case::a_lower_wing("suite/run", "use crate::{chess::fen::START, perft::walk::perft};")]
#[case::the_same_wing("suite/run", "use super::epd::{self, Entry};")]
#[case::the_highest_wing("cli/show", "use crate::hunt; use ox88::Position; use super::args;")]
#[case::the_list_of_rooms("chess", "pub use self::fen::START; pub use make::*;")]
fn an_arrow_down_is_no_problem(#[case] module: &str, #[case] text: &str) {
    assert_eq!(planted(module, text), "");
}

// What only one room knows.

/// Whether a source contains the number in its code.
fn knows_the_number(text: &str) -> bool {
    tokens(text).iter().any(|token| token.to_lowercase().replace('_', "").starts_with("0x88"))
}

#[test]
fn only_the_room_of_the_squares_knows_the_number_0x88() {
    let files: Vec<String> = sources()
        .into_iter()
        .filter(|source| knows_the_number(&source.text))
        .map(|source| source.file)
        .collect();
    assert_eq!(files, ["src/chess/square.rs"]);
}

#[rstest]
#[case::plain("if index & 0x88 == 0 {}", true)]
#[case::with_its_type("let x = 0x88u8;", true)]
#[case::with_a_line("let x = 0x_88_u8;", true)]
#[case::in_a_comment("// The 0x88 board.\nlet x = 1;", false)]
#[case::in_a_text("let x = \"a plain 0x88 board\";", false)]
#[case::another_number("let x = 0x80;", false)]
fn the_number_is_found_in_the_code_and_not_in_words(#[case] text: &str, #[case] expected: bool) {
    assert_eq!(knows_the_number(text), expected);
}

/// Whether a source has an arm of a `match` for one of the sides.
fn matches_colors(text: &str) -> bool {
    let tokens = tokens(text);
    let is_side = |token: &String| token == "White" || token == "Black";
    tokens.windows(2).any(|pair| is_side(&pair[0]) && (pair[1] == "=>" || pair[1] == "|"))
}

#[test]
fn no_rule_of_chess_is_written_out_for_each_side() {
    let mut files: Vec<String> = sources()
        .into_iter()
        .filter(|source| source.module.first().is_some_and(|side| side == "chess"))
        .filter(|source| matches_colors(&source.text))
        .map(|source| source.file)
        .collect();
    assert!(files.contains(&"src/chess/color.rs".to_owned()), "the sides have their geometry");
    files
        .retain(|file| !MAY_MATCH_COLORS.iter().any(|room| file.ends_with(&format!("/{room}.rs"))));
    assert_eq!(files, Vec::<String>::new(), "ask the colour instead");
}

#[rstest]
#[case::an_arm("match us { Color::White => 1, Color::Black => -1 }", true)]
#[case::a_short_arm("match us { White => 1, _ => -1 }", true)]
#[case::a_question("Color::White == us", false)]
#[case::a_comment("// Color::White =>", false)]
fn an_arm_for_a_side_is_found(#[case] text: &str, #[case] expected: bool) {
    assert_eq!(matches_colors(text), expected);
}

#[test]
fn the_suite_format_needs_nothing_but_the_standard_library() {
    let sources = sources();
    let epd = sources.iter().find(|source| source.file == "src/suite/epd.rs").unwrap();
    // The build script includes this file, where no other room is in reach.
    assert_eq!(paths(&epd.module, &epd.text), Vec::<Vec<String>>::new());
    let tokens = tokens(&epd.text);
    let roots: BTreeSet<&str> =
        tokens.windows(2).filter(|pair| pair[0] == "use").map(|pair| pair[1].as_str()).collect();
    assert_eq!(roots, BTreeSet::from(["std"]));
}
