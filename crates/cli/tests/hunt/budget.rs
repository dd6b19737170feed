//! Hunts of slow engines: what is asked within a budget, what is left out, and what is said about it.

use super::paste::read_until;
use super::run::{FEW, broken, hunt};
use crate::program::start;
use ox88::{Position, START};
use ox88_hunt::LeftOutByBudget;
use ox88_test_support::waiting::with_enough_time;
use ox88_test_support::{file, in_one_line};
use rstest::rstest;
use std::time::Duration;

// The end of the time.

#[rstest]
#[case::uci("--trouble hang")]
#[case::without_isready("--trouble hang --format plain-verb")]
fn a_budget_in_which_nothing_is_answered_is_refused(#[case] options: &str) {
    let err = with_enough_time(Duration::from_millis(300), |budget| {
        let seconds = budget.as_secs_f64();
        let hunted = hunt(&["--engine", &broken(options), "--budget", &format!("{seconds}s")]);
        assert_eq!(hunted.code, Some(2), "{}", hunted.out);
        let err = in_one_line(&hunted.err);
        assert!(err.contains(&format!("nothing within the budget of {seconds} s")), "{err}");
        // On a busy machine the time may be over before the engine is asked.
        if err.contains(" (cut short: ") { Ok(err) } else { Err(err) }
    });
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

// What is said meanwhile.

/// What a hunt has said by the time it says this, without ends of lines.
fn said_until(end: &str, arguments: &[&str]) -> String {
    let mut hunt = start([&["hunt"], arguments].concat());
    let said = read_until(&mut hunt, |said| in_one_line(said).contains(end));
    // A hunt that is killed would leave its engine behind.
    #[cfg(target_os = "linux")]
    ox88_test_support::process::send_signal("TERM", hunt.id());
    #[cfg(not(target_os = "linux"))]
    hunt.kill().expect("it still hunts");
    hunt.wait().expect("it was killed");
    in_one_line(&said)
}

#[test]
fn a_budget_is_suggested_for_a_slow_engine() {
    let suite =
        format!("{FEW}rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 ;D5 4865609\n");
    // It is much slower than a machine is busy, so that its speed is known.
    let (suite, engine) = (file("slow.epd", suite), broken("--speed 100"));
    let limit = ["--max-nodes", "5_000_000"];
    let end = ": `--budget 60s` asks what fits into a minute";
    let said = said_until(end, &[&["--engine", &engine, "--suite", &suite], &limit[..]].concat());
    assert!(said.contains("ox88: this engine counts about "), "{said}");
    let is_long = [" h", "more than a day"].map(|time| said.contains(&format!("{time}{end}")));
    assert!(is_long.contains(&true), "{said}");
}

#[test]
fn without_a_terminal_a_long_hunt_writes_a_line_now_and_then() {
    let engine = broken("--trouble hang");
    let end = " s), 0 findings, 0 of 4 counts: 0.0 %";
    let said = said_until(end, &["--engine", &engine, "--fen", "startpos", "--timeout", "3600"]);
    assert!(said.starts_with("ox88: after "), "{said}");
    assert!(said.contains(" s: no answer yet to start_position at depth 1 ("), "{said}");
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
    let counting = " s: ox88 itself is counting start at depth 10, ";
    said_until(counting, &arguments);
    let hunted = hunt(&[&arguments[..], &["--budget", "2.5s"]].concat());
    let err = hunted.err.split_whitespace().collect::<Vec<_>>().join(" ");
    let cut_short =
        "the engine had answered, but ox88 itself was still counting): give it more time";
    assert!(err.contains(cut_short), "{}", hunted.err);
}
