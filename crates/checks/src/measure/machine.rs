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

/// The processor time that the running threads of a process, or of `self`, have used. On a machine that others use as
/// well, it says more than the time on the clock.
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
