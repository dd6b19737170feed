//! Runs `ox88 hunt` against the broken engine.

#[path = "../broken_engine/program.rs"]
mod program;

use program::broken_engine;
use serde_json::Value;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// What a hunt has said.
pub struct Hunted {
    /// Its exit code; nothing if it was killed.
    pub code: Option<i32>,
    pub out: String,
    pub complaints: String,
    pub time: Duration,
}

/// Runs `ox88 hunt` with these arguments.
pub fn hunt(arguments: &[&str]) -> Hunted {
    let begun = Instant::now();
    let output = Command::new(env!("CARGO_BIN_EXE_ox88"))
        .arg("hunt")
        .args(arguments)
        .stdin(Stdio::null())
        .output()
        .expect("the program runs");
    Hunted {
        code: output.status.code(),
        out: String::from_utf8(output.stdout).expect("it prints text"),
        complaints: String::from_utf8(output.stderr).expect("it prints text"),
        time: begun.elapsed(),
    }
}

/// Runs it with what is found as JSON.
pub fn hunt_json(arguments: &[&str]) -> (Option<i32>, Value) {
    let hunted = hunt(&[arguments, &["--json", "-"]].concat());
    let value = serde_json::from_str(&hunted.out);
    let value = value.unwrap_or_else(|error| {
        panic!("{error} in\n{}{}", hunted.out, hunted.complaints);
    });
    (hunted.code, value)
}

/// The command of the broken engine with these faults, dialects and troubles.
pub fn broken(words: &str) -> String {
    format!("\"{}\" {words}", broken_engine().display())
}

/// The names that it lists below a heading.
pub fn listed(heading: &str) -> Vec<String> {
    let output = Command::new(broken_engine()).arg("--list").output().expect("it runs");
    let text = String::from_utf8(output.stdout).expect("it prints text");
    let below = text.split("\n\n").find(|part| part.starts_with(heading)).expect("it has a list");
    let names = below.lines().skip(1).filter_map(|line| line.strip_prefix("  "));
    let names = names.filter(|line| !line.starts_with(' '));
    names.filter_map(|line| line.split_whitespace().next()).map(str::to_owned).collect()
}
