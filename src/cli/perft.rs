//! `ox88 perft`: how many leaves there are at each depth, and whether that is the known count.

use super::backend::{self, Backend};
use super::known::Known;
use super::outcome::{Stop, Verdict};
use super::{input, output};
use argh::FromArgs;
use std::io::Write;
use std::time::Instant;

/// Counts the leaves at each depth, and compares the counts with the known ones.
#[derive(FromArgs)]
#[argh(
    subcommand,
    name = "perft",
    usage = "DEPTH [FEN] [MOVES] [--threads N] [--memory SIZE] [--reference]",
    help_triggers("-h", "--help", "help"),
    example = "{command_name} 5\n{command_name} 4 kiwipete\n{command_name} 4 startpos e2e4 e7e5\n\
               {command_name} 5 r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
)]
pub struct Perft {
    /// how many half moves deep to count, from 1 to 255
    #[argh(positional, arg_name = "DEPTH", from_str_fn(input::depth))]
    depth: u32,
    /// a FEN, startpos or the id of a built-in position (startpos if left out); then moves to play
    /// first, as in e2e4 e7e8q
    #[argh(positional, arg_name = "[FEN] [MOVES]")]
    position: Vec<String>,
    /// how many threads to count with (one per core if left out)
    #[argh(option, arg_name = "N", from_str_fn(backend::threads))]
    threads: Option<usize>,
    /// how much memory to use for remembering counts (256MiB if left out), 0 for none
    #[argh(option, arg_name = "SIZE", from_str_fn(backend::memory))]
    memory: Option<usize>,
    /// count by the reference, which makes and tests each leaf: on one thread and without memory,
    /// unless --threads and --memory are given
    #[argh(switch)]
    reference: bool,
}

impl Perft {
    /// Runs the command and writes its results to `out`.
    pub fn run(&self, out: &mut impl Write) -> Result<Verdict, Stop> {
        let position = input::position(&self.position)?;
        let known = Known::of(&position)?;
        let backend = Backend::new(self.threads, self.memory, self.reference)?;
        let mut verdict = Verdict::Right;

        write!(out, "{:>5} {:>15} {:>11} {:>9}", "depth", "nodes", "time", "nodes/s")?;
        writeln!(out, "{}", if known.has_counts() { "        expected  verdict" } else { "" })?;
        for depth in 1..=self.depth {
            let start = Instant::now();
            let nodes = backend.perft(&position, depth)?;
            let time = start.elapsed();

            let (seconds, speed) = (output::seconds(time), output::speed(nodes, time));
            write!(out, "{depth:>5} {nodes:>15} {seconds:>11} {speed:>9}")?;
            if let Some((expected, source)) = known.count(depth) {
                let is_right = nodes == expected.nodes;
                let word = if is_right { "ok" } else { "DIFFERS" };
                write!(out, " {:>15}  {word}{source}", expected.nodes)?;
                if !is_right {
                    verdict = Verdict::Differs;
                }
            }
            writeln!(out)?;
            // A reader at the other end of a pipe need not wait for the deeper rows.
            out.flush()?;
        }
        Ok(verdict)
    }
}
