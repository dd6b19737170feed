//! `ox88 uci` as other programs talk to it: through pipes, one command per line.

use crate::program::{Run, finish, right, start};
use ox88::divide;
use ox88_test_support::{assert_rules, position};
use std::collections::BTreeSet;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout};

const BANNER: &str = "ox88 0.1.0, a reference for legal chess moves\n";
const CHESS960: &str = "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9";
const CASTLING: &str = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";

/// The answer to these commands, without the banner.
#[track_caller]
fn answers(commands: impl AsRef<[u8]>) -> String {
    let Run { code, out, err } = finish(start(["uci"]), commands);
    assert_eq!((code, err.as_str()), (Some(0), ""));
    out.strip_prefix(BANNER).expect("it begins with one line").to_owned()
}

/// The answer to `go perft` in a position, as Stockfish gives it.
fn perft_answer(fen: &str, depth: u32) -> String {
    format!("{}\n", divide(&position(fen), depth))
}

#[test]
fn the_banner_is_one_line_with_the_version() {
    assert_eq!(BANNER.split(',').next(), Some(concat!("ox88 ", env!("CARGO_PKG_VERSION"))));
    assert_eq!(answers(""), "");
}

#[test]
fn uci_and_isready_are_answered() {
    assert_eq!(
        answers("uci\nisready\nucinewgame\nstop\n\n  \nquit\nisready\n"),
        "id name ox88 0.1.0\nid author the authors of ox88\noption name UCI_Chess960 type check default false\n\
         uciok\nreadyok\n"
    );
}

#[test]
fn perft_is_answered_as_stockfish_does_but_sorted() {
    let answer = answers("position startpos\ngo perft 2\n");
    assert!(answer.starts_with("a2a3: 20\na2a4: 20\nb1a3: 20\n"), "{answer}");
    assert!(answer.ends_with("h2h4: 20\n\nNodes searched: 400\n\n"), "{answer}");
    assert_eq!(answer, perft_answer(ox88::START, 2));
    // Without a position, the one from which a game begins is meant.
    assert_eq!(answers("go perft 2\n"), answer);
    assert_eq!(answers("position startpos\r\ngo perft 2\r\n"), answer);
    assert_eq!(answers("position startpos\ngo perft 2"), answer);
}

#[test]
fn a_position_is_a_fen_and_moves() {
    let after = "r3k2r/8/8/8/8/8/8/R4RK1 b kq - 1 1";
    let without_counters = CASTLING.trim_end_matches(" 0 1");
    for position in [
        format!("{CASTLING} moves e1g1"),
        format!("{CASTLING} moves e1h1"),
        after.to_owned(),
        format!("{after} moves"),
        format!("{without_counters} moves e1g1"),
    ] {
        let answer = answers(format!("position fen {position}\ngo perft 2\n"));
        assert_eq!(answer, perft_answer(after, 2), "{position}");
    }
}

#[test]
fn mate_has_no_rows_and_no_nodes() {
    let answer = answers("position fen 7k/5KQ1/8/8/8/8/8/8 b - - 0 1\ngo perft 3\n");
    assert_eq!(answer, "\nNodes searched: 0\n\n");
}

#[test]
fn castling_is_written_as_the_position_has_it_or_as_it_is_asked_for() {
    let of_itself = perft_answer(CASTLING, 1);
    let of_rooks = of_itself.replace("e1c1", "e1a1").replace("e1g1", "e1h1");
    let sorted = |text: &str| text.lines().map(str::to_owned).collect::<BTreeSet<_>>();
    for (options, fen, expected) in [
        ("", CASTLING, &of_itself),
        ("setoption name UCI_Chess960 value true\n", CASTLING, &of_rooks),
        ("setoption name uci_chess960 value TRUE\n", CASTLING, &of_rooks),
        ("setoption name UCI_Chess960 value false\n", CASTLING, &of_itself),
        ("", CHESS960, &perft_answer(CHESS960, 1)),
        ("setoption name UCI_Chess960 value true\n", CHESS960, &perft_answer(CHESS960, 1)),
    ] {
        let answer = answers(format!("{options}position fen {fen}\ngo perft 1\n"));
        assert_eq!(sorted(&answer), sorted(expected), "{options}{fen}");
    }
}

#[test]
fn d_shows_what_show_shows() {
    let fen = "4k3/8/8/8/8/8/4r3/4K2R w K - 0 1";
    assert_eq!(answers(format!("position fen {fen}\nd\n")), right(&["show", fen]));
}

/// What is said of each command of the snapshot, in a position, before it is asked to count and to show the board. Where
/// that can be done, nothing has changed; after a bad position both are refused.
#[test]
fn what_cannot_be_done_is_refused_with_a_reason() {
    let no_position = "info string there is no position, since the last one was refused: expected `position` with \
                       another one\n";
    let refused = format!("{no_position}bestmove 0000\n{no_position}readyok\n");
    let done = format!("{}{}readyok\n", perft_answer(CASTLING, 1), right(&["show", CASTLING]));
    assert_rules("uci.refusals", |_, command| {
        let answer =
            answers(format!("position fen {CASTLING}\n{command}\ngo perft 1\nd\nisready\n"));
        let after = if command.starts_with("position") { &refused } else { &done };
        let said = answer.strip_suffix(after.as_str()).unwrap_or_else(|| panic!("{answer}"));
        let better = answers(format!("{command}\nposition startpos\ngo perft 1\n"));
        assert!(better.ends_with(&perft_answer(ox88::START, 1)), "{better}");
        said.to_owned()
    });
}

#[test]
fn bytes_that_are_no_text_are_refused_and_do_no_harm() {
    let answer = answers(b"\xFF\xFE\0\nposition fen \xFF/\ngo perft 1\nisready\n");
    assert!(answer.starts_with("info string \"\u{FFFD}"), "{answer}");
    assert!(answer.ends_with("bestmove 0000\nreadyok\n"), "{answer}");
}

#[test]
fn a_command_that_is_too_long_is_refused_and_the_session_goes_on() {
    let moves = "e2e4 ".repeat(40_000);
    let answer = answers(format!("position startpos moves {moves}\ngo perft 1\nisready\n"));
    assert!(answer.starts_with("info string \"\" is not a position"), "{answer}");
    assert!(answer.contains("\ninfo string there is no position"), "{answer}");
    assert!(answer.ends_with("bestmove 0000\nreadyok\n"), "{answer}");
}

/// A session that has begun with one line: the program, and its input and output.
fn session() -> (Child, ChildStdin, BufReader<ChildStdout>) {
    let mut child = start(["uci"]);
    let input = child.stdin.take().expect("it is piped");
    let mut output = BufReader::new(child.stdout.take().expect("it is piped"));
    let mut line = String::new();
    output.read_line(&mut line).expect("there is a banner");
    assert_eq!(line, BANNER);
    (child, input, output)
}

#[track_caller]
fn assert_quits(mut child: Child, mut input: ChildStdin) {
    writeln!(input, "\nquit").expect("the program reads it");
    assert_eq!(child.wait().expect("the program ends").code(), Some(0));
}

#[test]
fn each_answer_comes_before_the_next_command_is_asked() {
    let (child, mut input, mut output) = session();
    let mut line = String::new();
    for _ in 0..3 {
        writeln!(input, "position startpos moves e2e4\ngo perft 1").expect("the program reads it");
        let mut lines = Vec::new();
        while lines.len() < 23 {
            line.clear();
            output.read_line(&mut line).expect("there is an answer");
            lines.push(line.clone());
        }
        assert_eq!(lines.concat().lines().nth(21), Some("Nodes searched: 20"));
    }
    assert_quits(child, input);
}

/// Each of the rows fits into 128 bits, but their sum does not.
#[test]
fn a_total_that_passes_128_bits_is_refused_and_not_printed() {
    let commands = "position fen 4k3/8/8/8/8/8/8/4K3 w - - 0 1\ngo perft 47\n";
    let Run { code, out, err } = finish(start(["uci"]), commands);
    let rows = out.lines().filter(|line| line.starts_with("e1") && line.len() == 45).count();
    assert_eq!((code, rows, out.contains("Nodes searched")), (Some(2), 5, false), "{out}");
    assert_eq!(err, "ox88: the count passes 128 bits: take a smaller depth\n");
}
