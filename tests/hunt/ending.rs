//! What a hunt leaves behind when it ends, by itself or from outside, on Linux: no process, and no old
//! report.

use crate::helpers::file::file;
use crate::helpers::process::{assert_ends, is_running};
use crate::helpers::program::{finish, start};
use crate::run::{broken, hunt_json};
use std::process::Command;
use std::time::Duration;
use std::{fs, thread};

#[test]
fn no_process_is_left_behind() {
    let engine = broken("--trouble forks-a-child");
    let (_, found) = hunt_json(&["--engine", &engine, "--timeout", "1"]);
    let lines = found["findings"][0]["trouble"]["last_lines"].to_string();
    let child = lines.split("forked ").nth(1).expect("it names its child");
    let child: String = child.chars().take_while(char::is_ascii_digit).collect();
    assert_ends(&child);
}

#[test]
fn a_hunt_that_is_ended_from_outside_leaves_neither_an_engine_nor_an_old_report_behind() {
    for signal in ["-INT", "-TERM", "-HUP"] {
        let report = file(&format!("ended{signal}.json"), "an old report");
        let page = file(&format!("ended{signal}.html"), "an old page");
        let number = file(&format!("ended{signal}.pid"), "");
        let engine = format!("sh -c 'echo $$ > \"{number}\"; exec sleep 1000'");
        let reports = ["--json", report.as_str(), "--html", page.as_str()];
        let arguments = ["hunt", "--engine", engine.as_str(), "--timeout", "500"];
        let hunt = start(arguments.into_iter().chain(reports));
        let mut id = String::new();
        while id.trim().is_empty() {
            thread::sleep(Duration::from_millis(20));
            id = fs::read_to_string(&number).expect("it is there");
        }
        assert!(is_running(&id));
        let killed = Command::new("kill").args([signal, &hunt.id().to_string()]).status();
        assert!(killed.is_ok_and(|status| status.success()), "a signal can be sent");
        let run = finish(hunt, "");
        assert_eq!((run.code, run.err.as_str()), (Some(2), "ox88: interrupted\n"), "{signal}");
        assert_ends(&id);
        let report = fs::read_to_string(&report).expect("it is there");
        assert!(report.contains("\"verdict\": \"not-run\""), "{signal}: {report}");
        let page = fs::read_to_string(&page).expect("it is there");
        assert!(page.contains("the hunt was ended from outside"), "{signal}: {page}");
    }
}
