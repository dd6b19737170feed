//! The suites that the program carries with it: every `suites/*.epd` of its source.

use super::run::{Suite, SuiteError, SuitePosition};
use crate::chess::position::Position;
use once_cell::sync::Lazy;

/// Each built-in file with its name, as the build script found them.
static FILES: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/built_in.rs"));

static SUITES: Lazy<Vec<Result<Suite, SuiteError>>> = Lazy::new(|| {
    let read = |(file, text): &(&str, &str)| {
        Suite::read(file, text.as_bytes()).map(|suite| Suite { is_built_in: true, ..suite })
    };
    FILES.iter().map(read).collect()
});

static PUBLISHED: Lazy<Result<Suite, SuiteError>> = Lazy::new(|| {
    let text = include_str!("../../suites/published/deep.epd");
    Suite::read("suites/published/deep.epd", text.as_bytes())
});

static COLUMNS: Lazy<Result<Suite, SuiteError>> = Lazy::new(|| {
    let text = include_str!("../../suites/columns/standard.epd");
    Suite::read("suites/columns/standard.epd", text.as_bytes())
});

/// All built-in suites, in the order of their names.
///
/// # Errors
/// When the position of one of their FENs has no meaning. The build script has checked all else.
pub fn suites() -> Result<Vec<&'static Suite>, &'static SuiteError> {
    SUITES.iter().map(Result::as_ref).collect()
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

/// The built-in suite of this file, also when another one cannot be read.
///
/// # Errors
/// When a FEN of it has no meaning.
pub fn suite(file: &str) -> Result<Option<&'static Suite>, &'static SuiteError> {
    let name = |suite: &Result<Suite, SuiteError>| match suite {
        Ok(suite) => suite.file.clone(),
        Err(error) => error.file.clone(),
    };
    SUITES.iter().find(|suite| name(suite) == file).map(Result::as_ref).transpose()
}

/// The built-in position with this id.
///
/// # Errors
/// As [`suites`].
pub fn by_id(id: &str) -> Result<Option<&'static SuitePosition>, &'static SuiteError> {
    let id = id.to_ascii_lowercase();
    Ok(named(&suites()?).find(|(name, _)| *name == id).map(|(_, position)| position))
}

/// What the built-in suites say about this position. Its counters may differ.
///
/// # Errors
/// As [`suites`].
pub fn by_position(
    position: &Position,
) -> Result<Option<&'static SuitePosition>, &'static SuiteError> {
    Ok(suites()?.into_iter().find_map(|suite| suite.find(position)))
}

/// The ids that look most like one that does not exist, the nearest first.
#[must_use]
pub fn similar_ids(wrong: &str) -> Vec<String> {
    let wrong = wrong.to_ascii_lowercase();
    let mut similar: Vec<(usize, String)> = named(&suites().unwrap_or_default())
        .map(|(id, _)| (if id.contains(&wrong) { 1 } else { edits(&wrong, &id) }, id))
        .filter(|(edits, id)| *edits <= id.len() / 4)
        .collect();
    similar.sort_unstable();
    similar.into_iter().take(3).map(|(_, id)| id).collect()
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
