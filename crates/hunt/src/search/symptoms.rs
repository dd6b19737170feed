//! Symptoms of taking moves back wrongly: an engine that tries each move to see whether it is legal spoils its board by
//! that, and goes wrong as if its generation or its making of moves were at fault. And symptoms of reading FENs
//! wrongly, where no control beside a finding shows that.
//!
//! Once ox88 knows that an engine takes moves back wrongly, each answer that this explains as a whole is a symptom. Any
//! other stays a finding of its own.

use super::diagnose::{Evidence, Origin};
use super::exchange::Exchange;
use super::explain::Rule;
use super::finding::Finding;
use super::machine::{EXPLAIN_MUCH, Stage, after, explained_by};
use super::suspects::{Part, Suspects};
use std::cmp::Reverse;
use std::collections::HashMap;

/// So many answers against one rule are not all explained by chance.
const FEWEST_ALIKE: usize = 3;

/// Gives each finding the origin of which it is a symptom.
pub(super) fn find_symptoms(findings: Vec<Finding>) -> Vec<Finding> {
    misread(left_in_lists(taken_back(findings)))
}

/// What the engine leaves behind, where lists alone have shown it, is also behind the answers that break one and the same
/// rule of generation, if it explains each of them: few it explains by chance.
fn left_in_lists(findings: Vec<Finding>) -> Vec<Finding> {
    let shown_by_lists = Evidence::SeenElsewhere.against(Suspects::UNMAKE);
    let shown = findings.iter().filter(|it| it.origin() == Some(&shown_by_lists));
    let mut left: Vec<Rule> = shown.filter_map(|it| Some(it.state()?.rule)).collect();
    left.retain(|rule| !EXPLAIN_MUCH.contains(rule));
    if left.is_empty() {
        return findings;
    }
    let explaining =
        |finding: &Finding, rule: Rule| explained_by(Stage::Unmake, rule, finding.exchange()?);
    let is_generated = |it: &Finding| it.origin() == Some(&Origin::GENERATION);
    let mut alike: HashMap<Option<Rule>, Vec<&Finding>> = HashMap::new();
    for finding in findings.iter().filter(|it| is_generated(it)) {
        alike.entry(finding.rule()).or_default().push(finding);
    }
    alike.retain(|_, alike| alike.len() >= FEWEST_ALIKE);
    let behind_all = |alike: Vec<&Finding>| {
        let explains_all = |&rule: &Rule| alike.iter().all(|it| explaining(it, rule).is_some());
        left.iter().copied().find(explains_all)
    };
    let behind: HashMap<Option<Rule>, Option<Rule>> =
        alike.into_iter().map(|(broken, alike)| (broken, behind_all(alike))).collect();
    let as_symptom = |finding: Finding| {
        let rule = behind.get(&finding.rule()).copied().flatten();
        let rule = rule.filter(|_| is_generated(&finding));
        match rule.and_then(|rule| explaining(&finding, rule)) {
            Some(state) => finding.with_origin(shown_by_lists.clone(), Some(state)),
            None => finding,
        }
    };
    findings.into_iter().map(as_symptom).collect()
}

/// Where the engine reads a FEN wrongly, and is right about the position when it is played, another answer that follows
/// from just that does so too.
fn misread(findings: Vec<Finding>) -> Vec<Finding> {
    let is_shown = |it: &&Finding| {
        let diagnosis = it.disagreement().map(|found| &found.diagnosis);
        diagnosis.is_some_and(|it| it.origin == Origin::READ_FEN && it.control.is_some())
    };
    let shown = findings.iter().filter(is_shown).filter_map(Finding::state);
    let mut rules: Vec<Rule> = shown.map(|state| state.rule).collect();
    rules.retain(|rule| !EXPLAIN_MUCH.contains(rule));
    if rules.is_empty() {
        return findings;
    }
    let as_symptom = |finding: Finding| {
        let is_open = matches!(
            finding.origin().map(Origin::part),
            Some(Part::Generation | Part::Make | Part::Unknown)
        );
        let exchange = finding.exchange().filter(|it| is_open && !it.has_right_moves());
        let state = exchange.and_then(|exchange| {
            let misread = |&rule: &Rule| explained_by(Stage::ReadFen, rule, exchange);
            rules.iter().find_map(misread)
        });
        match state {
            Some(misread) => finding.told_as_misread(misread),
            None => finding,
        }
    };
    findings.into_iter().map(as_symptom).collect()
}

/// Gives each finding that is a symptom of taking moves back wrongly that origin. What the engine leaves behind has to
/// be seen where no illegal move was listed, and so none was taken back: in a right answer before a wrong one.
fn taken_back(findings: Vec<Finding>) -> Vec<Finding> {
    let known = theories(&findings);
    let as_symptom = |finding: Finding| {
        let own = finding.state().map(|state| state.rule);
        let is_own = |rule: Rule| own == Some(rule) && rule_left_behind(&finding).is_some();
        let rules = known.iter().copied().take_while(|&rule| !is_own(rule));
        let state = finding.exchange().and_then(|exchange| {
            rules.into_iter().find_map(|rule| explained_by(Stage::Unmake, rule, exchange))
        });
        match (state, finding.origin()) {
            (Some(state), Some(Origin { suspects, evidence }))
                if !matches!(
                    evidence,
                    Evidence::Everywhere(_) | Evidence::DependsOnHistory { .. }
                ) =>
            {
                let is_unmade = *suspects == Suspects::UNMAKE;
                let evidence = if is_unmade { evidence.clone() } else { Evidence::SeenElsewhere };
                finding.with_origin(evidence.against(Suspects::UNMAKE), Some(state))
            }
            _ => finding,
        }
    };
    findings.into_iter().map(as_symptom).collect()
}

/// The rules of what an engine leaves behind, those first that were seen most often. One that should have shown
/// in an answer, too, that another one explains without it was seen by chance.
fn theories(findings: &[Finding]) -> Vec<Rule> {
    let mut seen: Vec<(Rule, Vec<&Exchange>)> = Vec::new();
    for finding in findings {
        let Some((rule, exchange)) = rule_left_behind(finding).zip(finding.exchange()) else {
            continue;
        };
        match seen.iter_mut().find(|seen| seen.0 == rule) {
            Some((_, exchanges)) => exchanges.push(exchange),
            None => seen.push((rule, vec![exchange])),
        }
    }
    seen.sort_by_key(|(_, exchanges)| Reverse(exchanges.len()));
    let falls = |rule: Rule, exchange: &Exchange| {
        let should_show =
            after(Stage::Unmake, &exchange.line).iter().any(|it| it.state.rule == rule);
        should_show && explained_by(Stage::Unmake, rule, exchange).is_none()
    };
    let mut kept: Vec<&(Rule, Vec<&Exchange>)> = Vec::new();
    for candidate in &seen {
        if !kept.iter().flat_map(|it| &it.1).any(|exchange| falls(candidate.0, exchange)) {
            kept.push(candidate);
        }
    }
    kept.into_iter().map(|it| it.0).collect()
}

/// The rule of what an engine leaves behind that is right when asked first, and wrong when asked again.
fn rule_left_behind(finding: &Finding) -> Option<Rule> {
    let diagnosis = &finding.disagreement()?.diagnosis;
    let is_unmake = diagnosis.origin == Origin::ASKED_TWICE;
    let state =
        diagnosis.state.as_ref().filter(|_| is_unmake && diagnosis.exchange.asked_before.is_some());
    state.map(|state| state.rule)
}
