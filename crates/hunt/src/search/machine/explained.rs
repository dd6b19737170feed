//! Does a fault that breaks a rule explain an answer, and what does it leave behind then?
//!
//! An engine that tries each move to test it, and takes it back wrongly, spoils its board, and goes wrong wherever it
//! has tried some moves: before it plays one, when it is asked again, and while it lists them.

use super::faults::{EXPLAIN_MUCH, Fault, Stage};
use super::states::{
    CorruptState, Hypothesis, after, after_trials_before, told_by, words_after_undoing,
};
use super::undoing::Undoing;
use crate::search::exchange::Exchange;
use crate::search::explain::Rule;

/// The state that explains a whole answer, if a fault leaves it behind that breaks this rule at this stage.
pub(crate) fn explained_by(stage: Stage, rule: Rule, exchange: &Exchange) -> Option<CorruptState> {
    told_of(rule, exchange, after(stage, &exchange.line))
        .or_else(|| while_listing(rule, exchange).filter(|_| stage == Stage::Unmake))
}

/// The same for moves that are tried before the last position of a line.
pub(crate) fn left_on_the_way(rule: Rule, exchange: &Exchange) -> Option<CorruptState> {
    told_of(rule, exchange, after_trials_before(&exchange.line))
}

fn told_of(rule: Rule, exchange: &Exchange, states: Vec<Hypothesis>) -> Option<CorruptState> {
    let states = states.into_iter();
    told_by(states.filter(|it| it.state.rule == rule && it.explains(exchange)))
}

/// The rules of what explains a whole answer, and is left behind when moves are taken back.
pub(crate) fn rules_left_by(exchange: &Exchange) -> Vec<Rule> {
    let mut rules = Fault::rules_of(Stage::Unmake);
    let is_told = |state: CorruptState| is_the_only_one(&state, exchange);
    rules.retain(|&rule| explained_by(Stage::Unmake, rule, exchange).is_some_and(is_told));
    rules
}

/// What explains the answer of an engine that spoils its board while it tries the moves that it lists.
fn while_listing(rule: Rule, exchange: &Exchange) -> Option<CorruptState> {
    Undoing::against(rule).find_map(|it| {
        let culprits = it.culprits_in_list(exchange)?;
        let as_if = words_after_undoing(it.fault, &exchange.line.end(), &culprits);
        Some(CorruptState { rule, as_if })
    })
}

/// Whether nothing else that it may leave behind while it lists its moves explains an answer.
pub(crate) fn is_the_only_one(state: &CorruptState, exchange: &Exchange) -> bool {
    let is_other =
        |fault: &&Fault| ![state.rule, Rule::KingLookedForElsewhere].contains(&fault.rule);
    let explains = |fault: &Fault| while_listing(fault.rule, exchange).is_some();
    !EXPLAIN_MUCH.contains(&state.rule) || !Fault::of(Stage::Unmake).filter(is_other).any(explains)
}

/// Whether a known state that the engine leaves behind explains a whole answer in this way.
pub(crate) fn is_symptom(state: Option<&CorruptState>, exchange: &Exchange) -> bool {
    state.is_some_and(|state| explained_by(Stage::Unmake, state.rule, exchange).is_some())
}
