//! Findings as text and as a page for people, and as JSON for programs. Nothing is printed here.

mod html;
#[cfg(feature = "reports")]
mod json;
mod remarks;
mod text;

pub use html::{html, html_of_interruption, html_of_refusal};
#[cfg(feature = "reports")]
pub use json::{json, json_of_interruption, json_of_refusal};
pub use remarks::{remarks, totals_line};
pub use text::{table, write_finding};

use super::ask::{NEW_GAME, Protocol, Question, uci_castling};
use super::diagnose::{Origin, Part};
use super::explain::Rule;
use super::finding::{Finding, FindingKind, Size};
use super::log::Step;
use ox88::{CastlingNotation, Position};
use std::cmp::Reverse;

/// How a report is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Style {
    /// Whether squares are marked by colour, and not by brackets.
    pub colour: bool,
    /// The command by which the engine was started.
    pub command: String,
    /// How it was asked.
    pub protocol: Protocol,
    /// Whether it knows more of UCI than how to set up a position.
    pub knows_uci: bool,
    /// How it writes castling, if not as ordinary chess does.
    pub castling: Option<CastlingNotation>,
}

/// The findings that have the same cause, as far as can be seen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cause<'a> {
    /// The rule that is broken, or the trouble, by its name for programs.
    pub id: &'static str,
    /// The same for people.
    pub title: &'static str,
    /// The part of the engine that is at fault. Nothing if it gave no reply.
    pub part: Option<Part>,
    /// How many findings there are.
    pub found: usize,
    /// The one with the fewest moves to play; of those the one with the fewest plies to count, and of
    /// these the one with the fewest pieces.
    pub smallest: &'a Finding,
}

/// What takes the place of the part at fault in a table where the engine gave no reply.
const NO_PART: &str = "none";

/// Why a report has no findings that was written before the hunt, and was never replaced.
const INTERRUPTED: &str = "the hunt was ended from outside";

const UNMAKE_FIRST: &str =
    "Fix unmake first: an engine that takes moves back wrongly can go wrong wherever it has tried some,
and other rows of this table may disappear with the fault.";

const KEPT_FIRST: &str =
    "Fix first what a new process answers otherwise: an answer that no new process was seen to give
(a row with a question mark) may disappear with the fault.";

/// The causes of all findings, the most frequent first.
#[must_use]
pub fn causes(findings: &[Finding]) -> Vec<Cause<'_>> {
    let mut causes: Vec<Cause> = Vec::new();
    for finding in findings {
        let alone = Cause::of(finding);
        match causes.iter_mut().find(|cause| (cause.id, cause.part) == (alone.id, alone.part)) {
            Some(cause) => {
                cause.found += 1;
                if rank(finding) < rank(cause.smallest) {
                    cause.smallest = finding;
                }
            }
            None => causes.push(alone),
        }
    }
    // What explains itself comes before what is only known to be corrupted, and this before what no other process
    // has shown. Those with the same number stay in the order in which they were found.
    let is_unexplained = |cause: &Cause| cause.id == Rule::StateCorrupted.id();
    causes.sort_by_key(|cause| (cause.is_doubtful(), is_unexplained(cause), Reverse(cause.found)));
    causes
}

/// What comes first among findings of the same cause: what another process has shown as well, and then the
/// smallest.
fn rank(finding: &Finding) -> (bool, Size) {
    (!finding.is_confirmed(), finding.size())
}

/// What to do about these causes, in two lines, if there is more to say than the table does.
#[must_use]
pub fn advice(causes: &[Cause]) -> Option<&'static str> {
    let has_unmake = causes.iter().any(|cause| cause.part == Some(Part::Unmake));
    if causes.iter().any(Cause::is_kept) && causes.iter().any(Cause::is_doubtful) {
        Some(KEPT_FIRST)
    } else {
        (has_unmake && causes.len() > 1).then_some(UNMAKE_FIRST)
    }
}

impl Cause<'_> {
    /// The cause of one finding.
    #[must_use]
    pub fn of(finding: &Finding) -> Cause<'_> {
        let (id, title, part) = match &finding.kind {
            FindingKind::Disagreement(disagreement) => {
                let rule = disagreement.rule;
                (rule.id(), rule.title(), Some(disagreement.diagnosis.origin.part()))
            }
            FindingKind::NoReply(no_reply) => {
                let kind = &no_reply.trouble.kind;
                (kind.id(), kind.title(), None)
            }
        };
        Cause { id, title, part, found: 1, smallest: finding }
    }

    /// Whether another process of the engine was to show it, and none has.
    #[must_use]
    pub fn is_doubtful(&self) -> bool {
        self.smallest.is_doubtful()
    }

    /// Whether another process of the engine answers otherwise.
    fn is_kept(&self) -> bool {
        self.smallest.disagreement().is_some_and(|found| {
            matches!(found.diagnosis.origin, Origin::Kept { .. } | Origin::RightWhenRepeated)
        })
    }

    /// The name of the part at fault, as a table has it.
    #[must_use]
    pub fn part_id(&self) -> &'static str {
        self.part.map_or(NO_PART, Part::id)
    }
}

impl Style {
    /// The lines with which a new process is asked this, to be copied.
    #[must_use]
    pub fn lines_to_copy(&self, questions: &[Step]) -> Vec<String> {
        let mut lines = Vec::new();
        let is_by_uci = self.knows_uci && self.protocol != Protocol::Script;
        let positions = questions.iter().filter(|asked| !asked.is_again).count();
        if is_by_uci && positions > 1 {
            // Each process was sent this at its start, and it may be what sets something up that is kept.
            lines.push(NEW_GAME.to_owned());
        }
        let mut notation = CastlingNotation::KingToTarget;
        for Step { line, depth, is_again } in questions {
            let question = Question { line, depth: *depth };
            let castling = question.castling_notation(self.castling);
            match &self.protocol {
                Protocol::Uci { perft } => {
                    if is_by_uci && notation != line.root.castling_notation() {
                        notation = line.root.castling_notation();
                        lines.push(uci_castling(notation));
                    }
                    if !is_again {
                        lines.push(question.uci_position(castling));
                    }
                    lines.push(format!("{perft} {depth}"));
                }
                Protocol::Script => {
                    let moves = question.moves_text(castling);
                    let moves = if moves.is_empty() { moves } else { format!(" {moves:?}") };
                    lines.push(format!("{} {depth} \"{}\"{moves}", self.command, line.root));
                }
            }
        }
        lines
    }
}

/// The commands of this program that show what is right.
fn lines_for_ox88(position: &Position, depth: u32) -> [String; 2] {
    [format!("ox88 divide {depth} \"{position}\""), format!("ox88 show \"{position}\"")]
}
