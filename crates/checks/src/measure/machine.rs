//! What the figures were measured on: the machine, the compiler, the versions of the libraries.

use std::env::consts::{ARCH, OS};
use std::fs;
use std::num::NonZero;
use std::thread;
use std::time::Duration;

/// `Intel(R) Xeon(R) Processor, 2 cores, linux; ox88 built by rustc 1.88.0`
pub fn description() -> String {
    // Where no processor is named, as on macOS, the architecture is named instead.
    let processor = processor().unwrap_or_else(|| ARCH.to_owned());
    let number = cores();
    let cores = if number == 1 { "core" } else { "cores" };
    let rustc = env!("RUSTC_VERSION");
    format!("{processor}, {number} {cores}, {OS}; everything in Rust built by rustc {rustc}")
}

/// The number of cores that this program may use.
pub fn cores() -> usize {
    thread::available_parallelism().map_or(1, NonZero::get)
}

/// The version of a library that this program was built with.
pub fn version_of(library: &str) -> &'static str {
    let lock = include_str!("../../../../Cargo.lock");
    let (_, entry) = lock.split_once(&format!("name = \"{library}\"")).unwrap_or_default();
    entry.split('"').nth(1).unwrap_or("of unknown version")
}

/// The processor time that this program has used on all its threads, where the system says it. On a
/// machine that others use as well, it says more than the time on the clock.
pub fn processor_seconds() -> Option<f64> {
    /// The unit of these times on every Linux.
    const TICKS_A_SECOND: f64 = 100.0;
    let text = fs::read_to_string("/proc/self/stat").ok()?;
    // The name of the program comes first, in brackets, and may contain anything.
    let (_, fields) = text.rsplit_once(')')?;
    let ticks = |field: usize| fields.split_whitespace().nth(field)?.parse::<f64>().ok();
    Some((ticks(11)? + ticks(12)?) / TICKS_A_SECOND)
}

/// The same of the threads of a process that are running, or of `self`, to the nanosecond.
pub fn processor_time(process: &str) -> Option<Duration> {
    let mut nanoseconds = 0;
    for thread in fs::read_dir(format!("/proc/{process}/task")).ok()? {
        let text = fs::read_to_string(thread.ok()?.path().join("schedstat")).ok()?;
        nanoseconds += text.split_whitespace().next()?.parse::<u64>().ok()?;
    }
    Some(Duration::from_nanos(nanoseconds))
}

fn processor() -> Option<String> {
    let text = fs::read_to_string("/proc/cpuinfo").ok()?;
    let model = text.lines().find(|line| line.starts_with("model name"))?;
    let (_, name) = model.split_once(':')?;
    Some(name.trim().to_owned())
}
