//! Conversations with engines that answer in every way, and that fail in every way. Each expects what the engine was
//! sent for a question, how long that took, and what came of it.

mod learning;
mod played;
mod remote;

use self::played::{
    KINGS, LIMIT, MATE, Played, counting, knows_perft, knows_uci, not_started, perft, perft_or,
    runs, started, uci, uci_or, verb,
};
use crate::{Protocol, Step, TroubleKind};
use ox88::{CastlingNotation, divide};
use ox88_test_support::{line, position};
use rstest::rstest;
use std::time::Duration;

const CHESS960: &str = "4k3/8/8/8/8/8/8/1R2K1R1 w GB - 0 1";

/// Where an engine of a test is mated by its mistake.
const FALSE_MATE: &str = "7k/7P/8/8/8/8/8/K7 w - - 0 1";

const SHORT: Duration = Duration::from_secs(1);

/// Asks about the bare kings as many times as there are expectations.
#[track_caller]
fn assert_answers<const N: usize>(mut engine: Played, expected: [&str; N]) {
    assert_eq!([(); N].map(|()| engine.ask(KINGS)), expected);
}

// Answers.

/// The first question to an engine that knows UCI, the second one, and one to an engine that does not know it.
#[rstest]
#[case::as_stockfish("info string x; ROWS; ; Nodes searched: 3", ["position go isready | 0 ms | a1a2 a1b1 a1b2 = 3", "position go isready | 0 ms | a1a2 a1b1 a1b2 = 3", "position perft | 10 ms | a1a2 a1b1 a1b2 = 3"])]
#[case::bare_total("ROWS; ; 3", ["position go isready | 0 ms | a1a2 a1b1 a1b2 = 3", "position go isready | 0 ms | a1a2 a1b1 a1b2 = 3", "position perft | 10 ms | a1a2 a1b1 a1b2 = 3"])]
#[case::total_with_a_time("ROWS; Nodes: 3; Time: 12", ["position go isready | 0 ms | a1a2 a1b1 a1b2 = 3", "position go isready | 0 ms | a1a2 a1b1 a1b2 = 3", "position perft | 10 ms | a1a2 a1b1 a1b2 = 3"])]
#[case::total_first("Total: 3; +200; ROWS", ["position go isready | 200 ms | a1a2 a1b1 a1b2 = 3", "position go isready | 200 ms | a1a2 a1b1 a1b2 = 3", "position perft | 210 ms | a1a2 a1b1 a1b2 = 3"])]
#[case::another_total_first("Total: 4; +200; ROWS", ["position go isready | 400 ms | a1a2 a1b1 a1b2 = 4", "position go isready | 400 ms | a1a2 a1b1 a1b2 = 4", "position perft | 400 ms | a1a2 a1b1 a1b2 = 4"])]
#[case::two_totals("ROWS; Moves: 9; +100; Nodes: 3", ["position go isready | 100 ms | a1a2 a1b1 a1b2 = 3", "position go isready | 100 ms | a1a2 a1b1 a1b2 = 3", "position perft | 110 ms | a1a2 a1b1 a1b2 = 3"])]
#[case::late_total("ROWS; +500; Nodes: 3", ["position go isready | 500 ms | a1a2 a1b1 a1b2 = 3", "position go isready | 500 ms | a1a2 a1b1 a1b2 = 3", "position perft | 200 ms | a1a2 a1b1 a1b2 = ?"])]
#[case::late_rows("a1a2: 1; +700; a1b1: 1; a1b2: 1; 3", ["position go isready | 700 ms | a1a2 a1b1 a1b2 = 3", "position go isready | 700 ms | a1a2 a1b1 a1b2 = 3", "position perft | 710 ms | a1a2 a1b1 a1b2 = 3"])]
#[case::in_a_thread("& +400; ROWS; +100; Nodes: 3", ["position go isready | 500 ms | a1a2 a1b1 a1b2 = 3", "position go isready | 500 ms | a1a2 a1b1 a1b2 = 3", "position perft | 510 ms | a1a2 a1b1 a1b2 = 3"])]
#[case::talk_of_a_search("info depth 1 score cp 3; ROWS; 3", ["position go isready | 0 ms | a1a2 a1b1 a1b2 = 3", "position go isready | 0 ms | a1a2 a1b1 a1b2 = 3", "position perft | 10 ms | a1a2 a1b1 a1b2 = 3"])]
#[case::carriage_returns("a1a2: 1\r; a1b1: 1\r; a1b2: 1\r; Nodes: 3\r", ["position go isready | 0 ms | a1a2 a1b1 a1b2 = 3", "position go isready | 0 ms | a1a2 a1b1 a1b2 = 3", "position perft | 10 ms | a1a2 a1b1 a1b2 = 3"])]
#[case::no_utf8("\u{FFFD}\u{FFFD}; ROWS; Nodes: 3", ["position go isready | 0 ms | a1a2 a1b1 a1b2 = 3", "position go isready | 0 ms | a1a2 a1b1 a1b2 = 3", "position perft | 10 ms | a1a2 a1b1 a1b2 = 3"])]
#[case::no_total("ROWS", ["position go isready | 200 ms | a1a2 a1b1 a1b2 = ?", "position go isready | 0 ms | a1a2 a1b1 a1b2 = ?", "position perft | 200 ms | a1a2 a1b1 a1b2 = ?"])]
#[case::no_total_and_slow("a1a2: 1; +500; a1b1: 1; +500; a1b2: 1", ["position go isready | 1200 ms | a1a2 a1b1 a1b2 = ?", "position go isready | 1000 ms | a1a2 a1b1 a1b2 = ?", "position perft | 1200 ms | a1a2 a1b1 a1b2 = ?"])]
#[case::a_missing_row("a1a2: 1; a1b1: 1", ["position go isready position go isready | 3000 ms | a1a2 a1b1 = ?", "position go isready position go isready | 3000 ms | a1a2 a1b1 = ?", "position perft position perft | 3000 ms | a1a2 a1b1 = ?"])]
#[case::a_missing_row_and_the_total_of_the_others("a1a2: 1; a1b1: 1; Nodes: 2", ["position go isready | 0 ms | a1a2 a1b1 = 2", "position go isready | 0 ms | a1a2 a1b1 = 2", "position perft | 10 ms | a1a2 a1b1 = 2"])]
#[case::another_total_than_the_sum("ROWS; Nodes: 4", ["position go isready | 200 ms | a1a2 a1b1 a1b2 = 4", "position go isready | 200 ms | a1a2 a1b1 a1b2 = 4", "position perft | 200 ms | a1a2 a1b1 a1b2 = 4"])]
#[case::a_total_without_rows("Nodes: 3", ["position go isready | 1000 ms | = 3", "position go isready | 0 ms | = 3", "position perft | 1000 ms | = 3"])]
#[case::all_on_standard_error("err a1a2: 1; err a1b1: 1; err a1b2: 1; err Nodes: 3", ["position go isready | 0 ms | a1a2 a1b1 a1b2 = 3 on stderr", "position go isready | 0 ms | a1a2 a1b1 a1b2 = 3 on stderr", "position perft | 10 ms | a1a2 a1b1 a1b2 = 3 on stderr"])]
#[case::rows_on_standard_error("err a1a2: 1; err a1b1: 1; err a1b2: 1; Nodes: 3", ["position go isready | 200 ms | a1a2 a1b1 a1b2 = 3 on stderr", "position go isready | 200 ms | a1a2 a1b1 a1b2 = 3 on stderr", "position perft | 200 ms | a1a2 a1b1 a1b2 = 3 on stderr"])]
#[case::other_rows_on_standard_error("err a1a2: 7; err Nodes: 7; ROWS; Nodes: 3", ["position go isready | 0 ms | a1a2 a1b1 a1b2 = 3", "position go isready | 0 ms | a1a2 a1b1 a1b2 = 3", "position perft | 10 ms | a1a2 a1b1 a1b2 = 3"])]
fn an_answer_is_read_to_its_end(#[case] go: &str, #[case] expected: [&str; 3]) {
    let mut by_uci = started(uci(), LIMIT, knows_uci(go));
    let mut by_perft = started(perft(), LIMIT, knows_perft(go));
    assert_eq!([by_uci.ask(KINGS), by_uci.ask(KINGS), by_perft.ask(KINGS)], expected);
}

/// It counts in a thread, and says in another that it is ready. What has come meanwhile shows that there is more.
#[test]
fn rows_that_come_after_readyok_are_waited_for() {
    let go = "a1a2: 1; +1500; a1b1: 1";
    let mut asked = 0;
    let engine = move |line: &str| {
        asked += usize::from(verb(line) == "isready");
        match (verb(line), asked) {
            ("go", _) => go.to_owned(),
            ("isready", 2) => "readyok; +500; a1b2: 1; 3".to_owned(),
            _ => uci_or(line, ""),
        }
    };
    assert_answers(
        started(uci(), LIMIT, engine),
        ["position go isready isready | 2000 ms | a1a2 a1b1 a1b2 = 3"],
    );
}

/// It prints the rows of each depth and no total, counts in a thread, and is always ready at once.
#[test]
fn the_rows_of_a_lesser_depth_are_not_taken_for_all() {
    let lesser = "& a1a2: 1; a1b1: 1; a1b2: 1";
    let mut depth = 1;
    let engine = |line: &str| {
        if verb(line) == "go" {
            depth = if line.ends_with('2') { 2 } else { 1 };
        }
        let deeper = "; +100; a1a2: 3; a1b1: 3; a1b2: 3";
        uci_or(line, &format!("{lesser}{}", if depth == 2 { deeper } else { "" }))
    };
    let mut engine = started(uci(), LIMIT, engine);
    let answers = [1, 1, 2, 2].map(|depth| engine.ask_to(KINGS, depth));
    assert_eq!(
        answers,
        [
            "position go isready | 200 ms | a1a2 a1b1 a1b2 = ?",
            "position go isready | 0 ms | a1a2 a1b1 a1b2 = ?",
            "position go isready | 100 ms | a1a2 a1b1 a1b2 = ?",
            "position go isready | 100 ms | a1a2 a1b1 a1b2 = ?",
        ]
    );
    // One that does not say whether it is ready may pause in front of the last of them.
    for (depth, lesser) in [(2, "ROWS"), (3, "ROWS; a1a2: 3; a1b1: 3; a1b2: 3")] {
        let rows = format!("{lesser}; +700; a1a2: 9; a1b1: 9; a1b2: 9");
        let mut engine = started(perft(), LIMIT, knows_perft(&rows));
        let expected = "position perft | 900 ms | a1a2 a1b1 a1b2 = ?";
        assert_eq!(engine.ask_to(KINGS, depth), expected);
    }
}

/// It may be the number of moves, and so by chance the sum of the first rows.
#[rstest]
#[case::in_order("PART; +300; REST", ["position go isready | 300 ms | a1a2 a1b1 a1b2 = 9", "position go isready | 300 ms | a1a2 a1b1 a1b2 = 9", "position perft | 310 ms | a1a2 a1b1 a1b2 = 9"])]
#[case::in_a_thread("& PART; +300; REST", ["position go isready | 300 ms | a1a2 a1b1 a1b2 = 9", "position go isready | 300 ms | a1a2 a1b1 a1b2 = 9", "position perft | 310 ms | a1a2 a1b1 a1b2 = 9"])]
fn a_total_before_the_rows_does_not_end_them(#[case] go: &str, #[case] expected: [&str; 3]) {
    let go = go.replace("PART", "Moves: 3; a1a2: 3").replace("REST", "a1b1: 3; a1b2: 3; Nodes: 9");
    let mut by_uci = started(uci(), LIMIT, knows_uci(&go));
    let mut by_perft = started(perft(), LIMIT, knows_perft(&go));
    assert_eq!([by_uci.ask(KINGS), by_uci.ask(KINGS), by_perft.ask(KINGS)], expected);
}

/// Rows of one leaf each may be those of depth 1, unless the engine is known to begin with its total.
#[test]
fn a_total_in_front_of_rows_of_one_leaf_ends_them_once_that_is_known() {
    let engine = |line: &str, asked| match asked {
        1 => perft_or(line, "Total: 9; a1a2: 3; a1b1: 3; a1b2: 3"),
        _ => perft_or(line, "Total: 3; ROWS"),
    };
    let mut engine = started(perft(), LIMIT, counting(engine));
    let answers = [2, 2, 2].map(|depth| engine.ask_to(KINGS, depth));
    assert_eq!(
        answers,
        [
            "position perft | 1000 ms | a1a2 a1b1 a1b2 = 3",
            "position perft | 10 ms | a1a2 a1b1 a1b2 = 9",
            "position perft | 10 ms | a1a2 a1b1 a1b2 = 3",
        ]
    );
}

/// The pause is longer than any before it. But the total, with which each answer ends, has not come.
#[test]
fn an_engine_that_prints_totals_is_waited_for_in_a_pause_between_its_rows() {
    let pauses = "a1a2: 1; +1600; a1b1: 1; a1b2: 1; 3";
    let engine = |line: &str, asked| perft_or(line, if asked > 0 { pauses } else { "ROWS; 3" });
    assert_answers(
        started(perft(), LIMIT, counting(engine)),
        [
            "position perft | 10 ms | a1a2 a1b1 a1b2 = 3",
            "position perft | 1610 ms | a1a2 a1b1 a1b2 = 3",
        ],
    );
}

/// Its first pause is longer than ox88 waits for a row of an engine that has shown nothing yet. A third answer, for
/// which ox88 is patient, shows the total.
#[test]
fn a_long_pause_between_the_first_rows_is_no_other_answer() {
    let pauses = "a1a2: 1; +4000; a1b1: 1; a1b2: 1; 3";
    assert_answers(
        started(perft(), LIMIT, knows_perft(pauses)),
        [
            "position perft position perft start position perft | 8030 ms | a1a2 a1b1 a1b2 = 3",
            "position perft | 4010 ms | a1a2 a1b1 a1b2 = 3",
        ],
    );
}

/// What it prints is no answer, and no number of it is a count.
#[test]
fn an_engine_that_prints_back_what_it_is_sent_is_asked_once() {
    let echo = |line: &str| if verb(line) == "start" { String::new() } else { line.to_owned() };
    assert_answers(
        started(uci(), LIMIT, echo),
        ["position go | 20000 ms | Rubbish", "start position go | 20000 ms | Rubbish"],
    );
}

/// Whatever it prints, there is nothing to learn from an answer without an end.
#[test]
fn an_engine_that_never_ends_its_answer_hangs() {
    let engine = started(perft(), LIMIT, knows_perft("9999 x 100 thinking 7"));
    assert_answers(engine, ["position perft | 20000 ms | Hangs(20s)"]);
}

#[test]
fn an_engine_that_knows_no_uci_and_does_not_say_so_is_asked_anyway() {
    let silent = |line: &str| (if verb(line) == "perft" { "ROWS; 3" } else { "" }).to_owned();
    let engine = started(perft(), LIMIT, silent);
    assert_eq!(engine.talk.wire.now, Duration::from_secs(2), "it may have said `uciok`");
    assert_answers(engine, ["position perft | 10 ms | a1a2 a1b1 a1b2 = 3"]);
}

/// At depth 1 alone some print no rows. Who prints none at depth 2 is not waited on for any.
#[test]
fn rows_are_waited_for_until_it_is_known_that_none_come() {
    let mut engine = started(uci(), LIMIT, knows_uci("Nodes: 9"));
    let answers = [1, 1, 2, 2, 5].map(|depth| {
        let answer = engine.ask_to(KINGS, depth);
        format!("{answer} ({:?})", engine.talk.silence_at_end)
    });
    assert_eq!(
        answers,
        [
            "position go isready | 1000 ms | = 9 (1s)",
            "position go isready | 0 ms | = 9 (0ns)",
            "position go isready | 1000 ms | = 9 (1s)",
            "position go isready | 0 ms | = 9 (0ns)",
            "position go isready | 0 ms | = 9 (0ns)"
        ]
    );
}

#[rstest]
#[case::with_a_total("; Nodes searched: 0", "position go isready | 0 ms | = 0")]
#[case::silent("", "position go isready | 1000 ms | = ?")]
fn where_there_is_no_move_no_row_is_right(#[case] go: &str, #[case] expected: &str) {
    assert_eq!(started(uci(), LIMIT, knows_uci(go)).ask(MATE), expected);
}

/// What an engine does that prints in lines of `info`, and has no move where a pawn is on the seventh rank.
fn answers_in_info() -> impl FnMut(&str) -> String {
    let mut is_mate = false;
    move |line| match verb(line) {
        "position" => {
            is_mate = line.contains("7P");
            String::new()
        }
        "go" if is_mate => "info nodes 0".to_owned(),
        _ => {
            let rows = ["a1a2", "a1b1", "a1b2"].map(|mv| format!("info currmove {mv} nodes 1"));
            uci_or(line, &format!("{}; info nodes 3", rows.join("; ")))
        }
    }
}

/// Where an engine has no move, it prints no row, wherever it prints its rows otherwise.
#[test]
fn a_total_of_0_is_an_answer_in_the_lines_of_info_as_well() {
    let mut engine = started(uci(), LIMIT, answers_in_info());
    let answers = [KINGS, FALSE_MATE, FALSE_MATE].map(|fen| engine.ask(fen));
    assert_eq!(
        answers,
        [
            "position go isready | 0 ms | a1a2 a1b1 a1b2 = 3",
            "position go isready | 0 ms | = 0",
            "position go isready | 0 ms | = 0"
        ]
    );
    // Where it has no move at first, it is waited for only once.
    let mut engine = started(uci(), LIMIT / 5, answers_in_info());
    assert_eq!(
        [FALSE_MATE; 3].map(|fen| engine.ask(fen)),
        [
            "position go isready | 1200 ms | = 0",
            "position go isready | 0 ms | = 0",
            "position go isready | 0 ms | = 0"
        ]
    );
}

/// Some print nothing but a line of `info`, and some one for each depth. Once that is known it is enough.
#[rstest]
#[case::a_total("info nodes 3 nps 9 time 0", "info nodes 9 nps 9 time 0")]
#[case::one_for_each_depth(
    "info time 0 depth 1 nodes 3",
    "info time 0 depth 1 nodes 3; info time 0 depth 2 nodes 9"
)]
fn a_total_in_a_line_of_info_is_an_answer(#[case] go: &str, #[case] deeper: &str) {
    let print = |line: &str| uci_or(line, if line.ends_with("perft 2") { deeper } else { go });
    let mut engine = started(uci(), LIMIT, print);
    assert_eq!(
        [1, 1, 2, 2].map(|depth| engine.ask_to(KINGS, depth)),
        [
            "position go isready | 5200 ms | = 3",
            "position go isready | 0 ms | = 3",
            "position go isready | 5200 ms | = 9",
            "position go isready | 0 ms | = 9",
        ]
    );
}

/// It comes only with the next answer if the engine does not flush it, which is soon known as well.
#[test]
fn a_total_in_a_line_of_info_may_have_to_be_flushed() {
    let mut waiting = String::new();
    let print = |line: &str| match verb(line) {
        "go" => {
            waiting = "info nodes 3; ".to_owned();
            String::new()
        }
        "isready" => format!("{}readyok", std::mem::take(&mut waiting)),
        _ => uci_or(line, ""),
    };
    let mut engine = started(uci(), LIMIT, print);
    let answers = [(); 3].map(|()| engine.ask(KINGS));
    assert!(answers.iter().all(|answer| answer.ends_with("| = 3")), "{answers:?}");
    assert!(answers[1..].iter().all(|answer| answer.contains("| 0 ms |")), "{answers:?}");
}

/// That there is no move does not show how it prints where there are some.
#[test]
fn an_engine_that_has_printed_a_total_of_0_is_waited_for_in_front_of_its_rows() {
    let engine =
        |line: &str, asked| perft_or(line, if asked == 0 { "0" } else { "3; +300; ROWS; 3" });
    let mut engine = started(perft(), LIMIT, counting(engine));
    assert_eq!(
        [FALSE_MATE, KINGS].map(|fen| engine.ask(fen)),
        ["position perft | 200 ms | = 0", "position perft | 310 ms | a1a2 a1b1 a1b2 = 3"]
    );
}

/// A position in which it prints nothing shows that it will print nothing there the next time.
#[test]
fn an_engine_that_prints_nothing_where_there_is_no_move_is_waited_for_once() {
    let mut is_mate = false;
    let mut engine = started(uci(), LIMIT, |line: &str| {
        is_mate = if verb(line) == "position" { line.contains(MATE) } else { is_mate };
        uci_or(line, if is_mate { "; " } else { "ROWS" })
    });
    let asked = [(MATE, 1), (MATE, 1), (MATE, 2), (KINGS, 1), (KINGS, 1)];
    assert_eq!(
        asked.map(|(fen, depth)| engine.ask_to(fen, depth)),
        [
            "position go isready | 1000 ms | = ?",
            "position go isready | 0 ms | = ?",
            "position go isready | 0 ms | = ?",
            "position go isready | 200 ms | a1a2 a1b1 a1b2 = ?",
            "position go isready | 0 ms | a1a2 a1b1 a1b2 = ?",
        ]
    );
}

/// One that prints rows where it should have none is waited for in front of them.
#[test]
fn an_engine_that_is_silent_where_there_is_no_move_may_count_in_another_thread() {
    let go = |line: &str, asked| uci_or(line, if asked == 0 { "" } else { "& h8g8: 1; 1" });
    let mut engine = started(uci(), LIMIT, counting(go));
    assert_eq!(
        [MATE; 2].map(|fen| engine.ask(fen)),
        ["position go isready | 1000 ms | = ?", "position go isready | 0 ms | h8g8 = 1"]
    );
}

/// What a question brings at first, at the second time, and so on.
fn in_turn<'a>(answers: &'a [&str]) -> impl FnMut(&str) -> String + 'a {
    counting(|line, asked| uci_or(line, answers[asked.min(answers.len() - 1)]))
}

/// It may count in another thread, and always be ready.
#[rstest]
#[case::that_are_there_at_last(
    &["a1a2: 1; a1b1: 1", "a1a2: 1; a1b1: 1; +1500; a1b2: 1"],
    "position go isready position go isready | 2900 ms | a1a2 a1b1 a1b2 = ?"
)]
#[case::with_the_total_of_the_others(
    &["a1a2: 1; a1b1: 1", "a1a2: 1; a1b1: 1; 2"],
    "position go isready position go isready | 1000 ms | a1a2 a1b1 = 2"
)]
#[case::some_of_which_come_each_time(
    &["a1a2: 1", "a1a2: 1; a1b1: 1", "a1a2: 1; a1b1: 1"],
    "position go isready position go isready position go isready | 7000 ms | a1a2 a1b1 = ?"
)]
// It may still be printing what it was asked first.
#[case::in_another_order(
    &["a1a2: 1; a1b1: 1", "a1b2: 1; a1a2: 1; a1b1: 1"],
    "position go isready position go isready start uci ucinewgame isready position go isready | 1400 ms | a1b2 a1a2 a1b1 = ?"
)]
#[case::where_others_are_missing_then(
    &["a1a2: 1; a1b1: 1", "a1a2: 1; a1b2: 1"],
    "position go isready position go isready start uci ucinewgame isready position go isready | 13000 ms | Unsteady"
)]
#[case::with_another_count(
    &["a1a2: 1; a1b1: 1", "a1a2: 1; a1b1: 2"],
    "position go isready position go isready start uci ucinewgame isready position go isready | 13000 ms | Unsteady"
)]
#[case::where_it_says_no_more(&["a1a2: 1", ""], "position go isready position go isready | 7666 ms | Unsteady")]
#[case::when_it_ends(
    &["a1a2: 1; a1b1: 1", "a1a2: 1; exit 0"],
    "position go isready position go | 1000 ms | Dies(\"exit 0\")"
)]
fn rows_that_are_missing_in_silence_have_to_be_missing_again(
    #[case] answers: &[&str],
    #[case] expected: &str,
) {
    assert_answers(started(uci(), LIMIT, in_turn(answers)), [expected]);
}

/// Its rows may come late again, after what it is asked next.
#[test]
fn an_engine_that_has_paused_in_front_of_a_row_is_started_again() {
    let mut engine = started(uci(), LIMIT, in_turn(&["a1a2: 1; a1b1: 1", "ROWS"]));
    assert_eq!(
        [engine.ask(KINGS), engine.ask(KINGS), engine.ask_again(KINGS)],
        [
            "position go isready position go isready | 1400 ms | a1a2 a1b1 a1b2 = ?",
            "start uci ucinewgame isready position go isready | 0 ms | a1a2 a1b1 a1b2 = ?",
            "go isready | 0 ms | a1a2 a1b1 a1b2 = ?",
        ]
    );
}

/// The rows of depth 1 are as many as those that are missing after them.
#[test]
fn the_rows_of_a_lesser_depth_stand_for_none_that_is_missing() {
    let mut engine = started(uci(), LIMIT, in_turn(&["a1a2: 1; a1b1: 1; a1a2: 3; a1b1: 3"]));
    let expected = "position go isready position go isready | 3000 ms | a1a2 a1b1 = ?";
    assert_eq!(engine.ask_to(KINGS, 2), expected);
}

/// It is to be told what to print.
#[test]
fn an_engine_that_ends_its_answers_in_silence_is_known() {
    let ends_in_silence = |protocol, plays: &mut dyn FnMut(&str) -> String| {
        let mut engine = started(protocol, LIMIT, plays);
        [KINGS, KINGS, MATE].map(|fen| {
            engine.ask(fen);
            engine.talk.ends_in_silence()
        })
    };
    assert_eq!(ends_in_silence(perft(), &mut knows_perft("ROWS")), [true; 3]);
    assert_eq!(ends_in_silence(perft(), &mut knows_perft("ROWS; 3")), [false; 3]);
    assert_eq!(ends_in_silence(uci(), &mut knows_uci("ROWS")), [false; 3]);
    assert_eq!(ends_in_silence(Protocol::Script, &mut runs("ROWS; exit 0")), [false; 3]);
}

/// The next question is waited for as long as the first.
#[test]
fn nobody_is_waited_for_twice_as_long_for_ever() {
    let mut engine = started(uci(), LIMIT, knows_uci("a1a2: 1"));
    let expected = "position go isready position go isready | 3000 ms | a1a2 = ?";
    for _ in 0..2 {
        assert_eq!(engine.ask(KINGS), expected);
        assert_eq!(engine.talk.silence_at_end, Duration::from_secs(3), "all of that is silence");
    }
    assert_eq!(engine.ask_again(KINGS), "go isready go isready | 3000 ms | a1a2 = ?");
}

/// An engine that says that it is ready is asked for that. It need not be silent for some time.
#[rstest]
#[case::rows(KINGS, "ROWS; Nodes: 3", "position go isready | 0 ms | a1a2 a1b1 a1b2 = 3")]
#[case::mate(MATE, "Nodes: 0", "position go isready | 0 ms | = 0")]
fn an_answer_ends_when_the_engine_is_ready(
    #[case] fen: &str,
    #[case] go: &str,
    #[case] expected: &str,
) {
    assert_eq!(started(uci(), LIMIT, knows_uci(go)).ask(fen), expected);
}

#[test]
fn a_complete_answer_counts_though_the_engine_hangs_after_it() {
    // It is known to hang when it is asked once more, whatever it may print besides.
    for go in ["ROWS; Nodes: 3; hang", "ROWS; Nodes: 3; 9999 x 50 info string thinking"] {
        assert_answers(
            started(uci(), LIMIT, knows_uci(go)),
            [
                "position go isready | 500 ms | a1a2 a1b1 a1b2 = 3",
                "position go start uci ucinewgame isready position go isready | 2500 ms | a1a2 a1b1 a1b2 = 3",
                "start uci ucinewgame isready position go isready | 500 ms | a1a2 a1b1 a1b2 = 3",
            ],
        );
    }
    let mut engine = started(uci(), LIMIT, knows_uci("ROWS; Nodes: 3; hang"));
    let expected = "position go isready | 500 ms | a1a2 a1b1 a1b2 = 3";
    assert_eq!(engine.ask(KINGS), expected);
    assert_eq!(engine.ask_again(KINGS), "go | 2000 ms | nothing");
    assert!(engine.talk.stays_away());
}

/// It may count in a thread, and is there for the next question.
#[test]
fn an_engine_that_is_ready_only_at_its_start_is_not_waited_for_after_each_answer() {
    let mut asked = 0;
    let engine = move |line: &str| {
        asked += usize::from(verb(line) == "go");
        if verb(line) == "isready" && asked > 0 { String::new() } else { uci_or(line, "ROWS; 3") }
    };
    let mut engine = started(uci(), LIMIT, engine);
    let answers = [(); 4].map(|()| engine.ask(KINGS));
    assert_eq!(
        answers,
        [
            "position go isready | 500 ms | a1a2 a1b1 a1b2 = 3",
            "position go isready | 500 ms | a1a2 a1b1 a1b2 = 3",
            "position go | 10 ms | a1a2 a1b1 a1b2 = 3",
            "position go | 10 ms | a1a2 a1b1 a1b2 = 3",
        ]
    );
    assert!(!engine.talk.stays_away());
}

#[test]
fn what_comes_after_a_complete_answer_does_not_make_it_longer() {
    let engine = started(perft(), LIMIT, knows_perft("ROWS; Nodes: 3; 9999 x 3 bored"));
    assert_answers(engine, ["position perft | 10 ms | a1a2 a1b1 a1b2 = 3"]);
}

// An engine that flushes its answer only when the next line comes.

/// What it prints for `go` comes with the next line. It is sent one at once as soon as that has been seen.
fn flushes_late(mut go: impl FnMut() -> &'static str) -> impl FnMut(&str) -> String {
    let mut held = "";
    move |line| {
        let flushed = std::mem::take(&mut held);
        if verb(line) == "go" {
            held = go();
        }
        let answer = if verb(line) == "go" { String::new() } else { uci_or(line, "") };
        [flushed, &answer]
            .iter()
            .filter(|it| !it.is_empty())
            .copied()
            .collect::<Vec<_>>()
            .join("; ")
    }
}

#[test]
fn an_engine_whose_answer_came_only_with_the_next_line_is_sent_one_at_once_from_then_on() {
    let engine = started(uci(), LIMIT, flushes_late(|| "ROWS; 3"));
    assert_answers(
        engine,
        [
            "position go isready | 6666 ms | a1a2 a1b1 a1b2 = 3",
            "position go isready | 0 ms | a1a2 a1b1 a1b2 = 3",
        ],
    );
    let mut engine = started(uci(), LIMIT, flushes_late(|| "ROWS"));
    assert_eq!(
        [engine.ask(KINGS), engine.ask_to(KINGS, 4), engine.ask_again(KINGS)],
        [
            "position go isready isready | 6866 ms | a1a2 a1b1 a1b2 = ?",
            "position go isready isready | 1000 ms | a1a2 a1b1 a1b2 = ?",
            "go isready isready | 0 ms | a1a2 a1b1 a1b2 = ?"
        ]
    );
    // It may take its time to count.
    let mut answers = ["ROWS; 3", "+9000; ROWS; 3", "+9000; ROWS; 3"].into_iter();
    let engine = started(uci(), LIMIT, flushes_late(move || answers.next().unwrap_or("exit 1")));
    assert_answers(
        engine,
        [
            "position go isready | 6666 ms | a1a2 a1b1 a1b2 = 3",
            "position go isready | 9000 ms | a1a2 a1b1 a1b2 = 3",
            "position go isready | 9000 ms | a1a2 a1b1 a1b2 = 3",
            "position go isready | 0 ms | Dies(\"exit 1\")",
        ],
    );
}

/// A `readyok` from another thread in front of the answer is no end of it, and none of its parts.
#[rstest]
#[case::in_front_of_all("& +3000; ROWS; 3", "position go isready | 3000 ms | a1a2 a1b1 a1b2 = 3")]
#[case::among_the_rows(
    "& a1a2: 1; +600; a1b1: 1; a1b2: 1; 3",
    "position go isready | 600 ms | a1a2 a1b1 a1b2 = 3"
)]
#[case::after_other_text(
    "& counting; +3000; ROWS; 3",
    "position go isready isready | 3000 ms | a1a2 a1b1 a1b2 = 3"
)]
fn an_engine_that_is_sent_a_line_at_once_may_count_in_another_thread(
    #[case] go: &str,
    #[case] expected: &str,
) {
    let mut late = flushes_late(|| "ROWS; 3");
    let engine = counting(|line, asked| if asked == 0 { late(line) } else { uci_or(line, go) });
    let mut engine = started(uci(), LIMIT, engine);
    engine.ask(KINGS);
    // This one is still brought by the line after it.
    engine.ask(KINGS);
    assert_eq!(engine.ask(KINGS), expected);
}

/// The rows did not come at once after `isready`, or not in front of `readyok`: it was counting.
#[rstest]
#[case::in_order("+8000; ROWS; 3", ["position go isready | 8000 ms | a1a2 a1b1 a1b2 = 3", "position go isready | 8000 ms | a1a2 a1b1 a1b2 = 3"])]
#[case::in_a_thread("& +8000; ROWS; 3", ["position go isready | 6666 ms | NoAnswer(\"go perft 1\")", "start uci ucinewgame isready position go isready | 6666 ms | NoAnswer(\"go perft 1\")"])]
#[case::at_once("ROWS; 3", ["position go isready | 0 ms | a1a2 a1b1 a1b2 = 3", "position go isready | 0 ms | a1a2 a1b1 a1b2 = 3"])]
#[case::after_other_text("counting; +300; ROWS; 3", ["position go isready | 300 ms | a1a2 a1b1 a1b2 = 3", "position go isready | 300 ms | a1a2 a1b1 a1b2 = 3"])]
fn an_engine_that_was_counting_is_sent_no_line_at_once(
    #[case] go: &str,
    #[case] expected: [&str; 2],
) {
    assert_answers(started(uci(), LIMIT, knows_uci(go)), expected);
}

// Processes that end.

#[rstest]
#[case::at_once("ROWS; Nodes: 3; exit 0", ["position go | 0 ms | a1a2 a1b1 a1b2 = 3", "start uci ucinewgame isready position go | 0 ms | a1a2 a1b1 a1b2 = 3"])]
// It ends while it is asked again, which is no answer to that question.
#[case::after_a_while("ROWS; 3; +200; exit 0", ["position go isready | 200 ms | a1a2 a1b1 a1b2 = 3", "start uci ucinewgame isready position go isready | 200 ms | a1a2 a1b1 a1b2 = 3"])]
// Each row is there.
#[case::without_a_total("ROWS; exit 0", ["position go | 0 ms | a1a2 a1b1 a1b2 = ?", "start uci ucinewgame isready position go | 0 ms | a1a2 a1b1 a1b2 = ?"])]
// It goes on, but nothing more can come from it.
#[case::only_with_its_output("ROWS; Nodes: 3; close; +300000", ["position go | 500 ms | a1a2 a1b1 a1b2 = 3", "start uci ucinewgame isready position go | 500 ms | a1a2 a1b1 a1b2 = 3"])]
fn an_engine_may_end_after_each_answer(#[case] go: &str, #[case] expected: [&str; 2]) {
    assert_answers(started(uci(), LIMIT, knows_uci(go)), expected);
}

#[test]
fn an_engine_that_takes_its_time_to_end_after_each_answer_is_asked_once_more() {
    let engine = started(perft(), LIMIT, knows_perft("ROWS; 3; +200; exit 0"));
    assert_answers(
        engine,
        [
            "position perft | 10 ms | a1a2 a1b1 a1b2 = 3",
            "position perft start position perft | 200 ms | a1a2 a1b1 a1b2 = 3",
            "position perft start position perft | 200 ms | a1a2 a1b1 a1b2 = 3",
        ],
    );
}

#[test]
fn an_engine_that_ends_in_mate_has_answered() {
    let mut engine = started(uci(), LIMIT, knows_uci("exit 0"));
    assert_eq!(
        [MATE; 2].map(|fen| engine.ask(fen)),
        ["position go | 0 ms | = ?", "start uci ucinewgame isready position go | 0 ms | = ?"]
    );
}

/// Only one that says nothing, and has no failure, may have ended after the answer before.
#[rstest]
#[case::that_says_something("a1a2: 1; exit 0", "position go | 0 ms | Dies(\"exit 0\")")]
#[case::that_fails("exit 1", "position go | 0 ms | Dies(\"exit 1\")")]
fn an_engine_that_ends_in_another_way_is_not_asked_once_more(
    #[case] end: &str,
    #[case] expected: &str,
) {
    let engine = |line: &str, asked| uci_or(line, if asked == 1 { end } else { "ROWS; 3" });
    let mut engine = started(uci(), LIMIT, counting(engine));
    engine.ask(KINGS);
    assert_eq!(engine.ask(KINGS), expected);
}

#[test]
fn an_engine_that_ends_before_its_first_answer_is_not_asked_once_more() {
    let engine = |line: &str, asked| uci_or(line, if asked == 0 { "exit 0" } else { "ROWS; 3" });
    assert_answers(
        started(uci(), LIMIT, counting(engine)),
        [
            "position go | 0 ms | Dies(\"exit 0\")",
            "start uci ucinewgame isready position go isready | 0 ms | a1a2 a1b1 a1b2 = 3",
        ],
    );
}

#[test]
fn an_engine_that_ends_before_any_question_cannot_be_run() {
    let ends = |line: &str| (if line == "start" { "exit 2" } else { "" }).to_owned();
    let mut engine = not_started(uci(), LIMIT, ends);
    let reason = "it exited at once, before any question (exit 2)".to_owned();
    assert_eq!(engine.talk.start(), Err(TroubleKind::Dies(reason)));
    assert_eq!(engine.talk.wire.now, Duration::ZERO);
}

/// The system may start none any more, which is no trouble of the engine.
#[test]
fn an_engine_that_cannot_be_started_again_is_reported() {
    let mut engine = started(uci(), LIMIT, knows_uci("exit 1"));
    engine.ask(KINGS);
    engine.talk.wire.refusal = Some("no descriptors".to_owned());
    assert_eq!(engine.ask(KINGS), " | 0 ms | NotStarted(\"no descriptors\")");
}

#[rstest]
#[case::with_a_code("a1a2: 1; exit 3", "position go | 0 ms | Dies(\"exit 3\")")]
#[case::rightly("a1a2: 1; exit 0", "position go | 0 ms | Dies(\"exit 0\")")]
#[case::after_a_total("Moves: 3; a1a2: 1; exit 0", "position go | 0 ms | Dies(\"exit 0\")")]
#[case::by_a_signal("signal 11", "position go | 0 ms | Dies(\"signal 11\")")]
#[case::after_its_answer(
    "ROWS; Nodes: 3; signal 6",
    "position go | 0 ms | DiesAfterwards(\"signal 6\")"
)]
#[case::with_its_output_first(
    "bye; close; +400; exit 3",
    "position go | 400 ms | Dies(\"exit 3\")"
)]
#[case::with_its_output_alone("bye; close; +600; exit 3", "position go | 500 ms | ClosedItsOutput")]
// What came before the rows may be the number of moves.
#[case::with_its_output_after_a_total(
    "Moves: 3; a1a2: 1; close; hang",
    "position go | 500 ms | ClosedItsOutput"
)]
fn an_engine_that_dies_or_closes_its_output_is_reported(#[case] go: &str, #[case] expected: &str) {
    assert_answers(started(uci(), LIMIT, knows_uci(go)), [expected]);
}

#[rstest]
#[case::hangs("hang", ["position go | 1000 ms | Hangs(1s)", "start uci ucinewgame isready position go isready | 0 ms | a1a2 a1b1 a1b2 = 3"])]
#[case::dies("exit 1", ["position go | 0 ms | Dies(\"exit 1\")", "start uci ucinewgame isready position go isready | 0 ms | a1a2 a1b1 a1b2 = 3"])]
fn after_a_trouble_the_engine_is_started_again(#[case] go: &str, #[case] expected: [&str; 2]) {
    let engine = |line: &str, asked| uci_or(line, if asked == 0 { go } else { "ROWS; 3" });
    assert_answers(started(uci(), SHORT, counting(engine)), expected);
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

/// A large network, a slow disk or a busy machine: what comes late is read as if it had come in time.
#[rstest]
#[case::before_anything("+3000; A banner 1.0; +4000", ["position go isready | 5000 ms | a1a2 a1b1 a1b2 = 3", "position go isready | 0 ms | a1a2 a1b1 a1b2 = 3"])]
#[case::after_its_banner("A banner 1.0; +6000", ["position go isready | 4000 ms | a1a2 a1b1 a1b2 = 3", "position go isready | 0 ms | a1a2 a1b1 a1b2 = 3"])]
fn an_engine_that_starts_slowly_is_waited_for(#[case] start: &str, #[case] expected: [&str; 2]) {
    let engine =
        |line: &str| if line == "start" { start.to_owned() } else { uci_or(line, "ROWS; ; 3") };
    let mut engine = started(uci(), LIMIT, engine);
    assert!(!engine.talk.knows_uci());
    assert_eq!([engine.ask(KINGS), engine.ask(KINGS)], expected);
    assert!(engine.talk.knows_uci(), "it has said `uciok`");
    assert!(!engine.talk.known.chess960);
}

#[test]
fn an_engine_that_says_that_it_does_not_know_uci_is_not_waited_for() {
    assert_eq!(started(perft(), LIMIT, knows_perft("")).talk.wire.now, Duration::ZERO);
}

#[rstest]
#[case::lines("100000 x 1 info string hello", "position go | 1000 ms | Hangs(1s)")]
#[case::in_one_line("& excess 500000; +1500; excess 600000", "position go | 1000 ms | Hangs(1s)")]
#[case::rows_on_standard_error("err a1a2: 1", "position go | 1000 ms | Hangs(1s)")]
fn an_engine_that_floods_from_the_start_can_be_asked(#[case] flood: &str, #[case] expected: &str) {
    let flood =
        if flood.starts_with("err") { vec![flood; 5000].join("; +1; ") } else { flood.to_owned() };
    let engine = move |line: &str| (if line == "start" { flood.as_str() } else { "" }).to_owned();
    assert_answers(started(uci(), SHORT, engine), [expected]);
}

/// A longer limit would be of no use, and no clock reaches as far.
#[test]
fn a_time_limit_is_a_year_at_most() {
    let engine = started(uci(), Duration::MAX, knows_uci("ROWS; 3"));
    assert_eq!(engine.talk.limit, Duration::from_secs(365 * 86_400));
    assert_answers(engine, ["position go isready | 0 ms | a1a2 a1b1 a1b2 = 3"]);
}

/// Whether it knows UCI, and whether it offers Chess960.
#[rstest]
#[case::with_option("option name UCI_Chess960 type check default false; uciok", (true, true))]
#[case::with_other_options("option name Hash type spin; info string no UCI_Chess960; uciok", (true, false))]
#[case::with_the_option_alone("option name UCI_Chess960 type check; Unknown command: uci", (false, true))]
#[case::no_uci("Unknown command: uci", (false, false))]
fn chess960_is_offered_by_an_option_of_uci(#[case] answer: &str, #[case] expected: (bool, bool)) {
    let says = |line: &str| if line == "uci" { answer.to_owned() } else { uci_or(line, "") };
    let engine = started(uci(), LIMIT, says);
    assert_eq!((engine.talk.knows_uci(), engine.talk.known.chess960), expected);
    assert!(!started(Protocol::Script, LIMIT, says).talk.knows_uci());
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

#[test]
fn the_engine_is_sent_the_fen_the_moves_and_how_castling_is_written() {
    let mut engine = started(uci(), LIMIT, knows_uci("Nodes: 0; ROWS; 3"));
    let ordinary = "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1";
    for (line, depth) in [
        (line(ordinary, "e1g1 e8d8"), 2),
        (line(CHESS960, "e1b1"), 3),
        (line(CHESS960, ""), 1),
        (line(ordinary, ""), 1),
    ] {
        let reply = engine.talk.ask(&Step::anew(&line, depth));
        reply.expect("it answers").expect("it answers");
    }
    engine.talk.wire.sent.retain(|line| line != "isready");
    assert_eq!(
        engine.talk.wire.sent,
        [
            "position fen 4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1 moves e1g1 e8d8",
            "go perft 2",
            "setoption name UCI_Chess960 value true",
            "position fen 4k3/8/8/8/8/8/8/1R2K1R1 w GB - 0 1 moves e1b1",
            "go perft 3",
            "position fen 4k3/8/8/8/8/8/8/1R2K1R1 w GB - 0 1",
            "go perft 1",
            "setoption name UCI_Chess960 value false",
            "position fen 4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1",
            "go perft 1",
        ]
    );
}

/// Whoever writes `e1h1` may understand nothing else. In Chess960 everybody writes it so.
#[test]
fn an_engine_is_sent_castling_as_it_writes_it() {
    let mut engine = started(uci(), LIMIT, knows_uci("e1h1: 1; Nodes: 1"));
    let (ordinary, chess960) = ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "4k3/8/8/8/8/8/8/5K1R w H - 0 1");
    let takes_rook = Some(CastlingNotation::KingTakesRook);
    for (castling, fen, moves) in [
        (None, ordinary, "e1g1"),
        (takes_rook, ordinary, "e1g1"),
        (None, chess960, "f1h1"),
        (Some(CastlingNotation::KingToTarget), chess960, "f1h1"),
    ] {
        engine.talk.expect(None, castling);
        let reply = engine.talk.ask(&Step::anew(&line(fen, moves), 1));
        reply.expect("it answers").expect("it answers");
    }
    let positions = engine.talk.wire.sent.iter().filter(|line| verb(line) == "position");
    let moves: Vec<_> = positions.map(|line| line.split(" moves ").nth(1).unwrap_or("-")).collect();
    assert_eq!(moves, ["e1g1", "e1h1", "f1h1", "f1h1"]);
}

/// Some read on while they set an option, and begin a new game when it is set.
#[test]
fn a_position_is_sent_when_an_option_has_been_set() {
    let mut engine = started(uci(), LIMIT, knows_uci("ROWS; 3"));
    let answers = [KINGS, CHESS960, KINGS].map(|fen| engine.ask(fen));
    assert_eq!(
        answers,
        [
            "position go isready | 0 ms | a1a2 a1b1 a1b2 = 3",
            "setoption isready position go isready | 0 ms | a1a2 a1b1 a1b2 = 3",
            "setoption isready position go isready | 0 ms | a1a2 a1b1 a1b2 = 3"
        ]
    );
}

/// One that does not say whether it is ready any more is asked all the same.
#[test]
fn an_option_is_not_waited_for_for_ever() {
    let mut is_set = false;
    let mut engine = started(uci(), LIMIT, |line: &str| match verb(line) {
        "setoption" => {
            is_set = true;
            String::new()
        }
        "isready" if std::mem::take(&mut is_set) => String::new(),
        _ => uci_or(line, "ROWS; 3"),
    });
    assert_eq!(
        engine.ask(CHESS960),
        "setoption isready position go isready | 2000 ms | a1a2 a1b1 a1b2 = 3"
    );
}

#[test]
fn an_engine_is_asked_again_without_a_new_position() {
    let mut engine = started(uci(), LIMIT, knows_uci("ROWS; 3"));
    let answers = [engine.ask(KINGS), engine.ask_again(KINGS), engine.ask_again(KINGS)];
    assert_eq!(
        answers,
        [
            "position go isready | 0 ms | a1a2 a1b1 a1b2 = 3",
            "go isready | 0 ms | a1a2 a1b1 a1b2 = 3",
            "go isready | 0 ms | a1a2 a1b1 a1b2 = 3"
        ]
    );
}

#[rstest]
#[case::an_engine_that_has_ended(uci(), "ROWS; 3; exit 0", ["position go | 0 ms | a1a2 a1b1 a1b2 = 3", " | 0 ms | nothing"])]
#[case::a_script(Protocol::Script, "ROWS; 3; exit 0", ["start | 0 ms | a1a2 a1b1 a1b2 = 3", " | 0 ms | nothing"])]
fn whoever_has_no_position_left_is_not_asked_again(
    #[case] protocol: Protocol,
    #[case] steps: &str,
    #[case] expected: [&str; 2],
) {
    let plays = |line: &str| {
        if verb(line) == "start" && line != "start" {
            steps.to_owned()
        } else {
            uci_or(line, steps)
        }
    };
    let mut engine = started(protocol, LIMIT, plays);
    assert_eq!([engine.ask(KINGS), engine.ask_again(KINGS)], expected);
}

/// What it was found not to understand is not tried again. What it understands is asked each time.
#[rstest]
#[case::one_that_knows_uci("uciok", "readyok", ["start uci ucinewgame isready | 0 ms", "position go | 0 ms | a1a2 a1b1 a1b2 = 3", "start uci ucinewgame isready position go | 0 ms | a1a2 a1b1 a1b2 = 3"])]
#[case::one_that_knows_no_isready("uciok", "Unknown command: isready", ["start uci ucinewgame isready | 0 ms", "position go | 0 ms | a1a2 a1b1 a1b2 = 3", "start uci ucinewgame position go | 0 ms | a1a2 a1b1 a1b2 = 3"])]
#[case::one_that_knows_nothing_of_uci("Unknown command: uci", "", ["start uci | 0 ms", "position go | 0 ms | a1a2 a1b1 a1b2 = 3", "start position go | 0 ms | a1a2 a1b1 a1b2 = 3"])]
// What it says first may have the word in it, or be longer than any row.
#[case::one_that_greets_before_it_answers(
    "type uci; excess 900; err a1a2: 1; +100; uciok",
    "readyok",
    ["start uci ucinewgame isready | 100 ms", "position go | 0 ms | a1a2 a1b1 a1b2 = 3", "start uci ucinewgame isready position go | 100 ms | a1a2 a1b1 a1b2 = 3"]
)]
fn an_engine_that_is_started_again_is_asked_for_what_it_knows(
    #[case] to_uci: &str,
    #[case] to_isready: &str,
    #[case] expected: [&str; 3],
) {
    let mut engine = not_started(uci(), LIMIT, |line: &str| match verb(line) {
        "uci" => to_uci.to_owned(),
        "isready" => to_isready.to_owned(),
        "go" => "ROWS; 3; exit 0".to_owned(),
        _ => String::new(),
    });
    assert_eq!(engine.talk.start(), Ok(()));
    let at_start =
        format!("{} | {} ms", engine.talk.wire.sent.join(" "), engine.talk.wire.now.as_millis());
    engine.talk.wire.sent.clear();
    assert_eq!([at_start, engine.ask(KINGS), engine.ask(KINGS)], expected);
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

#[rstest]
#[case::on_standard_output("ROWS; Nodes: 3; & +200; ROWS; Nodes: 99")]
#[case::on_standard_error("err a1a2: 1; err a1b1: 1; err a1b2: 1; err 3; & +200; err a1a2: 9")]
fn output_after_an_answer_is_no_part_of_the_next(#[case] go: &str) {
    let (now, late) = go.split_once("; & ").expect("there are two parts");
    let mut is_late = false;
    let mut engine = started(uci(), LIMIT, |line: &str| {
        let was_late = std::mem::replace(&mut is_late, verb(line) == "go");
        if was_late { format!("readyok; {late}") } else { uci_or(line, now) }
    });
    let first = engine.ask(KINGS);
    engine.talk.wire.now += Duration::from_millis(600);
    assert_eq!([first.clone(), engine.ask(KINGS)], [first.clone(), first]);
}

/// More lines than that are a flood, and the next answer shows it.
#[test]
fn a_thousand_lines_after_an_answer_are_left_out() {
    let answer = |lines: usize| {
        // They come when it is ready, and not before.
        let mut late = Some(format!("readyok; +1; {lines} x 0 a1a2: 5"));
        let mut is_asked = false;
        let mut engine = started(uci(), LIMIT, |line: &str| {
            is_asked |= verb(line) == "go";
            let is_late = is_asked && verb(line) == "isready";
            is_late.then(|| late.take()).flatten().unwrap_or_else(|| uci_or(line, "ROWS; 3"))
        });
        [engine.ask(KINGS), {
            engine.talk.wire.now += Duration::from_secs(1);
            engine.ask(KINGS)
        }]
    };
    let right = "position go isready | 0 ms | a1a2 a1b1 a1b2 = 3";
    assert_eq!(answer(999), [right; 2]);
    assert_eq!(
        answer(1002),
        [right, "position go isready | 200 ms | a1a2 a1a2 a1a2 a1b1 a1b2 = 3"]
    );
}

// How long an engine is waited for.

/// Then there is no time left for its answer.
#[rstest]
#[case::by_uci(uci(), "position go | 1000 ms | Hangs(20s)")]
#[case::as_a_script(Protocol::Script, "start | 1000 ms | Hangs(20s)")]
fn an_engine_is_not_waited_for_beyond_the_end_of_the_hunt(
    #[case] protocol: Protocol,
    #[case] expected: &str,
) {
    let mut engine = started(protocol, LIMIT, |line: &str| uci_or(line, "hang"));
    engine.talk.expect(Some(engine.talk.wire.now + SHORT), None);
    assert_answers(engine, [expected]);
}

/// It says at once that it is ready, and counts in another thread. Of one that has answered before, nothing that
/// it says is taken for a refusal.
#[rstest]
#[case::at_first(false, "counting", ["position go isready isready | 2000 ms | a1a2 a1b1 a1b2 = 3", "position go isready isready | 2000 ms | a1a2 a1b1 a1b2 = 3"])]
#[case::later(true, "an invalid option", ["position go isready | 0 ms | a1a2 a1b1 a1b2 = 3", "position go isready isready | 2000 ms | a1a2 a1b1 a1b2 = 3"])]
fn an_engine_that_is_ready_before_it_has_counted_is_waited_for(
    #[case] has_answered: bool,
    #[case] says: &str,
    #[case] expected: [&str; 2],
) {
    let slow = format!("& info string {says}; +2000; ROWS; 3");
    let engine = |line: &str, asked: usize| {
        uci_or(line, if has_answered && asked == 0 { "ROWS; 3" } else { &slow })
    };
    assert_answers(started(uci(), LIMIT, counting(engine)), expected);
}

/// To type another command would not help.
#[rstest]
#[case::by_uci(uci(), ["position go isready | 1200 ms | Rubbish", "start uci ucinewgame isready position go isready | 0 ms | a1a2 a1b1 a1b2 = 3", "position go isready | 1200 ms | Refuses"])]
#[case::as_a_script(Protocol::Script, ["start | 0 ms | Rubbish", "start | 0 ms | a1a2 a1b1 a1b2 = 3", "start | 0 ms | Refuses"])]
fn an_engine_that_answers_other_questions_is_not_said_to_speak_another_language(
    #[case] protocol: Protocol,
    #[case] expected: [&str; 3],
) {
    let clock_150 = KINGS.replace(" 0 ", " 150 ");
    let mut answer = "";
    let mut engine = started(protocol, LIMIT / 5, |line: &str| {
        if line.contains(KINGS) || line.contains(&clock_150) {
            answer = if line.contains(KINGS) { "ROWS; 3; " } else { "bad clock; " };
        }
        if line.starts_with("start 1") { format!("{answer}exit 0") } else { uci_or(line, answer) }
    });
    let answers = [&clock_150, KINGS, &clock_150].map(|fen| engine.ask(fen));
    assert_eq!(answers, expected);
}

// Troubles.

#[rstest]
#[case::with_rows(["position go | 0 ms | Floods", "start | 0 ms | Floods"], "5000 x 0 a1a2: 1")]
#[case::with_totals(["position go | 0 ms | Floods", "start | 0 ms | Floods"], "5000 x 0 Nodes: 1")]
#[case::with_words(["position go | 0 ms | Floods", "start | 0 ms | Floods"], "excess 1000000; 4000 x 0 info depth 1")]
#[case::with_empty_lines(["position go | 0 ms | Floods", "start | 0 ms | Floods"], "excess 1048000; 999 x 0 ")]
#[case::in_one_line(["position go | 0 ms | Floods", "start | 0 ms | Floods"], "x; excess 1048000; excess 1000")]
#[case::after_its_answer(["position go | 0 ms | Floods", "start | 0 ms | Floods"], "ROWS; Nodes: 3; 5000 x 0 Nodes: 3")]
fn an_engine_that_floods_is_reported(#[case] expected: [&str; 2], #[case] go: &str) {
    let by_uci = started(uci(), LIMIT, knows_uci(go)).ask(KINGS);
    let as_a_script = started(Protocol::Script, LIMIT, runs(go)).ask(KINGS);
    assert_eq!([by_uci, as_a_script], expected);
}

/// Whoever waits for the next command does not hang.
#[rstest]
#[case::hangs("a1a2: 1; hang", "position go isready | 1000 ms | Hangs(1s)")]
#[case::hangs_silently("hang", "position go | 1000 ms | Hangs(1s)")]
#[case::speaks_of_something_else(
    "What a nice position!",
    "position go isready | 1000 ms | Rubbish"
)]
#[case::knows_no_perft("Unknown command: 'go perft 1'.", "position go isready | 450 ms | Rubbish")]
#[case::is_binary("\u{FFFD}\u{FFFD}x\u{1}", "position go isready | 1000 ms | Rubbish")]
#[case::talks_on("900 x 100 What a nice position!", "position go isready | 1200 ms | Hangs(1s)")]
#[case::talks_and_then_hangs(
    "What a nice position!; hang",
    "position go isready isready | 1200 ms | Hangs(1s)"
)]
fn an_engine_that_has_one_second_is_reported(#[case] go: &str, #[case] expected: &str) {
    assert_answers(started(uci(), SHORT, knows_uci(go)), [expected]);
}

#[rstest]
#[case::refuses("Unknown command", "position go isready | 1200 ms | Rubbish")]
#[case::moves("bestmove a1a2", "position go isready | 1200 ms | Searches(\"go perft\")")]
#[case::searches(
    "info depth 1 nodes 20; bestmove a1a2",
    "position go isready | 1200 ms | Searches(\"go perft\")"
)]
#[case::counts_moves(
    "info currmove a1a2 nodes 9; bestmove a1a2",
    "position go isready | 1000 ms | Searches(\"go perft\")"
)]
#[case::thinks(
    "900 x 100 info depth 1 score cp 3",
    "position go | 1000 ms | Searches(\"go perft\")"
)]
#[case::talks("What a nice position with three moves!", "position go isready | 5200 ms | Rubbish")]
fn a_refusal_is_not_waited_for_to_the_limit(#[case] go: &str, #[case] expected: &str) {
    assert_answers(started(uci(), LIMIT, knows_uci(go)), [expected]);
}

/// It knows no such command, and does not say so. Or it says so to nobody, because nothing is flushed. But more
/// plies may take any time.
#[test]
fn an_engine_that_is_ready_and_has_printed_nothing_is_not_waited_for_to_the_limit() {
    let mut engine = started(uci(), LIMIT, knows_uci(""));
    assert_eq!(
        [engine.ask(KINGS), engine.ask_to(KINGS, 2)],
        [
            "position go isready | 6666 ms | NoAnswer(\"go perft 1\")",
            "start uci ucinewgame isready position go | 20000 ms | Hangs(20s)"
        ]
    );
}

/// Whoever refuses the first question hardly counts in another thread.
#[rstest]
#[case::at_first("Unknown command: go perft 1", 0, "position go isready | 1200 ms | Rubbish")]
#[case::later("Unknown command: go perft 1", 1, "position go isready | 5200 ms | Refuses")]
#[case::in_other_words("hello", 0, "position go isready | 5200 ms | Rubbish")]
#[case::in_other_words_later("What a nice position!", 1, "position go isready | 5200 ms | Refuses")]
fn an_engine_that_refuses_its_first_question_is_not_waited_for(
    #[case] refusal: &str,
    #[case] answers: usize,
    #[case] expected: &str,
) {
    let engine =
        |line: &str, asked| uci_or(line, if asked < answers { "ROWS; 3" } else { refusal });
    let mut engine = started(uci(), LIMIT, counting(engine));
    for _ in 0..answers {
        engine.ask(KINGS);
    }
    assert_eq!(engine.ask(KINGS), expected);
}

/// One of them refuses what it does not know. The other may not have come to the question yet.
#[rstest]
#[case::it_refuses_uci(LIMIT, "What a nice position!", "position perft | 3000 ms | Rubbish")]
#[case::within_a_quarter_of_the_limit(LIMIT / 5, "What a nice position!", "position perft | 1000 ms | Rubbish")]
#[case::in_a_line_without_an_end(SHORT, "xxxx; excess 904", "position perft | 250 ms | Rubbish")]
fn an_engine_that_does_not_say_whether_it_is_ready_is_not_waited_for_to_the_limit(
    #[case] limit: Duration,
    #[case] go: &str,
    #[case] expected: &str,
) {
    assert_answers(started(perft(), limit, knows_perft(go)), [expected]);
}

#[test]
fn an_engine_that_refuses_nothing_and_only_greets_is_waited_for_to_the_limit() {
    let greets =
        |line: &str| (if verb(line) == "perft" { "What a nice position!" } else { "" }).to_owned();
    assert_answers(started(perft(), SHORT, greets), ["position perft | 1000 ms | Rubbish"]);
}

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

// Scripts.

#[test]
fn a_script_is_given_the_depth_the_root_and_the_moves_as_one_argument() {
    let root = "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1";
    let mut engine = started(Protocol::Script, LIMIT, runs(""));
    for (moves, expected) in [("", vec!["2", root]), ("e1g1 e8d7", vec!["2", root, "e1g1 e8d7"])] {
        let _ = engine.talk.ask(&Step::anew(&line(root, moves), 2));
        assert_eq!(engine.talk.wire.arguments, expected);
    }
}

/// Standard output may end before the rows come on standard error. Behind a complete answer the exit code does not
/// matter.
#[rstest]
#[case::at_once("ROWS; ; 3; exit 0", "start | 0 ms | a1a2 a1b1 a1b2 = 3")]
#[case::that_fails("ROWS; ; 3; exit 7", "start | 0 ms | a1a2 a1b1 a1b2 = 3")]
#[case::that_fails_after_some_rows("a1a2: 1; exit 7", "start | 0 ms | a1a2 = ?, cut off by exit 7")]
#[case::that_is_ended_after_its_answer(
    "ROWS; 3; signal 9",
    "start | 0 ms | DiesAfterwards(\"signal 9\")"
)]
#[case::that_is_ended_after_some_rows("a1a2: 1; signal 9", "start | 0 ms | Dies(\"signal 9\")")]
#[case::that_goes_on("ROWS; 3; close; hang", "start | 500 ms | a1a2 a1b1 a1b2 = 3")]
#[case::on_standard_error(
    "err a1a2: 1; err a1b1: 1; err a1b2: 1; err Nodes: 3; exit 0",
    "start | 0 ms | a1a2 a1b1 a1b2 = 3 on stderr"
)]
#[case::rows_on_standard_error(
    "err a1a2: 1; err a1b1: 1; err a1b2: 1; Nodes: 3; exit 0",
    "start | 0 ms | a1a2 a1b1 a1b2 = 3 on stderr"
)]
#[case::slowly(
    "close; err a1a2: 1; +500; err a1b1: 1; err a1b2: 1; exit 0",
    "start | 500 ms | a1a2 a1b1 a1b2 = ? on stderr"
)]
#[case::not_before_a_while(
    "close; +1200; err a1a2: 1; err a1b1: 1; err a1b2: 1; err 3; exit 0",
    "start | 1200 ms | a1a2 a1b1 a1b2 = 3 on stderr"
)]
#[case::late("hang", "start | 20000 ms | Hangs(20s)")]
#[case::closed("close; hang", "start | 20000 ms | Hangs(20s)")]
#[case::code("oh; exit 7", "start | 0 ms | Dies(\"exit 7\")")]
#[case::silent("exit 0", "start | 0 ms | Rubbish")]
#[case::talks("usage: perft; exit 0", "start | 0 ms | Rubbish")]
fn a_script_answers_until_it_ends(#[case] steps: &str, #[case] expected: &str) {
    let mut engine = started(Protocol::Script, LIMIT, runs(steps));
    assert_eq!([engine.ask(KINGS), engine.ask(KINGS)], [expected; 2]);
}
