//! The help of a command, with the value of each option in the list.

use argh::{CommandInfoWithArgs, FlagInfo, FlagInfoKind, Optionality};
use ox88_hunt::remark;
use std::fmt::Write as _;

/// Descriptions begin at most this far to the right.
const LONGEST_NAME: usize = 26;

/// Options that begin a group of the list, with its heading.
const GROUPS: [(&str, &str); 3] =
    [("--engine", "What to test:"), ("--depth", "Limits:"), ("--all", "Output:")];

/// The help of the command with this whole name, like `ox88 work split`.
pub fn page(name: &str, command: &CommandInfoWithArgs) -> String {
    let (usage, about) = (usage(name, command), remark("", command.description));
    let mut page = format!("Usage: {usage}\n\n{about}\n");
    let values = command.positionals.iter().map(|it| (it.name.to_owned(), it.description));
    section(&mut page, "Arguments:", values.collect());
    let mut groups: Vec<(&str, Vec<(String, &str)>)> = vec![("Options:", Vec::new())];
    for flag in command.flags {
        // Other commands have such an option too, but nothing to group.
        let group = GROUPS.iter().find(|(first, _)| name == "ox88 hunt" && *first == flag.long);
        groups.extend(group.map(|(_, heading)| (*heading, Vec::new())));
        if let Some((_, entries)) = groups.last_mut() {
            let is_help = flag.long == "--help";
            let about = if is_help { "print this help" } else { flag.description };
            entries.push((names(flag), about));
        }
    }
    // That of help comes first to argh, and is the least of them.
    let are_several = groups.len() > 1;
    groups.rotate_left(usize::from(are_several));
    for (heading, mut entries) in groups {
        entries.sort_by_key(|(name, _)| name.contains("--help"));
        section(&mut page, heading, entries);
    }
    let below = command.commands.iter().map(|it| (it.name.to_owned(), it.command.description));
    section(&mut page, "Commands:", below.collect());
    for (heading, texts) in [("Examples:", command.examples), ("Notes:", command.notes)] {
        let texts = texts.iter().flat_map(|text| text.lines());
        let lines: Vec<String> = texts.map(|it| it.replace("{command_name}", name)).collect();
        if !lines.is_empty() {
            let _ = writeln!(page, "\n{heading}\n  {}", lines.join("\n  "));
        }
    }
    let codes = command.error_codes.iter().map(|it| (it.code.to_string(), it.description));
    section(&mut page, "Exit codes:", codes.collect());
    page
}

/// How it is typed, like `ox88 work split [OPTIONS] --plies N DEPTH [FEN] [MOVES]`.
fn usage(name: &str, command: &CommandInfoWithArgs) -> String {
    let mut usage = format!("{name} [OPTIONS]");
    for flag in command.flags.iter().filter(|flag| flag.optionality == Optionality::Required) {
        let _ = write!(usage, " {}", names(flag).trim_start());
    }
    for value in command.positionals {
        let repeats = matches!(value.optionality, Optionality::Repeating | Optionality::Greedy);
        let _ = match value.name {
            name if name.starts_with('[') || value.optionality == Optionality::Required => {
                write!(usage, " {name}")
            }
            name if repeats => write!(usage, " [{name}...]"),
            name => write!(usage, " [{name}]"),
        };
    }
    usage + if command.commands.is_empty() { "" } else { " COMMAND ..." }
}

/// Names beside their descriptions.
fn section(page: &mut String, heading: &str, entries: Vec<(String, &str)>) {
    if entries.is_empty() {
        return;
    }
    let _ = writeln!(page, "\n{heading}");
    let fits = |(name, _): &(String, &str)| Some(name.len()).filter(|&it| it <= LONGEST_NAME);
    let width = entries.iter().filter_map(fits).max().unwrap_or(LONGEST_NAME);
    for (mut name, about) in entries {
        if name.len() > width {
            let _ = writeln!(page, "  {name}");
            name.clear();
        }
        let _ = writeln!(page, "{}", remark(&format!("  {name:width$}  "), about));
    }
}

/// `-f, --fen FEN`, below which `    --start N` is aligned.
fn names(flag: &FlagInfo) -> String {
    let short = match flag.short {
        _ if flag.long == "--help" => "-h, ".to_owned(),
        Some(short) => format!("-{short}, "),
        None => "    ".to_owned(),
    };
    let value = match flag.kind {
        FlagInfoKind::Option { arg_name } => format!(" {arg_name}"),
        FlagInfoKind::Switch => String::new(),
    };
    format!("{short}{}{value}", flag.long)
}
