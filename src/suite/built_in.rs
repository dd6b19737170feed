//! The suites that the program carries with it: every `suites/*.epd` of its source.

use super::run::{self, Suite, SuiteError, SuitePosition};
use crate::chess::position::Position;
use once_cell::sync::Lazy;

/// Each built-in file with its name, as the build script found them.
static FILES: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/built_in.rs"));

static SUITES: Lazy<Vec<BuiltIn>> = Lazy::new(|| FILES.iter().map(BuiltIn::read).collect());

/// A suite, and the lines of its file that are not in it.
struct BuiltIn {
    suite: Suite,
    refused: Vec<SuiteError>,
}

impl BuiltIn {
    fn read(&(file, text): &(&str, &str)) -> BuiltIn {
        let mut suite = Suite { is_built_in: true, ..Suite::without_positions(file) };
        let mut refused = Vec::new();
        for position in run::positions(file, text.as_bytes()) {
            match position {
                Ok(position) => suite.positions.push(position),
                Err(error) => refused.push(error),
            }
        }
        BuiltIn { suite, refused }
    }
}

static PUBLISHED: Lazy<Result<Suite, SuiteError>> = Lazy::new(|| {
    let text = include_str!("../../suites/published/deep.epd");
    Suite::read("suites/published/deep.epd", text.as_bytes())
});

static COLUMNS: Lazy<Result<Suite, SuiteError>> = Lazy::new(|| {
    let text = include_str!("../../suites/columns/standard.epd");
    Suite::read("suites/columns/standard.epd", text.as_bytes())
});

/// All built-in suites, in the order of their names, without what is [`refused`].
#[must_use]
pub fn suites() -> Vec<&'static Suite> {
    SUITES.iter().map(|built_in| &built_in.suite).collect()
}

/// The lines of the built-in suites whose FEN describes no position: none, unless a test fails. One of them
/// is no reason to go without all others.
pub fn refused() -> impl Iterator<Item = &'static SuiteError> {
    SUITES.iter().flat_map(|built_in| &built_in.refused)
}

/// The published counts that are too deep to be tested with every build.
///
/// # Errors
/// When the file cannot be read, which a test rules out.
pub fn published() -> Result<&'static Suite, &'static SuiteError> {
    PUBLISHED.as_ref()
}

/// The positions with the kinds of their leaves, as the published tables have them.
///
/// # Errors
/// As [`published`].
pub fn columns() -> Result<&'static Suite, &'static SuiteError> {
    COLUMNS.as_ref()
}

/// The built-in suite of this file.
#[must_use]
pub fn suite(file: &str) -> Option<&'static Suite> {
    suites().into_iter().find(|suite| suite.file == file)
}

/// The built-in position with this id.
#[must_use]
pub fn by_id(id: &str) -> Option<&'static SuitePosition> {
    let id = id.to_ascii_lowercase();
    named(&suites()).find(|(name, _)| *name == id).map(|(_, position)| position)
}

/// What the built-in suites say about this position. Its counters may differ.
#[must_use]
pub fn by_position(position: &Position) -> Option<&'static SuitePosition> {
    suites().into_iter().find_map(|suite| suite.find(position))
}

/// The ids that look most like one that does not exist, the nearest first.
#[must_use]
pub fn similar_ids(wrong: &str) -> Vec<String> {
    let wrong = wrong.to_ascii_lowercase();
    let how_far = |id: &str| match wrong.len().abs_diff(id.len()) {
        _ if id.contains(&wrong) => 1,
        // It takes an edit for each letter that one has more, and the wrong one may be of any length.
        more if more > most_edits(id) => more,
        _ => edits(&wrong, id),
    };
    let mut similar: Vec<(usize, String)> = named(&suites())
        .map(|(id, _)| (how_far(&id), id))
        .filter(|(edits, id)| *edits <= most_edits(id))
        .collect();
    similar.sort_unstable();
    similar.into_iter().take(3).map(|(_, id)| id).collect()
}

/// An id that takes more edits does not look like the wrong one.
const fn most_edits(id: &str) -> usize {
    id.len() / 4
}

/// How many letters have to be put in, left out or changed to make one word of another.
fn edits(from: &str, to: &str) -> usize {
    let mut row: Vec<usize> = (0..=to.len()).collect();
    for (i, a) in from.bytes().enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], i + 1);
        for (j, b) in to.bytes().enumerate() {
            let change = diagonal + usize::from(a != b);
            diagonal = row[j + 1];
            row[j + 1] = change.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[to.len()]
}

/// The positions that have an id, each with the name that the id makes.
fn named(suites: &[&'static Suite]) -> impl Iterator<Item = (String, &'static SuitePosition)> {
    let positions = suites.iter().flat_map(|suite| &suite.positions);
    let named = positions.filter(|position| position.entry.id.is_some());
    named.map(|position| (position.name(), position))
}
