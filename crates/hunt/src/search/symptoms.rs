//! Symptoms of taking moves back wrongly: an engine that tries each move to see whether it is legal spoils its board by
//! that, and goes wrong as if its generation or its making of moves were at fault. And symptoms of reading FENs
//! wrongly, where no control beside a finding shows that.
//!
//! Once ox88 knows that an engine takes moves back wrongly, each answer that this explains as a whole is a symptom. Where
//! it would explain moves if the engine tried others in some order, generation is not blamed for them. Any other answer
//! stays a finding of its own.

use super::diagnose::{Evidence, Origin, may_spoil};
use super::explain::Rule;
use super::finding::Finding;
use super::machine::{CorruptState, EXPLAIN_MUCH, Faulty, Moves, Stage, Undoing, explained_by};
use super::suspects::{Part, Suspects};
use ox88_engine::Difference;

/// Gives each finding the origin of which it is a symptom.
pub(super) fn find_symptoms(findings: Vec<Finding>) -> Vec<Finding> {
    misread(unless_spoilt(taken_back(findings)))
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

/// Takes back the verdict that generation is at fault, if a fault of unmake that the engine has shown would explain the
/// moves in some order. The verdict stays if an explanation of the moves has foretold others.
fn unless_spoilt(findings: Vec<Finding>) -> Vec<Finding> {
    // The rule of what is left behind. Where that is not known, it may be any.
    let left_behind = |it: &Finding| {
        let unmade = it.origin().filter(|it| it.is_made_or_unmade())?;
        let is_seen = unmade.part() == Part::Unmake || unmade.evidence == Evidence::AskedTwice;
        is_seen.then(|| it.state().map(|state| state.rule))
    };
    let rules: Vec<Option<Rule>> = findings.iter().filter_map(left_behind).collect();
    if rules.is_empty() {
        return findings;
    }
    let may_be_it =
        |it: &Undoing| rules.iter().any(|rule| rule.is_none_or(|rule| rule == it.fault.rule));
    let faults: Vec<Undoing> = Undoing::of(Moves::All).filter(may_be_it).collect();
    let may_be_spoilt = |finding: &Finding| {
        let is_foretold = finding.disagreement().is_some_and(|it| it.learnt.is_some());
        let is_blamed = finding.origin() == Some(&Origin::GENERATION) && !is_foretold;
        finding.exchange().filter(|_| is_blamed).is_some_and(|it| {
            let (here, wrong) = (it.line.end(), it.wrong_moves());
            let Difference { missing, extra, twice, .. } = &it.comparison.difference;
            let are_all = twice.is_empty() && wrong.len() == missing.len() + extra.len();
            let spoils = |fault: &Undoing| wrong.iter().all(|&mv| may_spoil(fault, &here, &[mv]));
            are_all && !wrong.is_empty() && faults.iter().any(spoils)
        })
    };
    let open = Evidence::SeenElsewhere.against(Suspects::GENERATION.or(Suspects::UNMAKE));
    let unless_spoilt = |finding: Finding| {
        if may_be_spoilt(&finding) { finding.with_origin_kept(open.clone()) } else { finding }
    };
    findings.into_iter().map(unless_spoilt).collect()
}
