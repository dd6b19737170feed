//! What engines are sent and how long they are waited for: most of it is in `talk.conversations.snap`, and here is
//! what needs more than a text.

mod conversations;
mod learning;
pub mod played;
mod remote;

use self::played::{
    KINGS, LIMIT, Played, knows_uci, not_started, runs, started, uci, uci_or, verb,
};
use crate::{CastlingsWritten, Line, Protocol, Reply, Row, Step, TroubleKind};
use ox88::{CastlingNotation, divide};
use ox88_test_support::{assert_texts, line, position};
use std::time::Duration;

const CHESS960: &str = "4k3/8/8/8/8/8/8/1R2K1R1 w GB - 0 1";

const SHORT: Duration = Duration::from_secs(1);

/// Asks about the bare kings as many times as there are expectations.
#[track_caller]
fn assert_answers<const N: usize>(mut engine: Played, expected: [&str; N]) {
    assert_eq!([(); N].map(|()| engine.ask(KINGS)), expected);
}

// Answers.

/// What it prints is no answer, and no number of it is a count.
#[test]
fn an_engine_that_prints_back_what_it_is_sent_is_asked_once() {
    let echo = |line: &str| if verb(line) == "start" { String::new() } else { line.to_owned() };
    assert_answers(
        started(uci(), LIMIT, echo),
        ["position go | 6666 ms | Rubbish", "start position go | 6666 ms | Rubbish"],
    );
}

/// The system may start none any more, which is no trouble of the engine.
#[test]
fn an_engine_that_cannot_be_started_again_is_reported() {
    let mut engine = started(uci(), LIMIT, knows_uci("exit 1"));
    engine.ask(KINGS);
    engine.talk.wire.refusal = Some("no descriptors".to_owned());
    assert_eq!(engine.ask(KINGS), " | 0 ms | NotStarted(\"no descriptors\")");
}

// What an engine shows of itself.

/// It may do so each time, and the time for a question has not begun.
#[test]
fn an_engine_that_starts_as_slowly_again_can_be_asked_again() {
    let slow = |line: &str| match line {
        "start" => "+1200".to_owned(),
        _ => uci_or(line, "ROWS; 3"),
    };
    let mut engine = started(uci(), SHORT, slow);
    assert_eq!(engine.ask(KINGS), "position go isready | 200 ms | a1a2 a1b1 a1b2 = 3");
    let world = || not_started(uci(), SHORT, slow).talk.wire;
    let mut another = Played { talk: engine.talk.with_another(world()) };
    assert_eq!(another.talk.start_again(&[]), Ok(()));
    another.talk.wire.sent.clear();
    assert_eq!(another.ask(KINGS), "position go isready | 0 ms | a1a2 a1b1 a1b2 = 3");
    // It is not waited for beyond its end.
    let mut late = engine.talk.with_another(world());
    late.expect(Some(Duration::from_millis(300)), None);
    assert_eq!(late.start_again(&[]), Err(TroubleKind::Hangs(SHORT)));
    assert_eq!(late.wire.now, Duration::from_millis(300));
}

/// A longer limit would be of no use, and no clock reaches as far.
#[test]
fn a_time_limit_is_a_year_at_most() {
    let engine = started(uci(), Duration::MAX, knows_uci("ROWS; 3"));
    assert_eq!(engine.talk.limit, Duration::from_secs(365 * 86_400));
    assert_answers(engine, ["position go isready | 0 ms | a1a2 a1b1 a1b2 = 3"]);
}

// What an engine is sent.

/// A script is given a FEN, and has no other way to set up a position.
#[test]
fn the_start_position_is_set_up_by_its_name_where_that_is_asked_for() {
    let line = line(ox88::START, "e2e4");
    let by_name = Step::by_name(&line, 1);
    let mut engine = started(uci(), LIMIT, knows_uci("Nodes: 0; ROWS; 3"));
    assert!(matches!(engine.talk.ask(&by_name), Ok(Some(_))));
    let sent = engine.talk.wire.sent.iter().find(|line| line.starts_with("position"));
    assert_eq!(sent.map(String::as_str), Some("position startpos moves e2e4"));
    let mut script = started(Protocol::Script, LIMIT, runs("ROWS; 3; exit 0"));
    assert!(matches!(script.talk.ask(&by_name), Ok(None)));
}

/// Whoever writes `e1h1` may understand nothing else. In Chess960 everybody writes it so.
#[test]
fn an_engine_is_sent_the_fen_the_moves_and_castling_as_it_writes_it() {
    let (ordinary, rooks) = ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1");
    let chess960 = "4k3/8/8/8/8/8/8/5K1R w H - 0 1";
    let sent = |rows: &str, questions: &[(Option<CastlingsWritten>, &str, &str, u32)]| {
        let mut engine = started(uci(), LIMIT, knows_uci(rows));
        for &(castling, fen, moves, depth) in questions {
            engine.talk.expect(None, castling);
            let reply = engine.talk.ask(&Step::anew(&line(fen, moves), depth));
            reply.expect("it answers").expect("it answers");
        }
        engine.talk.wire.sent.retain(|line| line != "isready");
        engine.talk.wire.sent.join("\n")
    };
    let [takes_rook, to_target] = [CastlingNotation::KingTakesRook, CastlingNotation::KingToTarget]
        .map(|notation| Some(CastlingsWritten::all(notation)));
    let switched = [
        (None, rooks, "e1g1 e8d8", 2),
        (None, CHESS960, "e1b1", 3),
        (None, CHESS960, "", 1),
        (None, rooks, "", 1),
    ];
    let written = [
        (None, ordinary, "e1g1", 1),
        (takes_rook, ordinary, "e1g1", 1),
        (None, chess960, "f1h1", 1),
        (to_target, chess960, "f1h1", 1),
    ];
    let texts = [
        ("Chess960 is switched on and off", sent("Nodes: 0; ROWS; 3", &switched)),
        ("castling is written as the engine writes it", sent("e1h1: 1; Nodes: 1", &written)),
    ];
    assert_texts("talk.sent", texts);
}

#[test]
fn each_castling_is_sent_as_the_engine_writes_that_one_and_others_as_the_first_that_it_wrote() {
    let all = "r3k2r/3p1p2/8/8/8/8/3P1P2/R3K2R w KQkq - 0 1";
    let listed = |written, moves: &str, rows: &[&str]| {
        let rows = rows.iter().map(|row| Row::new(*row, 1)).collect();
        let reply = Reply { rows, ..Reply::default() };
        CastlingsWritten::and_in(written, &line::<Line>(all, moves).end(), &reply)
    };
    let text = |written, moves| Step::anew(&line(all, moves), 1).moves_text(written);
    let of_white = listed(None, "", &["e1g1", "e1c1"]);
    let of_both = listed(of_white, "h1h2", &["e8h8"]);
    assert_eq!(text(of_both, "e1g1 e8g8"), "e1g1 e8h8");
    assert_eq!(text(of_both, "e1c1 e8c8"), "e1c1 e8c8");
    assert_eq!(text(listed(None, "h1h2", &["e8h8"]), "e1g1"), "e1h1");
    assert_eq!(listed(None, "", &["a1a2"]), None);
}

#[test]
fn an_engine_that_counts_nothing_before_a_game_has_begun_can_be_asked() {
    let mut has_begun = false;
    let engine = started(uci(), LIMIT, |line: &str| {
        has_begun = line != "start" && (has_begun || line == "ucinewgame");
        uci_or(line, if has_begun { "ROWS; 3; exit 0" } else { "Nodes: 0" })
    });
    assert_answers(
        engine,
        [
            "position go | 0 ms | a1a2 a1b1 a1b2 = 3",
            "start uci ucinewgame isready position go | 0 ms | a1a2 a1b1 a1b2 = 3",
        ],
    );
}

// Troubles.

#[test]
fn an_engine_that_takes_no_position_is_reported() {
    let rows = divide(&position(ox88::START), 1);
    let rows: Vec<String> = rows.texts().map(|(text, _)| format!("{text} 1")).collect();
    let divide_of_start = rows.join("; ") + "; 20";
    let mut engine = started(uci(), LIMIT, knows_uci(&divide_of_start));
    assert_eq!(engine.ask(KINGS), "position go isready | 0 ms | IgnoresPosition");
    // At the start position, and where the moves are the same, that is the right answer.
    assert!(engine.ask(ox88::START).ends_with(" = 20"));
    let back = line(ox88::START, "g1f3 g8f6 f3g1 f6g8");
    assert!(engine.talk.ask(&Step::anew(&back, 1)).is_ok());
}
