//! The files of `vectors/` are what the command writes, other programs can read them, and their page says what is so.

use crate::repository::in_repository;
use crate::vectors::{VERSION, files};
use ox88::suite::Suite;
use ox88_broken_engine::faults::Fault;
use ox88_hunt::Rule;
use serde_json::Value;
use std::collections::HashSet;
use std::fs;

fn read(file: &str) -> String {
    fs::read_to_string(in_repository(file)).unwrap_or_else(|error| panic!("{file}: {error}"))
}

fn json(file: &str) -> Value {
    serde_json::from_str(&read(file)).unwrap_or_else(|error| panic!("{file}: {error}"))
}

/// The names of all suites, and of the set of rules.
fn names() -> Vec<String> {
    let suites = ox88::suite::built_in::suites().into_iter().map(|suite| suite.name().to_owned());
    suites.chain(["rules".to_owned()]).collect()
}

fn texts(value: &Value) -> impl Iterator<Item = &str> {
    value.as_array().into_iter().flatten().filter_map(Value::as_str)
}

#[test]
fn the_files_are_what_the_command_writes_and_less_than_a_megabyte() {
    let files = files();
    assert!(files.iter().map(|file| file.text.len()).sum::<usize>() < 1_000_000);
    for file in files {
        let kept = fs::read_to_string(in_repository(&file.path)).unwrap_or_default();
        assert!(
            kept.lines().eq(file.text.lines()),
            "{} is not what the command writes: \
             cargo run --release -p ox88-checks --bin vectors -- --write",
            file.path
        );
    }
}

#[test]
fn each_position_has_an_id_of_its_own_and_counts_that_its_divide_adds_up_to() {
    for name in names() {
        let file = json(&format!("vectors/{name}.json"));
        assert_eq!(file["version"], VERSION);
        let positions = file["positions"].as_array().expect("positions are an array");
        let ids: HashSet<&str> = positions.iter().filter_map(|it| it["id"].as_str()).collect();
        assert_eq!(ids.len(), positions.len(), "{name}");
        for position in positions {
            let counts = position["counts"].as_array().expect("counts are an array");
            let rows = position["divide"].as_object().expect("a divide is an object").values();
            let sum: u64 = rows.filter_map(Value::as_u64).sum();
            assert_eq!(counts[counts.len().min(2) - 1], sum, "{}", position["id"]);
        }
    }
}

#[test]
fn the_epd_has_the_positions_of_the_json_and_is_a_suite() {
    for name in names() {
        let path = format!("vectors/{name}.epd");
        let suite = Suite::read(&path, &read(&path)).unwrap_or_else(|error| panic!("{error}"));
        let positions = &json(&format!("vectors/{name}.json"))["positions"];
        for (known, position) in suite.positions.iter().zip(positions.as_array().unwrap()) {
            assert_eq!(position["fen"], known.entry.fen.as_str());
            assert_eq!(position["id"], known.name());
            let cannot_arise = texts(&position["flags"]).any(|flag| flag == "cannot-arise");
            assert_eq!(cannot_arise, !known.can_arise(), "{}", known.name());
            let counts: Vec<u64> =
                known.entry.counts.iter().map(|it| u64::try_from(it.nodes).unwrap()).collect();
            assert_eq!(position["counts"], Value::from(counts));
        }
        assert_eq!(positions.as_array().map(Vec::len), Some(suite.positions.len()));
    }
}

#[test]
fn each_start_of_chess960_is_on_the_line_of_its_number() {
    let text = read("vectors/chess960_starts.epd");
    assert_eq!(text.lines().count(), 960);
    let ordinary = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1 ;D1 20 ;D2 400 ;D3 8902 ;D4 197281";
    assert_eq!(text.lines().nth(518), Some(ordinary));
}

#[test]
fn flags_are_those_of_positions_known_to_have_them() {
    let flags = |file: &str, id: &str| -> Vec<String> {
        let file = json(&format!("vectors/{file}.json"));
        let positions = file["positions"].as_array().unwrap();
        let found = positions.iter().find(|it| it["id"] == id).unwrap_or_else(|| panic!("{id}"));
        texts(&found["flags"]).map(str::to_owned).collect()
    };
    let expected = [
        ("standard", "kiwipete", vec![]),
        ("standard", "check_on_the_diagonal_and_pawns_about_to_promote", vec!["cannot-arise"]),
        ("en_passant", "two_pawns_may_capture_en_passant", vec![]),
        ("en_passant", "rank_pin_forbids_en_passant", vec!["en-passant-convention"]),
        ("chess960", "outer_rook_has_the_right", vec!["chess960"]),
        ("chess960", "inner_rook_has_the_right", vec!["rights-notation", "chess960"]),
        ("chess960", "rook_files_of_the_sides_differ", vec!["chess960", "double-chess960"]),
        ("chess960", "king_files_of_the_sides_differ", vec!["chess960", "double-chess960"]),
        ("chess960", "king_on_b1_with_rooks_in_the_corners", vec!["chess960"]),
    ];
    for (file, id, right) in expected {
        assert_eq!(flags(file, id), right, "{id}");
    }
}

#[test]
fn the_schema_has_each_key_and_each_flag() {
    let schema = json("vectors/schema.json");
    let position = &schema["$defs"]["position"];
    let keys: HashSet<&String> = position["properties"].as_object().unwrap().keys().collect();
    let known: HashSet<&str> = texts(&position["properties"]["flags"]["items"]["enum"]).collect();
    let (mut used, mut flags) = (HashSet::new(), HashSet::new());
    let page = read("vectors/README.md");
    for name in names() {
        let file = json(&format!("vectors/{name}.json"));
        for position in file["positions"].as_array().unwrap() {
            used.extend(position.as_object().unwrap().keys().cloned());
            flags.extend(texts(&position["flags"]).map(str::to_owned));
        }
    }
    assert_eq!(used.iter().collect::<HashSet<_>>(), keys);
    assert_eq!(flags.iter().map(String::as_str).collect::<HashSet<_>>(), known);
    for word in used.iter().chain(&flags) {
        assert!(page.contains(&format!("`{word}`")), "vectors/README.md does not explain {word}");
    }
}

#[test]
fn each_name_of_a_fault_and_of_a_rule_is_known() {
    let faults: HashSet<&str> = Fault::ALL.iter().map(|it| it.name()).collect();
    let rules: HashSet<&str> = Rule::ALL.iter().map(|it| it.id()).collect();
    for name in names() {
        let file = json(&format!("vectors/{name}.json"));
        for position in file["positions"].as_array().unwrap() {
            for names in position["faults"].as_object().unwrap().values() {
                assert!(texts(names).all(|it| faults.contains(it)), "{}", position["id"]);
            }
            let mut named = texts(&position["rules"]).chain(position["rule"].as_str());
            assert!(named.all(|it| rules.contains(it)), "{}", position["id"]);
        }
    }
    let explained = json("vectors/faults.json");
    let explained = explained["faults"].as_object().unwrap();
    let explained: HashSet<&str> = explained.keys().map(String::as_str).collect();
    let different: Vec<_> = explained.symmetric_difference(&faults).collect();
    let command = "cargo run --release -p ox88-checks --bin vectors -- --write";
    assert!(different.is_empty(), "{different:?}: {command}");
}

#[test]
fn the_page_names_positions_of_chess960() {
    let page = read("vectors/README.md");
    let disputed = page.split("## Castling that programs disagree about").nth(1).unwrap();
    let disputed = disputed.split("\n## ").next().unwrap();
    let rows = disputed.lines().filter(|line| line.starts_with("| ") && line.ends_with("` |"));
    let text = read("vectors/chess960.json");
    let mut named = 0;
    for id in rows.filter_map(|row| row.rsplit('`').nth(1)) {
        assert!(text.contains(&format!("\"id\": \"{id}\"")), "{id}");
        named += 1;
    }
    assert_eq!(named, 9);
}
