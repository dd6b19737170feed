//! The arguments of `ox88 hunt`.

use super::launch;
use crate::guess::is_position;
use crate::input;
use argh::{ArgsInfo, FromArgs};
use ox88::Start960;
use ox88_hunt::{Protocol, Splitting, read_total};
use std::time::Duration;

/// A longer budget would be of no use, and might overflow a clock.
const LONGEST_BUDGET: Duration = Duration::from_secs(365 * 24 * 60 * 60);

/// Finds the smallest position in which an engine goes wrong, and names the rule that it breaks.
#[derive(FromArgs, ArgsInfo)]
#[argh(
    subcommand,
    name = "hunt",
    usage = "[--script COMMAND | --paste | --divide FILE | --total N] [--perft-command VERB] [--fen FEN | --start N] [--moves MOVES] [--depth N] [--suite FILE]... [--max-nodes N] [--impossible] [--chess960] [--budget TIME] [--timeout S] [--all] [--baseline FILE] [--json FILE] [--html FILE] [--markdown FILE] [--engine COMMAND | COMMAND...]",
    help_triggers("-h", "--help", "help"),
    note = "Behind all options of ox88 comes the command that starts the engine, to which ox88\n\
            speaks UCI. --engine takes the same command as one text.\n\
            Without --fen or --suite, ox88 goes through the built-in suites: what every engine must\n\
            know first, then what costs least. Two simple positions come before any suite.\n\
            The exit code is 0 if ox88 found no difference within the limits, 1 if the engine\n\
            differs or gave no answer, 2 if ox88 could not run the hunt.",
    example = "{command_name} stockfish\n\
               {command_name} --fen kiwipete --depth 4 ./my-engine --quiet\n\
               {command_name} --engine \"./my-engine --quiet\" --fen kiwipete --depth 4\n\
               {command_name} --perft-command perft --all --json found.json python3 my_engine.py\n\
               {command_name} --script ./perft.sh --suite perftsuite.epd\n\
               {command_name} --paste --perft-command divide\n\
               {command_name} --divide rows.txt --fen kiwipete\n\
               {command_name} --total 4865351"
)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of the command line")]
pub struct Hunt {
    /// the command that starts the engine, which is asked over UCI: the rest of the line, behind all options of
    /// ox88
    #[argh(positional, greedy, arg_name = "COMMAND")]
    pub(super) command: Vec<String>,
    /// the command that starts the engine, as one text, split as a shell does it (on Windows a backslash is a letter
    /// like any other)
    #[argh(option, arg_name = "COMMAND")]
    pub(super) engine: Option<String>,
    /// in place of an engine, a script that is called as COMMAND DEPTH FEN [MOVES]
    #[argh(option, arg_name = "COMMAND")]
    pub(super) script: Option<String>,
    /// in place of an engine, a program that only you can drive: ox88 says what to type there, and
    /// reads what you paste
    #[argh(switch)]
    pub(super) paste: bool,
    /// in place of an engine, one divide that was saved to a file, - for standard input
    #[argh(option, arg_name = "FILE")]
    pub(super) divide: Option<String>,
    /// in place of an engine, one number that a program has counted: which known faults give exactly this, in the position
    /// of --fen at --depth, or in any that authors count first
    #[argh(option, arg_name = "N")]
    pub(super) total: Option<String>,
    /// the command that the engine takes before the depth (go perft by default)
    #[argh(option, arg_name = "VERB")]
    pub(super) perft_command: Option<String>,
    /// the one position to try: a FEN in quotation marks, startpos or the id of a built-in position
    #[argh(option, arg_name = "FEN")]
    pub(super) fen: Option<String>,
    /// in place of --fen: the start position of Chess960 with this number, from 0 to 959
    #[argh(option, arg_name = "N", from_str_fn(input::start960))]
    pub(super) start: Option<Start960>,
    /// moves that the engine plays from there first
    #[argh(option, arg_name = "MOVES")]
    pub(super) moves: Option<String>,
    /// how many half moves deep to count (if left out, 4 with --fen, or else as deep as the suites go)
    #[argh(option, arg_name = "N", from_str_fn(input::depth_option))]
    pub(super) depth: Option<u32>,
    /// a perft suite in any dialect, - for standard input; may be given more than once
    #[argh(option, arg_name = "FILE")]
    pub(super) suite: Vec<String>,
    /// leave out counts of suites above this (a million by default)
    #[argh(option, arg_name = "N", from_str_fn(input::number))]
    pub(super) max_nodes: Option<u128>,
    /// also ask about positions of suites that cannot arise in a game
    #[argh(switch)]
    pub(super) impossible: bool,
    /// also ask about Chess960 if the engine does not announce it
    #[argh(switch)]
    pub(super) chess960: bool,
    /// for a slow engine: ask what fits into this time, as in 60s or 5m, in rounds of growing size;
    /// finding the cause may take half as long again
    #[argh(option, arg_name = "TIME", from_str_fn(budget))]
    pub(super) budget: Option<Duration>,
    /// how many seconds the engine has for each question (30 by default); the hunt gives up after
    /// ten questions in a row without an answer (three if none had one), or after waiting ten times
    /// this long in vain
    #[argh(option, arg_name = "S", from_str_fn(seconds), default = "Duration::from_secs(30)")]
    pub(super) timeout: Duration,
    /// go on after the first finding; the report then begins with what to fix first
    #[argh(switch)]
    pub(super) all: bool,
    /// the JSON of an earlier hunt: report only what that one did not find (goes on after the first
    /// finding, as with --all)
    #[argh(option, arg_name = "FILE")]
    pub(super) baseline: Option<String>,
    /// also write the report as JSON to this file, - for standard output in place of the text
    #[argh(option, arg_name = "FILE")]
    pub(super) json: Option<String>,
    /// also write the report as a page with drawn boards, - for standard output in place of the text
    #[argh(option, arg_name = "FILE")]
    pub(super) html: Option<String>,
    /// also write the report as Markdown, for an issue or a pull request, - for standard output in place of the text
    #[argh(option, arg_name = "FILE")]
    pub(super) markdown: Option<String>,
}

/// Where the answers come from.
pub(super) enum Answers<'a> {
    /// An engine or a script, by its command.
    Engine(String, Protocol),
    /// A person, who types this before the depth.
    Paste(&'a str),
    /// The divide in a file.
    Divide(&'a str),
    /// A number.
    Total(u128),
}

impl Hunt {
    /// Where the answers come from.
    pub(super) fn answers(&self) -> Result<Answers<'_>, String> {
        let refuse = |text: &str| Err(text.to_owned());
        let Hunt { script, paste, divide, total, .. } = self;
        if let [one, other, ..] = &self.answers_given()[..] {
            return Err(format!("{one} and {other} exclude each other: leave one out"));
        }
        if let Some(total) = total {
            self.is_about_few("--total", "one number")?;
            if self.writes_reports() {
                return refuse(
                    "--total prints its answer, and there is no report: leave --json, --html or --markdown out",
                );
            }
            return read_total(total).map(Answers::Total);
        }
        let perft = self.perft_command.as_deref().map(str::trim);
        match (self.engine(), script, divide) {
            (_, Some(_), _) if perft.is_some() => refuse(
                "--perft-command is for an engine, and a script is given the depth as its first \
                 argument: leave one out",
            ),
            (_, _, Some(_)) if perft.is_some() => refuse(
                "--perft-command is for an engine, and a saved divide is not asked: leave one out",
            ),
            _ if perft == Some("") => refuse(
                "--perft-command is empty: expected the command before the depth, as in \
                 `--perft-command perft`",
            ),
            (Some(engine), ..) => {
                let perft = perft.unwrap_or("go perft").to_owned();
                Ok(Answers::Engine(engine, Protocol::Uci { perft }))
            }
            (_, Some(script), _) => Ok(Answers::Engine(script.clone(), Protocol::Script)),
            (.., Some(file)) => {
                self.is_about_few("--divide", "one position").map(|()| Answers::Divide(file.trim()))
            }
            _ if *paste => self
                .is_about_few("--paste", "a few positions")
                .map(|()| Answers::Paste(perft.unwrap_or("divide"))),
            _ => refuse(
                "expected an engine: type `ox88 hunt ./my-engine` for one that speaks UCI, \
                 `ox88 hunt --script ./perft.sh`, or `ox88 hunt --paste` for a program that you drive",
            ),
        }
    }

    /// The command of the engine, as one text.
    fn engine(&self) -> Option<String> {
        let rest = || Splitting::HERE.join(&self.command);
        self.engine.clone().or_else(|| (!self.command.is_empty()).then(rest))
    }

    /// All sources of answers that were given; there should be one.
    fn answers_given(&self) -> Vec<String> {
        let Hunt { command, engine, script, paste, divide, total, .. } = self;
        let given = [
            ("--engine".to_owned(), engine.is_some()),
            ("--script".to_owned(), script.is_some()),
            ("--paste".to_owned(), *paste),
            ("--divide".to_owned(), divide.is_some()),
            ("--total".to_owned(), total.is_some()),
            (format!("the command `{}`", Splitting::HERE.join(command)), !command.is_empty()),
        ];
        let given = given.into_iter().filter(|(_, is_given)| *is_given);
        given.map(|(what, _)| what).collect()
    }

    /// Why the rest of the line is probably not what was meant: a position in place of an engine, options of ox88
    /// among the arguments of the engine, or a file that the system does not run as it is named. `--engine` takes even
    /// options and positions.
    pub fn doubt(&self, is_option: impl Fn(&str) -> bool) -> Option<String> {
        self.doubt_about_command(is_option).or_else(|| {
            let command = self.engine().or_else(|| self.script.clone())?;
            let words = Splitting::HERE.split(&command).ok()?;
            launch::obstacle(words.first()?).map(|obstacle| obstacle.why)
        })
    }

    fn doubt_about_command(&self, is_option: impl Fn(&str) -> bool) -> Option<String> {
        let (program, arguments) = self.command.split_first()?;
        let command = Splitting::HERE.join(&self.command);
        let is_cut = |fen: &String| fen.contains('/') && !fen.trim().contains(' ');
        if let Some(fen) = self.fen.as_ref().filter(|fen| is_cut(fen)) {
            return Some(format!(
                "`{fen}` is the first field of a FEN, and the rest of it is no engine: write the FEN in \
                 quotation marks"
            ));
        }
        if let [one, other, ..] = &self.answers_given()[..] {
            return Some(format!("{one} and {other} exclude each other: leave one out"));
        }
        if is_position(program) {
            return Some(format!(
                "`{program}` is a position, not an engine: expected an engine behind the position, as in \
                 `ox88 hunt --fen startpos ./my-engine`"
            ));
        }
        let stray = arguments.iter().find(|word| is_option(word) || is_position(word))?;
        Some(format!(
            "`{stray}` stands behind the command, and would go to the engine: write options of \
             ox88 before the command. If the engine is to get it, write `--engine {}`",
            Splitting::HERE.join(&[command])
        ))
    }

    /// Whether a report is to be written, to a file or in place of the text.
    fn writes_reports(&self) -> bool {
        [&self.json, &self.html, &self.markdown].into_iter().any(Option::is_some)
    }

    /// Whether a report goes to a file.
    pub(crate) fn writes_files(&self) -> bool {
        [&self.json, &self.html, &self.markdown]
            .into_iter()
            .flatten()
            .any(|file| file.trim() != "-")
    }

    /// The name of what answers, for reports.
    pub(super) fn name(&self) -> String {
        let command = self.engine().or_else(|| self.script.clone());
        let divide = self.divide.as_deref().map(|file| format!("--divide {}", file.trim()));
        let paste = self.paste.then(|| "--paste".to_owned());
        command.or(divide).or(paste).unwrap_or_default()
    }

    /// Refuses options that make sense only for an engine that is asked about many positions.
    fn is_about_few(&self, flag: &str, how_many: &str) -> Result<(), String> {
        if !self.suite.is_empty() || self.max_nodes.is_some() {
            return Err(format!(
                "{flag} is about {how_many}, and --suite and --max-nodes are for many: leave \
                 one out"
            ));
        }
        if self.baseline.is_some() {
            return Err(format!(
                "--baseline is for a hunt that is run again, and {flag} is about {how_many}: leave one out"
            ));
        }
        if self.budget.is_some() {
            return Err(format!(
                "--budget is for a slow engine, and {flag} is about {how_many}: leave one out"
            ));
        }
        if self.impossible || self.chess960 {
            let choice = if self.impossible { "--impossible" } else { "--chess960" };
            return Err(format!(
                "{choice} adds positions of the suites, and {flag} is about {how_many}: leave one out"
            ));
        }
        Ok(())
    }
}

/// Reads a number of seconds.
fn seconds(text: &str) -> Result<Duration, String> {
    duration(text, 1.0).ok_or_else(|| {
        "expected a number of seconds greater than 0, as in `--timeout 30`".to_owned()
    })
}

/// Reads a time in seconds, minutes or hours.
fn budget(text: &str) -> Result<Duration, String> {
    let text = text.trim();
    let units = [("h", 3600.0), ("m", 60.0), ("s", 1.0), ("", 1.0)];
    let split = |(unit, seconds)| text.strip_suffix(unit).map(|number| (number, seconds));
    let budget =
        units.into_iter().find_map(split).and_then(|(number, unit)| duration(number, unit));
    budget.map(|budget| budget.min(LONGEST_BUDGET)).ok_or_else(|| {
        "expected a time greater than 0 in seconds, minutes or hours, as in `--budget 60s`, `5m` or \
         `1h`"
            .to_owned()
    })
}

/// A number of units of this many seconds.
fn duration(number: &str, unit: f64) -> Option<Duration> {
    let number: f64 = number.trim().parse().ok()?;
    let duration = Duration::try_from_secs_f64(number * unit).ok()?;
    Some(duration).filter(|duration| !duration.is_zero())
}
