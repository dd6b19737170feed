//! Symptoms of taking moves back wrongly: an engine that tries each move to see whether it is legal spoils its board
//! by that, and goes wrong wherever it has tried some, as if its generation or its making of moves were at fault.
//!
//! Once it is known that an engine takes moves back wrongly, a finding is a symptom of that if it explains the whole
//! answer. What it does not explain stays a finding of its own.

use super::diagnose::{Evidence, Origin};
use super::exchange::Exchange;
use super::explain::Rule;
use super::faults::{Draft, Fault, KingTracking, Leaves, Stage};
use super::finding::Finding;
use super::hypothesis::{
    CorruptState, after_trials_on, if_possible, in_order_of_trial, words_after_undoing,
};
use super::line::Ply;
use super::oracle::Oracle;
use ox88::{Move, Position, is_attacked};
use std::cmp::Reverse;

/// How many moves are tried in the search for an order that explains a list.
const MOST_TRIALS: usize = 5_000;

/// Gives each finding that is a symptom of taking moves back wrongly that origin. What the engine leaves behind has to be
/// seen where no illegal move was listed, and so none was taken back: in a right answer before a wrong one.
pub(super) fn find_symptoms(oracle: &Oracle, findings: Vec<Finding>) -> Vec<Finding> {
    let known = theories(oracle, &findings);
    let as_symptom = |finding: Finding| {
        let own = finding.origin().and_then(Origin::state).map(|state| state.rule);
        let is_own = |rule: Rule| own == Some(rule) && rule_left_behind(&finding).is_some();
        let exchange = finding.disagreement().map(|found| &found.diagnosis.exchange);
        let rules = known.iter().copied().take_while(|&rule| !is_own(rule));
        let state = exchange.and_then(|exchange| {
            rules.into_iter().find_map(|rule| left_by(oracle, rule, exchange))
        });
        match (state, finding.origin()) {
            (None, _) | (_, Some(Origin::Everywhere { .. } | Origin::Kept { .. })) => finding,
            (state, Some(&Origin::Unmake { evidence, .. })) => {
                finding.with_origin(Origin::Unmake { state, evidence })
            }
            (state, _) => {
                let evidence = Evidence::SeenElsewhere;
                finding.with_origin(Origin::Unmake { state, evidence })
            }
        }
    };
    findings.into_iter().map(as_symptom).collect()
}

/// The rules of what an engine leaves behind, those first that were seen most often. One that should have shown
/// in an answer, too, that another one explains without it was seen by chance.
fn theories(oracle: &Oracle, findings: &[Finding]) -> Vec<Rule> {
    let mut seen: Vec<(Rule, Vec<&Exchange>)> = Vec::new();
    for finding in findings {
        let exchange = finding.disagreement().map(|found| &found.diagnosis.exchange);
        let Some((rule, exchange)) = rule_left_behind(finding).zip(exchange) else { continue };
        match seen.iter_mut().find(|seen| seen.0 == rule) {
            Some((_, exchanges)) => exchanges.push(exchange),
            None => seen.push((rule, vec![exchange])),
        }
    }
    seen.sort_by_key(|(_, exchanges)| Reverse(exchanges.len()));
    let falls = |rule: Rule, exchange: &Exchange| {
        let should_show = after_trials_on(&exchange.line).iter().any(|it| it.state.rule == rule);
        should_show && left_by(oracle, rule, exchange).is_none()
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
    match &diagnosis.origin {
        Origin::Unmake { state: Some(state), evidence: Evidence::AskedTwice } => {
            diagnosis.asked_before.map(|_| state.rule)
        }
        _ => None,
    }
}

/// The state that breaks this rule, and explains the whole answer of an engine that leaves it behind.
pub(super) fn left_by(oracle: &Oracle, rule: Rule, exchange: &Exchange) -> Option<CorruptState> {
    let mut positions = after_trials_on(&exchange.line).into_iter();
    let position = positions.find(|it| it.state.rule == rule && it.explains(oracle, exchange));
    position.map(|it| it.state).or_else(|| while_listing(rule, exchange))
}

/// The same for an engine that spoils its board while it tries the moves that it lists.
///
/// In which order it tries them is not known. Those that it lists it has tried in that order or as they are generated
/// here, and the others in between. So there has to be an order in which all that it lists was legal when it was
/// tried, and nothing else was.
pub(super) fn while_listing(rule: Rule, exchange: &Exchange) -> Option<CorruptState> {
    let position = exchange.line.end();
    let listed: Vec<Move> = exchange.rows().into_iter().map(|(mv, _)| mv).collect();
    let mut others = position.pseudo_legal_moves();
    others.retain(|mv| !listed.contains(mv));
    let in_our_order = {
        let mut moves = in_order_of_trial(&position, &[]);
        moves.retain(|mv| listed.contains(mv));
        moves
    };
    let is_list = exchange.depth == 1 && listed.len() == exchange.reply.rows.len();
    if !is_list || in_our_order.len() != listed.len() {
        return None;
    }
    let found = |fault: &Fault| {
        let (Leaves::OneMove(leaves) | Leaves::OneMoveForGood(leaves)) = fault.leaves else {
            return None;
        };
        let in_order = |listed: &[Move]| {
            let mut trials = Trials { position, leaves, left: MOST_TRIALS };
            trials.find(Draft::of(&position), listed, others.clone(), Vec::new())
        };
        let culprits = in_order(&listed).or_else(|| in_order(&in_our_order))?;
        let as_if = words_after_undoing(fault, &position, &culprits);
        Some(CorruptState { rule, as_if })
    };
    Fault::of(Stage::Unmake).filter(|fault| fault.rule == rule).find_map(found)
}

/// Whether what an engine leaves behind, if that is known, explains a whole answer in this way.
pub(super) fn is_symptom(
    oracle: &Oracle,
    state: Option<&CorruptState>,
    exchange: &Exchange,
) -> bool {
    state.is_some_and(|state| left_by(oracle, state.rule, exchange).is_some())
}

/// The search for an order of trials.
struct Trials {
    position: Position,
    leaves: fn(Draft, &Ply) -> Option<Draft>,
    /// How many moves may still be tried.
    left: usize,
}

impl Trials {
    /// The moves that spoil the board, if there is an order in which these are listed, and the others are not.
    fn find(
        &mut self,
        board: Draft,
        listed: &[Move],
        mut others: Vec<Move>,
        culprits: Vec<Move>,
    ) -> Option<Vec<Move>> {
        self.left = self.left.checked_sub(1)?;
        // What is refused and spoils nothing may come at any time.
        others.retain(|&mv| self.is_legal(&board, mv) || self.spoils(board, mv).is_some());
        let culprits_with = |mv| culprits.iter().copied().chain([mv]).collect();
        match listed.split_first() {
            None if others.is_empty() => return Some(culprits),
            Some((&mv, rest)) if self.is_legal(&board, mv) => {
                let found = match self.spoils(board, mv) {
                    Some(spoilt) => self.find(spoilt, rest, others.clone(), culprits_with(mv)),
                    None => self.find(board, rest, others.clone(), culprits.clone()),
                };
                if found.is_some() {
                    return found;
                }
            }
            _ => {}
        }
        let refused = others.iter().copied().filter(|&mv| !self.is_legal(&board, mv));
        for mv in refused.collect::<Vec<_>>() {
            let spoilt = self.spoils(board, mv)?;
            let rest = others.iter().copied().filter(|&other| other != mv).collect();
            let found = self.find(spoilt, listed, rest, culprits_with(mv));
            if found.is_some() {
                return found;
            }
        }
        None
    }

    /// Whether the king is safe after a move on this board. Castling is tested where it is generated, before any move is
    /// tried.
    fn is_legal(&self, board: &Draft, mv: Move) -> bool {
        let here = board.position();
        let us = self.position.side_to_move();
        let Some(after) = if_possible(&here, mv) else { return false };
        let king = match board.king_tracking {
            KingTracking::Follows => after.king(us),
            KingTracking::Stuck => here.king(us),
        };
        !is_attacked(after.board(), king, !us)
            && (mv.castling_rook().is_none() || self.position.is_legal(mv))
    }

    /// The board after a move was made and taken back, if that leaves something behind.
    fn spoils(&self, board: Draft, mv: Move) -> Option<Draft> {
        (self.leaves)(board, &Ply::new(1, self.position, mv)).filter(|spoilt| *spoilt != board)
    }
}
