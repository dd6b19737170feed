//! Does a report foretell the answers that the hunt did not ask for?
//!
//! Where the report has an explanation that can be run, that is asked. Elsewhere a reader takes the headline at its word:
//! *all* moves of that rule are missing, or extra.

use super::questions::{Question, Rows, in_order};
use ox88_engine::Trouble;
use ox88_hunt::{
    Condition, Conditions, Effect, Fault, Respect, Rule, RuleKind, World, WrongEngine,
    read_explanation,
};

/// An answer beside what the report says, with the heading of its column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Told {
    Right,
    /// Wrong, exactly as the report says.
    Foretold,
    /// Wrong, and the report says that it is right.
    Silent,
    /// Right, and the report says that it is wrong.
    FalseAlarm,
    /// Wrong, in another way than the report says.
    Otherwise,
}

impl Told {
    pub const NAMES: [&str; 5] = [
        "right, as predicted",
        "wrong, as predicted",
        "silent",
        "false alarm",
        "wrong in another way",
    ];

    pub fn of(question: &Question, answer: &Result<Rows, Trouble>, engine: &WrongEngine) -> Told {
        let is_right = answer.as_ref().is_ok_and(|it| *it == question.right);
        let Some(said) = forecast(question, engine) else {
            return if is_right { Told::Right } else { Told::Silent };
        };
        match (is_right, said == question.right) {
            (true, true) => Told::Right,
            (true, false) => Told::FalseAlarm,
            (false, true) => Told::Silent,
            (false, false) if answer.as_ref().is_ok_and(|it| said == *it) => Told::Foretold,
            (false, false) => Told::Otherwise,
        }
    }
}

/// What the first finding of a report says of an engine, and whether that is an explanation that was learnt.
pub fn engine(report: &str, rule: &str) -> (WrongEngine, bool) {
    match read_explanation(report) {
        Ok(engine) => (engine, true),
        Err(_) => (WrongEngine::Moves(headline(rule).unwrap_or_default()), false),
    }
}

/// All moves that this rule decides are wrong.
fn headline(rule: &str) -> Option<World> {
    let rule = Rule::from_id(rule)?;
    let effect = match rule.kind() {
        RuleKind::MakesLegal => Effect::Missing,
        RuleKind::MakesIllegal => Effect::Extra,
        _ => return None,
    };
    let conditions = Conditions(vec![Condition::new(Respect::Rule, &[1])]);
    let faults = vec![Fault { effect, conditions, right_in: Vec::new() }];
    Some(World { rule: Some(rule), faults })
}

/// The answer that a report says. Nothing where it says none.
fn forecast(question: &Question, engine: &WrongEngine) -> Option<Rows> {
    let here = &question.position;
    let rows = engine.divide(here, question.depth)?.into_iter();
    Some(in_order(
        rows.map(|(mv, leaves)| (here.move_text(mv), u64::try_from(leaves).unwrap_or(u64::MAX))),
    ))
}
