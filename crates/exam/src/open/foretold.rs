//! Does a report foretell the answers that the hunt did not ask for?
//!
//! A reader of a report takes its headline at its word: *all* moves of that rule are missing, or extra. `explain` says
//! which moves these are in any position.

use super::questions::{Question, Rows, in_order};
use ox88::{Move, Position};
use ox88_hunt::{Line, Rule, RuleKind, Trouble, explain_move};

/// How many answers a report has foretold, and how many not.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Foretold {
    /// Right, and the report says so.
    pub right: usize,
    /// Wrong, exactly as the report says.
    pub foretold: usize,
    /// Wrong, and the report says that it is right.
    pub silent: usize,
    /// Right, and the report says that it is wrong.
    pub false_alarm: usize,
    /// Wrong, in another way than the report says.
    pub otherwise: usize,
}

impl Foretold {
    /// Counts one more answer.
    pub fn add(&mut self, question: &Question, answer: &Result<Rows, Trouble>, rule: Option<Rule>) {
        let said = forecast(question, rule);
        let is_right = answer.as_ref().is_ok_and(|it| *it == question.right);
        let is_silent = said.is_as(&question.right);
        let place = match (is_right, is_silent) {
            (true, true) => &mut self.right,
            (true, false) => &mut self.false_alarm,
            (false, true) => &mut self.silent,
            (false, false) if answer.as_ref().is_ok_and(|it| said.is_as(it)) => &mut self.foretold,
            (false, false) => &mut self.otherwise,
        };
        *place += 1;
    }

    pub fn and(self, other: Foretold) -> Foretold {
        Foretold {
            right: self.right + other.right,
            foretold: self.foretold + other.foretold,
            silent: self.silent + other.silent,
            false_alarm: self.false_alarm + other.false_alarm,
            otherwise: self.otherwise + other.otherwise,
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
        let listed = |it: &String| rows.iter().any(|row| row.0 == *it);
        let others = rows.iter().filter(|row| !self.extra.contains(&row.0));
        self.extra.iter().all(listed) && others.eq(self.rows.iter())
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
    let row = |mv: Move| (here.move_text(mv), if question.depth > 1 { leaves(mv) } else { 1 });
    Forecast {
        rows: in_order(kept.map(row)),
        extra: extra.into_iter().map(|mv| here.move_text(mv)).collect(),
    }
}

/// The moves at the end of a line that are missing, and those that are extra, if all moves of this rule are wrong.
fn wrong(line: &Line, rule: Option<Rule>) -> (Vec<Move>, Vec<Move>) {
    let here: Position = line.end();
    let legal = here.legal_moves();
    let is_of_rule = |mv: &Move| Some(explain_move(line, *mv).rule) == rule;
    match rule.map(Rule::kind) {
        Some(RuleKind::MakesLegal) => (legal.into_iter().filter(is_of_rule).collect(), Vec::new()),
        Some(RuleKind::MakesIllegal) => {
            let illegal = here.pseudo_legal_moves().into_iter().filter(|mv| !legal.contains(mv));
            (Vec::new(), illegal.filter(is_of_rule).collect())
        }
        _ => (Vec::new(), Vec::new()),
    }
}
