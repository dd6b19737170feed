//! Ctrl-C, the end of the session, and the system's wish to end, while each command works. Tests of single
//! commands are with their commands.

use super::run::{Files, Running, assert_says, ends, files, new_path, shell, start, wait_until};
use ox88_test_support::file;
use ox88_test_support::process::{assert_ends, ticks_of};
use std::fs;
use std::io::Write;

const SIGNALS: [&str; 3] = ["INT", "TERM", "HUP"];

/// Waits until the program has worked for a moment: longer than it takes to begin, also on a busy machine.
fn wait_until_it_works(running: &Running) {
    wait_until_it_has_worked(running, 20);
}

/// Waits until it has used so much time of a processor, in hundredths of a second.
fn wait_until_it_has_worked(running: &Running, hundredths: u64) {
    wait_until("it works", || ticks_of(running.id()) >= hundredths);
}

/// JSON is whole then, too.
#[test]
fn each_command_that_works_ends_by_a_signal_and_says_how_far_it_came() {
    let rule = "Runs of each command that take longer than anybody waits.";
    for ((arguments, code, says), signal) in ends(rule).into_iter().zip(SIGNALS.into_iter().cycle())
    {
        let running = start(&format!("exec \"$ox88\" {arguments}"));
        wait_until_it_works(&running);
        running.signal(signal);
        let run = running.wait();
        assert_eq!(
            (run.code, run.err.contains('\u{1b}')),
            (code, false),
            "{arguments}: {}",
            run.err
        );
        assert_says(&run.err, &says.split('…').collect::<Vec<_>>());
        if arguments.ends_with("--json") {
            let json: serde_json::Value = serde_json::from_str(&run.out).expect("it is whole");
            let last = json.as_array().and_then(|rows| rows.last()).expect("it has a row");
            assert_eq!(last["error"], "interrupted", "{arguments}: {}", run.out);
        }
    }
}

#[test]
fn an_interrupt_before_the_work_begins_says_so() {
    let mut running = start("exec \"$ox88\" suite -");
    // As long as its input stays open, it waits for more.
    let input = running.input.take();
    wait_until("it catches an interrupt", || {
        let status = fs::read_to_string(format!("/proc/{}/status", running.id()));
        let status = status.unwrap_or_default();
        let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:\t"));
        let caught = caught.and_then(|signals| u64::from_str_radix(signals, 16).ok());
        // The shell, which it was until a moment ago, may catch an interrupt as well. The lowest bit is that of
        // the first signal, and an interrupt is the second.
        status.starts_with("Name:\tox88\n") && caught.is_some_and(|signals| signals & 0b10 != 0)
    });
    running.signal("INT");
    let run = running.wait();
    drop(input);
    assert_eq!((run.code, run.err.as_str()), (2, "ox88: interrupted\n"));
}

#[test]
fn an_interrupt_ends_an_estimate_with_what_it_is_so_far() {
    let running = start("exec \"$ox88\" estimate 12 --seconds 100");
    wait_until_it_has_worked(&running, 50);
    running.signal("INT");
    let run = running.wait();
    assert_eq!(run.code, 0, "{}", run.err);
    assert_says(&run.out, &["estimate        6.", "\n95 % interval   ", "\npublished       "]);
    assert_says(&run.err, &["ox88: interrupted after ", " s: depth 12: 6.", "e16 ± 0.", " %: "]);
}

#[test]
fn a_conversation_ends_by_each_signal_while_it_counts() {
    for signal in SIGNALS {
        let mut running = start("exec \"$ox88\" uci");
        let mut input = running.input.take().expect("it is a pipe");
        input.write_all(b"go perft 12\n").expect("it reads");
        wait_until_it_works(&running);
        running.signal(signal);
        let run = running.wait();
        assert_eq!((run.code, run.err.as_str()), (2, "ox88: interrupted\n"));
    }
}

#[test]
fn lines_that_are_counted_again_can_be_interrupted() {
    let Files { long_work, .. } = files();
    let results = new_path("interrupted.result.epd");
    let work = fs::read_to_string(long_work).expect("it was written");
    let counted: String =
        work.lines()
            .map(|line| {
                if line.starts_with('#') { format!("{line}\n") } else { format!("{line} ;D11 1\n") }
            })
            .collect();
    fs::write(&results, counted).expect("there is room");
    let running = start(&format!("exec \"$ox88\" work merge {long_work} {results} --recount 100%"));
    wait_until_it_works(&running);
    running.signal("TERM");
    let run = running.wait();
    assert_eq!((run.code, run.out.as_str()), (2, ""), "{}", run.err);
    assert_says(&run.err, &["ox88: interrupted after ", " s: 20 lines again: "]);
}

#[test]
fn a_person_is_let_go_by_each_signal() {
    for signal in SIGNALS {
        let mut running = start("exec \"$ox88\" hunt --paste --fen startpos --depth 1");
        let input = running.input.take();
        wait_until("it asks", || running.err_so_far().contains("Question 1."));
        running.signal(signal);
        let run = running.wait();
        drop(input);
        assert_eq!((run.code, run.out.as_str()), (2, ""), "{}", run.err);
    }
}

/// The right answer to this question takes longer than anybody waits.
fn person_who_is_counted_for() -> Running {
    let mut running = start("exec \"$ox88\" hunt --paste --fen startpos --depth 12");
    let mut input = running.input.take().expect("it is a pipe");
    let rows = shell("\"$ox88\" divide 1").out.replace(": 1\n", ": 9999999999999999\n");
    input.write_all(rows.as_bytes()).expect("it reads");
    running.input = Some(input);
    wait_until_it_works(&running);
    running
}

/// `timeout` sends one to the program and one to its group. The hunt still reports what it has found.
#[test]
fn two_signals_at_once_are_one_wish() {
    let running = person_who_is_counted_for();
    // While it is stopped, nothing ends by the first. Two signals of one kind would come as one.
    for signal in ["STOP", "INT", "TERM", "CONT"] {
        running.signal(signal);
    }
    let run = running.wait();
    assert_eq!((run.code, run.out.as_str()), (2, ""), "{}", run.err);
    assert_says(&run.err, &["no question was answered"]);
}

/// No report is left half-written either: the one that says so was there before the first question.
#[test]
fn a_hunt_that_is_killed_leaves_a_report_that_says_so() {
    let (report, number) = (new_path("killed.json"), new_path("killed.pid"));
    let script = format!(
        "while read -r line; do case $line in uci) echo uciok;; isready) echo readyok;; \
         pos*) echo $$ > '{number}'; exec cat;; esac; done"
    );
    let engine = file("killed.sh", script);
    let running = start(&format!(
        "exec \"$ox88\" hunt --engine \"sh '{engine}'\" --timeout 1000 --json {report}"
    ));
    let id = || fs::read_to_string(&number).unwrap_or_default();
    wait_until("the engine runs", || id().ends_with('\n'));
    running.signal("KILL");
    assert_eq!(running.wait().code, 128 + 9);
    assert_says(&fs::read_to_string(report).expect("it is there"), &["\"interrupted\""]);
    assert_ends(&id());
}
