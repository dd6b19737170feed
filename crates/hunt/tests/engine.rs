//! Engines that reply in every way, and that fail in every way, played by small shell scripts.

use crate::ask::{CannotRun, Partner, Protocol, Question, Trouble, TroubleKind};
use crate::line::Line;
use crate::read::{Reply, Row, Source};
use crate::tests::helpers::file::file;
use crate::tests::helpers::position::position;
#[cfg(target_os = "linux")]
use crate::tests::helpers::process::assert_ends;
use crate::tests::helpers::texts::assert_texts;
use crate::tests::line::line;
use crate::wire::Engine;
use ox88::divide;
use rstest::rstest;
use std::fs;
use std::ops::Range;
use std::path::Path;
use std::time::{Duration, Instant};

/// Enough for any reply, however busy the machine is.
const LONG: Duration = Duration::from_secs(20);

/// Soon over when no reply comes, and long enough for a shell to start.
const SHORT: Duration = Duration::from_secs(1);

/// A bare king in a corner: three moves.
const KINGS: &str = "7k/8/8/8/8/8/8/K7 w - - 0 1";
const MATE: &str = "7k/5KQ1/8/8/8/8/8/8 b - - 0 1";
const ROWS: &str = "echo 'a1a2: 1'; echo 'a1b1: 1'; echo 'a1b2: 1'";

/// The command that runs a shell script of this text.
fn script(name: &str, text: &str) -> String {
    format!("sh '{}'", file(&format!("{name}.sh"), text))
}

/// The script of an engine that knows UCI and does this for `go perft`.
fn uci_script(perft: &str) -> String {
    format!(
        "echo 'A banner 1.0'
         while read -r verb rest; do case $verb in
             uci) echo 'id name Nobody 20'; echo uciok ;;
             isready) echo readyok ;;
             go) {perft} ;;
             quit) exit ;;
         esac; done"
    )
}

/// The script of an engine that knows `perft` and nothing of UCI.
fn plain_script(perft: &str) -> String {
    format!(
        "while read -r verb rest; do case $verb in
             perft) {perft} ;;
             position) ;;
             *) echo \"Unknown command: $verb\" ;;
         esac; done"
    )
}

fn uci() -> Protocol {
    Protocol::Uci { perft: "go perft".to_owned() }
}

fn perft() -> Protocol {
    Protocol::Uci { perft: "perft".to_owned() }
}

#[track_caller]
fn start(command: &str, protocol: Protocol, limit: Duration) -> Engine {
    Engine::start(command, protocol, limit).unwrap_or_else(|error| panic!("{error}"))
}

fn question(line: &Line, depth: u32) -> Question<'_> {
    Question { line, depth }
}

fn ask(engine: &mut Engine, fen: &str) -> Result<Reply, Trouble> {
    engine.ask(&question(&line(fen, ""), 1))
}

#[track_caller]
fn expect_reply(engine: &mut Engine, fen: &str) -> Reply {
    ask(engine, fen).unwrap_or_else(|trouble| panic!("{trouble}"))
}

#[track_caller]
fn expect_trouble(engine: &mut Engine, fen: &str) -> Trouble {
    ask(engine, fen).expect_err("there is no reply")
}

fn texts(reply: &Reply) -> Vec<&str> {
    reply.rows.iter().map(|row| row.text.as_str()).collect()
}

// Replies.

#[rstest]
#[case::as_stockfish("as_stockfish", "echo 'info string x'; ROWS; echo; echo 'Nodes searched: 3'")]
#[case::bare_total("bare_total", "ROWS; echo; echo 3")]
#[case::total_with_a_time("total_with_a_time", "ROWS; echo 'Nodes: 3'; echo 'Time: 12'")]
#[case::total_first("total_first", "echo 'Total: 3'; sleep 0.2; ROWS")]
#[case::two_totals("two_totals", "ROWS; echo 'Moves: 9'; sleep 0.1; echo 'Nodes: 3'")]
#[case::late_total("late_total", "ROWS; sleep 0.5; echo 'Nodes: 3'")]
#[case::late_rows("late_rows", "echo 'a1a2: 1'; sleep 0.7; echo 'a1b1: 1'; echo 'a1b2: 1'; echo 3")]
#[case::in_a_thread("in_a_thread", "{ sleep 0.4; ROWS; sleep 0.1; echo 'Nodes: 3'; } &")]
#[case::talk_of_a_search("talk_of_a_search", "echo 'info depth 1 score cp 3'; ROWS; echo 3")]
#[case::carriage_returns("carriage_returns", "ROWS | sed 's/$/\\r/'; printf 'Nodes: 3\\r\\n'")]
#[case::no_utf8("no_utf8", "printf '\\377\\376\\n'; ROWS; echo 'Nodes: 3'")]
fn a_reply_is_read_to_its_end(#[case] name: &str, #[case] text: &str) {
    let text = text.replace("ROWS", ROWS);
    for (name, text, protocol) in [
        (format!("answer_uci_{name}"), uci_script(&text), uci()),
        (format!("answer_plain_{name}"), plain_script(&text), perft()),
    ] {
        // Without `readyok` there is no way to know of a total that comes this late.
        let knows_total = !name.starts_with("answer_plain_late_total");
        let mut engine = start(&script(&name, &text), protocol, LONG);
        for _ in 0..2 {
            let reply = expect_reply(&mut engine, KINGS);
            assert_eq!(texts(&reply), ["a1a2", "a1b1", "a1b2"], "{name}");
            if knows_total {
                assert_eq!(reply.total(), Some(3), "{name}");
            }
        }
    }
}

/// It counts in a thread, and says in another that it is ready. What has come meanwhile shows that there is more.
#[test]
fn rows_that_come_behind_readyok_are_waited_for() {
    let text =
        "echo 'a1a2: 1'; sleep 1.5; echo 'a1b1: 1'; { sleep 0.5; echo 'a1b2: 1'; echo 3; } &";
    let mut engine = start(&script("beside_readyok", &uci_script(text)), uci(), LONG);
    assert_eq!(texts(&expect_reply(&mut engine, KINGS)), ["a1a2", "a1b1", "a1b2"]);
}

/// It may be the number of moves, and so by chance the sum of the first rows.
#[rstest]
#[case::in_order("moves_first", "PART; sleep 0.3; REST")]
#[case::in_a_thread("moves_first_in_a_thread", "{ PART; sleep 0.3; REST; } &")]
fn a_total_before_the_rows_does_not_end_them(#[case] name: &str, #[case] text: &str) {
    let text = text.replace("PART", "echo 'Moves: 3'; echo 'a1a2: 3'");
    let text = text.replace("REST", "echo 'a1b1: 3'; echo 'a1b2: 3'; echo 'Nodes: 9'");
    for (name, text, protocol) in [
        (format!("{name}_uci"), uci_script(&text), uci()),
        (format!("{name}_plain"), plain_script(&text), perft()),
    ] {
        let mut engine = start(&script(&name, &text), protocol, LONG);
        for _ in 0..2 {
            let reply = expect_reply(&mut engine, KINGS);
            assert_eq!((reply.rows.len(), reply.total()), (3, Some(9)), "{name}");
        }
    }
}

/// The pause is longer than any before it. But the total, with which each answer ends, has not come.
#[test]
fn an_engine_that_prints_totals_is_waited_for_in_a_pause_between_its_rows() {
    let mark = file("paused_before", "");
    let _ = fs::remove_file(&mark);
    let text = format!(
        "if [ -e '{mark}' ]; then echo 'a1a2: 1'; sleep 1.6; echo 'a1b1: 1'; echo 'a1b2: 1'
         else touch '{mark}'; {ROWS}; fi; echo 3"
    );
    let mut engine = start(&script("pauses", &plain_script(&text)), perft(), LONG);
    for _ in 0..2 {
        assert_eq!(texts(&expect_reply(&mut engine, KINGS)), ["a1a2", "a1b1", "a1b2"]);
    }
}

#[test]
fn rows_without_a_total_are_a_reply() {
    for (name, text, protocol) in [
        ("no_total_uci", uci_script(ROWS), uci()),
        ("no_total_plain", plain_script(ROWS), perft()),
        ("no_total_slow", plain_script(&ROWS.replace(';', "; sleep 0.5;")), perft()),
    ] {
        let mut engine = start(&script(name, &text), protocol, LONG);
        for _ in 0..2 {
            let reply = expect_reply(&mut engine, KINGS);
            assert_eq!((reply.rows.len(), reply.total()), (3, None), "{name}");
        }
    }
}

#[test]
fn an_engine_that_knows_no_uci_and_does_not_say_so_is_asked_anyway() {
    let silent =
        format!("while read -r verb rest; do case $verb in perft) {ROWS}; echo 3 ;; esac; done");
    let mut engine = start(&script("silent", &silent), perft(), LONG);
    assert_eq!(expect_reply(&mut engine, KINGS).total(), Some(3));
}

#[test]
fn a_missing_row_is_not_waited_for_for_ever() {
    let rows = "echo 'a1a2: 1'; echo 'a1b1: 1'";
    let mut engine = start(&script("missing_row", &plain_script(rows)), perft(), LONG);
    assert_eq!(texts(&expect_reply(&mut engine, KINGS)), ["a1a2", "a1b1"]);
    // An engine that says that it is ready need not be waited for any longer.
    let with_total = format!("{rows}; echo 'Nodes: 2'");
    for (name, text) in [("missing_ready", rows), ("missing_total", with_total.as_str())] {
        let mut engine = start(&script(name, &uci_script(text)), uci(), LONG);
        let asked = Instant::now();
        for _ in 0..2 {
            assert_eq!(expect_reply(&mut engine, KINGS).sum(), 2);
        }
        assert!(asked.elapsed() < LONG / 3, "{name} took {:?}", asked.elapsed());
    }
}

#[test]
fn a_total_that_is_not_the_sum_of_the_rows_is_a_reply() {
    let lie = format!("{ROWS}; echo 'Nodes: 4'");
    let mut engine = start(&script("lie", &uci_script(&lie)), uci(), LONG);
    let reply = expect_reply(&mut engine, KINGS);
    assert_eq!((reply.sum(), reply.total()), (3, Some(4)));
}

#[test]
fn a_total_without_rows_is_a_reply() {
    let mut engine = start(&script("only_total", &uci_script("echo 'Nodes: 3'")), uci(), LONG);
    let reply = expect_reply(&mut engine, KINGS);
    assert_eq!((reply.rows.len(), reply.total()), (0, Some(3)));
}

/// At depth 1 alone some print no rows. Who prints none at depth 2 is not waited on for any.
#[test]
fn rows_are_waited_for_until_it_is_known_that_none_come() {
    let mut engine = start(&script("no_rows", &uci_script("echo 'Nodes: 9'")), uci(), LONG);
    for (depth, is_waited_on) in [(1, true), (1, false), (2, true), (2, false), (5, false)] {
        let reply = engine.ask(&question(&line(KINGS, ""), depth)).expect("there is a total");
        assert_eq!(reply.total(), Some(9));
        let silence = engine.silence_at_end();
        assert_eq!(silence > Duration::from_millis(900), is_waited_on, "{depth}: {silence:?}");
    }
}

#[test]
fn where_there_is_no_move_no_row_is_right() {
    for (name, text) in [("mate_total", "echo; echo 'Nodes searched: 0'"), ("mate_silent", ":")] {
        let mut engine = start(&script(name, &uci_script(text)), uci(), LONG);
        assert_eq!(expect_reply(&mut engine, MATE).sum(), 0, "{name}");
    }
}

/// Where an engine has no move, it prints no row, wherever it prints its rows otherwise.
#[test]
fn a_total_of_0_is_an_answer_in_the_lines_of_info_as_well() {
    let rows = "for move in a1a2 a1b1 a1b2; do echo \"info currmove $move nodes 1\"; done";
    let perft =
        format!("case $fen in 7k/8/*) {rows}; n=3 ;; *) n=0 ;; esac; echo \"info nodes $n\"");
    let text = uci_script(&perft).replace("go)", "position) fen=${rest#fen } ;; go)");
    let mut engine = start(&script("false_mate_info", &text), uci(), LONG);
    assert_eq!(expect_reply(&mut engine, KINGS).total(), Some(3));
    let asked = Instant::now();
    for _ in 0..4 {
        let reply = expect_reply(&mut engine, "7k/7P/8/8/8/8/8/K7 w - - 0 1");
        assert_eq!((reply.rows.len(), reply.total()), (0, Some(0)));
    }
    assert!(asked.elapsed() < LONG / 8, "{:?}", asked.elapsed());
    // Where it has no move at first, it is waited for only once.
    let mut engine = start(&script("false_mate_info", &text), uci(), LONG / 5);
    let asked = Instant::now();
    for _ in 0..4 {
        expect_reply(&mut engine, "7k/7P/8/8/8/8/8/K7 w - - 0 1");
    }
    assert!(asked.elapsed() < LONG / 8, "{:?}", asked.elapsed());
}

/// That there is no move does not show how it prints where there are some.
#[test]
fn an_engine_that_has_printed_a_total_of_0_is_waited_for_in_front_of_its_rows() {
    let text =
        format!("case $fen in 7k/8/*) echo 3; sleep 0.3; {ROWS}; echo 3 ;; *) echo 0 ;; esac");
    let text = plain_script(&text).replace("position)", "position) fen=${rest#fen }");
    let mut engine = start(&script("false_mate_first", &text), perft(), LONG);
    assert_eq!(expect_reply(&mut engine, "7k/7P/8/8/8/8/8/K7 w - - 0 1").total(), Some(0));
    assert_eq!(texts(&expect_reply(&mut engine, KINGS)), ["a1a2", "a1b1", "a1b2"]);
}

#[test]
fn an_engine_may_end_after_each_reply() {
    let once = format!("{ROWS}; echo 'Nodes: 3'; exit");
    let mut engine = start(&script("once", &uci_script(&once)), uci(), LONG);
    for _ in 0..3 {
        assert_eq!(expect_reply(&mut engine, KINGS).total(), Some(3));
    }
}

/// It ends while it is asked again, which is no answer to that question.
#[test]
fn an_engine_that_takes_its_time_to_end_after_each_reply_is_asked_once_more() {
    let text = plain_script(&format!("{ROWS}; echo 3; sleep 0.2; exit"));
    let mut engine = start(&script("ends_slowly", &text), perft(), LONG);
    for _ in 0..3 {
        assert_eq!(expect_reply(&mut engine, KINGS).total(), Some(3));
    }
}

/// Only one that says nothing, and has no failure, may have ended after the answer before.
#[rstest]
#[case::that_says_something("ends_in_its_answer", "echo 'a1a2: 1'; exit")]
#[case::that_fails("ends_with_a_failure", "exit 1")]
fn an_engine_that_ends_in_another_way_is_not_asked_once_more(
    #[case] name: &str,
    #[case] end: &str,
) {
    let text = format!("n=$((n+1)); if [ $n = 2 ]; then {end}; fi; {ROWS}; echo 3");
    let mut engine = start(&script(name, &uci_script(&text)), uci(), LONG);
    expect_reply(&mut engine, KINGS);
    let trouble = expect_trouble(&mut engine, KINGS);
    assert!(matches!(trouble.kind, TroubleKind::Dies(_)), "{trouble:?}");
}

#[test]
fn an_engine_that_ends_before_its_first_answer_is_not_asked_once_more() {
    let mark = file("ends_at_first_mark", "");
    let text = format!("if [ -e '{mark}' ]; then rm '{mark}'; exit; fi; {ROWS}; echo 3");
    let mut engine = start(&script("ends_at_first", &uci_script(&text)), uci(), LONG);
    let trouble = expect_trouble(&mut engine, KINGS);
    assert!(matches!(trouble.kind, TroubleKind::Dies(_)), "{trouble:?}");
    expect_reply(&mut engine, KINGS);
}

/// Each row is there, or there is none to come.
#[rstest]
#[case::without_a_total("ends_without_a_total", "ROWS; exit", KINGS, 3)]
#[case::in_mate("ends_in_mate", "exit", MATE, 0)]
fn an_engine_that_ends_after_all_rows_has_answered(
    #[case] name: &str,
    #[case] perft: &str,
    #[case] fen: &str,
    #[case] rows: usize,
) {
    let text = uci_script(&perft.replace("ROWS", ROWS));
    let mut engine = start(&script(name, &text), uci(), LONG);
    for _ in 0..2 {
        assert_eq!(expect_reply(&mut engine, fen).rows.len(), rows);
    }
}

/// An engine that says that it is ready is asked for that. It need not be silent for some time.
#[test]
fn a_reply_ends_when_the_engine_is_ready() {
    for (name, fen, text) in [
        ("ready_rows", KINGS, format!("{ROWS}; echo 'Nodes: 3'")),
        ("ready_mate", MATE, "echo 'Nodes: 0'".to_owned()),
    ] {
        let mut engine = start(&script(name, &uci_script(&text)), uci(), LONG);
        let asked = Instant::now();
        for _ in 0..400 {
            expect_reply(&mut engine, fen);
        }
        // To wait for 10 ms after each would take longer.
        assert!(asked.elapsed() < LONG / 6, "{name} took {:?}", asked.elapsed());
    }
}

/// It goes on, but nothing more can come from it.
#[test]
fn an_engine_that_closes_its_output_after_its_reply_is_started_again() {
    let text = format!("{ROWS}; echo 'Nodes: 3'; exec >&- 2>&-; sleep 300");
    let mut engine = start(&script("closes_later", &uci_script(&text)), uci(), LONG);
    for _ in 0..2 {
        assert_eq!(expect_reply(&mut engine, KINGS).total(), Some(3));
        std::thread::sleep(Duration::from_millis(100));
    }
}

/// It counts the questions that it is asked.
#[test]
fn another_process_of_an_engine_runs_beside_the_first() {
    let log = file("counts_questions.log", "");
    let text = uci_script(&format!("n=$((n+1)); {ROWS}; echo \"Nodes: $n\""));
    let text = format!("echo started >> '{log}'\n{text}");
    let mut engine = start(&script("counts_questions", &text), uci(), LONG);
    let mut totals = Vec::new();
    let line = line(KINGS, "");
    let mut ask = |partner: &mut dyn Partner| {
        totals.extend(partner.ask(&question(&line, 1)).expect("it answers").totals);
    };
    ask(&mut engine);
    ask(&mut engine);
    let mut another = another(&mut engine).expect("it starts");
    ask(&mut *another);
    drop(another);
    ask(&mut engine);
    assert_eq!(totals, [1, 2, 1, 3]);
    let starts = fs::read_to_string(&log).expect("it has written this");
    assert_eq!(starts.lines().count(), 2);
}

#[track_caller]
fn another(engine: &mut Engine) -> Result<Box<dyn Partner + '_>, Trouble> {
    engine.another(Instant::now() + LONG).expect("it is no script")
}

#[test]
fn a_script_has_a_new_process_for_each_question_anyway() {
    let text = script("always_afresh", &format!("{ROWS}; echo 3"));
    let mut engine = start(&text, Protocol::Script, LONG);
    expect_reply(&mut engine, KINGS);
    assert!(engine.another(Instant::now() + LONG).is_none());
}

/// The first process goes on.
#[test]
fn an_engine_of_which_there_may_be_one_process_only_is_not_disturbed() {
    let lock = file("lock", "");
    fs::remove_file(&lock).expect("it is there");
    let text = uci_script(&format!("{ROWS}; echo 3"));
    let text = format!("[ -e '{lock}' ] && exit 7\n: > '{lock}'\n{text}");
    let mut engine = start(&script("one_process", &text), uci(), LONG);
    let trouble = another(&mut engine).err().expect("it does not start");
    assert!(trouble.to_string().contains("exit status: 7"), "{trouble}");
    expect_reply(&mut engine, KINGS);
}

#[test]
fn another_process_is_not_started_when_it_is_too_late() {
    let log = file("starts.log", "");
    let text = format!("echo started >> '{log}'\n{}", uci_script(&format!("{ROWS}; echo 3")));
    let mut engine = start(&script("starts", &text), uci(), LONG);
    let trouble = engine.another(Instant::now()).expect("it is no script").err();
    assert_eq!(trouble.expect("it does not start").kind, TroubleKind::CutShort);
    let starts = fs::read_to_string(&log).expect("it has written this");
    assert_eq!(starts.lines().count(), 1);
}

/// Nothing is wrong with one for which there was not enough time.
#[test]
fn another_process_is_not_waited_for_beyond_its_time() {
    let mark = file("first_start", "");
    fs::remove_file(&mark).expect("it is there");
    let text = uci_script(&format!("{ROWS}; echo 3"));
    let text = format!("[ -e '{mark}' ] && sleep 10\n: > '{mark}'\n{text}");
    let mut engine = start(&script("slow_second_start", &text), uci(), LONG);
    let begin = Instant::now();
    let end = begin + Duration::from_millis(300);
    let trouble = engine.another(end).expect("it is no script").err();
    assert_eq!(trouble.expect("it does not start").kind, TroubleKind::CutShort);
    assert!(begin.elapsed() < LONG / 5, "{:?}", begin.elapsed());
}

/// It may do so each time, and the time for a question has not begun.
#[test]
fn an_engine_that_starts_as_slowly_again_can_be_asked_again() {
    let text = format!("sleep 1.2\n{}", uci_script(&format!("{ROWS}; echo 3")));
    let mut engine = start(&script("slow_again", &text), uci(), Duration::from_secs(1));
    expect_reply(&mut engine, KINGS);
    let mut another = another(&mut engine).expect("it starts");
    let line = line(KINGS, "");
    another.ask(&question(&line, 1)).expect("it answers");
}

#[test]
fn output_after_a_reply_is_no_part_of_the_next() {
    let text = format!("{ROWS}; echo 'Nodes: 3'; {{ sleep 0.2; {ROWS}; echo 'Nodes: 99'; }} &");
    let mut engine = start(&script("left_over", &uci_script(&text)), uci(), LONG);
    expect_reply(&mut engine, KINGS);
    std::thread::sleep(Duration::from_millis(600));
    let reply = expect_reply(&mut engine, KINGS);
    assert_eq!((reply.rows.len(), reply.totals.as_slice()), (3, [3].as_slice()));
}

#[test]
fn the_engine_is_sent_the_fen_the_moves_and_how_castling_is_written() {
    let log = file("sent.log", "");
    let text = format!(
        "while read -r line; do
             case $line in uci) echo uciok ;; isready) echo readyok ;;
                 go*) echo \"$line\" >> '{log}'; echo 'Nodes: 0'; {ROWS}; echo 3 ;;
                 *) echo \"$line\" >> '{log}' ;;
             esac; done"
    );
    let mut engine = start(&script("sent", &text), uci(), LONG);
    let ordinary = "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1";
    let chess960 = "4k3/8/8/8/8/8/8/1R2K1R1 w GB - 0 1";
    for (line, depth) in [
        (line(ordinary, "e1g1 e8d8"), 2),
        (line(chess960, "e1b1"), 3),
        (line(chess960, ""), 1),
        (line(ordinary, ""), 1),
    ] {
        let _ = engine.ask(&question(&line, depth));
    }
    drop(engine);
    assert_eq!(
        fs::read_to_string(&log).expect("it has written this"),
        "ucinewgame\n\
         position fen 4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1 moves e1g1 e8d8\n\
         go perft 2\n\
         setoption name UCI_Chess960 value true\n\
         position fen 4k3/8/8/8/8/8/8/1R2K1R1 w GB - 0 1 moves e1b1\n\
         go perft 3\n\
         position fen 4k3/8/8/8/8/8/8/1R2K1R1 w GB - 0 1\n\
         go perft 1\n\
         setoption name UCI_Chess960 value false\n\
         position fen 4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1\n\
         go perft 1\n\
         quit\n"
    );
}

// Lines.

/// What an engine writes comes in pieces, which may begin and end anywhere.
#[rstest]
#[case::a_row_in_two_pieces(
    "pieces",
    "printf 'a1'; sleep 0.1; printf 'a2: 1\\na1b'; sleep 0.1; echo '1: 1'; echo 'a1b2: 1'; echo 3"
)]
#[case::a_total_without_an_end_of_line("no_end", "ROWS; printf 'Nodes: 3'")]
#[case::a_line_that_is_longer_than_any_row("long_line", "LONG; echo; ROWS; echo 3")]
#[case::a_long_line_in_two_pieces("long_pieces", "LONG; sleep 0.1; echo 'Nodes: 99'; ROWS; echo 3")]
#[case::a_long_line_and_a_row_in_one_piece("long_and_row", "{ LONG; echo; ROWS; } | cat; echo 3")]
#[case::a_long_line_without_an_end("long_end", "ROWS; echo 3; LONG")]
fn lines_are_put_together(#[case] name: &str, #[case] text: &str) {
    let long = "printf '%05000d' 0 | tr 0 x";
    let text = text.replace("ROWS", ROWS).replace("LONG", long);
    let mut engine = start(&script(&format!("lines_{name}"), &text), Protocol::Script, LONG);
    let reply = expect_reply(&mut engine, KINGS);
    assert_eq!((texts(&reply), reply.total()), (vec!["a1a2", "a1b1", "a1b2"], Some(3)));
}

/// Only the lines with text count among the last ones, and of each there is what fits beside others.
#[test]
fn the_last_lines_are_cut_and_those_without_a_word_are_left_out() {
    let text = "printf '%0160d\\n' 0; printf '%0161d\\n' 1; echo; echo '   '; echo readyok; printf 'a\\tb\\033[2Jc\\n'
                printf '%05000d' 2; sleep 0.1; printf '%05000d' 3; sleep 300";
    let trouble = trouble_of("last_lines", text, SHORT);
    let [zeros, cut, control, long] = &trouble.last_lines[..] else { panic!("{trouble}") };
    assert_eq!(*zeros, "0".repeat(160));
    assert_eq!(*cut, format!("{}…", "0".repeat(160)));
    assert_eq!(control, "a b [2Jc");
    assert_eq!(*long, format!("{}…", "0".repeat(160)));
}

/// To type another command would not help.
#[rstest]
#[case::by_uci(
    "refuses_clock",
    uci(),
    uci_script("case $clock in 0) ROWS; echo 3 ;; *) echo 'bad clock' ;; esac")
)]
#[case::as_a_script("script_refuses_clock", Protocol::Script, "set -- $2; case $5 in 0) ROWS; echo 3 ;; *) echo 'bad clock' ;; esac".to_owned())]
fn an_engine_that_answers_other_questions_is_not_said_to_speak_another_language(
    #[case] name: &str,
    #[case] protocol: Protocol,
    #[case] text: String,
) {
    let text = text.replace("ROWS", ROWS).replace("go)", "position) set -- $rest; clock=$6 ;; go)");
    let mut engine = start(&script(name, &text), protocol, LONG / 5);
    let clock_150 = KINGS.replace(" 0 ", " 150 ");
    assert_eq!(expect_trouble(&mut engine, &clock_150).kind, TroubleKind::Rubbish);
    expect_reply(&mut engine, KINGS);
    let trouble = expect_trouble(&mut engine, &clock_150);
    assert_eq!(trouble.kind, TroubleKind::Refuses);
    assert_eq!(trouble.last_lines, ["bad clock"]);
}

/// Where a backtrace begins there is more to see than at its end.
#[test]
fn what_failed_stays_among_the_last_lines() {
    let perft = "{ echo one; echo two; echo \"thread 'main' panicked at perft.rs:58:5:\"; \
                 echo 'attempt to divide by zero'; seq -f 'frame %g' 20; } >&2; exit 101";
    let trouble = trouble_of("backtrace", perft, LONG);
    let expected = [
        "stderr: thread 'main' panicked at perft.rs:58:5:",
        "stderr: attempt to divide by zero",
        "…",
        "stderr: frame 19",
        "stderr: frame 20",
    ];
    assert_eq!(trouble.last_lines, expected);
}

#[test]
fn a_long_line_at_the_end_of_all_is_one_of_the_last_lines_once() {
    let trouble = trouble_of("long_last", "printf '%05000d' 0; exit 1", LONG);
    assert_eq!(trouble.last_lines, [format!("{}…", "0".repeat(160))]);
}

/// Here are 218 moves, and standard error is noisy. That many lines are kept for each question.
#[test]
fn all_rows_of_any_position_are_read_from_standard_error() {
    let most_moves = "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1";
    let rows = divide(&position(most_moves), 1);
    let rows: Vec<String> = rows.texts().map(|(text, _)| format!("{text}: 1")).collect();
    assert_eq!(rows.len(), 218);
    let rows = file("most_moves.rows", &(rows.join("\nthis takes some time\n") + "\nNodes: 218\n"));
    let mut engine =
        start(&script("most_moves", &uci_script(&format!("cat '{rows}' >&2"))), uci(), LONG);
    for _ in 0..20 {
        let reply = expect_reply(&mut engine, most_moves);
        assert_eq!(
            (reply.rows.len(), reply.total(), reply.source),
            (218, Some(218), Source::Stderr)
        );
    }
}

/// It closes its standard output first.
#[test]
fn rows_on_standard_error_that_come_after_the_end_of_standard_output_are_read() {
    let text = format!("exec >&-; sleep 0.05; {{ {ROWS}; echo 3; }} >&2");
    let mut engine = start(&script("stderr_last", &text), Protocol::Script, LONG);
    let reply = expect_reply(&mut engine, KINGS);
    assert_eq!((reply.rows.len(), reply.total(), reply.source), (3, Some(3), Source::Stderr));
}

#[test]
fn what_came_late_on_standard_error_is_no_part_of_the_next_reply() {
    let late = format!("{{ {ROWS}; echo 3; {{ sleep 0.2; echo 'a1a2: 9'; }} & }} >&2");
    let mut engine = start(&script("late_stderr", &uci_script(&late)), uci(), LONG);
    for _ in 0..2 {
        let reply = expect_reply(&mut engine, KINGS);
        assert_eq!((reply.rows.len(), reply.sum()), (3, 3));
        std::thread::sleep(Duration::from_millis(500));
    }
}

/// A large network, a slow disk or a busy machine: what comes late is read as if it had come in time.
#[rstest]
#[case::before_anything("slow_start", "sleep 3; echo 'A banner 1.0'; sleep 4")]
#[case::behind_its_banner("slow_network", "echo 'A banner 1.0'; sleep 6")]
fn an_engine_that_starts_slowly_is_waited_for(#[case] name: &str, #[case] start_up: &str) {
    let text = format!("{start_up}\n{}", uci_script("ROWS; echo; echo 3").replace("ROWS", ROWS));
    let mut engine = start(&script(name, &text), uci(), LONG);
    for _ in 0..2 {
        assert_eq!(expect_reply(&mut engine, KINGS).total(), Some(3));
    }
    assert!(!engine.may_know_chess960(), "it has said `uciok`, and offers no option for Chess960");
}

// What an engine shows of itself.

#[test]
fn an_engine_that_says_that_it_does_not_know_uci_is_not_waited_for() {
    let command = script("refuses_uci", &plain_script(":"));
    let before = Instant::now();
    for _ in 0..5 {
        start(&command, perft(), LONG);
    }
    assert!(before.elapsed() < LONG / 4, "{:?}", before.elapsed());
}

#[rstest]
#[case::lines("flood_of_lines", "exec yes 'info string hello'")]
#[case::one_line("flood_in_one_line", "exec tr '\\0' x < /dev/zero")]
#[case::rows_on_standard_error("flood_of_rows", "exec yes 'a1a2: 1' >&2")]
fn an_engine_that_floods_from_the_start_can_be_asked(#[case] name: &str, #[case] text: &str) {
    let mut engine = start(&script(name, text), uci(), SHORT);
    let asked = Instant::now();
    expect_trouble(&mut engine, KINGS);
    assert!(asked.elapsed() < LONG, "{:?}", asked.elapsed());
}

/// A longer limit would be of no use, and no clock reaches as far.
#[test]
fn a_time_limit_is_a_year_at_most() {
    let mut engine =
        start(&script("for_ever", &uci_script(&format!("{ROWS}; echo 3"))), uci(), Duration::MAX);
    assert_eq!(engine.limit(), Duration::from_secs(365 * 86_400));
    assert_eq!(expect_reply(&mut engine, KINGS).total(), Some(3));
    assert!(!engine.is_person());
}

/// One that speaks UCI knows Chess960 if it says so. Of any other nobody knows.
#[test]
fn chess960_is_offered_by_an_option_of_uci() {
    let option = "echo 'option name UCI_Chess960 type check default false'; echo uciok";
    let knows = |name: &str, text: &str, protocol| {
        let engine = start(&script(name, text), protocol, LONG);
        assert_eq!(engine.knows_uci(), name.starts_with("with"), "{name}");
        (engine.offers_chess960(), engine.may_know_chess960())
    };
    let with_option = uci_script(":").replace("echo uciok", option);
    let others =
        "echo 'option name Hash type spin'; echo 'info string no UCI_Chess960'; echo uciok";
    let with_others = uci_script(":").replace("echo uciok", others);
    assert_eq!(knows("with_option", &with_option, uci()), (true, true));
    assert_eq!(knows("with_other_options", &with_others, uci()), (false, false));
    assert_eq!(knows("no_uci", &plain_script(":"), perft()), (false, true));
    assert_eq!(knows("a_script", ROWS, Protocol::Script), (false, true));
}

/// Whoever writes `e1h1` may understand nothing else. In Chess960 everybody writes it so.
#[test]
fn an_engine_is_sent_castling_as_it_writes_it() {
    let log = file("castlings.log", "");
    let text = format!(
        "while read -r line; do case $line in
             uci) echo uciok ;; isready) echo readyok ;;
             position*) echo \"$line\" >> '{log}'; castling=e1h1
                 case $line in *R*R*) castling=nothing ;; esac ;;
             go*) echo \"$castling: 1\"; echo 'Nodes: 1' ;;
         esac; done"
    );
    let mut engine = start(&script("castlings", &text), uci(), LONG);
    let ordinary = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
    let mut written = Vec::new();
    for line in [
        line("4k3/8/8/8/8/8/8/5K1R w H - 0 1", ""),
        line(ordinary, "e1g1"),
        line(ordinary, ""),
        line("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1g1"),
        line(ordinary, "e1g1"),
    ] {
        engine.ask(&question(&line, 1)).expect("it answers");
        written.push(engine.castling_written().is_some());
    }
    assert_eq!(written, [false, false, true, true, true]);
    let sent = fs::read_to_string(&log).expect("it has written this");
    let moves: Vec<_> =
        sent.lines().map(|line| line.split(" moves ").nth(1).unwrap_or("-")).collect();
    assert_eq!(moves, ["-", "e1g1", "-", "e1h1", "e1h1"]);
}

/// Some read on while they set an option, and begin a new game when it is set.
#[test]
fn a_position_is_sent_when_an_option_has_been_set() {
    let text = format!(
        "is_setting=
         while read -r verb rest; do case $verb in
             uci) echo 'option name UCI_Chess960 type check'; echo uciok ;;
             isready) is_setting=; echo readyok ;;
             setoption) is_setting=yes ;;
             position) is_forgotten=$is_setting ;;
             go) if [ $is_forgotten ]; then echo 'e2e4: 1'; else {ROWS}; fi; echo 3 ;;
         esac; done"
    );
    let mut engine = start(&script("option", &text), uci(), LONG);
    for fen in [KINGS, "4k3/8/8/8/8/8/8/1R2K1R1 w GB - 0 1", KINGS] {
        assert_eq!(texts(&expect_reply(&mut engine, fen)), ["a1a2", "a1b1", "a1b2"]);
    }
}

/// One that does not say whether it is ready any more is asked all the same.
#[test]
fn an_option_is_not_waited_for_for_ever() {
    let text = uci_script(&format!("{ROWS}; echo 3"))
        .replace("echo readyok", "[ \"$is_set\" ] || echo readyok; is_set=")
        .replace("go)", "setoption) is_set=yes ;; go)");
    let mut engine = start(&script("unready_option", &text), uci(), LONG);
    let start = Instant::now();
    expect_reply(&mut engine, "4k3/8/8/8/8/8/8/1R2K1R1 w GB - 0 1");
    assert!(start.elapsed() < LONG / 2, "{:?}", start.elapsed());
}

#[test]
fn an_engine_is_asked_again_without_a_new_position() {
    let log = file("again.log", "");
    let text = format!("echo \"$verb\" >> '{log}'; {ROWS}; echo 3");
    let text = uci_script(&text)
        .replace("case $verb in", &format!("case $verb in position) echo position >> '{log}' ;;"));
    let mut engine = start(&script("again", &text), uci(), LONG);
    let (kings, first) = (line(KINGS, ""), expect_reply(&mut engine, KINGS));
    for _ in 0..2 {
        assert_eq!(engine.ask_again(&question(&kings, 1)), Some(Ok(first.clone())));
    }
    assert_eq!(fs::read_to_string(&log).expect("it has written this"), "position\ngo\ngo\ngo\n");
}

/// What it was found not to understand is not tried again. What it understands is asked each time.
#[rstest]
#[case::one_that_knows_uci(
    "conversation_uci",
    "uci) echo uciok ;; isready) echo readyok ;; go) ROWS; echo 3; exit ;;",
    "uci ucinewgame isready position go uci ucinewgame isready position go"
)]
#[case::one_that_knows_no_isready(
    "conversation_half",
    "uci) echo uciok ;; isready) echo 'Unknown command: isready' ;; go) ROWS; echo 3; exit ;;",
    "uci ucinewgame isready position go uci ucinewgame position go"
)]
#[case::one_that_knows_nothing_of_uci(
    "conversation_plain",
    "go) ROWS; echo 3; exit ;; position) ;; *) echo \"Unknown command: $verb\" ;;",
    "uci position go position go"
)]
// What it says first may have the word in it, or be longer than any row.
#[case::one_that_greets_before_it_answers(
    "conversation_greeting",
    "uci) echo 'type uci'; printf '%05000d\\n' 0; echo 'a1a2: 1' >&2; sleep 0.1; echo uciok ;;
     isready) echo readyok ;; go) ROWS; echo 3; exit ;;",
    "uci ucinewgame isready position go uci ucinewgame isready position go"
)]
fn an_engine_that_is_started_again_is_asked_for_what_it_knows(
    #[case] name: &str,
    #[case] commands: &str,
    #[case] expected: &str,
) {
    let log = file(&format!("{name}.log"), "");
    let commands = commands.replace("ROWS", ROWS);
    let text = format!(
        "while read -r verb rest; do echo \"$verb\" >> '{log}'; case $verb in {commands} esac; done"
    );
    let mut engine = start(&script(name, &text), uci(), LONG);
    for _ in 0..2 {
        assert_eq!(expect_reply(&mut engine, KINGS).total(), Some(3));
    }
    let sent = fs::read_to_string(&log).expect("it has written this");
    assert_eq!(sent.split_whitespace().collect::<Vec<_>>().join(" "), expected);
}

#[test]
fn an_engine_that_counts_nothing_before_a_game_has_begun_can_be_asked() {
    let text = format!(
        "while read -r verb rest; do case $verb in
             uci) echo uciok ;;
             ucinewgame) begun=yes ;;
             isready) echo readyok ;;
             go) if [ $begun ]; then {ROWS}; echo 3; else echo 'Nodes: 0'; fi; exit ;;
         esac; done"
    );
    let mut engine = start(&script("new_game", &text), uci(), LONG);
    for _ in 0..2 {
        assert_eq!(expect_reply(&mut engine, KINGS).total(), Some(3));
    }
}

#[test]
fn whoever_has_no_position_left_is_not_asked_again() {
    let once = uci_script(&format!("{ROWS}; echo 3; exit"));
    for (name, text, protocol) in [
        ("asked_once", once, uci()),
        ("asked_by_script", format!("{ROWS}; echo 3"), Protocol::Script),
    ] {
        let mut engine = start(&script(name, &text), protocol, LONG);
        expect_reply(&mut engine, KINGS);
        std::thread::sleep(Duration::from_millis(100));
        assert_eq!(engine.ask_again(&question(&line(KINGS, ""), 1)), None, "{name}");
    }
}

/// Then there is no time left for its answer.
#[test]
fn an_engine_is_not_waited_for_beyond_the_end_of_the_hunt() {
    let hangs = "sleep 300";
    for (name, text, protocol) in [
        ("ends_uci", uci_script(hangs), uci()),
        ("ends_script", hangs.to_owned(), Protocol::Script),
    ] {
        let mut engine = start(&script(name, &text), protocol, LONG);
        let asked = Instant::now();
        engine.end_at(asked + SHORT);
        assert_eq!(expect_trouble(&mut engine, KINGS).kind, TroubleKind::Hangs(LONG), "{name}");
        assert!(asked.elapsed() < LONG / 2, "{name} took {:?}", asked.elapsed());
    }
}

/// It says at once that it is ready, and counts in another thread. Of one that has answered before, nothing that
/// it says is taken for a refusal.
#[rstest]
#[case::at_first("counts_at_first", false, "counting")]
#[case::later("counts_later", true, "an invalid option")]
fn an_engine_that_is_ready_before_it_has_counted_is_waited_for(
    #[case] name: &str,
    #[case] has_answered: bool,
    #[case] says: &str,
) {
    let mark = file(&format!("{name}_mark"), "");
    if has_answered {
        fs::remove_file(&mark).expect("it is there");
    }
    let rows = format!("{ROWS}; echo 3");
    let slow = format!("echo 'info string {says}'; {{ sleep 2; {rows}; }} &");
    let text = format!("if [ -e '{mark}' ]; then {slow} else touch '{mark}'; {rows}; fi");
    let mut engine = start(&script(name, &uci_script(&text)), uci(), LONG);
    for _ in 0..2 {
        assert_eq!(expect_reply(&mut engine, KINGS).total(), Some(3));
    }
}

// Troubles.

#[track_caller]
fn trouble_of(name: &str, perft: &str, limit: Duration) -> Trouble {
    let mut engine = start(&script(name, &uci_script(perft)), uci(), limit);
    let asked = Instant::now();
    let trouble = expect_trouble(&mut engine, KINGS);
    // Only a reply that has no end takes all the time there is.
    let is_late = matches!(trouble.kind, TroubleKind::Hangs(_)) || limit == SHORT;
    let most = match trouble.kind {
        _ if is_late => limit * 4,
        // To read a million empty lines may take its time.
        TroubleKind::Floods => limit,
        _ => limit / 2,
    };
    assert!(asked.elapsed() < most, "{name} took {:?}", asked.elapsed());
    trouble
}

#[test]
fn an_engine_that_hangs_is_reported_with_its_last_lines() {
    let trouble = trouble_of("hangs", "echo thinking >&2; echo 'a1a2: 1'; sleep 300", SHORT);
    assert_eq!(trouble.kind, TroubleKind::Hangs(SHORT));
    let mut lines = trouble.last_lines.clone();
    lines.sort();
    assert_eq!(lines, ["a1a2: 1", "stderr: thinking"]);

    let silent = trouble_of("hangs_silently", "sleep 300", SHORT);
    assert_eq!((silent.kind, silent.last_lines), (TroubleKind::Hangs(SHORT), vec![]));
}

#[test]
fn a_trouble_is_reported_in_a_sentence_and_with_the_last_lines() {
    let kinds = [
        TroubleKind::Hangs(SHORT),
        TroubleKind::Dies("exit status: 3".to_owned()),
        TroubleKind::ClosedItsOutput,
        TroubleKind::Floods,
        TroubleKind::Rubbish,
        TroubleKind::UnreadRows,
        TroubleKind::TooFewRows,
        TroubleKind::Searches("go perft".to_owned()),
        TroubleKind::IgnoresPosition,
        TroubleKind::SameTotal(48),
        TroubleKind::NoAnswer("go perft 1".to_owned()),
        TroubleKind::DiesAfterwards("exit status: 3".to_owned()),
    ];
    let last_lines = ["a1a2: 1", "stderr: thinking"].map(str::to_owned).to_vec();
    let silent = Trouble { kind: TroubleKind::Floods, last_lines: Vec::new() };
    let troubles = kinds.map(|kind| Trouble { kind, last_lines: last_lines.clone() });
    let troubles = troubles.into_iter().chain([silent]);
    assert_texts("engine.troubles", troubles.map(|it| (format!("{:?}", it.kind), it)));
}

#[rstest]
#[case("dies_with_a_code", "echo 'a1a2: 1'; exit 3", "exit status: 3")]
#[case("dies_rightly", "echo 'a1a2: 1'; exit 0", "exit status: 0")]
#[case("dies_behind_a_total", "echo 'Moves: 3'; echo 'a1a2: 1'; exit 0", "exit status: 0")]
#[case("dies_by_a_signal", "kill -SEGV $$", "SIGSEGV")]
#[case("dies_after_its_answer", "ROWS; echo 'Nodes: 3'; kill -ABRT $$", "SIGABRT")]
#[case("leaves_a_child_with_the_pipe", "sleep 300 & exit 3", "exit status: 3")]
fn an_engine_that_dies_is_reported_with_its_exit_status(
    #[case] name: &str,
    #[case] perft: &str,
    #[case] end: &str,
) {
    let trouble = trouble_of(name, &perft.replace("ROWS", ROWS), LONG);
    let (TroubleKind::Dies(how) | TroubleKind::DiesAfterwards(how)) = &trouble.kind else {
        panic!("{trouble}")
    };
    assert!(how.contains(end), "{trouble}");
    assert_eq!(trouble.kind.id() == "dies-afterwards", name == "dies_after_its_answer");
}

#[test]
fn an_engine_that_closes_its_output_is_reported() {
    let trouble = trouble_of("closes", "echo bye; exec >&-; sleep 300", LONG);
    assert_eq!(trouble.kind, TroubleKind::ClosedItsOutput);
    assert_eq!(trouble.last_lines.last().map(String::as_str), Some("bye"));
    // What came before the rows may be the number of moves.
    let early = "echo 'Moves: 3'; echo 'a1a2: 1'; exec >&-; sleep 300";
    assert_eq!(trouble_of("closes_early", early, LONG).kind, TroubleKind::ClosedItsOutput);
}

#[rstest]
#[case("floods_with_rows", "yes 'a1a2: 1'")]
#[case("floods_with_totals", "yes 'Nodes: 1'")]
#[case("floods_with_words", "yes 'info depth 1'")]
#[case("floods_with_empty_lines", "yes ''")]
#[case("floods_in_one_line", "tr '\\0' x < /dev/zero")]
#[case("floods_after_its_answer", "ROWS; echo 'Nodes: 3'; yes 'Nodes: 3'")]
fn an_engine_that_floods_is_reported(#[case] name: &str, #[case] perft: &str) {
    let trouble = trouble_of(name, &perft.replace("ROWS", ROWS), LONG);
    assert_eq!(trouble.kind, TroubleKind::Floods);
    assert!(trouble.last_lines.len() <= 5, "{trouble}");
    assert!(trouble.to_string().len() < 2000, "{trouble}");
}

#[test]
fn a_flood_on_standard_error_does_no_harm() {
    let text = format!("yes complaint >&2 & {ROWS}; echo 'Nodes: 3'; kill $!");
    let mut engine = start(&script("complains", &uci_script(&text)), uci(), LONG);
    for _ in 0..2 {
        assert_eq!(expect_reply(&mut engine, KINGS).total(), Some(3));
    }
}

#[rstest]
#[case("speaks_of_something_else", "echo 'What a nice position!'")]
#[case("knows_no_perft", "echo \"Unknown command: 'go perft 1'.\"")]
#[case("is_binary", "head -c 500 /dev/urandom | tr -d '0-9\\n'; echo")]
fn a_reply_that_is_no_perft_is_rubbish(#[case] name: &str, #[case] perft: &str) {
    assert_eq!(trouble_of(name, perft, SHORT).kind, TroubleKind::Rubbish);
}

#[test]
fn a_refusal_is_not_waited_for_to_the_limit() {
    let searches = TroubleKind::Searches("go perft".to_owned());
    for (name, refusal, kind) in [
        ("refuses", "echo 'Unknown command'", TroubleKind::Rubbish),
        ("moves", "echo 'bestmove a1a2'", searches.clone()),
        ("searches", "echo 'info depth 1 nodes 20'; echo 'bestmove a1a2'", searches.clone()),
        (
            "counts_moves",
            "echo 'info currmove a1a2 nodes 9'; echo 'bestmove a1a2'",
            searches.clone(),
        ),
        ("thinks", "while echo 'info depth 1 score cp 3'; do sleep 0.1; done", searches),
        ("talks", "echo 'What a nice position with 3 moves!'", TroubleKind::Rubbish),
        ("rows_in_words", "echo 'from a1 to a2: #1'; echo 'that makes #1'", TroubleKind::Rubbish),
    ] {
        let trouble = trouble_of(name, refusal, LONG);
        assert_eq!(trouble.kind, kind, "{name}");
        assert!(!trouble.last_lines.is_empty(), "{name}");
    }
}

/// It knows no such command, and does not say so. Or it says so to nobody, because nothing is flushed.
#[test]
fn an_engine_that_is_ready_and_has_printed_nothing_is_not_waited_for_to_the_limit() {
    let trouble = trouble_of("says_nothing", ":", LONG / 2);
    assert_eq!(trouble.kind, TroubleKind::NoAnswer("go perft 1".to_owned()));
    assert_eq!(trouble.last_lines, Vec::<String>::new());
    // More plies may take any time.
    let limit = LONG / 4;
    let mut engine = start(&script("says_nothing", &uci_script(":")), uci(), limit);
    let trouble = engine.ask(&question(&line(KINGS, ""), 2)).expect_err("there is no reply");
    assert_eq!(trouble.kind, TroubleKind::Hangs(limit));
}

/// Whoever refuses the first question hardly counts in another thread.
#[test]
fn an_engine_that_refuses_its_first_question_is_not_waited_for() {
    let trouble = |text: &str, has_answered: bool| {
        let mark = file("refuses_mark", "");
        let text =
            format!("if [ -e '{mark}' ]; then {text}; else touch '{mark}'; {ROWS}; echo 3; fi");
        let mut engine = start(&script("refuses", &uci_script(&text)), uci(), LONG);
        if has_answered {
            fs::remove_file(&mark).expect("it is there");
            expect_reply(&mut engine, KINGS);
        }
        let asked = Instant::now();
        let expected = if has_answered { TroubleKind::Refuses } else { TroubleKind::Rubbish };
        assert_eq!(expect_trouble(&mut engine, KINGS).kind, expected);
        asked.elapsed()
    };
    let refusal = "echo 'Unknown command: go perft 1'";
    let times = [trouble(refusal, false), trouble(refusal, true), trouble("echo hello", false)];
    assert!(times[0] < LONG / 8 && times[1..].iter().all(|time| *time > LONG / 8), "{times:?}");
}

#[test]
fn an_engine_that_does_not_say_whether_it_is_ready_is_not_waited_for_to_the_limit() {
    let text = plain_script("echo 'What a nice position!'");
    for limit in [LONG, LONG / 5] {
        let mut engine = start(&script("plain_talk", &text), perft(), limit);
        let asked = Instant::now();
        assert_eq!(expect_trouble(&mut engine, KINGS).kind, TroubleKind::Rubbish);
        assert!(asked.elapsed() < limit / 2, "{:?}", asked.elapsed());
    }
}

/// It says that it is ready, and so nothing may come any more.
#[test]
fn an_engine_that_speaks_of_something_else_is_waited_for_for_a_while() {
    let mark = file("spoken_before", "");
    let rows = format!("{ROWS}; echo 3");
    let talks = format!(
        "if [ -e '{mark}' ]; then echo 'What a nice position!'; else touch '{mark}'; {rows}; fi"
    );
    let mut engine = start(&script("talks_later", &uci_script(&talks)), uci(), LONG);
    talks_for(&mut engine, LONG / 5..LONG / 2, &TroubleKind::Rubbish);
    fs::remove_file(&mark).expect("it is there");
    expect_reply(&mut engine, KINGS);
    talks_for(&mut engine, LONG / 5..LONG / 2, &TroubleKind::Refuses);
}

/// It says nothing about the position, and is given a time within these bounds.
#[track_caller]
fn talks_for(engine: &mut Engine, bounds: Range<Duration>, expected: &TroubleKind) {
    let asked = Instant::now();
    assert_eq!(expect_trouble(engine, KINGS).kind, *expected);
    let time = asked.elapsed();
    assert!(bounds.contains(&time), "{time:?}: expected {bounds:?}");
}

/// Whoever waits for the next command does not hang.
#[test]
fn an_engine_that_speaks_of_something_else_all_the_time_hangs_unless_it_reads_on() {
    for (name, text, protocol, kind) in [
        (
            "talks_on",
            uci_script("while echo 'What a nice position!'; do sleep 0.1; done"),
            uci(),
            TroubleKind::Hangs(SHORT),
        ),
        // Such a line may never end.
        ("talks_long", plain_script("printf '%05000d' 0 | tr 0 x"), perft(), TroubleKind::Rubbish),
        (
            "greets",
            plain_script("echo 'What a nice position!'")
                .replace("echo \"Unknown command: $verb\"", ":"),
            perft(),
            TroubleKind::Rubbish,
        ),
    ] {
        let mut engine = start(&script(name, &text), protocol, SHORT);
        assert_eq!(expect_trouble(&mut engine, KINGS).kind, kind, "{name}");
    }
}

/// The next question shows it.
#[test]
fn a_complete_reply_counts_though_the_engine_hangs_after_it() {
    let text = format!("{ROWS}; echo 'Nodes: 3'; sleep 300");
    let mut engine = start(&script("hangs_later", &uci_script(&text)), uci(), SHORT);
    assert_eq!(expect_reply(&mut engine, KINGS).total(), Some(3));
    assert_eq!(expect_trouble(&mut engine, KINGS).kind, TroubleKind::Hangs(SHORT));
    assert_eq!(expect_reply(&mut engine, KINGS).total(), Some(3));
}

#[test]
fn rows_on_standard_error_are_a_reply() {
    let rows = format!("{{ {ROWS}; echo 'Nodes: 3'; }} >&2");
    let apart = format!("{{ {ROWS}; }} >&2; echo 'Nodes: 3'");
    for (name, text) in [("all_on_stderr", rows), ("rows_on_stderr", apart)] {
        for (kind, text, protocol) in [
            ("uci", uci_script(&text), uci()),
            ("plain", plain_script(&text), perft()),
            ("script", text.clone(), Protocol::Script),
        ] {
            let mut engine = start(&script(&format!("{name}_{kind}"), &text), protocol, LONG);
            for _ in 0..2 {
                let reply = expect_reply(&mut engine, KINGS);
                assert_eq!(texts(&reply), ["a1a2", "a1b1", "a1b2"], "{name}_{kind}");
                assert_eq!((reply.total(), reply.source), (Some(3), Source::Stderr));
            }
        }
    }
}

#[test]
fn rows_on_standard_output_go_before_those_on_standard_error() {
    let text = format!("echo 'a1a2: 7' >&2; echo 'Nodes: 7' >&2; {ROWS}; echo 'Nodes: 3'");
    let mut engine = start(&script("both_outputs", &uci_script(&text)), uci(), LONG);
    for _ in 0..2 {
        let reply = expect_reply(&mut engine, KINGS);
        assert_eq!(
            (reply.rows.len(), &reply.totals[..], reply.source),
            (3, &[3][..], Source::Stdout)
        );
    }
}

#[test]
fn an_engine_that_takes_no_position_is_reported() {
    let rows: Vec<String> = divide(&position(ox88::START), 1)
        .texts()
        .map(|(text, _)| format!("echo '{text} 1'"))
        .collect();
    let text = format!("{}; echo 20", rows.join("; "));
    let mut engine = start(&script("no_position", &uci_script(&text)), uci(), LONG);
    assert_eq!(expect_trouble(&mut engine, KINGS).kind, TroubleKind::IgnoresPosition);
    // At the start position, and where the moves are the same, that is the right answer.
    assert_eq!(expect_reply(&mut engine, ox88::START).sum(), 20);
    let back = line(ox88::START, "g1f3 g8f6 f3g1 f6g8");
    assert!(engine.ask(&question(&back, 1)).is_ok());
}

#[test]
fn after_a_trouble_the_engine_is_started_again() {
    let mark = file("started_before", "");
    for (name, trouble) in [("again_hangs", "sleep 300"), ("again_dies", "exit 1")] {
        let _ = fs::remove_file(&mark);
        let text =
            format!("if [ -e '{mark}' ]; then {ROWS}; echo 3; else touch '{mark}'; {trouble}; fi");
        let mut engine = start(&script(name, &uci_script(&text)), uci(), SHORT);
        expect_trouble(&mut engine, KINGS);
        assert_eq!(expect_reply(&mut engine, KINGS).total(), Some(3), "{name}");
    }
}

#[test]
fn an_engine_that_reads_nothing_is_asked_anyway() {
    let mut engine = start(&script("deaf", "sleep 300"), perft(), SHORT);
    let mut there_and_back = line(KINGS, "a1a2 h8h7 a2a1 h7h8");
    // More moves than a pipe holds.
    there_and_back.moves = there_and_back.moves.repeat(10_000);
    let trouble = engine.ask(&question(&there_and_back, 1));
    assert_eq!(trouble.map_err(|trouble| trouble.kind), Err(TroubleKind::Hangs(SHORT)));
}

// What cannot be run.

#[track_caller]
fn cannot_run(command: &str, protocol: Protocol) -> CannotRun {
    Engine::start(command, protocol, SHORT).map(drop).expect_err("nothing can be started")
}

#[test]
fn what_cannot_be_run_is_reported_with_what_was_expected() {
    let not_executable = file("not_executable", "text");
    let commands =
        ["no-such-engine --flag", "/no/such/engine", &not_executable, "", "  ", "engine 'open"];
    let refusal = |command: &str| {
        let [uci, perft, script] = [uci(), perft(), Protocol::Script]
            .map(|protocol| cannot_run(command, protocol).to_string());
        assert!(uci == perft && perft == script, "{uci}\n{perft}\n{script}");
        uci.replace(&not_executable, "…/not_executable")
    };
    let title = |command: &str| format!("{:?}", command.replace(&not_executable, "…"));
    assert_texts("engine.cannot_run", commands.map(|it| (title(it), refusal(it))));
}

#[test]
fn an_engine_that_ends_before_any_question_cannot_be_run() {
    let error = cannot_run(&script("usage", "echo 'usage: engine' >&2; exit 2"), uci());
    assert!(error.reason.contains("before it was asked anything: exit status: 2"), "{error}");
    assert_eq!(error.last_lines, ["stderr: usage: engine"]);
}

#[test]
fn the_arguments_of_a_command_may_be_quoted() {
    let text = "echo \"$1\" >&2; exit 2";
    let command = format!("{} 'two words'", script("quoted", text));
    assert_eq!(cannot_run(&command, uci()).last_lines, ["stderr: two words"]);
}

// Nothing is left behind.

/// Waits for the end of the process that has written its number into this file.
#[cfg(target_os = "linux")]
#[track_caller]
fn assert_writer_ends(file: &str) {
    assert_ends(&fs::read_to_string(file).expect("it has written its number"));
}

#[cfg(target_os = "linux")]
#[rstest]
#[case("quits", "ROWS; echo 3")]
#[case("hangs_for_ever", "trap '' TERM HUP INT; while :; do sleep 1; done")]
#[case("waits_for_its_child", "wait")]
#[case("dies_alone", "exit 1")]
#[case("floods_for_ever", "yes")]
#[case("is_deaf_and_dumb", "exec <&- >&-; sleep 300")]
fn no_process_is_left_behind(#[case] name: &str, #[case] perft: &str) {
    let [parent, child] = ["parent", "child"].map(|who| file(&format!("{name}.{who}"), ""));
    let text = format!(
        "echo $$ > '{parent}'; sleep 300 & echo $! > '{child}'\n{}",
        uci_script(&perft.replace("ROWS", ROWS))
    );
    let mut engine = start(&script(&format!("left_{name}"), &text), uci(), SHORT);
    let is_trouble = ask(&mut engine, KINGS).is_err();
    if is_trouble {
        // Already the trouble ends it.
        assert_writer_ends(&parent);
        assert_writer_ends(&child);
    }
    drop(engine);
    assert_writer_ends(&parent);
    assert_writer_ends(&child);
}

/// The system keeps a process that has ended until somebody takes note of it.
#[cfg(target_os = "linux")]
#[test]
fn the_end_of_an_engine_that_is_killed_is_taken_note_of() {
    let number = file("noted.number", "");
    let text = format!("echo $$ > '{number}'\n{}", uci_script("sleep 300"));
    let mut engine = start(&script("noted", &text), uci(), SHORT);
    expect_trouble(&mut engine, KINGS);
    let number = fs::read_to_string(number).expect("it has written its number");
    assert!(!Path::new("/proc").join(number.trim()).exists(), "{number}");
}

#[cfg(target_os = "linux")]
#[test]
fn a_script_leaves_no_process_behind_either() {
    for (name, end) in [("script_ends", "ROWS; echo; echo 3"), ("script_hangs", "sleep 300")] {
        let child = file(&format!("{name}.child"), "");
        let text = format!("sleep 300 & echo $! > '{child}'; {}", end.replace("ROWS", ROWS));
        let mut engine = start(&script(name, &text), Protocol::Script, SHORT);
        let _ = ask(&mut engine, KINGS);
        assert_writer_ends(&child);
    }
}

// Scripts.

#[test]
fn a_script_is_given_the_depth_the_root_and_the_moves_as_one_argument() {
    let log = file("script.log", "");
    let text = format!("for word; do echo \"$word\"; done > '{log}'; echo 'a1a2 1'; echo; echo 1");
    let mut engine = start(&script("arguments", &text), Protocol::Script, LONG);
    for (moves, expected) in [
        ("", "2\n4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1\n"),
        ("e1g1 e8d7", "2\n4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1\ne1g1 e8d7\n"),
    ] {
        let line = line("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", moves);
        let reply = engine.ask(&question(&line, 2));
        assert_eq!(
            reply,
            Ok(Reply {
                rows: vec![Row { text: "a1a2".to_owned(), count: 1 }],
                totals: vec![1],
                ..Reply::default()
            })
        );
        assert_eq!(fs::read_to_string(&log).expect("it has written this"), expected);
    }
}

/// Standard output may end before the rows come.
#[rstest]
#[case::slowly(
    "err_slowly",
    "exec 1>&-; echo 'a1a2: 1' >&2; sleep 0.5; echo 'a1b1: 1' >&2; echo 'a1b2: 1' >&2"
)]
#[case::not_before_a_while("err_late", "exec 1>&-; sleep 1.2; { ROWS; echo 3; } >&2")]
#[case::where_a_child_has_other_rows_first(
    "err_child_first",
    "{ sleep 0.05; echo 'a1a2: 9' >&2; sleep 0.05; ROWS; echo 3; } & exit 0"
)]
#[case::beside_a_child("err_child", "echo 'a1a2: 9' >&2; { sleep 0.02; ROWS; echo 3; } & exit 0")]
fn a_script_may_print_its_rows_on_standard_error(#[case] name: &str, #[case] text: &str) {
    let command = script(name, &text.replace("ROWS", ROWS));
    let mut engine = start(&command, Protocol::Script, LONG);
    assert_eq!(texts(&expect_reply(&mut engine, KINGS)), ["a1a2", "a1b1", "a1b2"]);
}

#[test]
fn the_exit_code_of_a_script_does_not_matter_where_there_is_a_reply() {
    let text = format!("{ROWS}; echo; echo 3; exit 7");
    let mut engine = start(&script("script_exit", &text), Protocol::Script, LONG);
    assert_eq!(expect_reply(&mut engine, KINGS).total(), Some(3));
}

#[rstest]
#[case("script_late", "sleep 300", TroubleKind::Hangs(SHORT))]
#[case("script_closed", "exec >&- 2>&-; sleep 300", TroubleKind::Hangs(SHORT))]
#[case("script_code", "echo oh >&2; exit 7", TroubleKind::Dies("exit status: 7".to_owned()))]
#[case("script_silent", "exit 0", TroubleKind::Rubbish)]
#[case("script_talks", "echo 'usage: perft'", TroubleKind::Rubbish)]
#[case("script_floods", "yes 'a1a2 1'", TroubleKind::Floods)]
fn the_troubles_of_a_script_are_reported(
    #[case] name: &str,
    #[case] text: &str,
    #[case] kind: TroubleKind,
) {
    let mut engine = start(&script(name, text), Protocol::Script, SHORT);
    for _ in 0..2 {
        assert_eq!(expect_trouble(&mut engine, KINGS).kind, kind);
    }
}

// Stockfish.

#[test]
fn stockfish_replies_as_we_do() {
    let stockfish = "/usr/games/stockfish";
    if !Path::new(stockfish).exists() {
        eprintln!("LEFT OUT: there is no Stockfish at {stockfish}");
        return;
    }
    let mut engine = start(stockfish, uci(), LONG);
    for (fen, moves, depth) in [
        (ox88::START, "e2e4 e7e5", 3),
        (MATE, "", 2),
        ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", "e1g1", 3),
        ("bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9", "", 3),
        (ox88::START, "", 2),
        ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "", 2),
    ] {
        let line = line(fen, moves);
        let asked = engine.ask(&question(&line, depth));
        let mut reply = asked.unwrap_or_else(|trouble| panic!("{trouble}"));
        reply.rows.sort_by(|a, b| a.text.cmp(&b.text));
        let theirs: Vec<_> = reply.rows.iter().map(|row| (row.text.clone(), row.count)).collect();
        let ours: Vec<_> = divide(&line.end(), depth).texts().collect();
        assert_eq!(theirs, ours, "{fen}");
        assert_eq!(reply.total(), Some(reply.sum()), "{fen}");
    }
}
