//! Does a report foretell the answers that the hunt did not ask for?
//!
//! A reader takes the headline at its word: *all* moves of that rule are missing, or extra. `explain` says which moves
//! these are in any position.

use super::questions::{Question, Rows, in_order};
use ox88::Move;
use ox88_engine::Trouble;
use ox88_hunt::{Line, Rule, RuleKind, explain_move};

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
    pub const NAMES: [&str; 5] =
        ["right, as told", "foretold", "silent", "false alarm", "otherwise"];

    pub fn of(question: &Question, answer: &Result<Rows, Trouble>, rule: Option<Rule>) -> Told {
        let said = forecast(question, rule);
        let is_right = answer.as_ref().is_ok_and(|it| *it == question.right);
        match (is_right, said.is_as(&question.right)) {
            (true, true) => Told::Right,
            (true, false) => Told::FalseAlarm,
            (false, true) => Told::Silent,
            (false, false) if answer.as_ref().is_ok_and(|it| said.is_as(it)) => Told::Foretold,
            (false, false) => Told::Otherwise,
        }
    }
}

/// The rule of this name, if it is one.
pub fn rule(id: &str) -> Option<Rule> {
    Rule::ALL.iter().copied().find(|it| it.id() == id)
}

/// The answer that a report says.
struct Forecast {
    rows: Rows,
    /// Illegal moves that have a row, with whatever count.
    extra: Vec<String>,
}

impl Forecast {
    fn is_as(&self, rows: &Rows) -> bool {
        let is_listed = |it: &String| rows.iter().any(|row| row.0 == *it);
        let others = rows.iter().filter(|row| !self.extra.contains(&row.0));
        self.extra.iter().all(is_listed) && others.eq(&self.rows)
    }
}

fn forecast(question: &Question, rule: Option<Rule>) -> Forecast {
    let here = &question.position;
    let line = Line::at(*here);
    let (missing, extra) = wrong(&line, rule);
    let kept = here.legal_moves().into_iter().filter(|mv| !missing.contains(mv));
    let leaves = |mv: Move| {
        let after = line.and(mv);
        let (missing, extra) = wrong(&after, rule);
        (after.end().legal_moves().len() + extra.len() - missing.len()) as u64
    };
    let row = |mv| (here.move_text(mv), if question.depth > 1 { leaves(mv) } else { 1 });
    Forecast {
        rows: in_order(kept.map(row)),
        extra: extra.into_iter().map(|mv| here.move_text(mv)).collect(),
    }
}

/// The moves at the end of a line that are missing, and those that are extra, if all moves of this rule are wrong.
fn wrong(line: &Line, rule: Option<Rule>) -> (Vec<Move>, Vec<Move>) {
    let here = line.end();
    let legal = here.legal_moves();
    let is_of_rule = |mv: &Move| Some(explain_move(line, *mv).rule) == rule;
    match rule.map(Rule::kind) {
        Some(RuleKind::MakesLegal) => (legal.into_iter().filter(is_of_rule).collect(), Vec::new()),
        Some(RuleKind::MakesIllegal) => {
            let mut illegal = here.pseudo_legal_moves();
            illegal.retain(|mv| !legal.contains(mv) && is_of_rule(mv));
            (Vec::new(), illegal)
        }
        _ => (Vec::new(), Vec::new()),
    }
}
