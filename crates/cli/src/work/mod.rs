//! `ox88 work`: a perft on more than one machine. Work is plain text; people bring their own scheduler.

mod count;
mod merge;
mod results;
mod split;
mod text;

use super::outcome::Result;
use argh::{ArgsInfo, FromArgs};
use std::io::Write;

/// Splits a large perft over several machines.
#[derive(FromArgs, ArgsInfo)]
#[argh(
    subcommand,
    name = "work",
    help_triggers("-h", "--help", "help"),
    example = "{command_name} split 7 --plies 3 > work.epd\n\
               {command_name} count work.epd --into result.epd --resume\n\
               {command_name} merge work.epd result.epd"
)]
pub struct Work {
    #[argh(subcommand)]
    command: Command,
}

#[derive(FromArgs, ArgsInfo)]
#[argh(subcommand)]
enum Command {
    Split(split::Split),
    Count(count::Count),
    Merge(merge::Merge),
}

impl Work {
    /// Runs the command, with its results going to `out`.
    ///
    /// # Errors
    /// The input could not be used, the output not be written, or a signal came.
    pub fn run(&self, out: &mut impl Write) -> Result {
        match &self.command {
            Command::Split(split) => split.run(out),
            Command::Count(count) => count.run(out),
            Command::Merge(merge) => merge.run(out),
        }
    }
}
