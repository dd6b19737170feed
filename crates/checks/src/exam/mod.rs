//! The exam of the hunt: engines with planted faults, asked at every door, and a grade for each verdict.
//!
//! ```text
//! cargo run --release -p ox88-checks --bin exam -- \
//!     [--seed N] [--pairs N] [--most N] [--ways uci,paste] [--only "FAULT FAULT"] [--csv FILE] [--write]
//! ```
//!
//! `--most` asks a sample at each door: so many engines with one fault, and with two. `--only` prints the whole report
//! of one engine. `--write` writes the rows of these doors into the tables of `crates/checks/exam.md` and `docs/trust.md`.
//! The exit code is 0 if the hunt reaches its bar at each door, 1 if not, 2 if the exam could not be held.
//!
//! ```text
//! cases ──> doors ──> partners ──> (the hunt)
//!             │                        │
//!             └──────── told <── JSON ─┘
//!                        │
//!   truth ──> grade <────┤
//!               │        │
//!               └─── witness ──> (the broken engine)
//!               v
//!             table
//! ```
//!
//! | part | its one job |
//! |---|---|
//! | `cases` | which engines: each form of each fault alone, and pairs by a seed |
//! | `doors` | where they are asked, with the plan of that door |
//! | `facts` | the door of facts: engines, hunt and grade |
//! | `partners` | the broken engine as an engine, a script, a person, a function, a generator |
//! | `told` | what the hunt tells, read from its JSON |
//! | `truth` (beside the list of faults) | which rules and parts are right, and why |
//! | `witness` | what is so in the engine: its state, and its answers without a fault |
//! | `grade` | a verdict beside the truth, and its details beside the witness |
//! | `table` | the results |
//!
//! The hunt is asked and read as a stranger would: its tables decide nothing here. A verdict is *right* if it names the
//! rule and the part of a planted fault. It is *invented* if a detail of it is not so, by what the engine itself has on
//! its board, or by what it answers without the fault.

pub(crate) mod cases;
pub(crate) mod doors;
pub(crate) mod facts;
pub(crate) mod grade;
pub(crate) mod partners;
pub(crate) mod table;
pub(crate) mod told;
pub(crate) mod witness;

use crate::repository::{change_between, exit_code_of_exam};
use argh::FromArgs;
use cases::Case;
use doors::Door;
use grade::Grade;
use ox88::Color;
use ox88_broken_engine::faults::Fault;
use std::fs;
use std::num::NonZero;
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// The seed of the table in the documentation, and how many pairs it has.
const SEED: u64 = 45;
const PAIRS: usize = 1_000;

/// After so many of them the exam says how far it is.
const TOLD_EACH: usize = 100;

/// The page with a line for each door, and the one with the whole table.
const PAGE: &str = "docs/trust.md";
const DETAILS: &str = "crates/checks/exam.md";

/// In one option. A `Vec` would be an option that is given several times.
type Doors = Vec<Door>;

/// Examines the hunt: engines with planted faults, asked in every way, and a grade for each verdict.
#[derive(FromArgs)]
pub(crate) struct Order {
    /// what the pairs and the samples are drawn by (45 if left out)
    #[argh(option, default = "SEED")]
    pub seed: u64,
    /// how many pairs of faults (1000 if left out)
    #[argh(option, default = "PAIRS")]
    pub pairs: usize,
    /// instead of each fault in each form: those that depend on the order of moves, in so many orders
    #[argh(option, default = "0")]
    pub orders: u16,
    /// the most engines with one fault, and with two, in each way (all if left out)
    #[argh(option, default = "usize::MAX")]
    pub most: usize,
    /// the ways of asking, as in uci,paste (all if left out)
    #[argh(option, default = "Door::ALL.to_vec()", from_str_fn(doors))]
    pub ways: Doors,
    /// print the whole report of the engine with these faults
    #[argh(option)]
    pub only: Option<String>,
    /// write a line for each verdict into this file
    #[argh(option)]
    pub csv: Option<String>,
    /// write the tables into their pages
    #[argh(switch)]
    pub write: bool,
}

/// What came of one engine at one door.
pub(crate) struct Asked {
    pub words: String,
    /// How many faults it has: two at most, and none if it has a habit that is no fault.
    pub faults: usize,
    pub door: Door,
    pub grade: Grade,
    /// Why, where the grade alone does not say that.
    pub why: String,
    /// What would be right.
    pub expected: String,
    pub rule: String,
    pub part: String,
    pub sentence: String,
    /// The pieces on the board that is shown, if something was found.
    pub pieces: Option<usize>,
    pub questions: u64,
    pub time: Duration,
    /// The whole report.
    pub text: String,
}

/// Runs the command with the arguments of the program.
pub fn run() -> ExitCode {
    exit_code_of_exam(examine(&argh::from_env()))
}

/// The doors of these names. A name also means those that begin with it and a hyphen.
fn doors(names: &str) -> Result<Vec<Door>, String> {
    let mut found = Vec::new();
    for name in names.split(',') {
        let exact = Door::ALL.into_iter().filter(|door| door.name() == name);
        let mut doors: Vec<Door> = exact.collect();
        if doors.is_empty() {
            let begin = format!("{name}-");
            doors.extend(Door::ALL.into_iter().filter(|door| door.name().starts_with(&begin)));
        }
        if doors.is_empty() {
            let known: Vec<&str> = Door::ALL.iter().map(|door| door.name()).collect();
            return Err(format!(
                "{name:?} is not a way of asking: expected one of {}",
                known.join(", ")
            ));
        }
        found.extend(doors);
    }
    Ok(found)
}

/// Does as ordered. Returns whether the hunt has passed.
fn examine(order: &Order) -> Result<bool, String> {
    let start = Instant::now();
    if let Some(only) = &order.only {
        for &door in &order.ways {
            let (asked, switches) = if door == Door::Facts {
                (Some(facts::ask(&facts::read(only)?)), String::new())
            } else {
                let case = Case::read(only)?;
                let switches = case.kinds().into_iter().map(Fault::arguments);
                (ask(&case, door, order.seed), switches.collect())
            };
            match asked {
                None => println!("{}: there is nothing to ask", door.name()),
                Some(it) => println!(
                    "{}: {} {}\nexpected {}\n{}told {} ({})\n{}\n\n{}",
                    door.name(),
                    it.grade.name(),
                    it.why,
                    it.expected,
                    switches,
                    it.rule,
                    it.part,
                    it.sentence,
                    it.text
                ),
            }
        }
        return Ok(true);
    }
    let asked = ask_all(order);
    let table = table::table(&asked);
    print!("{table}");
    eprintln!("{} hunts in {} s", asked.len(), start.elapsed().as_secs());
    if let Some(file) = &order.csv {
        fs::write(file, table::csv(&asked, order)).map_err(|error| format!("{file}: {error}"))?;
    }
    if order.write {
        let others = |old: &str, new: &str| table::with_rows_of_others(old, new, &order.ways);
        change_between(PAGE, "exam", |old| others(old, &table::summary(&asked)))?;
        change_between(DETAILS, "exam", |old| others(old, &table))?;
    }
    let misses = table::misses(&asked);
    for miss in &misses {
        eprintln!("{miss}");
    }
    Ok(misses.is_empty())
}

/// The results of all engines at all doors that were ordered.
pub(crate) fn ask_all(order: &Order) -> Vec<Asked> {
    let (alone, pairs) = (cases::alone(order.orders), cases::pairs(order.seed, order.pairs));
    let of_door = |&door: &Door| {
        let (most_alone, most_pairs) = door.most();
        let (most_alone, most_pairs) = (most_alone.min(order.most), most_pairs.min(order.most));
        let alone = cases::sample(&alone, order.seed, most_alone);
        let pairs = cases::sample(&pairs, order.seed, most_pairs);
        alone.into_iter().chain(pairs).map(move |case| (door, case)).collect::<Vec<_>>()
    };
    let (facts, doors): (Vec<Door>, Vec<Door>) =
        order.ways.iter().partition(|door| **door == Door::Facts);
    let questions: Vec<(Door, &Case)> = doors.iter().flat_map(of_door).collect();
    let asked = in_parallel(&questions, |&(door, case)| ask(case, door, order.seed));
    asked.into_iter().chain(facts.iter().flat_map(|_| facts::ask_all(order))).collect()
}

/// The grade of one engine at one door. Nothing if there is nothing to ask.
pub(crate) fn ask(case: &Case, door: Door, seed: u64) -> Option<Asked> {
    let start = Instant::now();
    let told = door.hunt(case, seed)?;
    let time = start.elapsed();
    let (grade, why) = grade::grade(case, door, &told, || door.is_shown(case));
    let first = told.causes.first().and_then(|cause| told.findings.get(cause.smallest));
    let kinds = case.kinds();
    let right = kinds.iter().map(|fault| {
        let answers: Vec<String> =
            fault.answers().map(|(rule, part)| format!("{rule} ({part})")).collect();
        answers.join(" or ")
    });
    Some(Asked {
        words: case.words.clone(),
        faults: if case.is_alone() { 1 } else { 2 },
        door,
        grade,
        why,
        expected: right.collect::<Vec<_>>().join("; "),
        rule: first.map_or(String::new(), |it| it.rule.clone()),
        part: first.map_or(String::new(), |it| it.part.clone()),
        sentence: first.map_or(String::new(), |it| it.sentence.clone()),
        pieces: first.map(|it| men(&it.line)),
        questions: told.questions,
        time,
        text: told.text + &all_findings(door, &told.findings),
    })
}

/// What a hunt of all findings has found, a line each: its report shows the smallest of each row alone.
fn all_findings(door: Door, findings: &[told::Finding]) -> String {
    let line = |it: &told::Finding| {
        let told::Finding { rule, part, sentence, line, .. } = it;
        format!("{rule} ({part}) {}: {sentence}\n", line.at_end().fen())
    };
    findings.iter().filter(|_| door == Door::All).map(line).collect()
}

/// The pieces on the board at the end of a line.
pub(crate) fn men(line: &ox88_hunt::Line) -> usize {
    let end = line.end();
    Color::BOTH.into_iter().map(|color| end.board().pieces(color).count()).sum()
}

/// What comes of each item, in their order, on all cores. The last ones, which take longest, come first. The right
/// answers are counted in the threads of rayon, which must not wait for each other: so these are others.
pub(crate) fn in_parallel<T: Sync, R: Send>(
    items: &[T],
    work: impl Fn(&T) -> Option<R> + Sync,
) -> Vec<R> {
    let threads = thread::available_parallelism().map_or(1, NonZero::get);
    let next = AtomicUsize::new(0);
    let done = Mutex::new(Vec::new());
    thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                loop {
                    let taken = next.fetch_add(1, Ordering::Relaxed) + 1;
                    let Some(place) = items.len().checked_sub(taken) else { break };
                    if taken.is_multiple_of(TOLD_EACH) {
                        eprintln!("{taken} of {}", items.len());
                    }
                    let item = &items[place];
                    if let Some(result) = work(item) {
                        let mut done = done.lock().expect("no thread panics while it holds it");
                        done.push((place, result));
                    }
                }
            });
        }
    });
    let mut done = done.into_inner().expect("no thread panics while it holds it");
    done.sort_by_key(|it| it.0);
    done.into_iter().map(|it| it.1).collect()
}
