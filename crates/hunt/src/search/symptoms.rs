//! Symptoms of taking moves back wrongly: an engine that tries each move to see whether it is legal spoils its board by
//! that, and goes wrong as if its generation or its making of moves were at fault. And symptoms of reading FENs
//! wrongly, where no control beside a finding shows that.
//!
//! Once ox88 knows that an engine takes moves back wrongly, each answer that this explains as a whole is a symptom. Any
//! other stays a finding of its own.

use super::diagnose::{Evidence, Origin};
use super::explain::Rule;
use super::finding::Finding;
use super::machine::{CorruptState, EXPLAIN_MUCH, Faulty, Stage, explained_by};
use super::suspects::{Part, Suspects};

/// Gives each finding the origin of which it is a symptom.
pub(super) fn find_symptoms(findings: Vec<Finding>) -> Vec<Finding> {
    misread(taken_back(findings))
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

/// Where an engine that takes moves back with one fault was found, another answer that it gives is a symptom.
fn taken_back(findings: Vec<Finding>) -> Vec<Finding> {
    let is_unmade = |it: &&Finding| it.origin().is_some_and(|it| it.part() == Part::Unmake);
    let known: Vec<(Faulty, CorruptState)> = findings
        .iter()
        .filter(is_unmade)
        .filter_map(|it| {
            Some((it.disagreement()?.learnt.as_ref()?.engine.fault()?, it.state()?.clone()))
        })
        .collect();
    let as_symptom = |finding: Finding| {
        let is_open = finding.origin().is_some_and(|it| {
            it.part() != Part::Unmake
                && !matches!(
                    it.evidence,
                    Evidence::Everywhere(_) | Evidence::DependsOnHistory { .. }
                )
        });
        let shown = finding.exchange().filter(|_| is_open);
        let state = shown.and_then(|it| known.iter().find(|known| known.0.gives(it)));
        match state.map(|known| known.1.clone()) {
            Some(state) => {
                let unmake = Evidence::SeenElsewhere.against(Suspects::UNMAKE);
                finding.with_origin(unmake, Some(state))
            }
            None => finding,
        }
    };
    findings.into_iter().map(as_symptom).collect()
}
