//! What is typed, and what is printed.

use super::run::{FEW, WORKED, broken, hunt, hunt_json, text};
use crate::program::{finish, right, start};
use ox88_hunt::Splitting;
use ox88_test_support::{broken_engine, file};
use rstest::rstest;
use serde_json::Value;

#[test]
fn the_example_that_took_four_rounds_by_hand_takes_one_command() {
    let engine = broken("ep-of-the-checking-pawn-missing");
    let hunted = hunt(&["--engine", &engine, "--fen", WORKED, "--depth", "5"]);
    assert_eq!(hunted.code, Some(1), "{}", hunted.err);
    // `docs/hunt.md` shows the report.
    assert!(hunted.out.lines().count() < 40, "it fits on a screen");
    assert!(!hunted.out.contains('\x1b'), "there is no colour without a terminal");
    assert_eq!(hunted.err, "", "it is quiet without a terminal");
}

#[test]
fn the_rest_of_the_line_is_the_command_of_the_engine_as_it_is_typed() {
    let program = broken_engine();
    let program = program.to_str().expect("its path is text");
    let suite = file("rest_of_the_line.epd", FEW);
    let options = ["--suite", &suite, "--json", "-"];
    let fault = "promotion-to-queen-only";
    let (_, one) = hunt_json(&[&options[..2], &["--engine", &broken(fault)]].concat());
    let arguments = [&["hunt"], &options[..], &[program, fault]].concat();
    let run = finish(start(arguments), "");
    assert_eq!(run.code, Some(1), "{}", run.err);
    let rest: Value = serde_json::from_str(&run.out).expect("it is JSON");
    assert_eq!(text(&rest, "/engine"), Splitting::HERE.join(&[program, fault].map(str::to_owned)));
    assert_eq!(rest["findings"], one["findings"]);
}

/// A board in a FEN has seven slashes too.
#[cfg(unix)]
#[test]
fn the_path_of_an_engine_may_have_seven_slashes() {
    let run = hunt(&["--fen", "startpos", "/a/b/c/d/e/f/my-engine"]);
    assert!(!run.err.contains("is a position"), "{}", run.err);
    assert!(run.err.contains("my-engine"), "{}", run.err);
}

#[cfg(unix)]
#[test]
fn a_whole_command_in_quotation_marks_is_no_name_of_a_program() {
    let run = hunt(&["sh my-engine.sh"]);
    assert_eq!(run.code, Some(2), "{}", run.err);
    assert!(run.err.contains("type `ox88 hunt sh my-engine.sh`"), "{}", run.err);
}

/// What the program rewrites for itself is not touched after the command.
#[cfg(unix)]
#[test]
fn no_argument_of_an_engine_is_changed() {
    let written = file("arguments.txt", "");
    let script = file("arguments.sh", format!("printf '%s\\n' \"$@\" > '{written}'; exit 1\n"));
    let rest = ["--hash=16", "-", "-1", "two words", "", "-h", "help", "--", "it's"];
    let before = ["hunt", "--depth=1", "--fen=startpos"];
    let run = finish(start([&before[..], &["sh", &script], &rest].concat()), "");
    assert_eq!(run.code, Some(2), "{}", run.err);
    let expected = rest.map(|word| format!("{word}\n")).concat();
    assert_eq!(std::fs::read_to_string(written).expect("it is there"), expected);
}

#[rstest]
#[case("hunt --json FILE", "expected an engine after all options and their values")]
#[case(
    "hunt --markdown FILE ENGINE",
    "--markdown took FILE as the file to write, and that has something"
)]
#[case("hunt --html FILE ENGINE", "name a new file, as in `--html page.html`")]
#[case("hunt --facts --json FILE ENGINE", "name a new file, as in `--json report.json`")]
#[case("work count WORK --into FILE", "FILE is not empty")]
#[case("work count WORK --into FILE --resume", "FILE:1: ")]
fn nothing_is_written_over_a_file_that_ox88_has_not_written(
    #[case] arguments: &str,
    #[case] expected: &str,
) {
    let text =
        if arguments.contains("--html") { "<!DOCTYPE html>\n<html>\n" } else { "#!/bin/sh\n" };
    let path = file(&format!("taken by {arguments}"), text);
    let split = finish(start(["work", "split", "2", "--plies", "1"]), "").out;
    let work = file(&format!("work for {arguments}"), split);
    let engine = broken_engine().display().to_string();
    let word = |word| match word {
        "FILE" => path.as_str(),
        "WORK" => work.as_str(),
        "ENGINE" => engine.as_str(),
        word => word,
    };
    let run = finish(start(arguments.split(' ').map(word)), "");
    assert_eq!((run.code, &*run.out), (Some(2), ""), "{}", run.err);
    assert!(run.err.contains(&expected.replace("FILE", &path)), "{}", run.err);
    assert_eq!(std::fs::read_to_string(path).expect("it is there"), text);
}

#[test]
fn an_earlier_report_is_replaced_once_the_hunt_has_begun() {
    let suite = file("replaced.epd", FEW);
    for (option, verdict) in
        [("--json", "\"differs\""), ("--html", "finding"), ("--markdown", "finding")]
    {
        let report = file(&format!("replaced{option}"), "");
        let hunt = |engine: &str| hunt(&["--engine", engine, "--suite", &suite, option, &report]);
        let text = || std::fs::read_to_string(&report).expect("it is there");
        hunt(&broken(""));
        let earlier = text();
        let refused = hunt("/no/such/engine");
        assert_eq!((refused.code, text()), (Some(2), earlier), "{}", refused.err);
        assert_eq!(hunt(&broken("promotion-to-queen-only")).code, Some(1));
        assert!(text().contains(verdict), "{}", text());
    }
}

#[test]
fn a_hunt_for_nothing_is_refused() {
    let suite = file("nothing.epd", FEW);
    let hunted = hunt(&["--engine", &broken(""), "--suite", &suite, "--max-nodes", "1"]);
    assert_eq!(hunted.code, Some(2));
    assert!(hunted.err.contains("no question is left to ask"), "{}", hunted.err);
}

/// What the first of these hunts has found is known to the others.
#[test]
fn what_an_earlier_hunt_has_found_changes_no_exit_code() {
    let suite = file("known.epd", FEW);
    let hunted = |faults: &str, more: &[&str]| {
        let engine = broken(faults);
        hunt(&[&["--engine", &engine, "--suite", &suite], more].concat())
    };
    let known = file("known.json", "");
    assert_eq!(hunted("castling-missing", &["--all", "--json", &known]).code, Some(1));
    let again = hunted("castling-missing", &["--baseline", &known]);
    assert_eq!(again.code, Some(0), "{}{}", again.out, again.err);
    assert!(again.out.starts_with("OK: no new difference: "), "{}", again.out);
    let more = hunted("castling-missing promotion-to-queen-only", &["--baseline", &known]);
    assert_eq!(more.code, Some(1), "{}{}", more.out, more.err);
    assert!(more.out.contains("\nrule      underpromotion\n"), "{}", more.out);
    assert!(more.out.contains("\n1 new finding: "), "{}", more.out);
    let replaced = hunted("", &["--baseline", &known, "--json", &known]);
    let why = format!("--json would replace {known} of --baseline: expected two different files");
    assert_eq!(replaced.code, Some(2), "{}", replaced.out);
    assert!(replaced.err.contains(&why), "{}", replaced.err);
    let right = hunted("", &["--baseline", &known]);
    assert!(
        right.out.contains("\ngone, and probably fixed: castling: castling, unknown,"),
        "{}",
        right.out
    );
}

#[test]
fn what_was_learnt_of_an_engine_is_run_by_its_report() {
    let fen = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
    let report = file("learnt.json", "");
    hunt(&["--engine", &broken("castling-missing"), "--fen", fen, "--json", &report]);
    let divide = right(&["divide", "2", fen, "--as", &report]);
    assert!(divide.contains("e1e2: 5\n") && !divide.contains("e1g1"), "{divide}");
    let rows = right(&["divide", "2", fen, "--as", &report, "--csv"]);
    assert!(rows.contains("\ne1e2,2,5\n") && !rows.contains("e1g1"), "{rows}");
}
