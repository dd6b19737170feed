//! `hunt --facts`: what perft never calls, as the program asks and says it. The page about facts has a hunt from start to
//! end, and `ci/run` asks Stockfish after perft. Each fault, each habit, and each way to tell facts is a test of
//! `ox88-checks`, which asks few positions.

use super::run::{broken, hunt};
use ox88_test_support::waiting::with_enough_time;
use std::time::{Duration, Instant};

/// Whoever says how long that may take waits no longer, whatever the limit of one answer is: here an hour.
#[test]
fn an_engine_that_falls_silent_is_asked_for_as_long_as_was_said() {
    let engine = broken("--plant right --by silence");
    // On a busy machine the time may be over before there was an answer.
    with_enough_time(Duration::from_secs(1), |budget| {
        let start = Instant::now();
        let budget = format!("{}s", budget.as_secs());
        let found =
            hunt(&["--facts", "--budget", &budget, "--timeout", "3600", "--engine", &engine]);
        assert!(start.elapsed() < Duration::from_secs(600), "{}{}", found.out, found.err);
        let out = found.out.replace("\n         ", " ");
        let is_said = out.contains("skipped: the rest, because time ran out");
        if is_said { Ok(()) } else { Err(out + &found.err) }
    });
}

/// After perft that is no news.
#[test]
fn an_engine_without_facts_is_refused_only_where_they_are_asked_for() {
    let engine = broken("--plant right --by none");
    let found = hunt(&["--facts", "--engine", &engine]);
    assert_eq!((found.code, found.out.as_str()), (Some(2), ""), "{}", found.err);
    assert!(found.err.contains("prints no facts"), "{}", found.err);
    let found = hunt(&["--fen", "kiwipete", "--depth", "2", "--engine", &engine]);
    assert_eq!(found.code, Some(0), "{}{}", found.out, found.err);
    assert!(!found.out.contains("fact"), "{}", found.out);
}
