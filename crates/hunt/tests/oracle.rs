//! The right answers: they are right, they are counted once, and the engine does not wait for them.

use crate::tests::inside::{Answers, partner, questions};
use crate::{Activity, Case, Clock, Hunt, Oracle, Outcome, Plan, Totals, Until};
use ox88::{Divide, START, divide};
use ox88_count::Counter;
use ox88_engine::read::read_line;
use ox88_engine::{Reply, Step, Trouble};
use ox88_test_support::position;
use rstest::rstest;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

// What is counted.

#[rstest]
#[case::at_once(3)]
#[case::with_a_memory(4)]
fn a_right_divide_is_that_of_the_definition(#[case] depth: u32) {
    let oracle = Oracle::new();
    for fen in [START, KIWIPETE, "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"] {
        assert_eq!(*oracle.divide(&position(fen), depth), divide(&position(fen), depth), "{fen}");
    }
}

#[test]
fn a_large_divide_is_counted_once() {
    let oracle = Oracle::new();
    let first = oracle.divide(&position(KIWIPETE), 5);
    assert!(Arc::ptr_eq(&first, &oracle.divide(&position(KIWIPETE), 5)));
    assert!(matches!(oracle.activity(), Activity { counts: None, time: Some(_) }));
}

/// Nothing of a count that was broken off is taken for a count later on.
#[test]
fn a_count_that_was_broken_off_is_made_again() {
    let (oracle, position) = (Oracle::new(), position(START));
    for questions in [0, 1, 7, 50, 200] {
        let asked = AtomicUsize::new(0);
        let is_over = || asked.fetch_add(1, Ordering::Relaxed) >= questions;
        assert_eq!(oracle.divide_until(&position, 6, &is_over), None, "{questions}");
    }
    assert_eq!(oracle.divide(&position, 6).total(), 119_060_324);
}

// Whose time it is.

/// A clock that stands still before the first answer of an engine, and whenever that is asked: so it answers at once,
/// however busy the machine is.
#[derive(Clone, Default)]
struct OwnTime(Arc<Mutex<(Duration, Option<Instant>)>>);

impl OwnTime {
    fn now(&self) -> Duration {
        let (before, since) = *self.0.lock().expect("nobody panics with it");
        before + since.map_or(Duration::ZERO, |since| since.elapsed())
    }

    fn stand_still(&self) {
        let now = self.now();
        *self.0.lock().expect("nobody panics with it") = (now, None);
    }

    fn go_on(&self) {
        self.0.lock().expect("nobody panics with it").1 = Some(Instant::now());
    }
}

/// An engine that knows one divide by heart, and answers at once.
struct ByHeart(Divide, OwnTime);

impl ByHeart {
    fn new(known: Divide) -> ByHeart {
        ByHeart(known, OwnTime::default())
    }

    /// Hunts it up to the end of the plan.
    fn hunted(&mut self, plan: &Plan, watch: impl FnMut(&Totals, &Case)) -> Outcome {
        let own_time = self.1.clone();
        let oracle = Arc::new(Oracle::with_clock(Clock::new(move || own_time.now())));
        Hunt::new(&oracle, plan.clone(), Until::All, Answers::can(self)).run(self, watch)
    }
}

impl Answers for ByHeart {
    fn ask(&mut self, question: &Step) -> Result<Reply, Trouble> {
        self.1.stand_still();
        let own;
        let divide = if question.depth < 5 {
            own = divide(&question.position(), question.depth);
            &own
        } else {
            &self.0
        };
        let mut reply = Reply::default();
        for (mv, leaves) in divide.texts() {
            reply.add(read_line(&format!("{mv}: {leaves}")));
        }
        self.1.go_on();
        Ok(reply)
    }
}

partner!(ByHeart);

/// It would be known if the hunt took its own half second for that of the engine.
#[test]
fn an_engine_that_answers_at_once_is_not_slow_because_ox88_counts() {
    let right = Counter::new(256 << 20, 1).expect("it needs no thread");
    let right = right.divide(&position(KIWIPETE), 5).expect("it fits");
    let plan = questions(&[(START, 1), (START, 2), (KIWIPETE, 5), (START, 3)]);
    let mut speeds = Vec::new();
    let outcome = ByHeart::new(right.into()).hunted(&plan, |totals, _| {
        speeds.push(totals.leaves_per_second);
    });
    assert_eq!((outcome.findings.len(), outcome.totals.questions), (0, 4));
    assert_eq!(speeds, [None; 4]);
}

/// The answer is wrong, and nobody knows.
#[test]
fn a_budget_ends_while_ox88_counts() {
    let start = Instant::now();
    let plan = Plan { budget: Some(Duration::from_millis(400)), ..questions(&[(START, 10)]) };
    let mut engine = ByHeart::new(divide(&position(START), 1));
    let Outcome { findings, left_out_by_budget, .. } = engine.hunted(&plan, |_, _| ());
    let left_out = left_out_by_budget.expect("one was left out");
    let cut_short = left_out.cut_short.expect("it was cut short");
    assert_eq!((findings, cut_short.is_answered, left_out.counts), (vec![], true, 1));
    assert!(cut_short.waited < Duration::from_millis(300), "{cut_short:?}");
    assert!(start.elapsed() < Duration::from_secs(300));
}
