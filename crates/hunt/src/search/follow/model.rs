//! The engine with one fault that foretells this one: all its answers, and wrong ones that nobody had asked for.

use super::lesson::{OF_SUITES, TRIED};
use crate::search::clock::Patience;
use crate::search::elimination::{patience, positions, put, refute};
use crate::search::exchange::Exchange;
use crate::search::explain::Rule;
use crate::search::finding::Finding;
use crate::search::inquiry::Inquiry;
use crate::search::learnt::{Learnt, WrongEngine};
use crate::search::machine::Faulty;
use crate::search::suspects::Part;
use crate::search::told::{Question, Told};
use crate::worlds::contrasts;
use ox88_engine::Line;
use std::iter;
use std::time::Duration;

/// How many questions there may be, how many of these whatever may be foretold, and how many wrong answers that are.
const MOST_ASKED: usize = 40;
const TRIED_RIGHT: usize = 8;
const FORETOLD: usize = 6;

/// How long they may take.
const TIME: Duration = Duration::from_secs(5);

/// Fewer wrong answers explain nothing, and fewer right ones show no boundary.
const FEWEST_WRONG: usize = 3;
const FEWEST_RIGHT: usize = 3;

/// The finding with the engine that has just this fault, if one is left that foretells the engine. Of several findings
/// with one cause the first decides.
pub(crate) async fn with_engine(
    inquiry: &mut Inquiry<'_>,
    known: &mut Vec<Learnt>,
    tried: &mut Vec<(Rule, Part)>,
    finding: Finding,
) -> Finding {
    let Some(found) = finding.disagreement() else { return finding };
    let part = found.diagnosis.origin.part();
    if found.learnt.is_some() || part == Part::Unknown || inquiry.is_with_person() {
        return finding;
    }
    let mut faults: Vec<Faulty> = known.iter().filter_map(|it| it.engine.fault()).collect();
    let is_tried = tried.contains(&(found.rule, part));
    if is_tried && faults.is_empty() {
        return finding;
    }
    let shown = found.diagnosis.exchange.clone();
    let patience = patience(inquiry);
    let mut heard = refute(inquiry, &mut faults, None, &patience).heard;
    let engine = match faults.first() {
        Some(engine) => *engine,
        None if is_tried => return finding,
        None => {
            tried.push((found.rule, part));
            let mut left = suspects(&finding, part, &shown);
            heard = refute(inquiry, &mut left, None, &patience).heard;
            let left = eliminate(inquiry, &shown, &mut heard, left, &patience).await;
            let Some(engine) = left.first().filter(|it| is_bounded(it, &heard)) else {
                return finding;
            };
            *engine
        }
    };
    let right = heard.iter().filter(|it| it.is_right).count();
    let wrong = heard.len() - right;
    if wrong < FEWEST_WRONG {
        return finding;
    }
    let learnt = Learnt { engine: WrongEngine::Fault(engine), wrong, right };
    known.push(learnt.clone());
    finding.with_learnt(learnt)
}

/// Whether right answers have shown that the fault is not in more moves.
fn is_bounded(engine: &Faulty, heard: &[Told]) -> bool {
    engine.wider().iter().all(|wider| {
        let against = heard.iter().filter(|told| told.is_right && !told.is_of(wider));
        against.count() >= FEWEST_RIGHT
    })
}

/// The engines that are left when all answers are heard: those so far, those on which engines that are left differ, and
/// those that the simplest of them has wrong.
async fn eliminate(
    inquiry: &mut Inquiry<'_>,
    shown: &Exchange,
    heard: &mut Vec<Told>,
    mut left: Vec<Faulty>,
    patience: &Patience,
) -> Vec<Faulty> {
    let end = inquiry.facts.now.saturating_add(TIME);
    let (mut asked, mut foretold) = (0, 0);
    for (line, before, depth) in questions(shown) {
        let Some(&first) = left.first() else { break };
        let Some(question) = Question::of(inquiry.oracle, line, before, depth) else { continue };
        let Some(is_wrong) = question.is_wrong(&left) else { continue };
        let is_worth_it = asked < TRIED_RIGHT || is_wrong && foretold < FORETOLD;
        if !is_worth_it && !question.differs(&left) {
            continue;
        }
        if asked == MOST_ASKED || inquiry.facts.now > end {
            break;
        }
        asked += 1;
        let Some(told) = put(inquiry, question, &mut left, patience).await else {
            return Vec::new();
        };
        foretold += usize::from(is_wrong && left.first() == Some(&first));
        heard.push(told);
    }
    left
}

/// What to ask: positions as they come in games, the shown question about boards that differ in one respect, and then
/// positions with few men.
fn questions(shown: &Exchange) -> impl Iterator<Item = (Line, Option<u32>, u32)> {
    let Exchange { line, depth, asked_before, .. } = shown.clone();
    let beside = contrasts(&line.root, &line.moves);
    let beside = iter::once(line.mirrored())
        .chain(beside.into_iter().filter_map(move |root| line.played_from(root)));
    let beside = beside.map(move |line| (line, asked_before, depth));
    let tried = TRIED.iter().map(|it| (Line::at(*it), None, 1));
    let few = OF_SUITES.iter().map(|it| (Line::at(*it), None, 2));
    tried.chain(beside).chain(few)
}

/// The engines with a fault against such rules, with the kinds of moves that there are where it shows.
fn suspects(finding: &Finding, part: Part, shown: &Exchange) -> Vec<Faulty> {
    let rules: Vec<_> =
        finding.rule().into_iter().chain(finding.state().map(|it| it.rule)).collect();
    let here = positions(shown, shown.depth > 1);
    let of_rules = Faulty::of(part, &rules, &here);
    if of_rules.is_empty() { Faulty::of(part, &[], &here) } else { of_rules }
}
