//! Engines without a fault, and engines in every kind of trouble.

use super::run::{FEW, WORKED, broken, hunt, hunt_json, name_of_case, number, text, verdict};
use ox88_test_support::file;
use rstest::{Context, rstest};
use serde_json::Value;
use std::fs;
#[cfg(unix)]
use std::process::Command;

// Engines without a fault.

#[test]
fn chess960_is_tried_with_a_script_only_if_that_is_asked_for() {
    let script = broken("--script");
    let with = |arguments: &[&str]| {
        hunt(&[&["--script", script.as_str(), "--max-nodes", "4"], arguments].concat())
    };
    let positions = |out: &str| -> u32 {
        let words =
            out.split_once(" positions:").and_then(|(words, _)| words.split(' ').next_back());
        words.and_then(|word| word.parse().ok()).unwrap_or_else(|| panic!("{out}"))
    };
    let (plain, asked) = (with(&[]), with(&["--chess960"]));
    assert_eq!((plain.code, asked.code), (Some(0), Some(0)), "{}{}", plain.out, asked.out);
    assert!(positions(&plain.out) < positions(&asked.out));
    assert!(!plain.out.contains("Chess960"), "{}", plain.out);
}

#[cfg(unix)]
#[test]
fn an_engine_that_does_not_offer_chess960_is_not_asked_about_it() {
    let suite = file("no_chess960.epd", FEW);
    let program = broken("").replace('"', "'");
    let engine = format!("sh -c \"{program} | sed -u /UCI_Chess960/d\"");
    let (code, found) = hunt_json(&["--engine", &engine, "--suite", &suite]);
    assert_eq!((code, number(&found, "/left_out/of_chess960")), (Some(0), 1));
    let arguments = ["--engine", &engine, "--fen", "8/7k/8/8/8/8/8/4K1R1 w G - 0 1"];
    let (_, found) = hunt_json(&arguments);
    assert_eq!(number(&found, "/positions"), 1, "but it is when that is what is asked for");
}

#[test]
fn positions_that_cannot_arise_are_left_out_unless_they_are_asked_for() {
    let marked = "8/8/1k6/8/2pP4/8/5BK1/8 b - d3 0 1 ;id marked ;c0 \"cannot arise\" ;D1 8 ;D2 104";
    let suite = file("impossible.epd", format!("{FEW}{marked}\n"));
    let engine = broken("");
    let arguments = ["--engine", &engine, "--suite", &suite];
    let (_, found) = hunt_json(&arguments);
    let asked_for = [&arguments[..], &["--impossible"]].concat();
    let (_, found_with_all) = hunt_json(&asked_for);
    let counts = |found| ["/positions", "/left_out/impossible"].map(|place| number(found, place));
    assert_eq!([counts(&found), counts(&found_with_all)], [[9, 2], [10, 0]]);
    let left_out = "skipped: 2 counts in positions that cannot arise";
    assert!(hunt(&arguments).out.contains(left_out), "{}", hunt(&arguments).out);
    assert!(!hunt(&asked_for).out.contains("skipped"));
}

// Troubles.

/// Each case is named after its trouble; what follows is found at once.
#[rstest]
#[case::hang("hangs")]
#[case::hang_at_start("hangs")]
#[case::crash("dies")]
#[case::abort("dies")]
#[case::closes_output("closed-its-output")]
#[case::forks_a_child("hangs")]
#[case::rubbish("rubbish")]
#[case::binary("rubbish")]
#[case::flood("floods")]
#[case::flood_one_line("floods")]
#[case::searches("searches")]
#[case::searches_for_ever("searches")]
#[case::lie("total-is-not-the-sum")]
#[case::ignores_moves("move-not-played")]
#[case::ignores_position("takes-no-position")]
fn an_engine_in_trouble_is_a_finding(#[context] context: Context, #[case] expected: &str) {
    let engine = broken(&format!("--trouble {}", name_of_case(&context)));
    // Only what hangs is waited for so long. A flood has to be read up to its limit, and a busy machine takes its time.
    let timeout = if expected == "hangs" { "1" } else { "10" };
    let (code, found) = hunt_json(&["--engine", &engine, "--timeout", timeout]);
    assert_eq!(text(&found, "/findings/0/rule"), expected, "{found:#}");
    // Of an engine that gave no answer that can be read, nothing is known.
    let answers = ["total-is-not-the-sum", "move-not-played", "takes-no-position"];
    let is_wrong = answers.contains(&expected);
    let (wrong, unheard) = ((Some(1), "differs"), (Some(2), "not-run"));
    let verdict = if is_wrong { wrong } else { unheard };
    assert_eq!((code, text(&found, "/verdict")), verdict, "{found:#}");
    let sentence = &found["findings"][0]["trouble"]["sentence"];
    assert!(is_wrong || found["error"] == *sentence, "{found:#}");
    assert!(found["seconds"].as_f64().is_some_and(|seconds| seconds < 20.0));
}

#[test]
fn a_script_is_advised_no_option_that_it_cannot_take() {
    let script = broken("--trouble rubbish --script");
    let hunted = hunt(&["--script", &script, "--fen", WORKED]);
    let out = hunted.out.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(
        out.contains("called as `SCRIPT DEPTH FEN [MOVES]`; for a program that speaks UCI"),
        "{out}"
    );
    assert!(!out.contains("--perft-command"), "{out}");
}

#[rstest]
#[case::late()]
#[case::prints_after_total()]
#[case::stderr_noise()]
#[case::leaves_children()]
fn an_engine_that_is_only_slow_or_noisy_is_right(#[context] context: Context) {
    let engine = broken(&format!("--trouble {}", name_of_case(&context)));
    let hunted = hunt(&["--engine", &engine, "--fen", WORKED, "--depth", "1"]);
    assert_eq!(hunted.code, Some(0), "{}", hunted.out);
}

/// Its rows are `e2e4 leads to this many leaves: #600`.
#[rstest]
#[case::foreign_rows()]
fn a_fault_is_named_rightly_where_rows_are_in_unknown_words(#[context] context: Context) {
    let engine = broken(&format!("castling-missing --trouble {}", name_of_case(&context)));
    let (code, found) = hunt_json(&["--engine", &engine, "--max-nodes", "3000"]);
    assert_eq!((code, text(&found, "/findings/0/rule")), (Some(1), "castling"), "{found:#}");
    assert_eq!(text(&found, "/findings/0/missing/0/move"), "e1g1", "{found:#}");
}

#[rstest]
#[case::exits_at_once()]
fn an_engine_that_ends_before_any_question_cannot_be_run(#[context] context: Context) {
    let json_file = file("ends_at_once.json", "");
    let engine = broken(&format!("--trouble {}", name_of_case(&context)));
    let hunted = hunt(&["--engine", &engine, "--json", &json_file]);
    assert_eq!(hunted.code, Some(2));
    assert!(hunted.err.contains("it exited at once, before any question"));
    let written = fs::read_to_string(json_file).expect("it is written all the same");
    let found: Value = serde_json::from_str(&written).expect("it is JSON");
    assert_eq!(text(&found, "/verdict"), "not-run");
    assert!(text(&found, "/error").contains("it exited at once, before any question"));
}

/// In Chess960 the step of the king from f1 to g1 has the squares of castling with the rook on h1, as
/// ordinary chess writes it.
#[rstest]
#[case::castles_for_a_step()]
fn a_kings_step_that_is_played_as_castling_is_named(#[context] context: Context) {
    let engine = broken(&format!("--trouble {}", name_of_case(&context)));
    let fen = "4k3/8/8/8/8/8/8/5K1R w H - 0 1";
    let arguments = ["--engine", &engine, "--fen", fen, "--moves", "f1g1", "--depth", "1"];
    let (code, found) = hunt_json(&arguments);
    let rule = "king-step-taken-for-castling";
    assert_eq!((code, verdict(&found)), (Some(1), [rule, "make", rule]), "{found:#}");
}

/// Each answer costs a process, and each process leaves a child with its pipes. A hunt needs nearly all of these few
/// descriptors.
#[cfg(unix)]
#[test]
fn children_that_hold_the_pipes_of_their_engine_cost_no_descriptors() {
    let three: Vec<&str> = FEW.lines().take(3).collect();
    let suite = file("children.epd", three.join("\n"));
    let engine = broken("--trouble leaves-children");
    let found = Command::new("sh")
        .args(["-c", "ulimit -n 12; exec \"$0\" hunt \"$@\"", env!("CARGO_BIN_EXE_ox88")])
        .args(["--engine", &engine, "--suite", &suite])
        .output()
        .expect("a shell runs");
    assert_eq!(found.status.code(), Some(0), "{}", String::from_utf8_lossy(&found.stderr));
}

/// That the system starts nothing more is no fault of the engine, even if it has brought it about.
#[cfg(target_os = "linux")]
#[test]
fn an_engine_that_cannot_be_started_again_is_not_blamed_for_it() {
    let rows = "echo 'a1a2: 1'; echo 'a1b1: 1'; echo 'a1b2: 1'; echo 'Nodes searched: 3'";
    let text = format!(
        "while read -r verb rest; do case $verb in
             uci) echo uciok ;;
             isready) echo readyok ;;
             go) {rows}; prlimit --pid $PPID --nofile=3:3; exit ;;
         esac; done"
    );
    let engine = format!("sh '{}'", file("not_again.sh", text));
    let hunted = hunt(&["--engine", &engine, "--fen", "7k/8/8/8/8/8/8/K7 w - -", "--depth", "2"]);
    assert_eq!(hunted.code, Some(2), "{}{}", hunted.out, hunted.err);
    assert!(hunted.err.contains("the engine could not be restarted: "), "{}", hunted.err);
    assert!(hunted.err.contains("Too many open files"), "{}", hunted.err);
}

#[rstest]
#[case::crash_at("dies", 3)]
#[case::hang_at("hangs", 0)]
fn the_other_positions_are_tried_after_a_restart(
    #[context] context: Context,
    #[case] expected: &str,
    #[case] rows: usize,
) {
    let trouble = name_of_case(&context);
    let suite = file(&format!("{trouble}.epd"), FEW);
    let engine = broken(&format!("--trouble {trouble}"));
    let arguments = ["--engine", &engine, "--suite", &suite, "--timeout", "1", "--all"];
    let (code, found) = hunt_json(&arguments);
    let findings = found["findings"].as_array().expect("it is a list");
    // Both positions with an en passant square, and no other one.
    assert_eq!((code, findings.len()), (Some(1), 2), "{found:#}");
    // Those of the suite, and the three before it.
    assert_eq!(number(&found, "/positions"), 9);
    for finding in findings {
        assert_eq!(text(finding, "/trouble/kind"), expected);
        let last_lines = finding["trouble"]["last_lines"].to_string();
        assert_eq!(last_lines.matches(": 1").count(), rows, "{last_lines}");
    }
}
