//! The program as people run it: what they type, what they read, and the exit code.

use crate::program::{
    Run, TWO_MOVES_A_PLY, assert_says, commands, finish, refused, right, start, without_place,
    words,
};
use ox88::{START, divide};
use ox88_test_support::{assert_texts, file, position, unwrapped};
use rstest::rstest;
use std::io::{BufRead, BufReader};

fn ox88(arguments: &[&str]) -> Run {
    finish(start(arguments), "")
}

/// Few positions, and many leaves.
const KINGS: &str = "4k3/8/8/8/8/8/8/4K3 w - - 0 1";
const CASTLING: &str = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";

#[test]
fn a_table_with_the_kinds_of_leaves_fits_a_terminal() {
    let table = right(&["perft", "4", "--stats", "--fen", "kiwipete"]);
    assert!(table.lines().all(|line| line.chars().count() <= 80), "{table}");
}

/// The plain walk is slow enough to tell at depth 6 at the latest.
#[test]
fn a_perft_that_takes_long_says_how_long_and_what_is_quicker() {
    let mut child = start(["perft", "12", "--reference"]);
    let mut lines = BufReader::new(child.stderr.take().expect("it is piped")).lines();
    let mut said = String::new();
    while !unwrapped(&said).contains("estimates it") {
        said += &(lines.next().expect("it says more").expect("it is text") + "\n");
    }
    child.kill().expect("it still counts");
    child.wait().expect("it was killed");
    assert_says(
        &unwrapped(&said),
        &["depth 12 will take ", "`ox88 estimate 12 --seconds 60` estimates it"],
    );
}

/// What is printed on standard output by a command that is typed like this, but for times and speeds. Behind a wrong
/// result there is the exit code.
#[track_caller]
fn printed(command: &str) -> String {
    let Run { code, out, err } = finish(start(words(command)), "");
    assert!(matches!(code, Some(0 | 1)), "{command}: {err}");
    assert!(err.is_empty() || command.starts_with("work split "), "{command}: {err}");
    if command.ends_with("--json") {
        let json = serde_json::from_str::<serde_json::Value>(&out);
        assert!(json.is_ok(), "{command}: {out}");
    }
    let is_time = |word: &str| word.contains('.') && word.parse::<f64>().is_ok();
    let is_unit = |word: &str| ["s", "k", "M", "G"].contains(&word);
    let without_times = |line: &str| {
        let words = line.split_whitespace().filter(|it| !is_time(it) && !is_unit(it));
        let is_timed = line.split_whitespace().any(is_time);
        if is_timed { words.collect::<Vec<_>>().join(" ") } else { line.to_owned() }
    };
    // In so short a time there may be no speed to speak of.
    let lines = out.lines().filter(|line| !line.starts_with("nodes/s"));
    let text: String = lines.map(|line| without_times(line) + "\n").collect();
    without_place(&text) + if code == Some(0) { "" } else { "exit code 1\n" }
}

#[rstest]
fn commands_print_this(
    #[values("cli.perft", "cli.rows", "cli.stats", "cli.show", "cli.listed", "cli.suites")]
    snapshot: &str,
) {
    let texts = commands(snapshot).map(|command| (format!("$ ox88 {command}"), printed(&command)));
    assert_texts(snapshot, texts);
}

#[test]
fn the_same_is_typed_in_several_ways() {
    for line in include_str!("same.txt").lines() {
        let (first, others) = line.split_once(" == ").expect("there are several");
        let expected = printed(first);
        assert!(!expected.is_empty(), "{first}");
        for other in others.split(" == ") {
            assert_eq!(printed(other), expected, "{other} and {first}");
        }
    }
}

#[test]
fn divide_prints_the_text_of_the_library() {
    let expected = divide(&position(CASTLING), 2).to_string();
    assert_eq!(right(&["divide", "2", CASTLING]), expected);
}

#[test]
fn suite_runs_the_built_in_suites() {
    let report = right(&["suite", "--max-nodes", "1_000"]);
    assert_says(&report, &["suites/castling.epd: ", " by --max-nodes 1000\n", "failures   0\n"]);
    // In so short a time there is no speed to speak of.
    assert!(report.lines().all(|line| line.trim_end() == line), "{report}");
}

#[test]
fn suite_reads_standard_input() {
    let run = finish(start(["suite", "-"]), format!("{START} ;D1 20"));
    assert_says(&run.out, &["standard input: 1 of 1 cases right\n"]);
}

#[test]
fn a_refusal_quotes_at_most_a_line_of_what_was_given() {
    let long = "x".repeat(60_000);
    let suite = file("long_lines.epd", format!("# fine\n{START} ;{long} ;D1 20\n"));
    for arguments in
        [&["show", &long][..], &["show", &format!("{long}/ w - -")], &["suite", &suite]]
    {
        let complaint = refused(arguments);
        assert!(complaint.len() < 2_000, "{} bytes", complaint.len());
        assert_says(&complaint, &["x … x"]);
    }
    let position = format!("position fen {}\n", "/".repeat(5_000_000));
    let run = finish(start(["uci"]), position);
    assert!(run.out.len() < 2_000, "{} bytes", run.out.len());
}

/// If each letter were compared with those of all ids, this would take an hour.
#[test]
fn a_text_that_is_much_longer_than_all_ids_is_similar_to_none() {
    let run = finish(start(["uci"]), format!("position {}\n", "kiwipete".repeat(1_000_000)));
    assert!(!run.out.contains("Similar"), "{}", run.out);
}

#[test]
fn help_and_version_are_results() {
    let commands = ["perft", "divide", "estimate", "suite", "show", "hunt", "uci"];
    assert_says(&right(&["help"]), &[&commands[..], &["Examples:"]].concat());
    for command in commands.into_iter().chain(["work", "work split", "work count", "work merge"]) {
        let help = right(&[&["help"], &command.split(' ').collect::<Vec<_>>()[..]].concat());
        assert_says(&help, &[&format!("Usage: ox88 {command} "), "Examples:\n  ox88 "]);
    }
    assert_says(&right(&["help", "hunt"]), &["\n  -f, --fen FEN ", "\n      --script COMMAND "]);
    assert_says(&right(&["help", "work", "split"]), &["ox88 work split [OPTIONS] --plies N DEPTH"]);
    assert_eq!(right(&["version"]), format!("ox88 {}\n", env!("CARGO_PKG_VERSION")));
}

#[test]
fn without_a_command_there_is_help() {
    assert_says(&refused(&[""; 0]), &["expected a command", "Usage: ox88 ", "Examples:"]);
}

#[test]
fn the_positions_are_listed_by_their_ids_and_suites() {
    for all in [&["suite", "--list"][..], &["suite", "--list", "--published"]] {
        for line in right(all).lines() {
            assert!(line.chars().count() <= 80, "{line}");
        }
    }
    let all = right(&["suite", "--list", "--csv"]);
    let by_suite = right(&["suite", "--list", "--csv", "en_passant"]);
    assert!(by_suite.lines().all(|line| line.contains("en_passant") || line.starts_with("id,")));
    assert!(by_suite.lines().all(|line| all.contains(line)));
    assert_says(&right(&["suite", "--list", "--published"]), &["2015099950053364471960"]);
}

#[cfg(unix)]
#[test]
fn an_argument_that_is_not_text_is_refused() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    let run = finish(start([OsStr::new("show"), OsStr::from_bytes(b"\xFF")]), "");
    assert_eq!(run.code, Some(2));
    assert_says(&run.err, &["the argument `\u{FFFD}` is not UTF-8 text"]);
}

#[test]
fn a_count_that_passes_128_bits_is_refused_and_not_printed() {
    let why = "the count passes 128 bits: take a smaller depth";
    let json = format!("[\n{{\"error\":\"{why}\"}}\n]\n");
    for (form, expected) in [(&[][..], ""), (&["--json"], &json)] {
        let Run { code, out, err } = ox88(&[&["divide", "200", TWO_MOVES_A_PLY], form].concat());
        assert_eq!((code, out.as_str()), (Some(2), expected));
        assert_says(&err, &[why]);
    }
}

/// What was counted before is right, and a program can read it.
#[test]
fn what_was_counted_before_a_refusal_is_whole() {
    let Run { code, out, err } = ox88(&["perft", "200", TWO_MOVES_A_PLY, "--json"]);
    assert_eq!(code, Some(2), "{err}");
    assert_says(&err, &["128 bits"]);
    let json: serde_json::Value = serde_json::from_str(&out).expect("it is whole");
    let array = json.as_array().expect("it is an array");
    assert_eq!(array.len(), 128, "{out}");
    assert!(array[127]["error"].as_str().is_some_and(|why| why.contains("128 bits")), "{out}");
}

/// Each of the three counts fits into 128 bits.
#[test]
fn a_sum_that_passes_128_bits_is_not_printed() {
    let line = format!("{KINGS} ;D46 137974457681696428029580569788150227924\n").repeat(3);
    let suite = ["suite", "-", "--max-nodes", &u128::MAX.to_string()];
    let Run { code, out, err } = finish(start(suite), &line);
    assert_eq!((code, out.contains("nodes  ")), (Some(2), false), "{out}");
    assert_says(&err, &["the nodes of all cases together pass 128 bits"]);
}

/// Beyond this speed a count is remembered, not made.
#[test]
fn a_speed_beyond_reason_is_not_printed() {
    // On a busy machine a short count may look like the beginning of a long one, which is said on standard error.
    let Run { code, out: table, err } = ox88(&["perft", "46", KINGS]);
    assert_eq!(code, Some(0), "{err}");
    let longest = table.lines().map(str::len).max();
    assert!(longest <= Some(70), "{table}");
    assert!(!table.lines().skip(30).any(|row| row.ends_with('M') || row.ends_with('G')), "{table}");
    for row in table.lines().filter(|row| row.ends_with('G')) {
        let speed = row.trim_end_matches(" G").rsplit(' ').next().and_then(|it| it.parse().ok());
        assert!(speed.is_some_and(|speed: f64| speed < 1000.0), "{row}");
    }
}

#[test]
fn long_work_says_nothing_where_there_is_no_terminal() {
    let run = ox88(&["perft", "6", "--threads", "1", "--memory", "0"]);
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""));
}
