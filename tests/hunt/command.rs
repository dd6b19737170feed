//! What is typed, what is printed, and how a hunt ends.

use crate::helpers::file::file;
#[cfg(target_os = "linux")]
use crate::helpers::process::{assert_ends, is_running};
#[cfg(target_os = "linux")]
use crate::helpers::program::{finish, start};
use crate::helpers::texts::assert_texts;
use crate::run::{FEW, WORKED, broken, hunt};
use rstest::rstest;
use std::process::Command;
use std::time::Duration;
use std::{fs, thread};

#[test]
fn the_example_that_took_four_rounds_by_hand_takes_one_command() {
    let engine = broken("ep-of-the-checking-pawn-missing");
    let hunted = hunt(&["--engine", &engine, "--fen", WORKED, "--depth", "5"]);
    assert_eq!(hunted.code, Some(1), "{}", hunted.err);
    for part in [
        "en-passant-takes-checker: en passant takes the pawn that gives check\n",
        "case      rook_ending_with_pins_along_both_ranks (suites/standard.epd:",
        "path      b4f4 h4g5 a5b4 c7c5\n",
        "fen       8/8/3p4/1Pp3kr/1K3R2/8/4P1P1/8 w - c6 0 3\n",
        "  6  .  . [.] p  .  .  .  .\n  5  . [P][p] .  .  .  k  r\n",
        "missing   b5c6  en passant b5c6 takes the pawn on c5 that gives check \
         [en-passant-takes-checker]\n",
        "origin    generation: the FEN of the position alone is enough to see it\n",
        "  position fen 8/8/3p4/1Pp3kr/1K3R2/8/4P1P1/8 w - c6 0 3\n  go perft 1\n",
        "  ox88 divide 1 \"8/8/3p4/1Pp3kr/1K3R2/8/4P1P1/8 w - c6 0 3\"\n",
        "\n1 finding: 1 position, ",
    ] {
        assert!(hunted.out.contains(part), "expected {part:?} in\n{}", hunted.out);
    }
    assert!(hunted.out.lines().count() < 40, "it fits on a screen");
    assert!(!hunted.out.contains('\x1b'), "there is no colour without a terminal");
    assert_eq!(hunted.err, "", "it is quiet without a terminal");
}

const REFUSED: &[&[&str]] = &[
    &[],
    &["--engine", "x", "--script", "y"],
    &["--script", "y", "--perft-command", "perft"],
    &["--engine", "x", "--perft-command", " "],
    &["--engine", "/no/such/engine"],
    &["--engine", "x", "--fen", "kiwipeet"],
    &["--engine", "x", "--fen", "8/8/8/8/8/8/8/8 w - -"],
    &["--engine", "x", "--fen", "startpos", "--moves", "e2e5"],
    &["--engine", "x", "--moves", "e2e4"],
    &["--engine", "x", "--fen", "startpos", "--max-nodes", "5"],
    &["--engine", "x", "--timeout", "0"],
    &["--engine", "x", "--timeout", "soon"],
    &["--engine", "x", "--depth", "0"],
];

#[test]
fn what_cannot_be_used_is_refused() {
    let refusal = |arguments: &&[&str]| {
        let hunted = hunt(arguments);
        assert_eq!(hunted.code, Some(2), "{arguments:?}: {}", hunted.out);
        let command = shlex::try_join(arguments.iter().copied()).expect("a shell can say it");
        (format!("$ ox88 hunt {command}"), hunted.err)
    };
    assert_texts("hunt.refusals", REFUSED.iter().map(refusal));
}

#[rstest]
#[case(&["--engine", "x", "--suite", "/no/such/suite.epd"], "expected a perft suite")]
#[case(&["--engine", "x", "--json", "/no/such/folder/f.json"], "expected a file that can be")]
#[case(&["--engine", "x", "--colour"], "Type `ox88 help hunt`")]
fn what_the_system_refuses_is_refused(#[case] arguments: &[&str], #[case] expected: &str) {
    let hunted = hunt(arguments);
    assert_eq!(hunted.code, Some(2), "{}", hunted.out);
    assert!(hunted.err.contains(expected), "{}", hunted.err);
}

#[test]
fn a_hunt_for_nothing_is_refused() {
    let suite = file("nothing.epd", FEW);
    let hunted = hunt(&["--engine", &broken(""), "--suite", &suite, "--max-nodes", "1"]);
    assert_eq!(hunted.code, Some(2));
    assert!(hunted.err.contains("no count is left to ask for"), "{}", hunted.err);
}

#[cfg(target_os = "linux")]
#[test]
fn a_hunt_that_is_ended_from_outside_leaves_neither_an_engine_nor_an_old_report_behind() {
    for signal in ["-INT", "-TERM", "-HUP"] {
        let report = file(&format!("ended{signal}.json"), "an old report");
        let number = file(&format!("ended{signal}.pid"), "");
        let engine = format!("sh -c 'echo $$ > \"{number}\"; exec sleep 1000'");
        let hunt = start(["hunt", "--engine", &engine, "--timeout", "500", "--json", &report]);
        let mut id = String::new();
        while id.trim().is_empty() {
            thread::sleep(Duration::from_millis(20));
            id = fs::read_to_string(&number).expect("it is there");
        }
        assert!(is_running(&id));
        let killed = Command::new("kill").args([signal, &hunt.id().to_string()]).status();
        assert!(killed.is_ok_and(|status| status.success()), "a signal can be sent");
        assert_eq!(finish(hunt, "").code, Some(2), "{signal}");
        assert_ends(&id);
        let report = fs::read_to_string(&report).expect("it is there");
        assert!(report.contains("\"verdict\": \"not-run\""), "{signal}: {report}");
    }
}
