//! Changes known input at random, and says what input breaks a promise. [`ox88_checks::fuzz`] says how to run it.

use argh::FromArgs;
use ox88_checks::fuzz::mutate::changed;
use ox88_checks::fuzz::{TARGETS, Target, target};
use ox88_count::quick;
use ox88_count::random::Random;
use peak_alloc::PeakAlloc;
use std::fmt::Write as _;
use std::fs;
use std::panic::{self, AssertUnwindSafe};
use std::path::{Path, PathBuf};
use std::process::{self, ExitCode};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

#[global_allocator]
static MEMORY: PeakAlloc = PeakAlloc;

/// A run that takes longer than this, with [`FOR_EACH_MEBIBYTE`] of its input, hangs.
const LONGEST_RUN: Duration = Duration::from_secs(5);

/// A mebibyte may hold half a million commands, and each is answered.
const FOR_EACH_MEBIBYTE: Duration = Duration::from_secs(2);

/// More of an input is not printed. All of it is written to a file.
const MOST_BYTES_PRINTED: usize = 2000;

/// Tries random input on all that ox88 reads.
#[derive(FromArgs)]
struct Arguments {
    /// how many seconds to go on, shared out to the targets (10 if neither this nor --runs is given)
    #[argh(option)]
    seconds: Option<u64>,
    /// how many runs of each target
    #[argh(option)]
    runs: Option<u64>,
    /// which random numbers to change things by (1 if left out)
    #[argh(option, default = "1")]
    seed: u64,
    /// run a target on this file alone, or on all files of this folder
    #[argh(option, arg_name = "FILE")]
    input: Option<PathBuf>,
    /// the targets (all if left out)
    #[argh(positional, arg_name = "TARGET")]
    targets: Vec<String>,
}

fn main() -> ExitCode {
    match run(&argh::from_env()) {
        Ok(end) => end,
        Err(message) => {
            eprintln!("fuzz: {message}");
            ExitCode::from(2)
        }
    }
}

fn run(arguments: &Arguments) -> Result<ExitCode, String> {
    let targets = targets(&arguments.targets)?;
    thread::spawn(watch);
    // The first count of few pieces fills tables that stay: they are no input's memory.
    quick::perft(&"4k3/8/8/8/8/8/8/4K3 w - - 0 1".parse().expect("it is a position"), 2);
    // What a broken promise has to say is said with its input.
    panic::set_hook(Box::new(|panic| *lock(&LAST_PANIC) = panic.to_string()));
    if let Some(path) = &arguments.input {
        let [target] = targets[..] else { return Err("--input: name one target".to_owned()) };
        let inputs = inputs(path).map_err(|error| format!("{}: {error}", path.display()))?;
        if !inputs.iter().all(|input| try_input(target, input).is_ok()) {
            return Ok(ExitCode::FAILURE);
        }
        println!("{}: {} inputs, and no promise is broken", target.name, inputs.len());
        return Ok(ExitCode::SUCCESS);
    }
    let seconds = match (arguments.seconds, arguments.runs) {
        (None, None) => Some(10),
        (seconds, _) => seconds,
    };
    let share = seconds
        .map(|seconds| Duration::from_secs(seconds) / u32::try_from(targets.len()).unwrap_or(1));
    let mut is_right = true;
    for target in targets {
        is_right &= run_target(target, share, arguments.runs, arguments.seed);
    }
    Ok(if is_right { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn targets(names: &[String]) -> Result<Vec<&'static Target>, String> {
    if names.is_empty() {
        return Ok(const { &TARGETS }.iter().collect());
    }
    let all: Vec<&str> = TARGETS.iter().map(|target| target.name).collect();
    let find = |name: &String| {
        target(name).ok_or_else(|| format!("{name:?}: expected one of {}", all.join(", ")))
    };
    names.iter().map(find).collect()
}

fn inputs(path: &Path) -> std::io::Result<Vec<Vec<u8>>> {
    if !path.is_dir() {
        return Ok(vec![fs::read(path)?]);
    }
    let mut files =
        fs::read_dir(path)?.map(|entry| Ok(entry?.path())).collect::<std::io::Result<Vec<_>>>()?;
    files.sort();
    files.iter().map(fs::read).collect()
}

/// Runs a target for some time, and returns whether all promises held.
fn run_target(
    target: &'static Target,
    time: Option<Duration>,
    runs: Option<u64>,
    seed: u64,
) -> bool {
    let known = (target.seeds)();
    let mut random = Random::new(seed);
    let start = Instant::now();
    let mut done = 0_u64;
    let (mut slowest, mut largest) = (Duration::ZERO, 0);
    for input in &known {
        if try_input(target, input.as_bytes()).is_err() {
            return false;
        }
    }
    while time.is_none_or(|time| start.elapsed() < time) && runs.is_none_or(|runs| done < runs) {
        let input = changed(&known, &mut random);
        let Ok((took, used)) = try_input(target, &input) else {
            eprintln!("seed {seed}, run {done}");
            return false;
        };
        done += 1;
        (slowest, largest) = (slowest.max(took), largest.max(used));
    }
    let seconds = start.elapsed().as_secs_f64();
    #[expect(clippy::cast_precision_loss, reason = "nobody reads more digits")]
    let rate = done as f64 / seconds;
    println!(
        "{:<8} {done:>9} runs {seconds:>6.1} s {rate:>8.0} runs/s, the slowest {:>6.1} ms, at most {:>6} KiB: \
         all promises hold",
        target.name,
        slowest.as_secs_f64() * 1000.0,
        largest >> 10,
    );
    true
}

/// Runs a target once: how long that took, and how much memory. If a promise is broken, this says which.
fn try_input(target: &'static Target, input: &[u8]) -> Result<(Duration, usize), String> {
    let start = Instant::now();
    *lock(&NOW) = Some(Now { target, input: input.to_vec(), start });
    let before = MEMORY.current_usage();
    MEMORY.reset_peak_usage();
    let end = panic::catch_unwind(AssertUnwindSafe(|| (target.run)(input)));
    let used = MEMORY.peak_usage().saturating_sub(before);
    let took = start.elapsed();
    *lock(&NOW) = None;
    let most = (target.most_memory)(input.len());
    if end.is_err() {
        let why = lock(&LAST_PANIC).clone();
        Err(report(target, input, &why))
    } else if used > most {
        let why = format!(
            "{used} bytes were in use, of an input of {}: expected {most} at most",
            input.len()
        );
        Err(report(target, input, &why))
    } else {
        Ok((took, used))
    }
}

static LAST_PANIC: Mutex<String> = Mutex::new(String::new());

/// The run that is under way.
static NOW: Mutex<Option<Now>> = Mutex::new(None);

struct Now {
    target: &'static Target,
    input: Vec<u8>,
    start: Instant,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn longest_run(bytes: usize) -> Duration {
    LONGEST_RUN + FOR_EACH_MEBIBYTE * u32::try_from(bytes >> 20).unwrap_or(u32::MAX)
}

/// Ends the program when a run takes too long.
fn watch() {
    loop {
        thread::sleep(Duration::from_millis(100));
        if let Some(now) = &*lock(&NOW)
            && let longest = longest_run(now.input.len())
            && now.start.elapsed() > longest
        {
            report(now.target, &now.input, &format!("it takes longer than {longest:?}"));
            process::exit(1);
        }
    }
}

/// Says what input broke which promise, and writes it to a file. The text is that of the promise.
fn report(target: &Target, input: &[u8], why: &str) -> String {
    let mut printed = String::new();
    for &byte in input.iter().take(MOST_BYTES_PRINTED) {
        let _ = write!(printed, "{}", byte.escape_ascii());
    }
    let more = if input.len() > MOST_BYTES_PRINTED { " and more" } else { "" };
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("found");
    let file = folder.join(format!("{}-{:016x}", target.name, hash(input)));
    let written = fs::create_dir_all(&folder).and_then(|()| fs::write(&file, input));
    let written =
        written.map_or_else(|error| error.to_string(), |()| "see it again with --input".to_owned());
    eprintln!("{}: {why}", target.name);
    eprintln!("the input: b\"{printed}\"{more}");
    eprintln!("{}: {written}", file.display());
    why.to_owned()
}

/// FNV-1a, with 64 bits: the name of an input.
fn hash(input: &[u8]) -> u64 {
    let step = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
    input.iter().fold(0xcbf2_9ce4_8422_2325, step)
}
