//! `ox88 divide`: the number of leaves behind each move.

use super::backend::{self, Backend};
use super::input;
use super::outcome::{Stop, Verdict};
use argh::FromArgs;
use std::io::Write;

/// Splits the number of leaves at a depth by the first move.
#[derive(FromArgs)]
#[argh(
    subcommand,
    name = "divide",
    usage = "DEPTH [FEN] [MOVES] [--threads N] [--memory SIZE] [--reference]",
    help_triggers("-h", "--help", "help"),
    example = "{command_name} 3\n{command_name} 2 kiwipete \"e1g1 h3g2\"\n\
               {command_name} 4 8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"
)]
pub struct Divide {
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

impl Divide {
    /// Runs the command and writes its results to `out`.
    pub fn run(&self, out: &mut impl Write) -> Result<Verdict, Stop> {
        let position = input::position(&self.position)?;
        let backend = Backend::new(self.threads, self.memory, self.reference)?;
        let divide = backend.divide(&position, self.depth)?;
        write!(out, "{divide}")?;
        Ok(Verdict::Right)
    }
}
