//! An engine of which nobody can wait answers as one that is waited for.

use super::played::{KINGS, LIMIT, MATE, knows_uci, started, uci};
use crate::read::Reply;
use crate::talk::{Does, Remote, Stands};
use crate::{Heard, Step, TroubleKind};
use ox88::{Position, perft};
use ox88_test_support::{line, position};
use rstest::rstest;
use std::collections::VecDeque;
use std::time::Duration;

/// An engine whose lines come as messages, one after the other, and the clock.
struct Messages<F> {
    remote: Remote,
    plays: F,
    coming: VecDeque<String>,
    now: Duration,
    starts: usize,
}

impl<F: FnMut(&str) -> Vec<&'static str>> Messages<F> {
    fn new(remote: Remote, plays: F) -> Messages<F> {
        Messages { remote, plays, coming: VecDeque::new(), now: Duration::ZERO, starts: 0 }
    }

    fn ask(&mut self, fen: &str, depth: u32) -> Heard {
        self.remote.ask(&Step::anew(&line(fen, ""), depth), None, None, self.now);
        loop {
            let (does, stands) = self.remote.go_on(self.now);
            for it in does {
                match it {
                    Does::Start => {
                        self.starts += 1;
                        self.coming.clear();
                    }
                    Does::Send(line) => {
                        self.coming.extend((self.plays)(&line).into_iter().map(str::to_owned));
                    }
                }
            }
            match (stands, self.coming.pop_front()) {
                (Stands::Heard(heard), next) => {
                    self.coming.extend(next);
                    return heard;
                }
                (Stands::Waits(_), Some(line)) if line == "dies" => {
                    self.remote.ends("it threw", self.now);
                }
                (Stands::Waits(_), Some(line)) => self.remote.hear(&line, self.now),
                (Stands::Waits(until), None) => self.now = until,
            }
        }
    }
}

fn speaks(line: &str, go: &[&'static str]) -> Vec<&'static str> {
    match line.split(' ').next() {
        Some("uci") => vec!["uciok"],
        Some("isready") => vec!["readyok"],
        Some("go") => go.to_vec(),
        _ => Vec::new(),
    }
}

fn remote() -> Remote {
    Remote::new("go perft", LIMIT)
}

const ROWS: [&str; 4] = ["a1a2: 1", "a1b1: 1", "a1b2: 1", "Nodes searched: 3"];

fn reply(heard: Heard) -> Reply {
    match heard {
        Heard::Answer { reply, .. } => reply,
        other => panic!("expected an answer, not {other:?}"),
    }
}

/// Nothing is known of how it writes its total, until it is asked for bare kings.
#[test]
fn where_an_engine_puts_its_total_is_learnt() {
    let mut asked = Position::start();
    let mut engine = Messages::new(remote(), |line| {
        if let Some(fen) = line.strip_prefix("position fen ") {
            asked = position(fen);
        }
        let depth = line.strip_prefix("go perft ").map(str::parse);
        let total = depth.map(|depth| perft(&asked, depth.expect("it is a depth")));
        let go = total.map(|total| format!("-> {total}").leak() as &str);
        speaks(line, go.as_slice())
    });
    for (fen, depth, expected) in [(ox88::START, 1, 20), (ox88::START, 3, 8902), (KINGS, 1, 3)] {
        assert_eq!(reply(engine.ask(fen, depth)).totals, [expected]);
    }
    assert_eq!(engine.starts, 2);
}

#[rstest]
#[case::with_a_total(&ROWS)]
#[case::without(&ROWS[..3])]
#[case::with_a_missing_row(&ROWS[1..3])]
#[case::a_total_alone(&ROWS[3..])]
fn the_same_is_read_as_of_an_engine_that_is_waited_for(#[case] go: &[&'static str]) {
    let steps = go.join("; ");
    let mut waited_for = started(uci(), LIMIT, knows_uci(&steps));
    let expected = waited_for.talk.ask(&Step::anew(&line(KINGS, ""), 1));
    let expected = expected.expect("it answers").expect("it answers");
    let mut engine = Messages::new(remote(), |line: &str| speaks(line, go));
    for _ in 0..3 {
        assert_eq!(reply(engine.ask(KINGS, 1)), expected);
    }
    assert_eq!(engine.starts, 1, "one process answers all");
    let mut another = Messages::new(engine.remote.another(), |line: &str| speaks(line, go));
    assert_eq!(reply(another.ask(KINGS, 1)), expected);
}

#[test]
fn one_that_hangs_or_dies_is_started_again() {
    for (go, expected) in [
        (vec!["a1a2: 1", "dies"], TroubleKind::Dies("it threw".to_owned())),
        (Vec::new(), TroubleKind::Hangs(LIMIT)),
    ] {
        let (mut asked, mut hangs) = (0, false);
        let mut engine = Messages::new(remote(), |line: &str| {
            asked += usize::from(line.starts_with("go"));
            // A process that hangs is not ready either, until it is started again.
            let begins = asked == 1 && line.starts_with("go") && go.is_empty();
            hangs = line != "uci" && (hangs || begins);
            match asked {
                _ if hangs => Vec::new(),
                1 if line.starts_with("go") => go.clone(),
                _ => speaks(line, &ROWS),
            }
        });
        let Heard::Trouble(trouble) = engine.ask(KINGS, 1) else { panic!("{expected:?}") };
        assert_eq!(trouble.kind, expected);
        assert_eq!(reply(engine.ask(KINGS, 1)).rows.len(), 3);
        assert_eq!(engine.starts, 2);
    }
}

#[test]
fn a_line_that_comes_between_two_questions_holds_up_no_answer() {
    let mut engine = Messages::new(remote(), |line: &str| speaks(line, &ROWS));
    let expected = reply(engine.ask(KINGS, 1));
    engine.remote.hear("a1a2: 7", engine.now);
    let limit = engine.now + LIMIT;
    assert_eq!(reply(engine.ask(KINGS, 1)), expected);
    assert!(engine.now < limit, "{:?}", engine.now);
    engine.remote.ends("it threw", engine.now);
    assert_eq!(reply(engine.ask(KINGS, 1)), expected);
    assert_eq!(engine.starts, 2);
}

#[test]
fn a_mate_has_no_rows() {
    let mut engine = Messages::new(remote(), |line: &str| speaks(line, &["Nodes searched: 0"]));
    assert_eq!(reply(engine.ask(MATE, 1)).rows, []);
}
