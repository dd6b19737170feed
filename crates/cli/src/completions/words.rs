//! What a shell can offer for a value, by the name of the value in the help.

use super::super::outline::Outline;
use ox88::suite::built_in;
use std::collections::BTreeMap;

/// What a shell offers for a value.
#[derive(Default)]
pub struct Offer {
    /// Words that ox88 knows.
    pub words: Vec<String>,
    /// Files, folders or programs of this machine.
    pub paths: Paths,
}

/// Names that a shell finds on the machine.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub enum Paths {
    /// None.
    #[default]
    None,
    /// Files, and the folders on the way to them.
    Files,
    /// Folders alone.
    Folders,
    /// Programs.
    Programs,
}

/// The names of all values for which there is something to offer.
pub fn offers(program: &Outline) -> BTreeMap<&'static str, Offer> {
    let all = program.all();
    let of_options = all.iter().flat_map(|it| &it.options).filter_map(|flag| flag.value);
    let names = all.iter().flat_map(|it| it.places().0).chain(of_options);
    names.filter_map(|name| Some((name, offer(name)?))).collect()
}

/// The offers for a value. Nobody completes a number.
pub fn offer(name: &str) -> Option<Offer> {
    let words = |words: &[&str]| words.iter().map(|&word| word.to_owned()).collect();
    let (words, paths) = match name {
        "FEN" => (positions(), Paths::None),
        "SUITE" => (suites(), Paths::Files),
        "FORMAT" => (words(&["csv", "json", "epd"]), Paths::None),
        "WHAT" => (words(&["moves", "divides"]), Paths::None),
        "SHELL" => (words(&["bash", "zsh", "fish"]), Paths::None),
        "FILE" | "WORK" | "RESULT" => (Vec::new(), Paths::Files),
        "FOLDER" => (Vec::new(), Paths::Folders),
        "COMMAND" => (Vec::new(), Paths::Programs),
        _ => return None,
    };
    Some(Offer { words, paths })
}

/// Words that stand for a FEN.
fn positions() -> Vec<String> {
    let mut words: Vec<String> = built_in::ids().chain(["startpos".to_owned()]).collect();
    words.sort_unstable();
    words
}

/// The names of the built-in suites.
fn suites() -> Vec<String> {
    built_in::suites().into_iter().map(|suite| suite.name().to_owned()).collect()
}

/// A description that fits into a list: up to a semicolon, and without brackets.
pub fn short(about: &str) -> &str {
    let end = [" (", "; "].iter().filter_map(|mark| about.find(mark)).min();
    &about[..end.unwrap_or(about.len())]
}
