//! `ox88 hunt` against engines with every fault, dialect and trouble, and against one without.

#[path = "hunt/expected.rs"]
mod expected;
#[path = "hunt/hunting.rs"]
mod hunting;

use expected::FAULTS;
use hunting::{broken, hunt, hunt_json, listed};
use ox88::internals::hunt::compare::compare;
use ox88::internals::hunt::explain::Rule;
use ox88::internals::hunt::read::{Reply, read_line};
use rstest::rstest;
use serde_json::{Value, json};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use std::{env, fs, thread};

const WORKED: &str = "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1";

/// Castling, promotion, en passant, mate and Chess960 in few nodes.
const FEW: &str = "\
4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1 ;id castling ;D1 26 ;D2 112
8/P1k5/K7/8/8/8/8/8 w - - 0 1 ;id promotion ;D1 6 ;D2 27
8/8/8/2k5/3Pp3/8/8/4K3 b - d3 0 1 ;id en_passant ;D1 9 ;D2 49
4k3/8/8/2PpP3/8/8/8/4K3 w - d6 0 1 ;id en_passant_from_both_sides ;D1 9
K1k5/8/P7/8/8/8/8/8 w - - 0 1 ;id mate ;D1 2 ;D2 6 ;D3 13
8/7k/8/8/8/8/8/4K1R1 w G - 0 1 ;id chess960 ;D1 15
";

/// A file for one test.
fn file(name: &str, text: &str) -> String {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::write(&path, text).expect("there is a folder for it");
    path.to_str().expect("its name is text").to_owned()
}

/// The text at a place in what was found.
fn text<'a>(value: &'a Value, place: &str) -> &'a str {
    value.pointer(place).and_then(Value::as_str).unwrap_or("-")
}

fn number(value: &Value, place: &str) -> u64 {
    value.pointer(place).and_then(Value::as_u64).unwrap_or_else(|| panic!("{place} in {value:#}"))
}

/// The rule, the part at fault, and what is wrong with the state, of the first finding.
fn verdict(found: &Value) -> [String; 3] {
    let places = ["/rule", "/origin/part", "/origin/state/rule"];
    places.map(|place| text(found, &format!("/findings/0{place}")).to_owned())
}

// The faults.

#[test]
fn each_fault_is_found_in_seconds_and_named_rightly() {
    let mut problems = Vec::new();
    for &(fault, rule, part, state) in FAULTS {
        let (code, found) = hunt_json(&["--engine", &broken(fault)]);
        let is_named = verdict(&found) == [rule, part, state];
        let seconds = found["seconds"].as_f64().unwrap_or(f64::MAX);
        if code != Some(1) || !is_named || seconds > 30.0 {
            problems.push(format!("{fault}: {:?} in {seconds} s, exit {code:?}", verdict(&found)));
        }
    }
    assert_eq!(problems, Vec::<String>::new());
}

#[test]
fn each_fault_has_an_expectation_and_each_rule_there_exists() {
    let expected: Vec<&str> = FAULTS.iter().map(|&(fault, ..)| fault).collect();
    assert_eq!(expected, listed("faults"));
    let is_rule = |id: &str| id == "-" || Rule::ALL.iter().any(|rule| rule.id() == id);
    for (fault, rule, _, state) in FAULTS {
        assert!(is_rule(rule) && is_rule(state), "{fault}: {rule}, {state}");
    }
}

/// A script is started for each question, so that nothing is left behind from one to the next: what
/// is at fault has to be found by experiments.
#[rstest]
#[case("undo-of-ep-forgets-the-taken-pawn", "captured-piece-not-restored")]
#[case("undo-of-promotion-leaves-the-piece", "promoted-piece-left")]
#[case("undo-forgets-the-taken-piece", "captured-piece-not-restored")]
#[case("undo-forgets-the-piece-taken-by-promotion", "captured-piece-not-restored")]
#[case("rights-not-restored-by-undo", "castling-right-lost")]
#[case("rook-not-moved-back", "rook-not-moved-back")]
fn unmake_is_told_from_generation_without_a_second_question(
    #[case] fault: &str,
    #[case] rule: &str,
) {
    let script = broken(&format!("{fault} --script"));
    let (code, found) = hunt_json(&["--script", &script]);
    assert_eq!((code, verdict(&found)), (Some(1), [rule, "unmake", rule].map(str::to_owned)));
}

/// The square is lost when the first move is taken back, but en passant was generated before. What
/// is counted is right, and only a second question without a new position shows the loss. A script
/// is never asked so.
#[test]
fn a_forgotten_en_passant_square_is_found_by_asking_twice_and_by_no_count() {
    let fault = "undo-forgets-the-ep-square";
    let suite = file("forgotten_square.epd", FEW);
    let arguments = ["--suite", suite.as_str(), "--json", "-"];
    let engine = broken(fault);
    let (code, found) = hunt_json(&[&["--engine", engine.as_str()][..], &arguments[..2]].concat());
    assert_eq!(code, Some(1));
    assert_eq!(text(&found, "/findings/0/rule"), "en-passant-square-lost");
    assert_eq!(
        found["findings"][0]["shown_by"]["lines"],
        json!(["position fen 8/8/8/2k5/3Pp3/8/8/4K3 b - d3 0 1", "go perft 1", "go perft 1"])
    );
    let script = broken(&format!("{fault} --script"));
    let (code, _) = hunt_json(&[&["--script", script.as_str()][..], &arguments[..2]].concat());
    assert_eq!(code, Some(0));
}

#[rstest]
#[case("white:castling-through-an-attack")]
#[case("black:castling-through-an-attack")]
#[case("white:undo-of-ep-forgets-the-taken-pawn")]
#[case("black:undo-of-ep-forgets-the-taken-pawn")]
#[case("white:captured-rook-keeps-the-right")]
#[case("black:captured-rook-keeps-the-right")]
fn a_fault_of_one_side_is_found(#[case] fault: &str) {
    let (_, name) = fault.split_once(':').expect("it has a side");
    let (code, found) = hunt_json(&["--engine", &broken(fault)]);
    let expected = FAULTS.iter().find(|row| row.0 == name).expect("it is known");
    assert_eq!((code, text(&found, "/findings/0/rule")), (Some(1), expected.1));
}

#[rstest]
#[case("promotion-to-king-instead-of-knight", "a7a8n", "a7a8k")]
#[case("long-castling-to-the-b-file", "e1c1", "e1b1")]
fn two_errors_that_cancel_in_the_total_are_found(
    #[case] fault: &str,
    #[case] missing: &str,
    #[case] extra: &str,
) {
    let suite = file(&format!("{fault}.epd"), FEW);
    let (code, found) = hunt_json(&["--engine", &broken(fault), "--suite", &suite]);
    let moves = |list: &str| text(&found, &format!("/findings/0/{list}/0/move")).to_owned();
    assert_eq!(code, Some(1));
    assert_eq!((moves("missing"), moves("extra")), (missing.to_owned(), extra.to_owned()));
    assert_eq!(found["findings"][0]["total"], Value::Null);
}

#[test]
fn the_example_that_took_four_rounds_by_hand_takes_one_command() {
    let engine = broken("ep-of-the-checking-pawn-missing");
    let hunted = hunt(&["--engine", &engine, "--fen", WORKED, "--depth", "5"]);
    assert_eq!(hunted.code, Some(1), "{}", hunted.complaints);
    for part in [
        "en-passant-takes-checker: en passant takes the pawn that gives check\n",
        "case      rook_ending_with_pins_along_both_ranks (suites/standard.epd:",
        "path      b4f4 h4g5 a5b4 c7c5\n",
        "fen       8/8/3p4/1Pp3kr/1K3R2/8/4P1P1/8 w - c6 0 3\n",
        "  6  .  . [.] p  .  .  .  .\n  5  . [P][p] .  .  .  k  r\n",
        "missing   b5c6  en passant b5c6 takes the pawn on c5 that gives check \
         [en-passant-takes-checker]\n",
        "origin    generation: the FEN of the position alone is enough to see it\n",
        "  position fen 8/8/3p4/1Pp3kr/1K3R2/8/4P1P1/8 w - c6 0 3\n  go perft 1\n",
        "  ox88 divide 1 \"8/8/3p4/1Pp3kr/1K3R2/8/4P1P1/8 w - c6 0 3\"\n",
        "\n1 finding: 1 position, ",
    ] {
        assert!(hunted.out.contains(part), "expected {part:?} in\n{}", hunted.out);
    }
    assert!(hunted.out.lines().count() < 40, "it fits on a screen");
    assert!(!hunted.out.contains('\x1b'), "there is no colour without a terminal");
    assert_eq!(hunted.complaints, "", "it is quiet without a terminal");
}

#[test]
fn all_faults_are_grouped_by_rule_with_the_smallest_example_of_each() {
    let engine = broken("castling-out-of-check promotion-to-queen-only ep-square-not-cleared");
    let arguments = ["--engine", &engine, "--all", "--max-nodes", "3000"];
    let hunted = hunt(&arguments);
    assert_eq!(hunted.code, Some(1));
    assert!(hunted.out.contains("\nrule "), "{}", hunted.out);
    for (rule, part, example) in [
        ("castling-out-of-check", "generation", "4k3/8/8/8/8/8/1r6/RK6 w A - 0 1: b1a1"),
        ("underpromotion", "generation", "8/P1k5/K7/8/8/8/8/8 w - - 0 1: a7a8"),
        ("en-passant-too-late", "make", " moves "),
    ] {
        let row = hunted.out.lines().find(|line| {
            let words: Vec<&str> = line.split_whitespace().take(2).collect();
            words == [rule, part]
        });
        let row = row.unwrap_or_else(|| panic!("{rule} in\n{}", hunted.out));
        assert!(row.contains(example), "{row}");
    }
    let (_, found) = hunt_json(&arguments);
    let rules = found["rules"].as_array().expect("it is a list");
    let sum: u64 = rules.iter().map(|rule| number(rule, "/found")).sum();
    assert_eq!(sum, found["findings"].as_array().expect("it is a list").len() as u64);
    for rule in rules {
        let smallest = format!("/findings/{}/rule", number(rule, "/smallest"));
        assert_eq!(text(&found, &smallest), text(rule, "/rule"));
    }
}

// Engines without a fault.

#[test]
fn an_engine_without_a_fault_is_told_that_nothing_differs() {
    for dialect in listed("dialects") {
        let suite = file(&format!("{dialect}.epd"), FEW);
        let engine = broken(&format!("--dialect {dialect}"));
        let mut arguments = vec!["--engine", &engine, "--suite", &suite];
        if dialect.ends_with("plain-verb") {
            arguments.extend(["--perft-command", "perft"]);
        }
        let (code, found) = hunt_json(&arguments);
        assert_eq!(code, Some(0), "{dialect}: {found:#}");
        assert_eq!(text(&found, "/verdict"), "no-difference");
        assert_eq!(found["findings"], json!([]));
    }
}

#[test]
fn stockfish_has_no_difference_over_all_suites() {
    let path = env::var_os("PATH").unwrap_or_default();
    let folders = env::split_paths(&path).chain([PathBuf::from("/usr/games")]);
    let mut programs = folders.map(|folder| folder.join("stockfish"));
    let Some(program) = programs.find(|program| program.exists()) else {
        eprintln!("LEFT OUT: no Stockfish in PATH or /usr/games");
        return;
    };
    let hunted = hunt(&["--engine", &format!("\"{}\"", program.display())]);
    assert_eq!(hunted.code, Some(0), "{}{}", hunted.out, hunted.complaints);
    assert!(hunted.out.starts_with("no difference: "), "{}", hunted.out);
    assert!(hunted.time < Duration::from_secs(120), "{:?}", hunted.time);
}

#[cfg(unix)]
#[test]
fn an_engine_that_does_not_offer_chess960_is_not_asked_about_it() {
    let suite = file("no_chess960.epd", FEW);
    let program = broken("").replace('"', "'");
    let engine = format!("sh -c \"{program} | sed -u /UCI_Chess960/d\"");
    let (code, found) = hunt_json(&["--engine", &engine, "--suite", &suite]);
    assert_eq!((code, number(&found, "/left_out/of_chess960")), (Some(0), 1));
    let arguments = ["--engine", &engine, "--fen", "8/7k/8/8/8/8/8/4K1R1 w G - 0 1"];
    let (_, found) = hunt_json(&arguments);
    assert_eq!(number(&found, "/positions"), 1, "but it is when that is what is asked for");
}

// Troubles.

/// What is found at once.
#[rstest]
#[case("hang", "hangs")]
#[case("hang-at-start", "hangs")]
#[case("crash", "dies")]
#[case("abort", "dies")]
#[case("closes-output", "closed-its-output")]
#[case("forks-a-child", "hangs")]
#[case("rubbish", "rubbish")]
#[case("binary", "rubbish")]
#[case("flood", "floods")]
#[case("flood-one-line", "floods")]
#[case("lie", "total-is-not-the-sum")]
#[case("ignores-moves", "state-corrupted")]
#[case("ignores-position", "takes-no-position")]
fn an_engine_in_trouble_is_a_finding(#[case] trouble: &str, #[case] expected: &str) {
    let engine = broken(&format!("--trouble {trouble}"));
    let (code, found) = hunt_json(&["--engine", &engine, "--timeout", "1"]);
    assert_eq!((code, text(&found, "/findings/0/rule")), (Some(1), expected), "{found:#}");
    assert!(found["seconds"].as_f64().is_some_and(|seconds| seconds < 20.0));
}

#[rstest]
#[case("late")]
#[case("prints-after-total")]
#[case("stderr-noise")]
fn an_engine_that_is_only_slow_or_noisy_is_right(#[case] trouble: &str) {
    let engine = broken(&format!("--trouble {trouble}"));
    let hunted = hunt(&["--engine", &engine, "--fen", WORKED, "--depth", "2"]);
    assert_eq!(hunted.code, Some(0), "{}", hunted.out);
}

#[test]
fn every_trouble_is_tried() {
    let elsewhere = ["exits-at-once", "hang-at", "crash-at", "late", "prints-after-total"];
    let first = [
        "hang",
        "hang-at-start",
        "crash",
        "abort",
        "closes-output",
        "forks-a-child",
        "rubbish",
        "binary",
        "flood",
        "flood-one-line",
        "lie",
        "ignores-moves",
        "ignores-position",
        "stderr-noise",
    ];
    for trouble in listed("troubles") {
        assert!(elsewhere.iter().chain(&first).any(|known| *known == trouble), "{trouble}");
    }
}

#[test]
fn an_engine_that_ends_at_once_cannot_be_run() {
    let json_file = file("ends_at_once.json", "");
    let engine = broken("--trouble exits-at-once");
    let hunted = hunt(&["--engine", &engine, "--json", &json_file]);
    assert_eq!(hunted.code, Some(2));
    assert!(hunted.complaints.contains("it ended before it was asked anything"));
    let written = fs::read_to_string(json_file).expect("it is written all the same");
    let found: Value = serde_json::from_str(&written).expect("it is JSON");
    assert_eq!(text(&found, "/verdict"), "not-run");
    assert!(text(&found, "/error").contains("it ended before it was asked anything"));
}

#[rstest]
#[case("crash-at", "dies", 3)]
#[case("hang-at", "hangs", 0)]
fn what_is_left_is_tried_after_a_restart(
    #[case] trouble: &str,
    #[case] expected: &str,
    #[case] rows: usize,
) {
    let suite = file(&format!("{trouble}.epd"), FEW);
    let engine = broken(&format!("--trouble {trouble}"));
    let arguments = ["--engine", &engine, "--suite", &suite, "--timeout", "1", "--all"];
    let (code, found) = hunt_json(&arguments);
    let findings = found["findings"].as_array().expect("it is a list");
    // Both positions with an en passant square, and no other one.
    assert_eq!((code, findings.len()), (Some(1), 2), "{found:#}");
    // Those of the suite, and the two that come before it.
    assert_eq!(number(&found, "/positions"), 8);
    for finding in findings {
        assert_eq!(text(finding, "/trouble/kind"), expected);
        let last_lines = finding["trouble"]["last_lines"].to_string();
        assert_eq!(last_lines.matches(": 1").count(), rows, "{last_lines}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn no_process_is_left_behind() {
    let engine = broken("--trouble forks-a-child");
    let (_, found) = hunt_json(&["--engine", &engine, "--timeout", "1"]);
    let lines = found["findings"][0]["trouble"]["last_lines"].to_string();
    let child = lines.split("forked ").nth(1).expect("it tells of its child");
    let child: String = child.chars().take_while(char::is_ascii_digit).collect();
    let stat = fs::read_to_string(format!("/proc/{child}/stat"));
    assert!(stat.is_err() || stat.is_ok_and(|stat| stat.contains(") Z ")), "{child} still runs");
}

#[test]
fn an_engine_that_never_answers_is_given_up() {
    let engine = broken("--trouble crash");
    let (code, found) = hunt_json(&["--engine", &engine, "--all"]);
    assert_eq!((code, &found["left_out"]["gave_up"]), (Some(1), &json!(true)));
    assert_eq!(found["findings"].as_array().map(Vec::len), Some(10));
}

// What is typed.

#[rstest]
#[case(&[], "type `ox88 hunt --engine ./my-engine`")]
#[case(&["--engine", "x", "--script", "y"], "exclude each other")]
#[case(&["--script", "y", "--perft-command", "perft"], "leave one out")]
#[case(&["--engine", "x", "--perft-command", " "], "--perft-command is empty")]
#[case(&["--engine", "/no/such/engine"], "no program \"/no/such/engine\" was found")]
#[case(&["--engine", "x", "--fen", "kiwipeet"], "Similar ids: kiwipete")]
#[case(&["--engine", "x", "--fen", "8/8/8/8/8/8/8/8 w - -"], "is not a position")]
#[case(&["--engine", "x", "--fen", "startpos", "--moves", "e2e5"], "move 1 of 1")]
#[case(&["--engine", "x", "--moves", "e2e4"], "`--fen startpos`")]
#[case(&["--engine", "x", "--fen", "startpos", "--max-nodes", "5"], "leave one out")]
#[case(&["--engine", "x", "--suite", "/no/such/suite.epd"], "expected a perft suite")]
#[case(&["--engine", "x", "--timeout", "0"], "expected a number of seconds greater than 0")]
#[case(&["--engine", "x", "--timeout", "soon"], "expected a number of seconds greater than 0")]
#[case(&["--engine", "x", "--depth", "0"], "expected a depth from 1 to 255")]
#[case(&["--engine", "x", "--json", "/no/such/folder/f.json"], "expected a file that can be")]
#[case(&["--engine", "x", "--colour"], "Type `ox88 help hunt`")]
fn what_cannot_be_used_is_refused(#[case] arguments: &[&str], #[case] expected: &str) {
    let hunted = hunt(arguments);
    assert_eq!(hunted.code, Some(2), "{}", hunted.out);
    assert!(hunted.complaints.contains(expected), "{}", hunted.complaints);
}

#[test]
fn a_hunt_for_nothing_is_refused() {
    let suite = file("nothing.epd", FEW);
    let hunted = hunt(&["--engine", &broken(""), "--suite", &suite, "--max-nodes", "1"]);
    assert_eq!(hunted.code, Some(2));
    assert!(hunted.complaints.contains("no count is left to ask for"), "{}", hunted.complaints);
}

// Comparing.

/// What is missing, extra, listed twice, and counted wrongly, when an engine prints these rows.
fn compared(fen: &str, depth: u32, rows: &str) -> [Vec<String>; 4] {
    let position: ox88::Position = fen.parse().expect("it is a position");
    let mut answer = Reply::default();
    rows.split(", ").for_each(|line| answer.add(read_line(line)));
    let difference = compare(&position, depth, &answer).difference;
    let text = |mv: &ox88::Move| position.move_text(*mv);
    [
        difference.missing.iter().map(text).collect(),
        difference.extra.iter().map(|extra| extra.text.clone()).collect(),
        difference.twice.iter().map(text).collect(),
        difference
            .counts
            .iter()
            .map(|count| format!("{}:{}", text(&count.mv), count.theirs))
            .collect(),
    ]
}

const PROMOTION: &str = "8/P1k5/K7/8/8/8/8/8 w - - 0 1";

#[rstest]
#[case::right("a6a5 1, a6b5 1, a7a8q 1, a7a8r 1, a7a8b 1, a7a8n 1", 1, ["", "", "", ""])]
#[case::without_letters("a6a5 1, a6b5 1, a7a8 1, a7a8 1, a7a8 1, a7a8 1", 1, ["", "", "", ""])]
#[case::three_of_four("a6a5 1, a6b5 1, a7a8 1, a7a8 1, a7a8 1", 1, ["a7a8n", "", "", ""])]
#[case::five_of_four(
    "a6a5 1, a6b5 1, a7a8 1, a7a8 1, a7a8 1, a7a8 1, a7a8 1", 1, ["", "", "a7a8q", ""]
)]
#[case::any_order_of_counts(
    "a6a5 6, a6b5 5, a7a8 6, a7a8 5, a7a8 3, a7a8 2", 2, ["", "", "", ""]
)]
#[case::extra("a6a5 1, a6b5 1, a6b6 1, a7a8q 1, a7a8r 1, a7a8b 1, a7a8n 1", 1, ["", "a6b6", "", ""])]
#[case::a_count_that_is_not_one("a6a5 2, a6b5 1, a7a8q 1, a7a8r 1, a7a8b 1, a7a8n 1", 1, ["", "", "", "a6a5:2"])]
fn an_answer_is_compared_move_for_move(
    #[case] rows: &str,
    #[case] depth: u32,
    #[case] expected: [&str; 4],
) {
    let expected = expected.map(|words| words.split_whitespace().map(str::to_owned).collect());
    assert_eq!(compared(PROMOTION, depth, rows), expected as [Vec<String>; 4]);
}

#[test]
fn a_promotion_that_is_missing_is_found_where_all_letters_are() {
    let suite = file("letterless.epd", FEW);
    let engine = broken("promotion-without-knight --dialect no-promotion-letter");
    let (code, found) = hunt_json(&["--engine", &engine, "--suite", &suite]);
    assert_eq!(code, Some(1));
    assert_eq!(text(&found, "/findings/0/missing/0/rule"), "underpromotion");
    assert_eq!(found["findings"][0]["lacks_promotion_letters"], json!(true));
}

#[cfg(target_os = "linux")]
#[test]
fn a_hunt_that_is_ended_from_outside_leaves_neither_an_engine_nor_an_old_report_behind() {
    let is_running = |id: &str| {
        let stat = fs::read_to_string(format!("/proc/{id}/stat"));
        // One that has ended may wait to be noticed.
        stat.is_ok_and(|stat| !stat.contains(") Z "))
    };
    for signal in ["-INT", "-TERM", "-HUP"] {
        let report = file(&format!("ended{signal}.json"), "an old report");
        let number = file(&format!("ended{signal}.pid"), "");
        let engine = format!("sh -c 'echo $$ > \"{number}\"; exec sleep 1000'");
        let hunt = Command::new(env!("CARGO_BIN_EXE_ox88"))
            .args(["hunt", "--engine", &engine, "--timeout", "500", "--json", &report])
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program runs");
        let mut id = String::new();
        while id.trim().is_empty() {
            thread::sleep(Duration::from_millis(20));
            id = fs::read_to_string(&number).expect("it is there");
        }
        let id = id.trim();
        assert!(is_running(id));
        let killed = Command::new("kill").args([signal, &hunt.id().to_string()]).status();
        assert!(killed.is_ok_and(|status| status.success()), "a signal can be sent");
        let output = hunt.wait_with_output().expect("it ends");
        assert_eq!(output.status.code(), Some(2), "{signal}");
        let deadline = Instant::now() + Duration::from_secs(10);
        while is_running(id) {
            assert!(Instant::now() < deadline, "the engine outlives {signal}");
            thread::sleep(Duration::from_millis(10));
        }
        let report = fs::read_to_string(&report).expect("it is there");
        assert!(report.contains("\"verdict\": \"not-run\""), "{signal}: {report}");
    }
}
