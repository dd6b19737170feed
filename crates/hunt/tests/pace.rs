//! How fast an engine answers, and what follows from that for the rest of a hunt.

use crate::search::{Pace, Work};
use rstest::rstest;
use std::time::Duration;

fn milliseconds(time: u64) -> Duration {
    Duration::from_millis(time)
}

/// What is learned from these answers, each with its leaves and milliseconds. The first answer is left aside.
fn pace(answers: &[(u128, u64)]) -> Pace {
    let mut pace = Pace::default();
    pace.add(1, milliseconds(60_000), Duration::ZERO);
    for &(leaves, time) in answers {
        pace.add(leaves, milliseconds(time), Duration::ZERO);
    }
    pace
}

const fn work(questions: usize, leaves: u128) -> Work {
    Work { questions, leaves }
}

#[test]
fn nothing_is_known_before_the_first_answers() {
    for pace in [Pace::default(), pace(&[])] {
        assert_eq!(pace.estimate(work(1, 1000)), None);
        assert_eq!(pace.leaves_per_second(), None);
    }
}

/// Half a second has to have passed, most of it counting, before anything is said about a speed.
#[rstest]
#[case::enough(&[(0, 100), (9_000, 500)], Some(15_000))]
#[case::enough_at_once(&[(1, 0), (5_000, 500)], Some(10_002))]
#[case::too_short(&[(0, 10), (9_000, 489)], None)]
#[case::mostly_talk(&[(0, 201), (9_000, 1_000)], None)]
#[case::a_third_of_it_talk(&[(0, 200), (9_000, 1_000)], Some(7_500))]
#[case::no_leaf(&[(0, 10), (0, 990)], None)]
fn a_speed_is_known_when_it_is_counting_that_takes_the_time(
    #[case] answers: &[(u128, u64)],
    #[case] expected: Option<u128>,
) {
    assert_eq!(pace(answers).leaves_per_second(), expected);
}

/// Two answers of 100 ms of talk each; 9,000 leaves took the 400 ms beyond that.
#[test]
fn an_estimate_is_talk_and_counting() {
    let pace = pace(&[(0, 100), (9_000, 500)]);
    let seconds = |work| pace.estimate(work).expect("a speed is known").as_secs_f64();
    for (work, expected) in
        [(work(0, 9_000), 0.4), (work(0, 90_000), 4.0), (work(10, 0), 1.0), (work(10, 9_000), 1.4)]
    {
        assert!((seconds(work) - expected).abs() < 1e-6, "{work:?}: {}", seconds(work));
    }
}

/// It may be the start of a script, or of an engine that hangs after each answer.
#[test]
fn what_each_question_takes_is_known_after_three_answers() {
    assert_eq!(pace(&[(1, 900), (9, 800)]).time_per_question(), None);
    let pace = pace(&[(1, 900), (9, 800), (20, 1_000)]);
    assert_eq!(pace.time_per_question(), Some(milliseconds(800)));
    assert_eq!(pace.leaves_per_second(), None);
}

/// What is known stays known while nothing better is.
#[test]
fn a_speed_is_that_of_the_last_answers_that_show_one() {
    let mut pace = pace(&[(0, 0), (10_000, 1_000)]);
    assert_eq!(pace.leaves_per_second(), Some(10_000));
    // Sixteen answers count. Those of late take too little time to show a speed; the last sixteen that did had
    // 25,000 leaves in 1.15 s.
    for _ in 0..16 {
        pace.add(1_000, milliseconds(10), Duration::ZERO);
    }
    assert_eq!(pace.leaves_per_second(), Some(21_739));
    for _ in 0..16 {
        pace.add(50_000, milliseconds(1_000), Duration::ZERO);
    }
    assert_eq!(pace.leaves_per_second(), Some(50_000));
}

/// An engine that is waited on for the end of its answer does not count the slower for it.
#[test]
fn silence_that_is_longer_than_usual_is_no_work_of_the_engine() {
    let mut pace = pace(&[]);
    for (leaves, time, silence) in [(1_000, 20, 10), (50_000, 1_500, 1_010), (50_000, 1_510, 1_010)]
    {
        pace.add(leaves, milliseconds(time), milliseconds(silence));
    }
    // 20, 500 and 510 ms, and talk is 20 ms of each.
    assert_eq!(pace.leaves_per_second(), Some(101_000 * 1_000 / 1_030));
    assert_eq!(pace.estimate(work(0, 101_000)), Some(milliseconds(970)));
}

#[test]
fn work_is_added_and_done() {
    let sum = work(2, 30).and(work(1, 12));
    assert_eq!(sum, work(3, 42));
    assert_eq!(sum.without(work(1, 12)), work(2, 30));
    assert_eq!(sum.without(work(9, 99)), work(0, 0));
    assert_eq!(work(1, u128::MAX).and(work(1, 1)), work(2, u128::MAX));
}

/// More than a clock can show is as long as it can.
#[test]
fn what_takes_longer_than_any_clock_runs_takes_as_long_as_possible() {
    let pace = pace(&[(0, 0), (1, 1_000)]);
    assert_eq!(pace.estimate(work(1, u128::MAX)), Some(Duration::MAX));
}
