//! The open exam: chance bugs in generators that others wrote, which no list describes.
//!
//! ```text
//! cargo run --release -p ox88-exam --bin open_exam -- \
//!     [--seed N] [--bugs N] [--seconds N] [--generators python-chess,chess.js] [--only N] [--write]
//! ```
//!
//! It changes one node of a generator by chance, lets `ox88 hunt` hunt the result, and grades the report by the function
//! that was changed. The seed is the day. `--bugs` is how many each generator gets, `--seconds` when the exam stops to
//! draw more. `--only` takes the change of this number, and prints the whole report. `--write` writes the table into
//! `docs/trust.md`. The exit code is 1 if a report has a move that another generator refutes, or lines that do not show
//! the bug in a new process; 2 if the exam could not be held.
//!
//! | part | its one job |
//! |---|---|
//! | `mutate` | changes one node of a source, by its tokens alone |
//! | `generators` | the generators: where they come from, and which part each function is |
//! | `questions` | positions from random play, what is right there, and what a generator answers |
//! | `grade` | a report beside the function that was changed, another generator, and a new process |
//! | `foretold` | a report beside the answers that the hunt did not ask for |
//! | `table` | the results, in words that an author reads |

mod foretold;
mod generators;
mod grade;
pub(crate) mod mutate;
mod questions;
mod table;

use crate::repository::{in_repository, put_between};
use foretold::Told;
use generators::{GENERATORS, Generator, copy};
use grade::Grade;
use mutate::{Edit, changed, edits};
use ox88_count::random::Random;
use questions::{Question, positions, questions, shuffle, start};
use serde_json::Value;
use std::collections::HashSet;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{self, Command, ExitCode};
use std::time::{Duration, Instant, SystemTime};

/// The page with the table.
const PAGE: &str = "docs/trust.md";

/// How long a hunt may take.
const BUDGET: &str = "20s";

/// How many positions decide at depths 1, 2 and 3 whether a change makes a difference.
const SCREEN: [usize; 3] = [600, 150, 60];
/// A change that has made none after this time makes none.
const SCREEN_TIME: Duration = Duration::from_secs(8);

/// How many answers at depths 1 and 2 are compared with what a report says, and for how long.
const FORETOLD: [usize; 2] = [300, 100];
const FORETOLD_TIME: Duration = Duration::from_secs(10);

/// What to do.
struct Order {
    seed: u64,
    bugs: usize,
    seconds: u64,
    generators: Vec<&'static Generator>,
    only: Option<usize>,
    writes: bool,
}

/// What a change comes to.
enum Outcome {
    /// It does not compile, or gives no answer to the first question.
    DoesNotRun,
    /// It agrees with the original in so many answers.
    NoDifference(usize),
    Hunted(Box<Hunted>),
}

/// A bug and what its report is worth.
struct Hunted {
    grade: Grade,
    /// The wrong moves and counts that the report names.
    moves: usize,
    /// Those of them that shakmaty refutes.
    refuted: Vec<String>,
    /// Whether the lines of the report show it in a new process.
    reproduced: Option<bool>,
    /// How many answers at depths 1 and 2 are as each of [`Told::NAMES`].
    foretold: [[usize; 5]; 2],
    rule: String,
    part: String,
    sentence: String,
    seconds: u64,
}

/// What comes of the changes to one generator.
struct Results {
    generator: &'static Generator,
    outcomes: Vec<Outcome>,
}

/// Runs the command with the arguments of the program.
pub fn run() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    match read(&arguments).and_then(|order| examine(&order)) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(problem) => {
            eprintln!("{problem}");
            ExitCode::from(2)
        }
    }
}

fn read(arguments: &[String]) -> Result<Order, String> {
    const USAGE: &str = "expected [--seed N] [--bugs N] [--seconds N] \
                         [--generators python-chess,chess.js] [--only N] [--write]";
    let day = SystemTime::now()
        .duration_since(SystemTime::UNIX_EPOCH)
        .map_or(0, |it| it.as_secs() / 86_400);
    let generators = GENERATORS.iter().collect();
    let mut order =
        Order { seed: day, bugs: 100, seconds: 600, generators, only: None, writes: false };
    let mut words = arguments.iter();
    while let Some(word) = words.next() {
        if word == "--write" {
            order.writes = true;
            continue;
        }
        let value = words.next().ok_or_else(|| format!("{word}: {USAGE}"))?;
        let refused = |_| format!("{word} {value}: {USAGE}");
        match word.as_str() {
            "--seed" => order.seed = value.parse().map_err(refused)?,
            "--bugs" => order.bugs = value.parse().map_err(refused)?,
            "--seconds" => order.seconds = value.parse().map_err(refused)?,
            "--only" => order.only = Some(value.parse().map_err(refused)?),
            "--generators" => {
                let named = |name| GENERATORS.iter().find(|it| it.name == name);
                let named: Option<Vec<&Generator>> = value.split(',').map(named).collect();
                order.generators = named.ok_or_else(|| format!("{word} {value}: {USAGE}"))?;
            }
            _ => return Err(format!("{word}: {USAGE}")),
        }
    }
    Ok(order)
}

/// Does as ordered. Returns whether all reports can be believed.
fn examine(order: &Order) -> Result<bool, String> {
    let ox88 = env::current_exe().map_err(|error| error.to_string())?.with_file_name("ox88");
    if !ox88.is_file() {
        return Err(format!(
            "{}: not found: build it by `cargo build -p ox88-cli` as this program was",
            ox88.display()
        ));
    }
    let room = Room { ox88, folder: env::temp_dir().join("ox88-open-exam"), seed: order.seed };
    let time = Duration::from_secs(order.seconds / order.generators.len() as u64);
    let mut results = Vec::new();
    for &generator in &order.generators {
        results.push(room.examine(generator, order, time)?);
    }
    if order.only.is_some() {
        return Ok(true);
    }
    let table = table::table(&results, order.seed);
    print!("{table}");
    if order.writes {
        put_between(PAGE, "open exam", &table)?;
    }
    let mut hunted = results.iter().flat_map(Results::hunted);
    Ok(hunted.all(|it| it.refuted.is_empty() && it.reproduced != Some(false)))
}

impl Results {
    fn hunted(&self) -> impl Iterator<Item = &Hunted> {
        self.outcomes
            .iter()
            .filter_map(|it| if let Outcome::Hunted(it) = it { Some(&**it) } else { None })
    }
}

/// Where the exam is held.
struct Room {
    ox88: PathBuf,
    folder: PathBuf,
    seed: u64,
}

impl Room {
    /// Changes a generator until it has had so many bugs, or the time is over.
    fn examine(
        &self,
        generator: &'static Generator,
        order: &Order,
        time: Duration,
    ) -> Result<Results, String> {
        let begin = Instant::now();
        let original = generator.install(&self.folder)?;
        let source =
            fs::read_to_string(original.join(generator.file)).map_err(|error| error.to_string())?;
        let known = positions(self.seed, SCREEN[0] + FORETOLD[0]);
        let screen = questions(&known[..SCREEN[0]], &SCREEN);
        let unasked = questions(&known[SCREEN[0]..], &FORETOLD);
        let command = generator.command(&original, &in_repository("adapters"));
        if !matches!(differs(&command, &screen, 2 * SCREEN_TIME), Some(Outcome::NoDifference(_))) {
            return Err(format!(
                "{}: `{command}` is wrong before anything is changed",
                generator.name
            ));
        }
        let folder = self.folder.join(format!("{}-{}", generator.name, process::id()));
        let (mut results, mut hunted) = (Results { generator, outcomes: Vec::new() }, 0);
        let changes = drawn(edits(&source, generator.language), self.seed);
        let changes = changes.into_iter().filter(|it| generator.parts_of(&it.owner).is_some());
        for (number, edit) in changes.enumerate() {
            if order.only.is_some_and(|it| it != number) {
                continue;
            }
            if hunted == order.bugs || begin.elapsed() > time && order.only.is_none() {
                break;
            }
            plant(generator, &original, &folder, &changed(&source, &edit))?;
            let command = generator.command(&folder, &in_repository("adapters"));
            let parts = generator.parts_of(&edit.owner).unwrap_or_default();
            let outcome = match differs(&command, &screen, SCREEN_TIME) {
                Some(outcome) => outcome,
                None => self.hunt(&command, parts, &unasked, order.only.is_some())?,
            };
            hunted += usize::from(matches!(outcome, Outcome::Hunted(_)));
            println!("{} {number}: {}", generator.name, table::line(&source, &edit, &outcome));
            results.outcomes.push(outcome);
        }
        if order.only.is_none() && folder.exists() {
            fs::remove_dir_all(&folder).map_err(|error| error.to_string())?;
        }
        Ok(results)
    }

    /// Hunts a bug, and grades the report.
    fn hunt(
        &self,
        command: &str,
        parts: &[&str],
        unasked: &[Question],
        prints: bool,
    ) -> Result<Outcome, String> {
        let begin = Instant::now();
        let hunt = |words: &[&str]| {
            let output = Command::new(&self.ox88)
                .args(words)
                .args(["--budget", BUDGET, "--engine", command])
                .output();
            output.map_err(|error| format!("{}: {error}", self.ox88.display()))
        };
        if prints {
            println!("{command}\n{}", String::from_utf8_lossy(&hunt(&["hunt"])?.stdout));
        }
        let output = hunt(&["hunt", "--json", "-"])?;
        let seconds = begin.elapsed().as_secs();
        let report: Value = serde_json::from_slice(&output.stdout).map_err(|error| {
            format!("ox88 hunt --json -: {error}: {}", String::from_utf8_lossy(&output.stderr))
        })?;
        let finding = grade::first(&report);
        let text = |it: Option<&Value>| it.and_then(Value::as_str).unwrap_or_default().to_owned();
        let rule = text(finding.map(|it| &it["rule"]));
        Ok(Outcome::Hunted(Box::new(Hunted {
            grade: grade::grade(&report, parts),
            moves: finding.map_or(0, grade::moves),
            refuted: finding.map(grade::refuted).unwrap_or_default(),
            reproduced: finding.and_then(|it| grade::is_reproduced(it, command)),
            foretold: foretell(command, unasked, &rule),
            rule,
            part: text(finding.map(|it| &it["origin"]["part"])),
            sentence: text(finding.map(|it| &it["origin"]["sentence"])),
            seconds,
        })))
    }
}

/// Compares the answers of a bug with what its report says.
fn foretell(command: &str, unasked: &[Question], rule: &str) -> [[usize; 5]; 2] {
    /// A bug that dies in so many answers has shown what it does.
    const MOST_TROUBLES: usize = 3;
    let rule = foretold::rule(rule);
    let mut counts = [[0; 5]; 2];
    let (mut engine, mut troubles, begin) = (start(command), 0, Instant::now());
    for question in unasked {
        let Ok(process) = &mut engine else { break };
        let answer = question.ask(process);
        if answer.is_err() {
            troubles += 1;
            engine = start(command);
        }
        counts[question.depth as usize - 1][Told::of(question, &answer, rule) as usize] += 1;
        if troubles == MOST_TROUBLES || begin.elapsed() > FORETOLD_TIME {
            break;
        }
    }
    counts
}

/// Why there is nothing to hunt in a generator. Nothing if it differs from what is right.
fn differs(command: &str, screen: &[Question], time: Duration) -> Option<Outcome> {
    let begin = Instant::now();
    let Ok(mut engine) = start(command) else { return Some(Outcome::DoesNotRun) };
    for (asked, question) in screen.iter().enumerate() {
        if begin.elapsed() > time {
            return Some(Outcome::NoDifference(asked));
        }
        match question.ask(&mut engine) {
            Ok(rows) if rows == question.right => {}
            Err(_) if asked == 0 => return Some(Outcome::DoesNotRun),
            _ => return None,
        }
    }
    Some(Outcome::NoDifference(screen.len()))
}

/// Puts a changed generator into a folder.
fn plant(
    generator: &Generator,
    original: &Path,
    folder: &Path,
    source: &str,
) -> Result<(), String> {
    let refused = |error| format!("{}: {error}", folder.display());
    // A file that Python has compiled is taken for the next one of the same second and length.
    if folder.exists() {
        fs::remove_dir_all(folder).map_err(refused)?;
    }
    copy(original, folder)?;
    fs::write(folder.join(generator.file), source).map_err(refused)
}

/// The changes in an order by chance, one of each kind at each node.
fn drawn(mut edits: Vec<Edit>, seed: u64) -> Vec<Edit> {
    let mut random = Random::of_piece(seed, 8, 0);
    shuffle(&mut edits, &mut random);
    let mut known = HashSet::new();
    edits.retain(|it| known.insert((it.at.start, it.what)));
    // A node with many changes of a kind had a better chance to come early.
    shuffle(&mut edits, &mut random);
    edits
}
