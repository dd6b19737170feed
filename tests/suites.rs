//! Every line of every suite, as the build script writes them, and guards that no line is left out.

// The build script writes counts as the suites do, without separators.
#![allow(clippy::unreadable_literal)]

mod helpers {
    pub mod harness;
    pub mod texts;
}

use helpers::harness::names_of_tests;
use helpers::texts::assert_texts;
use once_cell::sync::Lazy;
use ox88::divide;
use ox88::suite::{Count, Failure, Suite, SuiteError, SuitePosition, built_in};
use ox88_count::Counter;
use std::collections::HashSet;
use std::env;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};

include!(concat!(env!("OUT_DIR"), "/suite_tests.rs"));

/// The depth at which the divide of every named position is kept as a snapshot: deep enough to show
/// most faults, and still no more than a screen of lines.
const SNAPSHOT_DEPTH: u32 = 3;

/// The plain walk counts up to this: every leaf is made and tested. The few counts beyond it would take nearly all of
/// the time, and so the moves of a position are made and tested once there, however often it is reached. `.ci/run` has
/// all of them counted plainly.
const PLAIN_UP_TO: u128 = 300_000;

static REMEMBERING: Lazy<Counter> = Lazy::new(|| {
    Counter::by_definition(256 << 20, 1).expect("one thread needs nothing of the system")
});

/// What each generated case does: compares one count, and at one depth the divide as well.
fn check(file: &str, line: usize, depth: u32, nodes: u128) {
    let suite = built_in::suite(file).expect("the build knows the file");
    let position = suite.positions.iter().find(|position| position.entry.line == line);
    let Some(position) = position else {
        let is_here = |error: &&SuiteError| error.file == file && error.error.line == line;
        let refused = built_in::refused().find(is_here).expect("the build knows the line");
        panic!("{refused}");
    };
    let divide = if nodes <= PLAIN_UP_TO {
        divide(&position.position, depth)
    } else {
        REMEMBERING.divide(&position.position, depth).expect("suites have no such counts")
    };
    let found = divide.total();
    let checked = suite.check(position, Count { depth, nodes }, divide);
    if checked.is_err() && !is_shown_in_full() {
        let name = position.name();
        println!("{name} ({file}:{line}), depth {depth}: expected {nodes}, got {found}");
        // A panic would say where it happened as well, and how it came there.
        resume_unwind(Box::new(()));
    }
    // Even when the count is wrong: then the changed snapshot is there to be reviewed.
    let snapshot = catch_unwind(AssertUnwindSafe(|| {
        if depth == SNAPSHOT_DEPTH && position.entry.id.is_some() {
            check_snapshot(suite, position);
        }
    }));
    if let Err(failure) = checked {
        // What differs is shown once: by the snapshot, or at the least depth that differs.
        let least = first_difference(suite, position, nodes.saturating_sub(1));
        match least {
            _ if snapshot.is_err() => {
                panic!("{}", here(&failure.without_divide(), suite, position))
            }
            Some((count, _)) => panic!(
                "{}\nit begins at depth {}, where its divide is shown",
                here(&failure.without_divide(), suite, position),
                count.depth
            ),
            None => panic!("{}", here(&failure.to_string(), suite, position)),
        }
    }
    if let Err(panic) = snapshot {
        resume_unwind(panic);
    }
}

/// The text of a failure with the commands of this repository.
fn here(failure: &str, suite: &Suite, position: &SuitePosition) -> String {
    let failure = failure.replace("  ox88 divide", "  cargo run --release -- divide");
    let (suite, name) = (suite.name(), position.name());
    format!("{failure}\ntest it again: cargo test --test suites {suite}::{name}::")
}

/// Of a broad fault some hundred divides tell no more than these many.
const SHOWN_IN_FULL: usize = 10;

/// Whether one more case that fails is among the first, which are shown in full. The others have a line
/// each, and write no snapshot: whoever wants to review them all asks for them by `INSTA_UPDATE`, as `cargo
/// insta test` does.
fn is_shown_in_full() -> bool {
    static FAILED: AtomicUsize = AtomicUsize::new(0);
    let is_first = FAILED.fetch_add(1, Ordering::Relaxed) < SHOWN_IN_FULL;
    let update = env::var("INSTA_UPDATE").unwrap_or_default();
    is_first || !["", "no", "auto"].contains(&update.as_str())
}

/// All positions together are counted up to this in a moment.
const SMALL: u128 = 20_000;

/// The first count of a position that is wrong, among those up to a limit, with what is wrong.
fn first_difference<'a>(
    suite: &'a Suite,
    position: &'a SuitePosition,
    limit: u128,
) -> Option<(Count, Failure<'a>)> {
    let counts = position.entry.counts.iter().filter(|count| count.nodes <= limit);
    counts.copied().find_map(|count| {
        let divide = divide(&position.position, count.depth);
        let failure = suite.check(position, count, divide).err()?;
        Some((count, failure))
    })
}

/// What to read first where small counts are wrong: how many positions have one, and which one to look
/// at.
fn differences<'a>(suites: impl IntoIterator<Item = &'a Suite>) -> Option<String> {
    let mut all = 0;
    let mut different = Vec::new();
    for suite in suites {
        all += suite.positions.len();
        let positions = suite.positions.iter();
        let difference = |it| {
            let (count, failure) = first_difference(suite, it, SMALL)?;
            Some((count, here(&failure.without_divide(), suite, it)))
        };
        different.extend(positions.filter_map(difference));
    }
    let (_, smallest) = different.iter().min_by_key(|(count, _)| count.nodes)?;
    Some(format!(
        "{} of {all} positions differ; the smallest: {}\n\
         Which rule it breaks, an ox88 from before the change can say:\n\
         cargo build --release && PATH/TO/THE/OLD/ox88 hunt --engine \"target/release/ox88 uci\"",
        different.len(),
        smallest
    ))
}

/// Of all tests this one has the first name, and so it is the first to run and to be reported.
#[test]
fn all_positions_have_their_small_counts() {
    if let Some(differences) = differences(built_in::suites()) {
        panic!("{differences}");
    }
}

#[test]
fn where_many_positions_differ_their_number_and_the_smallest_are_said() {
    let text = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 ;id start ;D1 20 ;D2 401\n\
                4k3/8/8/8/8/8/8/4K3 w - - 0 1 ;id kings ;D1 5 ;D2 26 ;D3 171\n\
                4k3/8/8/8/8/8/8/4K2R w K - 0 1 ;id castling ;D1 15\n";
    let suite = Suite::read("suites/planted.epd", text.as_bytes()).expect("it can be read");
    let found = differences([&suite]).expect("two counts are wrong");
    assert_texts("suites.differences", [("two of three positions differ", found)]);
}

#[test]
fn every_fen_of_the_suites_is_a_position() {
    let refused: Vec<String> = built_in::refused().map(ToString::to_string).collect();
    assert!(refused.is_empty(), "{}", refused.join("\n"));
}

/// Compares the divide with its snapshot. The header of the file says how to see it again.
fn check_snapshot(suite: &Suite, position: &SuitePosition) {
    let fen = &position.entry.fen;
    let mut settings = insta::Settings::new();
    settings.set_snapshot_path(format!("../snapshots/{}", suite.name()));
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.set_input_file(&suite.file);
    settings.set_description(format!("cargo run --release -- divide {SNAPSHOT_DEPTH} \"{fen}\""));
    let divide = divide(&position.position, SNAPSHOT_DEPTH);
    settings.bind(|| {
        insta::assert_snapshot!(snapshot_name(position), divide.to_string());
    });
}

/// Each suite has a folder of its snapshots.
fn snapshot_name(position: &SuitePosition) -> String {
    format!("{}.depth_{SNAPSHOT_DEPTH}", position.name())
}

fn named_positions() -> impl Iterator<Item = (&'static Suite, &'static SuitePosition)> {
    built_in::suites().into_iter().flat_map(|suite| {
        let named = suite.positions.iter().filter(|position| position.entry.id.is_some());
        named.map(move |position| (suite, position))
    })
}

/// The generated cases among the tests of this harness.
fn generated_cases(more_arguments: &[&str]) -> Vec<String> {
    let names = names_of_tests(more_arguments);
    names.into_iter().filter(|name| name.contains("::case_")).collect()
}

/// The counts in the suite files, found without the reader of suites: each `D` with a depth, whatever
/// is in front of it, and then a number, in a line that is not a comment. A file in another dialect is
/// counted by the reader after all.
fn counts_in_files() -> usize {
    let count_in_file = |suite: &Suite| {
        let text = std::fs::read_to_string(&suite.file).expect("the tests run beside the suites");
        let lines = text.lines().filter(|line| !line.trim().is_empty() && !line.starts_with('#'));
        let counts: Vec<usize> = lines.map(counts_in_line).collect();
        if counts.contains(&0) {
            suite.positions.iter().map(|position| position.entry.counts.len()).sum()
        } else {
            counts.into_iter().sum::<usize>()
        }
    };
    built_in::suites().into_iter().map(count_in_file).sum()
}

fn counts_in_line(line: &str) -> usize {
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|it| it.is_ascii_digit());
    let is_separator = |letter: char| letter.is_whitespace() || ";:,=\"".contains(letter);
    let words: Vec<&str> = line.split(is_separator).filter(|word| !word.is_empty()).collect();
    let is_count =
        |pair: &&[&str]| pair[0].strip_prefix('D').is_some_and(is_number) && is_number(pair[1]);
    words.windows(2).filter(is_count).count()
}

#[test]
fn the_guard_also_counts_what_lacks_its_semicolon() {
    let fen = "4k3/8/8/8/8/8/8/4K3 w - - 0 1";
    for counts in [";id a D1 99 ;D3 300", ";id a :D1 2;D3 300", ";id a;D1 5 D3 300", ";D1:5;D2=25"]
    {
        assert_eq!(counts_in_line(&format!("{fen} {counts}")), 2, "{counts}");
    }
    assert_eq!(counts_in_line("8/2D5/8/8/8/8/8/8 w - - 0 1 ;id d4_20 ;c0 \"to depth 1\""), 0);
}

#[test]
fn every_count_in_the_suite_files_is_a_test_and_none_is_ignored() {
    assert_eq!(generated_cases(&[]).len(), counts_in_files());
    assert_eq!(generated_cases(&["--ignored"]), Vec::<String>::new());
}

#[test]
fn every_suite_file_in_the_folder_is_built_in() {
    let mut files: Vec<String> = std::fs::read_dir("suites")
        .expect("the tests run beside the suites")
        .map(|file| file.expect("the folder can be read").path())
        .filter(|path| path.is_file())
        .map(|path| path.to_string_lossy().replace('\\', "/"))
        .filter(|file| !file.contains("/.") && !file.ends_with('~'))
        .collect();
    files.sort();
    let suites = built_in::suites();
    let built_in: Vec<&str> = suites.iter().map(|suite| suite.file.as_str()).collect();
    assert_eq!(built_in, files);
}

#[test]
fn every_named_position_has_a_count_at_the_depth_of_its_snapshot() {
    for (suite, position) in named_positions() {
        assert!(
            position.count(SNAPSHOT_DEPTH).is_some(),
            "{}:{}: {} has no snapshot: add its count at depth {SNAPSHOT_DEPTH}",
            suite.file,
            position.entry.line,
            position.name()
        );
    }
}

#[test]
fn every_snapshot_belongs_to_a_named_position() {
    let path = |(suite, position): (&Suite, _)| {
        format!("snapshots/{}/{}.snap", suite.name(), snapshot_name(position))
    };
    let known: HashSet<String> = named_positions().map(path).collect();
    let folders = files("snapshots");
    assert!(folders.len() > 1, "the tests run beside the snapshots");
    for folder in folders.into_iter().filter(|folder| folder != "texts") {
        for name in files(&format!("snapshots/{folder}")) {
            let path = format!("snapshots/{folder}/{name}");
            assert!(known.contains(&path), "{path} has no position: delete it");
        }
    }
}

/// The names of the files in a folder, if there is one. A `.snap.new` waits to be reviewed, and the case
/// that wrote it has failed already.
fn files(folder: &str) -> Vec<String> {
    let items = std::fs::read_dir(folder).into_iter().flatten();
    let names = items.map(|item| item.expect("the folder can be read").file_name().into_string());
    let names = names.map(|name| name.expect("names of files are text"));
    names.filter(|name| !name.ends_with(".snap.new")).collect()
}
