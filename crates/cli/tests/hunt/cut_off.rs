//! Scripts that fail: was their answer complete before that? And scripts that take no MOVES.

use super::run::{FEW, hunt, hunt_json, text};
use ox88_test_support::{assert_rules, file};

/// What is found wrong in a position with three moves, of each script of the snapshot, which is asked to the depth before
/// it: the exit code, the rule or the trouble, and what was printed last.
#[test]
fn an_answer_that_a_failure_may_have_cut_off_lacks_no_moves_and_a_complete_one_counts() {
    assert_rules("cut_off.scripts", |_, case| {
        let (depth, script) = case.split_once(": ").expect("a depth and a script");
        let script = format!("sh '{}'", file("cut_off.sh", script));
        let kings = "7k/8/8/8/8/8/8/K7 w - - 0 1";
        let (code, found) = hunt_json(&["--script", &script, "--fen", kings, "--depth", depth]);
        let [rule, sentence] =
            ["rule", "trouble/sentence"].map(|place| text(&found, &format!("/findings/0/{place}")));
        let last = found["findings"][0]["trouble"]["last_lines"].as_array();
        let mut last: Vec<String> = last.into_iter().flatten().map(ToString::to_string).collect();
        // They come by two pipes.
        last.sort();
        format!("exit code {}: {rule}: {sentence}: {}", code.unwrap_or(-1), last.join(" "))
    });
}

#[cfg(unix)]
#[test]
fn a_right_script_that_takes_no_moves_is_told_so_once() {
    let program = env!("CARGO_BIN_EXE_ox88");
    let text = format!(
        "[ $# = 2 ] || {{ echo 'usage: perft DEPTH FEN' >&2; exit 2; }}\n'{program}' divide $1 \"$2\""
    );
    let script = format!("sh '{}'", file("no_moves.sh", text));
    let suite = file("no_moves.epd", FEW);
    let run = hunt(&["--script", &script, "--suite", &suite]);
    assert_eq!(run.code, Some(0), "{}{}", run.out, run.err);
    assert_eq!(run.out.matches("takes no MOVES").count(), 1, "{}", run.out);
    assert!(run.out.contains("usage: perft DEPTH FEN"), "{}", run.out);
}
