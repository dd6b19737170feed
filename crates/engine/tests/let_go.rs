//! An engine may leave children behind that hold its pipes and that nothing ends with it. They cost
//! neither threads nor descriptors. This test has a file of its own because it counts those of its
//! process.
#![cfg(target_os = "linux")]

use ox88_engine::{Engine, Protocol};
use ox88_test_support::file;
use std::fs;
use std::process::Command;
use std::thread;
use std::time::{Duration, Instant};

/// A single thread or descriptor that one of them keeps is seen.
const RESTARTS: usize = 40;

/// The threads and the descriptors of this process.
fn in_use() -> [usize; 2] {
    ["/proc/self/task", "/proc/self/fd"].map(|folder| {
        let entries = fs::read_dir(folder).expect("Linux lists them");
        entries.count()
    })
}

#[test]
fn an_engine_that_leaves_a_child_with_its_pipes_costs_nothing_when_it_is_gone() {
    let children = file("let_go.children", "");
    // The shell would give a child in the background no input. Before it has a session of its own it would
    // end with the engine, and so the engine waits for that.
    let text = format!(
        "exec 3<&0
         before=$(wc -l < \"{children}\")
         setsid sh -c 'echo $$ >> \"{children}\"; exec sleep 300' <&3 &
         until [ \"$(wc -l < \"{children}\")\" -gt \"$before\" ]; do :; done
         while read -r verb; do case $verb in
             uci) echo uciok ;;
             isready) echo readyok ;;
             quit) exit ;;
         esac; done"
    );
    let command = format!("sh '{}'", file("let_go.sh", &text));
    let restart = || {
        let protocol = Protocol::Uci { perft: "go perft".to_owned() };
        let engine = Engine::start(&command, protocol, Duration::from_secs(20));
        drop(engine.unwrap_or_else(|error| panic!("{error}")));
    };
    restart();
    let (before, start) = (in_use(), Instant::now());
    (1..RESTARTS).for_each(|_| restart());
    // Linux lists a thread for a moment after others have seen it end.
    while in_use() != before && start.elapsed() < Duration::from_secs(30) {
        thread::sleep(Duration::from_millis(10));
    }
    let (after, time) = (in_use(), start.elapsed());
    let children = fs::read_to_string(children).expect("they have written their numbers");
    let are_ended = Command::new("kill").args(children.split_whitespace()).status();
    assert!(are_ended.is_ok_and(|status| status.success()), "some child had ended by itself");
    assert_eq!(children.lines().count(), RESTARTS, "each engine has left one");
    assert_eq!(after, before, "after {time:?}");
}
