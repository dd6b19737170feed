//! The command line, command by command, as argh knows it. The help, the man page and the completions are made from
//! this, so that none can differ from the others.

use argh::{CommandInfoWithArgs, FlagInfo, FlagInfoKind, Optionality};
use std::fmt::Write as _;
use std::iter;

/// What the help says about itself.
pub const HELP: &str = "print this help";

/// A command with its subcommands.
pub struct Outline {
    /// The whole name, like `ox88 work split`.
    pub name: String,
    /// What it does.
    pub about: &'static str,
    /// The options.
    pub options: Vec<Flag>,
    /// The arguments without a `-`, in their order.
    pub values: Vec<Value>,
    /// Further remarks, line by line.
    pub notes: Vec<String>,
    /// Lines to type.
    pub examples: Vec<String>,
    /// The exit codes.
    pub exit_codes: Vec<(i32, &'static str)>,
    /// The subcommands.
    pub commands: Vec<Outline>,
}

/// An option.
pub struct Flag {
    /// All ways to write it, like `-V` and `--version`.
    pub names: Vec<String>,
    /// The name of its value, if it has one.
    pub value: Option<&'static str>,
    /// What it is for.
    pub about: &'static str,
    /// Whether it must be given.
    pub is_required: bool,
    /// Whether it may be given more than once.
    pub repeats: bool,
}

/// An argument that is known by its place, without a `-`.
pub struct Value {
    /// Its name, like `DEPTH`, or the names of several that follow each other, like `[FEN] [MOVES]`.
    pub name: &'static str,
    /// What it is for.
    pub about: &'static str,
    /// Whether it must be given.
    pub is_required: bool,
    /// Whether there may be any number of it.
    pub repeats: bool,
    /// Whether it takes the rest of the line, whatever that looks like.
    takes_the_rest: bool,
}

impl Outline {
    /// The outline of a command with this name.
    pub fn new(name: &str, info: &CommandInfoWithArgs) -> Outline {
        let lines = |texts: &[&str]| -> Vec<String> {
            let texts = texts.iter().flat_map(|text| text.lines());
            texts.map(|line| line.replace("{command_name}", name)).collect()
        };
        let values = info.positionals.iter().filter(|value| !value.hidden).map(|value| Value {
            name: value.name,
            about: value.description,
            is_required: value.optionality == Optionality::Required,
            repeats: repeats(&value.optionality),
            takes_the_rest: value.optionality == Optionality::Greedy,
        });
        let below = info.commands.iter();
        let flags = info.flags.iter().filter(|flag| !flag.hidden);
        let (help, own): (Vec<_>, Vec<_>) = flags.partition(|flag| flag.long == "--help");
        Outline {
            name: name.to_owned(),
            about: info.description,
            options: own.into_iter().chain(help).map(Flag::new).collect(),
            values: values.collect(),
            notes: lines(info.notes),
            examples: lines(info.examples),
            exit_codes: info.error_codes.iter().map(|it| (it.code, it.description)).collect(),
            commands: below
                .map(|it| Outline::new(&format!("{name} {}", it.name), &it.command))
                .collect(),
        }
    }

    /// How it is typed, like `ox88 work split [OPTIONS] --plies N DEPTH [FEN] [MOVES]`.
    pub fn usage(&self) -> String {
        let mut usage = self.name.clone();
        if self.options.iter().any(|flag| !flag.is_required) {
            usage += " [OPTIONS]";
        }
        for flag in self.options.iter().filter(|flag| flag.is_required) {
            let name = flag.names.last().map_or("", String::as_str);
            let _ = write!(usage, " {name}");
            usage += &flag.value.map(|value| format!(" {value}")).unwrap_or_default();
        }
        for value in &self.values {
            let more = if value.repeats && !value.name.starts_with('[') { "..." } else { "" };
            let name = value.name;
            let _ = if value.is_required || name.starts_with('[') {
                write!(usage, " {name}{more}")
            } else {
                write!(usage, " [{name}{more}]")
            };
        }
        if !self.commands.is_empty() {
            usage += " COMMAND ...";
        }
        usage
    }

    /// Its own name, like `split`.
    pub fn last_name(&self) -> &str {
        self.name.rsplit(' ').next().unwrap_or_default()
    }

    /// This command and all below it.
    pub fn all(&self) -> Vec<&Outline> {
        let below = self.commands.iter().flat_map(Outline::all);
        iter::once(self).chain(below).collect()
    }

    /// The values that may follow the command, place by place, and whether the last one may come again.
    pub fn places(&self) -> (Vec<&'static str>, bool) {
        let names = self.values.iter().flat_map(|value| value.name.split_whitespace());
        let names = names.map(|name| name.trim_matches(['[', ']']));
        (names.collect(), self.values.last().is_some_and(|value| value.repeats))
    }

    /// The command that the first of these words name, one below the other, and how many words these are.
    pub fn named(&self, words: &[String]) -> (&Outline, usize) {
        match words.first().and_then(|word| self.command(word)) {
            Some(command) => {
                let (command, words) = command.named(&words[1..]);
                (command, words + 1)
            }
            None => (self, 0),
        }
    }

    /// The subcommand with this name.
    pub fn command(&self, name: &str) -> Option<&Outline> {
        self.commands.iter().find(|command| command.last_name() == name)
    }

    /// How many of the words after the command are its own, if a value takes the rest of the line.
    pub fn own_words(&self, words: &[String]) -> usize {
        if !self.values.iter().any(|value| value.takes_the_rest) {
            return words.len();
        }
        let mut at = 0;
        while let Some(word) = words.get(at).filter(|word| is_option(word)) {
            let has_value = self.option(word).is_some_and(|flag| flag.value.is_some());
            at += 1 + usize::from(has_value);
            if word == "--" {
                break;
            }
        }
        at.min(words.len())
    }

    /// The option with this spelling.
    pub fn option(&self, name: &str) -> Option<&Flag> {
        self.options.iter().find(|flag| flag.names.iter().any(|it| it == name))
    }

    /// All ways to write its options.
    pub fn option_names(&self) -> impl Iterator<Item = &str> {
        let names = self.options.iter().flat_map(|flag| &flag.names);
        names.map(String::as_str).filter(|name| name.starts_with('-'))
    }
}

impl Flag {
    fn new(info: &FlagInfo<'static>) -> Flag {
        let names = match info.long {
            // argh describes one of the three triggers that each command has.
            "--help" => ["-h", "--help", "help"].map(str::to_owned).to_vec(),
            long => {
                info.short.map(|it| format!("-{it}")).into_iter().chain([long.into()]).collect()
            }
        };
        let value = match info.kind {
            FlagInfoKind::Switch => None,
            FlagInfoKind::Option { arg_name } => Some(arg_name),
        };
        Flag {
            names,
            value,
            about: if info.long == "--help" { HELP } else { info.description },
            is_required: info.optionality == Optionality::Required,
            repeats: repeats(&info.optionality),
        }
    }
}

/// The `-` of a FEN is none.
pub fn is_option(word: &str) -> bool {
    word.len() > 1 && word.starts_with('-')
}

fn repeats(optionality: &Optionality) -> bool {
    matches!(optionality, Optionality::Repeating | Optionality::Greedy)
}
