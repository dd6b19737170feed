//! Engines without a fault, and engines in every kind of trouble.

use super::run::{FEW, WORKED, broken, hunt, hunt_json, name_of_case, number, text, verdict};
use ox88_test_support::file;
use rstest::{Context, rstest};

// Engines without a fault.

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
    // Only what hangs is waited for so long. To read a flood up to its limit takes a busy machine its time.
    let timeout = match expected {
        "hangs" => "1",
        "floods" => "600",
        _ => "10",
    };
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
    assert!(found["seconds"].as_f64().is_some_and(|seconds| seconds < 300.0), "{found:#}");
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
fn an_engine_that_is_only_slow_or_noisy_is_right(
    #[values("late", "prints-after-total", "stderr-noise", "leaves-children")] trouble: &str,
) {
    let engine = broken(&format!("--trouble {trouble}"));
    let hunted = hunt(&["--engine", &engine, "--fen", WORKED, "--depth", "1"]);
    assert_eq!(hunted.code, Some(0), "{}", hunted.out);
}

/// `ox88-hunt` tries one that hangs.
#[test]
fn the_other_positions_are_tried_after_a_restart() {
    let suite = file("restarts.epd", FEW);
    let engine = broken("--trouble crash-at");
    let (code, found) = hunt_json(&["--engine", &engine, "--suite", &suite, "--all"]);
    let findings = found["findings"].as_array().expect("it is a list");
    // Both positions with an en passant square, and no other one.
    assert_eq!((code, findings.len()), (Some(1), 2), "{found:#}");
    // Those of the suite, and the three before it.
    assert_eq!(number(&found, "/positions"), 9);
    for finding in findings {
        assert_eq!(text(finding, "/trouble/kind"), "dies");
        let last_lines = finding["trouble"]["last_lines"].to_string();
        assert_eq!(last_lines.matches(": 1").count(), 3, "{last_lines}");
    }
}

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
