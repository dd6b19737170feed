//! Every line of every suite, as the build script writes them, and guards that no line is left out.

use once_cell::sync::Lazy;
use ox88::Divide;
use ox88::suite::{Count, Failure, Suite, SuitePosition, built_in};
use ox88_count::Counter;
use ox88_test_support::{ROOT, names_of_tests};
use std::collections::HashSet;
use std::path::{Path, PathBuf};

include!(concat!(env!("OUT_DIR"), "/suite_tests.rs"));

/// The depth at which the divide of a named position is kept as a snapshot: deep enough to show
/// most faults, and still no more than a screen of lines.
const SNAPSHOT_DEPTH: u32 = 3;

/// A position with fewer leaves there shows one rule alone, and its count is enough.
const FEWEST_LEAVES: u128 = 2_000;

/// The plain walk counts up to this: every leaf is made and tested. The few counts beyond it would take nearly all of
/// the time, and so the moves of a position are made and tested once there, however often it is reached.
const PLAIN_UP_TO: u128 = 300_000;

/// And beyond this the quick walk counts, which other tests compare with the reference. `ci/run` has all counts counted
/// plainly.
const BY_DEFINITION_UP_TO: u128 = 100_000_000;

static REMEMBERING: Lazy<Counter> = Lazy::new(|| {
    Counter::by_definition(256 << 20, 1).expect("one thread needs nothing of the system")
});

static QUICK: Lazy<Counter> =
    Lazy::new(|| Counter::new(64 << 20, 1).expect("one thread needs nothing of the system"));

/// What each generated case does: compares one count, and at one depth the divide as well.
fn check(file: &str, name: &str, depth: u32, nodes: u128) {
    let suite = built_in::suite(file).unwrap_or_else(|| {
        let mut refused = built_in::refused();
        panic!("{}", refused.find(|error| error.file == file).expect("the build knows the file"))
    });
    let position = suite.positions.iter().find(|position| position.name() == name);
    let position = position.expect("the build knows the name");
    let count = Count { depth, nodes };
    let checked = suite.check(position, count, divide(position, count));
    if let Err(failure) = &checked {
        // Rust shows what a test prints only if the test fails.
        println!("{}", in_a_line(failure));
        if let Some(least) = first_difference(suite, position, |count| count.depth < depth) {
            panic!("it begins at depth {}:\n{}", least.expected.depth, test_again(&least));
        }
    }
    // Where the count is wrong, too, the snapshot shows which rows have changed.
    let (Ok(divide) | Err(Failure { divide, .. })) = &checked;
    if has_snapshot(position, count) {
        check_snapshot(suite, position, divide);
    }
    if let Err(failure) = checked {
        panic!("{}\n\n{}", in_full(&failure), failure.divide);
    }
}

/// The divide that a count is compared with.
fn divide(position: &SuitePosition, count: Count) -> Divide {
    let Count { depth, nodes } = count;
    if nodes <= PLAIN_UP_TO {
        return ox88::divide(&position.position, depth);
    }
    let counter = if nodes <= BY_DEFINITION_UP_TO { &REMEMBERING } else { &QUICK };
    counter.divide(&position.position, depth).expect("suites have no such counts").into()
}

/// The first wrong count of a position among some of its counts.
pub fn first_difference<'a>(
    suite: &'a Suite,
    position: &'a SuitePosition,
    is_asked: impl Fn(&Count) -> bool,
) -> Option<Failure<'a>> {
    let mut counts = position.entry.counts.iter().copied().filter(is_asked);
    counts.find_map(|count| suite.check(position, count, divide(position, count)).err())
}

pub fn in_a_line(Failure { suite, position, expected, divide }: &Failure) -> String {
    let place = format!("{}:{}", suite.file, position.entry.line);
    let Count { depth, nodes } = expected;
    let (name, found) = (position.name(), divide.total());
    format!("{place}: {name}, depth {depth}: expected {nodes}, got {found}")
}

/// A failure, and what to type to see it again.
pub fn in_full(failure: &Failure) -> String {
    let divide = divide_again(failure.position, failure.expected.depth);
    let head = failure.head();
    format!("{head}see it again:  {divide}\ntest it again: {}", test_again(failure))
}

fn divide_again(position: &SuitePosition, depth: u32) -> String {
    format!("cargo run --release -- divide {depth} \"{}\"", position.entry.fen)
}

fn test_again(Failure { suite, position, .. }: &Failure) -> String {
    format!("cargo test --test suites {}::{}::", suite.name(), position.name())
}

#[test]
fn every_fen_of_the_suites_is_a_position() {
    let refused: Vec<String> = built_in::refused().map(ToString::to_string).collect();
    assert!(refused.is_empty(), "{}", refused.join("\n"));
}

/// The position that a line writes out. Of two on a line, the other one mirrors it.
fn written<'a>(suite: &'a Suite, position: &SuitePosition) -> &'a SuitePosition {
    let is_of_line = |it: &&SuitePosition| it.entry.line == position.entry.line;
    suite.positions.iter().find(is_of_line).expect("it is in the suite")
}

/// Compares a divide with its snapshot; that of a mirrored position is mirrored back. The header of the file says how
/// to see it again, and draws the board. `.cargo/config.toml` has the header written line by line.
fn check_snapshot(suite: &Suite, position: &SuitePosition, divide: &Divide) {
    let written = written(suite, position);
    let is_mirrored = written.name() != position.name();
    let divide = if is_mirrored { mirrored(divide) } else { divide.to_string() };
    let mut settings = insta::Settings::new();
    settings.set_snapshot_path(format!("../snapshots/{}", suite.name()));
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.set_input_file(&suite.file);
    settings.set_description(header(written));
    settings.bind(|| insta::assert_snapshot!(snapshot_name(written), divide));
}

/// The divide of the position with the sides exchanged.
fn mirrored(divide: &Divide) -> String {
    let flip = |letter: char| match letter.to_digit(10) {
        Some(rank) => char::from_digit(9 - rank, 10).expect("ranks are 1 to 8"),
        None => letter,
    };
    let row = |(text, leaves): (String, u128)| (text.chars().map(flip).collect::<String>(), leaves);
    let mut rows: Vec<_> = divide.texts().map(row).collect();
    rows.sort();
    let mut lines: Vec<String> = rows.iter().map(|(text, it)| format!("{text}: {it}\n")).collect();
    lines.push(format!("\nNodes searched: {}\n", divide.total()));
    lines.concat()
}

fn header(position: &SuitePosition) -> String {
    let board = position.position.board().drawing();
    format!("{}\n{}", divide_again(position, SNAPSHOT_DEPTH), board.trim_end())
}

fn has_snapshot(position: &SuitePosition, Count { depth, nodes }: Count) -> bool {
    depth == SNAPSHOT_DEPTH && nodes >= FEWEST_LEAVES && position.entry.id.is_some()
}

/// Each suite has a folder of its snapshots.
fn snapshot_name(position: &SuitePosition) -> String {
    format!("{}.depth_{SNAPSHOT_DEPTH}", position.name())
}

fn snapshot_path((suite, position): (&Suite, &SuitePosition)) -> String {
    format!("snapshots/{}/{}.snap", suite.name(), snapshot_name(written(suite, position)))
}

/// The positions of which a divide is kept.
fn kept_positions() -> impl Iterator<Item = (&'static Suite, &'static SuitePosition)> {
    let all = built_in::suites()
        .into_iter()
        .flat_map(|suite| suite.positions.iter().map(move |position| (suite, position)));
    all.filter(|(_, position)| {
        position.count(SNAPSHOT_DEPTH).is_some_and(|count| has_snapshot(position, count))
    })
}

/// The generated cases among the tests of this harness.
fn generated_cases(more_arguments: &[&str]) -> Vec<String> {
    let mut names = names_of_tests(more_arguments);
    names.retain(|name| name.starts_with("suites::") && name.contains("::case_"));
    names
}

/// The counts in the suite files, found without the reader of suites: each `D` with a depth, whatever
/// is in front of it, and then a number, in a line that is not a comment; once more if the position is mirrored.
fn counts_in_files() -> usize {
    let count_in_file = |suite: &Suite| {
        let text =
            std::fs::read_to_string(in_repository(&suite.file)).expect("the suites are there");
        let lines = text.lines().filter(|line| !line.starts_with('#'));
        lines.map(counts_in_line).sum::<usize>()
    };
    built_in::suites().into_iter().map(count_in_file).sum()
}

fn counts_in_line(line: &str) -> usize {
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|it| it.is_ascii_digit());
    let is_separator = |letter: char| letter.is_whitespace() || ";:,=\"".contains(letter);
    let words: Vec<&str> = line.split(is_separator).filter(|word| !word.is_empty()).collect();
    let depth = |pair: &[&str]| {
        let depth = pair[0].strip_prefix('D').filter(|depth| is_number(depth))?;
        if is_number(pair[1]) { depth.parse::<u32>().ok() } else { None }
    };
    let depths: Vec<u32> = words.windows(2).filter_map(depth).collect();
    let mirrored = words.iter().position(|&word| word == "mirrored").map_or(0, |at| {
        let max_depth = words.get(at + 1).and_then(|depth| depth.parse().ok()).unwrap_or(u32::MAX);
        depths.iter().filter(|&&depth| depth <= max_depth).count()
    });
    depths.len() + mirrored
}

#[test]
fn every_count_in_the_suite_files_is_a_test_and_none_is_ignored() {
    assert_eq!(generated_cases(&[]).len(), counts_in_files());
    assert_eq!(generated_cases(&["--ignored"]), Vec::<String>::new());
}

#[test]
fn every_suite_file_in_the_folder_is_built_in() {
    let mut files = files("suites");
    let is_suite = |file: &str| Path::new(file).extension().is_some_and(|ending| ending == "epd");
    files.retain(|file| is_suite(file) && !file.starts_with('.'));
    let mut files: Vec<String> = files.iter().map(|file| format!("suites/{file}")).collect();
    files.sort();
    let suites = built_in::suites();
    let built_in: Vec<&str> = suites.iter().map(|suite| suite.file.as_str()).collect();
    assert_eq!(built_in, files);
}

#[test]
fn every_snapshot_belongs_to_a_position() {
    let known: HashSet<String> = kept_positions().map(snapshot_path).collect();
    let folders = files("snapshots");
    assert!(folders.len() > 1, "the snapshots are there");
    for folder in folders {
        for name in files(&format!("snapshots/{folder}")) {
            let path = format!("snapshots/{folder}/{name}");
            assert!(known.contains(&path), "{path} has no position: delete it");
        }
    }
}

/// Snapshots are compared without their headers.
#[test]
fn the_header_of_each_snapshot_draws_its_board() {
    for (suite, position) in kept_positions() {
        let path = snapshot_path((suite, position));
        let snapshot =
            std::fs::read_to_string(in_repository(&path)).unwrap_or_default().replace('\r', "");
        let header = header(written(suite, position));
        let expected = format!("description: |-\n{header}").replace('\n', "\n  ");
        assert!(
            snapshot.contains(&expected),
            "{path} has another header than\n{expected}\n\
             write it anew: INSTA_UPDATE=force cargo test --test suites depth_{SNAPSHOT_DEPTH}"
        );
    }
}

pub fn in_repository(path: &str) -> PathBuf {
    Path::new(ROOT).join(path)
}

/// The names of the files in a folder, if there is one. A `.snap.new` waits to be reviewed, and the case
/// that wrote it has failed already.
fn files(folder: &str) -> Vec<String> {
    let items = std::fs::read_dir(in_repository(folder)).into_iter().flatten();
    let names = items.map(|item| item.expect("the folder can be read").file_name().into_string());
    let names = names.map(|name| name.expect("names of files are text"));
    names.filter(|name| !name.ends_with(".snap.new")).collect()
}
