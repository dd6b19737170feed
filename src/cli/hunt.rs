//! `ox88 hunt`: where does another engine go wrong, and which rule does it break?

use super::progress;
use super::{Stop, Verdict, input, output, suite};
use argh::FromArgs;
use ox88::Position;
use ox88::hunt::engine::{Engine, Protocol};
use ox88::hunt::explain::path::Path;
use ox88::hunt::plan::{Limits, Plan};
use ox88::hunt::report::{Style, groups, json, json_of_refusal, table, write_finding};
use ox88::hunt::search::{Outcome, Tally, Until, search};
use ox88::perft::counter;
use ox88::suite::{built_in, run};
use std::env;
use std::fs;
use std::io::{self, IsTerminal, Write};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// As deep as the usual faults lie.
const DEPTH: u32 = 4;

/// What takes an engine a moment at the most.
const MAX_NODES: u128 = 1_000_000;

/// Finds the smallest position in which an engine goes wrong, and names the rule that it breaks.
#[derive(FromArgs)]
#[argh(
    subcommand,
    name = "hunt",
    usage = "--engine COMMAND [--fen FEN] [--moves MOVES] [--depth N] [--suite FILE]... [--max-nodes N] [--timeout S] [--all] [--json FILE] [--perft-command VERB] [--script COMMAND]",
    help_triggers("-h", "--help", "help"),
    note = "Without --fen or --suite the built-in suites are tried, what costs least first.",
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
    /// the one position to try: a FEN, startpos or the id of a built-in position
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
    /// leave out each count of a suite that is greater (a million if left out)
    #[argh(option, arg_name = "N", from_str_fn(input::number))]
    max_nodes: Option<u128>,
    /// how many seconds the engine has for each question (30 if left out)
    #[argh(option, arg_name = "S", from_str_fn(seconds), default = "Duration::from_secs(30)")]
    timeout: Duration,
    /// go on after the first finding, and end with a table of the rules
    #[argh(switch)]
    all: bool,
    /// also write all that was found to a file, - for standard output in place of the text
    #[argh(option, arg_name = "FILE")]
    json: Option<String>,
    /// what the engine is told before the depth (go perft if left out)
    #[argh(option, arg_name = "VERB")]
    perft_command: Option<String>,
}

const UNMAKE_FIRST: &str =
    "Repair what is wrong with unmake first: an engine that does not take its moves back rightly goes
wrong wherever it has tried some, and other rows of this table may go with it.";

/// What there is to try.
enum ToTry {
    /// One position, and how the engine comes there.
    Position(Path),
    /// Many of them.
    Suites(Vec<run::Suite>),
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
        let to_try = self.to_try()?;
        self.check_json_file()?;
        let start = Instant::now();
        let mut engine = Engine::start(command, protocol.clone(), self.timeout)
            .map_err(|error| Stop::Refused(error.to_string()))?;
        let plan = self.plan(&to_try, engine.may_know_chess960())?;
        let until = if self.all { Until::All } else { Until::First };
        let watched = Mutex::new(Tally::default());
        let tally = || *watched.lock().unwrap_or_else(PoisonError::into_inner);
        let outcome = progress::watched(
            || doing(&tally()),
            || so_far(&tally()),
            |_| {
                search(&mut engine, &plan, until, |now| {
                    *watched.lock().unwrap_or_else(PoisonError::into_inner) = *now;
                })
            },
        );
        drop(engine);
        let time = start.elapsed();

        let style = Style { colour: shows_colour(), command: command.to_owned(), protocol };
        if self.json.as_deref().map(str::trim) != Some("-") {
            write_text(out, &outcome, &plan, &style, time)?;
        }
        self.write_json(&json(&outcome, &plan, &style, time), out)?;
        Ok(if outcome.findings.is_empty() { Verdict::Right } else { Verdict::Differs })
    }

    /// The command of the engine and how it is asked.
    fn engine_to_ask(&self) -> Result<(&str, Protocol), String> {
        let Hunt { engine, script, perft_command, .. } = self;
        match (engine, script, perft_command) {
            (Some(engine), None, perft) => {
                let perft = perft.as_deref().unwrap_or("go perft").trim();
                if perft.is_empty() {
                    return Err("--perft-command is empty: expected what the engine is told \
                                before the depth, as in `--perft-command perft`"
                        .to_owned());
                }
                Ok((engine, Protocol::Uci { perft: perft.to_owned() }))
            }
            (None, Some(script), None) => Ok((script, Protocol::Script)),
            (None, Some(_), Some(_)) => Err("--perft-command is for an engine, and a script is \
                                             given the depth as its first argument: leave one out"
                .to_owned()),
            (Some(_), Some(_), _) => {
                Err("--engine and --script exclude each other: leave one out".to_owned())
            }
            (None, None, _) => {
                Err("expected an engine: type `ox88 hunt --engine ./my-engine` for \
                                    one that speaks UCI, or `ox88 hunt --script ./perft.sh`"
                    .to_owned())
            }
        }
    }

    /// Reads what to try, before the engine is started.
    fn to_try(&self) -> Result<ToTry, String> {
        let Hunt { fen, moves, suite, max_nodes, .. } = self;
        match fen {
            Some(_) if !suite.is_empty() || max_nodes.is_some() => {
                Err("--fen is one position, and --suite and --max-nodes are for many: leave one \
                     out"
                .to_owned())
            }
            Some(fen) => {
                let root = input::position(std::slice::from_ref(fen))?;
                let moves = input::moves(root, moves.as_deref().unwrap_or_default())?;
                Ok(ToTry::Position(Path { root, moves }))
            }
            None if moves.is_some() => Err("--moves are played from the position of --fen: add \
                                            it, as in `--fen startpos`"
                .to_owned()),
            None => Ok(ToTry::Suites(suites(suite)?)),
        }
    }

    fn plan(&self, to_try: &ToTry, has_chess960: bool) -> Result<Plan, String> {
        let (suites, max_depth) = match to_try {
            ToTry::Position(path) => {
                let (name, place) = name_and_place(&path.root)?;
                let depth = self.depth.unwrap_or(DEPTH);
                return Ok(Plan::of_position(&name, place.as_deref(), path, depth));
            }
            ToTry::Suites(suites) => (suites, self.depth),
        };
        let max_nodes = self.max_nodes.unwrap_or(MAX_NODES);
        let plan = Plan::of_suites(suites, Limits { max_nodes, max_depth, has_chess960 });
        if plan.cases.is_empty() {
            // A hunt for nothing would look as if all were right.
            return Err(format!(
                "no count is left to ask for: {} are beyond --max-nodes {max_nodes} or --depth, and \
                 {} are for engines that know Chess960",
                plan.left_out, plan.left_out_of_chess960
            ));
        }
        Ok(plan)
    }

    /// Says at once that a file cannot be written, and not when all the work is done.
    fn check_json_file(&self) -> Result<(), String> {
        match self.json.as_deref().map(str::trim) {
            None | Some("-") => Ok(()),
            Some(file) => match fs::OpenOptions::new().append(true).create(true).open(file) {
                Ok(_) => Ok(()),
                Err(error) => Err(cannot_write(file, &error)),
            },
        }
    }

    fn write_json(&self, text: &str, out: &mut impl Write) -> Result<(), Stop> {
        match self.json.as_deref().map(str::trim) {
            None => Ok(()),
            Some("-") => Ok(out.write_all(text.as_bytes())?),
            Some(file) => {
                fs::write(file, text).map_err(|error| Stop::Refused(cannot_write(file, &error)))
            }
        }
    }
}

/// The suites to try: the built-in ones if none is named.
fn suites(files: &[String]) -> Result<Vec<run::Suite>, String> {
    if files.is_empty() {
        let suites = built_in::suites().map_err(ToString::to_string)?;
        return Ok(suites.into_iter().cloned().collect());
    }
    files.iter().map(|file| suite::read(file)).collect()
}

/// What a position is called in the built-in suites, and where it stands.
fn name_and_place(position: &Position) -> Result<(String, Option<String>), String> {
    for suite in built_in::suites().map_err(ToString::to_string)? {
        if let Some(known) = suite.find(position) {
            let place = format!("{}:{}", suite.file, known.entry.line);
            return Ok((known.name(), Some(place)));
        }
    }
    Ok(("position".to_owned(), None))
}

fn cannot_write(file: &str, error: &io::Error) -> String {
    format!("{file}: {error}: expected a file that can be written")
}

/// Reads a number of seconds.
fn seconds(text: &str) -> Result<Duration, String> {
    let seconds =
        text.trim().parse().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    seconds.filter(|time| !time.is_zero()).ok_or_else(|| {
        "expected a number of seconds greater than 0, as in `--timeout 30`".to_owned()
    })
}

fn doing(tally: &Tally) -> String {
    let Tally { cases, cases_planned, findings, .. } = tally;
    format!("{cases} of {cases_planned} questions, {findings} found")
}

#[expect(clippy::cast_precision_loss, reason = "nobody plans 2^52 questions")]
fn so_far(tally: &Tally) -> counter::Tally {
    let share = tally.cases as f64 / tally.cases_planned.max(1) as f64;
    counter::Tally { share, leaves: tally.nodes }
}

/// Colour is for people at a terminal who have not asked for none.
fn shows_colour() -> bool {
    let is_unwanted = env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    io::stdout().is_terminal() && !is_unwanted
}

/// `1 position`, `2 positions`.
fn counted(count: &impl ToString, what: &str) -> String {
    let count = count.to_string();
    let s = if count == "1" { "" } else { "s" };
    format!("{count} {what}{s}")
}

fn write_text(
    out: &mut impl Write,
    outcome: &Outcome,
    plan: &Plan,
    style: &Style,
    time: Duration,
) -> io::Result<()> {
    let Outcome { findings, tally, left_out_below, not_asked, gave_up } = outcome;
    let groups = groups(findings);
    for group in &groups {
        writeln!(out, "{}", write_finding(group.smallest, style))?;
    }
    if findings.len() > 1 {
        writeln!(out, "{}", table(&groups))?;
        if groups.len() > 1 && groups.iter().any(|group| group.origin == "unmake") {
            writeln!(out, "{UNMAKE_FIRST}\n")?;
        }
    }
    let found = match findings.len() {
        0 => "no difference".to_owned(),
        count => counted(&count, "finding"),
    };
    writeln!(
        out,
        "{found}: {}, {}, {} nodes, {}",
        counted(&tally.positions, "position"),
        counted(&tally.questions, "question"),
        tally.nodes,
        output::seconds(time)
    )?;
    if plan.left_out > 0 {
        writeln!(out, "left out: {} counts beyond the limits", plan.left_out)?;
    }
    if plan.left_out_of_chess960 > 0 {
        let count = plan.left_out_of_chess960;
        writeln!(out, "left out: {count} counts, since the engine has no option UCI_Chess960")?;
    }
    if *left_out_below > 0 {
        writeln!(out, "left out: {left_out_below} deeper questions below a finding")?;
    }
    if *gave_up {
        writeln!(out, "gave up: the engine gave no answer several times in a row")?;
    }
    if *not_asked > 0 {
        writeln!(
            out,
            "not asked: {not_asked} questions after the end of the hunt (--all goes on)"
        )?;
    }
    Ok(())
}
