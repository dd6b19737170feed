//! The floors of the house: a file that uses a file above it, or one beside it, fails here.

mod drawing;
mod source;

#[path = "../helpers"]
mod helpers {
    pub mod drawn;
}

use helpers::drawn::assert_drawn;
use rstest::rstest;
use source::{Names, Source, sources};
use std::collections::{BTreeMap, BTreeSet};

/// The house from the ground up: each folder of `src`, and the rows of its rooms between strokes. A
/// room is a file or a folder, and `mod` is what the folder's own `mod.rs` says. A room may use the
/// rooms of the rows before its own, and none beside it; behind a `<` are the only ones it may use.
const HOUSE: &str = "
src: chess / perft / suite / hunt / cli
src/chess:
    / square
    / color < square
    / piece < square color
    / board < square color piece
    / castling < square color
    / moves < square piece castling
    / attacks < square color piece board
    / notation < square color piece board castling moves
    / san < square piece board moves notation
    / setup < square color piece board castling attacks
    / position < square color piece board castling moves attacks setup
    / fen < square color piece board castling moves attacks setup position
    / start960 < square color piece board castling setup position
    / make < square color piece castling moves position
    / movegen < square color piece board castling moves notation attacks position make
src/perft:
    walk progress threads key tally random / stats divide / entries / memo quick / counter distinct / split estimate
src/perft/estimate: strata own summary / guess / draw / mod
src/perft/quick:
    ray side / watch targets / sight count / siege mobility legal / answers kinds / replies / mod
src/suite: epd sample / run work / built_in
src/hunt:
    line read pace / by_squares / plan ask / compare budget history / totals / session / shrink / explain
    / faults leaf_kinds / hypothesis / diagnose / finding / examine / afresh / search / report
src/hunt/ask: trouble process_group program pipe / process partial_reply / uci / mod
src/hunt/diagnose: origin predecessor / counts game_end / by_fen / mod
src/hunt/explain: rules / facts explanation / castling cause game_end / legal illegal no_such_move / mod
src/hunt/read: reply / rows / totals / info json / mod
src/hunt/report: mod / text remarks / json html
src/hunt/report/html: markup words / board / finding / mod
src/cli: output outcome outline whole_file reader similar / colour input bar rows man completions
    / stats backend guess / known
    / show divide perft suite estimate work / uci hunt / mod
src/cli/completions: words / bash zsh fish / mod
src/cli/hunt: summary arguments typed doubt / target reports person / paste divide_file / mod
src/cli/suite: files limits list / verdicts export / check / arguments / mod
src/cli/work: text / results / split count merge / mod
src/cli/suite/export: item / csv json epd / mod
";

/// The files of `src/chess` in which White and Black may have an arm of a `match` each: the two
/// that define what the sides are, their letters in a FEN, the number of the move, and the two
/// copies of the test for legality that the compiler makes.
const MAY_MATCH_COLORS: [&str; 5] = ["color", "piece", "fen", "make", "movegen"];

/// Rooms that do not use each other, and the only ones that they may use if these are named.
struct Row {
    rooms: Vec<&'static str>,
    uses: Option<Vec<&'static str>>,
}

/// The rows of each folder. The root has no name.
fn house() -> BTreeMap<String, Vec<Row>> {
    let row = |text: &'static str| {
        let (rooms, uses) = text.split_once('<').map_or((text, None), |it| (it.0, Some(it.1)));
        let names = |text: &'static str| text.split_whitespace().collect();
        Row { rooms: names(rooms), uses: uses.map(names) }
    };
    let folder = |text: &'static str| {
        let (name, rows) = text.split_once(':').expect("a folder has rows");
        let rows = rows.split(" / ").filter(|text| !text.trim().is_empty()).map(row);
        (name.trim_start_matches('/').to_owned(), rows.collect())
    };
    HOUSE.split("\nsrc").skip(1).map(folder).collect()
}

/// The place of a room among the rows of its folder.
fn floor(house: &BTreeMap<String, Vec<Row>>, folder: &str, room: &str) -> Option<usize> {
    house.get(folder)?.iter().position(|row| row.rooms.contains(&room))
}

/// What is wrong when a source uses this path.
fn problem(source: &Source, path: &[String], is_handed_on: bool) -> Option<String> {
    let (house, module) = (house(), source.module());
    let shared = module.iter().zip(path).take_while(|(here, there)| here == there).count();
    let is_own = shared == module.len() && !source.is_door();
    if module.is_empty() || is_own {
        return None;
    }
    let folder = module[..shared].join("/");
    let from = module.get(shared).map_or("mod", String::as_str);
    let to = match path.get(shared).map(String::as_str) {
        None | Some("*") => return Some("name the room".to_owned()),
        // The program is a user of the library like others and comes through the front door.
        Some(name) if shared == 0 && floor(&house, "", name).is_none() => {
            return (from != "cli").then(|| "name the room in which it is".to_owned());
        }
        Some(name) if floor(&house, &folder, name).is_some() => name,
        Some(_) => "mod",
    };
    if from == to || from == "mod" && is_handed_on {
        return None;
    }
    let no_row = |room| Some(format!("{room} is in no row of src/{folder}"));
    let Some(here) = floor(&house, &folder, from) else { return no_row(from) };
    let Some(there) = floor(&house, &folder, to) else { return no_row(&path[shared]) };
    let is_named = house[&folder][here].uses.as_ref().is_none_or(|uses| uses.contains(&to));
    (there >= here || !is_named).then(|| format!("{from} may not use {to}"))
}

/// What is wrong with the arrows of a source, one line each.
fn problems(source: &Source) -> Vec<String> {
    let used = source.paths.iter().map(|path| (path, false));
    let all = used.chain(source.handed_on.iter().map(|path| (path, true)));
    let line = |(path, is_handed_on): (&Names, bool)| {
        let problem = problem(source, path, is_handed_on)?;
        Some(format!("{}: {}: {problem}", source.file, path.join("::")))
    };
    all.filter_map(line).collect()
}

#[test]
fn no_arrow_runs_up_the_floors() {
    let mut problems: Vec<String> = sources("src").iter().flat_map(problems).collect();
    problems.sort();
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

#[test]
fn every_file_is_in_a_row_and_every_room_of_a_row_is_there() {
    let rooms = |(folder, rows): (String, Vec<Row>)| -> Vec<(String, String)> {
        let rooms = rows.into_iter().flat_map(|row| row.rooms);
        rooms.map(|room| (folder.clone(), room.to_owned())).collect()
    };
    let in_rows: BTreeSet<_> = house().into_iter().flat_map(rooms).collect();
    let mut in_folders = BTreeSet::new();
    for source in sources("src") {
        let module = source.module();
        for end in 0..module.len() {
            in_folders.insert((module[..end].join("/"), module[end].clone()));
        }
        // A `mod.rs` that only lists and hands on its rooms needs no row.
        let door = (module.join("/"), "mod".to_owned());
        in_folders.extend(Some(door).filter(|door| source.is_door() && in_rows.contains(door)));
    }
    let in_no_row: Vec<_> = in_folders.difference(&in_rows).collect();
    let not_there: Vec<_> = in_rows.difference(&in_folders).collect();
    let is_right = in_no_row.is_empty() && not_there.is_empty();
    assert!(is_right, "in no row: {in_no_row:?}\nnot there: {not_there:?}");
}

#[test]
fn each_room_has_one_place_and_may_use_only_rooms_of_the_rows_before_it() {
    for (folder, rows) in house() {
        let mut known = Vec::new();
        for Row { rooms, uses } in rows {
            assert!(rooms.iter().all(|room| !known.contains(room)), "{folder}: {rooms:?} again");
            let mut used = uses.iter().flatten();
            assert!(used.all(|room| known.contains(room)), "{folder}: {rooms:?} use {uses:?}");
            known.extend(rooms);
        }
    }
}

#[test]
fn the_drawing_of_the_floors_is_that_of_the_plan() {
    let advice = "is not the plan's: type `OX88_DRAW=1 cargo test --test floors`";
    assert_drawn("docs/pictures/floors.svg", &drawing::svg(), advice);
}

/// What is wrong with a source that is planted as this file of `src`.
fn planted(file: &str, text: &str) -> String {
    problems(&Source::new(format!("src/{file}.rs"), text)).join("\n")
}

#[rstest]
#[case::a_neighbour("chess/square", "use super::color::X;", "square may not use color")]
#[case::from_the_root("chess/board", "use crate::chess::fen::X;", "board may not use fen")]
#[case::up_and_down("chess/board", "use super::super::chess::make::X;", "may not use make")]
#[case::in_a_group("chess/attacks", "use super::{board::X, make::{self, X}};", "use make")]
#[case::renamed("chess/moves", "use super::board as b;", "moves may not use board")]
#[case::handed_on("chess/moves", "pub(super) use super::board::*;", "moves may not use board")]
#[case::in_a_function("chess/moves", "fn f() { use super::fen::X; }", "moves may not use fen")]
#[case::in_a_module("chess/moves", "mod m { mod n {} use super::super::fen::X; }", "use fen")]
#[case::behind_a_module("chess/moves", "mod m { fn f() {} } use super::fen::X;", "use fen")]
#[case::in_a_type("chess/moves", "fn f<'a>(x: &'a super::fen::X<'_>) {}", "may not use fen")]
#[case::in_a_call("chess/moves", "fn f() { crate::chess::fen::f(); }", "may not use fen")]
#[case::in_a_pattern("chess/moves", "fn f() { let super::fen::X = 1; }", "may not use fen")]
#[case::in_a_macro("chess/moves", "f!(a + 'a' + super::fen::f(1));", "may not use fen")]
#[case::in_a_use_in_a_macro("chess/moves", "f!(use super::{board, fen::Y};);", "use fen")]
#[case::not_named("chess/attacks", "use super::castling::X;", "attacks may not use castling")]
#[case::in_its_own_row("perft/threads", "use super::walk::f;", "threads may not use walk")]
#[case::all_rooms_at_once("chess/movegen", "use super::*;", "name the room")]
#[case::the_wing_itself("chess/movegen", "use crate::chess;", "name the room")]
#[case::all_wings_at_once("perft/walk", "use crate::*;", "name the room")]
#[case::through_the_map("perft/walk", "use crate::Position;", "name the room in which it is")]
#[case::from_chess("chess/fen", "use crate::perft::walk::f;", "chess may not use perft")]
#[case::from_perft("perft/walk", "use crate::suite::epd;", "perft may not use suite")]
#[case::from_suite("suite/run", "use super::super::hunt::ask;", "suite may not use hunt")]
#[case::from_hunt("hunt/plan", "use ox88::cli::show;", "hunt may not use cli")]
#[case::from_a_door("perft/mod", "pub use super::cli::f;", "perft may not use cli")]
#[case::in_a_wing("hunt/line", "use super::report::text;", "line may not use report")]
#[case::in_a_folder("hunt/report/text", "use super::json::f;", "text may not use json")]
#[case::out_of_a_folder("hunt/ask/uci", "use crate::hunt::finding::X;", "ask may not use finding")]
#[case::into_its_rooms("hunt/report/mod", "mod text; use text::f;", "mod may not use text")]
#[case::to_a_door("chess/fen", "use super::f;", "f is in no row of src/chess")]
#[case::a_room_without_a_row("chess/cellar", "use super::square::X;", "cellar is in no row")]
#[case::a_wing_without_a_row("garden/shed", "use crate::chess::fen::X;", "garden is in no row")]
fn an_arrow_up_is_found_wherever_it_is_planted(
    #[case] file: &str,
    #[case] text: &str,
    #[case] expected: &str,
) {
    let found = planted(file, text);
    assert!(found.contains(expected), "{text:?} in {file} has: {found:?}");
}

#[rstest]
#[case::down("chess/movegen", "use super::{position::X, square::{Direction, Square}};")]
#[case::itself("chess/moves", "use self::X::Y; fn f(x: super::moves::X) {}")]
#[case::another_package("chess/square", "use std::fmt::{self, Write}; use once_cell::X;")]
#[case::in_a_comment("chess/square", "// use super::fen::X;\n/* super::fen::X */")]
#[case::in_a_string("chess/square", r#"const A: &str = "\"use super::fen::X;"; f!("super::fen");"#)]
#[case::who_may_see_it("chess/square", "pub(in crate::chess) fn f() {} pub(super) fn g() {}")]
#[case::to_a_lower_wing("suite/run", "use crate::{chess::fen::X, perft::walk::f};")]
#[case::in_the_same_wing("suite/run", "use super::epd::{self, Entry};")]
#[case::from_the_program("cli/show", "use crate::hunt; use ox88::X; use super::output;")]
#[case::to_what_a_door_says("hunt/report/text", "use super::X; use super::board::f;")]
#[case::what_a_door_hands_on("chess/mod", "pub mod make; pub use self::fen::X; pub use make::*;")]
fn an_arrow_down_is_no_problem(#[case] file: &str, #[case] text: &str) {
    assert_eq!(planted(file, text), "");
}

// What only one room knows.

fn source(text: &str) -> Source {
    Source::new("src/chess/planted.rs".to_owned(), text)
}

fn has_0x88(source: &Source) -> bool {
    source.numbers.iter().any(|number| number.replace('_', "").starts_with("0x88"))
}

fn files_with(what: impl Fn(&Source) -> bool) -> Vec<String> {
    sources("src").into_iter().filter(what).map(|source| source.file).collect()
}

#[test]
fn only_the_room_of_the_squares_knows_the_number_0x88() {
    assert_eq!(files_with(has_0x88), ["src/chess/square.rs"]);
}

#[rstest]
#[case::plain("const X: bool = 1 & 0x88 == 0;", true)]
#[case::with_its_type("const X: u8 = 0x88u8;", true)]
#[case::with_a_line("const X: u8 = 0x_88_u8;", true)]
#[case::in_a_macro("f!(a & 0x88);", true)]
#[case::in_a_comment("// The 0x88 board.\nconst X: u8 = 1;", false)]
#[case::in_a_text("const X: &str = \"a plain 0x88 board\"; f!(\"0x88\");", false)]
#[case::another_number("const X: u8 = 0x80;", false)]
fn the_number_is_found_in_the_code_and_not_in_words(#[case] text: &str, #[case] expected: bool) {
    assert_eq!(has_0x88(&source(text)), expected);
}

#[test]
fn no_rule_of_chess_is_written_out_for_each_side() {
    let mut files = files_with(|source| source.matches_colors);
    assert!(files.contains(&"src/chess/color.rs".to_owned()), "the sides have their geometry");
    let may = MAY_MATCH_COLORS.map(|room| format!("src/chess/{room}.rs"));
    files.retain(|file| file.starts_with("src/chess/") && !may.contains(file));
    assert_eq!(files, Vec::<String>::new(), "ask the colour instead");
}

#[rstest]
#[case::an_arm("match us { Color::White => 1, Color::Black => -1 }", true)]
#[case::a_short_arm("match us { White => 1, _ => -1 }", true)]
#[case::an_arm_for_both("match us { White | Black => 1 }", true)]
#[case::in_a_pair("match (us, 1) { (Color::White, _) => 1, _ => -1 }", true)]
#[case::a_question("Color::White == us", false)]
#[case::what_an_arm_does("match us { _ => Color::White }", false)]
#[case::a_comment("1 // Color::White =>\n", false)]
fn an_arm_for_a_side_is_found(#[case] code: &str, #[case] expected: bool) {
    assert_eq!(source(&format!("fn f() {{ {code} }}")).matches_colors, expected);
}

#[test]
fn the_suite_format_needs_nothing_but_the_standard_library() {
    let sources = sources("src/suite");
    let epd = sources.iter().find(|source| source.file == "src/suite/epd.rs").unwrap();
    // The build script includes this file, where no other room is in reach.
    assert_eq!(epd.paths, Vec::<Names>::new());
    assert_eq!(epd.packages, BTreeSet::from(["std".to_owned()]));
}
