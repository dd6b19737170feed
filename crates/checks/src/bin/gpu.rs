//! How fast a graphics card counts, beside all cores of the same machine. Every count is compared with the known one.
//!
//! `cargo run --release -p ox88-checks --features gpu --bin gpu -- --memory 16` gives the card 16 GiB for positions;
//! the more it has, the more equal positions it finds.
//!
//! What makes the processor a card is no card, and so it is refused.

use argh::FromArgs;
use ox88_checks::measure::machine;
use ox88_checks::measure::positions::{self, Compared};
use ox88_checks::measure::tables::{NOTHING, Table, figure};
use ox88_checks::measure::timing::median;
use ox88_count::Counter;
use ox88_gpu::Card;
use std::process::ExitCode;
use std::time::Instant;

/// Measures how fast a graphics card counts, and checks every count.
#[derive(FromArgs)]
struct Arguments {
    /// how often to measure at most (5 if left out); the median is shown
    #[argh(option, default = "5")]
    rounds: usize,

    /// the memory of the card to use, in GiB
    #[argh(option)]
    memory: Option<u64>,
}

/// The depths for the start position and for kiwipete.
const DEPTHS: [&[u32]; 2] = [&[7, 8, 9, 10, 11], &[5, 6, 7]];

/// The cores would take minutes for more leaves than these.
const MOST_BY_CORES: u128 = 3_000_000_000_000;

const MEMORY_OF_CORES: usize = 4 << 30;

/// What has taken so many seconds is not measured again.
const LONG: f64 = 20.0;

fn main() -> ExitCode {
    match measure(&argh::from_env()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("gpu: {message}");
            ExitCode::from(2)
        }
    }
}

fn measure(arguments: &Arguments) -> Result<(), String> {
    let card = Card::open(arguments.memory.map(|gib| gib << 30)).map_err(|it| it.to_string())?;
    if card.is_software() {
        return Err(format!("{} is no card, but the processor in its place", card.names()[0]));
    }
    println!("{}; {}", card.names().join(": "), machine::description());
    println!(
        "Medians of up to {}, with none after {LONG} s; M is a million leaves.\n",
        arguments.rounds
    );
    let heading = [
        "count",
        "s",
        "M walked",
        "M walked a second",
        "M a second while it walks",
        "M counted a second",
        "all cores, s",
    ];
    let mut table = Table::new(heading.map(str::to_owned).into());
    for (position, depths) in positions::six()?.iter().zip(DEPTHS) {
        for &depth in depths {
            table.push(row(&card, position, depth, arguments)?);
        }
    }
    print!("{table}");
    let done = card.done();
    println!(
        "\n{} positions, {} of them counted again by the quick walk",
        done.positions, done.recounted
    );
    Ok(())
}

fn row(
    card: &Card,
    at: &Compared,
    depth: u32,
    arguments: &Arguments,
) -> Result<Vec<String>, String> {
    let mut expected = at.leaves(depth).ok();
    let (mut times, mut walking, mut rest) = (Vec::new(), Vec::new(), Vec::new());
    let is_long = |times: &[f64]| times.iter().sum::<f64>() > LONG;
    if expected.is_none_or(|leaves| leaves <= MOST_BY_CORES) {
        for _ in 0..arguments.rounds {
            let counter = Counter::new(MEMORY_OF_CORES, machine::cores());
            let start = Instant::now();
            let counted = counter.map_err(|error| error.to_string())?.perft(at.position(), depth);
            rest.push(start.elapsed().as_secs_f64());
            let counted = counted.map_err(|error| error.to_string())?;
            // What nobody has published is compared with what the cores count.
            if counted != *expected.get_or_insert(counted) {
                return Err(format!("{} depth {depth}: the cores count {counted}", at.name));
            }
            if is_long(&rest) {
                break;
            }
        }
    }
    let expected = expected.unwrap_or(0);
    let few = Counter::new(0, 1).map_err(|error| error.to_string())?;
    let before = card.done();
    for round in 1..=arguments.rounds {
        eprintln!("{} depth {depth}, round {round}", at.name);
        let start = Instant::now();
        let walked_before = card.done().walking;
        let found = card.perft_until(&few, at.position(), depth, &|| false);
        times.push(start.elapsed().as_secs_f64());
        walking.push((card.done().walking - walked_before).as_secs_f64());
        let found = found.map_err(|error| error.to_string())?.unwrap_or(0);
        if found != expected {
            return Err(format!("{} depth {depth}: found {found}, expected {expected}", at.name));
        }
        if is_long(&times) {
            break;
        }
    }
    let done = card.done();
    let walked = (done.walked - before.walked) as f64 / 1e6 / times.len() as f64;
    let while_walking = walked / median(walking);
    let (time, rest, counted) = (median(times), median(rest), expected as f64 / 1e6);
    let figures = [walked, walked / time, while_walking, counted / time, rest];
    let text = |value: f64| if value.is_nan() { NOTHING.to_owned() } else { figure(value) };
    let name = format!("{} d{depth}", at.name);
    Ok([name, text(time)].into_iter().chain(figures.into_iter().map(text)).collect())
}
