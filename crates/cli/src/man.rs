//! The man page, written in the macros of man(7).

use super::outline::{Flag, Outline};
use std::fmt::Write as _;

/// The page of the program with all its commands.
pub fn page(program: &Outline) -> String {
    let name = plain(&program.name);
    let title = name.to_uppercase();
    let version = plain(env!("CARGO_PKG_VERSION"));
    let mut page =
        format!(".TH {title} 1 \"\" \"{name} {version}\" \"User Commands\"\n.SH NAME\n{name} \\- ");
    line(&mut page, program.about);
    page.push_str(".SH SYNOPSIS\n.nf\n");
    for command in program.all() {
        let _ = writeln!(page, "{}", synopsis(command));
    }
    page.push_str(".fi\n.SH OPTIONS\n");
    arguments(&mut page, program);
    page.push_str(".SH COMMANDS\n");
    for command in &program.all()[1..] {
        let _ = writeln!(page, ".SS {}", plain(&command.name));
        line(&mut page, command.about);
        page.push_str(".PP\n.nf\n");
        let _ = writeln!(page, "{}\n.fi", synopsis(command));
        arguments(&mut page, command);
        if !command.notes.is_empty() {
            page.push_str(".PP\n");
            command.notes.iter().for_each(|text| line(&mut page, text));
        }
        exit_codes(&mut page, command);
        page.push_str(".PP\nExamples:\n.PP\n");
        examples(&mut page, command);
    }
    page.push_str(".SH EXIT STATUS\n");
    exit_codes(&mut page, program);
    page.push_str(".SH EXAMPLES\n");
    examples(&mut page, program);
    page
}

/// How the command is typed, with what stands for something else in italics.
fn synopsis(command: &Outline) -> String {
    let arguments = command.usage().split_off(command.name.len());
    let mut synopsis = format!("\\fB{}\\fR", plain(&command.name));
    let mut is_value = false;
    for letter in arguments.chars() {
        if letter.is_ascii_uppercase() != is_value {
            is_value = !is_value;
            synopsis.push_str(if is_value { "\\fI" } else { "\\fR" });
        }
        synopsis.push_str(&plain(&letter.to_string()));
    }
    synopsis + if is_value { "\\fR" } else { "" }
}

/// The arguments of a command, each with its description.
fn arguments(page: &mut String, command: &Outline) {
    for value in &command.values {
        let _ = writeln!(page, ".TP\n\\fI{}\\fR", plain(value.name));
        line(page, value.about);
    }
    for flag in &command.options {
        let _ = writeln!(page, ".TP\n{}", written(flag));
        line(page, flag.about);
    }
}

/// All ways to write an option, and the name of its value.
fn written(flag: &Flag) -> String {
    let names: Vec<String> =
        flag.names.iter().map(|name| format!("\\fB{}\\fR", plain(name))).collect();
    let value = flag.value.map(|value| format!(" \\fI{}\\fR", plain(value)));
    names.join(", ") + &value.unwrap_or_default()
}

fn exit_codes(page: &mut String, command: &Outline) {
    for (code, about) in &command.exit_codes {
        let _ = writeln!(page, ".TP\n{code}");
        line(page, about);
    }
}

fn examples(page: &mut String, command: &Outline) {
    page.push_str(".nf\n");
    command.examples.iter().for_each(|text| line(page, text));
    page.push_str(".fi\n");
}

/// A line of text. Without `\&`, a dot or a quotation mark at its beginning would start a macro.
fn line(page: &mut String, text: &str) {
    let guard = if text.starts_with(['.', '\'']) { "\\&" } else { "" };
    let _ = writeln!(page, "{guard}{}", plain(text));
}

/// Text whose characters appear as they are typed, so that a command can be copied from the page.
fn plain(text: &str) -> String {
    let mut plain = String::new();
    for letter in text.chars() {
        match letter {
            '\\' => plain.push_str("\\e"),
            '-' => plain.push_str("\\-"),
            '\'' => plain.push_str("\\(aq"),
            '`' => plain.push_str("\\(ga"),
            '^' => plain.push_str("\\(ha"),
            '~' => plain.push_str("\\(ti"),
            '"' => plain.push_str("\\(dq"),
            letter => plain.push(letter),
        }
    }
    plain
}
