//! `ox88 perft`: how many leaves there are at each depth, and whether that is right.

use super::progress::{self, Progress};
use super::{Stop, Verdict, input, output};
use argh::FromArgs;
use ox88::suite::built_in;
use std::io::Write;
use std::time::Instant;

/// Counts the leaves at each depth, and says whether that is the known count.
#[derive(FromArgs)]
#[argh(
    subcommand,
    name = "perft",
    usage = "DEPTH [FEN] [MOVES]",
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
}

impl Perft {
    /// Runs the command, with its results going to `out`.
    pub fn run(&self, out: &mut impl Write) -> Result<Verdict, Stop> {
        let position = input::position(&self.position)?;
        let known = built_in::by_position(&position).map_err(ToString::to_string)?;
        let mut progress = Progress::new();
        let mut verdict = Verdict::Right;

        write!(out, "{:>5} {:>15} {:>11} {:>9}", "depth", "nodes", "time", "nodes/s")?;
        writeln!(out, "{}", if known.is_some() { "        expected  verdict" } else { "" })?;
        for depth in 1..=self.depth {
            let start = Instant::now();
            let nodes = u128::from(progress::divide(&position, depth, &mut progress).total());
            let time = start.elapsed();
            progress.clear();

            let (seconds, speed) = (output::seconds(time), output::speed(nodes, time));
            write!(out, "{depth:>5} {nodes:>15} {seconds:>11} {speed:>9}")?;
            if let Some(expected) = known.and_then(|known| known.count(depth)) {
                let is_right = nodes == expected.nodes;
                let word = if is_right { "ok" } else { "DIFFERS" };
                write!(out, " {:>15}  {word}", expected.nodes)?;
                if !is_right {
                    verdict = Verdict::Differs;
                }
            }
            writeln!(out)?;
            // Whoever reads along in a pipe need not wait for the deeper rows.
            out.flush()?;
        }
        Ok(verdict)
    }
}
