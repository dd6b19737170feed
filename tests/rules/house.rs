//! What no edge of a crate can hold: in `src/chess` a room uses only rooms before it, one room knows the number
//! 0x88, and no rule is written out for each side. Code is read line by line, without its comments.

use std::fs;

/// The rooms of `src/chess` in reading order: a file uses only files before it.
const ROOMS: [&str; 14] = [
    "square", "color", "piece", "board", "castling", "moves", "notation", "attacks", "setup",
    "position", "fen", "start960", "make", "movegen",
];

/// Where White and Black may have an arm of a `match` each: what the sides are, their letters in a FEN, and the
/// number of the move.
const MAY_MATCH_COLORS: [&str; 4] = ["color", "piece", "fen", "make"];

/// The lines of code of a file.
fn code(path: &str) -> Vec<String> {
    let text = fs::read_to_string(path).expect("the tests run beside the source");
    let lines = text.lines().map(str::trim).filter(|line| !line.starts_with("//"));
    lines.map(str::to_owned).collect()
}

fn rooms_with(is_there: impl Fn(&str) -> bool) -> Vec<&'static str> {
    let has_it = |room: &&str| code(&format!("src/chess/{room}.rs")).iter().any(|it| is_there(it));
    ROOMS.into_iter().filter(has_it).collect()
}

#[test]
fn every_room_of_chess_is_on_the_plan() {
    let files = fs::read_dir("src/chess").expect("the tests run beside the source");
    let names = files.map(|file| file.expect("it can be read").file_name().into_string());
    let mut names: Vec<String> = names.map(|name| name.expect("it is text")).collect();
    names.retain(|name| name != "mod.rs");
    let mut rooms = ROOMS.map(|room| format!("{room}.rs"));
    names.sort();
    rooms.sort();
    assert_eq!(names, rooms);
}

#[test]
fn a_room_of_chess_uses_only_rooms_before_it() {
    for (place, room) in ROOMS.into_iter().enumerate() {
        for line in code(&format!("src/chess/{room}.rs")) {
            let used =
                line.split("super::").skip(1).map(|rest| rest.split("::").next().unwrap_or(rest));
            for used in used.filter(|used| ROOMS.contains(used)) {
                assert!(ROOMS[..place].contains(&used), "{room} uses {used}: {line}");
            }
            assert!(!line.contains("crate::"), "{room} uses another wing: {line}");
        }
    }
}

#[test]
fn only_the_room_of_the_squares_knows_the_number_0x88() {
    assert_eq!(rooms_with(|line| line.replace('_', "").contains("0x88")), ["square"]);
}

#[test]
fn no_rule_of_chess_is_written_out_for_each_side() {
    let is_arm = |line: &str| {
        let pattern = line.split_once("=>").map_or("", |(pattern, _)| pattern);
        pattern.contains("White") || pattern.contains("Black")
    };
    let mut rooms = rooms_with(is_arm);
    assert!(rooms.contains(&"color"), "the sides have their geometry");
    rooms.retain(|room| !MAY_MATCH_COLORS.contains(room));
    assert_eq!(rooms, [""; 0], "ask the colour instead");
}
