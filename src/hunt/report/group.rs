//! Findings by the rule that is broken and the part of the engine that breaks it.

use super::origin_name;
use crate::chess::color::Color;
use crate::hunt::explain::rule::Rule;
use crate::hunt::finding::{Finding, What};

/// All findings that have the same reason, as far as can be told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group<'a> {
    /// The rule that is broken. Nothing where the engine gave no answer.
    pub rule: Option<Rule>,
    /// The rule or the trouble where programs read it.
    pub id: &'static str,
    /// The same for people.
    pub title: &'static str,
    /// The part of the engine that is at fault: `generation`, `make`, `unmake`, `recursion`,
    /// `counting` or `unknown`, and `none` where it gave no answer.
    pub origin: &'static str,
    /// How many findings there are.
    pub count: usize,
    /// The one with the fewest moves to play, of those the one with the fewest plies to count, and of
    /// those the one with the fewest pieces.
    pub smallest: &'a Finding,
}

/// What stands for the part at fault in a table, where the engine gave no answer.
pub(super) const NO_ORIGIN: &str = "none";

/// The groups, the most frequent first.
#[must_use]
pub fn groups(findings: &[Finding]) -> Vec<Group<'_>> {
    let mut groups: Vec<Group> = Vec::new();
    for finding in findings {
        let alone = Group::of(finding);
        match groups.iter_mut().find(|group| (group.id, group.origin) == (alone.id, alone.origin)) {
            Some(group) => {
                group.count += 1;
                if size(finding) < size(group.smallest) {
                    group.smallest = finding;
                }
            }
            None => groups.push(alone),
        }
    }
    // Those with the same number stay in the order in which they were found.
    groups.sort_by_key(|group| std::cmp::Reverse(group.count));
    groups
}

impl Group<'_> {
    /// The group of one finding.
    #[must_use]
    pub fn of(finding: &Finding) -> Group<'_> {
        let (rule, id, title, origin) = match &finding.what {
            What::Disagreement(disagreement) => {
                let rule = disagreement.rule;
                let origin = origin_name(&disagreement.located.origin);
                (Some(rule), rule.id(), rule.title(), origin)
            }
            What::Trouble(no_answer) => {
                let kind = &no_answer.trouble.kind;
                (None, kind.id(), kind.title(), NO_ORIGIN)
            }
        };
        Group { rule, id, title, origin, count: 1, smallest: finding }
    }
}

/// How much one has to look at: moves to play, then plies to count, then pieces on the board.
fn size(finding: &Finding) -> (usize, u32, usize) {
    let (path, depth) = match &finding.what {
        What::Disagreement(disagreement) => {
            let heard = &disagreement.located.heard;
            (&heard.path, heard.depth)
        }
        What::Trouble(no_answer) => (&no_answer.path, no_answer.depth),
    };
    let mut pieces = 0;
    for color in Color::BOTH {
        path.end().board().each_piece(color, |_, _| pieces += 1);
    }
    (path.moves.len(), depth, pieces)
}
