//! The open exam: chance bugs in generators that others wrote, which no list describes.
//!
//! ```text
//! cargo run --release -p ox88-checks --bin open_exam -- \
//!     [--seed N] [--bugs N] [--seconds N] [--generators python-chess,owlchess] [--only N] [--write]
//! ```
//!
//! It changes one node of a generator by chance, hunts the result as `ox88 hunt` does, and grades the report by the
//! function that was changed. The seed is the day. `--bugs` is how many each generator gets, `--seconds` when the exam stops to
//! draw more. `--only` takes the change of this number, and prints the whole report. `--write` writes the table into
//! `docs/trust.md`. The exit code is 1 if a report has a move that another generator refutes, a sentence that the log of
//! the hunt refutes, or lines that do not show the bug in a new process; 2 if the exam could not be held.
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

use crate::claims::{self, Recorded};
use crate::repository::{exit_code_of_exam, in_repository, put_between};
use argh::FromArgs;
use foretold::Told;
use generators::{GENERATORS, Generator, copy};
use grade::Grade;
use mutate::{Edit, Language, changed};
use ox88::suite::{Suite, built_in};
use ox88_count::random::Random;
use ox88_engine::Engine;
use ox88_hunt::{
    Chess960, Choices, Hunt, Limits, Oracle, Partner as _, Plan, Protocol, Report, Style, Until,
    WrongEngine,
};
pub(crate) use questions::shuffle;
use questions::{Question, positions, questions, start};
use serde_json::Value;
use std::collections::HashSet;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{self, ExitCode};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, LazyLock, Mutex};
use std::thread;
use std::time::{Duration, Instant, SystemTime};

/// The page with the table.
const PAGE: &str = "docs/trust.md";

/// How long a hunt may take.
const BUDGET: Duration = Duration::from_secs(20);
const TIMEOUT: Duration = Duration::from_secs(10);

/// The suites of `ox88 hunt`, and its limit.
static SUITES: LazyLock<Vec<Suite>> =
    LazyLock::new(|| built_in::suites().into_iter().cloned().collect());
const MAX_NODES: u128 = 1_000_000;

/// How many changes are tried at once.
const THREADS: usize = 2;

/// How many positions decide at depths 1, 2 and 3 whether a change makes a difference.
const SCREEN: [usize; 3] = [600, 150, 60];
/// A change that has made none after this time makes none.
const SCREEN_TIME: Duration = Duration::from_secs(5);

/// How many answers at depths 1 and 2 are compared with what a report says, and for how long.
const FORETOLD: [usize; 2] = [300, 100];
const FORETOLD_TIME: Duration = Duration::from_secs(2);

/// In one option. A `Vec` would be an option that is given several times.
type Generators = Vec<&'static Generator>;

/// Hunts chance bugs in generators that others wrote, and grades the reports.
#[derive(FromArgs)]
struct Order {
    /// what the changes are drawn by (the day if left out)
    #[argh(option, default = "today()")]
    seed: u64,
    /// how many bugs each generator gets (100 if left out)
    #[argh(option, default = "100")]
    bugs: usize,
    /// after how many seconds no more are drawn (600 if left out)
    #[argh(option, default = "600")]
    seconds: u64,
    /// the generators, as in python-chess,owlchess (all if left out)
    #[argh(option, default = "GENERATORS.iter().collect()", from_str_fn(named))]
    generators: Generators,
    /// take the change of this number alone, and print the whole report
    #[argh(option)]
    only: Option<usize>,
    /// write the table into its page
    #[argh(switch)]
    write: bool,
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
    /// The sentences that the log of the hunt refutes.
    claims: Vec<String>,
    /// Whether the lines of the report show it in a new process.
    reproduced: Option<bool>,
    /// How many answers at depths 1 and 2 are as each of [`Told::NAMES`].
    foretold: [[usize; 5]; 2],
    /// Whether the report has an explanation that can be run.
    is_explained: bool,
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
    exit_code_of_exam(examine(&argh::from_env()))
}

fn today() -> u64 {
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
    now.map_or(0, |it| it.as_secs() / 86_400)
}

/// The generators of these names.
fn named(names: &str) -> Result<Generators, String> {
    let find = |name| GENERATORS.iter().find(|it| it.name == name);
    let found: Option<Generators> = names.split(',').map(find).collect();
    found.ok_or_else(|| {
        format!("expected some of {}", GENERATORS.each_ref().map(|it| it.name).join(","))
    })
}

/// Does as ordered. Returns whether all reports can be believed.
fn examine(order: &Order) -> Result<bool, String> {
    let begin = Instant::now();
    let room = Room { folder: env::temp_dir().join("ox88-open-exam"), seed: order.seed };
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
    eprintln!("{} s", begin.elapsed().as_secs());
    if order.write {
        put_between(PAGE, "open exam", &table)?;
    }
    let mut hunted = results.iter().flat_map(Results::hunted);
    Ok(hunted.all(Hunted::is_believed))
}

impl Results {
    fn hunted(&self) -> impl Iterator<Item = &Hunted> {
        self.outcomes
            .iter()
            .filter_map(|it| if let Outcome::Hunted(it) = it { Some(&**it) } else { None })
    }
}

impl Hunted {
    /// Whether nothing refutes what its report says of the engine's answers.
    fn is_believed(&self) -> bool {
        self.refuted.is_empty() && self.claims.is_empty() && self.reproduced != Some(false)
    }
}

/// Where the exam is held.
struct Room {
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
        let read = |it: &&str| fs::read_to_string(original.join(it));
        let sources: Vec<String> = generator
            .files
            .iter()
            .map(read)
            .collect::<Result<_, _>>()
            .map_err(|error| error.to_string())?;
        let known = positions(self.seed, SCREEN[0] + FORETOLD[0], generator.knows_chess960);
        let screen = questions(&known[..SCREEN[0]], &SCREEN);
        let unasked = questions(&known[SCREEN[0]..], &FORETOLD);
        let command = generator.command(&original, &in_repository("docs/adapters"));
        let is_right = generator.is_built(&original)
            && matches!(
                differs(&command, &screen, 4 * SCREEN_TIME),
                Some(Outcome::NoDifference(_))
            );
        if !is_right {
            return Err(format!(
                "{}: `{command}` is wrong before anything is changed",
                generator.name
            ));
        }
        let of_file = |(file, source): (usize, &String)| {
            generator.edits(source).into_iter().map(move |edit| (file, edit)).collect::<Vec<_>>()
        };
        let changes = drawn(sources.iter().enumerate().flat_map(of_file).collect(), self.seed);
        let (next, hunted) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let outcomes = Mutex::new(Vec::new());
        let try_one = |folder: &Path, number: usize, (file, edit): &(usize, Edit)| {
            let (file, source) = (generator.files[*file], &sources[*file]);
            plant(generator, &original, folder, file, &changed(source, edit))?;
            let command = generator.command(folder, &in_repository("docs/adapters"));
            let parts = generator.parts_of(&edit.owner).unwrap_or_default();
            let outcome = if !generator.is_built(folder) {
                Outcome::DoesNotRun
            } else if let Some(outcome) = differs(&command, &screen, SCREEN_TIME) {
                outcome
            } else {
                hunt(&command, parts, &unasked, order.only.is_some())?
            };
            hunted.fetch_add(usize::from(matches!(outcome, Outcome::Hunted(_))), Ordering::Relaxed);
            println!("{} {number}: {}", generator.name, table::line(source, edit, &outcome));
            outcomes.lock().expect("no thread panics while it holds it").push((number, outcome));
            Ok::<(), String>(())
        };
        let work = |worker: usize| {
            let folder = format!("{}-{}-{worker}", generator.name, process::id());
            let folder = self.folder.join(folder);
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                let Some(change) = changes.get(number) else { break };
                let is_over =
                    begin.elapsed() > time || hunted.load(Ordering::Relaxed) >= order.bugs;
                match order.only {
                    Some(only) if only != number => {}
                    None if is_over => break,
                    _ => try_one(&folder, number, change)?,
                }
            }
            if order.only.is_none() && folder.exists() {
                fs::remove_dir_all(&folder).map_err(|error| error.to_string())?;
            }
            Ok::<(), String>(())
        };
        thread::scope(|scope| {
            let workers: Vec<_> = (0..THREADS).map(|it| scope.spawn(move || work(it))).collect();
            let ends = workers.into_iter().map(|it| it.join().expect("the exam does not panic"));
            ends.collect::<Result<(), String>>()
        })?;
        let mut outcomes = outcomes.into_inner().expect("no thread panics while it holds it");
        outcomes.sort_by_key(|it| it.0);
        Ok(Results { generator, outcomes: outcomes.into_iter().map(|it| it.1).collect() })
    }
}

/// Hunts a bug as `ox88 hunt` does, and grades the report.
fn hunt(
    command: &str,
    parts: &[&str],
    unasked: &[Question],
    prints: bool,
) -> Result<Outcome, String> {
    let begin = Instant::now();
    let protocol = Protocol::Uci { perft: "go perft".to_owned() };
    let mut engine = Engine::start(command, protocol.clone(), TIMEOUT)?;
    let chess960 = if engine.offers_chess960() { Chess960::AmongOthers } else { Chess960::LeftOut };
    let limits = Limits { max_nodes: MAX_NODES, max_depth: None, chess960, has_impossible: false };
    let plan = Plan::of_suites(&SUITES, limits).within(BUDGET);
    let oracle = Arc::new(Oracle::new());
    let hunt = Hunt::new(&oracle, plan.clone(), Until::First, engine.can());
    let mut partner = Recorded::new(&mut engine, &oracle);
    let found = hunt.run(&mut partner, |_, _| ());
    let log = partner.log;
    let style = Style {
        command: command.to_owned(),
        protocol,
        knows_uci: engine.knows_uci(),
        castling: found.castling,
        choices: Choices::default(),
    };
    let seconds = begin.elapsed();
    let report = Report::new(&found, &plan, &style, seconds);
    if prints {
        println!("{command}\n{}", report.whole_text(false));
    }
    let text_of_report = report.json();
    let report: Value = serde_json::from_str(&text_of_report).map_err(|error| error.to_string())?;
    let finding = grade::first(&report);
    let text = |it: Option<&Value>| it.and_then(Value::as_str).unwrap_or_default().to_owned();
    let rule = text(finding.map(|it| &it["rule"]));
    let (engine, is_explained) = foretold::engine(&text_of_report, &rule);
    Ok(Outcome::Hunted(Box::new(Hunted {
        grade: grade::grade(&report, &grade::suspects(&found), parts),
        moves: finding.map_or(0, grade::moves),
        refuted: finding.map(grade::refuted).unwrap_or_default(),
        claims: claims::refuted(&report, &log),
        reproduced: finding.and_then(|it| grade::is_reproduced(it, command)),
        foretold: foretell(command, unasked, &engine),
        is_explained,
        rule,
        part: text(finding.map(|it| &it["origin"]["part"])),
        sentence: text(finding.map(|it| &it["origin"]["sentence"])),
        seconds: seconds.as_secs(),
    })))
}

/// Compares the answers of a bug with what its report says.
fn foretell(command: &str, unasked: &[Question], world: &WrongEngine) -> [[usize; 5]; 2] {
    /// A bug that dies in so many answers has shown what it does.
    const MOST_TROUBLES: usize = 3;
    let mut counts = [[0; 5]; 2];
    let (mut engine, mut troubles, begin) = (start(command), 0, Instant::now());
    for question in unasked {
        let Ok(process) = &mut engine else { break };
        let answer = question.ask(process);
        if answer.is_err() {
            troubles += 1;
            engine = start(command);
        }
        counts[question.depth as usize - 1][Told::of(question, &answer, world) as usize] += 1;
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
    file: &str,
    source: &str,
) -> Result<(), String> {
    let refused = |error| format!("{}: {error}", folder.display());
    // A file that Python has compiled is taken for the next one of the same second and length.
    if folder.exists() && generator.language == Language::Python {
        fs::remove_dir_all(folder).map_err(refused)?;
    }
    copy(original, folder)?;
    fs::write(folder.join(file), source).map_err(refused)
}

/// The changes to files in an order by chance, one of each kind at each node.
fn drawn(mut edits: Vec<(usize, Edit)>, seed: u64) -> Vec<(usize, Edit)> {
    let mut random = Random::of_piece(seed, 8, 0);
    shuffle(&mut edits, &mut random);
    let mut known = HashSet::new();
    edits.retain(|(file, it)| known.insert((*file, it.at.start, it.what)));
    // A node with many changes of a kind had a better chance to come early.
    shuffle(&mut edits, &mut random);
    edits
}
