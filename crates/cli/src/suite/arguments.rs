//! The arguments of `ox88 suite`.

use super::export::{Content, Extra, Format};
use super::limits::Limits;
use crate::outcome::Stop;
use crate::{backend, input, rows};
use argh::{ArgsInfo, FromArgs};

/// Counts the leaves of every position in perft suites, and compares them with the suites' counts.
#[derive(FromArgs, ArgsInfo)]
#[argh(
    subcommand,
    name = "suite",
    usage = "[SUITE...] [--list] [--max-nodes N] [--max-depth N] [--published] [--json | --csv] [--threads N] [--memory SIZE] [--reference] [--export FORMAT [--with WHAT]...] [--html FILE]",
    help_triggers("-h", "--help", "help"),
    example = "{command_name}\n{command_name} castling --max-nodes 1_000_000\n\
               {command_name} perftsuite.epd other.txt --max-depth 4\n{command_name} - < suite.epd\n\
               {command_name} --list castling\n\
               {command_name} --published --max-nodes 10_000_000_000\n\
               {command_name} --export json --max-nodes 10_000 --with moves > positions.json\n\
               {command_name} castling --html castling.html"
)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of the command line")]
pub struct Suite {
    /// perft suites in any dialect, names of built-in suites, - for standard input; the built-in
    /// suites if left out
    #[argh(positional, arg_name = "SUITE")]
    pub(super) suites: Vec<String>,
    /// list the built-in positions instead: their ids, deepest counts and FENs; SUITE is then a part of
    /// an id or of the name of a suite
    #[argh(switch)]
    pub(super) list: bool,
    /// skip cases with an expected count above this (beyond 64 bits if left out, except in an export)
    #[argh(option, arg_name = "N", from_str_fn(input::number))]
    max_nodes: Option<u128>,
    /// skip cases deeper than this
    #[argh(option, arg_name = "N", from_str_fn(input::number))]
    max_depth: Option<u128>,
    /// run the published deep counts in place of the built-in suites
    #[argh(switch)]
    pub(super) published: bool,
    /// how many threads to count with (one per core if left out)
    #[argh(option, arg_name = "N", from_str_fn(backend::threads))]
    pub(super) threads: Option<usize>,
    /// how much memory to use for remembering counts, as in 512MiB or 2GiB (256MiB if left out), 0 for
    /// none; a number alone is in MiB
    #[argh(option, arg_name = "SIZE", from_str_fn(backend::memory))]
    pub(super) memory: Option<usize>,
    /// count by the reference, which makes and tests each leaf: on one thread and without memory,
    /// unless --threads and --memory are given
    #[argh(switch)]
    pub(super) reference: bool,
    /// write an array with an object for each case: suite, id, depth, nodes, expected and verdict; or,
    /// with --list, for each position
    #[argh(switch)]
    pub(super) json: bool,
    /// write the same as a table of values with commas
    #[argh(switch)]
    pub(super) csv: bool,
    /// write the suites to standard output for tests elsewhere, as csv, json or epd; nothing is
    /// counted, except for divides
    #[argh(option, arg_name = "FORMAT", from_str_fn(Format::from_name))]
    pub(super) export: Option<Format>,
    /// add to an export as csv or json: moves (the legal ones) or divides (the leaves behind each
    /// of them); may be given twice
    #[argh(option, arg_name = "WHAT", from_str_fn(Extra::from_name))]
    with: Vec<Extra>,
    /// write a page with a board for each position, what it proves, and its counts, - for standard
    /// output; nothing is counted
    #[argh(option, arg_name = "FILE")]
    pub(super) html: Option<String>,
}

impl Suite {
    /// Whether anything is counted, which may take long.
    pub(crate) fn counts(&self) -> bool {
        let is_export = self.export.is_some() && !self.with.contains(&Extra::Divides);
        !(self.list || self.html.is_some() || is_export)
    }

    /// Which cases to run or to export.
    pub(super) fn limits(&self) -> Limits {
        let Suite { max_nodes, max_depth, .. } = *self;
        Limits {
            max_nodes,
            max_depth,
            beyond_64_bits: max_nodes.is_some() || self.export.is_some() || self.html.is_some(),
        }
    }

    /// The rows for programs, if they are asked for.
    pub(crate) fn rows(&self) -> Result<Option<rows::Format>, Stop> {
        let format = rows::Format::asked_for(self.json, self.csv, false)?;
        if self.html.is_some() && (self.list || format.is_some() || self.export.is_some()) {
            return Err(Stop::Refused(
                "--html writes a page and nothing else: leave out --list, --json, --csv and --export"
                    .to_owned(),
            ));
        }
        match self.export {
            Some(_) if self.list || format.is_some() => Err(Stop::Refused(
                "--export is a format of its own: leave out --list, --json and --csv, or write \
                 --export json"
                    .to_owned(),
            )),
            _ => Ok(format),
        }
    }

    /// The additional content of an export.
    pub(crate) fn content(&self) -> Result<Content, String> {
        let content = Content {
            moves: self.with.contains(&Extra::Moves),
            divides: self.with.contains(&Extra::Divides),
        };
        match self.export {
            _ if self.with.is_empty() => Ok(content),
            Some(Format::Csv | Format::Json) => Ok(content),
            Some(Format::Epd) => Err("an EPD line has no room for --with: leave it out, or take \
                                      --export json or --export csv"
                .to_owned()),
            None => {
                Err("--with belongs to an export: add --export json or --export csv".to_owned())
            }
        }
    }
}
