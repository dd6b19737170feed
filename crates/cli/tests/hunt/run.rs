//! Runs `ox88 hunt` against the broken engine.

use crate::program::{Run, finish, start};
use ox88_test_support::broken_engine;
use rstest::Context;
use serde_json::Value;
use std::process::Command;
use std::sync::{Mutex, PoisonError};
use std::thread;

pub const WORKED: &str = "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1";

/// Castling, promotion, en passant, mate and Chess960 in few nodes.
pub const FEW: &str = "\
4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1 ;id castling ;D1 26 ;D2 112
8/P1k5/K7/8/8/8/8/8 w - - 0 1 ;id promotion ;D1 6 ;D2 27
8/8/8/2k5/3Pp3/8/8/4K3 b - d3 0 1 ;id en_passant ;D1 9 ;D2 49
4k3/8/8/2PpP3/8/8/8/4K3 w - d6 0 1 ;id en_passant_from_both_sides ;D1 9
K1k5/8/P7/8/8/8/8/8 w - - 0 1 ;id mate ;D1 2 ;D2 6 ;D3 13
8/7k/8/8/8/8/8/4K1R1 w G - 0 1 ;id chess960 ;D1 15
";

/// Runs `ox88 hunt` with these arguments.
pub fn hunt(arguments: &[&str]) -> Run {
    finish(start([&["hunt"], arguments].concat()), "")
}

/// Runs it with what is found as JSON.
pub fn hunt_json(arguments: &[&str]) -> (Option<i32>, Value) {
    let Run { code, out, err } = hunt(&[arguments, &["--json", "-"]].concat());
    let value = serde_json::from_str(&out);
    (code, value.unwrap_or_else(|error| panic!("{error} in\n{out}{err}")))
}

/// The command of the broken engine with these faults, formats and troubles.
pub fn broken(options: &str) -> String {
    format!("\"{}\" {options}", broken_engine().display())
}

/// Checks several of them at once, because engines and programs are mostly waited for.
pub fn several_at_once(items: &[String], check: impl Fn(&str) + Sync) {
    let (items, check) = (&Mutex::new(items.iter()), &check);
    let next = || items.lock().unwrap_or_else(PoisonError::into_inner).next();
    thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(move || {
                while let Some(item) = next() {
                    check(item);
                }
            });
        }
    });
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

/// The text at a place in what was found.
pub fn text<'a>(value: &'a Value, place: &str) -> &'a str {
    value.pointer(place).and_then(Value::as_str).unwrap_or("-")
}

pub fn number(value: &Value, place: &str) -> u64 {
    value.pointer(place).and_then(Value::as_u64).unwrap_or_else(|| panic!("{place} in {value:#}"))
}

/// The rule, the part at fault, and what is wrong with the state, of the first finding.
pub fn verdict(found: &Value) -> [&str; 3] {
    ["/rule", "/origin/part", "/origin/state/rule"]
        .map(|place| text(found, &format!("/findings/0{place}")))
}

/// The name of a case, as the broken engine writes it.
pub fn name_of_case(context: &Context) -> String {
    context.description.expect("the case has a name").replace('_', "-")
}
