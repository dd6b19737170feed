//! `ox88 suite --export`: the three formats say the same as the suites, and a program can read them.

use crate::program::{Run, finish, start};
use ox88::suite::{Entry, built_in};
use ox88::{divide, perft};
use ox88_hunt::suites;
use ox88_test_support::file;
use ox88_test_support::page::{all_text, by_class, read};
use rstest::rstest;
use serde_json::Value;
use std::fs;

fn run(arguments: &str) -> Run {
    let arguments = shlex::split(arguments).expect("the tests quote as a shell does");
    finish(start(arguments), "")
}

/// Standard output of an export that succeeds.
#[track_caller]
fn export(arguments: &str) -> String {
    let Run { code, out, err } = run(&format!("suite --export {arguments}"));
    assert_eq!((code, err.as_str()), (Some(0), ""), "{arguments}");
    out
}

fn json(arguments: &str) -> Vec<Value> {
    let text = export(&format!("json {arguments}"));
    serde_json::from_str(&text).expect("it is an array")
}

#[test]
fn a_page_has_a_board_for_each_position_with_what_it_proves_and_its_counts() {
    let file = file("castling.html", run("suite knights --html -").out);
    let arguments = format!("suite castling en_passant --max-depth 4 --html '{file}'");
    let Run { code, out, err } = run(&arguments);
    assert_eq!((code, out.as_str(), err.as_str()), (Some(0), "", ""));
    let page = fs::read_to_string(file).expect("it is written");
    let document = read(&page);
    let cards: Vec<_> = document.descendants().filter(|it| it.has_tag_name("article")).collect();
    let suites = ["castling", "en_passant"];
    let suites =
        suites.map(|it| built_in::suite(&format!("suites/{it}.epd")).expect("it is there"));
    let positions: Vec<_> = suites.iter().flat_map(|suite| &suite.positions).collect();
    assert_eq!(cards.len(), positions.len());
    for (card, position) in cards.into_iter().zip(positions) {
        assert_eq!(by_class(card, "board").len(), 1);
        let text = all_text(card);
        let proves = position.name().replace('_', " ");
        assert!(text.to_lowercase().starts_with(&proves), "{text}");
        assert!(text.contains(&position.entry.fen), "{text}");
        let rows = card.descendants().filter(|it| it.has_tag_name("tr")).skip(1).map(all_text);
        let counts = position.entry.counts.iter().filter(|count| count.depth <= 4);
        let counts = counts.map(|count| format!("{}{}", count.depth, count.nodes));
        let without_commas: Vec<String> = rows.map(|row| row.replace(',', "")).collect();
        assert_eq!(without_commas, counts.collect::<Vec<String>>());
    }
    assert_eq!(run("suite castling en_passant --max-depth 4 --html -").out, page);
}

/// A position and one of its counts, with what any format says of them, but for the name.
type Case = (String, u32, u128);

fn cases<'a>(entries: impl IntoIterator<Item = &'a Entry>) -> Vec<Case> {
    let cases_of = |entry: &'a Entry| {
        entry.counts.iter().map(|count| (entry.fen.clone(), count.depth, count.nodes))
    };
    entries.into_iter().flat_map(cases_of).collect()
}

fn built_in_entries() -> Vec<&'static Entry> {
    let suites = built_in::suites();
    suites.into_iter().flat_map(|suite| &suite.positions).map(|position| &position.entry).collect()
}

fn number(value: &Value) -> u128 {
    let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    text.parse().expect("it is a number")
}

fn cases_of_json(positions: &[Value]) -> Vec<Case> {
    let mut cases = Vec::new();
    for position in positions {
        let fen = position["fen"].as_str().expect("a FEN is text");
        for count in position["counts"].as_array().expect("there are counts") {
            let depth = count["depth"].as_u64().and_then(|depth| u32::try_from(depth).ok());
            cases.push((fen.to_owned(), depth.expect("it is a depth"), number(&count["nodes"])));
        }
    }
    cases
}

/// The cells of each row below the header: in the built-in suites only comments have commas.
fn rows(csv: &str) -> Vec<Vec<String>> {
    let cells = |line: &str| {
        let parts = line.split('"').enumerate();
        let parts =
            parts.map(|(at, part)| if at % 2 == 1 { "quoted".into() } else { part.to_owned() });
        parts.collect::<String>().split(',').map(str::to_owned).collect()
    };
    csv.lines().skip(1).map(cells).collect()
}

fn cases_of_csv(csv: &str) -> Vec<Case> {
    let case = |row: Vec<String>| {
        let parsed = (row[5].parse().expect("a depth"), row[6].parse().expect("a count"));
        (row[3].clone(), parsed.0, parsed.1)
    };
    rows(csv).into_iter().map(case).collect()
}

// What every format says.

#[rstest]
#[case::all("", u128::MAX)]
#[case::small("--max-nodes 5_000", 5_000)]
fn the_formats_agree_with_the_suites(#[case] limits: &str, #[case] max_nodes: u128) {
    let mut expected = cases(built_in_entries());
    expected.retain(|&(_, _, nodes)| nodes <= max_nodes);
    let epd = suites::read("exported", export(&format!("epd {limits}")).as_bytes()).unwrap();
    assert_eq!(cases(epd.positions.iter().map(|position| &position.entry)), expected);
    assert_eq!(cases_of_json(&json(limits)), expected);
    assert_eq!(cases_of_csv(&export(&format!("csv {limits}"))), expected);
}

#[test]
fn the_names_are_those_by_which_the_commands_know_the_positions() {
    let expected: Vec<String> = built_in_entries().iter().map(|entry| entry.name()).collect();
    let in_json = json("");
    let in_json = in_json.iter().map(|position| position["name"].as_str().expect("it is text"));
    assert!(in_json.eq(expected.iter().map(String::as_str)));
    let csv = export("csv --max-depth 1");
    assert!(rows(&csv).iter().map(|row| &row[1]).eq(&expected));
}

#[test]
fn an_exported_epd_is_the_same_suite_with_its_ids_and_comments() {
    let exported = suites::read("exported", export("epd").as_bytes()).expect("it can be read");
    let without_line = |entry: &Entry| Entry { line: 0, ..entry.clone() };
    let entries = exported.positions.iter().map(|position| without_line(&position.entry));
    assert!(entries.eq(built_in_entries().into_iter().map(without_line)));
}

#[test]
fn an_exported_epd_has_all_comments_however_many_they_are() {
    let comments: Vec<String> = (1..=23).map(|number| format!(";c0 \"no. {number}\"")).collect();
    let comments = comments.join(" ");
    let suite = format!("4k3/8/8/8/8/8/8/4K3 w - - 0 1 {comments} ;D1 5\n");
    let read = |text: &str| suites::read("comments", text.as_bytes()).expect("it is a suite");
    let exported = export(&format!("epd {}", file("comments.epd", &suite)));
    assert_eq!(read(&exported).positions[0].entry, read(&suite).positions[0].entry);
}

#[test]
fn an_exported_epd_is_run_and_exported_again() {
    let epd = export("epd standard --max-nodes 100_000");
    let Run { code, out, .. } = finish(start(["suite", "-"]), &epd);
    assert_eq!(code, Some(0), "{out}");
    assert_eq!(finish(start(["suite", "--export", "epd", "-"]), &epd).out, epd);
}

#[test]
fn a_suite_is_named_or_is_a_file() {
    let suites = |arguments: &str| -> Vec<String> {
        let csv = export(arguments);
        let mut suites: Vec<_> = rows(&csv).iter().map(|row| row[0].clone()).collect();
        suites.dedup();
        suites
    };
    assert_eq!(suites("csv knights castling --max-depth 1"), ["knights", "castling"]);
    let of_mine = file("mine.epd", "4k3/8/8/8/8/8/8/4K3 w - - 0 1 ;D1 5");
    assert_eq!(suites(&format!("csv {of_mine} rooks --max-depth 1")), ["mine", "rooks"]);
    assert_eq!(export("csv castling"), export("csv suites/castling.epd"));
    assert_eq!(suites("csv --published --max-nodes 8_031_647_685"), ["deep"]);
}

// Moves and divides.

#[test]
fn moves_and_divides_are_those_of_the_library() {
    let positions = json("catch_all chess960 --max-nodes 1_000 --with moves --with divides");
    assert!(positions.len() > 20, "each suite has positions");
    for exported in &positions {
        let position = exported["fen"].as_str().unwrap().parse().unwrap();
        let moves: Vec<String> = divide(&position, 1).texts().map(|(text, _)| text).collect();
        let texts = exported["moves"].as_array().unwrap().iter().map(|mv| mv.as_str().unwrap());
        assert!(texts.eq(moves.iter().map(String::as_str)), "{exported}");
        for count in exported["counts"].as_array().unwrap() {
            let depth = u32::try_from(count["depth"].as_u64().unwrap()).unwrap();
            assert_eq!(number(&count["nodes"]), perft(&position, depth), "{exported}");
            let rows = count["divide"].as_object().unwrap().iter();
            let rows = rows.map(|(text, leaves)| (text.clone(), number(leaves)));
            assert!(rows.eq(divide(&position, depth).texts()), "{exported}");
        }
    }
}

#[test]
fn an_export_can_be_cut_short_by_its_reader() {
    let mut child = start(["suite", "--export", "json"]);
    drop(child.stdout.take());
    let Run { code, err, .. } = finish(child, "");
    assert_eq!((code, err.as_str()), (Some(0), ""));
}
