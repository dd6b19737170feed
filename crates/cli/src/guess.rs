//! Suggests the command to type instead of arguments that were not understood.
//!
//! argh only names the argument that it refuses. So ox88 changes the arguments in the few ways in which people get them
//! wrong: a misspelt name, the order of other programs, a FEN without its quotation marks. It suggests a change only if
//! the command would then run.

use super::hunt::launch;
use super::input::is_number;
use super::outline::{Outline, is_option};
use super::similar::similar;
use ox88::suite::built_in;
use ox88_hunt::{Splitting, is_move};
use std::borrow::Cow;
use std::iter::{self, Peekable};
use std::vec;

/// What was probably meant, and what was wrong with the arguments as typed.
pub struct Guess {
    /// The arguments after the name of the program.
    arguments: Vec<String>,
    /// A sentence for each thing that was wrong.
    reasons: Vec<String>,
}

/// The depth to suggest if none is given.
const SUGGESTED_DEPTH: &str = "5";

/// What other programs and people call our commands.
const OTHER_WORDS: [(&str, &[&str]); 11] = [
    ("compare", &["hunt", "--divide"]),
    ("diff", &["hunt", "--divide"]),
    ("go", &[]),
    ("list", &["suite", "--list"]),
    ("ls", &["suite", "--list"]),
    ("suites", &["suite"]),
    ("test", &["suite"]),
    ("board", &["show"]),
    ("moves", &["show"]),
    ("engine", &["hunt"]),
    ("split", &["work", "split"]),
];

/// Words that ask for help.
pub const HELP: [&str; 3] = ["help", "--help", "-h"];

/// Options as other programs have them.
const OTHER_OPTIONS: [(&str, &str); 4] =
    [("-d", "--depth"), ("-t", "--threads"), ("--position", "--fen"), ("--hash", "--memory")];

impl Guess {
    /// The arguments as they were probably meant, if they make a command that runs. Otherwise the help of the command
    /// that was meant, if its name was wrong.
    pub fn of(
        arguments: &[&str],
        program: &Outline,
        runs: impl Fn(&[String]) -> bool,
    ) -> Option<Guess> {
        let arguments = arguments.iter().map(|&it| it.to_owned()).collect();
        let mut guess = Guess { arguments, reasons: Vec::new() };
        guess.name_the_command(program);
        let (command, words) = program.named(&guess.arguments);
        let named = Guess { reasons: guess.reasons.clone(), arguments: help_of(command) };
        guess.spell_options(command, words);
        if command.last_name() == "hunt" {
            guess.order_for_the_hunt(command, words);
        } else if command.values.iter().any(|it| it.name.contains("FEN")) {
            guess.order(command, words);
        }
        let is_better = |guess: &Guess| {
            !guess.arguments.is_empty() && !guess.reasons.is_empty() && runs(&guess.arguments)
        };
        [guess, named].into_iter().find(is_better)
    }

    /// What was wrong, as a sentence.
    pub fn reason(&self) -> String {
        let reason = self.reasons.join(", and ");
        let mut letters = reason.chars();
        let first = letters.next().map(|it| it.to_ascii_uppercase());
        first.into_iter().chain(letters).collect()
    }

    /// The command as it is typed in a shell.
    pub fn command(&self) -> String {
        let words: Vec<String> = self.arguments.iter().map(|word| quoted(word.trim())).collect();
        format!("ox88 {}", words.join(" "))
    }

    fn because(&mut self, reason: impl Into<String>) {
        self.reasons.push(reason.into());
    }

    /// Finds the command, and its subcommand, by the most similar name.
    fn name_the_command(&mut self, program: &Outline) {
        let Some(first) = self.arguments.first().cloned() else { return };
        let is_command = |word: &String| program.commands.iter().any(|it| it.last_name() == word);
        if HELP.contains(&&*first) {
            self.spell_command(1, program);
            return;
        }
        if first.starts_with('-') {
            if let Some(at) = self.arguments.iter().position(is_command) {
                let command = self.arguments.remove(at);
                self.because(format!("`{command}` comes before its options"));
                self.arguments.insert(0, command);
            }
        } else if !is_command(&first) {
            let other = OTHER_WORDS.iter().find(|(word, _)| *word == first);
            if let Some((_, words)) = other {
                self.arguments.splice(..1, words.iter().map(|&word| word.to_owned()));
                self.because(format!("there is no command `{first}`"));
            } else if is_number(&first) {
                self.arguments.insert(0, "perft".to_owned());
                self.because("`perft` counts to a depth");
            } else if is_position(&first) && self.ends_with_a_depth() {
                self.arguments.insert(0, "perft".to_owned());
                self.because("`perft` counts from a position");
            } else if is_position(&first) {
                self.arguments.insert(0, "show".to_owned());
                self.because("`show` shows a position, and `perft` and `divide` count from one");
            } else {
                self.spell_command(0, program);
            }
        }
        let (command, words) = program.named(&self.arguments);
        if words == 1 && !command.commands.is_empty() {
            self.spell_command(1, command);
        }
    }

    /// Whether a depth follows the position. The last number of a whole FEN is its move number, and no depth.
    fn ends_with_a_depth(&self) -> bool {
        let is_fen = self.arguments.len() == 6 && self.arguments[0].contains('/');
        !is_fen && self.arguments.last().is_some_and(|it| is_number(it))
    }

    fn spell_command(&mut self, at: usize, program: &Outline) {
        let Some(word) = self.arguments.get(at) else { return };
        let names = program.commands.iter().map(|it| it.last_name().to_owned());
        if let Some(name) = nearest(word, names) {
            let reason = format!("there is no command `{word}`");
            self.arguments[at] = name;
            self.because(reason);
        }
    }

    /// Spells options as the command does.
    fn spell_options(&mut self, command: &Outline, words: usize) {
        // The words after these may belong to the engine.
        let end = words + command.own_words(&self.arguments[words..]);
        for at in words..end {
            let option = &self.arguments[at];
            if !is_option(option) {
                continue;
            }
            if let Some(flag) = command.option(option) {
                // Below here each option has its long name.
                if let Some(name) = flag.names.iter().find(|name| name.starts_with("--")) {
                    self.arguments[at].clone_from(name);
                }
                continue;
            }
            let other = OTHER_OPTIONS.iter().find(|(other, _)| other == option);
            let meant = match other {
                Some((_, meant)) => (*meant).to_owned(),
                None => format!("--{}", option.trim_start_matches('-').replace('_', "-")),
            };
            // Most commands have no option for the depth, but it is understood below.
            let meant = if command.option(&meant).is_some() || meant == "--depth" {
                Some(meant)
            } else {
                nearest(&meant, command.option_names().map(str::to_owned))
            };
            if let Some(meant) = meant.filter(|meant| meant != option) {
                let reason = format!("there is no option `{option}`");
                self.arguments[at] = meant;
                self.because(reason);
            }
        }
        let limit = command.option("--max-depth").is_some() && command.option("--depth").is_none();
        for option in self.arguments[words..].iter_mut().filter(|it| limit && *it == "--depth") {
            "--max-depth".clone_into(option);
            self.reasons.push("the depth of a suite is a limit".to_owned());
        }
    }

    /// Puts the depth first, if the command has one, and the position after it.
    fn order(&mut self, command: &Outline, words: usize) {
        let has_depth = command.values.iter().any(|it| it.name == "DEPTH");
        let (mut depth, mut position, mut options) = (None, Vec::new(), Vec::new());
        let mut rest = self.arguments.split_off(words).into_iter().peekable();
        while let Some(word) = rest.next() {
            if !is_option(&word) {
                position.push(word);
            } else if word == "--depth" && has_depth {
                depth = rest.next();
                self.because("the depth is the first argument, without `--depth`");
            } else if word == "--fen" {
                position.extend(rest.next());
            } else {
                options.extend(with_its_value(command, word, &mut rest));
            }
        }
        let is_given = depth.is_some() || position.first().is_some_and(|it| is_number(it));
        let begins_well = position.first().is_none_or(|it| is_position(it));
        if has_depth && !is_given && begins_well {
            // The last number of a whole FEN is its move number.
            let is_fen = position.len() == 6 && position[0].contains('/');
            depth = position.pop_if(|it| is_number(it) && !is_fen);
            let place = if depth.is_some() { "comes first" } else { "is missing" };
            self.because(format!("the depth {place}"));
            depth = depth.or_else(|| Some(SUGGESTED_DEPTH.to_owned()));
        }
        self.arguments.extend(depth);
        self.arguments.extend(position);
        self.arguments.extend(options);
    }

    /// Puts the options in front of the engine's command, gives each word of a position the one that it belongs
    /// to, and a FEN its quotation marks.
    fn order_for_the_hunt(&mut self, command: &Outline, words: usize) {
        let mut options: Vec<String> = Vec::new();
        let mut moves: Vec<String> = Vec::new();
        let mut engine: Vec<String> = Vec::new();
        let mut is_out_of_order = false;
        let mut rest = self.arguments.split_off(words).into_iter().peekable();
        while let Some(word) = rest.next() {
            let is_own = command.option(&word).is_some();
            if word == "--fen" || is_position(&word) {
                is_out_of_order |= !engine.is_empty();
                let start = if is_own {
                    rest.next()
                } else {
                    self.because("the position follows `--fen`");
                    Some(word)
                };
                let mut fen: Vec<String> = start.into_iter().collect();
                // The fields of a FEN, and then its counters.
                while fen.first().is_some_and(|it| it.contains('/'))
                    && let Some(field) = rest.next_if(|it| {
                        !is_option(it) && fen.len() < 6 && (fen.len() < 4 || is_number(it))
                    })
                {
                    fen.push(field.trim().to_owned());
                }
                if fen.len() > 1 {
                    self.because("a FEN needs quotation marks here");
                }
                options.extend(["--fen".to_owned(), fen.join(" ")]);
            } else if is_own || is_option(&word) && engine.is_empty() {
                is_out_of_order |= !engine.is_empty();
                options.extend(with_its_value(command, word, &mut rest));
            } else if is_move(&word) {
                moves.push(word);
            } else {
                engine.push(word);
            }
        }
        if !moves.is_empty() {
            self.because("the moves follow `--moves`");
            options.extend(["--moves".to_owned(), moves.join(" ")]);
        }
        let has = |option: &str| options.iter().any(|it| it == option);
        if has("--moves") && !has("--fen") && !has("--start") {
            self.because("`--fen` says where they begin");
            options.extend(["--fen", "startpos"].map(str::to_owned));
        }
        if is_out_of_order {
            self.because("options of ox88 come before the command of the engine");
        }
        let first = options.iter().position(|it| it == "--engine").filter(|_| !engine.is_empty());
        if let Some(at) = first {
            self.because("a command of several words is the end of the line, without `--engine`");
            let first: Vec<String> = options.drain(at..options.len().min(at + 2)).collect();
            engine.splice(..0, first.into_iter().skip(1));
        }
        self.launch(&mut engine);
        for flag in ["--engine", "--script"] {
            let value = options.iter().position(|it| it == flag).map(|at| at + 1);
            let Some(command) = value.and_then(|at| options.get_mut(at)) else { continue };
            if let Ok(mut words) = Splitting::HERE.split(command)
                && self.launch(&mut words)
            {
                *command = Splitting::HERE.join(&words);
            }
        }
        self.arguments.extend(options);
        self.arguments.extend(engine);
    }

    /// Puts what runs a file in front of it, if the system does not run it by itself. Says whether it does.
    fn launch(&mut self, command: &mut Vec<String>) -> bool {
        let obstacle = command.first().and_then(|program| launch::obstacle(program));
        let Some(words) = obstacle.and_then(|obstacle| obstacle.instead) else { return false };
        self.because(match &words[..] {
            [_] => "a file here is written with its path".to_owned(),
            words => format!("`{}` runs it", words[0]),
        });
        command.splice(..1, words);
        true
    }
}

/// The arguments that print the help of a command.
fn help_of(command: &Outline) -> Vec<String> {
    let names = command.name.split(' ').skip(1);
    let names: Vec<String> = names.map(str::to_owned).collect();
    if names.is_empty() { names } else { [vec!["help".to_owned()], names].concat() }
}

/// The most similar word.
fn nearest(word: &str, words: impl Iterator<Item = String>) -> Option<String> {
    similar(word, words).into_iter().next()
}

/// An option, and the next word if that is its value.
fn with_its_value(
    command: &Outline,
    option: String,
    rest: &mut Peekable<vec::IntoIter<String>>,
) -> Vec<String> {
    let takes_value = command.option(&option).is_some_and(|flag| flag.value.is_some());
    let value = rest.next_if(|_| takes_value);
    iter::once(option).chain(value).collect()
}

/// Whether a word names a position, or is the first of a FEN or all of it.
pub fn is_position(word: &str) -> bool {
    // The path of an engine has slashes too, but other letters than a board.
    let is_board = |it: &str| {
        it.matches('/').count() == 7
            && it.chars().all(|letter| {
                letter.is_ascii_digit() || "/pnbrqk".contains(letter.to_ascii_lowercase())
            })
    };
    word == "startpos"
        || word.split(' ').next().is_some_and(is_board)
        || built_in::by_id(word).is_some()
}

/// A word, quoted for a shell if need be. Double quotation marks are preferred, because every shell understands them.
fn quoted(word: &str) -> String {
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "/-_.,:=+".contains(letter);
    if !word.is_empty() && word.chars().all(is_plain) {
        word.to_owned()
    } else if word.chars().all(|letter| is_plain(letter) || letter == ' ') {
        format!("\"{word}\"")
    } else {
        shlex::try_quote(word).map_or_else(|_| format!("{word:?}"), Cow::into_owned)
    }
}
