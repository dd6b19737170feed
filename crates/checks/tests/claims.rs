//! What is not so by the log of a hunt is refuted, and nothing else.

use crate::claims::{Recorded, refuted};
use crate::exam::partners::Running;
use ox88_hunt::{Choices, Hunt, Line, Oracle, Partner as _, Plan, Protocol, Report, Style, Until};
use rstest::rstest;
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::Duration;

/// An engine that reads no right to castle from a FEN, in a position where it could castle.
const ENGINE: &str = "fen-gives-no-rights";
const FEN: &str = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";

#[rstest]
#[case::its_own("", true)]
#[case::so("the moves are wrong as soon as the position is set up by its FEN", true)]
#[case::not_so("the engine is right when it sets up the position by its FEN", false)]
#[case::never_asked("the engine is wrong when it plays e1e2 e8e7", false)]
#[case::castled_after_moves("or it never generates White's kingside castling", false)]
#[case::castled_by_no_fen("but from no FEN that ox88 tried", true)]
#[case::too_few("in four positions at three depths", false)]
#[case::too_many("it was right in 0 of 9999 other positions with many pieces", false)]
#[case::not_counted_right(
    "The count of this position is right when a perft of 8/3k4/8/8/8/8/8/4K2R b K - 0 1 reaches it by d7e8. But",
    false
)]
fn a_sentence_is_held_against_the_log(#[case] sentence: &str, #[case] is_so: bool) {
    let oracle = Arc::new(Oracle::new());
    let line: Line = FEN.parse().expect("a FEN");
    let plan = Plan::of_question(&oracle, &line, 1);
    let mut engine = Running::new(ENGINE);
    let hunt = Hunt::new(&oracle, plan.clone(), Until::First, engine.can());
    let mut partner = Recorded::new(&mut engine, &oracle);
    let found = hunt.run(&mut partner, |_, _| ());
    let style = Style {
        command: "broken_engine".to_owned(),
        protocol: Protocol::Uci { perft: "go perft".to_owned() },
        knows_uci: true,
        castling: found.castling,
        choices: Choices::default(),
    };
    let report = Report::new(&found, &plan, &style, Duration::ZERO);
    let mut report: Value = serde_json::from_str(&report.json()).expect("the report writes JSON");
    if !sentence.is_empty() {
        report["findings"][0]["origin"]["sentence"] = json!(sentence);
    }
    let refuted = refuted(&report, &partner.log);
    assert_eq!(refuted.is_empty(), is_so, "{report:#}: {refuted:?}");
}

/// Where a report says something in other words, the old ones would refute nothing any more.
#[test]
fn each_sentence_that_is_held_against_the_log_is_one_that_reports_say() {
    let claims = include_str!("../src/claims.rs");
    let said = include_str!("../../hunt/src/report/words.rs");
    // A long sentence is in several lines, each but the last with a backslash at its end.
    let said: String = said.split("\\\n").map(str::trim_start).collect();
    let rows = claims.lines().filter_map(|line| line.trim().strip_prefix("(\""));
    let words: Vec<&str> = rows.filter_map(|row| Some(row.split_once("\", &|")?.0)).collect();
    assert_eq!(words.len(), 25, "{words:?}");
    for words in words {
        let (first, rest) = words.split_at(1);
        let is_said = said.contains(words) || said.contains(&(first.to_uppercase() + rest));
        assert!(is_said, "no report says {words:?}");
    }
}
