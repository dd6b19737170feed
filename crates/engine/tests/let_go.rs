//! An engine may leave children behind that hold its pipes and that nothing ends with it. They cost
//! neither threads nor descriptors. This test has a file of its own because it counts those of its
//! process.
#![cfg(target_os = "linux")]

use ox88_engine::{Engine, Protocol};
use ox88_test_support::file;
use ox88_test_support::waiting::wait_until;
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
    let left = || fs::read_to_string(&children).expect("it was written");
    // A busy machine may start an engine before that has come to its child.
    let restart = |number: usize| {
        let protocol = Protocol::Uci { perft: "go perft".to_owned() };
        let engine = Engine::start(&command, protocol, Duration::from_secs(20));
        wait_until("its child runs", || left().lines().count() >= number);
        drop(engine.unwrap_or_else(|error| panic!("{error}")));
    };
    restart(1);
    let before = in_use();
    (2..=RESTARTS).for_each(restart);
    // Linux lists a thread for a moment after others have seen it end.
    let deadline = Instant::now() + Duration::from_secs(60);
    while in_use() != before && Instant::now() < deadline {
        thread::sleep(Duration::from_millis(10));
    }
    let after = in_use();
    let children = left();
    let are_ended = Command::new("kill").args(children.split_whitespace()).status();
    assert!(are_ended.is_ok_and(|status| status.success()), "some child had ended by itself");
    assert_eq!(children.lines().count(), RESTARTS, "each engine has left one");
    assert_eq!(after, before);
}
