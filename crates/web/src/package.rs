//! What the package `ox88` for JavaScript is made of that is not JavaScript: the hunt, and counting. `package/ox88.js`
//! says what its users see; nobody else calls these functions. Texts go between the two, larger things as JSON.

#![expect(
    clippy::needless_pass_by_value,
    reason = "wasm-bindgen makes what a function takes of what JavaScript gives"
)]

use crate::bindings::clock;
use ox88::suite::{SuitePosition, built_in};
use ox88::{CastlingNotation, Divide};
use ox88_facts::InProcess;
use ox88_hunt::{Choices, Line, NextSteps, Oracle, TotalExplained, Verdict, rows_of_fields};
use serde::Serialize;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;
use wasm_bindgen::prelude::*;

#[wasm_bindgen]
extern "C" {
    /// The author's function, in an object.
    pub type Generator;

    /// The rows of its answer, each as a text and a count. What it throws is a text, too.
    #[wasm_bindgen(method, catch)]
    fn answer(
        this: &Generator,
        fen: &str,
        moves: Vec<String>,
        depth: u32,
    ) -> Result<Vec<String>, JsValue>;
}

#[wasm_bindgen]
extern "C" {
    /// What makes boards of the author's.
    pub type Boards;

    /// A board of the author's.
    pub type Board;

    /// Another board.
    #[wasm_bindgen(method, catch)]
    fn another(this: &Boards) -> Result<Board, JsValue>;

    /// What a method answers, by its name and a text.
    #[wasm_bindgen(method, catch)]
    fn ask(this: &Board, method: &str, about: &str) -> Result<Option<String>, JsValue>;
}

/// The options as JavaScript names them, and the commands that the package has.
const CHOICES: Choices = Choices {
    max_nodes: Some("`maxNodes`"),
    all: Some("`all: true`"),
    chess960: Some("`chess960: true`"),
    impossible: Some("`impossible: true`"),
    whole: Some("`whole: true`"),
    commands: &["npx ox88 divide DEPTH \"FEN\""],
    ..Choices::OF_A_FUNCTION
};

/// What can be typed after a total was explained.
const NEXT_STEPS: NextSteps = NextSteps {
    position: Some("pass `position` and `depth`"),
    divide: Some("npx ox88 divide"),
    hunt: Some("`check`"),
};

/// What came of a check.
#[derive(Serialize)]
struct Checked {
    differs: bool,
    /// The positions that were asked about, of how many.
    positions: usize,
    of: usize,
    report: String,
}

/// What came of a check of facts.
#[derive(Serialize)]
struct CheckedFacts {
    differs: bool,
    /// The positions that were asked about.
    positions: u64,
    /// The facts that were asked for.
    asked: Vec<String>,
    report: String,
}

/// The greatest of the whole numbers that JavaScript does not round.
const MAX_SAFE_INTEGER: u128 = (1 << 53) - 1;

/// A position of a suite.
#[derive(Serialize)]
struct Entry {
    name: String,
    fen: String,
    /// The leaves by depth.
    counts: BTreeMap<u32, u128>,
    chess960: bool,
    comments: &'static [String],
}

/// Hunts a function from a FEN, moves and a depth to rows, or one that is asked with depth 1 alone for the legal moves.
/// The options are pairs of a name and a value. What came of it, as an object in JSON.
///
/// # Errors
/// If an option cannot be used.
#[wasm_bindgen]
pub fn check(generator: &Generator, lists_moves: bool, options: &str) -> Result<String, String> {
    let options: Vec<(String, String)> =
        serde_json::from_str(options).map_err(|error| error.to_string())?;
    let ask = |fen: &str, moves: &[&str], depth| {
        let moves = moves.iter().map(|text| (*text).to_owned()).collect();
        generator.answer(fen, moves, depth).map_err(|why| why.as_string().unwrap_or_default())
    };
    let check = if lists_moves {
        ox88_hunt::check_moves(|fen, moves| ask(fen, moves, 1))
    } else {
        ox88_hunt::check(|fen, moves, depth| rows_of_fields(&ask(fen, moves, depth)?))
    };
    let report = check.clock(clock()).choices(CHOICES).report_with(&options)?;
    Ok(json(&Checked {
        differs: report.verdict == Verdict::Differs,
        positions: report.positions,
        of: report.positions_planned,
        report: report.text(false),
    }))
}

/// Hunts the facts of boards for so many seconds at most. What came of it, as an object in JSON.
#[wasm_bindgen(js_name = checkFacts)]
pub fn check_facts(boards: &Boards, seconds: f64) -> String {
    let why = |thrown: JsValue| thrown.as_string().unwrap_or_default();
    let new = || {
        let board = boards.another().map_err(why);
        move |method: &str, about: &str| {
            let board = board.as_ref().map_err(String::clone)?;
            board.ask(method, about).map_err(why)
        }
    };
    let (clock, start) = (clock(), clock().now());
    let spent = || clock.now().saturating_sub(start);
    let mut teller = InProcess::by_name(new).with_names(camel_case);
    let budget = Duration::try_from_secs_f64(seconds).unwrap_or_default();
    let report = ox88_facts::hunt_within(budget, "the board", &mut teller, spent, |_| true);
    json(&CheckedFacts {
        differs: !report.is_right(),
        positions: report.outcome.positions,
        report: report.text(),
        asked: report.outcome.facts,
    })
}

/// `setUp` for `set_up`.
fn camel_case(name: &str) -> String {
    let mut words = name.split('_');
    let first = words.next().unwrap_or_default().to_owned();
    words.fold(first, |name, word| name + &word[..1].to_uppercase() + &word[1..])
}

/// The rows of a divide as an object in JSON.
///
/// # Errors
/// If there is no such position, or a count does not fit.
#[wasm_bindgen]
pub fn divide(fen: &str, moves: Vec<String>, depth: u8) -> Result<String, String> {
    if depth == 0 {
        return Err("found depth 0, at which no move is made: expected 1 or more".to_owned());
    }
    let divide = counted(fen, &moves, depth)?;
    Ok(json(&divide.texts().collect::<BTreeMap<_, _>>()))
}

/// The leaves at a depth.
///
/// # Errors
/// If there is no such position, or the count does not fit.
#[wasm_bindgen]
pub fn perft(fen: &str, moves: Vec<String>, depth: u8) -> Result<String, String> {
    Ok(counted(fen, &moves, depth)?.total().to_string())
}

/// What is known of a total.
#[derive(Serialize)]
struct Total {
    right: bool,
    rules: Vec<&'static str>,
    faults: Vec<String>,
    report: String,
}

/// What is known of a total, as an object in JSON. An empty position and depth 0 are any.
///
/// # Errors
/// If that is no total, or no position.
#[wasm_bindgen(js_name = explainTotal)]
pub fn explain_total(total: &str, position: &str, depth: u8) -> Result<String, String> {
    let position = (!position.is_empty()).then_some(position);
    let explained = ox88_hunt::explain_typed(total, position, (depth > 0).then_some(depth))?;
    let explained = TotalExplained { next: NEXT_STEPS, ..explained };
    let faults = explained.faults();
    Ok(json(&Total {
        right: explained.is_right(),
        rules: faults.iter().map(|it| it.rule.id()).collect(),
        faults: faults.iter().map(|it| it.what.clone()).collect(),
        report: explained.text(),
    }))
}

/// The built-in suites by their names, as an object in JSON.
#[wasm_bindgen]
pub fn suites() -> String {
    let entry = |it: &'static SuitePosition| Entry {
        name: it.name(),
        fen: it.position.to_string(),
        counts: it.entry.counts.iter().map(|count| (count.depth, count.nodes)).collect(),
        chess960: it.position.castling_notation() == CastlingNotation::KingTakesRook,
        comments: &it.entry.comments,
    };
    let suites = built_in::suites().into_iter();
    let entries = suites.map(|it| (it.name(), it.positions.iter().map(entry).collect()));
    json(&entries.collect::<BTreeMap<_, Vec<_>>>())
}

/// A divide whose counts JavaScript has numbers for.
fn counted(fen: &str, moves: &[String], depth: u8) -> Result<Arc<Divide>, String> {
    let position = Line::read(fen, moves)?.end();
    let divide = Oracle::with_clock(clock()).divide(&position, depth.into());
    if divide.total() > MAX_SAFE_INTEGER {
        return Err(format!("the count passes {MAX_SAFE_INTEGER}: take a smaller depth"));
    }
    Ok(divide)
}

fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("texts, numbers and lists of them have no other form")
}
