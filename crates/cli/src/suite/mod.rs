//! `ox88 suite`: are the counts of perft suites right? And a list of their positions.

mod check;
mod files;
mod limits;
mod list;
mod verdicts;

use self::limits::Limits;
use super::backend::Backend;
use super::input;
use super::options::{backend, command};
use super::outcome::Result;
use super::rows::RowFormat;
use std::io::Write;

pub(crate) use self::files::suites;

command! {
    /// Checks the counts of perft suites.
    #[argh(
        name = "suite",
        example = "{command_name}\n{command_name} castling --max-nodes 1_000_000\n\
                   {command_name} perftsuite.epd other.txt --max-depth 4\n{command_name} - < suite.epd\n\
                   {command_name} --list castling\n\
                   {command_name} --published --max-nodes 10_000_000_000"
    )]
    Suite: counting {
        /// perft suites in any of the usual formats, names of built-in suites, or - for standard input (default:
        /// all built-in suites)
        #[argh(positional, arg_name = "SUITE")]
        suites: Vec<String>,
        /// list the built-in positions: id, FEN and deepest count; SUITE may be part of an id or of a
        /// suite's name
        #[argh(switch, short = 'l')]
        list: bool,
        /// skip counts above this (default: 2^64)
        #[argh(option, short = 'n', arg_name = "N", default = "u64::MAX.into()", from_str_fn(input::number))]
        max_nodes: u128,
        /// skip counts deeper than this
        #[argh(option, arg_name = "N", default = "u128::MAX", from_str_fn(input::number))]
        max_depth: u128,
        /// run the published deep counts instead of the built-in suites
        #[argh(switch)]
        published: bool,
        /// print JSON: an array with suite, id, depth, nodes, expected and verdict for each count
        #[argh(switch, short = 'j')]
        json: bool,
        /// print comma-separated values
        #[argh(switch)]
        csv: bool,
    }
}

impl Suite {
    pub fn run(&self, out: &mut impl Write) -> Result {
        let rows = RowFormat::asked_for(self.json, self.csv, false)?;
        if self.list {
            return list::list(&suites(&[], self.published)?, &self.suites, rows, out);
        }
        let suites = suites(&self.suites, self.published)?;
        let limits = Limits { max_nodes: self.max_nodes, max_depth: self.max_depth };
        check::check(&suites, limits, || backend!(self), rows, out)
    }
}
