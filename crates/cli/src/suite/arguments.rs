//! The arguments of `ox88 suite`.

use super::limits::Limits;
use crate::input;
use crate::options::command;

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
        /// perft suites in any format, names of built-in suites, or - for standard input (default: all
        /// built-in suites)
        #[argh(positional, arg_name = "SUITE")]
        pub(super) suites: Vec<String>,
        /// list the built-in positions: id, FEN and deepest count; SUITE may be part of an id or of a
        /// suite's name
        #[argh(switch, short = 'l')]
        pub(super) list: bool,
        /// skip cases with more leaves than this (default: 2^64)
        #[argh(option, short = 'n', arg_name = "N", from_str_fn(input::number))]
        max_nodes: Option<u128>,
        /// skip cases deeper than this
        #[argh(option, arg_name = "N", from_str_fn(input::number))]
        max_depth: Option<u128>,
        /// run the published deep counts instead of the built-in suites
        #[argh(switch)]
        pub(super) published: bool,
        /// print JSON: an array with suite, id, depth, nodes, expected and verdict for each case
        #[argh(switch, short = 'j')]
        pub(super) json: bool,
        /// print comma-separated values
        #[argh(switch)]
        pub(super) csv: bool,
    }
}

impl Suite {
    /// Which cases to run.
    pub(super) fn limits(&self) -> Limits {
        let Suite { max_nodes, max_depth, .. } = *self;
        Limits { max_nodes, max_depth, beyond_64_bits: max_nodes.is_some() }
    }
}
