//! The numbers that the pages say about this repository are those of the source, and what was measured is the same
//! wherever it is said. The sentences are in `figures.txt`.

use ox88::suite::{Count, SuitePosition, built_in};
use ox88_test_support::{ROOT, code_below};
use std::collections::{HashMap, HashSet};
use std::fs;
use std::path::Path;

/// The right numbers, by their names in `figures.txt`.
type Figures = HashMap<&'static str, String>;

macro_rules! name {
    ($figures:ident: $($name:ident),+) => {
        $($figures.insert(stringify!($name), $name.to_string());)+
    };
}

fn of_the_suites(figures: &mut Figures) {
    let nodes = |position: &'static SuitePosition| position.entry.counts.iter().map(nodes_of);
    let all: Vec<u128> =
        built_in::suites().into_iter().flat_map(|suite| &suite.positions).flat_map(nodes).collect();
    let (plain, counts) = (constant_of_tests("PLAIN_UP_TO"), all.len());
    let beyond = all.iter().filter(|&&nodes| nodes > plain).count();
    let catch_all = &built_in::suite("suites/catch_all.epd").expect("it is built in").positions;
    let (catch_alls, leaves) = (catch_all.len(), catch_all.iter().flat_map(nodes).sum::<u128>());
    // The tests of the broken engine make this page.
    let [caught, faults] = said("docs/catch_all.md", "catches {} of the {} bugs of");
    let draws = &built_in::suite("suites/draws.epd").expect("it is built in").positions;
    let clock = |position: &&SuitePosition| position.position.setup().halfmove_clock > 100;
    let clocks = draws.iter().filter(clock).count();
    let start = built_in::by_id("start_position").expect("it is built in");
    let [depth3, depth5] = [3, 5].map(|depth| start.count(depth).map_or(0, |count| count.nodes));
    let targets = read(".github/workflows/release.yml").matches("- { target: ").count();
    let (suites, rust) = (built_in::suites().len(), env!("CARGO_PKG_RUST_VERSION"));
    name!(figures: plain, counts, beyond, catch_alls, leaves, caught, faults, clocks, depth3, depth5);
    name!(figures: targets, suites, rust);
}

/// How many positions a hunt in process and one of an engine plan to ask about: a wrong answer ends each at once.
fn of_hunts(figures: &mut Figures) {
    let check = || ox88_hunt::check(|_: &str, _: &[&str], _: u32| [("a1a1", 1_u64)]);
    let of_functions = check().report().positions_planned;
    let of_engines = check().chess960().max_nodes(1_000_000).report().positions_planned;
    name!(figures: of_functions, of_engines);
}

fn nodes_of(count: &Count) -> u128 {
    count.nodes
}

/// docs/engines.md counts the rows of its own tables, and the names in its last part.
fn of_other_engines(figures: &mut Figures) {
    let tables = read("docs/engines.md");
    let (tables, right) = tables.split_once("## Engines that are right").expect("the last part");
    let right = right.split(',').count();
    let rows = tables.lines().map(cells_of).filter(|row| row.len() == 7);
    let all: Vec<Vec<&str>> =
        rows.filter(|row| row[0] != "engine and commit" && row[0] != "---").collect();
    let generator = |row: &Vec<&str>| {
        let (name, version) = row[0].split_once(' ').unwrap_or((row[0], ""));
        // A package has no owner in front of its name.
        if name.contains('/') { name.to_owned() } else { format!("{name} {version}") }
    };
    let generators = all.iter().map(generator).collect::<HashSet<_>>().len();
    let languages = all.iter().filter_map(|row| row[1].split(',').next());
    let (builds, languages) = (all.len(), languages.collect::<HashSet<_>>().len());

    let is_repaired = |row: &&Vec<&str>| {
        !row[2].ends_with("(not fixed there)") && !row[2].starts_with("(a package")
    };
    let commits: Vec<&Vec<&str>> = all.iter().filter(is_repaired).collect();
    let starting_with = |text: &str| commits.iter().filter(|row| row[4].starts_with(text)).count();
    let (repaired, others) = (commits.len(), builds - commits.len());
    let (hidden, missed) = (starting_with("no count shows it"), starting_with("missed"));
    let (found, shown) = (repaired - hidden - missed, repaired - hidden);
    let in_part = found - starting_with("yes");
    name!(figures: right, builds, generators, languages, repaired, others, hidden, missed, found);
    name!(figures: shown, in_part);
}

/// One page has the table that a command printed; the others repeat it.
fn of_measurements(figures: &mut Figures) {
    let mean = |program: &str| cell("docs/speed.md", program, 7);
    let [ox88, ellxor, templechess, mperft] =
        ["ox88, quick", "ellxor", "templechess", "mperft"].map(mean);
    let [gigantua, perft_cpu] = ["Gigantua", "perft_cpu_2026"].map(mean);
    let [cozy, stockfish, shakmaty, reference] =
        ["cozy-chess 0.3.4", "Stockfish 15.1", "shakmaty 0.30.0", "ox88, reference"].map(mean);
    let number = |text: &str| text.parse::<f64>().expect("a measurement is a number");
    let ratio = (number(&ox88) / number(&reference)).round();
    let [minutes] = said("CONTRIBUTING.md", "took {} minutes of processor time");
    let random_games = |column| -> f64 {
        let text = read("CONTRIBUTING.md");
        let rows = text.split_once("| from | games |").expect("the table is there").1;
        let rows = rows.lines().skip(2).take_while(|line| line.starts_with('|'));
        rows.map(|row| number(&plain(cells_of(row)[column]))).sum()
    };
    let [positions, moves] = [2, 3].map(|column| (random_games(column) / 1e6).round());
    name!(figures: ox88, ellxor, templechess, mperft, cozy, stockfish, shakmaty, reference, ratio);
    name!(figures: gigantua, perft_cpu);
    name!(figures: minutes, positions, moves);
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
    const WORDS: &str = "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen \
        fifteen sixteen seventeen eighteen nineteen twenty";
    let number = number.to_lowercase().replace(',', "");
    WORDS.split(' ').position(|word| word == number).map_or(number, |value| value.to_string())
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
    let mut figures = Figures::new();
    of_the_suites(&mut figures);
    of_hunts(&mut figures);
    of_other_engines(&mut figures);
    of_measurements(&mut figures);
    let wrong = |line: &str| {
        let (page, named) = line.split_once(": ").expect("a page and a sentence");
        let parts: Vec<&str> = named.split(['{', '}']).collect();
        let right: Vec<_> =
            parts.iter().skip(1).step_by(2).map(|name| figures[name].as_str()).collect();
        let sentence = parts.iter().step_by(2).copied().collect::<Vec<_>>().join("{}");
        match numbers_in(&read(page), &sentence) {
            None => Some(format!("{page} has no sentence {sentence:?}")),
            Some(said) if said == right => None,
            Some(said) => Some(format!("{page}: {sentence:?}: says {said:?}, right is {right:?}")),
        }
    };
    let rows = include_str!("figures.txt").lines().filter(|line| !line.starts_with("// "));
    let wrong: Vec<String> = rows.filter_map(wrong).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
