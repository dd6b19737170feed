//! The built-in suites: every `suites/*.epd` of the source, and two more files: counts too deep to be tested in every
//! build, and counts by the kind of leaf.

use super::compare::{Suite, SuiteError, SuitePosition};
use once_cell::sync::Lazy;

/// Each built-in file with its name, as the build script found them.
static FILES: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/built_in.rs"));

/// The built-in suites. A file with a line whose FEN describes no position is refused.
static SUITES: Lazy<Vec<Result<Suite, SuiteError>>> =
    Lazy::new(|| FILES.iter().map(|(file, text)| Suite::read(file, text)).collect());

static PUBLISHED: Lazy<Suite> = Lazy::new(|| {
    let text = include_str!("../../suites/published/deep.epd");
    Suite::read("suites/published/deep.epd", text).expect("a test reads it")
});

static COLUMNS: Lazy<Suite> = Lazy::new(|| {
    let text = include_str!("../../suites/columns/standard.epd");
    Suite::read("suites/columns/standard.epd", text).expect("a test reads it")
});

/// All built-in suites, in the order of their names, without the [`refused`] ones.
pub fn suites() -> Vec<&'static Suite> {
    SUITES.iter().flatten().collect()
}

/// The suites that cannot be read. A test makes sure that there are none; if there is one, the others are still read.
pub fn refused() -> impl Iterator<Item = &'static SuiteError> {
    SUITES.iter().filter_map(|suite| suite.as_ref().err())
}

/// Published counts that are too deep to be tested in every build.
pub fn published() -> &'static Suite {
    &PUBLISHED
}

/// Positions from published tables, which also count captures, checks and mates among the leaves: `c1 "D1: …"`.
pub fn columns() -> &'static Suite {
    &COLUMNS
}

/// The built-in suite of this file.
pub fn suite(file: &str) -> Option<&'static Suite> {
    suites().into_iter().find(|suite| suite.file == file)
}

/// The built-in position with this id.
pub fn by_id(id: &str) -> Option<&'static SuitePosition> {
    let mut positions = suites().into_iter().flat_map(|suite| &suite.positions);
    positions.find(|position| position.entry.id.as_deref() == Some(id))
}
