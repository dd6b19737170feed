//! Engines in every format, without a fault and with one.

use super::run::{FEW, broken, hunt, hunt_json, listed, several_at_once, text};
use crate::program::Run;
use ox88_test_support::file;
use serde_json::json;

#[test]
fn an_engine_without_a_fault_has_no_difference_in_any_format() {
    several_at_once(&listed("formats"), |format| {
        let suite = file(&format!("{format}.epd"), FEW);
        let engine = broken(&format!("--format {format}"));
        // An empty one is as good as none.
        let verb = if format.ends_with("plain-verb") { "perft" } else { "" };
        let arguments = ["--engine", &engine, "--suite", &suite, "--perft-command", verb];
        let (code, found) = hunt_json(&arguments);
        assert_eq!(code, Some(0), "{format}: {found:#}");
        assert_eq!(text(&found, "/verdict"), "no-difference");
        assert_eq!(found["findings"], json!([]));
    });
}

/// By totals alone it is named by the sums of its moves: right by the FEN, wrong when it is played.
#[test]
fn a_fault_is_named_by_totals_as_far_as_they_show_it() {
    let formats = ["total-only", "table-of-depths", "table-with-times"].map(str::to_owned);
    several_at_once(&formats, |format| {
        let engine = broken(&format!("captured-rook-keeps-the-right --format {format}"));
        // A busy machine may take seconds for an answer.
        let Run { code, out, .. } =
            hunt(&["--engine", &engine, "--max-nodes", "3000", "--timeout", "60"]);
        assert_eq!(code, Some(1), "{format}: {out}");
        assert!(out.contains("\nrule      castling-right-kept-after-capture\n"), "{format}: {out}");
        assert!(out.contains("\nnote: ox88 compared totals only"), "{format}: {out}");
    });
}
