//! Engines in processes of their own, played by small shell scripts: what they print is read, and nothing of them is
//! left behind. What is said to them, and how long they are waited for, is in `talk`.

use super::talk::played::{KINGS, perft, uci};
use crate::Engine;
use crate::Line;
use crate::read::{Reply, Row, RowsFrom};
use crate::{Experiment, Heard, Process, Step};
use crate::{Partner, Protocol, Trouble, TroubleKind};
use ox88::divide;
#[cfg(target_os = "linux")]
use ox88_test_support::process::assert_ends;
#[cfg(target_os = "linux")]
use ox88_test_support::waiting::{eventually, wait_until, with_enough_time};
use ox88_test_support::{assert_rows, assert_rules, assert_texts, file, line, position};
use rstest::rstest;
use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

/// Enough for any reply, however busy the machine is.
const LONG: Duration = Duration::from_secs(600);

/// Soon over when no reply comes, and long enough for a shell to start.
const SHORT: Duration = Duration::from_millis(500);

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

#[track_caller]
fn start(command: &str, protocol: Protocol, limit: Duration) -> Engine {
    Engine::start(command, protocol, limit).unwrap_or_else(|error| panic!("{error}"))
}

/// Asks one of its processes a question, for as long as this.
fn heard(
    engine: &mut Engine,
    process: Process,
    step: Step,
    within: Duration,
) -> Result<Reply, Trouble> {
    let experiment = Experiment { process, steps: vec![step], castling: None };
    match engine.run(&experiment, within).remove(0) {
        Heard::Answer { reply, .. } => Ok(reply),
        Heard::Trouble(trouble) => Err(trouble),
        Heard::Cannot => Err(TroubleKind::Ended.into()),
    }
}

fn ask_line(engine: &mut Engine, line: &Line, depth: u32) -> Result<Reply, Trouble> {
    heard(engine, Process::Running, Step::anew(line, depth), Duration::MAX)
}

fn ask(engine: &mut Engine, fen: &str) -> Result<Reply, Trouble> {
    ask_line(engine, &line(fen, ""), 1)
}

/// Asks a new process of it.
fn another(engine: &mut Engine, within: Duration) -> Result<Reply, Trouble> {
    heard(engine, Process::Fresh, Step::anew(&line(KINGS, ""), 1), within)
}

#[track_caller]
fn expect_reply(engine: &mut Engine, fen: &str) -> Reply {
    ask(engine, fen).unwrap_or_else(|trouble| panic!("{trouble:?}"))
}

#[track_caller]
fn expect_trouble(engine: &mut Engine, fen: &str) -> Trouble {
    ask(engine, fen).expect_err("there is no reply")
}

// Replies.

/// It counts the questions that it is asked.
#[test]
fn another_process_of_an_engine_runs_beside_the_first() {
    let log = file("counts_questions.log", "");
    let text = uci_script(&format!("n=$((n+1)); {ROWS}; echo \"Nodes: $n\""));
    let text = format!("echo started >> '{log}'\n{text}");
    let mut engine = start(&script("counts_questions", &text), uci(), LONG);
    let step = |is_again| Step { is_again, ..Step::anew(&line(KINGS, ""), 1) };
    let asked = [
        (Process::Running, false),
        (Process::Running, true),
        (Process::Fresh, false),
        (Process::Beside, false),
        (Process::Beside, true),
        (Process::Running, false),
        (Process::Fresh, false),
    ];
    let totals = asked.map(|(process, is_again)| {
        heard(&mut engine, process, step(is_again), LONG).expect("it answers").totals[0]
    });
    assert_eq!(totals, [1, 2, 1, 2, 3, 3, 1]);
    let starts = fs::read_to_string(&log).expect("it has written this");
    assert_eq!(starts.lines().count(), 3);
}

#[test]
fn a_script_has_a_new_process_for_each_question_anyway() {
    let text = script("always_afresh", &format!("{ROWS}; echo 3"));
    let mut engine = start(&text, Protocol::Script, LONG);
    expect_reply(&mut engine, KINGS);
    assert!(!engine.can().fresh && !engine.can().again);
}

/// The first process goes on.
#[test]
fn an_engine_of_which_there_may_be_one_process_only_is_not_disturbed() {
    let lock = file("lock", "");
    fs::remove_file(&lock).expect("it is there");
    let text = uci_script(&format!("{ROWS}; echo 3"));
    let text = format!("[ -e '{lock}' ] && exit 7\n: > '{lock}'\n{text}");
    let mut engine = start(&script("one_process", &text), uci(), LONG);
    let trouble = another(&mut engine, LONG).expect_err("it does not start");
    assert!(trouble.kind.to_string().contains("exit status: 7"), "{trouble:?}");
    expect_reply(&mut engine, KINGS);
}

#[test]
fn another_process_is_not_waited_for_beyond_its_time() {
    let mark = file("first_start", "");
    fs::remove_file(&mark).expect("it is there");
    let text = uci_script(&format!("{ROWS}; echo 3"));
    let text = format!("[ -e '{mark}' ] && sleep 1000\n: > '{mark}'\n{text}");
    let mut engine = start(&script("slow_second_start", &text), uci(), LONG);
    let trouble = another(&mut engine, Duration::from_millis(300)).expect_err("it is too late");
    assert_eq!(trouble.kind, TroubleKind::Hangs(LONG));
}

// Lines.

/// What comes of each process of the snapshot, which is asked twice. In front of it stands how it is asked, and `ROWS` are
/// those of [`KINGS`].
#[test]
fn processes_are_heard_to_their_end_and_their_trouble_is_reported() {
    assert_rules("engine.processes", |_, case| {
        let (by, text) = case.split_once(": ").expect("it is asked in some way");
        let text = text.replace("ROWS", ROWS).replace("LONG", "printf '%05000d' 0 | tr 0 x");
        let letters = case.chars().filter(char::is_ascii_alphanumeric).take(60);
        let limit = if by.ends_with("soon") { SHORT } else { LONG };
        let is_script = by.starts_with("script");
        let text = if is_script { text } else { uci_script(&text) };
        let protocol = if is_script { Protocol::Script } else { uci() };
        let mut engine = start(&script(&letters.collect::<String>(), &text), protocol, limit);
        let mut answers = [(); 2].map(|()| in_short(&mut engine)).to_vec();
        answers.dedup();
        answers.join("\n")
    });
}

fn in_short(engine: &mut Engine) -> String {
    let asked = Instant::now();
    match ask(engine, KINGS) {
        Ok(Reply { rows, totals, source, unread_lines, .. }) => {
            let rows: Vec<String> = rows.iter().map(ToString::to_string).collect();
            format!("{source:?}: {} = {totals:?} {unread_lines:?}", rows.join(", "))
        }
        Err(trouble) => {
            let trouble = in_time(trouble, asked.elapsed());
            format!("{}: {}", trouble.kind.id(), trouble.kind)
        }
    }
}

/// Only the lines with text count among the last ones, and of each there is what fits beside others. Where a backtrace
/// begins there is more to see than at its end.
#[test]
fn these_are_the_last_lines() {
    let cut = "printf '%0160d\\n' 0; printf '%0161d\\n' 1; echo; echo '   '; echo readyok; printf 'a\\tb\\033[2Jc\\n'
               printf '%05000d' 2; sleep 0.1; printf '%05000d' 3; sleep 300";
    let backtrace = "{ echo one; echo two; echo \"thread 'main' panicked at perft.rs:58:5:\"; \
                     echo 'attempt to divide by zero'; seq -f 'frame %g' 20; } >&2; exit 101";
    let cut = with_enough_time(SHORT, |limit| {
        let lines = trouble_of("last_lines", cut, limit).last_lines;
        if lines.len() == 4 { Ok(lines) } else { Err(format!("expected four lines: {lines:?}")) }
    });
    let lines = |name, perft| trouble_of(name, perft, LONG).last_lines;
    let texts = [
        ("no UTF-8", lines("no_utf8_alone", "printf 'a\\377b\\n'; exit 1")),
        ("long lines, and some without a word", cut),
        ("what failed stays among them", lines("backtrace", backtrace)),
        ("a long line is there once", lines("long_last", "printf '%05000d' 0; exit 1")),
    ];
    assert_texts("engine.last_lines", texts.map(|(title, lines)| (title, lines.join("\n"))));
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
            (218, Some(218), RowsFrom::Stderr)
        );
    }
}

// What an engine shows of itself.

#[rstest]
#[case::lines("flood_of_lines", "exec yes 'info string hello'")]
#[case::one_line("flood_in_one_line", "exec tr '\\0' x < /dev/zero")]
#[case::rows_on_standard_error("flood_of_rows", "exec yes 'a1a2: 1' >&2")]
fn an_engine_that_floods_from_the_start_can_be_asked(#[case] name: &str, #[case] text: &str) {
    let mut engine = start(&script(name, text), uci(), SHORT);
    // Where a busy machine interrupts the flood, a part of it may be taken for the answer.
    let _ = ask(&mut engine, KINGS);
}

// Troubles.

#[track_caller]
fn trouble_of(name: &str, perft: &str, limit: Duration) -> Trouble {
    let mut engine = start(&script(name, &uci_script(perft)), uci(), limit);
    let asked = Instant::now();
    let trouble = expect_trouble(&mut engine, KINGS);
    in_time(trouble, asked.elapsed())
}

#[track_caller]
fn in_time(trouble: Trouble, took: Duration) -> Trouble {
    assert!(took < LONG / 2, "it took {took:?}");
    assert!(trouble.last_lines.len() <= 5, "{trouble:?}");
    assert!(trouble.last_words().len() < 2000, "{trouble:?}");
    trouble
}

#[test]
fn a_trouble_is_reported_in_a_sentence_and_with_the_last_lines() {
    let kinds = [
        TroubleKind::Hangs(Duration::from_secs(1)),
        TroubleKind::Dies("exit status: 3".to_owned()),
        TroubleKind::ClosedItsOutput,
        TroubleKind::Floods,
        TroubleKind::Rubbish,
        TroubleKind::UnreadRows("a1b1, a1b2".to_owned()),
        TroubleKind::TooFewRows,
        TroubleKind::Searches("go perft".to_owned()),
        TroubleKind::IgnoresPosition,
        TroubleKind::SameTotal(48),
        TroubleKind::NoAnswer("go perft 1".to_owned()),
        TroubleKind::DiesAfterwards("exit status: 3".to_owned()),
        TroubleKind::Unsteady,
    ];
    let sentences = kinds.each_ref().map(|kind| (format!("{kind:?}"), kind.to_string()));
    assert_rows("engine.troubles", "Each trouble is a sentence.", sentences);
    let last_lines = ["a1a2: 1", "stderr: thinking"].map(str::to_owned).to_vec();
    let words = |last_lines| Trouble { kind: TroubleKind::Floods, last_lines }.last_words();
    let shown = "  The last lines that the engine printed:\n    a1a2: 1\n    stderr: thinking";
    assert_eq!(words(last_lines).trim_end(), shown);
    assert_eq!(words(Vec::new()).trim_end(), "  The engine printed nothing.");
}

#[test]
fn an_engine_that_reads_nothing_is_asked_anyway() {
    let mut engine = start(&script("deaf", "sleep 300"), perft(), SHORT);
    let mut there_and_back: Line = line(KINGS, "a1a2 h8h7 a2a1 h7h8");
    // More moves than a pipe holds.
    there_and_back.moves = there_and_back.moves.repeat(10_000);
    let trouble = ask_line(&mut engine, &there_and_back, 1);
    assert_eq!(trouble.map_err(|trouble| trouble.kind), Err(TroubleKind::Hangs(SHORT)));
}

// What cannot be run.

#[track_caller]
fn cannot_run(command: &str, protocol: Protocol) -> String {
    Engine::start(command, protocol, SHORT).map(drop).expect_err("nothing can be started")
}

#[test]
fn what_cannot_be_run_is_reported_with_what_was_expected() {
    let not_executable = file("not_executable", "text");
    let commands =
        ["no-such-engine --flag", "/no/such/engine", &not_executable, "", "  ", "engine 'open"];
    let refusal = |command: &str| {
        let [uci, perft, script] =
            [uci(), perft(), Protocol::Script].map(|protocol| cannot_run(command, protocol));
        assert!(uci == perft && perft == script, "{uci}\n{perft}\n{script}");
        uci.replace(&not_executable, "…/not_executable")
    };
    let title = |command: &str| format!("{:?}", command.replace(&not_executable, "…"));
    let rows = commands.map(|it| (title(it), refusal(it)));
    assert_rows("engine.cannot_run", "What cannot be run is said with what was expected.", rows);
}

/// Its last lines say why, and show its arguments, which may be quoted.
#[test]
fn an_engine_that_ends_before_any_question_cannot_be_run() {
    let command = script("usage", "echo \"usage: $1\" >&2; exit 2") + " 'two words'";
    // A busy machine may start it later than anybody waits at a start.
    let error = eventually(|| {
        let started = Engine::start(&command, uci(), LONG);
        started.err().ok_or("it can be run".to_owned())
    });
    assert!(error.contains("at once, before any question (exit status: 2)"), "{error}");
    assert!(
        error.ends_with("lines that the engine printed:\n    stderr: usage: two words"),
        "{error}"
    );
}

#[test]
fn a_function_is_no_program() {
    let error = cannot_run("sh", Protocol::Function);
    assert!(error.contains("expected a program that speaks UCI"), "{error}");
}

// Nothing is left behind.

/// Whether a process has written a number into this file.
#[cfg(target_os = "linux")]
fn has_written(file: &str) -> bool {
    fs::read_to_string(file).expect("it is there").ends_with('\n')
}

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
    let mut engine = start(&script(&format!("left_{name}"), &text), uci(), LONG);
    // On a busy machine it may not have come to that.
    wait_until("it writes the numbers", || has_written(&parent) && has_written(&child));
    let step = Step::anew(&line(KINGS, ""), 1);
    let is_trouble = heard(&mut engine, Process::Running, step, SHORT).is_err();
    if is_trouble {
        // Already the trouble ends it.
        assert_writer_ends(&parent);
        assert_writer_ends(&child);
    }
    drop(engine);
    assert_writer_ends(&parent);
    assert_writer_ends(&child);
}

#[test]
fn an_engine_that_is_dropped_is_told_to_quit() {
    let log = file("told_to_quit.log", "");
    let text = uci_script("").replace("quit)", &format!("quit) echo \"$verb\" > '{log}';"));
    // A busy machine may kill it before it has read that.
    eventually(|| {
        drop(start(&script("told_to_quit", &text), uci(), LONG));
        let log = fs::read_to_string(&log).expect("it is there");
        if log == "quit\n" { Ok(()) } else { Err(format!("it was told {log:?}")) }
    });
}

/// The system keeps a process that has ended until somebody takes note of it.
#[cfg(target_os = "linux")]
#[test]
fn the_end_of_an_engine_that_is_killed_is_taken_note_of() {
    let number = file("noted.number", "");
    let text = format!("echo $$ > '{number}'\n{}", uci_script("sleep 300"));
    let mut engine = start(&script("noted", &text), uci(), LONG);
    wait_until("it writes its number", || has_written(&number));
    let step = Step::anew(&line(KINGS, ""), 1);
    heard(&mut engine, Process::Running, step, SHORT).expect_err("it sleeps");
    let number = fs::read_to_string(number).expect("it has written its number");
    assert!(!Path::new("/proc").join(number.trim()).exists(), "{number}");
}

#[cfg(target_os = "linux")]
#[test]
fn a_script_leaves_no_process_behind_either() {
    for (name, end) in [("script_ends", "ROWS; echo; echo 3"), ("script_hangs", "sleep 300")] {
        let child = file(&format!("{name}.child"), "");
        let text = format!("sleep 300 & echo $! > '{child}'; {}", end.replace("ROWS", ROWS));
        let engine = with_enough_time(SHORT, |limit| {
            let mut engine = start(&script(name, &text), Protocol::Script, limit);
            let _ = ask(&mut engine, KINGS);
            has_written(&child).then_some(engine).ok_or("it has not started its child".to_owned())
        });
        assert_writer_ends(&child);
        drop(engine);
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
        let reply = ask_line(&mut engine, &line, 2);
        assert_eq!(
            reply,
            Ok(Reply { rows: vec![Row::new("a1a2", 1)], totals: vec![1], ..Reply::default() })
        );
        assert_eq!(fs::read_to_string(&log).expect("it has written this"), expected);
    }
}
