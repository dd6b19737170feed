//! Does a new process, which has been asked nothing else, show a finding again? If it does not, something that
//! the engine keeps from one question to the next is at fault, and not the rule that its answer seems to break.

use super::diagnose::{Diagnosis, Origin};
use super::explain::Rule;
use super::finding::{Finding, FindingKind};
use super::session::{Exchange, Session};
use std::collections::HashSet;

/// What was seen in new processes.
#[derive(Default)]
pub(super) struct Afresh {
    /// The rules that one of them has broken.
    broken: HashSet<Rule>,
}

impl Afresh {
    /// The finding, or what it becomes if a new process does not show it. To start one may take time, so it is
    /// asked about the first finding of each rule.
    pub(super) fn confirm(&mut self, session: &mut Session, finding: Finding) -> Finding {
        let FindingKind::Disagreement(disagreement) = &finding.kind else { return finding };
        let rule = disagreement.rule;
        if self.broken.contains(&rule) {
            return finding;
        }
        let Diagnosis { exchange, asked_before, .. } = &disagreement.diagnosis;
        let Some(afresh) = session.ask_afresh(exchange, *asked_before) else { return finding };
        let is_right_afresh = afresh.is_right();
        let has_moves_of = |other: &Exchange| {
            afresh.comparison.difference.has_moves_of(&other.comparison.difference)
        };
        if is_right_afresh || !has_moves_of(exchange) {
            return finding.with_origin(Origin::Kept { is_right_afresh });
        }
        self.broken.insert(rule);
        finding
    }
}
