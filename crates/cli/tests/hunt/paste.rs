//! Programs that only a person can drive: a session of questions.

use super::run::{WORKED, listed, text};
use crate::program::{Run, finish, start};
use ox88_broken_engine::Engine;
use ox88_test_support::{broken_engine, file, in_one_line};
use rstest::rstest;
use serde_json::Value;
use std::fmt::Write as _;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, Command, Stdio};
use std::{fs, thread};

/// What the person is asked.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Request {
    pub fen: String,
    pub moves: String,
    pub depth: String,
}

/// How a program with these options is asked that.
fn commands(options: &str, request: &Request) -> String {
    let Request { fen, moves, depth } = request;
    let verb = if options.contains("plain-verb") { "perft" } else { "go perft" };
    let moves = if moves.is_empty() { String::new() } else { format!(" moves {moves}") };
    format!("position fen {fen}{moves}\n{verb} {depth}\n")
}

/// What a program with these options prints when it is asked that.
pub fn printed(options: &str, request: &Request) -> String {
    let mut engine = Command::new(broken_engine())
        .args(options.split_whitespace())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it was built");
    let mut pipe = engine.stdin.take().expect("it has a pipe");
    pipe.write_all(commands(options, request).as_bytes()).expect("it reads");
    drop(pipe);
    let output = engine.wait_with_output().expect("it ends");
    let mut text = String::from_utf8(output.stdout).expect("it prints text");
    // A person copies what a window shows.
    text += std::str::from_utf8(&output.stderr).expect("it prints text");
    text
}

/// Runs `ox88 hunt --paste` with a person who answers each request by this, and whose input ends when
/// there is no answer. What was asked is returned as well.
fn session(
    arguments: &[&str],
    mut answer: impl FnMut(&Request) -> Option<String>,
) -> (Run, Vec<Request>) {
    let mut hunt = start([&["hunt", "--paste"], arguments].concat());
    let mut input = hunt.stdin.take();
    let mut out = hunt.stdout.take().expect("it has a pipe");
    let results = thread::spawn(move || {
        let mut text = String::new();
        out.read_to_string(&mut text).map(|_| text).expect("it writes text")
    });
    let mut err = String::new();
    let (mut request, mut requests) = (Request::default(), Vec::new());
    let mut lines = BufReader::new(hunt.stderr.take().expect("it has a pipe")).lines();
    while let Some(Ok(line)) = lines.next() {
        let _ = writeln!(err, "{line}");
        let mut next = || {
            let line = lines.next().expect("a line follows").expect("it is text");
            let _ = writeln!(err, "{line}");
            line
        };
        if line.contains("Set up th") && line.ends_with(':') {
            request = Request { fen: next().trim().to_owned(), ..Request::default() };
        } else if line.starts_with("Paste it again") {
            // A person who is sure presses Enter, and one who cannot goes away.
            match &mut input {
                Some(pipe) if line.contains("press Enter") => drop(pipe.write_all(b"\n")),
                _ => input = None,
            }
        } else if line.starts_with("then play ") {
            next().trim().clone_into(&mut request.moves);
        } else if line.starts_with("Have your program print") {
            let command = next();
            let depth = command.split_whitespace().next_back();
            depth.expect("a depth").clone_into(&mut request.depth);
            requests.push(request.clone());
            match (answer(&request), &mut input) {
                // A program that has ended does not read its input any more.
                (Some(text), Some(pipe)) => drop(pipe.write_all(text.as_bytes())),
                _ => input = None,
            }
        }
    }
    drop(input);
    let code = hunt.wait().expect("it ends").code();
    (Run { code, out: results.join().expect("it reads"), err }, requests)
}

/// What a session has said by the time that is enough.
pub fn read_until(session: &mut Child, is_enough: impl Fn(&str) -> bool) -> String {
    let asked = session.stderr.as_mut().expect("it has a pipe");
    let mut shown = String::new();
    while !is_enough(&shown) {
        let mut piece = [0; 4096];
        let length = asked.read(&mut piece).expect("it can be read");
        assert_ne!(length, 0, "{shown}");
        shown += &String::from_utf8_lossy(&piece[..length]);
    }
    shown
}

/// A session about a program with these options.
pub fn session_with(options: &str, arguments: &[&str]) -> (Run, Vec<Request>) {
    session(arguments, |request| Some(format!("{}\n", printed(options, request))))
}

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

pub fn start_at(depth: u32) -> Request {
    Request { fen: START.to_owned(), depth: depth.to_string(), ..Request::default() }
}

// Sessions.

#[test]
fn a_program_without_a_fault_is_right_after_a_few_questions() {
    let (run, requests) = session_with("", &[]);
    assert_eq!((run.code, requests.len()), (Some(0), 9), "{}{}", run.out, run.err);
    assert!(
        run.out.starts_with("OK: no difference: 9 positions checked, 9 questions, "),
        "{}",
        run.out
    );
    assert!(
        run.err.starts_with("If all your answers are right, ox88 asks 9 questions. "),
        "{}",
        run.err
    );
    assert_eq!(run.err.matches("Right: ").count(), 9, "{}", run.err);
}

#[test]
fn the_few_questions_show_most_faults() {
    let (_, requests) = session_with("", &[]);
    let answer = |fault: &str, request: &Request| -> Vec<String> {
        let mut engine = Engine::new(fault).expect("a fault needs no process");
        commands(fault, request).lines().flat_map(|command| engine.command(command)).collect()
    };
    let mut right: Vec<_> = requests.iter().map(|it| (answer("", it), it)).collect();
    // What has few rows is soon counted, and shows many of them.
    right.sort_by_key(|(rows, _)| rows.len());
    let faults = listed("faults");
    let is_shown =
        |fault: &&String| right.iter().any(|(rows, request)| answer(fault, request) != *rows);
    let shown = faults.iter().filter(is_shown).count();
    // Draws by bare kings or by repetition, Chess960 and large counts are not among them.
    assert!(shown * 6 >= faults.len() * 5, "{shown} of {}", faults.len());
}

#[test]
fn the_example_takes_three_questions_more_than_it_is_deep() {
    let arguments = ["--fen", WORKED, "--depth", "5"];
    let (run, requests) = session_with("ep-of-the-checking-pawn-missing", &arguments);
    assert_eq!(run.code, Some(1), "{}", run.err);
    let asked: Vec<&str> = requests.iter().map(|request| request.depth.as_str()).collect();
    // The last three tell generating the capture from making it, and from what moves that are tried leave behind.
    assert_eq!(asked, ["5", "4", "3", "2", "1", "1", "1", "2"]);
    for part in [
        "\nrule      en-passant-takes-checker\n",
        "  position fen 8/8/3p4/1Pp3kr/1K3R2/8/4P1P1/8 w - c6 0 3\n  divide 1\n",
        "1 finding: 1 position, 8 questions, ",
    ] {
        assert!(run.out.contains(part), "expected {part:?} in\n{}", run.out);
    }
    assert!(run.err.contains("Question 5. Set up the position after c7c5:"), "{}", run.err);
    assert!(run.err.contains("Wrong: b5c6 missing."), "{}", run.err);
}

#[test]
fn moves_that_are_given_are_played() {
    let fen = "4k3/p7/8/1P6/8/8/8/4K3 b - - 0 1";
    let arguments = ["--fen", fen, "--moves", "a7a5", "--depth", "1", "--perft-command", "perft"];
    let (run, requests) = session_with("", &arguments);
    assert_eq!((run.code, requests[0].moves.as_str()), (Some(0), "a7a5"), "{}", run.err);
    assert!(run.err.contains("\n  perft 1\n"), "{}", run.err);
    assert!(!run.err.contains("Set up by its FEN"), "{}", run.err);
}

// What is no answer.

/// What is pasted first, what is said of it, what is pasted then, and the exit code. Which doubts there are is tested
/// where they arise.
#[rstest]
#[case::not_a_row("hello\n", "cannot read `hello`: expected rows", "", 2)]
#[case::then_right("hello\n", "cannot read `hello`", "RIGHT", 0)]
#[case::a_part_that_is_meant("a2a3 1\na2a4 1\n\n", "no total that says", "\n", 1)]
#[case::a_part_then_the_end("a2a3 1\na2a4 1\n", "no row for b1a3, b1c3, b2b3", "", 2)]
#[case::without_its_beginning("TAIL", "but the total 20 counts them", "RIGHT", 0)]
fn what_is_pasted_wrongly_is_no_wrong_move(
    #[case] first: &str,
    #[case] said: &str,
    #[case] then: &str,
    #[case] code: i32,
) {
    let right = printed("", &start_at(1));
    let tail = right.split_once("a2a3: 1\n").map_or("", |(_, tail)| tail).to_owned();
    let text = |name: &str| match name {
        "RIGHT" => right.clone(),
        "TAIL" => tail.clone(),
        text => text.to_owned(),
    };
    let mut child = start(["hunt", "--paste", "--fen", "startpos", "--depth", "1"]);
    let mut pipe = child.stdin.take().expect("it has a pipe");
    pipe.write_all(text(first).as_bytes()).expect("it reads");
    // A person first reads what is said.
    let mut shown = String::new();
    if !then.is_empty() {
        shown = read_until(&mut child, |shown| shown.contains("Not accepted"));
        pipe.write_all(text(then).as_bytes()).expect("it reads");
    }
    drop(pipe);
    let run = finish(child, "");
    let err = shown + &run.err;
    assert_eq!(run.code, Some(code), "{}{err}", run.out);
    assert!(in_one_line(&err).contains(said), "{err}");
    assert_eq!(err.matches("Not accepted").count(), 1, "{err}");
}

#[test]
fn questions_can_be_left_out() {
    let (run, requests) = session(&[], |_| Some("skip\n".to_owned()));
    assert_eq!((run.code, requests.len()), (Some(2), 9), "{}", run.err);
    assert!(run.err.contains("ox88: no question was answered"), "{}", run.err);
    let mut is_first = true;
    let (run, _) = session(&[], |request| {
        let skip = std::mem::replace(&mut is_first, false);
        Some(if skip { "skip\n".to_owned() } else { printed("", request) })
    });
    assert_eq!(run.code, Some(0), "{}", run.err);
    assert!(run.out.contains("skipped: 1 question by `skip`\n"), "{}", run.out);
}

#[rstest]
#[case::by_a_word(Some("quit\n"))]
#[case::by_the_end_of_input(None)]
fn a_session_can_be_ended(#[case] end: Option<&str>) {
    let end = end.map(str::to_owned);
    // Before anything is known to be wrong.
    let (run, _) =
        session(
            &[],
            |request| {
                if request.fen == START { Some(printed("", request)) } else { end.clone() }
            },
        );
    assert_eq!(run.code, Some(2), "{}", run.err);
    assert!(run.err.contains("1 of 9 answered, all of them right"), "{}", run.err);
    // On the way down.
    let fault = "ep-of-the-checking-pawn-missing";
    let (run, _) = session(&["-v", "--fen", WORKED, "--depth", "5"], |request| {
        if request.depth.as_str() > "3" { Some(printed(fault, request)) } else { end.clone() }
    });
    assert_eq!(run.code, Some(1), "{}", run.err);
    for part in [
        "\nrule      not-narrowed-down\n",
        "path      b4f4\n",
        "count     h4g5 ",
        "origin    unknown: the answers so far",
        "\nended: you stopped answering\n",
    ] {
        assert!(run.out.contains(part), "expected {part:?} in\n{}", run.out);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn an_interrupt_ends_a_session_with_what_is_known() {
    let mut child = start(["hunt", "--paste", "--fen", WORKED, "--depth", "5"]);
    let request = Request { fen: WORKED.to_owned(), depth: "5".to_owned(), ..Request::default() };
    let mut pipe = child.stdin.take().expect("it has a pipe");
    pipe.write_all(printed("ep-missing", &request).as_bytes()).expect("it reads");
    // Once it asks further, it has read the answer.
    read_until(&mut child, |shown| shown.contains("Question 2"));
    ox88_test_support::process::send_signal("INT", child.id());
    // Its input is still open.
    let run = finish(child, "");
    drop(pipe);
    assert_eq!(run.code, Some(1), "{}", run.err);
    assert!(run.out.contains("\nrule      not-narrowed-down\n"), "{}", run.out);
}

#[test]
fn the_report_of_a_session_without_an_answer_says_so() {
    let report = file("paste_without_an_answer.json", "");
    let (run, _) = session(&["--json", &report], |_| None);
    assert_eq!(run.code, Some(2));
    let found = fs::read_to_string(report).expect("it is written all the same");
    let found: Value = serde_json::from_str(&found).expect("it is JSON");
    assert_eq!((text(&found, "/verdict"), text(&found, "/engine")), ("not-run", "--paste"));
}
