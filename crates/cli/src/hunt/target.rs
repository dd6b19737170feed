//! The positions of a hunt: one, or those of suites.

use super::arguments::HuntCommand;
use crate::{input, suite};
use ox88::suite::Suite;
use ox88_hunt::{Chess960, Limits, Line, Oracle, Plan};

/// Deep enough for the usual faults.
const DEPTH: u32 = 4;

/// An engine counts as many in a moment.
const MAX_NODES: u128 = 1_000_000;

/// The positions of a hunt.
pub(super) enum Target {
    /// One position, with the moves to it.
    Position(Line),
    /// Those of suites.
    Suites(Vec<Suite>),
}

impl Target {
    /// Reads the arguments, before any engine is started.
    pub fn read(hunt: &HuntCommand) -> Result<Target, String> {
        let HuntCommand { fen, start, moves, suite: suites, max_nodes, .. } = hunt;
        match hunt.first_of(&["--start", "--fen"]) {
            Some(option) if !suites.is_empty() || max_nodes.is_some() => Err(format!(
                "{option} takes one position, and --suite and --max-nodes are for many: leave one out"
            )),
            Some(_) => {
                let root = input::position(&[], fen.as_deref(), *start)?;
                let moves = input::moves(root, moves.as_deref().unwrap_or_default())?;
                let line = Line::at(root).as_typed(fen.as_deref().unwrap_or_default());
                Ok(Target::Position(Line { moves, ..line }))
            }
            None if moves.is_some() => {
                Err("--moves are played from the position of --fen: add it, as in `--fen startpos`"
                    .to_owned())
            }
            None => suite::suites(suites, false).map(Target::Suites),
        }
    }

    /// The questions. `chess960` says whether and when those about Chess960 are asked.
    pub fn plan(
        &self,
        hunt: &HuntCommand,
        oracle: &Oracle,
        chess960: Chess960,
    ) -> Result<Plan, String> {
        let max_nodes = hunt.max_nodes.unwrap_or(MAX_NODES);
        let plan = match self {
            Target::Position(line) => Plan::of_line(oracle, line, hunt.depth.unwrap_or(DEPTH)),
            Target::Suites(suites) => {
                let (max_depth, has_impossible) = (hunt.depth, hunt.impossible);
                let limits = Limits { max_nodes, max_depth, chess960, has_impossible };
                Plan::of_suites(suites, limits)
            }
        };
        if plan.cases.is_empty() {
            // A hunt without a question would look as if all were right.
            return Err(format!(
                "no question is left to ask: {} counts are above --max-nodes {max_nodes} or --depth, \
                 {} are for engines that know Chess960, and {} are in positions that cannot arise \
                 (--impossible includes them)",
                plan.left_out, plan.left_out_of_chess960, plan.left_out_impossible
            ));
        }
        Ok(match hunt.budget {
            Some(budget) => plan.within(budget),
            None => plan,
        })
    }
}
