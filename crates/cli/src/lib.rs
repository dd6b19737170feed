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
mod colour;
mod completions;
mod divide;
mod estimate;
mod forecast;
mod guess;
mod help;
pub mod hunt;
mod input;
mod known;
mod man;
pub mod outcome;
mod outline;
pub mod output;
mod perft;
mod reader;
mod rows;
mod show;
mod similar;
mod stats;
pub mod suite;
pub mod uci;
mod whole_file;
pub mod work;

use self::completions::Shell;
use self::guess::Guess;
use self::outcome::{CommandVerdict, Stop};
use self::outline::Outline;
use argh::{ArgsInfo, EarlyExit, FromArgs};
use std::env;
use std::ffi::OsString;
use std::io::{self, ErrorKind, Write};
use std::process::ExitCode;

/// Counts legal chess moves (perft), and finds out why a chess engine counts wrong.
#[derive(FromArgs, ArgsInfo)]
#[argh(
    help_triggers("-h", "--help", "help"),
    example = "{command_name} perft 5\n{command_name} divide 3 kiwipete\n\
               {command_name} estimate 12 --seconds 60\n\
               {command_name} suite --max-nodes 1_000_000\n\
               {command_name} hunt ./my-engine\n{command_name} help perft",
    error_code(0, "all right"),
    error_code(1, "a count differs, or an engine is wrong"),
    error_code(2, "ox88 could not finish the command, or read no answer of an engine")
)]
struct Arguments {
    /// print the version
    #[argh(switch, short = 'V')]
    version: bool,
    /// print the man page
    #[argh(switch)]
    man: bool,
    /// print completions for this shell: bash, zsh or fish
    #[argh(option, arg_name = "SHELL", from_str_fn(Shell::from_name))]
    completions: Option<Shell>,
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
    fn run(&self, out: &mut impl Write) -> Result<CommandVerdict, Stop> {
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

    /// Why the command should not run as it was typed, if something else seems to be meant.
    fn doubt(&self, program: &Outline) -> Option<String> {
        let Command::Hunt(hunt) = self else { return None };
        let outline = program.command("hunt")?;
        hunt.doubt(|word| word.starts_with("--") && outline.option(word).is_some())
    }

    /// Whether nothing about the arguments themselves is refused when the command runs.
    fn is_whole(&self) -> bool {
        match self {
            Command::Perft(perft) => perft.read().is_ok(),
            Command::Divide(divide) => divide.read().is_ok(),
            Command::Estimate(estimate) => estimate.read().is_ok(),
            Command::Show(show) => show.read().is_ok(),
            Command::Suite(suite) => suite.content().is_ok() && suite.rows().is_ok(),
            Command::Hunt(hunt) => hunt.is_whole(),
            Command::Uci(_) | Command::Work(_) => true,
        }
    }

    /// Whether it may work for long, and all its results go to standard output, so that they are lost without a
    /// reader.
    fn works_for_a_reader(&self) -> bool {
        match self {
            Command::Show(_) => false,
            Command::Suite(suite) => suite.counts(),
            Command::Hunt(hunt) => !hunt.writes_files(),
            Command::Work(work) => !work.writes_files(),
            _ => true,
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
    let end = understood(arguments)
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
                Stop::Refused(_) if bar::is_interrupted() => {}
                Stop::Refused(message) => output::remark(&message),
                Stop::Interrupted => {}
                // The reader has seen enough, as `head` does. No message would reach it, but a run that
                // was cut short has not shown that all is right.
                Stop::Output(error) if error.kind() == ErrorKind::BrokenPipe => {}
                Stop::Output(error) => output::remark(&format!("standard output: {error}")),
            }
            2
        }
    }
}

/// The arguments as they were typed, rewritten where argh would misunderstand them.
fn understood(arguments: impl IntoIterator<Item = OsString>) -> Result<Vec<String>, String> {
    let text = |argument: OsString| {
        argument.into_string().map_err(|argument| {
            format!("the argument `{}` is not UTF-8 text: write it as UTF-8", argument.display())
        })
    };
    let mut texts = arguments.into_iter().map(text).collect::<Result<Vec<String>, String>>()?;
    if texts == ["version"] {
        texts = vec!["--version".to_owned()];
    }
    let program = outline();
    let command = texts.first().and_then(|first| program.command(first));
    let own = command.map_or(texts.len(), |command| 1 + command.own_words(&texts[1..]));
    // The command of an engine is left as it is.
    let rest = texts.split_off(own);
    let mut arguments = Vec::new();
    for text in texts {
        match text.split_once('=') {
            // argh only knows `--option value`.
            Some((option, value)) if option.starts_with("--") => {
                arguments.extend([option.to_owned(), value.to_owned()]);
            }
            // argh takes anything that begins with `-` for an option. A blank in front protects the
            // `-` of a FEN and of standard input; everything that reads an argument trims it off.
            _ if is_dash_or_negative(&text) => arguments.push(format!(" {text}")),
            _ => arguments.push(text),
        }
    }
    arguments.extend(rest);
    Ok(arguments)
}

fn is_dash_or_negative(text: &str) -> bool {
    text.strip_prefix('-').is_some_and(|rest| rest.bytes().all(|byte| byte.is_ascii_digit()))
}

fn run_command(arguments: &[String], out: &mut impl Write) -> Result<CommandVerdict, Stop> {
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let verdict = match Arguments::from_args(&["ox88"], &arguments) {
        Ok(Arguments { version: true, .. }) => {
            let written = writeln!(out, "ox88 {}", env!("CARGO_PKG_VERSION"));
            CommandVerdict::Right.once_written(written)?
        }
        Ok(Arguments { man: true, .. }) => {
            CommandVerdict::Right.once_written(write!(out, "{}", man::page(&outline())))?
        }
        Ok(Arguments { completions: Some(shell), .. }) => {
            CommandVerdict::Right.once_written(write!(out, "{}", shell.script(&outline())))?
        }
        Ok(Arguments { command: None, .. }) => {
            return Err(Stop::Refused(format!("expected a command\n\n{}", help::page(&outline()))));
        }
        Ok(Arguments { command: Some(command), .. }) => {
            if let Some(doubt) = command.doubt(&outline()) {
                return Err(Stop::Refused(refusal(&doubt, &arguments)));
            }
            if command.works_for_a_reader() {
                reader::exit_when_gone(ox88_hunt::kill_all);
            }
            command.run(out)?
        }
        Err(EarlyExit { status: Ok(()), .. }) => {
            let program = outline();
            let is_name = |word: &&&str| !guess::HELP.contains(*word);
            let names: Vec<String> =
                arguments.iter().filter(is_name).map(|&word| word.to_owned()).collect();
            CommandVerdict::Right.once_written(write!(
                out,
                "{}",
                help::page(program.named(&names).0)
            ))?
        }
        Err(EarlyExit { output, status: Err(()) }) => {
            // Without the blank that was put before a `-`.
            let problem = output.trim_end().replace("with value ' -", "with value '-");
            return Err(Stop::Refused(refusal(&named_briefly(&problem), &arguments)));
        }
    };
    verdict.once_written(out.flush())
}

/// `Error parsing option '--depth' with value '0': …` as it is typed: `--depth 0: …`.
fn named_briefly(problem: &str) -> String {
    let brief = || {
        let rest = problem.strip_prefix("Error parsing ")?;
        let (kind, rest) = rest.split_once(" '")?;
        let (name, rest) = rest.split_once("' with value '")?;
        let (value, why) = rest.split_once("': ")?;
        let value = if value.is_empty() { "''" } else { value };
        Some(match kind {
            "option" => format!("`{name} {value}`: {why}"),
            _ => format!("{} `{value}`: {why}", name.to_uppercase()),
        })
    };
    brief().unwrap_or_else(|| problem.to_owned())
}

fn outline() -> Outline {
    Outline::new("ox88", &Arguments::get_args_info())
}

/// Says what is wrong with the arguments, and what to type instead.
fn refusal(problem: &str, arguments: &[&str]) -> String {
    let program = outline();
    let runs = |arguments: &[String]| {
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        match Arguments::from_args(&["ox88"], &arguments) {
            Ok(Arguments { command: Some(command), .. }) => {
                command.doubt(&program).is_none() && command.is_whole()
            }
            Ok(_) | Err(EarlyExit { status: Ok(()), .. }) => true,
            Err(EarlyExit { status: Err(()), .. }) => false,
        }
    };
    let guess = Guess::of(arguments, &program, runs).map(|guess| (guess.reason(), guess.command()));
    let problem = match (problem.strip_prefix("Unrecognized argument: "), &guess) {
        // The reason says the same in better words.
        (Some(word), Some((reason, _))) if reason.contains(&format!("`{word}`")) => String::new(),
        _ => format!("{problem}\n"),
    };
    let guess =
        guess.map(|(reason, command)| format!("{reason}. Did you mean this?\n  {command}\n"));
    let is_command = |name: &&&str| program.commands.iter().any(|it| it.last_name() == **name);
    let help = match arguments.first().filter(is_command) {
        Some(command) => format!("Type `ox88 help {command}` to see what it takes, with examples."),
        None => "Type `ox88 help` to see the commands.".to_owned(),
    };
    format!("{problem}{}{help}", guess.unwrap_or_default())
}
