//! Colour on standard output: when it is used, and for what.

use super::output;
use std::env;
use std::io::{self, IsTerminal};

/// What the colour of a text says.
#[derive(Clone, Copy)]
pub enum Tone {
    /// All is right: green.
    Right,
    /// Something is not as expected: red.
    Wrong,
}

/// Whether standard output is written in colour: on a terminal that knows it, unless `NO_COLOR` is set or
/// `CLICOLOR` is 0, and anywhere if `CLICOLOR_FORCE` is set to anything but 0.
pub fn is_shown() -> bool {
    let value = |name| env::var_os(name).filter(|value| !value.is_empty());
    if value("NO_COLOR").is_some() {
        return false;
    }
    match value("CLICOLOR_FORCE") {
        Some(force) if force != "0" => true,
        _ => {
            let is_unwanted = value("CLICOLOR").is_some_and(|wanted| wanted == "0");
            !is_unwanted && io::stdout().is_terminal() && output::terminal_knows_codes()
        }
    }
}

/// A text in the colour of its tone, if colour is shown.
pub fn painted(text: &str, tone: Tone) -> String {
    let code = match tone {
        Tone::Right => "32",
        Tone::Wrong => "1;31",
    };
    if is_shown() { format!("\x1b[{code}m{text}\x1b[0m") } else { text.to_owned() }
}
