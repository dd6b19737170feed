//! What the package `ox88` for Python is made of that is not Python: the hunt, counting, and the program.
//! `ox88/__init__.py` beside this folder says what its users see; nobody else calls these functions.

#![expect(
    clippy::needless_pass_by_value,
    reason = "PyO3 makes what a function takes of what Python gives"
)]
#![expect(
    clippy::redundant_closure_for_method_calls,
    reason = "a method of `Python` by its name has one lifetime, and a closure has each"
)]

use ox88::suite::{SuitePosition, built_in};
use ox88::{CastlingNotation, Divide};
use ox88_facts::InProcess;
use ox88_hunt::{Choices, Line, NextSteps, Oracle, TotalExplained, Verdict};
use pyo3::exceptions::{PyOverflowError, PyValueError};
use pyo3::prelude::*;
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, OnceLock};
use std::thread;
use std::time::{Duration, Instant};

/// Ctrl-C is looked for this often while a count takes long.
const PAUSE: Duration = Duration::from_millis(50);

/// The options as Python names them.
const CHOICES: Choices = Choices {
    max_nodes: Some("`max_nodes=…`"),
    all: Some("`all=True`"),
    chess960: Some("`chess960=True`"),
    impossible: Some("`impossible=True`"),
    whole: Some("`whole=True`"),
    ..Choices::OF_A_FUNCTION
};

/// What can be typed after a total was explained. The program comes with the package.
const NEXT_STEPS: NextSteps = NextSteps {
    position: Some("pass `position` and `depth`"),
    divide: Some("ox88 divide"),
    hunt: Some("`ox88.check`"),
};

/// What `Position` has in Python: name, FEN, counts by depth, whether castling is that of Chess960, comments.
type Fields = (String, String, BTreeMap<u32, u128>, bool, Vec<String>);

#[pymodule]
mod _native {
    #[pymodule_export]
    use super::{check, check_facts, divide, explain_total, main, perft, suites};
}

/// What became of a question to the author's function.
#[derive(FromPyObject)]
enum Answer {
    Rows(Vec<(String, u128)>),
    /// What was raised, in a line.
    Failure(String),
}

/// Hunts a function from a FEN, moves and a depth to rows, or one that is asked with depth 1 alone for the legal moves,
/// with options by their names. Whether something is wrong, about how many positions of how many it was asked, and the
/// report as text and as JSON.
#[pyfunction]
fn check(
    py: Python<'_>,
    answer: Py<PyAny>,
    lists_moves: bool,
    options: Vec<(String, String)>,
) -> PyResult<(bool, usize, usize, String, String)> {
    let stop = OnceLock::new();
    let ask = |fen: &str, moves: &[&str], depth| asked(&answer, &stop, (fen, moves, depth));
    let report = py.detach(|| {
        let check = if lists_moves {
            let texts = |rows: Vec<(String, u128)>| rows.into_iter().map(|(text, _)| text);
            ox88_hunt::check_moves(move |fen, moves| ask(fen, moves, 1).map(texts))
        } else {
            ox88_hunt::check(ask)
        };
        check.choices(CHOICES).report_with(&options)
    });
    if let Some(stop) = stop.into_inner() {
        return Err(stop);
    }
    let report = report.map_err(PyValueError::new_err)?;
    let differs = report.verdict == Verdict::Differs;
    Ok((differs, report.positions, report.positions_planned, report.text(false), report.json()))
}

/// Hunts the facts of boards, each a function from the name of a method and its text to whether it failed, and its answer
/// or the reason. Whether something is wrong, about how many positions it was asked, for what, and the report
/// as text and as JSON.
#[pyfunction]
fn check_facts(
    py: Python<'_>,
    new: Py<PyAny>,
    seconds: f64,
) -> PyResult<(bool, u64, Vec<String>, String, String)> {
    let stop: OnceLock<PyErr> = OnceLock::new();
    let stopped = |error: PyErr| {
        let why = error.to_string();
        let _ = stop.set(error);
        why
    };
    let report = py.detach(|| {
        let start = Instant::now();
        let new = || {
            let board = Python::attach(|py| new.call0(py)).map_err(stopped);
            move |method: &str, about: &str| {
                let board = board.as_ref().map_err(String::clone)?;
                let answer = Python::attach(|py| {
                    board.bind(py).call1((method, about))?.extract::<(bool, Option<String>)>()
                });
                match answer.map_err(stopped)? {
                    (true, why) => Err(why.unwrap_or_default()),
                    (false, text) => Ok(text),
                }
            }
        };
        let budget = Duration::try_from_secs_f64(seconds).unwrap_or_default();
        let (mut boards, spent) = (InProcess::by_name(new), || start.elapsed());
        let goes_on = |_| stop.get().is_none();
        ox88_facts::hunt_within(budget, "the board", &mut boards, spent, goes_on)
    });
    if let Some(stop) = stop.into_inner() {
        return Err(stop);
    }
    let is_right = report.is_right();
    let (text, json) = (report.text(), report.json());
    Ok((!is_right, report.outcome.positions, report.outcome.facts, text, json))
}

/// Runs the program `ox88` with these arguments, and returns its exit code.
#[pyfunction]
fn main(py: Python<'_>, arguments: Vec<OsString>) -> u8 {
    py.detach(|| ox88_cli::run_with(arguments))
}

#[pyfunction]
fn divide(
    py: Python<'_>,
    fen: &str,
    moves: Vec<String>,
    depth: u8,
) -> PyResult<BTreeMap<String, u128>> {
    if depth == 0 {
        return Err(PyValueError::new_err(
            "found depth 0, at which no move is made: expected 1 or more",
        ));
    }
    Ok(counted(py, fen, &moves, depth)?.texts().collect())
}

#[pyfunction]
fn perft(py: Python<'_>, fen: &str, moves: Vec<String>, depth: u8) -> PyResult<u128> {
    Ok(counted(py, fen, &moves, depth)?.total())
}

/// Whether a total is right, the rules and the faults that are named, and the answer as text.
#[pyfunction]
fn explain_total(
    total: &str,
    position: Option<&str>,
    depth: Option<u8>,
) -> PyResult<(bool, Vec<&'static str>, Vec<String>, String)> {
    let explained = ox88_hunt::explain_typed(total, position, depth);
    let explained =
        TotalExplained { next: NEXT_STEPS, ..explained.map_err(PyValueError::new_err)? };
    let faults = explained.faults();
    let rules = faults.iter().map(|it| it.rule.id()).collect();
    let whats = faults.iter().map(|it| it.what.clone()).collect();
    Ok((explained.is_right(), rules, whats, explained.text()))
}

/// The built-in suites by their names.
#[pyfunction]
fn suites() -> BTreeMap<String, Vec<Fields>> {
    let fields = |it: &SuitePosition| {
        let counts = it.entry.counts.iter().map(|count| (count.depth, count.nodes)).collect();
        let is_chess960 = it.position.castling_notation() == CastlingNotation::KingTakesRook;
        (it.name(), it.position.to_string(), counts, is_chess960, it.entry.comments.clone())
    };
    let suites = built_in::suites().into_iter();
    suites.map(|it| (it.name().to_owned(), it.positions.iter().map(fields).collect())).collect()
}

/// Counts on a thread of its own, while this one looks for Ctrl-C and Python does something else.
fn counted(py: Python<'_>, fen: &str, moves: &[String], depth: u8) -> PyResult<Arc<Divide>> {
    let position = Line::read(fen, moves).map_err(PyValueError::new_err)?.end();
    let (oracle, is_over) = (Oracle::new(), AtomicBool::new(false));
    let divide = py.detach(|| {
        thread::scope(|scope| {
            let (done, counted) = mpsc::channel();
            let count = || {
                oracle.divide_until(&position, depth.into(), &|| is_over.load(Ordering::Relaxed))
            };
            thread::Builder::new().spawn_scoped(scope, move || done.send(count()))?;
            loop {
                match counted.recv_timeout(PAUSE) {
                    Err(RecvTimeoutError::Timeout) => {
                        Python::attach(|py| py.check_signals())
                            .inspect_err(|_| is_over.store(true, Ordering::Relaxed))?;
                    }
                    counted => return PyResult::Ok(counted.ok().flatten()),
                }
            }
        })
    })?;
    divide
        .filter(|divide| divide.total() < u128::MAX)
        .ok_or_else(|| PyOverflowError::new_err("the count passes 128 bits: take a smaller depth"))
}

/// What the author's function answers. What is raised by Ctrl-C, or because that is no function to be asked, ends the
/// hunt: nothing more is asked.
fn asked(
    answer: &Py<PyAny>,
    stop: &OnceLock<PyErr>,
    (fen, moves, depth): (&str, &[&str], u32),
) -> Result<Vec<(String, u128)>, String> {
    let stopped = |error: PyErr| {
        let why = error.to_string();
        let _ = stop.set(error);
        why
    };
    if let Some(error) = stop.get() {
        return Err(error.to_string());
    }
    let answered =
        Python::attach(|py| answer.bind(py).call1((fen, moves.to_vec(), depth))?.extract());
    match answered.map_err(stopped)? {
        Answer::Rows(rows) => Ok(rows),
        Answer::Failure(lines) => Err(lines),
    }
}
