//! A program that a signal is about to end kills its engines. This test has a file of its own because
//! it kills every engine of its process.
#![cfg(target_os = "linux")]

use ox88::internals::hunt::ask::{Engine, Protocol, kill_all};
use std::path::PathBuf;
use std::time::{Duration, Instant};
use std::{fs, thread};

#[test]
fn all_engines_are_killed_with_all_that_they_started() {
    let child = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("kill_all.child");
    let _ = fs::remove_file(&child);
    let command = format!(
        "sh -c 'trap \"\" TERM; sleep 300 & echo $! > \"{}\"; echo uciok; echo readyok; wait'",
        child.display()
    );
    let protocol = Protocol::Uci { perft: "go perft".to_owned() };
    let engine = Engine::start(&command, protocol, Duration::from_secs(20));
    let engine = engine.unwrap_or_else(|error| panic!("{error}"));
    kill_all();
    let id = fs::read_to_string(&child).expect("it has written the number of its child");
    let stat = format!("/proc/{}/stat", id.trim());
    let runs = || fs::read_to_string(&stat).is_ok_and(|stat| !stat.contains(") Z "));
    let deadline = Instant::now() + Duration::from_secs(10);
    while runs() {
        assert!(Instant::now() < deadline, "process {id} still runs");
        thread::sleep(Duration::from_millis(10));
    }
    drop(engine);
}
