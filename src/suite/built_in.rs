//! The suites that the program carries with it: every `suites/*.epd` of its source.

use super::run::{Suite, SuiteError, SuitePosition};
use crate::chess::position::Position;
use once_cell::sync::Lazy;

/// Each built-in file with its name, as the build script found them.
static FILES: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/built_in.rs"));

static SUITES: Lazy<Result<Vec<Suite>, SuiteError>> = Lazy::new(|| {
    let read = |(file, text): &(&str, &str)| {
        Suite::read(file, text.as_bytes()).map(|suite| Suite { is_built_in: true, ..suite })
    };
    FILES.iter().map(read).collect()
});

/// All built-in suites, in the order of their names.
///
/// # Errors
/// When a FEN of theirs has no meaning. The build script has checked all else.
pub fn suites() -> Result<&'static [Suite], &'static SuiteError> {
    SUITES.as_deref()
}

/// The built-in position with this id.
#[must_use]
pub fn by_id(id: &str) -> Option<&'static SuitePosition> {
    positions().find(|candidate| candidate.entry.id.as_deref() == Some(id))
}

/// What the built-in suites say about this position, whatever its counters say.
#[must_use]
pub fn by_position(position: &Position) -> Option<&'static SuitePosition> {
    positions().find(|candidate| candidate.position.moves_like(position))
}

/// The ids that look most like one that does not exist, the nearest first.
#[must_use]
pub fn similar_ids(wrong: &str) -> Vec<&'static str> {
    let wrong = wrong.to_ascii_lowercase();
    let ids = positions().filter_map(|candidate| candidate.entry.id.as_deref());
    let mut similar: Vec<(usize, &str)> = ids
        .map(|id| (if id.contains(&wrong) { 1 } else { edits(&wrong, id) }, id))
        .filter(|&(edits, id)| edits <= id.len() / 4)
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

fn positions() -> impl Iterator<Item = &'static SuitePosition> {
    suites().into_iter().flatten().flat_map(|suite| &suite.positions)
}
