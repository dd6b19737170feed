//! Engines in every format, without a fault and with one.

use super::run::{FEW, WORKED, broken, hunt, hunt_json, listed, several_at_once, text};
use crate::program::Run;
use ox88_test_support::file;
use rstest::rstest;
use serde_json::json;

#[test]
fn an_engine_without_a_fault_has_no_difference_in_any_dialect() {
    several_at_once(&listed("dialects"), |dialect| {
        let suite = file(&format!("{dialect}.epd"), FEW);
        let engine = broken(&format!("--dialect {dialect}"));
        let mut arguments = vec!["--engine", &engine, "--suite", &suite];
        if dialect.ends_with("plain-verb") {
            arguments.extend(["--perft-command", "perft"]);
        }
        let (code, found) = hunt_json(&arguments);
        assert_eq!(code, Some(0), "{dialect}: {found:#}");
        assert_eq!(text(&found, "/verdict"), "no-difference");
        assert_eq!(found["findings"], json!([]));
    });
}

const WITH_ROWS: [&str; 21] = [
    "san",
    "san-without-hints",
    "bbc",
    "vice",
    "wukong",
    "info-currmove",
    "remarks",
    "info-string",
    "json",
    "json-lines",
    "words",
    "stderr",
    "pieces",
    "arrows",
    "count-first",
    "kids",
    "in-brackets",
    "count-in-brackets",
    "python",
    "csv",
    "total-of-its-own",
];

/// Rows or none, what is wrong is named as for an engine that writes as Stockfish does.
#[rstest]
#[case::in_one_dialect(&["san-without-hints"])]
#[ignore = "all dialects take long: cargo test -p ox88-cli -- --ignored"]
#[case::in_every_dialect(&WITH_ROWS)]
fn a_fault_is_named_rightly(
    #[values(
        ("ep-along-its-pin-missing", "en-passant-shields-king"),
        ("castling-through-an-attack", "castling-through-attack"),
        ("promotion-without-knight", "underpromotion"),
        ("captured-rook-keeps-the-right", "castling-right-lost-to-capture")
    )]
    fault: (&str, &str),
    #[case] dialects: &[&str],
) {
    assert_is_named(fault, dialects);
}

#[test]
fn a_fault_is_named_rightly_in_every_dialect() {
    assert_is_named(("pin-ignored", "pinned-piece-leaves-line"), &WITH_ROWS);
}

#[track_caller]
fn assert_is_named((fault, rule): (&str, &str), dialects: &[&str]) {
    for dialect in dialects {
        let engine = broken(&format!("{fault} --dialect {dialect}"));
        let (code, found) = hunt_json(&["--engine", &engine, "--max-nodes", "3000"]);
        let named = text(&found, "/findings/0/rule");
        assert_eq!((code, named), (Some(1), rule), "{dialect}: {found:#}");
    }
}

/// By totals alone it is named by the sums of its moves.
#[rstest]
#[case("ep-along-its-pin-missing", "en-passant-shields-king")]
#[case("castling-missing", "castling")]
#[case("castling-through-an-attack", "castling-through-attack")]
// Right by the FEN, wrong when it is played.
#[case("captured-rook-keeps-the-right", "castling-right-lost-to-capture")]
#[case("mate-counted-as-a-leaf", "leaf-at-game-end")]
fn a_fault_is_named_by_totals_as_far_as_they_show_it(#[case] fault: &str, #[case] rule: &str) {
    let dialects = ["total-only", "table-of-depths", "table-with-times"].map(str::to_owned);
    several_at_once(&dialects, |dialect| {
        let engine = broken(&format!("{fault} --dialect {dialect}"));
        // An answer of one line is waited on for a part of this, in case rows follow.
        let Run { code, out, .. } =
            hunt(&["--engine", &engine, "--max-nodes", "3000", "--timeout", "2"]);
        assert_eq!(code, Some(1), "{dialect}: {out}");
        assert!(out.starts_with(&format!("{rule}: ")), "{dialect}: {out}");
        assert!(out.contains("\nnote: the engine prints totals only"), "{dialect}: {out}");
    });
}

#[test]
fn rows_on_standard_error_are_read_and_mentioned() {
    let hunted = hunt(&["--engine", &broken("--dialect stderr"), "--fen", WORKED, "--depth", "2"]);
    assert_eq!(hunted.code, Some(0), "{}", hunted.out);
    assert_eq!(hunted.out.matches("rows on standard error").count(), 1, "{}", hunted.out);
}
