//! ox88 beside its peers: how many leaves each of them counts in a second, all in one run.
//!
//! `cargo run --release -p ox88-checks --no-default-features --bin compare [STOCKFISH]`; options go
//! after a `--`, and `-- --help` lists them.
//!
//! The programs take turns, so that other work of the machine disturbs all of them alike, and the
//! median of several rounds is taken. Every count is checked. They are compared on the six usual positions, and on six
//! endings.
//!
//! The fastest programs in C and C++ are on no registry: perft_cpu_2026, ellxor's perft, templechess, mperft, Gigantua
//! and qperft. Build them, and name the binaries in the environment. `src/measure/outside.rs` says how.

use argh::{EarlyExit, FromArgs};
use ox88_checks::measure::machine;
use ox88_checks::measure::outside::{ELLXOR, GIGANTUA, MPERFT, Outside, PERFT_CPU, QPERFT, TEMPLE};
use ox88_checks::measure::positions::{self, Compared};
use ox88_checks::measure::programs::{CozyChess, Program, Quick, Reference, Remembering, Shakmaty};
use ox88_checks::measure::stockfish::Stockfish;
use ox88_checks::measure::tables::{NOTHING, Table, figure};
use ox88_checks::measure::timing::{Stop, geometric_mean, median, seconds};
use std::env;
use std::io::{self, Write};
use std::process::ExitCode;
use std::time::Duration;

/// Compares how fast ox88 and its peers count leaves, and checks every count.
#[derive(FromArgs)]
#[argh(
    help_triggers("-h", "--help", "help"),
    error_code(0, "all counts are right"),
    error_code(1, "a count differs from the one expected"),
    error_code(2, "the comparison could not be run to its end")
)]
struct Arguments {
    /// the path of a Stockfish (if left out, the one that is installed, if there is one)
    #[argh(positional)]
    stockfish: Option<String>,

    /// how many times to measure (5 if left out); the median is shown
    #[argh(option, from_str_fn(rounds))]
    rounds: Option<usize>,

    /// only check that it works: one round, one ply less deep, and no deep counts
    #[argh(switch)]
    short: bool,

    /// also count the start position to depth 8, which takes minutes
    #[argh(switch)]
    deep: bool,
}

/// A count that takes less time than this is repeated.
const AT_LEAST: Duration = Duration::from_millis(300);

/// The deep counts take long enough for fewer rounds to be enough.
const DEEP_ROUNDS: usize = 3;

/// The depth from which growth is shown.
const DEEP_FROM: u32 = 6;

/// The depth that takes minutes. It is counted only with `--deep`, and once.
const LONG_DEPTH: u32 = 8;

/// Deep enough for a program to use its table.
const TRIAL_DEPTH: u32 = 4;

const MEMORY: usize = 1 << 30;

/// The row that the others are compared with.
const QUICK: usize = 1;

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(stop) => {
            complain(&stop.to_string());
            match stop {
                Stop::Differs(_) => ExitCode::from(1),
                Stop::Failed(_) => ExitCode::from(2),
            }
        }
    }
}

fn run() -> Result<(), Stop> {
    let Some(arguments) = arguments()? else { return Ok(()) };
    let Arguments { stockfish, rounds, short, deep } = arguments;
    let rounds = rounds.unwrap_or(if short { 1 } else { 5 });
    let (positions, endings) = (positions::six()?, positions::endings()?);
    let mut stockfish = Stockfish::find(stockfish.as_deref())?;
    let (mut absent, mut absent_deep) = (Vec::new(), Vec::new());
    if stockfish.is_none() {
        absent.push("Stockfish: not found".to_owned());
        absent_deep.clone_from(&absent);
    }
    let (mut outside, mut outside_remembering) = (Vec::new(), Vec::new());
    for kind in [&PERFT_CPU, &ELLXOR, &TEMPLE, &MPERFT, &GIGANTUA, &QPERFT] {
        match Outside::find(kind)? {
            Some(program) => {
                outside_remembering.extend(program.with_memory(MEMORY));
                outside.push(program);
            }
            None => {
                absent.push(kind.absence());
                absent_deep.extend(kind.has_table().then(|| kind.absence()));
            }
        }
    }
    let deep_start = positions.first().filter(|_| !short);
    if let Some(start) = deep_start {
        // One that cannot use its table says so now, and not after minutes.
        for program in &mut outside_remembering {
            seconds(program, start, TRIAL_DEPTH, Duration::ZERO)?;
        }
    }

    let programs: [&mut dyn Program; 4] =
        [&mut Reference, &mut Quick, &mut Shakmaty, &mut CozyChess];
    let mut programs = Vec::from(programs);
    programs.extend(stockfish.as_mut().map(|stockfish| stockfish as &mut dyn Program));
    programs.extend(outside.iter_mut().map(|program| program as &mut dyn Program));
    say(&format!("{}\n", machine::description()))?;
    say(&format!(
        "Million leaves a second of processor time on one thread, nothing remembered, {}. The reference\nmakes each \
         leaf. The quick walk of ox88 and templechess count the last two plies together, the other\npeers \
         the last ply.\n",
        of_rounds(rounds)
    ))?;
    // The reference would take minutes for the endings, and is no peer.
    for (positions, first) in [(&positions, 0), (&endings, QUICK)] {
        let (mut absolute, mut relative) =
            speed_tables(&mut programs[first..], QUICK - first, positions, rounds, short)?;
        for why in &absent {
            absolute.push_absent(why);
            relative.push_absent(why);
        }
        say(&format!("{absolute}\n{relative}"))?;
    }

    if let Some(start) = deep_start {
        let cores = machine::cores();
        let mut one_thread = Remembering { memory: MEMORY, threads: 1 };
        let mut all_cores = Remembering { memory: MEMORY, threads: cores };
        let programs: [&mut dyn Program; 2] = [&mut Quick, &mut one_thread];
        let mut programs = Vec::from(programs);
        if cores > 1 {
            programs.push(&mut all_cores);
        }
        programs.extend(stockfish.as_mut().map(|stockfish| stockfish as &mut dyn Program));
        programs.extend(outside_remembering.iter_mut().map(|program| program as &mut dyn Program));
        let depths: Vec<u32> = (DEEP_FROM..LONG_DEPTH + u32::from(deep)).collect();
        say(&deep_table(&mut programs, &absent_deep, start, &depths, rounds.min(DEEP_ROUNDS))?)?;
    }
    Ok(())
}

/// The arguments, unless all that was asked for is help.
fn arguments() -> Result<Option<Arguments>, Stop> {
    let mut texts = Vec::new();
    for argument in env::args_os().skip(1) {
        let text = argument.into_string().map_err(|argument| {
            format!("the argument `{}` is not UTF-8 text: write it as UTF-8", argument.display())
        })?;
        texts.push(text);
    }
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    match Arguments::from_args(&["compare"], &texts) {
        Ok(Arguments { short: true, deep: true, .. }) => Err(Stop::Failed(
            "--short leaves out the deep counts: leave out --short or --deep".to_owned(),
        )),
        Ok(arguments) => Ok(Some(arguments)),
        Err(EarlyExit { output, status: Ok(()) }) => say(output.trim_end()).map(|()| None),
        Err(EarlyExit { output, status: Err(()) }) => {
            Err(Stop::Failed(format!("{}\nType `--help` to see the options.", output.trim_end())))
        }
    }
}

fn rounds(text: &str) -> Result<usize, String> {
    let rounds = text.parse().ok().filter(|rounds| (1..=1000).contains(rounds));
    rounds.ok_or_else(|| "expected a number of rounds from 1 to 1000, as in --rounds 5".to_owned())
}

fn depth_of(position: &Compared, short: bool) -> u32 {
    if short { position.short_depth() } else { position.depth }
}

/// The median speed of each program on each position, in million leaves a second.
fn speeds(
    programs: &mut [&mut dyn Program],
    positions: &[Compared],
    rounds: usize,
    short: bool,
) -> Result<Vec<Vec<f64>>, Stop> {
    let at_least = if short { Duration::ZERO } else { AT_LEAST };
    let mut figures = vec![vec![Vec::new(); positions.len()]; programs.len()];
    for round in 1..=rounds {
        report(&format!("round {round} of {rounds}"));
        for (column, position) in positions.iter().enumerate() {
            let depth = depth_of(position, short);
            let millions = position.leaves(depth)? as f64 / 1e6;
            for (row, program) in programs.iter_mut().enumerate() {
                let seconds = seconds(*program, position, depth, at_least)?;
                figures[row][column].push(millions / seconds);
            }
        }
    }
    Ok(figures.into_iter().map(|row| row.into_iter().map(median).collect()).collect())
}

/// The speeds, and how many times as fast as each of the others the quick walk is, whose place this is.
fn speed_tables(
    programs: &mut [&mut dyn Program],
    ours: usize,
    positions: &[Compared],
    rounds: usize,
    short: bool,
) -> Result<(Table, Table), Stop> {
    let speeds = speeds(programs, positions, rounds, short)?;
    let heading = |first: &str| {
        let depths = positions.iter().map(|position| {
            let depth = depth_of(position, short);
            format!("{} d{depth}", position.name)
        });
        let last = "geometric mean".to_owned();
        [first.to_owned()].into_iter().chain(depths).chain([last]).collect()
    };
    let row = |name: String, figures: &[f64]| {
        let mean = geometric_mean(figures);
        let figures = figures.iter().chain([&mean]).map(|&value| figure(value));
        [name].into_iter().chain(figures).collect()
    };

    let mut absolute = Table::new(heading("program"));
    let mut relative = Table::new(heading("ox88, quick, divided by"));
    for (number, (program, speeds_of_it)) in programs.iter().zip(&speeds).enumerate() {
        absolute.push(row(program.name(), speeds_of_it));
        if number != ours {
            let quick = speeds[ours].iter();
            let ratios: Vec<f64> = quick.zip(speeds_of_it).map(|(ours, its)| ours / its).collect();
            relative.push(row(program.name(), &ratios));
        }
    }
    Ok((absolute, relative))
}

/// How the time grows from depth to depth, with memory and threads too.
fn deep_table(
    programs: &mut [&mut dyn Program],
    absent: &[String],
    start: &Compared,
    depths: &[u32],
    rounds: usize,
) -> Result<String, Stop> {
    let mut heading = vec!["start position, seconds".to_owned()];
    let mut rows: Vec<_> = programs.iter().map(|program| vec![program.name()]).collect();
    let mut times_before = vec![None; programs.len()];
    for &depth in depths {
        heading.push(format!("depth {depth}"));
        if depth > DEEP_FROM {
            heading.push("growth".to_owned());
        }
        let times = deep_times(programs, start, depth, rounds)?;
        for ((row, &time), before) in rows.iter_mut().zip(&times).zip(times_before) {
            row.push(time.map_or_else(|| NOTHING.to_owned(), figure));
            if depth > DEEP_FROM {
                let growth = time.zip(before).map(|(time, before): (f64, f64)| time / before);
                row.push(growth.map_or_else(|| NOTHING.to_owned(), |by| format!("× {by:.1}")));
            }
        }
        times_before = times;
    }
    let mut table = Table::new(heading);
    for row in rows {
        table.push(row);
    }
    for why in absent {
        table.push_absent(why);
    }
    let of_depth_8 = if depths.contains(&LONG_DEPTH) { ", depth 8 once" } else { "" };
    let of_rounds = of_rounds(rounds);
    Ok(format!(
        "How the time grows with the depth: {of_rounds}{of_depth_8}. Every count begins with nothing\n\
         remembered, but qperft's with what its counts to smaller depths left.\n\n{table}"
    ))
}

/// The seconds that each program takes for a depth, or `None` if it is left out.
fn deep_times(
    programs: &mut [&mut dyn Program],
    start: &Compared,
    depth: u32,
    rounds: usize,
) -> Result<Vec<Option<f64>>, Stop> {
    let is_long = depth == LONG_DEPTH;
    let rounds = if is_long { 1 } else { rounds };
    let mut figures = vec![Vec::new(); programs.len()];
    for _ in 0..rounds {
        for (row, program) in programs.iter_mut().enumerate() {
            // The one without memory would take longest of ours, and would show nothing new.
            if is_long && row == 0 {
                continue;
            }
            let seconds = seconds(*program, start, depth, Duration::ZERO)?;
            report(&format!("depth {depth}, {}: {} s", program.name(), figure(seconds)));
            figures[row].push(seconds);
        }
    }
    let time = |figures: Vec<f64>| (!figures.is_empty()).then(|| median(figures));
    Ok(figures.into_iter().map(time).collect())
}

fn of_rounds(rounds: usize) -> String {
    if rounds == 1 { "one round".to_owned() } else { format!("median of {rounds} rounds") }
}

/// Prints a result.
fn say(text: &str) -> Result<(), Stop> {
    let mut out = io::stdout().lock();
    let written = writeln!(out, "{text}").and_then(|()| out.flush());
    written.map_err(|error| Stop::Failed(format!("standard output: {error}")))
}

/// Reports how far it is. If that cannot be written, perhaps the results can.
fn report(text: &str) {
    let _ = writeln!(io::stderr(), "{text}");
}

fn complain(text: &str) {
    let _ = writeln!(io::stderr(), "compare: {}", text.trim_end());
}
