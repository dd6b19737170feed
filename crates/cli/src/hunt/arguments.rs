//! The arguments of `ox88 hunt`.

use super::launch;
use crate::input::{self, is_position};
use argh::{ArgsInfo, FromArgs};
use ox88_count::Start960;
use ox88_hunt::{Protocol, Splitting, read_total};
use std::time::Duration;

/// A longer budget would be of no use, and might overflow a clock.
const LONGEST_BUDGET: Duration = Duration::from_secs(365 * 24 * 60 * 60);

/// Finds the smallest position in which an engine goes wrong, and names the broken rule.
#[derive(FromArgs, ArgsInfo)]
#[argh(
    subcommand,
    name = "hunt",
    help_triggers("-h", "--help", "help"),
    note = "Without --fen or --suite, ox88 goes through the built-in suites: basic rules\n\
            first, then the cheapest positions. A hunt that would take more than a\n\
            minute stops after one; --budget or --max-nodes changes that.\n\
            The exit code is 0 if ox88 found no difference within the limits, 1 if the\n\
            engine is wrong, 2 if the hunt could not run, the engine gave no readable\n\
            answer, or almost nothing was checked.",
    example = "{command_name} stockfish\n\
               {command_name} --fen kiwipete --depth 4 ./my-engine --quiet\n\
               {command_name} --engine \"./my-engine --quiet\" --fen kiwipete --depth 4\n\
               {command_name} --perft-command perft --all --json found.json python3 my_engine.py\n\
               {command_name} --script ./perft.sh --suite perftsuite.epd\n\
               {command_name} --paste --perft-command perft\n\
               {command_name} --divide rows.txt --fen kiwipete\n\
               {command_name} --total 4865351\n\
               {command_name} --facts ./my-engine"
)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of the command line")]
pub struct HuntCommand {
    /// the command that starts your UCI engine: the rest of the line, after all options
    #[argh(positional, greedy, arg_name = "COMMAND")]
    pub(super) command: Vec<String>,
    /// the same command as one quoted string
    #[argh(option, short = 'e', arg_name = "COMMAND")]
    pub(super) engine: Option<String>,
    /// a script, which ox88 calls as COMMAND DEPTH FEN [MOVES]
    #[argh(option, arg_name = "COMMAND")]
    pub(super) script: Option<String>,
    /// a program that only works by hand: ox88 says what to type there, and you paste the answer
    #[argh(switch)]
    pub(super) paste: bool,
    /// one divide saved to a file; - for standard input
    #[argh(option, arg_name = "FILE")]
    pub(super) divide: Option<String>,
    /// one wrong total: name the known bugs that give exactly this number, in the position of --fen at --depth,
    /// or in any of the usual test positions
    #[argh(option, arg_name = "N")]
    pub(super) total: Option<String>,
    /// instead of perft, test hash keys, checks, legality of any move, game endings, SAN and FEN
    #[argh(switch)]
    pub(super) facts: bool,
    /// like --facts, but also send invalid FENs: notes list those that the engine accepts
    #[argh(switch)]
    pub(super) fens: bool,
    /// what your engine expects before the depth (default: go perft; with --paste, divide)
    #[argh(option, arg_name = "VERB")]
    pub(super) perft_command: Option<String>,
    /// test one position: a FEN in quotation marks, the id of a built-in position, or startpos
    #[argh(option, short = 'f', arg_name = "FEN")]
    pub(super) fen: Option<String>,
    /// test the Chess960 start position with this number, 0 to 959
    #[argh(option, arg_name = "N", from_str_fn(input::start960))]
    pub(super) start: Option<Start960>,
    /// moves to play from that position
    #[argh(option, short = 'm', arg_name = "MOVES")]
    pub(super) moves: Option<String>,
    /// test the positions of a perft suite in any of the usual formats; - for standard input; may be repeated
    #[argh(option, arg_name = "FILE")]
    pub(super) suite: Vec<String>,
    /// also test suite positions that cannot arise in a game
    #[argh(switch)]
    pub(super) impossible: bool,
    /// also test Chess960, even if the engine does not offer it
    #[argh(switch)]
    pub(super) chess960: bool,
    /// half moves to count (default: 3 with --paste, else 4 with --fen, otherwise as deep as the suites go)
    #[argh(option, short = 'd', arg_name = "N", from_str_fn(input::depth))]
    pub(super) depth: Option<u32>,
    /// skip suite counts with more leaves than this (default: one million)
    #[argh(option, short = 'n', arg_name = "N", from_str_fn(input::number))]
    pub(super) max_nodes: Option<u128>,
    /// for a slow engine: ask as much as fits into this time, like 60s or 5m; finding the cause may take
    /// half as long again
    #[argh(option, short = 'b', arg_name = "TIME", from_str_fn(budget))]
    pub(super) budget: Option<Duration>,
    /// how long to wait for each answer (default: 30s); ox88 gives up after ten unanswered questions in a
    /// row, or three if the engine never answered
    #[argh(option, arg_name = "TIME", from_str_fn(timeout), default = "Duration::from_secs(30)")]
    pub(super) timeout: Duration,
    /// keep going after the first finding, and begin the report with what to fix first
    #[argh(switch, short = 'a')]
    pub(super) all: bool,
    /// JSON of an earlier hunt: report only findings that it does not have (implies --all)
    #[argh(option, arg_name = "FILE")]
    pub(super) baseline: Option<String>,
    /// also write the report as JSON; - prints it instead of the text
    #[argh(option, short = 'j', arg_name = "FILE")]
    pub(super) json: Option<String>,
    /// also write the report as a page with boards; - prints it instead of the text
    #[argh(option, arg_name = "FILE")]
    pub(super) html: Option<String>,
    /// also write the report as Markdown, for an issue or a pull request; - prints it instead of the text
    #[argh(option, arg_name = "FILE")]
    pub(super) markdown: Option<String>,
    /// print more of each finding, how ox88 knows it, and what was skipped
    #[argh(switch, short = 'v')]
    pub(super) verbose: bool,
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

impl HuntCommand {
    /// Where the answers come from.
    pub(super) fn answers(&self) -> Result<Answers<'_>, String> {
        let refuse = |text: &str| Err(text.to_owned());
        let HuntCommand { script, paste, divide, total, .. } = self;
        if let [one, other, ..] = &self.answers_given()[..] {
            return Err(format!("{one} and {other} cannot be combined: use only one"));
        }
        if let Some(total) = total {
            self.is_about_few("--total", "one number")?;
            if let Some(report) = self.first_of(&["--json", "--html", "--markdown"]) {
                return Err(format!(
                    "--total prints its answer, and there is no report: leave {report} out"
                ));
            }
            return read_total(total).map(Answers::Total);
        }
        let perft = self.perft_command.as_deref().map(str::trim).filter(|text| !text.is_empty());
        match (self.engine(), script, divide) {
            _ if perft.is_some() && (script.is_some() || divide.is_some()) => refuse(
                "--perft-command is for an engine, and neither a script nor --divide takes a command: leave it out",
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
                "expected an engine after all options and their values: type `ox88 hunt ./my-engine` for one \
                 that speaks UCI, `ox88 hunt --script ./perft.sh`, or `ox88 hunt --paste` for a program that you drive",
            ),
        }
    }

    /// The command of the engine, as one text.
    fn engine(&self) -> Option<String> {
        // A blank may protect a `-`.
        let words: Vec<String> = self.command.iter().map(|word| word.trim().to_owned()).collect();
        let rest = || Splitting::HERE.join(&words);
        self.engine.clone().or_else(|| (!self.command.is_empty()).then(rest))
    }

    /// All sources of answers that were given; there should be one.
    fn answers_given(&self) -> Vec<String> {
        let options = ["--engine", "--script", "--paste", "--divide", "--total"];
        let options = options.into_iter().filter(|option| self.has(option)).map(str::to_owned);
        let rest = format!("the command `{}`", Splitting::HERE.join(&self.command));
        options.chain((!self.command.is_empty()).then_some(rest)).collect()
    }

    /// Why the rest of the line is probably not what was meant: a position in place of an engine, options of ox88
    /// among the arguments of the engine, or a file that the system does not run as it is named. `--engine` takes even
    /// options and positions.
    pub(super) fn doubt(&self) -> Option<String> {
        self.doubt_about_command().or_else(|| {
            let command = self.engine().or_else(|| self.script.clone())?;
            let words = Splitting::HERE.split(&command).ok()?;
            launch::obstacle(words.first()?)
        })
    }

    fn doubt_about_command(&self) -> Option<String> {
        let (program, arguments) = self.command.split_first()?;
        let command = Splitting::HERE.join(&self.command);
        let is_cut = |fen: &String| fen.contains('/') && !fen.trim().contains(' ');
        if let Some(fen) = self.fen.as_ref().filter(|fen| is_cut(fen)) {
            return Some(format!(
                "`{fen}` is only the first field of a FEN: write the whole FEN in quotation marks"
            ));
        }
        if is_position(program) {
            return Some(format!(
                "`{program}` is a position, not an engine: expected an engine after the position, as in \
                 `ox88 hunt --fen startpos ./my-engine`"
            ));
        }
        let flags = HuntCommand::get_args_info().flags;
        let is_option = |word: &str| flags.iter().any(|flag| flag.long == word);
        let stray = arguments.iter().find(|word| is_option(word) || is_position(word))?;
        let option = if is_position(stray) { format!("--fen {stray}") } else { stray.clone() };
        Some(format!(
            "put `{option}` before the command of the engine. If it is for the engine, write `--engine {}`",
            Splitting::HERE.join(&[command])
        ))
    }

    /// The name of what answers, for reports.
    pub(super) fn name(&self) -> String {
        let command = self.engine().or_else(|| self.script.clone());
        let divide = self.divide.as_deref().map(|file| format!("--divide {}", file.trim()));
        let paste = self.paste.then(|| "--paste".to_owned());
        command.or(divide).or(paste).unwrap_or_default()
    }

    /// Refuses options that make sense only for an engine that is asked about many positions.
    fn is_about_few(&self, option: &str, how_many: &str) -> Result<(), String> {
        let many =
            ["--suite", "--max-nodes", "--baseline", "--budget", "--impossible", "--chess960"];
        self.first_of(&many).map_or(Ok(()), |other| {
            Err(format!(
                "{option} takes {how_many}, and {other} is for a hunt through suites: leave one out"
            ))
        })
    }

    /// The first of these options that was given.
    pub(super) fn first_of<'a>(&self, options: &[&'a str]) -> Option<&'a str> {
        options.iter().find(|option| self.has(option)).copied()
    }

    /// Whether this option was given.
    fn has(&self, option: &str) -> bool {
        match option {
            "--engine" => self.engine.is_some(),
            "--script" => self.script.is_some(),
            "--paste" => self.paste,
            "--divide" => self.divide.is_some(),
            "--total" => self.total.is_some(),
            "--fen" => self.fen.is_some(),
            "--start" => self.start.is_some(),
            "--moves" => self.moves.is_some(),
            "--depth" => self.depth.is_some(),
            "--suite" => !self.suite.is_empty(),
            "--max-nodes" => self.max_nodes.is_some(),
            "--budget" => self.budget.is_some(),
            "--impossible" => self.impossible,
            "--chess960" => self.chess960,
            "--baseline" => self.baseline.is_some(),
            "--json" => self.json.is_some(),
            "--html" => self.html.is_some(),
            "--markdown" => self.markdown.is_some(),
            _ => false,
        }
    }
}

fn timeout(text: &str) -> Result<Duration, String> {
    input::time(text).ok_or_else(|| {
        "expected a time greater than 0 in seconds or minutes, like `--timeout 30s`".to_owned()
    })
}

fn budget(text: &str) -> Result<Duration, String> {
    input::time(text).map(|budget| budget.min(LONGEST_BUDGET)).ok_or_else(|| {
        "expected a time greater than 0 in seconds, minutes or hours, like `--budget 60s`, `5m` or `1h`"
            .to_owned()
    })
}
