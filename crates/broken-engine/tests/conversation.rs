//! The broken engine as a partner in conversation: its formats. Its troubles need a process, and the hunts of `ox88-cli` name
//! each of them.

use crate::Engine;
use rstest::rstest;

const PROMOTION: &str = "position fen 8/P1k5/K7/8/8/8/8/8 w - - 0 1";
const CASTLING: &str = "position fen 4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1";

/// All that an engine prints when these lines are its input.
fn output(switches: &str, lines: &[&str]) -> String {
    let mut engine = Engine::new(switches).expect("it needs no process");
    let printed = lines.iter().flat_map(|line| engine.command(line));
    printed.map(|line| line + "\n").collect()
}

#[test]
fn it_speaks_uci_as_stockfish_does() {
    let text = output("", &["uci", "isready", PROMOTION, "go perft 1"]);
    let expected = "id name broken_engine\n\
        option name UCI_Chess960 type check default false\n\
        uciok\n\
        readyok\n\
        a6b5: 1\n\
        a6a5: 1\n\
        a7a8q: 1\n\
        a7a8r: 1\n\
        a7a8b: 1\n\
        a7a8n: 1\n\
        \n\
        Nodes searched: 6\n\
        \n";
    assert_eq!(text, expected);
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
#[case("remarks", &["e1g1 O-O: 1\n", "e1c1 O-O-O: 1\n"])]
#[case("raw-nodes", &["\n\nRaw nodes for depth 1: 6\n"])]
#[case("perft-complete", &["\n\nperft complete: nodes 6 captures 0\n"])]
#[case("total-only", &["\nNodes searched: 6\n"])]
#[case("table-of-depths", &["\n1:\t0\t6\n"])]
#[case("table-with-times", &["\n1   6   00:00:00:001\n"])]
#[case("rows-from-depth-two", &["\nNodes searched: 6\n"])]
fn each_format_is_spoken(#[case] format: &str, #[case] parts: &[&str]) {
    let lines = [PROMOTION, "go perft 1", CASTLING, "go perft 1"];
    let text = output(&format!("--format {format}"), &lines);
    for part in parts {
        assert!(text.contains(part), "expected {part:?} in\n{text}");
    }
}

#[test]
fn formats_and_faults_can_be_mixed() {
    let switches = "promotion-to-king --format dashes --format capitals";
    let text = output(switches, &[PROMOTION, "go perft 1"]);
    assert!(text.contains("a7a8K - 1\n") && text.contains("Nodes searched: 7\n"), "{text}");
}

#[rstest]
#[case("plain-verb", "Unknown command: 'uci'\nUnknown command: 'go perft 1'\n")]
#[case("silent-plain-verb", "")]
fn the_verb_may_be_a_plain_perft(#[case] format: &str, #[case] refusals: &str) {
    let lines = ["uci", PROMOTION, "go perft 1", "perft 2"];
    let text = output(&format!("--format {format}"), &lines);
    let answer = text.strip_prefix(refusals).expect("it refuses first");
    assert!(answer.starts_with("a6b5: "), "{text}");
    assert!(answer.contains("Nodes searched: 27\n"), "{text}");
}

#[test]
fn chess960_is_written_as_the_option_says() {
    let option = "setoption name UCI_Chess960 value true";
    let text = output("", &[option, "position fen 8/7k/8/8/8/8/8/1RK5 w B - 0 1", "go perft 1"]);
    assert!(text.contains("c1b1: 1\n") && text.contains("Nodes searched: 13\n"), "{text}");
    let text = output("", &[CASTLING, "go perft 1", option, "go perft 1"]);
    assert!(text.contains("e1g1: 1\n") && text.contains("e1h1: 1\n"), "{text}");
}

#[test]
fn moves_are_played_from_the_position() {
    let castles = format!("{CASTLING} moves e1g1 e8d8");
    let text = output("", &[castles.as_str(), "go perft 1", "position startpos", "go perft 3"]);
    assert!(text.contains("f1f8: 1\n") && text.contains("Nodes searched: 8902\n"), "{text}");
}

#[test]
fn it_answers_as_a_script_of_perftree() {
    let root = "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1";
    let script = |switches: &str, arguments: &[&str]| {
        let arguments: Vec<String> = arguments.iter().map(|&it| it.to_owned()).collect();
        let engine = Engine::new(switches).expect("it needs no process");
        engine.script(&arguments).expect("it is asked rightly").join("\n")
    };
    let text = script("", &["1", root, "e1g1 e8d8"]);
    let (rows, total) = text.split_once("\n\n").expect("an empty line comes before the total");
    assert!(rows.lines().any(|row| row == "f1f8 1"), "{text}");
    assert_eq!(total.trim(), rows.lines().count().to_string());
    let text = script("castling-missing", &["1", root]);
    assert!(text.contains("\n\n24"), "{text}");
}

#[rstest]
#[case("no-such-fault")]
#[case("--format latin")]
#[case("--format")]
#[case("--trouble none")]
#[case("green:pin-ignored")]
fn an_unknown_word_is_refused(#[case] switches: &str) {
    assert!(Engine::new(switches).is_err());
}
