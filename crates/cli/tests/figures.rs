//! The numbers that the pages say about this repository are those of the source, and what was measured is the same
//! wherever it is said.

use ox88::suite::{Count, SuitePosition, built_in};
use ox88_test_support::{ROOT, code_below};
use std::collections::HashSet;
use std::fs;
use std::path::Path;

/// A page, a sentence on it with `{}` for each number, and the right numbers.
struct Figure {
    page: &'static str,
    sentence: &'static str,
    right: Vec<String>,
}

macro_rules! figure {
    ($page:literal, $sentence:expr, $($right:expr),+) => {
        Figure { page: $page, sentence: $sentence, right: vec![$($right.to_string()),+] }
    };
}

/// Whoever writes a number about this repository on a page gives it a row here.
fn figures() -> Vec<Figure> {
    [of_the_suites(), of_other_engines(), of_measurements()].into_iter().flatten().collect()
}

fn of_the_suites() -> Vec<Figure> {
    let nodes = |position: &'static SuitePosition| position.entry.counts.iter().map(nodes_of);
    let counts: Vec<u128> =
        built_in::suites().into_iter().flat_map(|suite| &suite.positions).flat_map(nodes).collect();
    let plain = constant_of_tests("PLAIN_UP_TO");
    let beyond = counts.iter().filter(|&&nodes| nodes > plain).count();
    let catch_all = &built_in::suite("suites/catch_all.epd").expect("it is built in").positions;
    let leaves: u128 = catch_all.iter().flat_map(nodes).sum();
    // The tests of the broken engine make this page.
    let [caught, faults] = said("docs/catch_all.md", "catches {} of the {} faults of");
    let draws = &built_in::suite("suites/draws.epd").expect("it is built in").positions;
    let clock = |position: &&SuitePosition| position.position.setup().halfmove_clock > 100;
    let start = built_in::by_id("start_position").expect("it is built in");
    let leaves_of_start = |depth| start.count(depth).map_or(0, |count| count.nodes);
    let targets = read(".github/workflows/release.yml").matches("- { target: ").count();
    vec![
        figure!(
            "docs/trust.md",
            "up to {} leaves. For the {} of {} counts that are larger",
            plain,
            beyond,
            counts.len()
        ),
        figure!("docs/trust.md", "a switch for each of {} faults", faults),
        figure!("README.md", "a switch for each of {} faults", faults),
        figure!(
            "README.md",
            "[{} positions](docs/catch_all.md) in ox88 catch {} of {} planted bugs",
            catch_all.len(),
            caught,
            faults
        ),
        figure!("docs/adapters.md", "It catches {} of {} known faults", caught, faults),
        figure!("suites/catch_all.epd", "catch {} of {} faults", caught, faults),
        figure!("suites/catch_all.epd", "{} positions and {} nodes", catch_all.len(), leaves),
        figure!(
            "README.md",
            "Building ox88 needs Rust {} or newer.",
            env!("CARGO_PKG_RUST_VERSION")
        ),
        figure!("docs/install.md", "| Rust {} |", env!("CARGO_PKG_RUST_VERSION")),
        figure!("docs/gpu.md", "and so their sum is {}", leaves_of_start(5)),
        figure!("docs/gpu.md", "| 5,362 | {} |", leaves_of_start(3)),
        figure!("CHANGELOG.md", "{} built-in suites", built_in::suites().len()),
        figure!("CONTRIBUTING.md", "the wheel for {} targets", targets),
        figure!(
            "docs/engines.md",
            "{} positions of the suite of draws",
            draws.iter().filter(clock).count()
        ),
    ]
}

fn nodes_of(count: &Count) -> u128 {
    count.nodes
}

/// docs/engines.md counts the rows of its own tables.
fn of_other_engines() -> Vec<Figure> {
    const PAGE: &str = "docs/engines.md";
    let tables = read(PAGE);
    let rows = |cells: usize| {
        let rows = tables.lines().map(cells_of);
        rows.filter(move |row| {
            row.len() == cells && row[0] != "engine and commit" && row[0] != "---"
        })
    };
    let right = rows(6).filter(|row| row[0] != "engine and version").count();
    let builds: Vec<Vec<&str>> = rows(7).collect();
    let generator = |row: &Vec<&str>| {
        let (name, version) = row[0].split_once(' ').unwrap_or((row[0], ""));
        // A package has no owner in front of its name.
        if name.contains('/') { name.to_owned() } else { format!("{name} {version}") }
    };
    let generators: HashSet<String> = builds.iter().map(generator).collect();
    let languages: HashSet<&str> =
        builds.iter().filter_map(|row| row[1].split(',').next()).collect();

    let is_repaired = |row: &&Vec<&str>| {
        !row[2].ends_with("(not repaired there)") && !row[2].starts_with("(a package")
    };
    let repaired: Vec<&Vec<&str>> = builds.iter().filter(is_repaired).collect();
    let starting_with = |text: &str| repaired.iter().filter(|row| row[4].starts_with(text)).count();
    let hidden = starting_with("no count shows it");
    let missed = starting_with("missed");
    let found = repaired.len() - hidden - missed;
    let in_part = found - starting_with("yes");
    vec![
        figure!(
            "docs/engines.md",
            "We hunted {} builds of {} generators that others wrote, in {} languages",
            builds.len(),
            generators.len(),
            languages.len()
        ),
        figure!("docs/engines.md", "{} of them at the commit just before", repaired.len()),
        figure!("docs/engines.md", "Then we hunted {} engines that are correct", right),
        figure!("docs/engines.md", "accused none of the {} correct ones", right),
        figure!("docs/engines.md", "| {} | found that fault; in {} of them", found, in_part),
        figure!("docs/engines.md", "| {} | could not find it", hidden),
        figure!("docs/engines.md", "| {} | [missed it]", missed),
        figure!("docs/engines.md", "| {} | are not such a commit", builds.len() - repaired.len()),
        figure!("docs/engines.md", "the tree of moves: {} of the commits", hidden),
        figure!(
            "docs/trust.md",
            "It found {} of {} faults that counts can show, {} of them",
            found,
            found + missed,
            in_part
        ),
        figure!("docs/trust.md", "accused none of the {} engines that are right", right),
    ]
}

/// One page has the table that a command printed; the others repeat it.
fn of_measurements() -> Vec<Figure> {
    const MEANS: &str = "the geometric mean over six positions: ox88 {}, ellxor {}, templechess {}, mperft {}, \
        cozy-chess {}, Stockfish {}, shakmaty {}, ox88's plain generator {}](";
    let mean = |program: &str| cell("docs/speed.md", program, 7);
    let programs = [
        "ox88, quick",
        "ellxor",
        "templechess",
        "mperft",
        "cozy-chess 0.3.4",
        "Stockfish 15.1",
        "shakmaty 0.30.0",
        "ox88, reference",
    ];
    let means: Vec<String> = programs.map(mean).into();
    let number = |text: &str| text.parse::<f64>().expect("a measurement is a number");
    let ratio = (number(&means[0]) / number(&means[7])).round();
    // The least and the greatest share of the quick walk's speed that a column of the card's page has.
    let shares = |column: usize| {
        let share = |row| {
            let figure = |column| number(&cell("docs/gpu.md", row, column));
            figure(column) / figure(column + 1)
        };
        let mut shares = ["Mesa, start d6", "Mesa, start d7", "Mesa, kiwipete d5"].map(share);
        shares.sort_by(f64::total_cmp);
        [shares[0], shares[2]].map(|share| format!("{share:.2}"))
    };
    let ([walked, most_walked], [counted, most_counted]) = (shares(1), shares(3));
    let error = cell("docs/estimate.md", "60.0", 2).replace(" %", "");
    let plain_error = cell("docs/estimate.md", "nine plies drawn, three counted", 3);
    let plain_error = number(plain_error.trim_end_matches(" %"));
    let [minutes] = said("CONTRIBUTING.md", "took {} minutes of processor time");
    let random_games = |column| -> f64 {
        let text = read("CONTRIBUTING.md");
        let rows = text.split_once("| from | games |").expect("the table is there").1;
        let rows = rows.lines().skip(2).take_while(|line| line.starts_with('|'));
        rows.map(|row| number(&plain(cells_of(row)[column]))).sum()
    };
    vec![
        Figure { page: "README.md", sentence: MEANS, right: means.clone() },
        Figure { page: "docs/speed.md", sentence: MEANS, right: means },
        figure!(
            "docs/gpu.md",
            "has {} to {} times the speed of the quick walk, and of the leaves walked {} to {} times",
            counted,
            most_counted,
            walked,
            most_walked
        ),
        figure!("crates/count/README.md", "but {} times as fast on one core", ratio),
        figure!("docs/speed.md", "a standard error of {} % after a minute", error),
        figure!("docs/estimate.md", "two cores reach a standard error of {} % in a minute", error),
        figure!("docs/command-line.md", "brings the standard error to **{} %**", error),
        figure!("docs/command-line.md", "It reaches {} %", format!("{plain_error:.3}")),
        figure!("docs/trust.md", "with {} million moves", (random_games(3) / 1e6).round()),
        figure!("docs/trust.md", "These {} million positions", (random_games(2) / 1e6).round()),
        figure!("docs/trust.md", "took {} minutes of processor time", minutes),
    ]
}

fn read(file: &str) -> String {
    let text = fs::read_to_string(Path::new(ROOT).join(file));
    text.unwrap_or_else(|error| panic!("{file}: {error}"))
}

/// The value of a constant in the tests of the root.
fn constant_of_tests(name: &str) -> u128 {
    let tests = code_below(&Path::new(ROOT).join("tests"));
    let value =
        tests.split_once(&format!("const {name}: u128 = ")).and_then(|it| it.1.split(';').next());
    let value = value.and_then(|value| value.replace('_', "").parse().ok());
    value.unwrap_or_else(|| panic!("tests/ has no constant {name}"))
}

/// The cells of a row of a table; none of another line.
fn cells_of(line: &str) -> Vec<&str> {
    let row = line.strip_prefix("| ").and_then(|line| line.strip_suffix(" |"));
    row.map(|row| row.split(" | ").map(str::trim).collect()).unwrap_or_default()
}

/// A cell in the first row that begins with this one.
fn cell(page: &str, row: &str, column: usize) -> String {
    let text = read(page);
    let found = text.lines().map(cells_of).find(|cells| cells.first() == Some(&row));
    found.unwrap_or_else(|| panic!("{page} has no row {row}"))[column].to_owned()
}

/// The numbers of a sentence on a page.
fn said<const N: usize>(page: &str, sentence: &str) -> [String; N] {
    let said =
        numbers_in(&read(page), sentence).unwrap_or_else(|| panic!("{page}: {sentence:?} is gone"));
    said.try_into().expect("the sentence has so many numbers")
}

/// A number as digits alone, as `3007` for `3,007` and `9` for `Nine`.
fn plain(number: &str) -> String {
    const WORDS: [&str; 21] = [
        "zero",
        "one",
        "two",
        "three",
        "four",
        "five",
        "six",
        "seven",
        "eight",
        "nine",
        "ten",
        "eleven",
        "twelve",
        "thirteen",
        "fourteen",
        "fifteen",
        "sixteen",
        "seventeen",
        "eighteen",
        "nineteen",
        "twenty",
    ];
    let number = number.to_lowercase().replace(',', "");
    WORDS.iter().position(|word| *word == number).map_or(number, |value| value.to_string())
}

/// The numbers where this sentence stands in the text, wherever its lines are broken.
fn numbers_in(text: &str, sentence: &str) -> Option<Vec<String>> {
    let words = text.lines().flat_map(|line| line.trim_start_matches("# ").split_whitespace());
    let text = words.collect::<Vec<_>>().join(" ");
    let parts: Vec<&str> = sentence.split("{}").collect();
    let mut starts = text.match_indices(parts[0]).map(|(place, part)| &text[place + part.len()..]);
    starts.find_map(|rest| numbers_between(&parts[1..], rest))
}

/// The numbers in front of each of these parts.
fn numbers_between(parts: &[&str], mut text: &str) -> Option<Vec<String>> {
    let is_other = |letter: char| !letter.is_alphanumeric() && !",.".contains(letter);
    let mut numbers = Vec::new();
    for part in parts {
        let number = text[..text.find(is_other).unwrap_or(text.len())].trim_end_matches([',', '.']);
        numbers.push(plain(number));
        text = text[number.len()..].strip_prefix(part)?;
    }
    Some(numbers)
}

#[test]
fn every_number_about_the_repository_is_true() {
    let wrong = |Figure { page, sentence, right }: &Figure| match numbers_in(&read(page), sentence)
    {
        None => Some(format!("{page} has no sentence {sentence:?}")),
        Some(said) if said == *right => None,
        Some(said) => Some(format!("{page}: {sentence:?}: says {said:?}, right is {right:?}")),
    };
    let wrong: Vec<String> = figures().iter().filter_map(wrong).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
