//! The man page and the completions: they have what the help has, neither more nor less.

use crate::program::right;
use crate::program::{Run, finish, start};
use ox88::suite::{SuitePosition, built_in};
use ox88_test_support::ROOT;
use rstest::rstest;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// The lines of a help below a heading.
fn section<'a>(help: &'a str, heading: &str) -> Vec<&'a str> {
    let lines = help.lines().skip_while(|line| *line != heading).skip(1);
    lines.take_while(|line| !line.is_empty()).collect()
}

/// The beginnings of such lines, up to the description. Lines that go on have none.
fn entries<'a>(help: &'a str, heading: &str) -> Vec<&'a str> {
    let own = |line: &&str| {
        let name = line.trim_start();
        line.len() - name.len() == 2 || line.len() - name.len() == 6 && name.starts_with("--")
    };
    let entry = |line: &'a str| line.trim_start().split("  ").next().unwrap_or_default();
    section(help, heading).into_iter().filter(own).map(entry).collect()
}

/// Each command by its whole name, with its help.
fn commands(name: &str) -> Vec<(String, String)> {
    let words: Vec<&str> = name.split(' ').skip(1).collect();
    let help = right(&[&words[..], &["help"]].concat());
    let below = entries(&help, "Commands:").into_iter().map(|it| format!("{name} {it}"));
    let below: Vec<_> = below.flat_map(|name| commands(&name)).collect();
    [vec![(name.to_owned(), help)], below].concat()
}

/// All that begins with a `-`, however it is separated.
fn options(text: &str) -> BTreeSet<String> {
    let words = text.split(|letter: char| letter != '-' && !letter.is_ascii_alphanumeric());
    words.filter(|word| word.starts_with('-')).map(str::to_owned).collect()
}

/// What is between two marks, of which the second may be missing.
#[track_caller]
fn between<'a>(text: &'a str, from: &str, to: &str) -> &'a str {
    let (_, rest) = text.split_once(from).unwrap_or_else(|| panic!("{from:?} in\n{text}"));
    rest.split(to).next().unwrap_or_default()
}

/// A text of the page as it is printed.
fn shown(roff: &str) -> String {
    let fonts = ["\\fB", "\\fI", "\\fR", "\\&"];
    let text = fonts.iter().fold(roff.to_owned(), |text, font| text.replace(font, ""));
    let signs = [("\\-", "-"), ("\\(aq", "'"), ("\\(ga", "`"), ("\\(ha", "^"), ("\\(ti", "~")];
    let text = signs.iter().fold(text, |text, (sign, shown)| text.replace(sign, shown));
    text.replace("\\(dq", "\"").replace("\\e", "\\")
}

/// The options of a command on the man page.
fn options_of_page(page: &str, name: &str) -> BTreeSet<String> {
    let own = match name {
        "ox88" => between(page, ".SH OPTIONS\n", "\n.SH"),
        _ => between(page, &format!("\n.SS {name}\n"), "\n.S"),
    };
    let heads = own.split(".TP\n").skip(1).filter_map(|text| text.lines().next());
    heads.flat_map(|head| options(&shown(head))).collect()
}

fn options_of_bash(script: &str, name: &str) -> BTreeSet<String> {
    let own = between(script, &format!("            '{name}')\n"), ";;\n");
    options(between(own, "options='", "'"))
}

fn options_of_zsh(script: &str, name: &str) -> BTreeSet<String> {
    let own = between(script, &format!("\n_{}() {{\n", name.replace(' ', "_")), "\n}");
    let specs = own.split_once("_arguments -C").expect("it has arguments").1.lines();
    let specs = specs.filter_map(|line| line.split_once('['));
    specs.flat_map(|(names, _)| options(names)).collect()
}

fn options_of_fish(script: &str, name: &str) -> BTreeSet<String> {
    let head = format!("complete -c ox88 -n '__ox88_is \"{name}\"' ");
    let lines = script.lines().filter_map(|line| line.strip_prefix(&head));
    let mut options = BTreeSet::new();
    for line in lines {
        let words: Vec<&str> = line.split(" -d '").next().unwrap_or_default().split(' ').collect();
        options.extend(words.windows(2).filter_map(|two| match two[0] {
            "-s" => Some(format!("-{}", two[1])),
            "-l" => Some(format!("--{}", two[1])),
            _ => None,
        }));
    }
    options
}

/// How the options of a command are found in a text.
type Find = fn(&str, &str) -> BTreeSet<String>;

#[rstest]
#[case::the_man_page(&["--man"], options_of_page)]
#[case::bash(&["--completions", "bash"], options_of_bash)]
#[case::zsh(&["--completions", "zsh"], options_of_zsh)]
#[case::fish(&["--completions=fish"], options_of_fish)]
fn each_command_has_the_options_that_its_help_has(#[case] arguments: &[&str], #[case] find: Find) {
    let text = right(arguments);
    let commands = commands("ox88");
    assert!(commands.iter().any(|(name, _)| name == "ox88 work split"), "{commands:?}");
    for (name, help) in commands {
        let expected: BTreeSet<String> =
            entries(&help, "Options:").into_iter().flat_map(options).collect();
        assert!(expected.contains("--help"), "{help}");
        assert_eq!(find(&text, &name), expected, "{name}");
    }
}

#[test]
fn no_help_is_wider_than_a_terminal() {
    for (name, help) in commands("ox88") {
        for line in help.lines() {
            assert!(line.chars().count() <= 80, "{name}: {line}");
        }
    }
}

#[test]
fn the_man_page_has_each_value_each_example_and_each_exit_code_of_the_help() {
    let page = shown(&right(&["--man"]));
    for (name, help) in commands("ox88") {
        let own = match name.as_str() {
            "ox88" => page.as_str(),
            _ => between(&page, &format!("\n.SS {name}\n"), "\n.SS"),
        };
        let own: BTreeSet<&str> = own.lines().collect();
        let values = entries(&help, "Arguments:");
        let exits = entries(&help, "Exit codes:");
        let lines = ["Examples:", "Notes:"].map(|heading| section(&help, heading)).concat();
        for expected in values.into_iter().chain(exits).chain(lines) {
            assert!(own.contains(expected.trim()), "{name} has no {expected:?} in\n{own:#?}");
        }
        for below in entries(&help, "Commands:") {
            assert!(page.contains(&format!("\n.SS {name} {below}\n")), "{name} {below}");
        }
    }
}

/// What a script of bash offers for a value.
fn words(name: &str) -> BTreeSet<String> {
    let script = right(&["--completions", "bash"]);
    let words = between(&script, &format!("\n        {name}) _ox88_offer -W '"), "'");
    words.split(' ').map(str::to_owned).collect()
}

#[test]
fn what_is_offered_for_a_value_is_what_the_program_takes() {
    for format in words("FORMAT") {
        right(&["suite", "draws", "--max-depth", "1", "--export", &format]);
    }
    for what in words("WHAT") {
        right(&["suite", "draws", "--max-depth", "1", "--export", "json", "--with", &what]);
    }
    for shell in words("SHELL") {
        assert!(right(&["--completions", &shell]).contains(&format!("ox88 --completions {shell}")));
    }
}

#[test]
fn every_position_with_an_id_and_every_built_in_suite_is_offered() {
    let positions = words("FEN");
    let is_known = |word: &&String| *word == "startpos" || built_in::by_id(word).is_some();
    assert_eq!(positions.iter().find(|word| !is_known(word)), None);
    let ids = built_in::suites().into_iter().flat_map(|suite| &suite.positions);
    let ids = ids.filter(|position| position.entry.id.is_some()).map(SuitePosition::name);
    let others = (2..=6).map(|number| format!("position{number}")).chain(["startpos".to_owned()]);
    assert_eq!(positions, ids.chain(others).collect());

    let files =
        fs::read_dir(Path::new(ROOT).join("suites")).expect("the tests run beside the suites");
    let files = files.map(|file| file.expect("it can be read").file_name().into_string().unwrap());
    let names = files.filter_map(|file| Some(file.strip_suffix(".epd")?.to_owned()));
    assert_eq!(words("SUITE"), names.collect());
}

#[test]
fn a_shell_that_is_not_known_is_refused_with_those_that_are() {
    let Run { code, out, err } = finish(start(["--completions", "tcsh"]), "");
    assert_eq!((code, out.as_str()), (Some(2), ""));
    let expected = "`--completions tcsh`: expected bash, zsh or fish, as in --completions bash\n";
    assert!(err.contains(expected), "{err}");
}
