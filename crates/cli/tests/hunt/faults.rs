//! Faults are found by a hunt through pipes, and named rightly in the report for programs.

use super::run::{FEW, broken, hunt, hunt_json, number, text, verdict};
use ox88_test_support::file;
use serde_json::{Value, json};
use std::fs;

/// Such an engine refuses `e1g1`, and the lines to copy are in its own writing.
#[test]
fn moves_are_sent_with_castling_as_the_engine_writes_it() {
    let formats = "--format castling-king-takes-rook --format legal-moves-only";
    let engine = broken(&format!("rook-not-moved-by-castling {formats}"));
    let fen = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
    let (_, found) = hunt_json(&["--engine", &engine, "--fen", fen, "--depth", "2"]);
    assert_eq!(verdict(&found), ["rook-not-moved", "make", "rook-not-moved"], "{found:#}");
    let lines = found["findings"][0]["shown_by"]["lines"].to_string();
    assert!(lines.contains("moves e1h1"), "{lines}");
}

/// The square is lost when the first move is taken back, but en passant was generated before that.
/// The counts are right, and only a second question without a new position shows the loss. A script
/// always gets a position.
#[test]
fn a_forgotten_en_passant_square_is_found_by_asking_twice_and_by_no_count() {
    let fault = "undo-forgets-the-ep-square";
    let suite = file("forgotten_square.epd", FEW);
    let arguments = ["--suite", suite.as_str(), "--json", "-"];
    let engine = broken(fault);
    let (code, found) = hunt_json(&[&["--engine", engine.as_str()][..], &arguments[..2]].concat());
    assert_eq!(code, Some(1));
    assert_eq!(text(&found, "/findings/0/rule"), "en-passant-square-lost");
    assert_eq!(
        found["findings"][0]["shown_by"]["lines"],
        json!(["position fen 8/8/8/2k5/3Pp3/8/8/4K3 b - d3 0 1", "go perft 1", "go perft 1"])
    );
    let script = broken(&format!("{fault} --script"));
    let (code, _) = hunt_json(&[&["--script", script.as_str()][..], &arguments[..2]].concat());
    assert_eq!(code, Some(0));
}

#[test]
fn all_faults_are_grouped_by_rule_with_the_smallest_example_of_each() {
    let engine = broken("castling-out-of-check promotion-to-queen-only ep-square-not-cleared");
    let json_file = file("all_faults.json", "");
    let suites = ["chess960", "promotion", "pawns"].map(|name| format!("suites/{name}.epd"));
    let mut arguments = vec!["--engine", &engine, "--all", "--max-nodes", "1000"];
    arguments.extend(["--json", &json_file]);
    arguments.extend(suites.iter().flat_map(|suite| ["--suite", suite.as_str()]));
    let hunted = hunt(&arguments);
    assert_eq!(hunted.code, Some(1));
    assert!(hunted.out.contains("\nrule "), "{}", hunted.out);
    for (rule, part, example) in [
        ("castling-out-of-check", "generation", "4k3/8/8/8/8/8/1r6/RK6 w A - 0 1: extra b1a1"),
        ("underpromotion", "generation", "8/P1k5/K7/8/8/8/8/8 w - - 0 1: missing a7a8"),
        ("en-passant-too-late", "make", " moves "),
    ] {
        let mut lines = hunted.out.lines().skip_while(|line| {
            let columns: Vec<&str> = line.split_whitespace().take(2).collect();
            columns != [rule, part]
        });
        // The example is below the row.
        let shown = lines.nth(1).unwrap_or_else(|| panic!("{rule} in\n{}", hunted.out));
        assert!(shown.contains(example), "{shown}");
    }
    let written = fs::read_to_string(json_file).expect("it is written");
    let found: Value = serde_json::from_str(&written).expect("it is JSON");
    let rules = found["rules"].as_array().expect("it is a list");
    let sum: u64 = rules.iter().map(|rule| number(rule, "/found")).sum();
    assert_eq!(sum, found["findings"].as_array().expect("it is a list").len() as u64);
    for rule in rules {
        let smallest = format!("/findings/{}/rule", number(rule, "/smallest"));
        assert_eq!(text(&found, &smallest), text(rule, "/rule"));
    }
}

#[test]
fn a_promotion_that_is_missing_is_found_where_all_letters_are() {
    let suite = file("letterless.epd", FEW);
    let engine = broken("promotion-without-knight --format no-promotion-letter");
    let (code, found) = hunt_json(&["--engine", &engine, "--suite", &suite]);
    assert_eq!(code, Some(1));
    assert_eq!(text(&found, "/findings/0/missing/0/rule"), "underpromotion");
    assert_eq!(found["findings"][0]["lacks_promotion_letters"], json!(true));
}
