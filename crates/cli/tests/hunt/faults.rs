//! Faults are found by a hunt through pipes, and named rightly in the report for programs.

use super::run::{FEW, broken, hunt_json, text, verdict};
use ox88_test_support::file;
use serde_json::json;

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
