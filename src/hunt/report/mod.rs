//! Findings as text for people and as JSON for programs. Nothing is printed here.

mod board;
mod group;
mod json;
mod text;

pub use group::{Group, groups};
pub use json::{json, json_of_refusal};
pub use text::{table, write_finding};

use super::ask::{Protocol, Question};
use super::slip::Origin;
use crate::chess::position::Position;
use crate::hunt::line::Line;

/// How a report is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Style {
    /// Whether squares are marked by colour, and not by brackets.
    pub colour: bool,
    /// The command by which the engine was started.
    pub command: String,
    /// How it was asked.
    pub protocol: Protocol,
}

impl Style {
    /// The lines by which the engine is asked the same again, to be copied.
    #[must_use]
    pub fn lines_to_copy(&self, path: &Line, depths: &[u32]) -> Vec<String> {
        let question = |depth| Question { line: path, depth };
        match &self.protocol {
            Protocol::Uci { perft } => {
                let position = question(1).uci_position();
                let verbs = depths.iter().map(|depth| format!("{perft} {depth}"));
                std::iter::once(position).chain(verbs).collect()
            }
            Protocol::Script => {
                let line = |&depth: &u32| {
                    let moves = question(depth).moves_text();
                    let moves = if moves.is_empty() { moves } else { format!(" {moves:?}") };
                    format!("{} {depth} \"{}\"{moves}", self.command, path.root)
                };
                depths.iter().map(line).collect()
            }
        }
    }
}

/// The commands of this program that show what is right.
fn lines_for_ox88(position: &Position, depth: u32) -> [String; 2] {
    [format!("ox88 divide {depth} \"{position}\""), format!("ox88 show \"{position}\"")]
}

/// The name of an origin, for tables and programs.
const fn origin_name(origin: &Origin) -> &'static str {
    match origin {
        Origin::Generation => "generation",
        Origin::Make { .. } => "make",
        Origin::Unmake { .. } => "unmake",
        Origin::Recursion => "recursion",
        Origin::Counting { .. } => "counting",
        Origin::Unknown { .. } => "unknown",
    }
}
