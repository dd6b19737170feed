//! `vectors/`: the suites as data that other projects copy, made from the suites and from the faults.
//!
//! ```text
//! cargo run -p ox88-checks --bin vectors                # says what the folder has
//! cargo run -p ox88-checks --bin vectors -- --write     # writes its files: see `files`
//! ```

mod flags;
mod text;
mod vector;

use crate::catch_all::known::why_not;
use crate::repository::{exit_code, in_repository, write};
use ox88::suite::{Suite, built_in};
use ox88_broken_engine::faults::Fault;
use ox88_count::Start960;
use ox88_hunt::Rule;
use rayon::prelude::*;
use std::env;
use std::fmt::Write as _;
use std::fs;
use std::process::ExitCode;
pub use text::shredder_fen;
use text::{object, quoted};
use vector::Vector;

/// The version of the data. `vectors/README.md` promises what each of its numbers may change.
pub(crate) const VERSION: &str = "3.1.0";

/// The file of the starts of Chess960, which has no JSON.
const STARTS: &str = "chess960_starts";

/// How deep each of them is counted.
const DEPTH_OF_STARTS: u32 = 4;

/// A file of the folder, with its text.
pub(crate) struct File {
    pub path: String,
    pub text: String,
}

/// Runs the command with the arguments of the program.
pub fn run() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let end = match words[..] {
        [] => {
            print!("{}", table(&sets(), &starts()));
            Ok(())
        }
        ["--write"] => files().into_iter().try_for_each(|file| write(&file.path, &file.text)),
        _ => Err("expected nothing, or --write".to_owned()),
    };
    exit_code(end)
}

/// Positions about one rule, or one of each rule.
pub(crate) struct Set {
    pub name: String,
    about: String,
    pub vectors: Vec<Vector>,
}

/// The files of the folder that the command writes. The others are written by hand.
pub(crate) fn files() -> Vec<File> {
    let sets = sets();
    let file = |name: &str, text| File { path: format!("vectors/{name}"), text };
    let of_set = |set: &Set| {
        [
            file(&format!("{}.json", set.name), set.json()),
            file(&format!("{}.epd", set.name), set.vectors.iter().map(Vector::epd).collect()),
        ]
    };
    let mut files: Vec<File> = sets.iter().flat_map(of_set).collect();
    let starts = starts();
    files.push(file(&format!("{STARTS}.epd"), starts.concat()));
    files.push(file("faults.json", faults()));
    files.push(file("polyglot.json", polyglot()));
    files.push(file("fens.json", fens()));
    files.push(File { path: README.to_owned(), text: readme(&table(&sets, &starts)) });
    files
}

/// The page of the folder. The command writes its table alone.
const README: &str = "vectors/README.md";

/// All sets, in the order of the suites; last the one with a position for each rule.
pub(crate) fn sets() -> Vec<Set> {
    let mut sets: Vec<Set> = built_in::suites().par_iter().map(|suite| of_suite(suite)).collect();
    let of_rules = of_rules(&sets);
    sets.push(of_rules);
    sets
}

/// The positions of a suite as its file has them now, so that a change needs no build.
fn of_suite(built_in: &Suite) -> Set {
    let file = &built_in.file;
    let text = fs::read_to_string(in_repository(file))
        .unwrap_or_else(|error| panic!("{file}: {error}: it is read where the repository is"));
    let suite = Suite::read(file, &text).unwrap_or_else(|error| panic!("{error}"));
    let remarks = text::remarks(&text);
    let vector = |known| Vector::of_suite(known, file, remarks.above(known));
    let vectors = suite.positions.par_iter().map(vector).collect();
    Set { name: suite.name().to_owned(), about: remarks.head(), vectors }
}

/// For each rule that a count can show, the position that shows it best.
fn of_rules(sets: &[Set]) -> Set {
    let mut all: Vec<Vector> = sets.iter().flat_map(|set| set.vectors.iter().cloned()).collect();
    let examples = Fault::ALL.par_iter().flat_map_iter(|fault| fault.examples());
    all.par_extend(examples.map(|it| Vector::of_example(it.fen, it.depth)));
    all.retain(|vector| !vector.has(flags::Flag::CannotArise));
    let of_rule = |&rule: &Rule| vector::best(rule, &all);
    let about = "For each rule that a count can show, the position that shows it best: the one that the fewest known \
                 bugs against other rules change, and of these the smallest. Where no such bug changes it, it is \
                 `alone`.";
    Set {
        name: "rules".to_owned(),
        about: about.to_owned(),
        vectors: Rule::ALL.par_iter().filter_map(of_rule).collect(),
    }
}

impl Set {
    fn json(&self) -> String {
        let vectors: Vec<String> = self.vectors.iter().map(Vector::json).collect();
        format!(
            "{{\n\"version\": {},\n\"name\": {},\n\"about\": {},\n\"positions\": [\n{}\n]\n}}\n",
            quoted(VERSION),
            quoted(&self.name),
            quoted(&self.about),
            vectors.join(",\n")
        )
    }

    /// All counts of all positions.
    pub fn leaves(&self) -> u64 {
        self.vectors.iter().flat_map(|vector| &vector.counts).sum()
    }
}

/// A line for each start of Chess960, in the order of their numbers: the first is number 0.
fn starts() -> Vec<String> {
    let start = |number| {
        let position = Start960::new(number).expect("every number is below 960").position();
        let mut line = shredder_fen(&position);
        for depth in 1..=DEPTH_OF_STARTS {
            let _ = write!(line, " ;D{depth} {}", ox88_count::quick::perft(&position, depth));
        }
        line + "\n"
    };
    (0..Start960::COUNT).into_par_iter().map(start).collect()
}

/// What each name in `faults` of a position means.
fn faults() -> String {
    let fault = |&fault: &Fault| {
        let truth = fault.truth();
        let mut fields = vec![
            ("what", quoted(fault.description())),
            ("rule", quoted(truth.rule)),
            ("part", quoted(truth.part)),
        ];
        if let Some(reason) = why_not(fault) {
            fields.push(("not-in-catch_all", quoted(reason)));
        }
        format!("{}: {}", quoted(fault.name()), object(fields))
    };
    let faults: Vec<String> = Fault::ALL.iter().map(fault).collect();
    format!(
        "{{\n\"version\": {},\n\"faults\": {{\n{}\n}}\n}}\n",
        quoted(VERSION),
        faults.join(",\n")
    )
}

/// The keys of Polyglot's books, and where they are from.
fn polyglot() -> String {
    let position = |line: &str| {
        let (key, fen) = line.split_once(' ')?;
        Some(object([("fen", quoted(fen)), ("key", quoted(key))]))
    };
    of_facts(ox88_facts::POLYGLOT, "positions", position)
}

/// Texts in place of FENs, with what is right.
fn fens() -> String {
    let fen = |line: &str| {
        let cells: Vec<&str> = line.split(" | ").collect();
        let fields = ["verdict", "fen", "why", "normalised"].into_iter().zip(cells);
        Some(object(fields.map(|(name, cell)| (name, quoted(cell)))))
    };
    of_facts(ox88_facts::FENS, "fens", fen)
}

/// A file of `ox88-facts`, of which each line becomes an object. The lines above, which begin with `#`, say what it is.
fn of_facts(text: &str, name: &str, row: impl Fn(&str) -> Option<String>) -> String {
    let (about, lines): (Vec<&str>, Vec<&str>) = text.lines().partition(|it| it.starts_with('#'));
    let about: Vec<&str> = about.iter().map(|line| line.trim_start_matches(['#', ' '])).collect();
    let rows: Vec<String> = lines.into_iter().filter_map(row).collect();
    format!(
        "{{\n\"version\": {},\n\"about\": {},\n{}: [\n{}\n]\n}}\n",
        quoted(VERSION),
        quoted(&about.join(" ")),
        quoted(name),
        rows.join(",\n")
    )
}

/// The files with their positions, and all counts of all of them.
fn table(sets: &[Set], starts: &[String]) -> String {
    let mut table = "| file | positions | leaves |\n|---|--:|--:|\n".to_owned();
    let mut row = |name: &str, positions: usize, leaves: u64| {
        let _ = writeln!(table, "| `{name}` | {positions} | {leaves} |");
    };
    for set in sets {
        row(&set.name, set.vectors.len(), set.leaves());
    }
    let counts = |line: &String| -> u64 {
        let counts = line.split(" ;D").skip(1).filter_map(|it| it.split_once(' '));
        counts.filter_map(|it| it.1.trim().parse::<u64>().ok()).sum()
    };
    row(STARTS, starts.len(), starts.iter().map(counts).sum());
    table
}

/// The page, with this table between its marks.
fn readme(table: &str) -> String {
    const BEGIN: &str = "<!-- files -->\n";
    const END: &str = "<!-- /files -->\n";
    let page = fs::read_to_string(in_repository(README)).unwrap_or_default();
    let parts =
        page.split_once(BEGIN).and_then(|(before, rest)| Some((before, rest.split_once(END)?.1)));
    let (before, after) = parts.unwrap_or_else(|| panic!("{README}: expected {BEGIN} and {END}"));
    format!("{before}{BEGIN}{table}{END}{after}")
}
