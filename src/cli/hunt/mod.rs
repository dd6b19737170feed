//! `ox88 hunt`: where does another engine go wrong, and which rule does it break?

mod summary;
mod target;

use self::target::Target;
use super::bar;
use super::{Stop, Verdict, input};
use argh::FromArgs;
use ox88::hunt::{Engine, Protocol, Style, Totals, Until, json, json_of_refusal, search};
use std::fs;
use std::io::{self, Write};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Finds the smallest position in which an engine goes wrong, and names the rule that it breaks.
#[derive(FromArgs)]
#[argh(
    subcommand,
    name = "hunt",
    usage = "(--engine COMMAND | --script COMMAND) [--fen FEN] [--moves MOVES] [--depth N] [--suite FILE]... [--max-nodes N] [--timeout S] [--all] [--json FILE] [--perft-command VERB]",
    help_triggers("-h", "--help", "help"),
    note = "Without --fen or --suite the built-in suites are tried: what every engine must know\n\
            first, then what costs least. Two simple positions come before any suite.\n\
            The exit code is 0 if no difference was found within the limits, 1 if the engine\n\
            differs or gave no answer, 2 if the hunt could not be run.",
    example = "{command_name} --engine stockfish\n\
               {command_name} --engine \"./my-engine --quiet\" --fen kiwipete --depth 4\n\
               {command_name} --engine ./my-engine --perft-command perft --all --json found.json\n\
               {command_name} --script ./perft.sh --suite perftsuite.epd"
)]
pub struct Hunt {
    /// the engine with its arguments, spoken to by UCI
    #[argh(option, arg_name = "COMMAND")]
    engine: Option<String>,
    /// in place of an engine, a script that is called as COMMAND DEPTH FEN [MOVES]
    #[argh(option, arg_name = "COMMAND")]
    script: Option<String>,
    /// the one position to try: a FEN in quotation marks, startpos or the id of a built-in position
    #[argh(option, arg_name = "FEN")]
    fen: Option<String>,
    /// moves that the engine plays from there first
    #[argh(option, arg_name = "MOVES")]
    moves: Option<String>,
    /// how many half moves deep to count (4 for --fen; as deep as the suites go)
    #[argh(option, arg_name = "N", from_str_fn(input::depth))]
    depth: Option<u32>,
    /// a perft suite in any dialect, - for standard input; may be given more than once
    #[argh(option, arg_name = "FILE")]
    suite: Vec<String>,
    /// leave out each count of a suite that is greater (a million by default)
    #[argh(option, arg_name = "N", from_str_fn(input::number))]
    max_nodes: Option<u128>,
    /// how many seconds the engine has for each question (30 by default); when ten times that is
    /// lost on questions without an answer, or ten in a row have none, the hunt gives up
    #[argh(option, arg_name = "S", from_str_fn(seconds), default = "Duration::from_secs(30)")]
    timeout: Duration,
    /// go on after the first finding, and end with a table of the rules
    #[argh(switch)]
    all: bool,
    /// also write all that was found to a file, - for standard output in place of the text
    #[argh(option, arg_name = "FILE")]
    json: Option<String>,
    /// the command that the engine takes before the depth (go perft by default)
    #[argh(option, arg_name = "VERB")]
    perft_command: Option<String>,
}

impl Hunt {
    /// Runs the command, with its results going to `out`.
    pub fn run(&self, out: &mut impl Write) -> Result<Verdict, Stop> {
        let end = self.hunt(out);
        if let Err(Stop::Refused(message)) = &end {
            let command = self.engine.as_ref().or(self.script.as_ref());
            let command = command.map_or("", String::as_str);
            self.write_json(&json_of_refusal(command, message), out)?;
        }
        end
    }

    fn hunt(&self, out: &mut impl Write) -> Result<Verdict, Stop> {
        let (command, protocol) = self.engine_to_ask()?;
        let target = Target::read(self)?;
        self.begin_json_file(command)?;
        let start = Instant::now();
        let mut engine = Engine::start(command, protocol.clone(), self.timeout)
            .map_err(|error| Stop::Refused(error.to_string()))?;
        let plan = target.plan(self, engine.may_know_chess960())?;
        let until = if self.all { Until::All } else { Until::First };
        let watched = Mutex::new(Totals::default());
        let totals = || *watched.lock().unwrap_or_else(PoisonError::into_inner);
        let set = |now: &Totals| *watched.lock().unwrap_or_else(PoisonError::into_inner) = *now;
        let outcome = bar::watched(
            || summary::doing(&totals()),
            || summary::so_far(&totals()),
            |_| search(&mut engine, &plan, until, set),
        );
        // The engine is gone before anything is written.
        drop(engine);
        let time = start.elapsed();

        let colour = summary::shows_colour();
        let style = Style { colour, command: command.to_owned(), protocol };
        if self.json_file() != Some("-") {
            summary::write(out, &outcome, &plan, &style, time)?;
        }
        self.write_json(&json(&outcome, &plan, &style, time), out)?;
        Ok(if outcome.findings.is_empty() { Verdict::Right } else { Verdict::Differs })
    }

    /// The command of the engine and how it is asked.
    fn engine_to_ask(&self) -> Result<(&str, Protocol), String> {
        let refuse = |text: &str| Err(text.to_owned());
        match (&self.engine, &self.script, self.perft_command.as_deref().map(str::trim)) {
            (Some(_), None, Some("")) => refuse(
                "--perft-command is empty: expected the command before the depth, as in \
                 `--perft-command perft`",
            ),
            (Some(engine), None, perft) => {
                Ok((engine, Protocol::Uci { perft: perft.unwrap_or("go perft").to_owned() }))
            }
            (None, Some(script), None) => Ok((script, Protocol::Script)),
            (None, Some(_), Some(_)) => refuse(
                "--perft-command is for an engine, and a script is given the depth as its first \
                 argument: leave one out",
            ),
            (Some(_), Some(_), _) => {
                refuse("--engine and --script exclude each other: leave one out")
            }
            (None, None, _) => refuse(
                "expected an engine: type `ox88 hunt --engine ./my-engine` for one that speaks UCI, \
                 or `ox88 hunt --script ./perft.sh`",
            ),
        }
    }

    // JSON.

    fn json_file(&self) -> Option<&str> {
        self.json.as_deref().map(str::trim)
    }

    /// Writes a report that the hunt did not come to its end, which stays if it does not. So a file that
    /// cannot be written is refused before the work and not after it, and no earlier report is left.
    fn begin_json_file(&self, command: &str) -> Result<(), String> {
        match self.json_file() {
            None | Some("-") => Ok(()),
            Some(file) => {
                let unfinished = json_of_refusal(command, "the hunt was ended from outside");
                fs::write(file, unfinished).map_err(|error| cannot_write(file, &error))
            }
        }
    }

    fn write_json(&self, text: &str, out: &mut impl Write) -> Result<(), Stop> {
        match self.json_file() {
            None => Ok(()),
            Some("-") => Ok(out.write_all(text.as_bytes())?),
            Some(file) => {
                fs::write(file, text).map_err(|error| Stop::Refused(cannot_write(file, &error)))
            }
        }
    }
}

fn cannot_write(file: &str, error: &io::Error) -> String {
    format!("{file}: {error}: expected a file that can be written")
}

/// Reads a number of seconds.
fn seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.trim().parse().ok().map(Duration::try_from_secs_f64);
    let seconds = seconds.and_then(Result::ok).filter(|seconds| !seconds.is_zero());
    seconds.ok_or_else(|| {
        "expected a number of seconds greater than 0, as in `--timeout 30`".to_owned()
    })
}
