//! What a hunt leaves behind when it ends, by itself or from outside, on Linux: no process, and no old
//! report.

use super::run::text;
use crate::program::{finish, start};
use ox88_test_support::file;
use ox88_test_support::process::{assert_ends, is_running, send_signal, ticks_of};
use ox88_test_support::waiting::wait_until;
use serde_json::Value;
use std::fs;

#[test]
fn a_hunt_that_is_ended_from_outside_leaves_neither_an_engine_nor_an_old_report_behind() {
    for signal in ["INT", "TERM", "HUP"] {
        let report = file(&format!("ended{signal}.json"), "{\n  \"format\": 1");
        let page = file(&format!("ended{signal}.html"), "");
        let number = file(&format!("ended{signal}.pid"), "");
        let hangs = format!("echo $$ > '{number}'; exec sleep 1000");
        let script = format!(
            "while read -r line; do case $line in uci) echo uciok;; isready) echo readyok;; pos*) {hangs};; esac; done"
        );
        let engine = format!("sh '{}'", file(&format!("ended{signal}.sh"), script));
        let reports = ["--json", report.as_str(), "--html", page.as_str()];
        let arguments = ["hunt", "--engine", engine.as_str(), "--timeout", "3600"];
        let hunt = start(arguments.into_iter().chain(reports));
        let id = wait_for_line(&number);
        assert!(is_running(&id));
        send_signal(signal, hunt.id());
        let run = finish(hunt, "");
        assert_eq!((run.code, run.out.as_str()), (Some(2), ""), "{signal}: {}", run.err);
        assert!(run.err.starts_with("ox88: interrupted after "), "{signal}: {}", run.err);
        assert_ends(&id);
        let report = fs::read_to_string(&report).expect("it is there");
        let report: Value = serde_json::from_str(&report).expect("it is JSON");
        assert_eq!((text(&report, "/verdict"), &report["error"]), ("interrupted", &Value::Null));
        let page = fs::read_to_string(&page).expect("it is there");
        assert!(page.contains("<li>Interrupted: "), "{signal}: {page}");
    }
}

/// The text of a file, once it has a line.
fn wait_for_line(file: &str) -> String {
    let read = || fs::read_to_string(file).expect("it is there");
    wait_until(&format!("a line in {file}"), || read().ends_with('\n'));
    read()
}

/// The last position that is asked about.
const ROOKS: &str = "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1";

/// A script that answers wrongly about each position but this, about which it does something else. Once it was
/// asked about that, there is something in the file of that name.
fn half_wrong(name: &str, other: &str) -> (String, String) {
    let asked = file(&format!("{name}.asked"), "");
    let script = file(
        &format!("{name}.sh"),
        format!("case $2 in \"{ROOKS}\") echo > '{asked}'; {other} ;; *) echo a2a3: 1 ;; esac\n"),
    );
    (format!("sh {script}"), asked)
}

/// A suite with that position, and this count of it.
fn rooks(name: &str, count: &str) -> String {
    file(&format!("{name}.epd"), format!("{ROOKS} ;id rooks {count}\n"))
}

#[test]
fn what_was_found_is_reported_when_a_hunt_is_ended_from_outside() {
    let (name, signal) = ("kept", "TERM");
    let (script, asked) = half_wrong(name, "exec sleep 1000");
    let suite = rooks(name, ";D1 26");
    let report = file(&format!("{name}.json"), "");
    let page = file(&format!("{name}.html"), "");
    let arguments =
        ["hunt", "-v", "--script", &script, "--suite", &suite, "--all", "--timeout", "3600"];
    let reports = ["--json", report.as_str(), "--html", page.as_str()];
    let hunt = start(arguments.into_iter().chain(reports));
    // What was asked before it is answered by then.
    wait_for_line(&asked);
    send_signal(signal, hunt.id());
    let run = finish(hunt, "");
    assert_eq!(run.code, Some(1), "{signal}: {}", run.err);
    assert!(run.err.contains("ox88: interrupted after "), "{signal}: {}", run.err);
    let says = ["case      a_move_is_played", "3 findings so far: ", "\ninterrupted: 1 count "];
    for part in says {
        assert!(run.out.contains(part), "{signal}: expected {part:?} in\n{}", run.out);
    }
    let report = fs::read_to_string(&report).expect("it is there");
    let report: Value = serde_json::from_str(&report).expect("it is JSON");
    assert_eq!(text(&report, "/verdict"), "interrupted");
    assert_eq!(text(&report, "/findings/0/case"), "a_move_is_played");
    assert_eq!(report["findings"].as_array().map(Vec::len), Some(3));
    let page = fs::read_to_string(&page).expect("it is there");
    assert!(page.contains("<h1>3 findings, 1 cause so far</h1>"), "{signal}: {page}");
}

/// The right count of the second position takes longer than anybody waits.
#[test]
fn what_was_found_is_reported_when_the_hunt_is_interrupted_while_it_counts() {
    let (script, asked) = half_wrong("kept_counting", "echo e1g1: 1");
    let suite = rooks("kept_counting", ";D12 1");
    let arguments = ["hunt", "--script", &script, "--suite", &suite, "--all", "--json", "-"];
    let hunt = start(arguments);
    wait_for_line(&asked);
    let before = ticks_of(hunt.id());
    wait_until("it counts", || ticks_of(hunt.id()) >= before + 30);
    send_signal("INT", hunt.id());
    let run = finish(hunt, "");
    assert_eq!(run.code, Some(1), "{}", run.err);
    let report: Value = serde_json::from_str(&run.out).expect("it is JSON");
    assert_eq!(text(&report, "/verdict"), "interrupted");
    assert_eq!(text(&report, "/findings/0/case"), "a_move_is_played");
}
