//! Hunts of slow engines: what is asked within a budget, what is left out, and what is said about it.

use super::run::{FEW, broken, hunt, hunt_json, number, text, verdict};
use ox88::{Position, START};
use ox88_hunt::LeftOutByBudget;
use ox88_test_support::file;
use rstest::rstest;
use serde_json::{Value, json};

fn seconds(found: &Value) -> f64 {
    found["seconds"].as_f64().expect("it is a number")
}

// The end of the time.

#[test]
fn what_does_not_fit_is_left_out_and_said_to_be() {
    let suite = file("budget.epd", FEW);
    let engine = broken("--speed 500");
    let arguments = ["--engine", &engine, "--suite", &suite, "--budget", "0.5s"];
    let (code, found) = hunt_json(&arguments);
    assert_eq!((code, text(&found, "/verdict")), (Some(0), "no-difference"), "{found:#}");
    assert!(seconds(&found) < 2.0, "{found:#}");
    let left_out = &found["left_out"]["by_budget"];
    assert_eq!(left_out["seconds"], json!(0.5));
    assert!(number(left_out, "/counts") >= 2, "{found:#}");
    assert!((1..112).contains(&number(left_out, "/asked_up_to")), "{found:#}");

    let hunted = hunt(&arguments);
    let said = hunted.out.replace("\n         ", " ");
    let said = said.lines().find(|line| line.contains("the budget of 0.5 s")).unwrap_or("");
    assert!(said.starts_with("skipped: "), "{said}");
    // How far the counts are whole is left out where that is next to nothing.
    let ends = ["the budget of 0.5 s", " leaves were checked"];
    assert!(ends.iter().any(|end| said.ends_with(end)), "{said}");
    assert!(hunted.out.lines().all(|line| line.chars().count() <= 80), "{}", hunted.out);
}

#[rstest]
#[case::uci("--trouble hang")]
#[case::without_isready("--trouble hang --format plain-verb")]
fn a_budget_in_which_nothing_is_answered_is_refused(#[case] options: &str) {
    let (engine, report) = (broken(options), file("nothing_answered.json", ""));
    let hunted = hunt(&["--engine", &engine, "--budget", "0.3s", "--json", &report]);
    assert_eq!(hunted.code, Some(2), "{}", hunted.out);
    assert!(hunted.err.contains("nothing within the budget of 0.3 s (cut short: "));
    let err = hunted.err.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(err.contains("): does it flush its output? ") && !err.contains("more time"), "{err}");
}

#[rstest]
#[case::nothing(0, 1, true)]
#[case::one_in_ten(1, 9, false)]
#[case::fewer(1, 10, true)]
#[case::some(2, 2, false)]
fn fewer_than_one_answer_in_ten_are_next_to_nothing(
    #[case] answered: usize,
    #[case] counts: usize,
    #[case] expected: bool,
) {
    let left_out = LeftOutByBudget { answered, counts, ..LeftOutByBudget::default() };
    assert_eq!(left_out.is_nearly_all(), expected);
}

// Findings.

/// The answer takes a quarter of a second, and so does every question that follows it.
#[test]
fn a_finding_for_whose_cause_there_is_no_time_says_so() {
    let engine = broken("castling-missing --speed 200");
    let of_kiwipete = ["--fen", "kiwipete", "--depth", "1", "--budget", "0.6s"];
    let arguments = [&["--engine", engine.as_str()], &of_kiwipete[..]].concat();
    let (code, found) = hunt_json(&arguments);
    assert_eq!((code, verdict(&found)), (Some(1), ["castling", "unknown", "-"]), "{found:#}");
    assert!(seconds(&found) < 2.0, "{found:#}");
    let sentence = text(&found, "/findings/0/origin/sentence");
    assert!(sentence.starts_with("unknown: the hunt ran out of time before"), "{sentence}");
}

// What is said meanwhile.

#[test]
fn a_budget_is_suggested_once_for_a_slow_engine() {
    let suite =
        format!("{FEW}rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 ;D5 4865609\n");
    let suite = file("slow.epd", suite);
    let engine = broken("--speed 500");
    let limits = ["--max-nodes", "5_000_000", "--timeout", "0.5"];
    let hunted = hunt(&[&["--engine", &engine, "--suite", &suite], &limits[..]].concat());
    // A busy machine takes long enough for a line that says how far it is.
    let said = hunted.err.lines().filter(|line| !line.starts_with("ox88: after "));
    let [line] = said.collect::<Vec<_>>()[..] else { panic!("{}", hunted.err) };
    assert!(line.starts_with("ox88: this engine counts about "), "{line}");
    assert!(line.ends_with(" h: `--budget 60s` asks what fits into a minute"), "{line}");
}

#[test]
fn without_a_terminal_a_long_hunt_writes_a_line_now_and_then() {
    let engine = broken("--trouble hang");
    let hunted = hunt(&["--engine", &engine, "--fen", "startpos", "--timeout", "3"]);
    let expected = "ox88: after 2 s: no answer yet to start_position at depth 1 (2 s), 0 found, \
                    0 of 4 counts: 0.0 %\n";
    assert_eq!(hunted.err, expected);
}

#[test]
fn a_long_search_for_a_cause_is_said_to_be_one() {
    let engine = broken("--trouble late castling-missing");
    let fen = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
    let limits = ["--fen", fen, "--depth", "1", "--budget", "5s"];
    let hunted = hunt(&[&["--engine", engine.as_str()][..], &limits].concat());
    let err = hunted.err.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(err.contains("s: looking for the cause at "), "{err}");
}

/// The script knows one answer by heart, and nobody knows whether it is right.
#[cfg(unix)]
#[test]
#[ignore = "ox88 counts on all cores for seconds: cargo test -p ox88-cli -- --ignored"]
fn while_ox88_counts_it_does_not_say_that_it_waits_for_the_engine() {
    let moves = Position::start().legal_moves();
    let rows: Vec<String> = moves.iter().map(|mv| format!("{mv}: 1")).collect();
    let ox88 = env!("CARGO_BIN_EXE_ox88");
    let script = format!(
        "case $1 in 10) printf '{}\\n' ;; *) \"{ox88}\" divide \"$1\" \"$2\" $3 ;; esac\n",
        rows.join("\\n")
    );
    let script = format!("sh \"{}\"", file("by_heart.sh", script));
    let suite = format!("{START} ;id start ;D10 69352859712417\n");
    let suite = file("counting.epd", suite);
    let arguments = ["--script", &script, "--suite", &suite, "--max-nodes", "100_000_000_000_000"];
    let hunted = hunt(&[&arguments[..], &["--budget", "2.5s"]].concat());
    let said = "ox88: after 2 s: ox88 itself is counting start at depth 10, ";
    assert!(hunted.err.starts_with(said), "{}", hunted.err);
    let err = hunted.err.split_whitespace().collect::<Vec<_>>().join(" ");
    let cut_short =
        "the engine had answered, but ox88 itself was still counting): give it more time";
    assert!(err.contains(cut_short), "{}", hunted.err);
}
