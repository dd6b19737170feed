//! Scripts that take a depth and a FEN, and no moves.

use super::{Answers, Inside, one_question, partner, search};
use crate::{Outcome, Plan, Until};
use ox88::START;
use ox88_engine::{Abilities, Line, Reply, Step, Trouble, TroubleKind};
use std::time::Duration;

/// A script that answers a question with moves in this way, if it does not play them.
pub struct Script {
    pub engine: Inside,
    /// Whether it is one at all, and no process that speaks UCI.
    pub may_refuse: bool,
    /// What it does when it is given these moves.
    pub fails: Fails,
    pub asked: Vec<String>,
}

/// What it does when it is given some moves.
pub type Fails = fn(&str) -> Option<TroubleKind>;

/// It prints how it is used.
pub const DIES: Fails = |_| Some(TroubleKind::Dies("exit status: 2".to_owned()));

impl Script {
    pub fn new(engine: Inside) -> Script {
        Script { engine, may_refuse: true, fails: DIES, asked: Vec::new() }
    }

    pub fn hunted(&mut self, plan: &Plan) -> Outcome {
        search(self, plan, Until::All, |_, _| ())
    }
}

impl Answers for Script {
    fn ask(&mut self, question: &Step) -> Result<Reply, Trouble> {
        let moves = question.line.texts().join(" ");
        self.asked.push(format!("{moves} {}", question.depth));
        match (self.fails)(&moves).filter(|_| !moves.is_empty()) {
            Some(TroubleKind::IgnoresMoves) => {
                self.engine.ask(&Step::anew(&Line::at(question.line.root), question.depth))
            }
            Some(kind) => Err(Trouble { kind, last_lines: vec!["usage: DEPTH FEN".to_owned()] }),
            None => self.engine.ask(question),
        }
    }

    fn can(&self) -> Abilities {
        let limit = Duration::from_secs(30);
        Abilities { may_refuse_moves: self.may_refuse, ..Abilities::of_questions(limit) }
    }
}

partner!(Script);

/// A question about a position after one in which a move is played.
pub fn behind_a_move(fen: &str, depth: u32) -> Plan {
    let mut plan = one_question(START, "e2e4", 1);
    plan.cases.extend(one_question(fen, "", depth).cases);
    plan.cases[1].position = 1;
    plan.positions = 2;
    plan
}
