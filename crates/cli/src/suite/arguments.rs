//! The arguments of `ox88 suite`.

use super::export::{Content, ExportFormat, Extra};
use super::limits::Limits;
use crate::outcome::Stop;
use crate::{backend, input, rows};
use argh::{ArgsInfo, FromArgs};

/// Checks the counts of perft suites.
#[derive(FromArgs, ArgsInfo)]
#[argh(
    subcommand,
    name = "suite",
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
    /// perft suites in any format, names of built-in suites, or - for standard input (default: all
    /// built-in suites)
    #[argh(positional, arg_name = "SUITE")]
    pub(super) suites: Vec<String>,
    /// list the built-in positions: id, FEN and deepest count; SUITE may be part of an id or of a
    /// suite's name
    #[argh(switch, short = 'l')]
    pub(super) list: bool,
    /// skip cases with more leaves than this (default: 2^64, except in an export)
    #[argh(option, short = 'n', arg_name = "N", from_str_fn(input::number))]
    max_nodes: Option<u128>,
    /// skip cases deeper than this
    #[argh(option, arg_name = "N", from_str_fn(input::number))]
    max_depth: Option<u128>,
    /// run the published deep counts instead of the built-in suites
    #[argh(switch)]
    pub(super) published: bool,
    /// threads to count with (default: one per core)
    #[argh(option, short = 't', arg_name = "N", from_str_fn(backend::threads))]
    pub(super) threads: Option<usize>,
    /// memory for counts already made, like 512MiB or 2GiB; 0 for none (default: 256MiB)
    #[argh(option, arg_name = "SIZE", from_str_fn(backend::memory))]
    pub(super) memory: Option<usize>,
    /// count with the simple reference code: one thread and no memory, unless --threads and --memory are
    /// given
    #[argh(switch)]
    pub(super) reference: bool,
    /// count on a graphics card; --memory is then what to use of its memory
    #[argh(switch)]
    pub(super) gpu: bool,
    /// print JSON: an array with suite, id, depth, nodes, expected and verdict for each case
    #[argh(switch, short = 'j')]
    pub(super) json: bool,
    /// print comma-separated values
    #[argh(switch)]
    pub(super) csv: bool,
    /// print the suites as csv, json or epd, for tests elsewhere; counts only divides
    #[argh(option, arg_name = "FORMAT", from_str_fn(ExportFormat::from_name))]
    pub(super) export: Option<ExportFormat>,
    /// add legal moves, or divides (the leaves after each move), to an export as csv or json; may be
    /// given twice
    #[argh(option, arg_name = "WHAT", from_str_fn(Extra::from_name))]
    with: Vec<Extra>,
    /// write a page with a board for each position, what it tests, and its counts; - for standard
    /// output; counts nothing
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
    pub(crate) fn rows(&self) -> Result<Option<rows::RowFormat>, Stop> {
        let format = rows::RowFormat::asked_for(self.json, self.csv, false)?;
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
            Some(ExportFormat::Csv | ExportFormat::Json) => Ok(content),
            Some(ExportFormat::Epd) => {
                Err("an EPD line has no room for --with: leave it out, or take \
                                      --export json or --export csv"
                    .to_owned())
            }
            None => {
                Err("--with belongs to an export: add --export json or --export csv".to_owned())
            }
        }
    }
}
