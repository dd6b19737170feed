//! The broken engine as a partner in conversation: its formats, and its troubles.

use ox88_test_support::broken_engine;
use rstest::rstest;
use std::io::{Read, Write};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

const PROMOTION: &str = "position fen 8/P1k5/K7/8/8/8/8/8 w - - 0 1";
const CASTLING: &str = "position fen 4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1";

/// A run of the engine, which is ended with all that it has started when the test ends.
struct Engine {
    process: Child,
    bytes: mpsc::Receiver<Vec<u8>>,
}

impl Engine {
    fn start(arguments: &[&str]) -> Engine {
        let mut command = Command::new(broken_engine());
        command.args(arguments);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut process = command.spawn().expect("the engine was built");
        let mut out = process.stdout.take().expect("its output is a pipe");
        let (send, bytes) = mpsc::channel();
        thread::spawn(move || {
            let mut chunk = vec![0; 4096];
            while let Ok(length @ 1..) = out.read(&mut chunk) {
                if send.send(chunk[..length].to_vec()).is_err() {
                    break;
                }
            }
        });
        Engine { process, bytes }
    }

    fn say(&mut self, lines: &[&str]) {
        // It may have ended before it was asked.
        let _ = self.process.stdin.as_ref().map(|mut pipe| {
            lines.iter().try_for_each(|line| pipe.write_all(format!("{line}\n").as_bytes()))
        });
    }

    /// What it prints in this time, or until it closes its output, and whether it does.
    fn read(&self, time: Duration) -> (Vec<u8>, bool) {
        let (end, mut printed) = (Instant::now() + time, Vec::new());
        loop {
            match self.bytes.recv_timeout(end.saturating_duration_since(Instant::now())) {
                Ok(chunk) => printed.extend(chunk),
                Err(mpsc::RecvTimeoutError::Timeout) => return (printed, false),
                Err(mpsc::RecvTimeoutError::Disconnected) => return (printed, true),
            }
            if printed.len() > 1_000_000 || Instant::now() > end {
                return (printed, false);
            }
        }
    }

    fn end(&mut self) -> ExitStatus {
        self.process.wait().expect("it ends")
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        let group = format!("-{}", self.process.id());
        // The group may be gone already.
        let _ = Command::new("kill").args(["-9", "--", &group]).stderr(Stdio::null()).status();
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// All that an engine prints when these lines are its input.
fn output(arguments: &[&str], lines: &[&str]) -> String {
    let mut engine = Engine::start(arguments);
    engine.say(lines);
    drop(engine.process.stdin.take());
    let (bytes, is_closed) = engine.read(Duration::from_secs(20));
    assert!(is_closed, "{arguments:?} does not end");
    String::from_utf8(bytes).expect("it prints text")
}

#[test]
fn it_speaks_uci_as_stockfish_does() {
    let text = output(&[], &["uci", "isready", PROMOTION, "go perft 1", "quit"]);
    let lines: Vec<&str> = text.lines().collect();
    let expected = [
        "broken_engine by the tests of ox88",
        "id name broken_engine",
        "option name UCI_Chess960 type check default false",
        "uciok",
        "readyok",
        "a6b5: 1",
        "a6a5: 1",
        "a7a8q: 1",
        "a7a8r: 1",
        "a7a8b: 1",
        "a7a8n: 1",
        "",
        "Nodes searched: 6",
        "",
    ];
    assert_eq!(lines, expected);
}

#[rstest]
#[case("stockfish", &["a7a8q: 1\n", "e1g1: 1\n", "Nodes searched: 6\n", "Nodes searched: 26\n"])]
#[case("no-colon", &["a7a8q 1\n"])]
#[case("dashes", &["a7a8q - 1\n"])]
#[case("capitals", &["a7a8Q: 1\n", "a7a8N: 1\n"])]
#[case("no-promotion-letter", &["a7a8: 1\na7a8: 1\na7a8: 1\na7a8: 1\n"])]
#[case("castling-king-takes-rook", &["e1h1: 1\n", "e1a1: 1\n"])]
#[case("castling-letters", &["O-O: 1\n", "O-O-O: 1\n"])]
#[case("castling-zeros", &["0-0: 1\n", "0-0-0: 1\n"])]
#[case("total-nodes", &["\n\nTotal nodes: 6\n"])]
#[case("total", &["\n\nTotal: 6\n"])]
#[case("nodes", &["\n\nNodes: 6\n"])]
#[case("moves", &["\n\nMoves: 6\n"])]
#[case("bare-total", &["\n\n6\n"])]
#[case("several-totals", &["\n\nMoves: 6\nNodes: 6\n"])]
#[case("no-total", &["a7a8n: 1\n\n\n"])]
#[case("time-line", &["Nodes searched: 6\ntime 0.01 s, 3.2 Mnps\n"])]
#[case("sorted", &["a6a5: 1\na6b5: 1\na7a8b: 1\na7a8n: 1\n"])]
#[case("info-lines", &["info string", "a7a8q: 1\n", "info depth 1"])]
#[case("banner", &["broken_engine by the tests of ox88\n====="])]
#[case("carriage-returns", &["a7a8q: 1\r\n", "\r\n\r\nNodes searched: 6\r\n"])]
#[case("san", &["a8=Q: 1\n", "Ka5: 1\n", "O-O: 1\n", "O-O-O: 1\n"])]
#[case("san-without-hints", &["a8=Q: 1\n", "Ka5: 1\n"])]
#[case("bbc", &["     move: a7a8q   nodes: 1\n", "    Depth: 1\n    Nodes: 6\n     Time: 3\n"])]
#[case("vice", &["move 3 : a7a8q : 1\n", "Test Complete : 6 nodes visited in 3ms\n"])]
#[case("wukong", &["   move 3:  a7a8q     nodes: 1\n"])]
#[case("info-currmove", &[
    "info currmove a7a8q currmovenumber 3 nodes 1\n", "info depth 1 nodes 6 nps 5000 time 1\n"
])]
#[case("info-string", &["info string a7a8q 1\n"])]
#[case("json", &["{\"moves\": {\"a6b5\": 1, ", "\"a7a8n\": 1}, \"total\": 6}\n"])]
#[case("json-lines", &["    \"a7a8q\": 1,\n", "  \"total\": 6\n}\n"])]
#[case("words", &["a6 b5 undefined 1\n", "a7 a8 queen 1\n"])]
#[case("remarks", &["e1g1 O-O: 1\n", "e1c1 O-O-O: 1\n"])]
#[case("raw-nodes", &["\n\nRaw nodes for depth 1: 6\n"])]
#[case("perft-complete", &["\n\nperft complete: nodes 6 captures 0\n"])]
#[case("total-only", &["ox88\n\nNodes searched: 6\n"])]
#[case("table-of-depths", &["ox88\n\n1:\t0\t6\n"])]
#[case("table-with-times", &["ox88\n\n1   6   00:00:00:001\n"])]
#[case("rows-from-depth-two", &["ox88\n\nNodes searched: 6\n"])]
#[case("stderr", &["broken_engine by the tests of ox88\n"])]
fn each_format_is_spoken(#[case] format: &str, #[case] parts: &[&str]) {
    let lines = [PROMOTION, "go perft 1", CASTLING, "go perft 1"];
    let text = output(&["--format", format], &lines);
    for part in parts {
        assert!(text.contains(part), "expected {part:?} in\n{text}");
    }
}

#[test]
fn formats_and_faults_can_be_mixed() {
    let arguments = ["promotion-to-king", "--format", "dashes", "--format", "capitals"];
    let text = output(&arguments, &[PROMOTION, "go perft 1"]);
    assert!(text.contains("a7a8K - 1\n") && text.contains("Nodes searched: 7\n"), "{text}");
}

#[rstest]
#[case("plain-verb", "Unknown command: 'uci'\nUnknown command: 'go perft 1'\n")]
#[case("silent-plain-verb", "")]
fn the_verb_may_be_a_plain_perft(#[case] format: &str, #[case] refusals: &str) {
    let text = output(&["--format", format], &["uci", PROMOTION, "go perft 1", "perft 2"]);
    let answer = text.split_once('\n').expect("it greets").1;
    let answer = answer.strip_prefix(refusals).expect("it refuses first");
    assert!(answer.starts_with("a6b5: "), "{text}");
    assert!(answer.contains("Nodes searched: 27\n"), "{text}");
}

#[test]
fn chess960_is_written_as_the_option_says() {
    let option = "setoption name UCI_Chess960 value true";
    let text = output(&[], &[option, "position fen 8/7k/8/8/8/8/8/1RK5 w B - 0 1", "go perft 1"]);
    assert!(text.contains("c1b1: 1\n") && text.contains("Nodes searched: 13\n"), "{text}");
    let text = output(&[], &[CASTLING, "go perft 1", option, "go perft 1"]);
    assert!(text.contains("e1g1: 1\n") && text.contains("e1h1: 1\n"), "{text}");
}

#[test]
fn moves_are_played_from_the_position() {
    let castles = format!("{CASTLING} moves e1g1 e8d8");
    let text = output(&[], &[castles.as_str(), "go perft 1", "position startpos", "go perft 3"]);
    assert!(text.contains("f1f8: 1\n") && text.contains("Nodes searched: 8902\n"), "{text}");
}

#[test]
fn it_answers_as_a_script_of_perftree() {
    let root = "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1";
    let text = output(&["--script", "1", root, "e1g1 e8d8"], &[]);
    let (rows, total) = text.split_once("\n\n").expect("an empty line comes before the total");
    assert!(rows.lines().any(|row| row == "f1f8 1"), "{text}");
    assert_eq!(total.trim(), rows.lines().count().to_string());
    let text = output(&["castling-missing", "--script", "1", root], &[]);
    assert!(text.contains("\n\n24\n"), "{text}");
}

#[rstest]
#[case(&["no-such-fault"])]
#[case(&["--format", "latin"])]
#[case(&["--format"])]
#[case(&["--trouble", "none"])]
#[case(&["green:pin-ignored"])]
fn an_unknown_word_is_refused_with_the_list(#[case] arguments: &[&str]) {
    let output = Command::new(broken_engine()).args(arguments).output().unwrap();
    let text = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2));
    assert!(text.contains("  pin-ignored ") && text.contains("  flood-one-line "), "{text}");
}

// Troubles.

const EN_PASSANT: &str = "position startpos moves e2e4";

#[rstest]
#[case("hang", PROMOTION, "readyok\n")]
#[case("hang-at", EN_PASSANT, "readyok\n")]
#[case("hang-at-start", PROMOTION, "")]
#[case("forks-a-child", PROMOTION, "readyok\ninfo string forked ")]
fn an_engine_may_hang(#[case] trouble: &str, #[case] position: &str, #[case] expected: &str) {
    let mut engine = Engine::start(&["--trouble", trouble]);
    engine.say(&["isready", position, "go perft 1", "isready"]);
    let (bytes, is_closed) = engine.read(Duration::from_millis(700));
    let text = String::from_utf8(bytes).expect("it prints text");
    assert!(!is_closed && !text.contains("a7a8q"), "{text}");
    assert!(text.split_once('\n').unwrap_or_default().1.starts_with(expected), "{text}");
    assert!(engine.process.try_wait().unwrap().is_none(), "it lives");
}

#[rstest]
#[case("crash", PROMOTION, Some(3))]
#[case("crash-at", EN_PASSANT, Some(3))]
#[case("abort", PROMOTION, None)]
#[case("exits-at-once", PROMOTION, Some(0))]
fn an_engine_may_end(#[case] trouble: &str, #[case] position: &str, #[case] code: Option<i32>) {
    let mut engine = Engine::start(&["--trouble", trouble]);
    engine.say(&[position, "go perft 1", "isready"]);
    let (bytes, is_closed) = engine.read(Duration::from_secs(20));
    let rows = String::from_utf8(bytes).unwrap().matches(": 1\n").count();
    assert!(is_closed && rows == if trouble == "exits-at-once" { 0 } else { 3 });
    assert_eq!(engine.end().code(), code);
}

#[rstest]
#[case("crash-at")]
#[case("hang-at")]
fn trouble_at_a_position_spares_the_others(#[case] trouble: &str) {
    let text = output(&["--trouble", trouble], &[PROMOTION, "go perft 1", "isready"]);
    assert!(text.contains("Nodes searched: 6\n") && text.ends_with("readyok\n"), "{text}");
}

#[cfg(unix)]
#[test]
fn an_engine_may_close_its_output_and_live_on() {
    let mut engine = Engine::start(&["--trouble", "closes-output"]);
    engine.say(&[PROMOTION, "go perft 1"]);
    assert!(engine.read(Duration::from_secs(20)).1);
    assert!(engine.process.try_wait().unwrap().is_none(), "it lives");
}

#[rstest]
#[case("flood", "e2e4: 1\ne2e4: 1\n")]
#[case("flood-one-line", "e2e4 e2e4 e2e4 ")]
fn an_engine_may_flood(#[case] trouble: &str, #[case] part: &str) {
    let mut engine = Engine::start(&["--trouble", trouble]);
    engine.say(&[PROMOTION, "go perft 1"]);
    let (bytes, is_closed) = engine.read(Duration::from_secs(20));
    assert!(!is_closed && bytes.len() > 1_000_000);
    assert!(String::from_utf8_lossy(&bytes).contains(part));
}

#[test]
fn an_engine_may_print_what_is_no_answer() {
    let lines = [PROMOTION, "go perft 1", "isready"];
    let text = output(&["--trouble", "rubbish"], &lines);
    assert!(text.contains("when in doubt\n") && !text.contains("a7a8"), "{text}");
    let mut engine = Engine::start(&["--trouble", "binary"]);
    engine.say(&lines);
    drop(engine.process.stdin.take());
    assert!(String::from_utf8(engine.read(Duration::from_secs(20)).0).is_err());
}

#[rstest]
#[case("lie", &["a7a8n: 1\n\nNodes searched: 7\n"])]
#[case("ignores-position", &["e2e4: 1\n", "Nodes searched: 20\n"])]
#[case("ignores-moves", &["a7a8q: 1\n", "Nodes searched: 6\n"])]
#[case("prints-after-total", &["Nodes searched: 6\n\nNodes/second: 3200000\n"])]
#[case("stderr-noise", &["Nodes searched: 6\n"])]
#[case("late", &["Nodes searched: 6\n"])]
#[case("searches", &["score cp 20", "bestmove e2e4\n"])]
#[case("foreign-rows", &["a7a8q leads to this many leaves: #1\n"])]
fn an_engine_may_answer_not_quite_as_asked(#[case] trouble: &str, #[case] parts: &[&str]) {
    let begun = Instant::now();
    let after_a_move = format!("{PROMOTION} moves a6a5");
    let is_asked_at_once = ["lie", "foreign-rows"].contains(&trouble);
    let asked = if is_asked_at_once { PROMOTION } else { &after_a_move };
    let text = output(&["--trouble", trouble], &[asked, "go perft 1"]);
    for part in parts {
        assert!(text.contains(part), "expected {part:?} in\n{text}");
    }
    // The greeting and the answer.
    assert!(trouble != "late" || begun.elapsed() >= Duration::from_millis(600));
}
