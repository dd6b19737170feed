//! `ox88 estimate`: what it prints, and when it stops.

use ox88::Position;
use ox88_count::Estimator;
use ox88_test_support::assert_texts;
use std::ops::ControlFlow;

#[track_caller]
fn right(arguments: &[&str]) -> String {
    crate::program::right(&[&["estimate"], arguments].concat())
}

#[test]
fn the_command_prints_the_estimate_its_error_and_the_published_count() {
    let arguments = ["12", "--samples", "2000", "--seed", "7"];
    let printed = right(&arguments);
    assert_eq!(printed, right(&[&arguments[..], &["--threads", "3"]].concat()));
    let runs: [&[&str]; 4] = [
        &arguments,
        &["9", "startpos", "e2e4", "--samples=1000"],
        &["5"],
        &["5", "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1"],
    ];
    let run =
        |arguments: &[&str]| (format!("$ ox88 estimate {}", arguments.join(" ")), right(arguments));
    assert_texts("estimate.runs", runs.map(run));
}

#[test]
fn json_has_the_estimate_its_error_its_interval_and_the_samples() {
    let printed = right(&["12", "--samples", "1000", "--json"]);
    let json: serde_json::Value = serde_json::from_str(&printed).expect("it is JSON");
    let of = |name: &str| json[name].as_f64().unwrap_or_else(|| panic!("no {name} in {printed}"));
    let estimator = Estimator::new(&Position::start(), 12, 1).expect("one thread");
    let estimate = estimator.run(1, 1000, |_| ControlFlow::Continue(()));
    let is_same = |a: f64, b: f64| (a - b).abs() <= b * 1e-14;
    assert!(is_same(of("estimate"), estimate.leaves), "{printed} {estimate:?}");
    assert!(is_same(of("standard_error"), estimate.standard_error), "{printed} {estimate:?}");
    assert!(of("low") < of("estimate") && of("estimate") < of("high"), "{printed}");
    assert_eq!(json["samples"], 1000);
    assert_eq!(json["published"], 62_854_969_236_701_747_u64);
    assert!(of("standard_errors_away").abs() < 4.0, "{printed}");
    assert!(json.get("exact").is_none(), "{printed}");
    let counted = right(&["5", "--json"]);
    let counted: serde_json::Value = serde_json::from_str(&counted).expect("it is JSON");
    assert_eq!((&counted["exact"], &counted["samples"]), (&4_865_609.into(), &0.into()));
}

#[test]
fn the_command_stops_at_the_first_limit() {
    let before = std::time::Instant::now();
    right(&["9", "--seconds", "0.1"]);
    right(&["9", "--seconds", "0.1", "--samples", "1_000_000_000_000"]);
    right(&["9", "--error=0.005", "--seconds=3600"]);
    assert!(before.elapsed().as_secs() < 1800, "{:?}", before.elapsed());
    let printed = right(&["9", "--error", "0.5%", "--seed", "3"]);
    assert_eq!(printed, right(&["9", "--error", "0.005", "--seed", "3", "--threads", "1"]));
}
