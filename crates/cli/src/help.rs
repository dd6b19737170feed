//! The help of a command, with the value of each option in the list.

use super::outline::{Flag, Outline, Value};
use super::output::wrapped;
use ox88_hunt::WIDTH;
use std::fmt::Write as _;

/// Descriptions begin at most this far to the right.
const LONGEST_NAME: usize = 26;

/// The help.
pub fn page(command: &Outline) -> String {
    let mut page = format!("Usage: {}\n\n", command.usage());
    for line in wrapped(command.about, WIDTH) {
        page += &(line + "\n");
    }
    let values =
        command.values.iter().map(|Value { name, about, .. }| ((*name).to_owned(), *about));
    section(&mut page, "Arguments:", values);
    section(&mut page, "Options:", command.options.iter().map(|flag| (names(flag), flag.about)));
    let below = command.commands.iter().map(|below| (below.last_name().to_owned(), below.about));
    section(&mut page, "Commands:", below);
    lines(&mut page, "Examples:", command.examples.iter().cloned());
    lines(&mut page, "Notes:", command.notes.iter().cloned());
    let codes = command.exit_codes.iter().map(|(code, about)| (code.to_string(), *about));
    section(&mut page, "Exit codes:", codes);
    page
}

/// Names beside their descriptions.
fn section<'a>(page: &mut String, heading: &str, entries: impl Iterator<Item = (String, &'a str)>) {
    let entries: Vec<_> = entries.collect();
    if entries.is_empty() {
        return;
    }
    let _ = writeln!(page, "\n{heading}");
    let fits = |(name, _): &(String, &str)| Some(name.len()).filter(|&it| it <= LONGEST_NAME);
    let width = entries.iter().filter_map(fits).max().unwrap_or(LONGEST_NAME);
    for (name, about) in entries {
        let mut about = wrapped(about, WIDTH - width - 4).into_iter();
        let first = if name.len() <= width { about.next() } else { None };
        let line = format!("  {name:width$}  {}", first.unwrap_or_default());
        let _ = writeln!(page, "{}", line.trim_end());
        for line in about {
            let _ = writeln!(page, "  {:width$}  {line}", "");
        }
    }
}

fn lines(page: &mut String, heading: &str, lines: impl Iterator<Item = String>) {
    let lines: Vec<String> = lines.collect();
    if !lines.is_empty() {
        let _ = writeln!(page, "\n{heading}\n  {}", lines.join("\n  "));
    }
}

/// `-f, --fen FEN`, below which `    --start N` is aligned.
fn names(flag: &Flag) -> String {
    let names: Vec<&str> =
        flag.names.iter().map(String::as_str).filter(|name| name.starts_with('-')).collect();
    let indent = if names.len() == 1 { "    " } else { "" };
    let value = flag.value.map(|value| format!(" {value}")).unwrap_or_default();
    format!("{indent}{}{value}", names.join(", "))
}
