//! The suites that the program carries with it: every `suites/*.epd` of its source.

use super::run::{Suite, SuiteError, SuitePosition};
use crate::chess::position::Position;
use once_cell::sync::Lazy;

/// Each built-in file with its name, as the build script found them.
static FILES: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/built_in.rs"));

static SUITES: Lazy<Result<Vec<Suite>, SuiteError>> =
    Lazy::new(|| FILES.iter().map(|(file, text)| Suite::read(file, text.as_bytes())).collect());

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

/// The ids that come nearest to one that does not exist.
#[must_use]
pub fn similar_ids(wrong: &str) -> Vec<&'static str> {
    let ids = positions().filter_map(|candidate| candidate.entry.id.as_deref());
    let mut similar: Vec<_> = ids.filter(|id| id.contains(wrong) || wrong.contains(id)).collect();
    similar.truncate(3);
    similar
}

fn positions() -> impl Iterator<Item = &'static SuitePosition> {
    suites().into_iter().flatten().flat_map(|suite| &suite.positions)
}
