//! What was found: a disagreement with its rule, or a question without an answer.

use super::compare::{Difference, Extra, WrongCount};
use super::explain::{Explanation, Rule, explain_move, explain_name};
use super::line::Line;
use super::plan::Case;
use super::slip::{Located, Origin};
use super::witness::NoAnswer;
use crate::chess::moves::Move;
use crate::chess::position::Position;

/// One thing that is wrong with an engine, or the engine's silence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// What the position is called that led to it.
    pub case: String,
    /// Where that position stands, if it is one of a suite.
    pub place: Option<String>,
    /// How deep the engine was asked to count there.
    pub asked: u32,
    /// The moves from that position to where the engine goes wrong.
    pub path: Line,
    /// What was found there.
    pub what: What,
}

/// What was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum What {
    /// The engine gave no answer.
    Trouble(Box<NoAnswer>),
    /// The engine answered otherwise.
    Disagreement(Box<Disagreement>),
}

/// A wrong answer with its reasons.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Disagreement {
    /// The rule that the engine breaks.
    pub rule: Rule,
    /// Each move that is wrong, with its reason.
    pub moves: Vec<WrongMove>,
    /// Where the disagreement is smallest, and what part of the engine is at fault.
    pub located: Located,
}

/// A move that an engine has wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrongMove {
    /// The move as it is written here, or as the engine writes it if it is none.
    pub text: String,
    /// What is wrong with it.
    pub wrong: Wrong,
    /// Why it is legal, or is not. Nothing for a count.
    pub explanation: Option<Explanation>,
}

/// What is wrong with a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wrong {
    /// It is legal, and the engine lacks it.
    Missing,
    /// It is not legal, and the engine lists it.
    Extra,
    /// The engine lists it more than once.
    Twice,
    /// The engine has another count for it.
    Count {
        /// What the engine counts.
        theirs: u128,
        /// What is right.
        ours: u128,
    },
}

impl Finding {
    /// A question that was not answered.
    #[must_use]
    pub fn of_trouble(case: &Case, no_answer: Box<NoAnswer>) -> Finding {
        let path = no_answer.path.clone();
        Finding::of(case, path, What::Trouble(no_answer))
    }

    /// A wrong answer. `path` leads to where it was found, before it was made as small as it can be.
    #[must_use]
    pub fn of_disagreement(case: &Case, path: Line, located: Located) -> Finding {
        let disagreement = Disagreement::new(&path, located);
        Finding::of(case, path, What::Disagreement(Box::new(disagreement)))
    }

    fn of(case: &Case, path: Line, what: What) -> Finding {
        let Case { name, place, depth, .. } = case;
        Finding { case: name.clone(), place: place.clone(), asked: *depth, path, what }
    }

    /// The rule that is broken, if the engine has answered.
    #[must_use]
    pub fn rule(&self) -> Option<Rule> {
        match &self.what {
            What::Trouble(_) => None,
            What::Disagreement(disagreement) => Some(disagreement.rule),
        }
    }

    /// The position at which the engine goes wrong.
    #[must_use]
    pub fn position(&self) -> Position {
        self.path.end()
    }
}

impl Disagreement {
    fn new(path: &Line, located: Located) -> Disagreement {
        // A reason may lie in the moves that were played only if they are needed to show it.
        let shown = &located.heard.path;
        let path = if shown.moves.is_empty() { shown } else { path };
        let moves = wrong_moves(path, &located.heard.comparison.difference);
        let rule = rule(&located.origin, &moves);
        Disagreement { rule, moves, located }
    }
}

fn wrong_moves(path: &Line, difference: &Difference) -> Vec<WrongMove> {
    let here = path.end();
    let legal = |wrong| {
        let (here, path) = (&here, path);
        move |&mv: &Move| WrongMove {
            text: here.move_text(mv),
            wrong,
            explanation: Some(explain_move(path, mv)),
        }
    };
    let illegal = |extra: &Extra| WrongMove {
        text: extra.text.clone(),
        wrong: Wrong::Extra,
        explanation: extra.named.map(|named| explain_name(path, named)),
    };
    let count = |&WrongCount { mv, theirs, ours }: &WrongCount| WrongMove {
        text: here.move_text(mv),
        wrong: Wrong::Count { theirs, ours },
        explanation: None,
    };
    let mut moves: Vec<WrongMove> = difference.missing.iter().map(legal(Wrong::Missing)).collect();
    moves.extend(difference.extra.iter().map(illegal));
    moves.extend(difference.twice.iter().map(legal(Wrong::Twice)));
    moves.extend(difference.counts.iter().map(count));
    moves
}

/// The rule that a disagreement is filed under.
fn rule(origin: &Origin, moves: &[WrongMove]) -> Rule {
    let by_moves = rule_of_moves(moves);
    match origin {
        Origin::Counting { rule, .. } => *rule,
        Origin::Recursion => Rule::StateCorrupted,
        Origin::Generation => by_moves.unwrap_or(Rule::StateCorrupted),
        Origin::Unknown { .. } => by_moves.unwrap_or(Rule::CountOnly),
        Origin::Make { state } | Origin::Unmake { state, .. } => {
            let by_state = state.as_ref().map_or(Rule::StateCorrupted, |state| state.rule);
            // A rule about earlier moves says more: by which of them a right was lost, for example.
            by_moves.filter(|rule| rule.depends_on_earlier_moves()).unwrap_or(by_state)
        }
    }
}

/// The rule of the moves that are wrong: of those that are missing if any are, and the one that most of
/// them break.
fn rule_of_moves(moves: &[WrongMove]) -> Option<Rule> {
    [Wrong::Missing, Wrong::Extra, Wrong::Twice].into_iter().find_map(|wrong| {
        let moves = moves.iter().filter(|mv| mv.wrong == wrong);
        let rules: Vec<Rule> = moves
            .filter_map(|mv| mv.explanation.as_ref().map(|explanation| explanation.rule))
            .collect();
        let times = |rule: Rule| rules.iter().filter(|&&other| other == rule).count();
        let most = rules.iter().copied().max_by_key(|&rule| (times(rule), std::cmp::Reverse(rule)));
        if wrong == Wrong::Twice { most.map(|_| Rule::ListedTwice) } else { most }
    })
}
