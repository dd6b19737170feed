//! The lines of the suite, and which mutants each of them catches.

use super::caught::Counted;
use ox88::suite::built_in;
use ox88::suite::{Suite, SuitePosition};
use ox88_broken_engine::faults::Fault;
use ox88_broken_engine::mutants::Mutant;
use rayon::prelude::*;
use std::fs;

/// The file of the suite.
pub const FILE: &str = "suites/catch_all.epd";

/// One line of a suite.
pub struct SuiteCase {
    pub suite: String,
    pub name: String,
    pub counted: Counted,
}

/// A line of the suite, with the mutants that it catches.
pub struct Catch {
    pub line: SuiteCase,
    /// For each mutant, the least depth at which the line catches it.
    pub depths: Vec<Option<u32>>,
}

impl SuiteCase {
    fn new(suite: &Suite, known: &SuitePosition) -> SuiteCase {
        let leaves = |depth| known.count(depth).and_then(|count| u64::try_from(count.nodes).ok());
        SuiteCase {
            suite: suite.name().to_owned(),
            name: known.name(),
            counted: Counted::new(known.position, (1..).map_while(leaves).collect()),
        }
    }

    pub fn deepest(&self) -> u32 {
        self.counted.counts.len() as u32
    }

    /// The leaves at all depths up to this one.
    pub fn leaves_to(&self, depth: u32) -> u64 {
        self.counted.counts[..depth as usize].iter().sum()
    }
}

/// The suite as it is in its file, so that a change can be tried without building anything.
pub(super) fn suite() -> Suite {
    let text = fs::read_to_string(crate::repository::in_repository(FILE)).unwrap_or_else(|error| {
        panic!("{FILE}: {error}: the command reads it where the repository is")
    });
    Suite::read(FILE, &text).unwrap_or_else(|error| panic!("{error}"))
}

/// The lines of all suites that every engine is asked about.
pub fn all_lines() -> Vec<SuiteCase> {
    let others = built_in::suites().into_iter().filter(|suite| suite.file != FILE);
    let suites: Vec<Suite> = others.cloned().chain([suite()]).collect();
    let lines = suites.iter().flat_map(|suite| suite.positions.iter().map(move |it| (suite, it)));
    let asked = lines.filter(|(_, known)| known.can_arise());
    asked.map(|(suite, known)| SuiteCase::new(suite, known)).collect()
}

/// The lines of the suite, each with the mutants that it catches.
pub fn catches(mutants: &[Mutant]) -> Vec<Catch> {
    let suite = suite();
    let lines: Vec<SuiteCase> =
        suite.positions.iter().map(|known| SuiteCase::new(&suite, known)).collect();
    let depths = |mutant: &Mutant| -> Vec<Option<u32>> {
        lines.iter().map(|it| it.counted.depth_that_catches(mutant)).collect()
    };
    let by_mutant: Vec<Vec<Option<u32>>> = mutants.par_iter().map(depths).collect();
    let of_line = |index: usize| by_mutant.iter().map(|depths| depths[index]).collect();
    lines
        .into_iter()
        .enumerate()
        .map(|(index, line)| Catch { depths: of_line(index), line })
        .collect()
}

/// Why no line of the suite can catch this fault in any form.
pub fn why_not(fault: Fault) -> Option<&'static str> {
    match fault {
        Fault::UndoForgetsTheEpSquare => Some(
            "en passant is generated before any move is tried, so the first `go perft` in a position is \
             right; `ox88 hunt` asks twice",
        ),
        Fault::CountsWrapAt16Bits => Some(
            "the count is right up to 65,535 leaves per move, and a position with more would cost more than the rest \
             of the suite: `kiwipete` shows it at depth 4",
        ),
        Fault::OneSetOfRookFilesForBothSides => {
            Some("only double Chess960 shows it, and few engines know it")
        }
        Fault::FenTellsWingsByTheOtherKing
        | Fault::CastlingWithAPieceOnItsGoalMissing
        | Fault::CastlingWithAPieceBeyondTheRook => {
            Some("only Chess960 shows it, and not every engine knows Chess960")
        }
        _ => None,
    }
}

/// The cheapest of these lines that catches the mutant, and at which depth.
pub fn cheapest<'a>(mutant: &Mutant, lines: &'a [SuiteCase]) -> Option<(&'a SuiteCase, u32)> {
    if mutant.fault == Fault::UndoForgetsTheEpSquare {
        return None;
    }
    let depths = |line: &'a SuiteCase| (1..=line.deepest()).map(move |depth| (line, depth));
    let mut asked: Vec<(&SuiteCase, u32)> = lines.iter().flat_map(depths).collect();
    asked.sort_by_key(|&(line, depth)| (line.leaves_to(depth), depth));
    asked.into_iter().find(|&(line, depth)| line.counted.catches(mutant, depth))
}
