//! A program that a signal is about to end kills its engines. This test has a file of its own because
//! it kills every engine of its process.
#![cfg(target_os = "linux")]

use ox88_engine::{Engine, Protocol, kill_all};
use ox88_test_support::file;
use ox88_test_support::process::assert_ends;
use ox88_test_support::waiting::wait_until;
use std::fs;
use std::time::Duration;

#[test]
fn all_engines_are_killed_with_what_they_have_started() {
    let child = file("kill_all.child", "");
    let command = format!(
        "sh -c 'trap \"\" TERM; sleep 300 & echo $! > \"{child}\"; echo uciok; echo readyok; wait'"
    );
    let protocol = Protocol::Uci { perft: "go perft".to_owned() };
    let engine = Engine::start(&command, protocol.clone(), Duration::from_secs(20));
    let engine = engine.unwrap_or_else(|error| panic!("{error}"));
    // A busy machine may not have come to it yet.
    let number = || fs::read_to_string(&child).expect("it was written");
    wait_until("it has written the number of its child", || number().ends_with('\n'));
    let id = number();
    kill_all();
    assert_ends(&id);
    drop(engine);
    // None comes after them, which nothing would end.
    let error = Engine::start("cat", protocol, Duration::from_secs(20)).err();
    let error = error.unwrap_or_default();
    assert!(error.contains("the program is about to end"), "{error}");
}
