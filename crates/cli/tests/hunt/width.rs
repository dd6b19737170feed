//! A report fits a terminal of 80 columns, whichever way the engine was asked, and whatever it does wrong.

use super::paste::{Request, printed, session_with, start_at};
use super::run::{FEW, WORKED, broken, hunt, several_at_once};
use crate::program::{Run, finish, start};
use ox88_test_support::{ROOT, broken_engine, file};
use std::fs;
use std::path::Path;

/// Faults of which a report has much to say: long reasons, long paths, several processes, many rows of a table.
const MUCH_TO_SAY: [&str; 8] = [
    "castling-missing",
    "ep-of-the-checking-pawn-missing",
    "undo-forgets-the-ep-square-generated-last",
    "rights-not-restored-by-undo-of-a-capture",
    "hash-forgets-the-rights",
    "fen-tells-wings-by-the-other-king",
    "mate-counted-as-a-leaf",
    "pin-ignored castling-through-an-attack promotion-without-knight",
];

const TROUBLES: [&str; 6] = ["crash", "hang-at", "abort", "rubbish", "searches", "stderr-noise"];

/// Checks each line but a line to copy, which stays whole: a FEN or a command may be longer.
#[track_caller]
fn assert_fits(name: &str, text: &str) {
    let to_copy = ["  position fen ", "  ox88 ", "  \""];
    for line in text
        .lines()
        .filter(|line| !to_copy.iter().any(|it| line.trim_start().starts_with(it.trim_start())))
    {
        assert!(line.chars().count() <= 80, "{name}: {line:?} in\n{text}");
    }
}

fn assert_report_fits(name: &str, run: &Run) {
    assert!(run.out.contains(" question"), "{name}: {}{}", run.out, run.err);
    assert_fits(name, &run.out);
}

#[test]
fn the_reports_of_engines_that_print_rows_or_totals_fit_a_terminal() {
    let suite = file("width.epd", FEW);
    let engines = MUCH_TO_SAY.map(str::to_owned).to_vec();
    several_at_once(&engines, |faults| {
        for format in ["stockfish", "total-only", "san-without-hints"] {
            let engine = broken(&format!("{faults} --format {format}"));
            for more in [&["--all"][..], &[]] {
                let arguments = [&["--engine", &engine, "--suite", &suite][..], more].concat();
                assert_report_fits(&format!("{faults}, {format}"), &hunt(&arguments));
            }
        }
        let kiwipete = ["--fen", "kiwipete", "--depth", "3"];
        let engine = broken(faults);
        let arguments = [&["--engine", &engine][..], &kiwipete].concat();
        assert_report_fits(faults, &hunt(&arguments));
    });
}

#[test]
fn the_reports_of_scripts_fit_a_terminal() {
    let engines = MUCH_TO_SAY.map(str::to_owned).to_vec();
    several_at_once(&engines, |faults| {
        let script = format!("\"{}\" {faults} --script", broken_engine().display());
        let run = hunt(&["--script", &script, "--fen", WORKED, "--depth", "3"]);
        assert_report_fits(faults, &run);
    });
}

#[test]
fn the_reports_of_engines_that_fail_fit_a_terminal() {
    several_at_once(&TROUBLES.map(str::to_owned), |trouble| {
        let engine = broken(&format!("castling-missing --trouble {trouble}"));
        let run = hunt(&["--engine", &engine, "--timeout", "1", "--fen", "kiwipete"]);
        assert_fits(trouble, &run.out);
    });
}

#[test]
fn the_reports_of_saved_divides_fit_a_terminal() {
    let kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    for faults in MUCH_TO_SAY {
        for depth in [1, 2] {
            let request = Request { fen: kiwipete.to_owned(), ..start_at(depth) };
            let divide = printed(faults, &request);
            let arguments = ["hunt", "--divide", "-", "--fen", "kiwipete"];
            assert_report_fits(faults, &finish(start(arguments), &divide));
        }
    }
}

/// Of the packages whose texts are reports. Other texts are errors, which are wrapped at a terminal, or no text for it.
#[test]
fn the_questions_to_a_person_and_their_report_fit_a_terminal() {
    let engines = MUCH_TO_SAY.map(str::to_owned).to_vec();
    several_at_once(&engines, |faults| {
        let (run, _) = session_with(faults, &["--fen", "kiwipete", "--depth", "2"]);
        assert_report_fits(faults, &run);
        assert_fits(faults, &run.err);
    });
}

#[test]
fn every_snapshot_of_a_report_fits_a_terminal() {
    for name in [
        "hunt.findings",
        "hunt.remarks",
        "baseline.reports",
        "failure.reports",
        "check.reports",
        "check.troubles",
    ] {
        let path = Path::new(ROOT).join(format!("crates/hunt/snapshots/texts/{name}.snap"));
        let text = fs::read_to_string(path).expect("it is there");
        let (_, texts) = text[4..].split_once("\n---\n").expect("it has a head");
        // The title of each text is at the margin, and the text is indented by two.
        for line in texts.lines().filter_map(|line| line.strip_prefix("  ")) {
            assert_fits(name, line);
        }
    }
}
