//! The program `ox88` as a library: [`run`] reads the arguments, runs one command and answers with an exit code.
//!
//! ```text
//! $ ox88 perft 5
//! $ ox88 hunt ./my-engine
//! ```
//!
//! `cargo install ox88-cli` installs it. To count or hunt from your own program, use `ox88`, `ox88-count` or
//! `ox88-hunt`. Apart from [`run`] and [`run_with`], the public items here only let the fuzz targets run commands in
//! process.
//!
//! Only this crate prints. Results go to standard output, and everything else to standard error. Each command has a
//! file or a folder; the other files are what the commands share.

pub mod backend;
mod bar;
mod card;
mod divide;
mod estimate;
mod forecast;
mod help;
pub mod hunt;
mod input;
mod options;
pub mod outcome;
pub mod output;
mod perft;
mod rows;
mod show;
mod similar;
mod stats;
mod suite;
pub mod uci;
mod whole_file;
pub mod work;

use self::outcome::{CommandVerdict, Result, Stop};
use self::similar::similar;
use argh::{ArgsInfo, CommandInfoWithArgs, EarlyExit, FromArgs};
use argh_complete::{Generator, bash::Bash, fish::Fish, zsh::Zsh};
use std::env;
use std::ffi::OsString;
use std::io::{self, ErrorKind, Write};
use std::process::ExitCode;

/// Counts legal chess moves (perft), and finds out why a chess engine miscounts.
#[derive(FromArgs, ArgsInfo)]
#[argh(
    help_triggers("-h", "--help", "help"),
    example = "{command_name} perft 5\n{command_name} divide 3 kiwipete\n\
               {command_name} estimate 12 --seconds 60\n\
               {command_name} suite --max-nodes 1_000_000\n\
               {command_name} hunt ./my-engine\n{command_name} help perft",
    error_code(0, "all right"),
    error_code(1, "a count differs, or an engine is wrong"),
    error_code(2, "ox88 could not finish the command, or could not read an engine's answer")
)]
struct Arguments {
    /// print the version
    #[argh(switch, short = 'V')]
    version: bool,
    /// print completions for this shell: bash, zsh or fish
    #[argh(option, arg_name = "SHELL", from_str_fn(completions))]
    completions: Option<String>,
    #[argh(subcommand)]
    command: Option<Command>,
}

#[derive(FromArgs, ArgsInfo)]
#[argh(subcommand)]
#[expect(clippy::large_enum_variant, reason = "there is one of it, made once")]
enum Command {
    Perft(perft::Perft),
    Divide(divide::Divide),
    Estimate(estimate::Estimate),
    Suite(suite::Suite),
    Show(show::Show),
    Hunt(hunt::HuntCommand),
    Uci(uci::Uci),
    Work(work::Work),
}

impl Command {
    fn run(&self, out: &mut impl Write) -> Result {
        match self {
            Command::Perft(perft) => perft.run(out),
            Command::Divide(divide) => divide.run(out),
            Command::Estimate(estimate) => estimate.run(out),
            Command::Suite(suite) => suite.run(out),
            Command::Show(show) => show.run(out),
            Command::Hunt(hunt) => hunt.run(out),
            Command::Uci(uci::Uci {}) => uci::run(out),
            Command::Work(work) => work.run(out),
        }
    }
}

/// Runs the command that the arguments of the program ask for.
pub fn run() -> ExitCode {
    ExitCode::from(run_with(env::args_os().skip(1)))
}

/// Runs the command that these arguments ask for, and returns the exit code. The package for Python has a program
/// `ox88` of its own, and calls this with what was typed.
pub fn run_with(arguments: impl IntoIterator<Item = OsString>) -> u8 {
    bar::catch_interrupts(ox88_hunt::kill_all);
    let mut out = io::stdout().lock();
    let end = read_arguments(arguments)
        .map_err(Stop::from)
        .and_then(|arguments| run_command(&arguments, &mut out));
    match end {
        Ok(CommandVerdict::Right) => 0,
        Ok(CommandVerdict::Differs) => 1,
        Ok(CommandVerdict::Unheard) => 2,
        Err(stop) => {
            // If Rust did not start the process, nobody else flushes the output at its end.
            let _ = out.flush();
            match stop {
                // An engine that was ended by the same signal is not at fault.
                Stop::Refused(message) if !bar::is_interrupted() => output::remark(&message),
                // A reader who has seen enough, as `head` has, gets no message. But a run that was cut short has not
                // shown that all is right.
                Stop::Output(error) if error.kind() != ErrorKind::BrokenPipe => {
                    output::remark(&format!("standard output: {error}"));
                }
                _ => {}
            }
            2
        }
    }
}

/// The arguments as they were typed, rewritten where argh would misunderstand them.
fn read_arguments(arguments: impl IntoIterator<Item = OsString>) -> Result<Vec<String>, String> {
    let text = |argument: OsString| {
        argument.into_string().map_err(|argument| {
            format!("the argument `{}` is not UTF-8 text: write it as UTF-8", argument.display())
        })
    };
    let mut texts = arguments.into_iter().map(text).collect::<Result<Vec<String>, String>>()?;
    if texts == ["version"] {
        texts = vec!["--version".to_owned()];
    }
    let program = Arguments::get_args_info();
    let (_, command) = named(&program, &texts);
    let mut arguments = Vec::new();
    for text in texts {
        match text.split_once('=') {
            // argh only knows `--option value`. Other options are those of an engine.
            Some((option, value)) if command.flags.iter().any(|flag| flag.long == option) => {
                arguments.extend([option.to_owned(), value.to_owned()]);
            }
            // argh takes anything that begins with `-` for an option. A blank in front protects the
            // `-` of a FEN and of standard input; everything that reads an argument trims it off.
            _ if is_dash_or_negative(&text) => arguments.push(format!(" {text}")),
            _ => arguments.push(text),
        }
    }
    Ok(arguments)
}

fn is_dash_or_negative(text: &str) -> bool {
    text.strip_prefix('-').is_some_and(|rest| rest.bytes().all(|byte| byte.is_ascii_digit()))
}

/// The command that the first of these words name, one below the other, with its whole name.
fn named<'a>(
    program: &'a CommandInfoWithArgs,
    words: &[impl AsRef<str>],
) -> (String, &'a CommandInfoWithArgs) {
    let (mut name, mut command) = ("ox88".to_owned(), program);
    for word in words {
        let Some(below) = command.commands.iter().find(|below| below.name == word.as_ref()) else {
            break;
        };
        name = format!("{name} {}", below.name);
        command = &below.command;
    }
    (name, command)
}

/// Whether a word is an option. The `-` of a FEN is none.
fn is_option(word: &str) -> bool {
    word.len() > 1 && word.starts_with('-')
}

fn run_command(arguments: &[String], out: &mut impl Write) -> Result {
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let right = |written| CommandVerdict::Right.once_written(written);
    let verdict = match Arguments::from_args(&["ox88"], &arguments) {
        Ok(Arguments { version: true, .. }) => {
            right(writeln!(out, "ox88 {}", env!("CARGO_PKG_VERSION")))?
        }
        Ok(Arguments { completions: Some(script), .. }) => right(write!(out, "{script}"))?,
        Ok(Arguments { command: None, .. }) => {
            return Err(format!("expected a command\n\n{}", help_of(&[])).into());
        }
        Ok(Arguments { command: Some(command), .. }) => command.run(out)?,
        Err(EarlyExit { status: Ok(()), .. }) => {
            let names: Vec<&str> = arguments
                .into_iter()
                .filter(|word| !["help", "--help", "-h"].contains(word))
                .collect();
            right(write!(out, "{}", help_of(&names)))?
        }
        Err(EarlyExit { output, status: Err(()) }) => {
            // Without the blank that was put before a `-`.
            let problem = output.trim_end().replace("with value ' -", "with value '-");
            return Err(refusal(&problem, &arguments).into());
        }
    };
    verdict.once_written(out.flush())
}

/// The help of the command that these words name.
fn help_of(words: &[&str]) -> String {
    let program = Arguments::get_args_info();
    let (name, command) = named(&program, words);
    help::page(&name, command)
}

/// The script with which this shell completes what is typed.
fn completions(shell: &str) -> Result<String, String> {
    let generate = match shell.trim().to_ascii_lowercase().as_str() {
        "bash" => Bash::generate,
        "zsh" => Zsh::generate,
        "fish" => Fish::generate,
        _ => return Err("expected bash, zsh or fish, as in --completions bash".to_owned()),
    };
    Ok(generate("ox88", &Arguments::get_args_info()))
}

/// Says what is wrong with the arguments, and what to type instead of a misspelt word.
fn refusal(problem: &str, arguments: &[&str]) -> String {
    let program = Arguments::get_args_info();
    let words: Vec<&str> = arguments.iter().copied().filter(|&word| word != "help").collect();
    let (name, command) = named(&program, &words);
    let wrong = problem.strip_prefix("Unrecognized argument: ").map(str::trim);
    let known: Vec<&str> = match wrong {
        Some(option) if is_option(option) => command.flags.iter().map(|flag| flag.long).collect(),
        _ => command.commands.iter().map(|below| below.name).collect(),
    };
    let meant = wrong.and_then(|wrong| similar(wrong, known).into_iter().next());
    let meant = meant.map(|meant| format!("Did you mean `{meant}`?\n")).unwrap_or_default();
    let help = match name.split_once(' ') {
        Some((_, command)) => {
            format!("Type `ox88 help {command}` to see what it takes, with examples.")
        }
        None => "Type `ox88 help` to see the commands.".to_owned(),
    };
    format!("{problem}\n{meant}{help}")
}
