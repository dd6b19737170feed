//! The built-in suites: every `suites/*.epd` of the source.

use super::epd;
use super::run::{Suite, SuiteError, SuitePosition};
use once_cell::sync::Lazy;

/// Each built-in file with its name, as the build script found them.
static FILES: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/built_in.rs"));

/// The built-in suites, and the lines of their files that were refused.
static SUITES: Lazy<(Vec<Suite>, Vec<SuiteError>)> = Lazy::new(|| {
    let mut refused = Vec::new();
    let mut read_file = |&(file, text): &(&str, &str)| {
        let mut positions = Vec::new();
        for entry in epd::parse(text).expect("the build has read it") {
            match SuitePosition::new(file, entry) {
                Ok(position) => positions.push(position),
                Err(error) => refused.push(error),
            }
        }
        Suite { file: file.to_owned(), positions }
    };
    (FILES.iter().map(&mut read_file).collect(), refused)
});

/// Other names of positions: those of the [page](https://www.chessprogramming.org/Perft_Results) from which most
/// programs have them.
pub const ALIASES: [(&str, &str); 5] = [
    ("position2", "kiwipete"),
    ("position3", "rook_ending_with_pins_along_both_ranks"),
    ("position4", "check_on_the_diagonal_and_pawns_about_to_promote"),
    ("position5", "pawn_on_d7_takes_bishop_and_promotes"),
    ("position6", "symmetrical_middlegame_with_pinned_knights"),
];

static PUBLISHED: Lazy<Suite> = Lazy::new(|| {
    let text = include_str!("../../suites/published/deep.epd");
    Suite::read("suites/published/deep.epd", text).expect("a test reads it")
});

static COLUMNS: Lazy<Suite> = Lazy::new(|| {
    let text = include_str!("../../suites/columns/standard.epd");
    Suite::read("suites/columns/standard.epd", text).expect("a test reads it")
});

/// All built-in suites, in the order of their names, without what is [`refused`].
pub fn suites() -> Vec<&'static Suite> {
    SUITES.0.iter().collect()
}

/// The lines of the built-in suites whose FEN describes no position. There are none unless a test fails; a bad line
/// does not hide the others.
pub fn refused() -> impl Iterator<Item = &'static SuiteError> {
    SUITES.1.iter()
}

/// Published counts that are too deep to be tested in every build.
pub fn published() -> &'static Suite {
    &PUBLISHED
}

/// Positions with the kinds of their leaves, from published tables.
pub fn columns() -> &'static Suite {
    &COLUMNS
}

/// The built-in suite of this file.
pub fn suite(file: &str) -> Option<&'static Suite> {
    suites().into_iter().find(|suite| suite.file == file)
}

/// The built-in position with this id, or with another name of it.
pub fn by_id(id: &str) -> Option<&'static SuitePosition> {
    let id = id.to_ascii_lowercase();
    let alias = ALIASES.iter().find(|(alias, _)| *alias == id);
    let id = alias.map_or(&*id, |(_, id)| id);
    named().find(|(name, _)| *name == id).map(|(_, position)| position)
}

/// The positions that have an id, each with the name that the id makes.
pub fn named() -> impl Iterator<Item = (String, &'static SuitePosition)> {
    let positions = suites().into_iter().flat_map(|suite| &suite.positions);
    let named = positions.filter(|position| position.entry.id.is_some());
    named.map(|position| (position.name(), position))
}
